//! Blocks: edges that are transition formulas with named conjuncts.
//!
//! A block relates the values of the variables before it (plain variables) and
//! after it (primed variables) by a conjunction; auxiliary variables stand for
//! values in between and for the choice among branches. Dropping any conjunct
//! weakens the relation, so every subset of the conjuncts is an abstraction of
//! the block in the sense of Def. 4.1: a modified variable of which no conjunct
//! speaks is havoced.
//!
//! Sequences rename what the first part writes and the second overwrites to an
//! auxiliary variable. Branches that meet again guard their conjuncts by a
//! Boolean selector: `s ⇒ c` for one side, `¬s ⇒ c` for the other, and keep
//! what only the other side modifies.

use std::rc::Rc;

use base::index::typed_index;
use term::{Substitution, Term, Version, build as mk};

use crate::ir::{EdgeId, LocationId, Statement};

typed_index! {
    /// A block of a [`crate::BlockProgram`]: a letter of its alphabet.
    pub struct BlockId;
}

/// A conjunct of a block's transition formula.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Conjunct {
    /// Over plain, primed and auxiliary variables.
    pub formula: Term,
    /// The edge of the control-flow graph that it comes from; `None` for what joins branches.
    pub origin: Option<EdgeId>,
    /// Other edges that demand the same: branches that were joined.
    pub shared: Vec<EdgeId>,
    /// If this is the first half of an equality: the conjunction with the next conjunct, its other half.
    pub joined: Option<Term>,
}

/// The kept conjuncts of a block, with both halves of an equality joined.
pub(crate) fn joined(conjuncts: &[Conjunct], kept: &[usize]) -> Vec<Term> {
    let mut result = Vec::with_capacity(kept.len());
    let mut position = 0;
    while let Some(&index) = kept.get(position) {
        position += 1;
        match conjuncts[index].joined {
            Some(whole) if kept.get(position) == Some(&(index + 1)) => {
                position += 1;
                result.push(whole);
            }
            _ => result.push(conjuncts[index].formula),
        }
    }
    result
}

/// How a block is made of edges.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum BlockPath {
    /// A single edge.
    Edge(EdgeId),
    /// One after the other.
    Sequence(Rc<BlockPath>, Rc<BlockPath>),
    /// The first if the selector is true, otherwise the second.
    Choice(Term, Rc<BlockPath>, Rc<BlockPath>),
}

/// A transition between two locations.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Block {
    /// Where it starts, as a location of the control-flow graph.
    pub source: LocationId,
    /// Where it leads.
    pub destination: LocationId,
    /// The transition formula, conjunct by conjunct.
    pub conjuncts: Vec<Conjunct>,
    /// The variables it may change, sorted.
    pub modified: Vec<Term>,
    /// The auxiliary variables of the conjuncts.
    pub auxiliaries: Vec<Term>,
    /// The edges it is made of.
    pub path: Rc<BlockPath>,
}

/// The value of a variable after a block.
pub fn primed(variable: Term) -> Term {
    mk::with_version(variable, Version::Primed)
}

impl Block {
    /// The block of a single statement, which must not be a call.
    pub fn of_statement(
        source: LocationId,
        destination: LocationId,
        edge: EdgeId,
        statement: &Statement,
    ) -> Block {
        let formulas: Vec<Term> = match statement {
            Statement::Assume(condition) => mk::conjuncts(*condition),
            Statement::Assign(pairs) => {
                pairs.iter().map(|(variable, expression)| mk::eq(primed(*variable), *expression)).collect()
            }
            Statement::Havoc(_) => Vec::new(),
            Statement::Call(_) => unreachable!("calls are inlined before blocks are built"),
        };
        let conjuncts = formulas
            .into_iter()
            .map(|formula| Conjunct { formula, origin: Some(edge), shared: Vec::new(), joined: None })
            .collect();
        let mut modified = statement.modified();
        modified.sort_unstable();
        let path = Rc::new(BlockPath::Edge(edge));
        Block { source, destination, conjuncts, modified, auxiliaries: Vec::new(), path }
    }

    fn modifies(&self, variable: Term) -> bool {
        self.modified.binary_search(&variable).is_ok()
    }

