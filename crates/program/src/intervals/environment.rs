//! What is known at a location: an interval for each variable that has bounds, and some facts about linear terms.
//!
//! A program has thousands of variables at thousands of locations, and most of them are the same at neighbours. The
//! intervals are therefore a persistent map, a Patricia tree over the numbers of the variables (Okasaki and Gill,
//! *Fast mergeable integer maps*): changing a variable copies a path, and joining two maps skips what they share.
//! Joining keeps the left map itself if nothing changes, so that pointers tell whether a fixpoint is reached.
//!
//! Facts are few and recent. They carry what intervals of single variables cannot: that `x + y` is at most 100 after
//! a test of it, or that `a[i]`, which was just read, is a byte.

use std::rc::Rc;

use term::number::Number;
use term::polynomial::Polynomial;
use term::{Op, Sort, Term};

use super::interval::Interval;

/// No more facts are kept.
const MAX_FACTS: usize = 16;

/// A node of the tree: all keys below a branch agree above its bit.
enum Node {
    Leaf { key: Term, values: Interval },
    Branch { prefix: u32, bit: u32, zero: Tree, one: Tree },
}

type Tree = Rc<Node>;

fn leaf(key: Term, values: Interval) -> Tree {
    Rc::new(Node::Leaf { key, values })
}

/// The bits above `bit`.
fn prefix_of(key: u32, bit: u32) -> u32 {
    key & !(bit | (bit - 1))
}

fn branch(prefix: u32, bit: u32, zero: Option<Tree>, one: Option<Tree>) -> Option<Tree> {
    match (zero, one) {
        (Some(zero), Some(one)) => Some(Rc::new(Node::Branch { prefix, bit, zero, one })),
        (zero, one) => zero.or(one),
    }
}

/// A tree of two trees whose keys differ.
fn union_of(a_key: u32, a: Tree, b_key: u32, b: Tree) -> Tree {
    let bit = 1 << (31 - (a_key ^ b_key).leading_zeros());
    let (zero, one) = if a_key & bit == 0 { (a, b) } else { (b, a) };
    Rc::new(Node::Branch { prefix: prefix_of(a_key, bit), bit, zero, one })
}

fn insert(tree: &Tree, key: Term, values: Interval) -> Tree {
    let id = key.id();
    match &**tree {
        Node::Leaf { key: other, values: old } if *other == key => {
            if *old == values {
                tree.clone()
            } else {
                leaf(key, values)
            }
        }
        Node::Leaf { key: other, .. } => union_of(id, leaf(key, values), other.id(), tree.clone()),
        Node::Branch { prefix, bit, .. } if prefix_of(id, *bit) != *prefix => {
            union_of(id, leaf(key, values), *prefix, tree.clone())
        }
        Node::Branch { prefix, bit, zero, one } => {
            let side = if id & bit == 0 { zero } else { one };
            let new = insert(side, key, values);
            if Rc::ptr_eq(&new, side) {
                return tree.clone();
            }
            let (zero, one) = if id & bit == 0 { (new, one.clone()) } else { (zero.clone(), new) };
            Rc::new(Node::Branch { prefix: *prefix, bit: *bit, zero, one })
        }
    }
}

fn remove(tree: &Tree, key: Term) -> Option<Tree> {
    let id = key.id();
    match &**tree {
        Node::Leaf { key: other, .. } => (*other != key).then(|| tree.clone()),
        Node::Branch { prefix, bit, .. } if prefix_of(id, *bit) != *prefix => Some(tree.clone()),
        Node::Branch { prefix, bit, zero, one } => {
            let side = if id & bit == 0 { zero } else { one };
            match remove(side, key) {
                Some(same) if Rc::ptr_eq(&same, side) => Some(tree.clone()),
                new if id & bit == 0 => branch(*prefix, *bit, new, Some(one.clone())),
                new => branch(*prefix, *bit, Some(zero.clone()), new),
            }
        }
    }
}

fn get(tree: &Tree, key: Term) -> Option<Interval> {
    let mut node = tree;
    loop {
        match &**node {
            Node::Leaf { key: other, values } => return (*other == key).then_some(*values),
            Node::Branch { bit, zero, one, .. } => node = if key.id() & bit == 0 { zero } else { one },
        }
    }
}

