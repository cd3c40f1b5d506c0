//! Checks a proof: an invariant for some locations of a control-flow graph.
//!
//! The method is Floyd's. The entry, the targets and the listed locations are
//! cut points ([`crate::cuts`]). For each cut point `u`, the solver is asked
//! whether an execution of the region behind `u` can start in a state of `inv(u)`
//! and arrive at a cut point `v` in a state outside of `inv(v)`. The invariant of
//! a target is `false`; that of the entry must follow from the axioms alone. If
//! no query has a model, induction over the cut points that an execution visits
//! shows that it never visits a target. An entry that is not listed has the
//! invariant `true`.
//!
//! A region is one query. If the solver cannot decide it, or to tell which
//! invariant fails, the query is split: by edge of arrival, then by conjunct of
//! the invariant.

use std::time::Duration;

use base::Budget;
use base::index::IndexVec;
use program::{Cfg, LocationId, Proof};
use rustc_hash::FxHashSet;
use smt::{CheckResult, Limits, Solver, UnknownReason};
use term::{Symbol, Term, build as mk};

use crate::cuts::CutGraph;
use crate::form::{MAX_STATE, check_form};
use crate::grounding;
use crate::proof_report::ProofReport;
use crate::region::{self, Arrival, Region};
use crate::rejection::{Rejection, place};

/// The longest that a query about a whole region may take.
const REGION_LIMIT: Duration = Duration::from_secs(20);
/// The longest that a part of such a query may take.
const PART_LIMIT: Duration = Duration::from_secs(10);
/// The longest that a query may take in which instances replace quantifiers.
const GROUND_LIMIT: Duration = Duration::from_secs(3);

/// Checks that the invariants of a proof show that no target can be reached. The solver must have no assertions and is
/// left without any.
pub(crate) fn check_invariants(
    cfg: &Cfg,
    proof: &Proof,
    solver: &mut dyn Solver,
    budget: &Budget,
) -> Result<ProofReport, Rejection> {
    let invariants = invariants_by_location(cfg, proof)?;
    let is_cut = invariants.iter().map(Option::is_some).collect();
    let graph = CutGraph::new(cfg, is_cut)?;
    let mut checker = Checker { graph, invariants, solver, budget, report: ProofReport::default() };
    checker.solver.push();
    for &axiom in &cfg.axioms {
        checker.solver.assert(axiom);
    }
    let result = checker.check_all();
    checker.solver.pop(1);
    result.map(|()| checker.report)
}

/// For each cut point, its invariant.
fn invariants_by_location(cfg: &Cfg, proof: &Proof) -> Result<IndexVec<LocationId, Option<Term>>, Rejection> {
    program::verify_cfg(cfg).map_err(|errors| Rejection::Malformed(errors.join("; ")))?;
    let variables: FxHashSet<Term> = cfg.variables.iter().copied().collect();
    let mut invariants = IndexVec::from_elem(None, cfg.locations.len());
    for &(location, invariant) in &proof.invariants {
        check_form(cfg, location, invariant, &variables)?;
        let here = place(cfg, location);
        if invariants[location].replace(invariant).is_some() {
            return Err(Rejection::Malformed(format!("two invariants at {here}")));
        }
    }
    invariants[cfg.entry].get_or_insert(mk::tt());
    for (target, _) in cfg.targets() {
        invariants[target] = Some(mk::ff());
    }
    Ok(invariants)
}

/// An arrival in a state that violates the invariant there.
struct Breach<'r> {
    arrival: Option<&'r Arrival>,
    to: LocationId,
    /// The conjuncts of the invariant.
    wanted: Vec<Term>,
}

impl Breach<'_> {
    fn formula(&self) -> Term {
        self.formula_of(&self.wanted)
    }

    fn formula_of(&self, wanted: &[Term]) -> Term {
        let negated = mk::not(mk::and(wanted.iter().copied()));
        match self.arrival {
            None => negated,
            Some(arrival) => mk::and2(arrival.condition, arrival.instantiate(negated)),
        }
    }
}

/// What the solver says about a breach.
enum Answer {
    Impossible,
    /// With the state at the start of the region.
    Possible(Vec<(Term, Term)>),
    Unknown(UnknownReason),
}

struct Checker<'c, 's> {
    graph: CutGraph<'c>,
    /// For each cut point, its invariant.
    invariants: IndexVec<LocationId, Option<Term>>,
    solver: &'s mut dyn Solver,
    budget: &'s Budget,
    report: ProofReport,
}

impl Checker<'_, '_> {
    fn invariant(&self, location: LocationId) -> Term {
        self.invariants[location].expect("cut points have invariants")
    }

    fn check_all(&mut self) -> Result<(), Rejection> {
        let entry = self.graph.cfg.entry;
        let start = Breach { arrival: None, to: entry, wanted: mk::conjuncts(self.invariant(entry)) };
        self.exclude(entry, mk::tt(), &Region::default(), &[start])?;
        let reach = Symbol::fresh("reach");
        let cut_points: Vec<LocationId> = self.graph.cut_points().collect();
        for from in cut_points {
            let invariant = self.invariant(from);
            if invariant.is_false() {
                continue; // no execution gets here
            }
            self.budget.check()?;
            self.report.regions += 1;
            let region = region::encode(&self.graph, from, reach);
            self.check_region(from, invariant, &region)?;
        }
        Ok(())
    }