    /// This block and then the other.
    pub fn then(&self, next: &Block) -> Block {
        debug_assert_eq!(self.destination, next.source);
        // Auxiliary variables of both parts must differ; a block may be used in several places.
        let next = next.with_fresh_auxiliaries(&self.auxiliaries);
        let mut first = Substitution::new();
        let mut second = Substitution::new();
        let mut auxiliaries = self.auxiliaries.clone();
        for &variable in &self.modified {
            if next.modifies(variable) {
                let name = variable.as_var().expect("a variable").base;
                let middle = mk::fresh_var(name.as_str(), variable.sort());
                first.insert(primed(variable), middle);
                second.insert(variable, middle);
                auxiliaries.push(middle);
            } else {
                second.insert(variable, primed(variable));
            }
        }
        auxiliaries.extend(&next.auxiliaries);
        let mut conjuncts = rename_all(&self.conjuncts, &first);
        conjuncts.extend(rename_all(&next.conjuncts, &second));
        let mut modified: Vec<Term> = self.modified.iter().chain(&next.modified).copied().collect();
        modified.sort_unstable();
        modified.dedup();
        let path = Rc::new(BlockPath::Sequence(self.path.clone(), next.path.clone()));
        Block { source: self.source, destination: next.destination, conjuncts, modified, auxiliaries, path }
            .without_idle_auxiliaries()
    }

    /// This block or the other, between the same locations.
    pub fn or(&self, other: &Block) -> Block {
        debug_assert_eq!((self.source, self.destination), (other.source, other.destination));
        let other = other.with_fresh_auxiliaries(&self.auxiliaries);
        let selector = mk::fresh_var("branch", term::Sort::Bool);
        let mut conjuncts = Vec::new();
        for conjunct in &self.conjuncts {
            if let Some(same) = other.conjuncts.iter().find(|c| c.formula == conjunct.formula) {
                conjuncts.push(conjunct.shared_with(same)); // both sides demand it
            } else {
                conjuncts.push(conjunct.guarded(mk::not(selector)));
            }
        }
        for conjunct in &other.conjuncts {
            if !self.conjuncts.iter().any(|c| c.formula == conjunct.formula) {
                conjuncts.push(conjunct.guarded(selector));
            }
        }
        for (here, there, otherwise) in [(self, &other, selector), (&other, self, mk::not(selector))] {
            for &variable in here.modified.iter().filter(|v| !there.modifies(**v)) {
                let kept = mk::eq(primed(variable), variable);
                conjuncts.push(Conjunct::of_no_edge(mk::or2(otherwise, kept)));
            }
        }
        let mut modified: Vec<Term> = self.modified.iter().chain(&other.modified).copied().collect();
        modified.sort_unstable();
        modified.dedup();
        let mut auxiliaries = self.auxiliaries.clone();
        auxiliaries.extend(&other.auxiliaries);
        auxiliaries.push(selector);
        let path = Rc::new(BlockPath::Choice(selector, self.path.clone(), other.path.clone()));
        Block { conjuncts, modified, auxiliaries, path, ..self.clone() }
    }

    /// The block with other names for the auxiliary variables that are taken.
    fn with_fresh_auxiliaries(&self, taken: &[Term]) -> Block {
        let mut renaming = Substitution::new();
        for &auxiliary in self.auxiliaries.iter().filter(|a| taken.contains(a)) {
            let name = auxiliary.as_var().expect("a variable").base;
            let stem = name.as_str().split('!').next().unwrap_or("aux");
            renaming.insert(auxiliary, mk::fresh_var(stem, auxiliary.sort()));
        }
        if renaming.is_empty() {
            return self.clone();
        }
        Block {
            conjuncts: rename_all(&self.conjuncts, &renaming),
            auxiliaries: self.auxiliaries.iter().map(|a| renaming.get(*a).unwrap_or(*a)).collect(),
            path: rename_path(&self.path, &renaming),
            ..self.clone()
        }
    }

