//! Value analysis: explicit values of variables, with counterexample-guided refinement of which of them are tracked
//! (Beyer and Löwe: Explicit-State Software Model Checking Based on CEGAR and Interpolation, FASE 2013; Refinement
//! Selection, Sect. 3).
//!
//! An abstract state is a location and an abstract variable assignment: some variables, and some elements of arrays, have
//! known values. The exploration keeps the values of tracked places only; at first there are none. A path to a goal is
//! executed again with everything tracked. If that shows a contradiction, interpolation says what has to be tracked
//! where; otherwise a solver decides. The states are the proof: the disjuncts of an invariant for each location.

mod assignment;
mod code;
mod cube;
mod evaluate;
mod explore;
mod interpolate;
mod place;
mod precision;
mod predicate_part;
mod predicate_refinement;
mod refinement;
mod segment;
#[cfg(test)]
mod soundness_tests;
mod space;
mod traces;
mod transfer;
mod word;

use std::collections::{BTreeMap, BTreeSet};
use std::time::{Duration, Instant};

use base::{Budget, Statistics};
use program::{
    BlockProgram, Cases, ConjunctName, Counterexample, DomainTypes, EdgeId, LocationId, Proof, Target,
};
use refine::{Feasibility, features};
use rustc_hash::FxHashSet;
use term::{Term, build as mk};
use verdict::Reason;

use crate::cegar::{Goal, execution};
use crate::engine::{Engine, EngineKind};
use crate::observer::Observer;
use crate::options::EngineOptions;
use crate::outcome::{Outcome, reason_of_limit};
use crate::parts::Parts;
use cube::CubeId;
pub(crate) use explore::Graph;
use explore::{Exploration, World};
use interpolate::ExcludedPrefix;
use place::PlaceId;
use precision::Precision;
use predicate_refinement::PredicateRefinement;
use refinement::Refiner;
use transfer::Machine;

/// Value analysis as an engine.
pub const KIND: EngineKind = EngineKind {
    name: "value",
    summary: "value analysis: explicit values of variables, tracked where infeasible paths need them",
    open: |program, options, parts| Box::new(ValueAnalysis::new(program, options, parts)),
};

/// Value analysis together with predicate analysis: predicates where values do not exclude a path.
pub const WITH_PREDICATES: EngineKind = EngineKind {
    name: "value+predicate",
    summary: "values first, and predicates where values cannot exclude a path",
    open: |program, options, parts| {
        let mut analysis = ValueAnalysis::new(program, options, parts);
        analysis.predicates = Some(PredicateRefinement::new(program, options));
        Box::new(analysis)
    },
};

/// After so many paths that only a solver excludes, others know better.
const MAX_UNDECIDED: usize = 30;

/// Longer paths are not given to a solver: their formulas take minutes and gigabytes, and executions along such a path are
/// found faster by others.
const MAX_SOLVED_PATH: usize = 10_000;

/// A turn is counted in iterations; one has so many transfers, or one exploration if that has more.
const TRANSFERS_OF_ITERATION: u64 = 300_000;

/// Once the value domain cannot prove the program any more, because of a path that only a solver excludes, violations are
/// searched for among so many more states, and four times as many as there were before.
const MORE_STATES: usize = 20_000;

/// The engine.
struct ValueAnalysis<'p> {
    program: &'p BlockProgram,
    options: EngineOptions,
    parts: Parts,
    graph: Graph,
    machine: Machine,
    precision: Precision,
    exploration: Option<Exploration>,
    /// Goals that a path reaches which decides nothing.
    closed: BTreeSet<LocationId>,
    /// Why such a path decides nothing; the first reason is reported.
    doubt: Option<Reason>,
    candidate: Option<Box<Counterexample>>,
    /// Paths that only a solver excludes.
    undecided: FxHashSet<Vec<EdgeId>>,
    refiner: Refiner,
    /// The predicate part, if states have one.
    predicates: Option<PredicateRefinement>,
    counters: Counters,
}

