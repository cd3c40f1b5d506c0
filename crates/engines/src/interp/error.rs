//! Existential error interpolants (Def. 3): disjunctions that over-approximate the states from which a path to an error
//! may be completed.
//!
//! A prefix that implies one *may* reach the error; the paper takes it for certain. Here a disjunct is a suggestion: it
//! remembers the path that it comes from, and counts only if the prefix can be completed along that path. A disjunct that
//! a feasible prefix satisfies and that cannot be completed has lied, and is forgotten for good; so is one that several
//! questions were asked about in vain.

use base::index::IndexVec;
use program::{BlockId, BlockProgram, LocationId, Trace};
use refine::Feasibility;
use rustc_hash::{FxHashMap, FxHashSet};
use term::{Term, build as mk};

use super::interpolation::{Interpolation, Spurious, question};
use super::worth::Worth;
use crate::cegar::{Goal, Tools, goal_of};

/// A location remembers so many disjuncts, the youngest ones.
const MAX_DISJUNCTS: usize = 8;

/// After so many questions that led to no error, a disjunct is forgotten: each of them costs a query about a path.
const MAX_VAIN: u32 = 4;

/// A disjunct of an error interpolant.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct Disjunct {
    formula: Term,
    /// The path to the error that it comes from.
    suffix: Vec<BlockId>,
}

/// The error interpolants of all locations.
pub struct Errors {
    at: IndexVec<LocationId, Vec<Disjunct>>,
    /// How many questions each disjunct led to that had no use.
    vain: FxHashMap<(LocationId, Disjunct), u32>,
    /// What is not learned again.
    given_up: FxHashSet<(LocationId, Disjunct)>,
    /// Whether prefixes that satisfy an interpolant are still completed.
    pub worth: Worth,
    /// How many disjuncts were forgotten, because they lied or were of no use.
    pub forgotten: u64,
}

impl Errors {
    /// `false` everywhere but at error locations, at which nobody asks.
    pub fn new(program: &BlockProgram) -> Errors {
        let at = IndexVec::from_elem(Vec::new(), program.cfg.locations.len());
        Errors {
            at,
            vain: FxHashMap::default(),
            given_up: FxHashSet::default(),
            worth: Worth::default(),
            forgotten: 0,
        }
    }

    /// Whether something is known about a location, and asking about it may help.
    pub fn has_suggestions(&self, location: LocationId) -> bool {
        !self.at[location].is_empty() && self.worth.is_given()
    }

    /// Adds what a spurious path says. The interpolants between a suffix and its prefix are the negated ones between
    /// prefix and suffix; from the first state that is not reachable, the rest of the path may be taken.
    pub fn update(&mut self, program: &BlockProgram, trace: &Trace, spurious: &Spurious) {
        for position in 1..=spurious.length {
            let location = trace.location(program, position);
            let formula = mk::not(spurious.interpolants[position]);
            if formula.is_false() || formula.has_quantifier() || program.target(location).is_some() {
                continue;
            }
            let disjunct = Disjunct { formula, suffix: trace.blocks[position..].to_vec() };
            let known = &mut self.at[location];
            if known.contains(&disjunct) || self.given_up.contains(&(location, disjunct.clone())) {
                continue;
            }
            known.push(disjunct);
            if known.len() > MAX_DISJUNCTS {
                known.remove(0);
            }
        }
    }

    /// A path that reaches an open goal of this kind behind a prefix whose executions all satisfy the interpolant.
    pub fn completion(
        &mut self,
        program: &BlockProgram,
        prefix: &Trace,
        (goal, is_open): (Goal, &dyn Fn(LocationId) -> bool),
        interpolation: &mut Interpolation,
        tools: &mut Tools<'_>,
    ) -> Option<Trace> {
        let location = prefix.location(program, prefix.len());
        let leads_to_goal = |disjunct: &&Disjunct| {
            let end = disjunct.suffix.last().map(|block| program.blocks[*block].destination);
            end.is_some_and(|end| goal_of(program, end) == Some(goal) && is_open(end))
        };
        let disjuncts: Vec<Disjunct> =
            self.at[location].iter().rev().filter(leads_to_goal).cloned().collect();
        if disjuncts.is_empty() {
            return None;
        }
        let formula = mk::or(disjuncts.iter().map(|disjunct| disjunct.formula));
        if !interpolation.is_implied(prefix, formula, tools) {
            self.asked_in_vain(location, &disjuncts);
            return None;
        }
        for disjunct in &disjuncts {
            let mut trace = prefix.clone();
            trace.blocks.extend(&disjunct.suffix);
            let budget = question(tools.budget);
            if let Feasibility::Feasible(_) = tools.feasibility.check(program, &trace, &budget) {
                self.worth.note(true);
                return Some(trace);
            }
        }
        self.forget_liars(program, prefix, location, &disjuncts, tools);
        self.asked_in_vain(location, &disjuncts);
        None
    }

    /// A question about these disjuncts had no use.
    fn asked_in_vain(&mut self, location: LocationId, disjuncts: &[Disjunct]) {
        self.worth.note(false);
        for disjunct in disjuncts {
            let count = self.vain.entry((location, disjunct.clone())).or_insert(0);
            *count += 1;
            if *count >= MAX_VAIN && self.at[location].contains(disjunct) {
                self.forget(location, disjunct.clone());
            }
        }
    }

    /// None of these disjuncts can be completed. Those that hold at the end of an execution lied.
    fn forget_liars(
        &mut self,
        program: &BlockProgram,
        prefix: &Trace,
        location: LocationId,
        disjuncts: &[Disjunct],
        tools: &mut Tools<'_>,
    ) {
        let budget = question(tools.budget);
        let Feasibility::Feasible(model) = tools.feasibility.check(program, prefix, &budget) else {
            return; // no execution, so nothing is wrong
        };
        if tools.budget.check().is_err() {
            return; // the completions may have been interrupted
        }
        let formula = prefix.formula(program);
        let lied =
            |disjunct: &&Disjunct| model.eval(formula.rename(disjunct.formula, prefix.len())).is_true();
        let liars: Vec<&Disjunct> = disjuncts.iter().filter(lied).collect();
        for liar in liars {
            self.forget(location, liar.clone());
        }
    }

    fn forget(&mut self, location: LocationId, disjunct: Disjunct) {
        self.at[location].retain(|other| *other != disjunct);
        self.given_up.insert((location, disjunct));
        self.forgotten += 1;
    }

    /// A suggested trace is infeasible after all.
    pub fn forget_suggestion(&mut self, program: &BlockProgram, trace: &Trace) {
        for position in 0..trace.len() {
            let location = trace.location(program, position);
            let lied = |other: &&Disjunct| other.suffix == trace.blocks[position..];
            let liars: Vec<Disjunct> = self.at[location].iter().filter(lied).cloned().collect();
            liars.into_iter().for_each(|liar| self.forget(location, liar));
        }
    }

    /// The disjuncts of a location, each formula once.
    pub fn disjuncts(&self, location: LocationId) -> Vec<Term> {
        let mut formulas: Vec<Term> = Vec::new();
        for disjunct in &self.at[location] {
            if !formulas.contains(&disjunct.formula) {
                formulas.push(disjunct.formula);
            }
        }
        formulas
    }
}
