//! Solvers that interpolate between two formulas: `(get-interpolant I B)`, one cut after the other from left to right.
//!
//! The interpolant at a cut is computed from the one before it and the formula between them, so that the sequence is
//! inductive by construction. The solver (cvc5) enumerates formulas of a grammar, which may never end: each cut has its
//! share of the time.

use std::time::Instant;

use term::parse::{Context, parse_definition};
use term::{Term, build as mk};

use super::dialects::Dialect;
use super::dialogue::Session;
use super::interpolating::{
    Failure, Interpolating, PROLOGUE, check_shared, declare, expect_unsat, interpolants, not_read,
};
use crate::options::SolverOptions;
use crate::traits::{Interpolation, Limits, NoInterpolants, UnknownReason};

/// A solver that interpolates cut by cut.
pub struct CutInterpolation(Interpolating);

impl CutInterpolation {
    /// A solver of the given dialect. The error says what is missing.
    pub fn new(dialect: &'static Dialect, options: &SolverOptions) -> Result<CutInterpolation, String> {
        Ok(CutInterpolation(Interpolating::new(dialect, dialect.arguments, PROLOGUE, options)?))
    }
}

impl Interpolation for CutInterpolation {
    fn sequence_interpolants(
        &mut self,
        formulas: &[Term],
        limits: Limits,
    ) -> Result<Vec<Term>, NoInterpolants> {
        if formulas.len() < 2 {
            return Ok(Vec::new());
        }
        let dialect = self.0.dialect;
        let start = Instant::now();
        let left = |cuts: usize| Limits {
            time: limits.time.map(|limit| limit.saturating_sub(start.elapsed()) / cuts as u32),
            ..limits
        };
        self.0.ask(left(1), |session, deadline| {
            assert(session, formulas, dialect)?;
            expect_unsat(session, deadline)
        })?;
        let mut interpolants: Vec<Term> = Vec::new();
        for cut in 1..formulas.len() {
            let before = [interpolants.last().copied().unwrap_or(mk::tt()), formulas[cut - 1]];
            let behind = mk::and(formulas[cut..].iter().copied());
            let limits = left(formulas.len() - cut);
            interpolants.push(
                self.0.ask(limits, |session, deadline| query(session, deadline, &before, behind, dialect))?,
            );
        }
        check_shared(formulas, &interpolants)?;
        Ok(interpolants)
    }

    fn name(&self) -> &str {
        self.0.dialect.name
    }
}

fn assert(session: &mut Session, formulas: &[Term], dialect: &Dialect) -> Result<(), Failure> {
    for &formula in formulas {
        let declarations = declare(session, formula, dialect)?;
        session.child.send(format!("{declarations}(assert {})\n", formula.to_smtlib_shared()));
    }
    Ok(())
}

fn query(
    session: &mut Session,
    deadline: Option<Instant>,
    before: &[Term],
    behind: Term,
    dialect: &Dialect,
) -> Result<Term, Failure> {
    // Formulas that are constant have no grammar.
    match mk::and(before.iter().copied()) {
        formula if formula.is_false() || behind.is_true() => return Ok(mk::ff()),
        formula if formula.is_true() || behind.is_false() => return Ok(mk::tt()),
        _ => {}
    }
    assert(session, before, dialect)?;
    let goal = mk::not(behind);
    let declarations = declare(session, goal, dialect)?;
    // No name of a variable is encoded like this.
    session.child.send(format!("{declarations}(get-interpolant %!I {})\n", goal.to_smtlib_shared()));
    let answer = interpolants(session, deadline)?;
    if !answer.starts_with('(') {
        return Err(Failure::Told(UnknownReason::Incomplete("it finds no interpolant".to_owned()).into()));
    }
    let context = Context::of(&[before, &[behind]].concat());
    parse_definition(&answer, &context).map_err(not_read)
}