    /// Auxiliary variables that no conjunct mentions say nothing, except for selectors, which
    /// tell the path.
    fn without_idle_auxiliaries(mut self) -> Block {
        let Block { auxiliaries, conjuncts, path, .. } = &mut self;
        auxiliaries.retain(|a| conjuncts.iter().any(|c| c.formula.has_free(*a)) || path.has_selector(*a));
        self
    }

    /// The transition formula.
    pub fn formula(&self) -> Term {
        let all: Vec<usize> = (0..self.conjuncts.len()).collect();
        mk::and(joined(&self.conjuncts, &all))
    }

    /// The edges that the block takes under the given values of its selectors.
    pub fn edges(&self, is_true: &mut dyn FnMut(Term) -> bool) -> Vec<EdgeId> {
        let mut edges = Vec::new();
        let mut stack = vec![&self.path];
        while let Some(path) = stack.pop() {
            match &**path {
                BlockPath::Edge(edge) => edges.push(*edge),
                BlockPath::Sequence(first, second) => stack.extend([second, first]),
                BlockPath::Choice(selector, first, second) => {
                    stack.push(if is_true(*selector) { first } else { second });
                }
            }
        }
        edges
    }

    /// All edges that the block may take, each once, in the order of the path.
    pub fn all_edges(&self) -> Vec<EdgeId> {
        let mut edges = Vec::new();
        let mut stack = vec![&self.path];
        while let Some(path) = stack.pop() {
            match &**path {
                BlockPath::Edge(edge) => edges.push(*edge),
                BlockPath::Sequence(first, second) | BlockPath::Choice(_, first, second) => {
                    stack.extend([second, first]);
                }
            }
        }
        let mut seen = rustc_hash::FxHashSet::default();
        edges.retain(|edge| seen.insert(*edge));
        edges
    }
}

impl Conjunct {
    /// `¬condition ∨ formula`, conjunct by conjunct.
    fn guarded(&self, negated_condition: Term) -> Conjunct {
        self.renamed(mk::or2(negated_condition, self.formula))
    }

    /// A conjunct that comes from no edge.
    pub fn of_no_edge(formula: Term) -> Conjunct {
        Conjunct { formula, origin: None, shared: Vec::new(), joined: None }
    }

    /// The edges that it comes from.
    pub fn origins(&self) -> impl Iterator<Item = EdgeId> + '_ {
        self.origin.into_iter().chain(self.shared.iter().copied())
    }

    fn renamed(&self, formula: Term) -> Conjunct {
        Conjunct { formula, origin: self.origin, shared: self.shared.clone(), joined: None }
    }

    fn shared_with(&self, other: &Conjunct) -> Conjunct {
        let mut shared: Vec<EdgeId> = self.shared.iter().copied().chain(other.origins()).collect();
        shared.retain(|edge| Some(*edge) != self.origin);
        shared.sort_unstable();
        shared.dedup();
        Conjunct { shared, ..self.clone() }
    }
}

impl BlockPath {
    fn has_selector(&self, selector: Term) -> bool {
        let mut stack = vec![self];
        while let Some(path) = stack.pop() {
            match path {
                BlockPath::Edge(_) => {}
                BlockPath::Choice(other, ..) if *other == selector => return true,
                BlockPath::Sequence(first, second) | BlockPath::Choice(_, first, second) => {
                    stack.extend([&**first, &**second]);
                }
            }
        }
        false
    }
}

fn rename_all(conjuncts: &[Conjunct], renaming: &Substitution) -> Vec<Conjunct> {
    let renamed = |c: &Conjunct| c.renamed(renaming.apply(c.formula));
    conjuncts.iter().map(renamed).filter(|c| !c.formula.is_true()).collect()
}

fn rename_path(path: &Rc<BlockPath>, renaming: &Substitution) -> Rc<BlockPath> {
    match &**path {
        BlockPath::Edge(_) => path.clone(),
        BlockPath::Sequence(first, second) => {
            Rc::new(BlockPath::Sequence(rename_path(first, renaming), rename_path(second, renaming)))
        }
        BlockPath::Choice(selector, first, second) => Rc::new(BlockPath::Choice(
            renaming.get(*selector).unwrap_or(*selector),
            rename_path(first, renaming),
            rename_path(second, renaming),
        )),
    }
}
