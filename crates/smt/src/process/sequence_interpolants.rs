//! Solvers that give a sequence of interpolants at once: `(get-interpolants A1 A2 ... An)` about named assertions.

use std::time::Instant;

use term::Term;
use term::parse::{Context, parse_formulas};

use super::bounded_integers::without_integers;
use super::dialects::Dialect;
use super::interpolating::{
    Failure, Interpolating, check_shared, declare, expect_unsat, interpolants, not_read,
};
use super::session::Session;
use crate::options::SolverOptions;
use crate::traits::{Interpolation, Limits, NoInterpolants};

const PROLOGUE: &str = "(set-option :print-success false)\n(set-option :produce-interpolants true)\n";

/// A solver that gives sequences of interpolants.
pub struct SequenceInterpolation(Interpolating);

impl SequenceInterpolation {
    /// A solver of the given dialect. The error says what is missing.
    pub fn new(dialect: &'static Dialect, options: &SolverOptions) -> Result<SequenceInterpolation, String> {
        Ok(SequenceInterpolation(Interpolating::new(dialect, dialect.arguments, PROLOGUE, options)?))
    }
}

impl Interpolation for SequenceInterpolation {
    fn sequence_interpolants(
        &mut self,
        formulas: &[Term],
        limits: Limits,
    ) -> Result<Vec<Term>, NoInterpolants> {
        if formulas.len() < 2 {
            return Ok(Vec::new());
        }
        let dialect = self.0.dialect;
        let interpolants =
            self.0.ask(limits, |session, deadline| query(session, deadline, formulas, dialect))?;
        check_shared(formulas, &interpolants)?;
        // Integers of a solver that has no bit-vectors are bit-vectors again.
        Ok(interpolants.into_iter().map(|formula| without_integers(formula).unwrap_or(formula)).collect())
    }

    fn name(&self) -> &str {
        self.0.dialect.name
    }
}

fn query(
    session: &mut Session,
    deadline: Option<Instant>,
    formulas: &[Term],
    dialect: &Dialect,
) -> Result<Vec<Term>, Failure> {
    let mut question = "(get-interpolants".to_owned();
    for (position, &formula) in formulas.iter().enumerate() {
        let declarations = declare(session, formula, dialect)?;
        let text = formula.to_smtlib_shared();
        // No name of a variable is encoded like this.
        session.child.send(format!("{declarations}(assert (! {text} :named %!{position}))\n"));
        question.push_str(&format!(" %!{position}"));
    }
    expect_unsat(session, deadline)?;
    session.child.send(format!("{question})\n"));
    let answer = interpolants(session, deadline)?;
    parse_formulas(&answer, &Context::of(formulas)).map_err(not_read)
}
