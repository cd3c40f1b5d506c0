//! InterpChecker (Tian, Duan, Duan, Ong: More Effective Interpolations in Software Model Checking, ASE 2017): an abstract
//! reachability tree, explored depth first, with three attributes of each location.
//!
//! - R, the reachability interpolants (Def. 1): the predicates of a location. The label of a new state is the conjunction
//!   of those that hold behind its last block. A spurious path conjoins its assertions to its own states.
//! - S, the safety interpolants (Def. 2, [`safety`]): a prefix that implies a full one is not explored further.
//! - E, the error interpolants (Def. 3, [`error`]): a prefix that implies one is completed to a path to the error.
//!
//! Locations that cannot reach a target are pruned (Sect. IV.A), and weights choose among branches (Sect. IV.B,
//! [`weights`]).
//!
//! The proof: every edge of the tree is a valid Hoare triple between its labels, a covered state implies the state that
//! covers it, and a state that S cuts off implies the full interpolant of its location: its label is made strong enough
//! by interpolants of its path. Full interpolants are inductive together. So the disjunction of the labels at a location,
//! and of its full interpolant where one was used, is inductive.

mod error;
mod interpolation;
mod safety;
mod shape;
mod tree;
mod weights;
mod worth;

use std::collections::BTreeMap;
use std::time::Duration;

use base::index::IndexVec;
use base::{Exhausted, Statistics};
use program::{BlockId, BlockProgram, LocationId, Proof, Trace};
use refine::{AssertionSequence, Source, Validity, within};
use rustc_hash::FxHashMap;
use smt::{CheckResult, Limits};
use term::{Term, build as mk};

use crate::cegar::{Abstraction, Cegar, Goal, Tools};
use crate::engine::EngineKind;
use crate::exploration::{Attributes, Ending, Exploration, ExploredState};
use crate::options::InterpOptions;
use crate::reachability::NodeId;
use error::Errors;
use interpolation::Interpolation;
use safety::Safety;
use shape::Shape;
use tree::Tree;
use weights::Weights;
use worth::Worth;

/// InterpChecker as a kind of engine.
pub const KIND: EngineKind = EngineKind {
    name: "interp",
    summary: "InterpChecker: a tree explored depth first, cut by safety and error interpolants",
    open: |program, options, mut parts| {
        let abstraction = InterpChecker::new(program, options.interp, parts.backward.take());
        Box::new(Cegar::new(program, options, parts, abstraction))
    },
};

/// The longest that an implication may take.
const IMPLICATION_LIMITS: Limits = Limits { time: Some(Duration::from_secs(1)), memory_mb: None };

/// A solver is asked whether so many states, the youngest ones, cover a state; of the others syntax decides.
const MAX_ASKED: usize = 6;

/// A location has no more predicates than so many.
const MAX_PREDICATES: usize = 40;

/// The tree of a program, and the attributes of its locations.
struct InterpChecker<'p> {
    program: &'p BlockProgram,
    options: InterpOptions,
    shape: Shape,
    tree: Tree<'p>,
    /// The R-interpolants.
    predicates: IndexVec<LocationId, Vec<Term>>,
    safety: Safety,
    errors: Errors,
    weights: Weights,
    /// Whether spurious paths still make safety interpolants full.
    safety_worth: Worth,
    interpolation: Interpolation,
    implications: FxHashMap<(Term, Term), bool>,
    counters: Counters,
}

#[derive(Default)]
struct Counters {
    paths: u64,
    states: u64,
    spurious: u64,
    pruned: u64,
    cut: u64,
    covered: u64,
    most_states: u64,
}

