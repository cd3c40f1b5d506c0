//! Checks a simplification by intervals.
//!
//! The simplified graph has the locations and edges of the original one. What is known at its locations
//! ([`Intervals::known_at`]) must be an inductive invariant of the original: it follows from the axioms at the entry,
//! and from what is known at the source of each edge and the statement at its destination. Under what is known at its
//! source, each new statement must do what the old one does. Then the two graphs have the same executions.
//!
//! Each claim becomes a formula that must not have a model. Most are trivial: bounds of variables that the statement
//! does not touch are the same or weaker behind it. Intervals ([`crate::ranges`]) refute claims about bounds and show that
//! statements are the same, as far as that goes. The others go to the solver, many at a time.

use std::time::Duration;

use base::Budget;
use program::{Cfg, Edge, Interval, Intervals, LocationId, Statement};
use rustc_hash::{FxHashMap, FxHashSet};
use smt::{CheckResult, Limits, Solver};
use term::{Substitution, Term, Version, build as mk};

use crate::ranges;
use crate::rejection::{Rejection, place};

/// So many claims are asked for at once.
const BATCH: usize = 100;
/// The longest that a query about one claim may take.
const LIMIT: Duration = Duration::from_secs(10);
/// The longest that a query about many may take. Where numbers are divided, many together may be hard although each of them
/// is easy.
const BATCH_LIMIT: Duration = Duration::from_secs(1);

/// Checks that a simplified graph has the executions of the original one, and returns the number of claims that a
/// solver had to decide. The solver must have no assertions and is left without any.
pub fn check_intervals(
    original: &Cfg,
    intervals: &Intervals,
    simplified: &Cfg,
    solver: &mut dyn Solver,
    budget: &Budget,
) -> Result<usize, Rejection> {
    check_shape(original, simplified)?;
    let mut checker = Checker { cfg: original, intervals, solver, budget, claims: Vec::new(), asked: 0 };
    checker.solver.push();
    for &axiom in &original.axioms {
        checker.solver.assert(axiom);
    }
    let result = checker.check_all(simplified);
    checker.solver.pop(1);
    result.map(|()| checker.asked)
}

/// A simplified graph has the locations and edges of the original one.
pub(crate) fn check_shape(original: &Cfg, simplified: &Cfg) -> Result<(), Rejection> {
    let ends = |cfg: &Cfg| cfg.edges.iter().map(|edge| (edge.source, edge.destination)).collect::<Vec<_>>();
    let is_same = original.locations == simplified.locations
        && original.entry == simplified.entry
        && original.axioms == simplified.axioms
        && original.variables == simplified.variables
        && ends(original) == ends(simplified);
    match is_same {
        true => Ok(()),
        false => Err(Rejection::Malformed("the simplified graph has other locations or edges".into())),
    }
}

/// A formula that must not have a model.
struct Claim {
    formula: Term,
    from: LocationId,
    to: LocationId,
    is_about_statement: bool,
}

/// What is known at a location.
struct Known {
    bounds: FxHashMap<Term, Interval>,
    /// Those that are no variables.
    facts: Vec<(Term, Interval)>,
}

impl Known {
    fn of(known: Vec<(Term, Interval)>) -> Known {
        let facts = known.iter().filter(|(term, _)| !term.is_var()).copied().collect();
        Known { bounds: known.into_iter().collect(), facts }
    }

    /// What is known about the variables of a formula, and about those that facts connect them with.
    fn about(&self, formula: Term) -> Vec<Term> {
        let mut variables: FxHashSet<Term> = formula.free_variables().iter().copied().collect();
        let mut known = Vec::new();
        for (term, values) in &self.facts {
            if term.free_variables().iter().any(|v| variables.contains(v)) {
                variables.extend(term.free_variables());
                known.push(values.formula(*term));
            }
        }
        let mut variables: Vec<Term> = variables.into_iter().collect();
        variables.sort_unstable();
        let bounds = variables.iter().filter_map(|v| Some(self.bounds.get(v)?.formula(*v)));
        known.extend(bounds);
        known
    }
}

impl Known {
    /// Whether intervals suffice to make two terms the same.
    fn are_same(&self, a: Term, b: Term) -> bool {
        if a == b {
            return true;
        }
        let about = self.about(mk::eq(a, b));
        ranges::Known::of(&about).is_none_or(|mut ranges| ranges.simplified(a) == ranges.simplified(b))
    }
}

struct Checker<'c, 's> {
    cfg: &'c Cfg,
    intervals: &'c Intervals,
    solver: &'s mut dyn Solver,
    budget: &'s Budget,
    claims: Vec<Claim>,
    asked: usize,
}

impl Checker<'_, '_> {
    fn check_all(&mut self, simplified: &Cfg) -> Result<(), Rejection> {
        let entry = self.cfg.entry;
        if self.intervals.is_reachable(entry) {
            for (term, values) in self.intervals.known_at(entry) {
                self.claim(&Known::of(Vec::new()), mk::not(values.formula(term)), entry, entry, false)?;
            }
        } else {
            self.claim(&Known::of(Vec::new()), mk::tt(), entry, entry, false)?;
        }
        for (source, edges) in self.cfg.outgoing().iter_enumerated() {
            if edges.is_empty() || !self.intervals.is_reachable(source) {
                continue;
            }
            let known = Known::of(self.intervals.known_at(source));
            for &id in edges {
                let (old, new) = (&self.cfg.edges[id], &simplified.edges[id]);
                self.check_invariant(&known, old)?;
                self.check_statement(&known, old, new)?;
            }
        }
        self.ask()
    }

