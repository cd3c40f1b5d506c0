//! Hash-consing: every term exists once per thread.
//!
//! A term is a pointer to an immutable node that lives until the process ends,
//! so terms are `Copy`, equality is pointer equality, and walking a term takes
//! no lock and no table. Nodes are numbered in the order of creation; the
//! order, the hash and every iteration over terms follow these numbers, hence
//! runs are deterministic. Terms cannot be sent to another thread.

use std::cell::{Cell, OnceCell, RefCell};
use std::fmt;
use std::hash::{Hash, Hasher};
use std::mem::{self, MaybeUninit};

use hashbrown::HashTable;
use rustc_hash::{FxHashSet, FxHasher};

use crate::op::{Op, VarName};
use crate::sort::Sort;

/// A term: a Boolean formula, a number, an array, ...
#[derive(Clone, Copy)]
pub struct Term(&'static Node);

struct Node {
    id: u32,
    op: Op,
    arguments: &'static [Term],
    sort: Sort,
    /// The number of nodes of the term as a tree, saturating.
    size: u32,
    is_value: bool,
    has_quantifier: bool,
    /// No quantifier inside binds a variable with a higher level.
    bound_level: u32,
    /// A Bloom filter of the variables inside: one bit for each, by its number.
    variable_bits: u64,
    free_variables: OnceCell<&'static [Term]>,
    negation: Cell<Option<Term>>,
    /// What a traversal found out about the node, with the number of the traversal.
    mark: Cell<(u64, Option<Term>)>,
}

/// Nodes and arguments are cut off from chunks of so many, which double in size up to a limit.
const FIRST_CHUNK: usize = 256;
const LAST_CHUNK: usize = 1 << 15;

#[derive(Default)]
struct Arena {
    /// The hashes stand beside the terms, so that the nodes are not touched for nothing.
    table: HashTable<(u32, Term)>,
    next_id: u32,
    free_nodes: &'static mut [MaybeUninit<Node>],
    free_arguments: &'static mut [Term],
}

impl Arena {
    fn chunk_size(&self) -> usize {
        (self.next_id as usize).clamp(FIRST_CHUNK, LAST_CHUNK)
    }

    fn store_node(&mut self, node: Node) -> Term {
        if self.free_nodes.is_empty() {
            self.free_nodes = Box::leak(Box::new_uninit_slice(self.chunk_size()));
        }
        let (slot, rest) = mem::take(&mut self.free_nodes).split_first_mut().expect("just filled");
        self.free_nodes = rest;
        Term(slot.write(node))
    }

    fn store_arguments(&mut self, arguments: &[Term]) -> &'static [Term] {
        let Some(&filler) = arguments.first() else { return &[] };
        if arguments.len() > FIRST_CHUNK / 4 {
            return Box::leak(arguments.into());
        }
        if self.free_arguments.len() < arguments.len() {
            self.free_arguments = Box::leak(vec![filler; self.chunk_size()].into_boxed_slice());
        }
        let (place, rest) = mem::take(&mut self.free_arguments).split_at_mut(arguments.len());
        self.free_arguments = rest;
        place.copy_from_slice(arguments);
        place
    }
}

thread_local! {
    static ARENA: RefCell<Arena> = RefCell::default();
    static TRAVERSALS: Cell<u64> = const { Cell::new(0) };
}

/// The right to mark nodes: each traversal sees its own marks only. A traversal that runs inside
/// another one may overwrite its marks.
#[derive(Clone, Copy)]
pub(crate) struct Traversal(u64);

impl Traversal {
    pub(crate) fn new() -> Traversal {
        TRAVERSALS.with(|count| {
            count.set(count.get() + 1);
            Traversal(count.get())
        })
    }
}

fn hash_of(op: &Op, arguments: &[Term], sort: Sort) -> u32 {
    let mut hasher = FxHasher::default();
    op.hash(&mut hasher);
    for argument in arguments {
        hasher.write_u32(argument.0.id);
    }
    // The arguments of most operators determine the sort.
    if arguments.is_empty() || matches!(op, Op::ConstArray) {
        sort.hash(&mut hasher);
    }
    hasher.finish() as u32
}

