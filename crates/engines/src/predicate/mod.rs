//! Predicate analysis with lazy abstraction (Newton Refinement in CPAchecker, Chap. 2 and 4; predicate abstraction with
//! adjustable blocks).
//!
//! The abstraction is an abstract reachability graph ([`crate::reachability`]) whose labels are Boolean combinations of
//! predicates ([`region`]): the strongest ones after each block ([`image`]). The assertions of a refinement give
//! predicates ([`vocabulary`]) to the locations of the trace ([`precision`]), and the graph below the first state that
//! learns something is built again. When no state waits any longer, the disjunction of the labels at each location is
//! the proof. Without abstraction, the assertions themselves are the labels ([`impact`]).

mod combinations;
mod image;
mod impact;
mod precision;
mod region;
mod vocabulary;

use std::rc::Rc;

use base::{Exhausted, Statistics};
use logic::PredicateId;
use program::{BlockId, BlockProgram, LocationId, Proof, Trace};
use refine::AssertionSequence;
use term::Term;

use crate::cegar::{Abstraction, Cegar, Goal, Tools};
use crate::engine::EngineKind;
use crate::options::{AbstractionKind, PredicateOptions, Restart};
use crate::reachability::{Graph, NodeId};
use image::Images;
use impact::Impact;
use region::Region;

pub(crate) use precision::Precision;
pub(crate) use vocabulary::Vocabulary;

/// Predicate analysis as a kind of engine.
pub const KIND: EngineKind = EngineKind {
    name: "predicate",
    summary: "predicate analysis: a graph of abstract states, refined lazily by predicates",
    open: |program, options, parts| {
        if options.predicate.kind == AbstractionKind::None {
            return Box::new(Cegar::new(
                program,
                options,
                parts,
                Impact::new(program, options.predicate.order),
            ));
        }
        let abstraction = PredicateAbstraction::new(program, options.predicate);
        Box::new(Cegar::new(program, options, parts, abstraction))
    },
};

/// What a state knows.
#[derive(Clone)]
struct Label {
    region: Rc<Region>,
    /// How many predicates its location had when it was made.
    known: usize,
}

/// The abstract reachability graph of a program, and what it is made of.
pub struct PredicateAbstraction<'p> {
    program: &'p BlockProgram,
    options: PredicateOptions,
    vocabulary: Vocabulary,
    precision: Precision,
    images: Images<'p>,
    graph: Graph<'p, Label>,
    counters: Counters,
}

#[derive(Default)]
struct Counters {
    expanded: u64,
    covered: u64,
    removed: u64,
    most_states: u64,
}

