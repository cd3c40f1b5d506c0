//! Checks a proof by states: the invariant of a location is a disjunction, and it is checked disjunct by disjunct.
//!
//! The method is that of [`crate::proof`], region by region between cut points. One query about a region with thousands of
//! disjuncts on both sides is hopeless, and thousands of queries with one disjunct on each side are easy. So each state is
//! asked alone whether an execution from it can arrive outside of the states that it names as its successors. If it can,
//! or if nobody knows the successors, all states of the cut point count. A wrong hint costs time and nothing else: to
//! arrive in some of the states is to arrive in the invariant.

use std::time::Duration;

use base::Budget;
use base::index::IndexVec;
use program::{Cfg, LocationId, Proof, ProofState};
use rustc_hash::FxHashSet;
use smt::{CheckResult, Limits, Solver};
use term::{Symbol, Term, build as mk};

use crate::cuts::CutGraph;
use crate::form::{MAX_STATE, check_form};
use crate::proof_report::ProofReport;
use crate::region::{self, Arrival, Region};
use crate::rejection::{Rejection, place};

/// The longest that a query about a state may take.
const STATE_LIMIT: Duration = Duration::from_secs(10);

/// Checks that the states of a proof show that no target can be reached. The solver must have no assertions and is left
/// without any.
pub(crate) fn check_states(
    cfg: &Cfg,
    proof: &Proof,
    solver: &mut dyn Solver,
    budget: &Budget,
) -> Result<ProofReport, Rejection> {
    program::verify_cfg(cfg).map_err(|errors| Rejection::Malformed(errors.join("; ")))?;
    let at = states_by_location(cfg, proof)?;
    let is_cut = |location| !at[location].is_empty() || cfg.locations[location].target.is_some();
    let graph = CutGraph::new(cfg, cfg.locations.ids().map(|l| l == cfg.entry || is_cut(l)).collect())?;
    let mut checker =
        Checker { graph, states: &proof.states, at, solver, budget, report: ProofReport::default() };
    checker.solver.push();
    cfg.axioms.iter().for_each(|axiom| checker.solver.assert(*axiom));
    let result = checker.check_all();
    checker.solver.pop(1);
    result.map(|()| checker.report)
}

/// For each location, the positions of its states.
fn states_by_location(cfg: &Cfg, proof: &Proof) -> Result<IndexVec<LocationId, Vec<usize>>, Rejection> {
    if !proof.invariants.is_empty() || !proof.cases.is_empty() {
        return Err(Rejection::Malformed("both states and invariants or cases".into()));
    }
    let variables: FxHashSet<Term> = cfg.variables.iter().copied().collect();
    let mut at = IndexVec::from_elem(Vec::new(), cfg.locations.len());
    for (position, state) in proof.states.iter().enumerate() {
        check_form(cfg, state.location, state.formula, &variables)?;
        at[state.location].push(position);
    }
    Ok(at)
}

/// What the solver says about an execution that leaves the invariant.
enum Answer {
    Impossible,
    /// With the state that it starts in.
    Possible(Vec<(Term, Term)>),
    Unknown(String),
}

struct Checker<'c, 's> {
    graph: CutGraph<'c>,
    states: &'s [ProofState],
    at: IndexVec<LocationId, Vec<usize>>,
    solver: &'s mut dyn Solver,
    budget: &'s Budget,
    report: ProofReport,
}

impl Checker<'_, '_> {
    fn check_all(&mut self) -> Result<(), Rejection> {
        let entry = self.graph.cfg.entry;
        let start = mk::not(self.invariant(entry));
        match self.ask(start)? {
            Answer::Impossible => {}
            Answer::Possible(state) => return Err(self.not_inductive(entry, entry, state)),
            Answer::Unknown(reason) => return Err(self.undecided(entry, entry, reason)),
        }
        let reach = Symbol::fresh("reach");
        let cut_points: Vec<LocationId> = self.graph.cut_points().collect();
        for from in cut_points {
            let is_target = self.graph.cfg.locations[from].target.is_some();
            let positions = self.at[from].clone();
            if is_target || positions.iter().all(|position| self.states[*position].formula.is_false()) {
                continue; // no execution gets here, or none goes on
            }
            self.report.regions += 1;
            let region = region::encode(&self.graph, from, reach);
            self.check_region(from, &positions, &region)?;
        }
        Ok(())
    }

