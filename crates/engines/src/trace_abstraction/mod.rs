//! Trace abstraction (Heizmann, Hoenicke, Podelski): the program is a set of
//! error traces, each refinement proves a regular set of them infeasible, and the
//! program is safe when nothing is left.
//!
//! The abstraction is an automaton that accepts the error traces that are left ([`automaton`]). The predicates of a
//! refinement span a Floyd–Hoare automaton ([`floyd_hoare`]); the abstraction becomes the [`difference`] of both, and is
//! kept small ([`reduce`]). Every state is annotated with a formula that holds there: together these are the proof.

mod automaton;
mod difference;
mod floyd_hoare;
mod partition;
mod reduce;

use std::time::{Duration, Instant};

use base::{Exhausted, Statistics};
use logic::PredicateUnifier;
use program::{BlockProgram, LocationId, Proof, Trace};
use refine::AssertionSequence;
use rustc_hash::FxHashMap;
use smt::Limits;
use term::{Term, build as mk};

use crate::cegar::{Abstraction, Cegar, Goal, Tools};
use crate::engine::EngineKind;
use crate::options::Generalisation;
use automaton::TraceAutomaton;
use difference::difference;
use floyd_hoare::{FloydHoare, Oracle, Placed};
use reduce::{minimise, remove_dead_ends};

/// Trace abstraction as a kind of engine.
pub const KIND: EngineKind = EngineKind {
    name: "trace",
    summary: "trace abstraction: subtracts Floyd-Hoare automata until no error trace is left",
    open: |program, options, parts| {
        let abstraction = TraceAbstraction::new(program, options.generalisation);
        Box::new(Cegar::new(program, options, parts, abstraction))
    },
};

/// Limit of a unification query.
const UNIFY_LIMITS: Limits = Limits { time: Some(Duration::from_millis(1000)), memory_mb: None };

/// The error traces of a program that are not proved infeasible yet.
pub struct TraceAbstraction<'p> {
    program: &'p BlockProgram,
    generalisation: Generalisation,
    automaton: TraceAutomaton,
    /// Annotations of removed states, by location: they become the proof.
    fragments: FxHashMap<LocationId, Vec<Term>>,
    /// Predicates come back in later refinements, so the unifier lives as long as the engine.
    unifier: PredicateUnifier,
    counters: Counters,
}

#[derive(Default)]
struct Counters {
    max_states: u64,
    max_transitions: u64,
    hoare_sets: u64,
    difference_time: Duration,
}

impl<'p> TraceAbstraction<'p> {
    /// All error traces of a program.
    pub fn new(program: &'p BlockProgram, generalisation: Generalisation) -> TraceAbstraction<'p> {
        let mut abstraction = TraceAbstraction {
            program,
            generalisation,
            automaton: TraceAutomaton::of_program(program),
            fragments: FxHashMap::default(),
            unifier: PredicateUnifier::new(UNIFY_LIMITS),
            counters: Counters::default(),
        };
        abstraction.trim();
        abstraction
    }

    /// The Floyd–Hoare automaton that the predicates of the sequences span.
    fn floyd_hoare(
        &mut self,
        trace: &Trace,
        sequences: &[AssertionSequence],
        tools: &mut Tools<'_>,
    ) -> FloydHoare {
        let mut automaton = FloydHoare::new(self.generalisation);
        for sequence in sequences {
            let place = |(position, assertion): (usize, &Term)| Placed {
                predicate: self.unifier.intern(*assertion, tools.auxiliary),
                location: trace.location(self.program, position),
            };
            let placed: Vec<Placed> = sequence.assertions.iter().enumerate().map(place).collect();
            automaton.add_sequence(&placed, &trace.blocks);
        }
        automaton
    }

    /// Removes dead ends, keeping their annotations, and merges what is equivalent.
    fn trim(&mut self) {
        let (alive, dead) = remove_dead_ends(&self.automaton, self.program);
        for (location, annotation) in dead {
            let fragments = self.fragments.entry(location).or_default();
            if !fragments.contains(&annotation) {
                fragments.push(annotation);
            }
        }
        self.automaton = minimise(&alive);
    }
}

impl Abstraction for TraceAbstraction<'_> {
    fn next_trace(&mut self, goal: Goal, is_open: &dyn Fn(LocationId) -> bool) -> Option<Trace> {
        self.automaton.shortest_trace(self.program, goal, is_open)
    }

    fn exclude(
        &mut self,
        trace: &Trace,
        sequences: &[AssertionSequence],
        tools: &mut Tools<'_>,
    ) -> Result<(), Exhausted> {
        let start = Instant::now();
        let mut floyd_hoare = self.floyd_hoare(trace, sequences, tools);
        let mut oracle = Oracle {
            program: self.program,
            hoare: tools.hoare,
            unifier: &self.unifier,
            budget: tools.budget,
        };
        let left = difference(&self.automaton, &mut floyd_hoare, &mut oracle);
        self.counters.difference_time += start.elapsed();
        let left = left?;
        let counters = &mut self.counters;
        counters.hoare_sets += floyd_hoare.len() as u64;
        counters.max_states = counters.max_states.max(left.states.len() as u64);
        counters.max_transitions = counters.max_transitions.max(left.transitions() as u64);
        self.automaton = left;
        self.trim();
        Ok(())
    }

    fn proof(&self) -> Proof {
        let mut locations: Vec<LocationId> = self.fragments.keys().copied().collect();
        locations.sort_unstable();
        let invariant =
            |l: &LocationId| logic::simplify_in_context(mk::or(self.fragments[l].iter().copied()));
        let mut invariants: Vec<(LocationId, Term)> = locations.iter().map(|l| (*l, invariant(l))).collect();
        // What no state belongs to is not reachable.
        let is_unreached =
            |l: &LocationId| !self.fragments.contains_key(l) && self.program.target(*l).is_none();
        invariants.extend(self.program.locations().into_iter().filter(is_unreached).map(|l| (l, mk::ff())));
        invariants.sort_unstable();
        Proof::of(invariants)
    }

    fn size(&self) -> usize {
        self.automaton.states.len()
    }

    fn count(&self, statistics: &mut Statistics) {
        let counters = &self.counters;
        statistics.count("predicates", self.unifier.len() as u64);
        statistics.count("unify/queries", self.unifier.statistics().queries);
        statistics.peak("automaton/largest difference", counters.max_states);
        statistics.peak("automaton/most transitions", counters.max_transitions);
        statistics.count("automaton/predicate sets", counters.hoare_sets);
        statistics.time("time/difference", counters.difference_time);
    }
}