    /// What is known at the destination of an edge follows from what is known at its source.
    fn check_invariant(&mut self, known: &Known, edge: &Edge) -> Result<(), Rejection> {
        let (from, to) = (edge.source, edge.destination);
        let condition = match &edge.statement {
            Statement::Assume(condition) => *condition,
            _ => mk::tt(),
        };
        if !self.intervals.is_reachable(to) {
            return self.claim(known, condition, from, to, false);
        }
        let modified = edge.statement.modified();
        let after = after(&edge.statement)?;
        for (term, values) in self.intervals.known_at(to) {
            let is_same = !modified.iter().any(|variable| term.has_free(*variable));
            if is_same && known.bounds.get(&term).is_some_and(|before| before.is_within(values)) {
                continue;
            }
            let violated = mk::not(values.formula(after.apply(term)));
            self.claim(known, mk::and2(condition, violated), from, to, false)?;
        }
        Ok(())
    }

    /// Both statements do the same in the states that are known.
    fn check_statement(&mut self, known: &Known, old: &Edge, new: &Edge) -> Result<(), Rejection> {
        let (from, to) = (old.source, old.destination);
        match (&old.statement, &new.statement) {
            (Statement::Assume(a), Statement::Assume(b)) if known.are_same(*a, *b) => Ok(()),
            (Statement::Assume(a), Statement::Assume(b)) => {
                self.claim(known, mk::xor(*a, *b), from, to, true)
            }
            (Statement::Assign(old), Statement::Assign(new)) if old.len() == new.len() => {
                for ((variable, a), (other, b)) in old.iter().zip(new) {
                    if variable == other && known.are_same(*a, *b) {
                        continue;
                    }
                    let differs = if variable == other { mk::ne(*a, *b) } else { mk::tt() };
                    self.claim(known, differs, from, to, true)?;
                }
                Ok(())
            }
            (old, new) if old == new => Ok(()),
            _ => self.claim(known, mk::tt(), from, to, true),
        }
    }

    /// Claims that no state that is known satisfies the formula.
    fn claim(
        &mut self,
        known: &Known,
        formula: Term,
        from: LocationId,
        to: LocationId,
        is_about_statement: bool,
    ) -> Result<(), Rejection> {
        let formula = mk::and(known.about(formula).into_iter().chain([formula]));
        if formula.is_false() || (!is_about_statement && ranges::refutes(formula)) {
            return Ok(());
        }
        self.claims.push(Claim { formula, from, to, is_about_statement });
        if self.claims.len() >= BATCH { self.ask() } else { Ok(()) }
    }

    /// Asks for all claims, then for each of them if some may be wrong.
    fn ask(&mut self) -> Result<(), Rejection> {
        self.budget.check()?;
        let claims = std::mem::take(&mut self.claims);
        self.asked += claims.len();
        let any = mk::or(claims.iter().map(|claim| claim.formula));
        if self.is_impossible(any, BATCH_LIMIT)? == CheckResult::Unsat {
            return Ok(());
        }
        for claim in claims {
            let (from, to) = (place(self.cfg, claim.from), place(self.cfg, claim.to));
            match self.is_impossible(claim.formula, LIMIT)? {
                CheckResult::Unsat => {}
                CheckResult::Sat if claim.is_about_statement => {
                    return Err(Rejection::NotEquivalent { from, to });
                }
                CheckResult::Sat => return Err(Rejection::NotInductive { from, to, state: Vec::new() }),
                CheckResult::Unknown(reason) => {
                    let question = format!("what is known from {from} to {to}");
                    return Err(Rejection::Undecided { question, reason: reason.to_string() });
                }
            }
        }
        Ok(())
    }

    fn is_impossible(&mut self, formula: Term, limit: Duration) -> Result<CheckResult, Rejection> {
        if formula.is_false() {
            return Ok(CheckResult::Unsat);
        }
        self.budget.check()?;
        let time = self.budget.remaining().map_or(limit, |left| left.min(limit));
        self.solver.push();
        self.solver.assert(formula);
        let answer = self.solver.check(&[], Limits { time: Some(time), memory_mb: None });
        self.solver.pop(1);
        Ok(answer)
    }
}

/// The values of the variables after a statement, in terms of those before it; what `havoc` chooses is primed.
pub(crate) fn after(statement: &Statement) -> Result<Substitution, Rejection> {
    match statement {
        Statement::Assume(_) => Ok(Substitution::new()),
        Statement::Assign(pairs) => Ok(pairs.iter().copied().collect()),
        Statement::Havoc(variables) => {
            Ok(variables.iter().map(|v| (*v, mk::with_version(*v, Version::Primed))).collect())
        }
        Statement::Call(_) => Err(Rejection::Malformed("the graph has a call".into())),
    }
}