    /// The invariant of a location. That of a target is `false`, whatever somebody says.
    fn invariant(&self, location: LocationId) -> Term {
        match self.graph.cfg.locations[location].target {
            Some(_) => mk::ff(),
            None => mk::or(self.at[location].iter().map(|position| self.states[*position].formula)),
        }
    }

    fn check_region(
        &mut self,
        from: LocationId,
        positions: &[usize],
        region: &Region,
    ) -> Result<(), Rejection> {
        let all: Vec<Term> =
            region.arrivals.iter().map(|arrival| breach(arrival, self.invariant(arrival.location))).collect();
        self.solver.push();
        region.definitions_of(mk::or(all.clone())).into_iter().for_each(|fact| self.solver.assert(fact));
        let result = positions.iter().try_for_each(|position| {
            self.report.cases += 1;
            self.solver.push();
            self.solver.assert(self.states[*position].formula);
            let result = self.check_state(from, &self.states[*position], region, &all);
            self.solver.pop(1);
            result
        });
        self.solver.pop(1);
        result
    }

    /// Shows that no execution of the region that starts in a state leaves the invariants.
    fn check_state(
        &mut self,
        from: LocationId,
        state: &ProofState,
        region: &Region,
        all: &[Term],
    ) -> Result<(), Rejection> {
        if let Some(successors) = &state.successors {
            let hinted = |location: LocationId| match self.graph.cfg.locations[location].target {
                Some(_) => mk::ff(),
                None => {
                    let named = successors.iter().filter_map(|position| self.states.get(*position));
                    let there = named.filter(|other| other.location == location);
                    mk::or(there.map(|other| other.formula))
                }
            };
            let breaches = region.arrivals.iter().map(|arrival| breach(arrival, hinted(arrival.location)));
            let outside = mk::or(breaches);
            if matches!(self.ask(outside)?, Answer::Impossible) {
                return Ok(());
            }
            self.report.splits += 1;
        }
        for (arrival, breach) in region.arrivals.iter().zip(all) {
            match self.ask(*breach)? {
                Answer::Impossible => {}
                Answer::Possible(values) => return Err(self.not_inductive(from, arrival.location, values)),
                Answer::Unknown(reason) => return Err(self.undecided(from, arrival.location, reason)),
            }
        }
        Ok(())
    }

    /// Is a formula possible together with what the solver knows?
    fn ask(&mut self, formula: Term) -> Result<Answer, Rejection> {
        if formula.is_false() {
            return Ok(Answer::Impossible);
        }
        self.budget.check()?;
        self.report.queries += 1;
        let time = self.budget.remaining().map_or(STATE_LIMIT, |left| left.min(STATE_LIMIT));
        let answer = match self.solver.check(&[formula], Limits { time: Some(time), ..Limits::default() }) {
            CheckResult::Unsat => Answer::Impossible,
            CheckResult::Sat => Answer::Possible(self.values()),
            CheckResult::Unknown(reason) => Answer::Unknown(reason.to_string()),
        };
        if matches!(answer, Answer::Unknown(_)) {
            self.budget.check()?; // the reason is ours, not the solver's
        }
        Ok(answer)
    }

    /// The values of the program variables at the start of the region, in the solver's model.
    fn values(&mut self) -> Vec<(Term, Term)> {
        let Some(model) = self.solver.model() else { return Vec::new() };
        let variables = self.graph.cfg.variables.iter();
        variables.filter_map(|v| Some((*v, model.get(*v)?))).take(MAX_STATE).collect()
    }

    fn not_inductive(&self, from: LocationId, to: LocationId, state: Vec<(Term, Term)>) -> Rejection {
        let cfg = self.graph.cfg;
        Rejection::NotInductive { from: place(cfg, from), to: place(cfg, to), state }
    }

    fn undecided(&self, from: LocationId, to: LocationId, reason: String) -> Rejection {
        let cfg = self.graph.cfg;
        let question = format!("do states at {} lead to states at {}", place(cfg, from), place(cfg, to));
        Rejection::Undecided { question, reason }
    }
}

/// An arrival outside of an invariant.
fn breach(arrival: &Arrival, invariant: Term) -> Term {
    mk::and2(arrival.condition, arrival.instantiate(mk::not(invariant)))
}