impl<'p> PredicateAbstraction<'p> {
    /// The graph that only has the entry.
    pub fn new(program: &'p BlockProgram, options: PredicateOptions) -> PredicateAbstraction<'p> {
        let vocabulary = Vocabulary::new(options.grain);
        let mut images = Images::new(program, options.kind);
        let everything = images.regions.everything();
        let region = images.regions.region(everything, &[], &vocabulary);
        let graph = Graph::new(program, options.order, Label { region, known: 0 });
        let precision = Precision::new(program, options.scope);
        PredicateAbstraction {
            program,
            options,
            vocabulary,
            precision,
            images,
            graph,
            counters: Counters::default(),
        }
    }

    /// Looks for a state of the same location whose label is implied.
    fn is_covered_now(&mut self, node: NodeId) -> bool {
        let graph = &self.graph;
        let region = &graph.label(node).region;
        let covers = |other: &&NodeId| {
            **other != node && !graph.is_covered(**other) && region.implies(&graph.label(**other).region)
        };
        let Some(&by) = graph.at(graph.location(node)).iter().find(covers) else { return false };
        self.graph.cover(node, by);
        self.counters.covered += 1;
        true
    }

    /// The successors of a state that are missing.
    fn missing(&mut self, node: NodeId, tools: &mut Tools<'_>) -> Result<Vec<(BlockId, Label)>, Exhausted> {
        let program = self.program;
        let region = self.graph.label(node).region.clone();
        let mut found = Vec::new();
        for &block in &program.outgoing[self.graph.location(node)] {
            if self.graph.child(node, block).is_some() {
                continue;
            }
            tools.budget.check()?;
            let destination = program.blocks[block].destination;
            let predicates = match program.target(destination) {
                Some(_) => &[],
                None => self.precision.at(destination),
            };
            let successor = self.images.successor(&region, block, predicates, &self.vocabulary, tools)?;
            found.extend(successor.map(|region| (block, Label { region, known: predicates.len() })));
        }
        Ok(found)
    }

    /// Adds the successors of a state.
    fn expand(&mut self, node: NodeId, tools: &mut Tools<'_>) -> Result<(), Exhausted> {
        let missing = self.missing(node, tools).inspect_err(|_| self.graph.wait(node))?;
        self.counters.expanded += 1;
        for (block, label) in missing {
            let child = self.graph.add(node, block, label);
            let is_target = self.program.target(self.graph.location(child)).is_some();
            if !is_target && !self.is_covered_now(child) {
                self.graph.wait(child);
            }
        }
        self.counters.most_states = self.counters.most_states.max(self.graph.size() as u64);
        Ok(())
    }

    /// The predicates of an assertion. A conjunction of values is no combination, so that Cartesian abstraction takes
    /// conjuncts, which it can express. Everything can express conjuncts, so they help where atoms did not.
    fn predicates_of(
        &mut self,
        assertion: Term,
        is_last_resort: bool,
        tools: &mut Tools<'_>,
    ) -> Vec<PredicateId> {
        match self.options.kind {
            AbstractionKind::Boolean | AbstractionKind::Combined if !is_last_resort => {
                self.vocabulary.of_assertion(assertion, tools.auxiliary)
            }
            _ => self.vocabulary.conjuncts_of(assertion, tools.auxiliary),
        }
    }

    /// Adds the predicates of a sequence, and returns the first position at which a state learns something, if any does.
    fn learn(
        &mut self,
        path: &[NodeId],
        sequence: &AssertionSequence,
        is_last_resort: bool,
        tools: &mut Tools<'_>,
    ) -> Option<usize> {
        let mut pivot = None;
        for (position, &node) in path.iter().enumerate().skip(1) {
            let assertion = sequence.assertions[position];
            if assertion.is_false() {
                break;
            }
            let predicates = self.predicates_of(assertion, is_last_resort, tools);
            let needed = self.precision.add(self.graph.location(node), &predicates);
            if needed > self.graph.label(node).known {
                pivot.get_or_insert(position);
            }
        }
        pivot
    }

    /// What is to be built again so that the sequences exclude the path: predicates first; if all are known, larger ones;
    /// if all of these are known, what they are asked about is looked at closely.
    fn pivot(
        &mut self,
        trace: &Trace,
        path: &[NodeId],
        sequences: &[AssertionSequence],
        tools: &mut Tools<'_>,
    ) -> usize {
        for is_last_resort in [false, true] {
            let pivots: Vec<Option<usize>> =
                sequences.iter().map(|sequence| self.learn(path, sequence, is_last_resort, tools)).collect();
            if let Some(&pivot) = pivots.iter().flatten().min() {
                return pivot;
            }
        }
        trace.blocks.iter().for_each(|block| self.images.look_closely(*block));
        let first = |sequence: &AssertionSequence| {
            sequence.assertions.iter().position(|assertion| !assertion.is_true()).unwrap_or(path.len() - 1)
        };
        sequences.iter().map(first).min().map_or(path.len() - 1, |first| first.min(path.len() - 1))
    }

    /// Removes a state and what is below it.
    fn remove(&mut self, node: NodeId) {
        let before = self.graph.size();
        // What is not covered any longer may be covered by another state.
        for uncovered in self.graph.remove(node) {
            self.is_covered_now(uncovered);
        }
        self.counters.removed += (before - self.graph.size()) as u64;
    }
}

impl Abstraction for PredicateAbstraction<'_> {
    fn next_trace(
        &mut self,
        goal: Goal,
        is_open: &dyn Fn(LocationId) -> bool,
        tools: &mut Tools<'_>,
    ) -> Result<Option<Trace>, Exhausted> {
        loop {
            if let Some(target) = self.graph.open_target(goal, is_open) {
                return Ok(Some(self.graph.trace(target)));
            }
            let Some(node) = self.graph.next_waiting() else { return Ok(None) };
            // A younger state may cover it by now.
            if !self.is_covered_now(node) {
                self.expand(node, tools)?;
            }
        }
    }

    fn exclude(
        &mut self,
        trace: &Trace,
        sequences: &[AssertionSequence],
        tools: &mut Tools<'_>,
    ) -> Result<(), Exhausted> {
        let path = self.graph.along(trace);
        let pivot = self.pivot(trace, &path, sequences, tools);
        tools.budget.check()?;
        match self.options.restart {
            Restart::Pivot => self.remove(path[pivot]),
            Restart::Entry => {
                let root = self.graph.root();
                for &block in &self.program.outgoing[self.program.cfg.entry] {
                    if let Some(child) = self.graph.child(root, block) {
                        self.remove(child);
                    }
                }
            }
        }
        Ok(())
    }

    fn proof(&self) -> Proof {
        self.graph.proof(|label| label.region.formula)
    }

    fn size(&self) -> usize {
        self.graph.size()
    }

    fn count(&self, statistics: &mut Statistics) {
        let counters = &self.counters;
        statistics.count("predicates", self.vocabulary.len() as u64);
        statistics.count("unify/queries", self.vocabulary.queries());
        statistics.count("precision", self.precision.size() as u64);
        statistics.count("graph/expanded", counters.expanded);
        statistics.count("graph/covered", counters.covered);
        statistics.count("graph/removed", counters.removed);
        statistics.peak("graph/most states", counters.most_states);
        self.images.count(statistics);
    }
}