/// The keys of both trees, with what `merge` makes of their values; `None` removes a key. Equal values must give the
/// same value.
fn intersect(
    a: &Tree,
    b: &Tree,
    merge: &mut dyn FnMut(Term, Interval, Interval) -> Option<Interval>,
) -> Option<Tree> {
    if Rc::ptr_eq(a, b) {
        return Some(a.clone());
    }
    match (&**a, &**b) {
        (Node::Leaf { key, values }, _) => {
            let merged = merge(*key, *values, get(b, *key)?)?;
            Some(if merged == *values { a.clone() } else { leaf(*key, merged) })
        }
        (_, Node::Leaf { key, values }) => Some(leaf(*key, merge(*key, get(a, *key)?, *values)?)),
        (
            Node::Branch { prefix, bit, zero, one },
            Node::Branch { prefix: other_prefix, bit: other_bit, zero: other_zero, one: other_one },
        ) => {
            if bit == other_bit && prefix == other_prefix {
                let (new_zero, new_one) =
                    (intersect(zero, other_zero, merge), intersect(one, other_one, merge));
                let is_same =
                    |new: &Option<Tree>, old: &Tree| new.as_ref().is_some_and(|new| Rc::ptr_eq(new, old));
                if is_same(&new_zero, zero) && is_same(&new_one, one) {
                    return Some(a.clone());
                }
                branch(*prefix, *bit, new_zero, new_one)
            } else if bit > other_bit && prefix_of(*other_prefix, *bit) == *prefix {
                intersect(if other_prefix & bit == 0 { zero } else { one }, b, merge)
            } else if bit < other_bit && prefix_of(*prefix, *other_bit) == *other_prefix {
                intersect(a, if prefix & other_bit == 0 { other_zero } else { other_one }, merge)
            } else {
                None
            }
        }
    }
}

/// A sum of monomials with coprime coefficients, the first one positive.
pub(super) type Form = Vec<(Term, Number)>;

/// The form of a polynomial without its constant, and whether the sign was changed; `None` for constants and for
/// single variables, which have intervals of their own.
pub(super) fn form_of(polynomial: &Polynomial) -> Option<(Form, bool)> {
    let (first, coefficient) = polynomial.monomials.first()?;
    if polynomial.monomials.len() == 1 && first.is_var() {
        return None;
    }
    let is_negative = coefficient.signum() < 0;
    let oriented = |c: &Number| if is_negative { c.neg() } else { c.clone() };
    Some((polynomial.monomials.iter().map(|(m, c)| (*m, oriented(c))).collect(), is_negative))
}

/// A fact: where the value of a form lies.
#[derive(Clone, PartialEq)]
pub(super) struct Fact {
    pub form: Form,
    pub values: Interval,
}

/// What is known at a location.
#[derive(Clone, Default)]
pub(crate) struct Environment {
    bounds: Option<Tree>,
    facts: Option<Rc<Vec<Fact>>>,
}

impl Environment {
    /// Where the value of an integer or Boolean variable lies.
    pub fn get(&self, variable: Term) -> Interval {
        let known = self.bounds.as_ref().and_then(|tree| get(tree, variable));
        known.unwrap_or_else(|| Interval::of_sort(variable.sort()))
    }

    /// Sets the interval of a variable.
    pub fn set(&mut self, variable: Term, values: Interval) {
        if !matches!(variable.sort(), Sort::Int | Sort::Bool) {
            return;
        }
        if values == Interval::of_sort(variable.sort()) {
            self.bounds = self.bounds.as_ref().and_then(|tree| remove(tree, variable));
        } else {
            self.bounds = Some(match &self.bounds {
                Some(tree) => insert(tree, variable, values),
                None => leaf(variable, values),
            });
        }
    }

    /// Forgets everything about a variable.
    pub fn forget(&mut self, variable: Term) {
        self.set(variable, Interval::of_sort(variable.sort()));
        let mentions = |fact: &Fact| fact.form.iter().any(|(monomial, _)| monomial.has_free(variable));
        if self.facts().iter().any(mentions) {
            let kept: Vec<Fact> = self.facts().iter().filter(|fact| !mentions(fact)).cloned().collect();
            self.facts = (!kept.is_empty()).then(|| Rc::new(kept));
        }
    }

    /// The facts.
    pub fn facts(&self) -> &[Fact] {
        self.facts.as_ref().map_or(&[], |facts| facts.as_slice())
    }