#[cfg(test)]
mod tests {
    use program::read_cfg;
    use smt::{SolverOptions, Z3Solver};
    use term::Sort;

    use super::*;

    /// Counts to three, and then must have done so.
    const COUNTS: &str = "
        var x: Int
        error L9 \"assert\" \"x == 3\"
        L0 -> L1: x := 0
        L1 -> L2: assume (< x 3)
        L2 -> L1: x := (+ x 1)
        L1 -> L9: assume (and (not (< x 3)) (not (= x 3)))";

    /// A location, the value of `x`, and the successors.
    type Listed = (usize, Option<i64>, Option<Vec<usize>>);

    fn check(states: &[Listed]) -> Result<ProofReport, Rejection> {
        let cfg = read_cfg(COUNTS).expect("a graph");
        let x = mk::var("x", Sort::Int);
        let state = |(location, value, successors): &Listed| ProofState {
            location: cfg.locations.ids().nth(*location).expect("a location"),
            formula: value.map_or(mk::tt(), |value| mk::eq(x, mk::int(value))),
            successors: successors.clone(),
        };
        let proof = Proof::of_states(states.iter().map(state).collect());
        let mut solver = Z3Solver::new(&SolverOptions::default()).expect("Z3 starts");
        check_proof(&cfg, &proof, &mut solver)
    }

    fn check_proof(cfg: &Cfg, proof: &Proof, solver: &mut Z3Solver) -> Result<ProofReport, Rejection> {
        crate::check_proof(cfg, proof, solver, &Budget::unlimited())
    }

    #[test]
    fn hints_make_one_query_for_each_state() {
        let next = |position| Some(vec![position]);
        let proof = [
            (0, None, next(1)),
            (1, Some(0), next(2)),
            (1, Some(1), next(3)),
            (1, Some(2), next(4)),
            (1, Some(3), Some(vec![])),
        ];
        let report = check(&proof).expect("a proof");
        // The first one needs none: computation decides it.
        assert_eq!((report.cases, report.queries, report.splits), (5, 4, 0));
    }

    #[test]
    fn wrong_hints_and_no_hints_cost_time_only() {
        let wrong = Some(vec![0, 2, 77]);
        let proof = [
            (0, None, wrong.clone()),
            (1, Some(0), wrong.clone()),
            (1, Some(1), None),
            (1, Some(2), Some(vec![])),
            (1, Some(3), wrong),
        ];
        let report = check(&proof).expect("a proof");
        assert!(report.queries > 5 && report.splits > 0, "{report:?}");
    }

    #[test]
    fn a_state_that_is_missing_is_found() {
        let next = |position| Some(vec![position]);
        let gap = [(0, None, next(1)), (1, Some(0), next(2)), (1, Some(1), None), (1, Some(3), None)];
        assert!(matches!(check(&gap), Err(Rejection::NotInductive { .. })));
        // The hint names a state of another location that holds.
        let elsewhere = [(0, None, next(1)), (1, Some(0), next(0)), (1, Some(3), None)];
        assert!(matches!(check(&elsewhere), Err(Rejection::NotInductive { .. })));
        // Something that leads to the target.
        let too_much = [(0, None, next(1)), (1, None, next(1))];
        assert!(matches!(check(&too_much), Err(Rejection::NotInductive { .. })));
        // The entry has states, and none of them is where executions start.
        let nowhere = [(0, Some(4), next(1)), (1, Some(0), None)];
        assert!(matches!(check(&nowhere), Err(Rejection::NotInductive { .. })));
    }

    #[test]
    fn states_at_targets_do_not_count() {
        let cfg = read_cfg(COUNTS).expect("a graph");
        let (target, _) = cfg.targets().next().expect("a target");
        let state = |location, formula| ProofState { location, formula, successors: None };
        let locations = cfg.locations.ids().filter(|l| cfg.locations[*l].target.is_none());
        let mut states: Vec<ProofState> = locations.map(|l| state(l, mk::tt())).collect();
        states.push(state(target, mk::tt()));
        let mut solver = Z3Solver::new(&SolverOptions::default()).expect("Z3 starts");
        assert!(check_proof(&cfg, &Proof::of_states(states), &mut solver).is_err());
    }
}