/// The hash table takes its control bits from the high end: spread the stored half over 64 bits.
fn spread(hash: u32) -> u64 {
    u64::from(hash) | u64::from(hash) << 32
}

/// Interns a node as it is. The constructors in [`crate::build`] call this
/// after they have simplified.
pub(crate) fn intern(op: Op, arguments: &[Term], sort: Sort) -> Term {
    let hash = hash_of(&op, arguments, sort);
    ARENA.with(|arena| {
        let arena = &mut *arena.borrow_mut();
        let is_same = |&(other, t): &(u32, Term)| {
            other == hash && t.0.arguments == arguments && t.0.op == op && t.0.sort == sort
        };
        if let Some(&(_, term)) = arena.table.find(spread(hash), is_same) {
            return term;
        }
        let id = arena.next_id;
        arena.next_id = id.checked_add(1).expect("fewer than 2^32 terms");
        let arguments = arena.store_arguments(arguments);
        let term = arena.store_node(Node::new(id, op, arguments, sort));
        arena.table.insert_unique(spread(hash), (hash, term), |&(hash, _)| spread(hash));
        term
    })
}

impl Node {
    fn new(id: u32, op: Op, arguments: &'static [Term], sort: Sort) -> Node {
        let size = arguments.iter().fold(1u32, |sum, a| sum.saturating_add(a.0.size));
        let bound_level = arguments.iter().map(|a| a.0.bound_level).max().unwrap_or(0);
        let binds = |variables: &[Term]| {
            variables.iter().filter_map(|v| v.bound_variable_level()).max().unwrap_or(0).max(bound_level)
        };
        let (is_quantifier, bound_level) = match op {
            Op::Forall(variables) | Op::Exists(variables) => (true, binds(variables)),
            _ => (false, bound_level),
        };
        let variable_bits = match op {
            Op::Var(_) => 1 << (id % 64),
            _ => arguments.iter().fold(0, |bits, a| bits | a.0.variable_bits),
        };
        let is_value = match op {
            Op::True
            | Op::False
            | Op::IntConst(_)
            | Op::RealConst(_)
            | Op::BvConst(_)
            | Op::FloatConst(_)
            | Op::RmConst(_)
            | Op::Element(_) => true,
            Op::Store | Op::ConstArray => arguments.iter().all(|a| a.0.is_value),
            _ => false,
        };
        Node {
            id,
            op,
            arguments,
            sort,
            size,
            is_value,
            has_quantifier: is_quantifier || arguments.iter().any(|a| a.0.has_quantifier),
            bound_level,
            variable_bits,
            free_variables: OnceCell::new(),
            negation: Cell::new(None),
            mark: Cell::new((0, None)),
        }
    }
}

impl Term {
    /// The number of the node, in the order of creation.
    pub fn id(self) -> u32 {
        self.0.id
    }

    /// The operator at the root.
    pub fn op(self) -> Op {
        self.0.op
    }

