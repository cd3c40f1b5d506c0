//! Hash-consing: every term exists once per thread.
//!
//! A term is a pointer to an immutable node that lives until the process ends,
//! so terms are `Copy`, equality is pointer equality, and walking a term takes
//! no lock and no table. Nodes are numbered in the order of creation; the
//! order, the hash and every iteration over terms follow these numbers, hence
//! runs are deterministic. Terms cannot be sent to another thread.

pub(crate) mod op;

use std::cell::{Cell, RefCell};
use std::fmt;
use std::hash::{Hash, Hasher};
use std::slice;

use rustc_hash::{FxHashSet, FxHasher};

use self::op::{Op, VarName, Version};
use crate::region::{Nodes, Slices};
use crate::sort::{PackedSort, Sort};
use crate::table::{Key, Table};

/// A term: a Boolean formula, a number, an array, ...
#[derive(Clone, Copy)]
pub struct Term(&'static Node);

/// One line of the cache.
#[repr(C, align(64))]
struct Node {
    id: u32,
    /// The number of nodes of the term as a tree, saturating.
    size: u32,
    /// A Bloom filter of the variables inside: one bit for each, by its number.
    variable_bits: u64,
    arguments: *const Term,
    argument_count: u32,
    traits: Traits,
    op: Op,
    sort: PackedSort,
    /// The number of the negation plus one, if it was asked for.
    negation: Cell<u32>,
    /// The number of the set of free variables; zero if it was not asked for.
    free_variables: Cell<u32>,
}

const _: () = assert!(size_of::<Node>() == 64);

/// What is known about a term: no quantifier inside binds a variable with a higher level (zero if
/// there is no quantifier), and whether it is a value.
#[derive(Clone, Copy)]
struct Traits(u32);

impl Traits {
    #[inline(always)]
    fn new(bound_level: u32, is_value: bool) -> Traits {
        Traits(bound_level << 1 | u32::from(is_value))
    }

    #[inline(always)]
    fn bound_level(self) -> u32 {
        self.0 >> 1
    }

    #[inline(always)]
    fn is_value(self) -> bool {
        self.0 & 1 == 1
    }
}

struct Arena {
    table: Table,
    nodes: Nodes<Node>,
    arguments: Slices<Term>,
    /// Sets of variables, sorted, without the empty one.
    variable_sets: Vec<&'static [Term]>,
}

thread_local! {
    static ARENA: RefCell<Arena> = const {
        RefCell::new(Arena {
            table: Table::new(),
            nodes: Nodes::new(),
            arguments: Slices::new(),
            variable_sets: Vec::new(),
        })
    };
}

/// A node that may exist already, with everything about it that follows from its parts.
struct Draft<'a> {
    key: Key,
    op: Op,
    arguments: &'a [Term],
    sort: PackedSort,
    variable_bits: u64,
    size: u32,
    traits: Traits,
    is_variable: bool,
}

impl Draft<'_> {
    #[inline(always)] // the operator and the number of arguments are known to most callers
    fn new(op: Op, arguments: &[Term], sort: Sort) -> Draft<'_> {
        let (mut size, mut bound_level, mut variable_bits) = (1u64, 0, 0);
        let mut hasher = FxHasher::default();
        op.hash(&mut hasher);
        // Terms are built of terms that were built shortly before, or together with similar ones.
        let (mut leaves, mut newest) = (0u32, 0u32);
        for Term(argument) in arguments {
            hasher.write_u32(argument.id);
            match argument.size {
                1 => leaves = leaves.wrapping_add(argument.id),
                _ => newest = newest.max(argument.id),
            }
            size += u64::from(argument.size);
            bound_level = argument.traits.bound_level().max(bound_level);
            variable_bits |= argument.variable_bits;
        }
        // The arguments of most operators determine the sort.
        if arguments.is_empty() || matches!(op, Op::ConstArray) {
            sort.hash(&mut hasher);
        }
        let hash = hasher.finish() as u32;
        let home = match op {
            // Not too close, because the nodes that are built of other terms lie between them.
            Op::IntConst(value) => value.as_small().map_or(hash, |small| (small as u32).wrapping_mul(4)),
            _ if arguments.is_empty() => hash,
            _ => leaves.wrapping_add(newest),
        };
        if let Op::Forall(variables) | Op::Exists(variables) = op {
            bound_level = highest_level(bound_level, variables);
        }
        Draft {
            key: Key::new(hash, home),
            op,
            arguments,
            sort: PackedSort::new(sort),
            variable_bits,
            size: size.min(u64::from(u32::MAX)) as u32,
            traits: Traits::new(bound_level, has_only_values(op, arguments)),
            is_variable: matches!(op, Op::Var(_)),
        }
    }
}