impl<'p> InterpChecker<'p> {
    fn new(
        program: &'p BlockProgram,
        options: InterpOptions,
        source: Option<Box<dyn Source>>,
    ) -> InterpChecker<'p> {
        let shape = Shape::of(program);
        let is_explored =
            |block: &BlockId| !options.prunes || shape.reaches_target[program.blocks[*block].destination];
        let blocks = |location: LocationId| {
            program.outgoing[location].iter().copied().filter(is_explored).collect::<Vec<_>>()
        };
        let explored = program.cfg.locations.ids().map(blocks).collect();
        InterpChecker {
            program,
            options,
            tree: Tree::new(program, explored),
            predicates: IndexVec::from_elem(Vec::new(), program.cfg.locations.len()),
            safety: Safety::new(program, &shape),
            errors: Errors::new(program),
            weights: Weights::new(program),
            safety_worth: Worth::default(),
            interpolation: Interpolation::new(program, source),
            implications: FxHashMap::default(),
            counters: Counters::default(),
            shape,
        }
    }

    /// Whether one formula implies another, as far as that is known soon.
    fn implies(&mut self, premise: Term, conclusion: Term, tools: &mut Tools<'_>) -> bool {
        if is_part(conclusion, premise) {
            return true;
        }
        if let Some(&known) = self.implications.get(&(premise, conclusion)) {
            return known;
        }
        let Tools { auxiliary, budget, .. } = tools;
        auxiliary.push();
        self.program.cfg.axioms.iter().for_each(|axiom| auxiliary.assert(*axiom));
        auxiliary.assert(premise);
        let answer = auxiliary.check(&[mk::not(conclusion)], within(IMPLICATION_LIMITS, budget));
        auxiliary.pop(1);
        let holds = answer == CheckResult::Unsat;
        if budget.check().is_ok() {
            self.implications.insert((premise, conclusion), holds);
        }
        holds
    }

    /// Whether everything behind a state is safe by its safety interpolant. The label is made to imply it.
    fn is_pruned_by_safety(&mut self, node: NodeId, tools: &mut Tools<'_>) -> bool {
        let full = self.safety.full(self.tree.location(node));
        if !self.options.safety || full.is_false() {
            return false;
        }
        let label = self.tree.label(node);
        if !self.implies(label, full, tools) {
            let follows = self.tree.parent(node).is_some_and(|(parent, block)| {
                let pre = self.tree.label(parent);
                tools.hoare.check_soon(self.program, pre, block, full, tools.budget) == Validity::Valid
            });
            if follows {
                self.tree.strengthen(node, full);
            } else if !self.strengthen_prefix(node, full, tools) {
                return false;
            }
        }
        self.counters.pruned += 1;
        self.counters.paths += 1;
        self.tree.end(node, Ending::PrunedBySafety);
        true
    }

    /// If all executions along the path to a state satisfy a formula, makes the labels of the path say so.
    fn strengthen_prefix(&mut self, node: NodeId, formula: Term, tools: &mut Tools<'_>) -> bool {
        let trace = self.tree.trace(node);
        let Some(assertions) = self.interpolation.implied(&trace, formula, tools) else { return false };
        let path = self.tree.along(&trace);
        // Without these predicates, later states on a loop would have to learn the same one by one.
        self.learn(&trace, &assertions);
        // The path may be infeasible by itself.
        let is_refuted = self.conjoin(&path, &assertions);
        if !is_refuted {
            self.tree.strengthen(node, formula);
        }
        !is_refuted
    }

    /// Conjoins assertions to the states of a path, and says whether one of them is `false`.
    fn conjoin(&mut self, path: &[NodeId], assertions: &[Term]) -> bool {
        for (&node, &assertion) in path.iter().zip(assertions) {
            if assertion.is_false() {
                self.tree.refute(node);
                return true;
            }
            if !is_part(assertion, self.tree.label(node)) {
                self.tree.strengthen(node, assertion);
            }
        }
        false
    }

    /// Looks for a state of the same location whose label is implied.
    fn is_covered_now(&mut self, node: NodeId, tools: &mut Tools<'_>) -> bool {
        let (label, location) = (self.tree.label(node), self.tree.location(node));
        let is_candidate = |other: &NodeId| {
            !self.tree.is_covered(*other)
                && *other != node
                && self.tree.ending(*other) != Ending::PrunedBySafety
        };
        let candidates: Vec<NodeId> = self.tree.at(location).iter().copied().filter(is_candidate).collect();
        let by_syntax = candidates.iter().copied().find(|other| is_part(self.tree.label(*other), label));
        let by = by_syntax.or_else(|| {
            let asked = candidates.iter().rev().take(MAX_ASKED).copied();
            asked.into_iter().find(|other| {
                let conclusion = self.tree.label(*other);
                self.implies(label, conclusion, tools)
            })
        });
        let Some(by) = by else { return false };
        self.counters.covered += 1;
        self.tree.cover(node, by);
        true
    }

    /// A trace that the error interpolant of a state suggests.
    fn suggestion(
        &mut self,
        node: NodeId,
        goal: (Goal, &dyn Fn(LocationId) -> bool),
        tools: &mut Tools<'_>,
    ) -> Option<Trace> {
        if !self.options.error || !self.errors.has_suggestions(self.tree.location(node)) {
            return None;
        }
        let prefix = self.tree.trace(node);
        let interpolation = &mut self.interpolation;
        let trace = self.errors.completion(self.program, &prefix, goal, interpolation, tools)?;
        self.counters.cut += 1;
        self.counters.paths += 1;
        self.tree.mark_suggested(node);
        Some(trace)
    }

    /// Explores the next successor of a state; without one, the state is done.
    fn explore(&mut self, node: NodeId, tools: &mut Tools<'_>) -> Result<(), Exhausted> {
        let (weights, has_weights) = (&self.weights, self.options.weights);
        let rank = |block| if has_weights { weights.rank(block) } else { (0, 0) };
        let Some(block) = self.tree.take_block(node, rank) else {
            let is_end = !self.tree.has_children(node);
            self.counters.paths += u64::from(is_end);
            self.tree.end(node, if is_end { Ending::End } else { Ending::Explored });
            return Ok(());
        };
        let label = self.successor(node, block, tools);
        // What was interrupted is weaker than it could be.
        tools.budget.check().inspect_err(|_| self.tree.return_block(node, block))?;
        if let Some(label) = label {
            self.counters.states += 1;
            let child = self.tree.add(node, block, label);
            self.counters.paths += u64::from(self.program.target(self.tree.location(child)).is_some());
            self.counters.most_states = self.counters.most_states.max(self.tree.size() as u64);
        }
        Ok(())
    }

    /// The label behind a block: the predicates that hold there, and what S says and the block keeps. Nothing if no
    /// execution takes the block.
    fn successor(&mut self, node: NodeId, block: BlockId, tools: &mut Tools<'_>) -> Option<Term> {
        let (program, pre) = (self.program, self.tree.label(node));
        let Tools { hoare, budget, .. } = tools;
        let destination = program.blocks[block].destination;
        if program.target(destination).is_some() {
            let is_blocked = hoare.check(program, pre, block, mk::ff(), budget) == Validity::Valid;
            return (!is_blocked).then(mk::tt);
        }
        if hoare.check_soon(program, pre, block, mk::ff(), budget) == Validity::Valid {
            return None;
        }
        let holds = |post: &&Term| hoare.check_soon(program, pre, block, **post, budget) == Validity::Valid;
        let predicates = self.predicates[destination].iter().filter(holds).copied();
        Some(mk::and(predicates.chain(self.safety.kept(pre, &program.blocks[block]))))
    }

    /// A state that was covered may have a label from before its location had predicates, and before the state above it
    /// learned something.
    fn refresh(&mut self, node: NodeId, tools: &mut Tools<'_>) {
        let Some((parent, block)) = self.tree.parent(node) else { return };
        let (program, pre) = (self.program, self.tree.label(parent));
        for position in 0..self.predicates[self.tree.location(node)].len() {
            let predicate = self.predicates[self.tree.location(node)][position];
            let Tools { hoare, budget, .. } = tools;
            if !is_part(predicate, self.tree.label(node))
                && hoare.check_soon(program, pre, block, predicate, budget) == Validity::Valid
            {
                self.tree.strengthen(node, predicate);
            }
        }
    }

    /// Adds the predicates of a sequence (Def. 1).
    fn learn(&mut self, trace: &Trace, assertions: &[Term]) {
        for (position, &assertion) in assertions.iter().enumerate().skip(1) {
            let known = &mut self.predicates[trace.location(self.program, position)];
            if assertion.is_false() {
                break;
            }
            for part in mk::conjuncts(assertion) {
                let is_wanted = !part.is_true() && !part.has_quantifier() && known.len() < MAX_PREDICATES;
                if is_wanted && !known.contains(&part) {
                    known.push(part);
                }
            }
        }
    }

    /// Updates S, E and the weights.
    fn learn_interpolants(&mut self, trace: &Trace, sequences: &[AssertionSequence], tools: &mut Tools<'_>) {
        let has_safety = self.options.safety && self.safety_worth.is_given();
        let has_error = self.options.error && self.errors.worth.is_given();
        if !has_safety && !has_error {
            return;
        }
        let Some(spurious) = self.interpolation.spurious(trace, sequences, tools) else { return };
        if has_error {
            self.errors.update(self.program, trace, &spurious);
        }
        if !has_safety {
            return;
        }
        let graph = (self.program, &self.shape);
        let new_full = self.safety.update(graph, trace, &spurious, &mut self.interpolation, tools);
        self.safety_worth.note(!new_full.is_empty());
        if self.options.weights {
            let last = spurious.length.checked_sub(2).map(|step| trace.blocks[step]);
            let safety = &self.safety;
            let is_full = |location| safety.is_full(location);
            self.weights.update(self.program, &self.shape, &new_full, last, &is_full);
        }
    }

    /// Whether the safety interpolant of the entry is full and holds in all states: nothing has to be explored any more.
    fn is_safe_from_the_entry(&self) -> bool {
        self.options.safety && self.safety.full(self.program.cfg.entry).is_true()
    }

    fn attributes(&self, location: LocationId) -> Attributes {
        Attributes {
            location,
            reachability: self.predicates[location].clone(),
            safety: self.options.safety.then(|| self.safety.told(self.program, location)),
            error: self.options.error.then(|| match self.program.target(location) {
                Some(_) => vec![mk::tt()],
                None => self.errors.disjuncts(location),
            }),
        }
    }
}