    /// Where the value of a form lies.
    pub fn fact(&self, form: &[(Term, Number)]) -> Interval {
        let known = self.facts().iter().find(|fact| fact.form == form);
        known.map_or(Interval::ALL, |fact| fact.values)
    }

    /// Learns where the value of a form lies. `None` if that is impossible.
    pub fn learn(&mut self, form: Form, values: Interval) -> Option<()> {
        let position = self.facts().iter().position(|fact| fact.form == form);
        let values = position.map_or(Some(values), |position| self.facts()[position].values.meet(values))?;
        if position.is_some_and(|position| self.facts()[position].values == values) || values == Interval::ALL
        {
            return Some(());
        }
        let mut facts = self.facts().to_vec();
        if let Some(position) = position {
            facts.remove(position);
        } else if facts.len() == MAX_FACTS {
            facts.remove(0);
        }
        facts.push(Fact { form, values });
        self.facts = Some(Rc::new(facts));
        Some(())
    }

    /// What holds in both environments.
    pub fn join(&self, other: &Environment) -> Environment {
        let merge = &mut |variable: Term, a: Interval, b: Interval| {
            let joined = a.join(b);
            (joined != Interval::of_sort(variable.sort())).then_some(joined)
        };
        let facts =
            self.common_facts(other, |a, b| Some(a.join(b)).filter(|joined| *joined != Interval::ALL));
        Environment { bounds: self.common_bounds(other, merge), facts }
    }

    /// An upper bound of both that is reached after finitely many steps; `self` is the older one.
    pub fn widen(&self, larger: &Environment, thresholds: &[i128]) -> Environment {
        let merge = &mut |variable: Term, a: Interval, b: Interval| {
            let widened = a.widen(a.join(b), thresholds);
            (widened != Interval::of_sort(variable.sort())).then_some(widened)
        };
        let facts = self.common_facts(larger, |a, b| b.is_within(a).then_some(a));
        Environment { bounds: self.common_bounds(larger, merge), facts }
    }

    fn common_bounds(
        &self,
        other: &Environment,
        merge: &mut dyn FnMut(Term, Interval, Interval) -> Option<Interval>,
    ) -> Option<Tree> {
        intersect(self.bounds.as_ref()?, other.bounds.as_ref()?, merge)
    }

    fn common_facts(
        &self,
        other: &Environment,
        merge: impl Fn(Interval, Interval) -> Option<Interval>,
    ) -> Option<Rc<Vec<Fact>>> {
        let (own, others) = (self.facts.as_ref()?, other.facts.as_ref()?);
        if Rc::ptr_eq(own, others) {
            return Some(own.clone());
        }
        let common = |fact: &Fact| {
            let found = others.iter().find(|other| other.form == fact.form)?;
            Some(Fact { form: fact.form.clone(), values: merge(fact.values, found.values)? })
        };
        let kept: Vec<Fact> = own.iter().filter_map(common).collect();
        if kept == **own { Some(own.clone()) } else { (!kept.is_empty()).then(|| Rc::new(kept)) }
    }

    /// Whether two environments are the same object. Equal ones may be told apart.
    pub fn is_same(&self, other: &Environment) -> bool {
        fn same<T>(a: &Option<Rc<T>>, b: &Option<Rc<T>>) -> bool {
            match (a, b) {
                (Some(a), Some(b)) => Rc::ptr_eq(a, b),
                (a, b) => a.is_none() && b.is_none(),
            }
        }
        same(&self.bounds, &other.bounds) && same(&self.facts, &other.facts)
    }

    /// All variables with bounds, in the order of their numbers.
    pub fn bounds(&self) -> Vec<(Term, Interval)> {
        let mut all = Vec::new();
        let mut stack: Vec<&Tree> = self.bounds.iter().collect();
        while let Some(node) = stack.pop() {
            match &**node {
                Node::Leaf { key, values } => all.push((*key, *values)),
                Node::Branch { zero, one, .. } => stack.extend([one, zero]),
            }
        }
        all
    }
}

/// Whether a term may be the single monomial of a fact: something that is read from memory.
pub(super) fn is_read(term: Term) -> bool {
    matches!(term.op(), Op::Select | Op::Apply(_)) && term.sort() == Sort::Int
}