    /// The arguments of the operator at the root.
    pub fn arguments(self) -> &'static [Term] {
        self.0.arguments
    }

    /// The sort of the term.
    pub fn sort(self) -> Sort {
        self.0.sort
    }

    /// The number of nodes, counted as a tree (saturating).
    pub fn size(self) -> u32 {
        self.0.size
    }

    /// True for constants: numbers, Booleans, rounding modes, elements of
    /// uninterpreted sorts, and arrays written with finitely many of them.
    pub fn is_value(self) -> bool {
        self.0.is_value
    }

    /// True if a quantifier occurs in the term.
    pub fn has_quantifier(self) -> bool {
        self.0.has_quantifier
    }

    /// A Bloom filter of the variables inside, bound ones included: if two terms' bits have nothing
    /// in common, neither have their variables.
    pub(crate) fn variable_bits(self) -> u64 {
        self.0.variable_bits
    }

    /// The negation, if it was asked for before.
    pub(crate) fn known_negation(self) -> Option<Term> {
        self.0.negation.get()
    }

    pub(crate) fn remember_negation(self, negation: Term) {
        self.0.negation.set(Some(negation));
    }

    /// What the traversal has stored at this node, unless another one has overwritten it.
    pub(crate) fn mark(self, traversal: Traversal) -> Option<Term> {
        let (owner, value) = self.0.mark.get();
        if owner == traversal.0 { value } else { None }
    }

    pub(crate) fn set_mark(self, traversal: Traversal, value: Term) {
        self.0.mark.set((traversal.0, Some(value)));
    }

    pub(crate) fn bound_level(self) -> u32 {
        self.0.bound_level
    }

    pub(crate) fn bound_variable_level(self) -> Option<u32> {
        match self.0.op {
            Op::Var(VarName { version: crate::op::Version::Bound(level), .. }) => Some(level),
            _ => None,
        }
    }

    /// True for `true`.
    pub fn is_true(self) -> bool {
        self.0.op == Op::True
    }

    /// True for `false`.
    pub fn is_false(self) -> bool {
        self.0.op == Op::False
    }

    /// The name, if the term is a variable.
    pub fn as_var(self) -> Option<VarName> {
        match self.0.op {
            Op::Var(name) => Some(name),
            _ => None,
        }
    }

    /// True if the term is a variable.
    pub fn is_var(self) -> bool {
        matches!(self.0.op, Op::Var(_))
    }

    /// The free variables, in the order of their creation. Computed once per node.
    pub fn free_variables(self) -> &'static [Term] {
        if let Some(variables) = self.0.free_variables.get() {
            return variables;
        }
        // Explicit stack: terms of long programs are deeper than the thread's stack.
        let mut stack = vec![self];
        while let Some(&top) = stack.last() {
            if top.0.free_variables.get().is_some() {
                stack.pop();
                continue;
            }
            let before = stack.len();
            stack.extend(top.0.arguments.iter().filter(|a| a.0.free_variables.get().is_none()));
            if stack.len() == before {
                top.0.free_variables.get_or_init(|| top.compute_free_variables());
                stack.pop();
            }
        }
        self.0.free_variables.get().expect("just computed")
    }

    fn compute_free_variables(self) -> &'static [Term] {
        if self.is_var() {
            return Box::leak(Box::new([self]));
        }
        let set_of = |a: &Term| *a.0.free_variables.get().expect("children come first");
        let largest = self.0.arguments.iter().map(set_of).max_by_key(|set| set.len()).unwrap_or(&[]);
        if let Op::Forall(bound) | Op::Exists(bound) = self.0.op {
            let rest: Vec<Term> = largest.iter().copied().filter(|v| !bound.contains(v)).collect();
            return Box::leak(rest.into_boxed_slice());
        }
        let is_covered =
            |set: &[Term]| std::ptr::eq(set, largest) || set.iter().all(|v| largest.binary_search(v).is_ok());
        if self.0.arguments.iter().map(set_of).all(is_covered) {
            return largest; // share the set of the child
        }
        let mut all: Vec<Term> = self.0.arguments.iter().flat_map(set_of).copied().collect();
        all.sort_unstable();
        all.dedup();
        Box::leak(all.into_boxed_slice())
    }

    /// True if the variable occurs free.
    pub fn has_free(self, variable: Term) -> bool {
        if self.0.variable_bits & variable.0.variable_bits == 0 {
            return false;
        }
        self.free_variables().binary_search(&variable).is_ok()
    }

    /// Calls `visit` once on each distinct subterm, children before parents.
    pub fn visit_once(self, mut visit: impl FnMut(Term)) {
        let mut entered = FxHashSet::default();
        let mut stack = vec![(self, false)];
        while let Some((top, is_done)) = stack.pop() {
            if is_done {
                visit(top);
            } else if entered.insert(top) {
                stack.push((top, true));
                stack.extend(top.0.arguments.iter().rev().map(|&a| (a, false)));
            }
        }
    }

    /// The number of distinct subterms.
    pub fn dag_size(self) -> usize {
        let mut count = 0;
        self.visit_once(|_| count += 1);
        count
    }
}

impl PartialEq for Term {
    fn eq(&self, other: &Term) -> bool {
        std::ptr::eq(self.0, other.0)
    }
}

impl Eq for Term {}

impl Hash for Term {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u32(self.0.id);
    }
}

impl PartialOrd for Term {
    fn partial_cmp(&self, other: &Term) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Term {
    fn cmp(&self, other: &Term) -> std::cmp::Ordering {
        self.0.id.cmp(&other.0.id)
    }
}

impl fmt::Debug for Term {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