/// Whether a conjunction has all conjuncts of another one.
fn is_part(part: Term, of: Term) -> bool {
    if part.is_true() || of.is_false() || part == of {
        return true;
    }
    let facts = mk::conjuncts(of);
    mk::conjuncts(part).iter().all(|conjunct| facts.contains(conjunct))
}

impl Abstraction for InterpChecker<'_> {
    fn next_trace(
        &mut self,
        goal: Goal,
        is_open: &dyn Fn(LocationId) -> bool,
        tools: &mut Tools<'_>,
    ) -> Result<Option<Trace>, Exhausted> {
        loop {
            tools.budget.check()?;
            if self.is_safe_from_the_entry() {
                return Ok(None);
            }
            if let Some(target) = self.tree.open_target(goal, is_open) {
                return Ok(Some(self.tree.trace(target)));
            }
            let Some(node) = self.tree.next_open() else { return Ok(None) };
            if !self.tree.is_examined(node) {
                self.refresh(node, tools);
                if self.is_pruned_by_safety(node, tools) {
                    continue;
                }
                // What was learned may have refuted the state, or one above it.
                if !self.tree.is_there(node) {
                    continue;
                }
                if self.is_covered_now(node, tools) {
                    self.counters.paths += 1;
                    continue;
                }
                if let Some(trace) = self.suggestion(node, (goal, is_open), tools) {
                    return Ok(Some(trace));
                }
                tools.budget.check()?;
                self.tree.set_examined(node);
            }
            self.explore(node, tools)?;
        }
    }

    fn exclude(
        &mut self,
        trace: &Trace,
        sequences: &[AssertionSequence],
        tools: &mut Tools<'_>,
    ) -> Result<(), Exhausted> {
        self.counters.spurious += 1;
        let path = self.tree.along(trace);
        if path.len() <= trace.len() {
            self.errors.forget_suggestion(self.program, trace);
        }
        for sequence in sequences {
            self.learn(trace, &sequence.assertions);
            self.conjoin(&path, &sequence.assertions);
        }
        self.learn_interpolants(trace, sequences, tools);
        tools.budget.check()
    }

    fn proof(&self) -> Proof {
        let mut disjuncts: BTreeMap<LocationId, Vec<Term>> = BTreeMap::new();
        let mut pruned = Vec::new();
        if self.is_safe_from_the_entry() {
            pruned.push(self.program.cfg.entry);
        }
        let is_explored = pruned.is_empty();
        for location in self.program.locations() {
            if self.program.target(location).is_some() {
                continue;
            }
            let formulas = disjuncts.entry(location).or_default();
            if self.options.prunes && !self.shape.reaches_target[location] {
                formulas.push(mk::tt());
            }
            for &node in self.tree.at(location) {
                match self.tree.ending(node) {
                    Ending::PrunedBySafety => pruned.push(location),
                    _ if !is_explored || self.tree.is_covered(node) => {}
                    _ => formulas.push(self.tree.label(node)),
                }
            }
        }
        for (location, full) in self.safety.behind(self.program, pruned) {
            disjuncts.entry(location).or_default().push(full);
        }
        let invariant = |(location, formulas)| (location, logic::simplify_in_context(mk::or(formulas)));
        Proof::of(disjuncts.into_iter().map(invariant).collect())
    }

    fn size(&self) -> usize {
        self.tree.size()
    }

    fn exploration(&self) -> Option<Exploration> {
        let nodes: Vec<NodeId> = self.tree.nodes().collect();
        let position = |node: NodeId| nodes.binary_search(&node).ok();
        let state = |&node: &NodeId| ExploredState {
            parent: self.tree.parent(node).and_then(|(parent, block)| Some((position(parent)?, block))),
            location: self.tree.location(node),
            label: self.tree.label(node),
            ending: self.tree.ending(node),
        };
        let states: Vec<ExploredState> = nodes.iter().map(state).collect();
        let mut locations: Vec<LocationId> = states.iter().map(|state| state.location).collect();
        locations.sort_unstable();
        locations.dedup();
        let attributes = locations.into_iter().map(|location| self.attributes(location)).collect();
        Some(Exploration { states, attributes, paths: self.counters.paths })
    }

    fn count(&self, statistics: &mut Statistics) {
        let Counters { paths, states, spurious, pruned, cut, covered, most_states } = self.counters;
        statistics.count("interp/paths", paths);
        statistics.count("interp/spurious paths", spurious);
        statistics.count("interp/pruned by S", pruned);
        statistics.count("interp/cut by E", cut);
        statistics.count("interp/E forgotten", self.errors.forgotten);
        statistics.count("interp/covered", covered);
        statistics.count("interp/full S", self.safety.learned);
        statistics.count("interp/S triples", self.safety.triples);
        statistics.count("interp/predicates", self.predicates.iter().map(|all| all.len() as u64).sum());
        statistics.count("interp/states", states);
        statistics.peak("graph/most states", most_states);
        self.interpolation.count(statistics);
    }
}
