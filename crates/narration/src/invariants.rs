//! The invariants of a proof in the words of a C program: what holds at loop heads and at the start of functions.
//!
//! A place of the source is several locations of the graph that was verified: one for each copy of its function. What
//! holds there is the disjunction of what holds at the copies. Nothing is known if a copy is missing in the graph,
//! because no violation can be reached from it; a copy that the intervals show to be unreachable counts for nothing. At
//! each copy, the invariant of the proof holds, and what the intervals know, without which the simplified graph would not
//! be the program.

use std::collections::BTreeMap;

use base::Span;
use c_lower::express::{Expressed, Vocabulary};
use frontend::{Dictionary, Source};
use program::{
    Cfg, Constants, Copying, Interval, Intervals, Landmark, LandmarkKind, LocationId, Proof, Target,
};
use report::SourceInvariant;
use rustc_hash::{FxHashMap, FxHashSet};
use term::{Sort, Substitution, Term, build as mk};

use crate::formula;

/// Graphs with all calls copied that are larger are not built: then nothing is said.
const MAX_EDGES: usize = 200_000;

/// A place has at most so many different disjuncts; beyond, only what they have in common is told.
const MAX_DISJUNCTS: usize = 6;

/// What was known when a graph was simplified.
pub enum Knowledge<'g> {
    /// Its start was executed; nothing is told of that.
    Executed,
    /// Variables that are equal to constants.
    Constants(&'g Constants),
    /// Values that integers can have.
    Intervals(&'g Intervals),
}

/// A graph that was verified, and how it came from the program.
pub struct VerifiedGraph<'g> {
    /// The graph.
    pub cfg: &'g Cfg,
    /// How procedures were copied.
    pub copying: Copying,
    /// The steps of its simplification: graphs with what was known about their variables, in order.
    pub stages: Vec<(&'g Cfg, Knowledge<'g>)>,
}

/// The places of a graph with their copies.
type Copies = BTreeMap<(Span, LandmarkKind), Vec<(LocationId, Landmark)>>;

fn copies(cfg: &Cfg) -> Copies {
    let mut copies = Copies::new();
    for (id, location) in cfg.locations.iter_enumerated() {
        for &landmark in &location.landmarks {
            copies.entry((landmark.span, landmark.kind)).or_default().push((id, landmark));
        }
    }
    copies
}

/// What a proof about a graph says at the places of the source, in their order.
pub fn of_proof(source: &Source, graph: VerifiedGraph<'_>, proof: &Proof) -> Vec<SourceInvariant> {
    let Some(dictionary) = &source.dictionary else { return Vec::new() };
    let everything = Copying { budget: MAX_EDGES, edge_limit: MAX_EDGES, ..graph.copying };
    let Ok(all) = program::inline_sharing(&source.program, &everything) else { return Vec::new() };
    let all = copies(&all);
    let proved: FxHashMap<LocationId, Term> = proof.summary().into_iter().collect();
    let proved: FxHashMap<Landmark, Term> = graph
        .cfg
        .locations
        .iter_enumerated()
        .filter_map(|(id, location)| Some((proved.get(&id)?, location)))
        .flat_map(|(invariant, location)| location.landmarks.iter().map(|landmark| (*landmark, *invariant)))
        .collect();
    let stages = graph.stages;
    let base = stages.first().map_or(graph.cfg, |(cfg, _)| *cfg);
    // If simplification proves everything, nothing is left of what the facts are about.
    let mut targets = graph.cfg.locations.iter().filter_map(|location| location.target.as_ref());
    let is_open = targets.any(|target| matches!(target, Target::Violation(_)));
    let needed = if is_open { &graph.cfg.variables } else { &base.variables };
    let mentioned: FxHashSet<Term> = needed.iter().copied().collect();
    let places = |cfg: &Cfg| -> FxHashMap<Landmark, LocationId> {
        let marks = |(id, location): (LocationId, &program::Location)| {
            location.landmarks.iter().map(|landmark| (*landmark, id)).collect::<Vec<_>>()
        };
        cfg.locations.iter_enumerated().flat_map(marks).collect()
    };
    let stages = stages.into_iter().map(|(cfg, knowledge)| (places(cfg), knowledge)).collect();
    let speaker = Speaker { source, dictionary, base, stages, proved, mentioned };
    let left = copies(base);
    let mut invariants: Vec<SourceInvariant> = all
        .iter()
        .filter_map(|((span, kind), all)| {
            let found = left.get(&(*span, *kind)).filter(|found| found.len() == all.len());
            speaker.at(*span, *kind, found.map(Vec::as_slice))
        })
        .collect();
    let order = |invariant: &SourceInvariant| {
        (invariant.place.file.clone(), invariant.place.line, invariant.place.column)
    };
    invariants.sort_by_key(order);
    invariants
}

struct Speaker<'s> {
    source: &'s Source,
    dictionary: &'s Dictionary,
    base: &'s Cfg,
    /// What was known when the graph was simplified, and where.
    stages: Vec<(FxHashMap<Landmark, LocationId>, Knowledge<'s>)>,
    proved: FxHashMap<Landmark, Term>,
    /// The variables that facts are needed about: those of the verified graph, unless nothing was left to verify.
    mentioned: FxHashSet<Term>,
}