/// True for constants, and for arrays that are written with constants alone.
#[inline(always)]
fn has_only_values(op: Op, arguments: &[Term]) -> bool {
    match op {
        Op::True | Op::False | Op::IntConst(_) | Op::RealConst(_) | Op::BvConst(_) => true,
        Op::FloatConst(_) | Op::RmConst(_) | Op::Element(_) => true,
        Op::Store | Op::ConstArray => arguments.iter().all(|a| a.0.traits.is_value()),
        _ => false,
    }
}

#[cold]
fn highest_level(inside: u32, bound: &[Term]) -> u32 {
    let level = bound.iter().filter_map(|v| v.bound_variable_level()).fold(inside, u32::max);
    debug_assert!(level > 0, "canonical names are numbered from one");
    level
}

/// Interns a node as it is. The constructors in [`crate::build`] call this
/// after they have simplified.
#[inline(always)]
pub(crate) fn intern(op: Op, arguments: &[Term], sort: Sort) -> Term {
    find_or_create(&Draft::new(op, arguments, sort))
}

#[inline(never)]
fn find_or_create(draft: &Draft<'_>) -> Term {
    ARENA.with(|arena| {
        let arena = &mut *arena.borrow_mut();
        let nodes = &arena.nodes;
        match arena.table.find(draft.key, |number| nodes.get(number).is(draft)) {
            Ok(number) => Term(arena.nodes.get(number)),
            Err(slot) => arena.create(draft, slot),
        }
    })
}

impl Arena {
    #[inline(never)] // leaves more registers to the search
    fn create(&mut self, draft: &Draft<'_>, slot: usize) -> Term {
        self.table.insert(draft.key, slot);
        let id = self.nodes.next();
        Term(self.nodes.push(Node {
            id,
            size: draft.size,
            variable_bits: if draft.is_variable { 1 << (id % 64) } else { draft.variable_bits },
            arguments: self.arguments.store(draft.arguments).as_ptr(),
            argument_count: draft.arguments.len() as u32,
            traits: draft.traits,
            op: draft.op,
            sort: draft.sort,
            negation: Cell::new(0),
            free_variables: Cell::new(0),
        }))
    }
}

/// The number of terms that exist.
pub(crate) fn term_count() -> u32 {
    ARENA.with(|arena| arena.borrow().nodes.next())
}

impl Node {
    #[inline(always)]
    fn arguments(&self) -> &'static [Term] {
        // SAFETY: the arguments were stored for ever when the node was created.
        unsafe { slice::from_raw_parts(self.arguments, self.argument_count as usize) }
    }

    #[inline(never)] // leaves more registers to the search
    fn is(&self, draft: &Draft<'_>) -> bool {
        self.arguments() == draft.arguments && self.op == draft.op && self.sort == draft.sort
    }
}

/// The number of the empty set of variables; zero is no number of a set.
const NO_VARIABLES: u32 = 1;
/// The number of the first set that is not empty.
const FIRST_SET: u32 = 2;