    fn check_region(&mut self, from: LocationId, invariant: Term, region: &Region) -> Result<(), Rejection> {
        let mut breaches = Vec::with_capacity(region.arrivals.len());
        for arrival in &region.arrivals {
            let wanted = mk::conjuncts(self.invariant(arrival.location));
            breaches.push(Breach { arrival: Some(arrival), to: arrival.location, wanted });
        }
        self.exclude(from, invariant, region, &breaches)
    }

    /// Shows that none of the breaches is possible in a region that starts where the invariant holds.
    fn exclude(
        &mut self,
        from: LocationId,
        invariant: Term,
        region: &Region,
        breaches: &[Breach],
    ) -> Result<(), Rejection> {
        let all = mk::or(breaches.iter().map(Breach::formula));
        let mut known = region.definitions_of(all);
        known.push(invariant);
        // Quantifiers under a disjunction are hard; one by one they may be easy.
        let is_hard =
            breaches.len() > 1 && known.iter().chain([&all]).any(|formula| formula.has_quantifier());
        if is_hard && self.is_refuted_by_instances(&known, all)? {
            return Ok(());
        }
        // Half of the time that is left stays for the parts.
        let half = self.budget.remaining().map_or(REGION_LIMIT, |left| left / 2);
        let whole = if is_hard { None } else { Some(self.ask(&known, all, REGION_LIMIT.min(half))?) };
        match whole {
            Some(Answer::Impossible) => return Ok(()),
            Some(_) => self.report.splits += 1,
            None => {}
        }
        let mut undecided = None;
        for breach in breaches {
            for &conjunct in &breach.wanted {
                let part = breach.formula_of(&[conjunct]);
                let mut known = region.definitions_of(part);
                known.push(invariant);
                match self.ask(&known, part, PART_LIMIT)? {
                    Answer::Impossible => {}
                    Answer::Possible(state) => return Err(self.not_inductive(from, breach.to, state)),
                    Answer::Unknown(reason) => {
                        undecided.get_or_insert_with(|| self.undecided(from, breach.to, &reason));
                    }
                }
            }
        }
        match (undecided, whole) {
            (Some(rejection), _) => Err(rejection),
            (None, Some(Answer::Possible(_))) => {
                let reason = UnknownReason::Incomplete("the solver contradicts itself".into());
                Err(self.undecided(from, from, &reason))
            }
            (None, _) => Ok(()),
        }
    }

    /// Is a formula possible together with what is known?
    fn ask(&mut self, known: &[Term], formula: Term, limit: Duration) -> Result<Answer, Rejection> {
        if formula.is_false() {
            return Ok(Answer::Impossible);
        }
        if self.is_refuted_by_instances(known, formula)? {
            return Ok(Answer::Impossible);
        }
        self.ask_solver(known, formula, limit)
    }

    /// Whether instances of what is known about all numbers suffice to exclude a formula.
    fn is_refuted_by_instances(&mut self, known: &[Term], formula: Term) -> Result<bool, Rejection> {
        if !known.iter().chain([&formula]).any(|part| part.has_quantifier()) {
            return Ok(false);
        }
        let Some((known, formula)) = grounding::ground(known, formula) else { return Ok(false) };
        Ok(matches!(self.ask_solver(&known, formula, GROUND_LIMIT)?, Answer::Impossible))
    }

    fn ask_solver(&mut self, known: &[Term], formula: Term, limit: Duration) -> Result<Answer, Rejection> {
        self.budget.check()?;
        self.report.queries += 1;
        let time = self.budget.remaining().map_or(limit, |left| left.min(limit));
        self.solver.push();
        // No assumption: nobody asks for a core, and some solvers are slow if they must be ready to give one.
        known.iter().chain([&formula]).for_each(|fact| self.solver.assert(*fact));
        let answer = match self.solver.check(&[], Limits { time: Some(time), ..Limits::default() }) {
            CheckResult::Unsat => Answer::Impossible,
            CheckResult::Sat => Answer::Possible(self.state()),
            CheckResult::Unknown(reason) => Answer::Unknown(reason),
        };
        self.solver.pop(1);
        if matches!(answer, Answer::Unknown(_)) {
            self.budget.check()?; // the reason is ours, not the solver's
        }
        Ok(answer)
    }

    /// The values of the program variables at the start of the region, in the solver's model.
    fn state(&mut self) -> Vec<(Term, Term)> {
        let Some(model) = self.solver.model() else { return Vec::new() };
        let variables = self.graph.cfg.variables.iter();
        variables.filter_map(|v| Some((*v, model.get(*v)?))).take(MAX_STATE).collect()
    }

    fn not_inductive(&self, from: LocationId, to: LocationId, state: Vec<(Term, Term)>) -> Rejection {
        let cfg = self.graph.cfg;
        Rejection::NotInductive { from: place(cfg, from), to: place(cfg, to), state }
    }

    fn undecided(&self, from: LocationId, to: LocationId, reason: &UnknownReason) -> Rejection {
        let cfg = self.graph.cfg;
        let question =
            format!("does the invariant at {} follow from that at {}", place(cfg, to), place(cfg, from));
        Rejection::Undecided { question, reason: reason.to_string() }
    }
}