impl Speaker<'_> {
    /// What holds at a place; nothing is known if not all of its copies are found. Loops are told in any case.
    fn at(
        &self,
        span: Span,
        kind: LandmarkKind,
        found: Option<&[(LocationId, Landmark)]>,
    ) -> Option<SourceInvariant> {
        let dictionary = self.dictionary;
        if span.file == dictionary.library {
            return None;
        }
        let scope = dictionary.scopes.at(kind, span)?;
        let vocabulary =
            Vocabulary::new(&dictionary.program, &dictionary.scopes, scope, &dictionary.variables);
        let found = found.unwrap_or_default().iter();
        let mut disjuncts: Vec<Expressed> = Vec::new();
        let mut formulas: Vec<String> = Vec::new();
        for (proved, known) in found.filter_map(|(_, landmark)| self.formulas(*landmark)) {
            let text = formula::text(mk::and([proved, known]));
            if !formulas.contains(&text) {
                formulas.push(text);
            }
            let mut expressed = vocabulary.express(proved);
            let more = vocabulary.express(known).conjuncts;
            expressed.conjuncts.extend(more);
            expressed.conjuncts.sort();
            expressed.conjuncts.dedup();
            if !disjuncts.contains(&expressed) {
                disjuncts.push(expressed);
            }
        }
        let left_out = disjuncts.iter().map(|disjunct| disjunct.left_out).sum();
        let conjuncts = joined(disjuncts.into_iter().map(|disjunct| disjunct.conjuncts).collect());
        let statement = dictionary.statement(kind, span)?;
        let is_loop = kind == LandmarkKind::LoopHead;
        (is_loop || !conjuncts.is_empty() || left_out > 0).then(|| SourceInvariant {
            place: self.source.place(span),
            statement: self.source.place(statement),
            text: self.source.sources.written_line(span).to_string(),
            function: dictionary.program.functions[scope.function].name.to_string(),
            is_loop,
            formulas,
            conjuncts,
            left_out,
        })
    }

    /// What was proved and what is known anyway at a copy, over the variables of the function; `None` if no execution gets
    /// there.
    fn formulas(&self, landmark: Landmark) -> Option<(Term, Term)> {
        let proved = self.proved.get(&landmark).copied().unwrap_or_else(mk::tt);
        if proved.is_false() {
            return None;
        }
        let mut known = Vec::new();
        for (places, knowledge) in &self.stages {
            // A copy that is gone was unreachable, or cannot reach a violation.
            let Some(&location) = places.get(&landmark) else { continue };
            match knowledge {
                Knowledge::Executed => {}
                Knowledge::Constants(constants) => {
                    if !constants.is_reachable(location) {
                        return None;
                    }
                    let equal = constants.known_at(location).into_iter();
                    let numbers = equal.filter(|(variable, _)| !matches!(variable.sort(), Sort::Array(_)));
                    known.extend(numbers.map(|(variable, value)| mk::eq(variable, value)));
                }
                Knowledge::Intervals(intervals) => {
                    if !intervals.is_reachable(location) {
                        return None;
                    }
                    let is_needed =
                        |term: Term| term.free_variables().iter().all(|v| self.mentioned.contains(v));
                    let bounds = intervals.known_at(location).into_iter();
                    let needed = bounds.filter(|(term, _)| term.sort() == Sort::Int && is_needed(*term));
                    known.extend(needed.map(|(term, interval)| bounded(term, interval)));
                }
            }
        }
        let mut own = Substitution::new();
        if let Some(frame) = landmark.frame.and_then(|frame| self.base.frames.get(frame as usize)) {
            frame.variables.iter().for_each(|(copy, variable)| own.insert(*copy, *variable));
        }
        let foreign =
            self.base.frames.iter().enumerate().filter(|(frame, _)| Some(*frame as u32) != landmark.frame);
        // A variable of another copy must not be taken for one of this copy.
        for (number, (copy, _)) in foreign.flat_map(|(_, frame)| &frame.variables).enumerate() {
            own.insert(*copy, mk::var(format!("foreign variable {number}").as_str(), copy.sort()));
        }
        Some((own.apply(proved), own.apply(mk::and(known))))
    }
}

/// That a term is in an interval.
fn bounded(term: Term, interval: Interval) -> Term {
    match (interval.low(), interval.high()) {
        (Some(low), Some(high)) if low == high => mk::eq(term, mk::int(low)),
        (low, high) => mk::and(
            low.map(|low| mk::le(mk::int(low), term))
                .into_iter()
                .chain(high.map(|high| mk::le(term, mk::int(high)))),
        ),
    }
}

/// The disjunction of conjunctions, as a conjunction: what all have in common, and the disjunction of the rest.
fn joined(mut disjuncts: Vec<Vec<String>>) -> Vec<String> {
    let Some(first) = disjuncts.first() else { return Vec::new() };
    let is_common = |conjunct: &String| disjuncts.iter().all(|others| others.contains(conjunct));
    let mut result: Vec<String> = first.iter().filter(|conjunct| is_common(conjunct)).cloned().collect();
    if disjuncts.len() == 1 {
        return result;
    }
    disjuncts.iter_mut().for_each(|disjunct| disjunct.retain(|conjunct| !result.contains(conjunct)));
    if disjuncts.len() <= MAX_DISJUNCTS && disjuncts.iter().all(|disjunct| !disjunct.is_empty()) {
        let parts: Vec<String> = disjuncts
            .iter()
            .map(|disjunct| {
                let conjuncts: Vec<String> =
                    disjunct.iter().map(|conjunct| format!("({conjunct})")).collect();
                conjuncts.join(" && ")
            })
            .map(|disjunct| format!("({disjunct})"))
            .collect();
        result.push(parts.join(" || "));
    }
    result
}