/// Stores a sorted set of variables for ever, and gives its number.
fn stored_set(set: Vec<Term>) -> u32 {
    if set.is_empty() {
        return NO_VARIABLES;
    }
    ARENA.with(|arena| {
        let sets = &mut arena.borrow_mut().variable_sets;
        sets.push(set.leak());
        sets.len() as u32 - 1 + FIRST_SET
    })
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
        self.0.arguments()
    }

    /// The sort of the term.
    pub fn sort(self) -> Sort {
        self.0.sort.sort()
    }

    /// The number of nodes, counted as a tree (saturating).
    pub fn size(self) -> u32 {
        self.0.size
    }

    /// True for constants: numbers, Booleans, rounding modes, elements of
    /// uninterpreted sorts, and arrays written with finitely many of them.
    pub fn is_value(self) -> bool {
        self.0.traits.is_value()
    }

    /// True if a quantifier occurs in the term.
    pub fn has_quantifier(self) -> bool {
        self.bound_level() > 0
    }

    /// A Bloom filter of the variables inside, bound ones included: if two terms' bits have nothing
    /// in common, neither have their variables.
    pub(crate) fn variable_bits(self) -> u64 {
        self.0.variable_bits
    }

    /// The negation, if it was asked for before.
    #[inline]
    pub(crate) fn known_negation(self) -> Option<Term> {
        let number = self.0.negation.get().checked_sub(1)?;
        Some(ARENA.with(|arena| Term(arena.borrow().nodes.get(number))))
    }

    pub(crate) fn remember_negation(self, negation: Term) {
        self.0.negation.set(negation.0.id + 1);
    }

    pub(crate) fn bound_level(self) -> u32 {
        self.0.traits.bound_level()
    }

    pub(crate) fn bound_variable_level(self) -> Option<u32> {
        match self.0.op {
            Op::Var(VarName { version: Version::Bound(level), .. }) => Some(level),
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
        if self.0.free_variables.get() == 0 {
            self.find_free_variables();
        }
        self.known_free_variables()
    }

    fn known_free_variables(self) -> &'static [Term] {
        match self.0.free_variables.get() {
            NO_VARIABLES => &[],
            number => ARENA.with(|arena| arena.borrow().variable_sets[(number - FIRST_SET) as usize]),
        }
    }

    #[cold]
    fn find_free_variables(self) {
        // Explicit stack: terms of long programs are deeper than the thread's stack.
        let mut stack = vec![self];
        while let Some(&top) = stack.last() {
            if top.0.free_variables.get() != 0 {
                stack.pop();
                continue;
            }
            let before = stack.len();
            stack.extend(top.0.arguments().iter().filter(|a| a.0.free_variables.get() == 0));
            if stack.len() == before {
                top.0.free_variables.set(top.compute_free_variables());
                stack.pop();
            }
        }
    }

    /// The number of the set, given those of the arguments.
    fn compute_free_variables(self) -> u32 {
        if self.is_var() {
            return stored_set(vec![self]);
        }
        let set_of = |a: &Term| (a.known_free_variables(), a.0.free_variables.get());
        let Some(largest) = self.arguments().iter().map(set_of).max_by_key(|(set, _)| set.len()) else {
            return NO_VARIABLES;
        };
        if let Op::Forall(bound) | Op::Exists(bound) = self.0.op {
            return stored_set(largest.0.iter().copied().filter(|v| !bound.contains(v)).collect());
        }
        let is_covered = |(set, number): (&[Term], u32)| {
            number == largest.1 || set.iter().all(|v| largest.0.binary_search(v).is_ok())
        };
        if self.arguments().iter().map(set_of).all(is_covered) {
            return largest.1; // share the set of the child
        }
        let mut all: Vec<Term> = self.arguments().iter().flat_map(|a| set_of(a).0).copied().collect();
        all.sort_unstable();
        all.dedup();
        stored_set(all)
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
                stack.extend(top.0.arguments().iter().rev().map(|&a| (a, false)));
            }
        }
    }

    /// The number of distinct subterms.
    pub fn dag_size(self) -> usize {
        let mut count = 0;
        self.visit_once(|_| count += 1);
        count
    }

    /// The number of variables bound by quantifiers; each quantifier counts once.
    pub fn bound_variables(self) -> usize {
        let mut count = 0;
        if self.has_quantifier() {
            self.visit_once(|t| {
                if let Op::Forall(bound) | Op::Exists(bound) = t.op() {
                    count += bound.len();
                }
            });
        }
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