/// What came of a path.
enum Looked {
    /// The abstraction is finer.
    Refined,
    /// Only a solver excludes it.
    Undecided(Reason),
    /// That is the end.
    Over(Outcome),
}

#[derive(Default)]
struct Counters {
    iterations: u64,
    refinements: u64,
    longest_path: u64,
    states: u64,
    states_without_doubt: usize,
    state_bytes: u64,
    explore_time: Duration,
    interpolate_time: Duration,
    trace_time: Duration,
    /// Refinements by predicates that selection preferred to values.
    preferred: u64,
    refine_time: Duration,
}

impl<'p> ValueAnalysis<'p> {
    fn new(program: &'p BlockProgram, options: &EngineOptions, parts: Parts) -> ValueAnalysis<'p> {
        ValueAnalysis {
            program,
            options: options.clone(),
            parts,
            graph: Graph::new(program),
            machine: Machine::new(&program.cfg),
            precision: Precision::new(program.cfg.locations.len(), options.is_global),
            exploration: None,
            closed: BTreeSet::new(),
            doubt: None,
            candidate: None,
            undecided: FxHashSet::default(),
            refiner: Refiner::new(DomainTypes::of(&program.cfg), options.select.clone()),
            predicates: None,
            counters: Counters::default(),
        }
    }

    /// How much is tracked, and how many goals are closed: what refinements change.
    fn size(&self) -> (usize, usize) {
        let predicates = self.predicates.as_ref().map_or(0, |predicates| predicates.part.size());
        (self.precision.size() + predicates, self.closed.len())
    }

    /// Whether the values that are tracked by now exclude a path.
    fn is_excluded(&mut self, path: &[EdgeId]) -> bool {
        refinement::is_excluded(&mut self.machine, path, &self.graph, &self.precision)
    }

    /// An exploration, and the refinements of the paths that it finds.
    fn step(&mut self, budget: &Budget, observer: &mut dyn Observer) -> Option<Outcome> {
        if let Err(exhausted) = budget.check() {
            return Some(Outcome::Unknown(exhausted.into()));
        }
        self.counters.iterations += 1;
        observer.iteration(self.counters.iterations as usize, self.counters.states as usize);
        let paths = match self.explore(budget) {
            Ok(paths) => paths,
            Err(reason) => return Some(Outcome::Unknown(reason)),
        };
        match paths.is_empty() {
            true => Some(self.conclude()),
            false => self.look_at_all(&paths, budget, observer),
        }
    }

    /// Explores until goals are reached or no state is left, and returns the paths to these goals, violations first.
    fn explore(&mut self, budget: &Budget) -> Result<Vec<Vec<EdgeId>>, Reason> {
        let ValueAnalysis { program, graph, machine, precision, closed, predicates, parts, .. } = self;
        let start = Instant::now();
        let exploration =
            self.exploration.get_or_insert_with(|| Exploration::new(graph, machine, &self.options));
        if self.undecided.is_empty() {
            self.counters.states_without_doubt = exploration.space.len();
        } else {
            exploration.most_states = 4 * self.counters.states_without_doubt + MORE_STATES;
        }
        let predicates = predicates.as_mut().map(|predicates| (&mut predicates.part, &mut *parts.auxiliary));
        let (cfg, is_closed) = (&program.cfg, &|goal| closed.contains(&goal));
        let mut world = World { cfg, graph, precision, machine, predicates, is_closed, budget };
        let result = exploration.run(&mut world);
        self.counters.explore_time += start.elapsed();
        self.counters.states = exploration.space.len() as u64;
        self.counters.state_bytes = exploration.space.bytes() as u64;
        result?;
        let mut arrivals = exploration.arrivals.clone();
        arrivals.sort_by_key(|(_, edge)| graph.goal(graph.destination(*edge)) != Some(Goal::Violation));
        Ok(arrivals.into_iter().map(|arrival| exploration.path(arrival, graph)).collect())
    }

    /// Looks at the paths of an exploration; an outcome if that is the end.
    fn look_at_all(
        &mut self,
        paths: &[Vec<EdgeId>],
        budget: &Budget,
        observer: &mut dyn Observer,
    ) -> Option<Outcome> {
        let size = self.size();
        let predicates = self.predicates.as_ref().map(|predicates| predicates.part.size());
        let mut undecided = None;
        for path in paths {
            let goal = self.graph.destination(*path.last()?);
            if self.closed.contains(&goal) {
                continue;
            }
            if let Err(exhausted) = budget.check() {
                return Some(Outcome::Unknown(exhausted.into()));
            }
            if self.size().0 > size.0 && self.is_excluded(path) {
                continue; // by the refinement of another path
            }
            // Predicates exclude many paths at once, and it takes long to say which: the next exploration tells.
            let has_predicates = self.predicates.as_ref().map(|p| p.part.size()) != predicates;
            match self.look_at(path, has_predicates, budget, observer) {
                Looked::Refined => {}
                Looked::Undecided(reason) => {
                    undecided.get_or_insert(reason);
                    if self.undecided.len() >= MAX_UNDECIDED {
                        break;
                    }
                }
                Looked::Over(outcome) => return Some(outcome),
            }
        }
        if let Some(reason) = &undecided {
            self.doubt.get_or_insert(reason.clone());
        }
        let is_finer = self.size() != size;
        match (undecided, &mut self.exploration) {
            _ if is_finer => self.exploration = None,
            (None, _) => return Some(self.give_up_on(&paths[0])),
            (Some(_), Some(exploration)) if !exploration.is_complete() => exploration.arrivals.clear(),
            (Some(reason), _) => return Some(Outcome::Unknown(reason)),
        }
        (self.undecided.len() >= MAX_UNDECIDED).then(|| self.conclude())
    }

    /// Looks at a path to a goal.
    fn look_at(
        &mut self,
        path: &[EdgeId],
        values_only: bool,
        budget: &Budget,
        observer: &mut dyn Observer,
    ) -> Looked {
        self.counters.longest_path = self.counters.longest_path.max(path.len() as u64);
        let start = Instant::now();
        let prefix = self.refiner.refine(&mut self.machine, path);
        self.counters.interpolate_time += start.elapsed();
        let Some(prefix) = prefix else {
            return if values_only { Looked::Refined } else { self.decide(path, budget, observer) };
        };
        if self.options.select_analysis
            && !values_only
            && let Some(looked) = self.prefer_predicates(path, &prefix, budget, observer)
        {
            return looked;
        }
        self.counters.refinements += 1;
        let is_finer = prefix.track(path, &self.graph, &mut self.precision);
        if is_finer || self.options.max_values.is_none() {
            return Looked::Refined;
        }
        // A place that has too many values on the path is tracked in vain; another prefix may do without it.
        let others = self.refiner.prefixes(&mut self.machine, path);
        let mut track = |prefix: &ExcludedPrefix| prefix.track(path, &self.graph, &mut self.precision);
        match others.iter().any(&mut track) || values_only {
            true => Looked::Refined,
            false => self.decide(path, budget, observer),
        }
    }

    /// A path that is feasible in the value domain: a solver decides.
    fn decide(&mut self, path: &[EdgeId], budget: &Budget, observer: &mut dyn Observer) -> Looked {
        let Some(goal) = path.last().map(|edge| self.graph.destination(*edge)) else {
            return Looked::Over(self.give_up_on(path));
        };
        let what = || {
            let end = self.program.cfg.location_name(goal);
            Reason::ValuesCannotExclude(format!("a path of {} statements to {end}", path.len()))
        };
        if self.undecided.contains(path) {
            return Looked::Undecided(what());
        }
        if path.len() > MAX_SOLVED_PATH {
            self.undecided.insert(path.to_vec());
            return Looked::Undecided(what());
        }
        let start = Instant::now();
        let feasibility = match &mut self.predicates {
            Some(predicates) => predicates.check(path, &self.graph, &mut self.parts, budget),
            None => self.parts.feasibility.check_path(&self.program.cfg, path, budget),
        };
        self.counters.trace_time += start.elapsed();
        match feasibility {
            Feasibility::Unknown(reason) => {
                let reason = match budget.check() {
                    Err(exhausted) => exhausted.into(),
                    Ok(()) if budget.is_over_soon() => Reason::Time,
                    Ok(()) => Reason::SolverUnknown(reason.to_string()),
                };
                self.doubt_goal(goal, reason)
            }
            Feasibility::Infeasible(core) => {
                let reason = match self.track_predicates(path, core, budget, observer) {
                    Ok(()) => return Looked::Refined,
                    Err(Some(reason)) if matches!(reason, Reason::Time | Reason::Cancelled) => {
                        return Looked::Over(Outcome::Unknown(reason));
                    }
                    Err(reason) => reason.unwrap_or_else(what),
                };
                self.undecided.insert(path.to_vec());
                Looked::Undecided(reason)
            }
            Feasibility::Feasible(_) => self.execute(path, goal, budget),
        }
    }

    /// Refines a path by predicates; why not, if that is not possible, and without a reason if states have none.
    fn track_predicates(
        &mut self,
        path: &[EdgeId],
        core: Vec<ConjunctName>,
        budget: &Budget,
        observer: &mut dyn Observer,
    ) -> Result<(), Option<Reason>> {
        let Some(predicates) = &mut self.predicates else { return Err(None) };
        let start = Instant::now();
        let found = predicates.sequence(path, core, &self.graph, &mut self.parts, budget, observer);
        self.counters.refine_time += start.elapsed();
        predicates.learn(path, &found?, &self.graph, &mut self.parts).map_err(Some)
    }

    /// Selection among both domains: refines by predicates if the heuristics prefer them to these values.
    fn prefer_predicates(
        &mut self,
        path: &[EdgeId],
        prefix: &ExcludedPrefix,
        budget: &Budget,
        observer: &mut dyn Observer,
    ) -> Option<Looked> {
        let predicates = self.predicates.as_mut()?;
        let selection = self.options.select.clone().unwrap_or_default();
        let Feasibility::Infeasible(core) = predicates.check(path, &self.graph, &mut self.parts, budget)
        else {
            return None;
        };
        let start = Instant::now();
        let found = predicates.sequence(path, core, &self.graph, &mut self.parts, budget, observer);
        self.counters.refine_time += start.elapsed();
        let found = found.ok()?;
        let kept = |position: usize| self.graph.is_kept(self.graph.source(path[position]));
        let values = self.refiner.features(&self.machine, &prefix.at_kept(kept));
        let theirs = features(self.program, self.refiner.types(), &found);
        if selection.best(&[values, theirs]) != Some(1) {
            return None;
        }
        let learnt = predicates.learn(path, &found, &self.graph, &mut self.parts);
        self.counters.preferred += u64::from(learnt.is_ok());
        learnt.is_ok().then_some(Looked::Refined)
    }

    /// A feasible path: an execution, if everything on it is modelled exactly and it reaches a violation.
    fn execute(&mut self, path: &[EdgeId], goal: LocationId, budget: &Budget) -> Looked {
        if let Some(Target::Limit(limit)) = self.program.target(goal) {
            return self.doubt_goal(goal, reason_of_limit(limit));
        }
        match execution::of_path(self.program, path, &mut self.parts.feasibility, budget) {
            Ok(counterexample) => Looked::Over(Outcome::Unsafe(Box::new(counterexample))),
            Err(doubt) => {
                if self.doubt.is_none() {
                    self.candidate = doubt.candidate;
                }
                self.doubt_goal(goal, doubt.reason)
            }
        }
    }

    /// A path that decides nothing: its goal is not looked at any more, others are.
    fn doubt_goal(&mut self, goal: LocationId, reason: Reason) -> Looked {
        if matches!(reason, Reason::Time | Reason::Cancelled) {
            return Looked::Over(Outcome::Unknown(reason));
        }
        self.closed.insert(goal);
        self.doubt.get_or_insert(reason);
        Looked::Refined
    }

    fn give_up_on(&self, path: &[EdgeId]) -> Outcome {
        let end = path.last().map(|edge| self.program.cfg.edges[*edge].destination);
        let end = end.map(|location| self.program.cfg.location_name(location)).unwrap_or_default();
        Outcome::Unknown(Reason::NoProgress(format!("{} statements to {end}", path.len())))
    }

    /// No open goal can be reached.
    fn conclude(&mut self) -> Outcome {
        match self.doubt.clone() {
            // Others look at other paths to the same violation, which may be exact.
            Some(Reason::Overapproximation(why)) if self.predicates.is_none() => {
                let what = format!("a path that may be none of the program: {why}");
                Outcome::Unknown(Reason::ValuesCannotExclude(what))
            }
            Some(reason) => Outcome::Unknown(reason),
            None => Outcome::Safe(self.proof()),
        }
    }

    /// The states as cases of the locations.
    fn proof(&self) -> Proof {
        let Machine { places, words, .. } = &self.machine;
        type Rows = Vec<Box<[Term]>>;
        let mut groups: BTreeMap<(LocationId, Vec<PlaceId>, CubeId), Rows> = BTreeMap::new();
        let space = self.exploration.as_ref().map(|exploration| &exploration.space);
        for (space, state) in space.into_iter().flat_map(|space| (0..space.len()).map(move |s| (space, s))) {
            let (known, values) = space.values(state as u32);
            let row = known.iter().zip(values).map(|(place, word)| words.term(*word, places.sort(*place)));
            let location = space.location(state as u32);
            let key = (location, known.to_vec(), space.cube(state as u32));
            groups.entry(key).or_default().push(row.collect());
        }
        let mut cases: Vec<Cases> = groups
            .into_iter()
            .map(|((location, known, cube), rows)| {
                let places = known.iter().map(|place| places.term(*place, words)).collect();
                let condition =
                    self.predicates.as_ref().map_or_else(mk::tt, |p| mk::and(p.part.formulas(cube)));
                Cases { location, places, condition, rows }
            })
            .collect();
        let reached: BTreeSet<LocationId> = cases.iter().map(|cases| cases.location).collect();
        let unreached = self.graph.kept().filter(|location| !reached.contains(location));
        let no_case =
            |location| Cases { location, places: Vec::new(), condition: mk::tt(), rows: Vec::new() };
        cases.extend(unreached.map(no_case));
        Proof { cases, ..Proof::default() }
    }
}

impl Engine for ValueAnalysis<'_> {
    fn run_for(&mut self, iterations: u64, budget: &Budget, observer: &mut dyn Observer) -> Option<Outcome> {
        for _ in 0..iterations {
            // Explorations are cheap at first: an iteration of other engines takes as long as many of them.
            let enough = self.machine.transfers + TRANSFERS_OF_ITERATION;
            while self.machine.transfers < enough {
                if let Some(outcome) = self.step(budget, observer) {
                    return Some(outcome);
                }
            }
        }
        None
    }

    fn candidate(&self) -> Option<&Counterexample> {
        self.candidate.as_deref()
    }

    fn statistics(&self) -> Statistics {
        let mut result = Statistics::default();
        let counters = &self.counters;
        result.count("iterations", counters.iterations);
        result.count("refinements", counters.refinements);
        result.count("select/prefixes", self.refiner.prefixes);
        result.count("select/not the first", self.refiner.not_first);
        result.peak("longest trace", counters.longest_path);
        result.count("trace/checks", self.parts.feasibility.checks);
        result.peak("value/states", counters.states);
        result.peak("value/state bytes", counters.state_bytes);
        result.count("value/transfers", self.machine.transfers);
        result.peak("value/precision", self.precision.size() as u64);
        result.peak("value/tracked places", self.precision.width() as u64);
        result.time("time/exploration", counters.explore_time);
        result.time("time/interpolation", counters.interpolate_time);
        result.time("time/trace checks", counters.trace_time);
        if let Some(predicates) = &self.predicates {
            predicates.count(&mut result);
            self.parts.source.count(&mut result);
            result.count("select/predicates preferred", counters.preferred);
            result.time("time/refinement", counters.refine_time);
        }
        result
    }
}
