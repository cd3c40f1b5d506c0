//! A child that interpolates: its start, its end, and what its failures cost.
//!
//! A query has a scope of its own. A child that is late, dies or says something that was not expected is dropped, and
//! the next query starts another one; after some crashes in a row it is not asked again.

use std::time::Instant;

use rustc_hash::FxHashSet;
use term::Term;

use super::child::Silence;
use super::dialects::Dialect;
use super::dialogue::{Session, explain};
use super::launch::{self, Launcher};
use crate::options::SolverOptions;
use crate::traits::{Limits, NoInterpolants, UnknownReason};

/// After so many crashes in a row, a solver is not asked again.
const MAX_CRASHES: u32 = 3;

/// What solvers are told that interpolate themselves.
pub(super) const PROLOGUE: &str =
    "(set-option :print-success false)\n(set-option :produce-interpolants true)\n";

/// A solver that is asked for interpolants.
pub(super) struct Interpolating {
    pub(super) dialect: &'static Dialect,
    launcher: Launcher,
    arguments: &'static [&'static str],
    prologue: &'static str,
    session: Option<Session>,
    crashes: u32,
}

/// Why a query has no answer, and whether the child is still good for others.
pub(super) enum Failure {
    /// The child has said that it has none.
    Told(NoInterpolants),
    /// The child is late, has ended, or was not understood.
    Lost(UnknownReason),
}

impl From<UnknownReason> for Failure {
    fn from(reason: UnknownReason) -> Failure {
        Failure::Lost(reason)
    }
}

impl Interpolating {
    /// A solver that starts with these arguments and commands. The error says what is missing.
    pub(super) fn new(
        dialect: &'static Dialect,
        arguments: &'static [&'static str],
        prologue: &'static str,
        options: &SolverOptions,
    ) -> Result<Interpolating, String> {
        let launcher = match &options.path {
            Some(path) => launch::at(dialect, path)?,
            None => launch::find(dialect)?,
        };
        let mut solver = Interpolating { dialect, launcher, arguments, prologue, session: None, crashes: 0 };
        solver.start_early(options.memory_mb);
        Ok(solver)
    }

    /// A virtual machine takes long to start: nobody waits for it before it is needed.
    fn start_early(&mut self, memory_mb: Option<u32>) {
        if self.launcher.is_java {
            self.session = Session::begin(&self.launcher, self.arguments, self.prologue, memory_mb).ok();
        }
    }

    /// Asks in a scope that is closed afterwards.
    pub(super) fn ask<T>(
        &mut self,
        limits: Limits,
        query: impl FnOnce(&mut Session, Option<Instant>) -> Result<T, Failure>,
    ) -> Result<T, NoInterpolants> {
        if self.crashes >= MAX_CRASHES {
            let why = format!("it crashed {MAX_CRASHES} times in a row and is not asked again");
            return Err(UnknownReason::Crashed(why).into());
        }
        match self.ask_once(limits, query) {
            Ok(answer) => {
                self.crashes = 0;
                Ok(answer)
            }
            Err(Failure::Told(reason)) => Err(reason),
            Err(Failure::Lost(reason)) => {
                if matches!(reason, UnknownReason::Crashed(_)) {
                    self.crashes += 1;
                }
                self.start_early(limits.memory_mb);
                Err(reason.into())
            }
        }
    }

    fn ask_once<T>(
        &mut self,
        limits: Limits,
        query: impl FnOnce(&mut Session, Option<Instant>) -> Result<T, Failure>,
    ) -> Result<T, Failure> {
        let session = match self.session.take() {
            Some(session) if session.child.keeps(limits.memory_mb) => session,
            _ => Session::begin(&self.launcher, self.arguments, self.prologue, limits.memory_mb)?,
        };
        let mut session = session.ready()?;
        session.child.limit_memory(limits.memory_mb);
        let deadline = limits.time.and_then(|limit| Instant::now().checked_add(limit));
        session.open_query_scope();
        let answer = query(&mut session, deadline);
        if !matches!(answer, Err(Failure::Lost(_))) {
            session.close_query_scope();
            self.session = Some(session);
        }
        answer
    }
}

/// Declares what a formula needs. The error says what the solver does not know.
pub(super) fn declare(session: &mut Session, formula: Term, dialect: &Dialect) -> Result<String, Failure> {
    let declared = session.vocabulary.declare(formula, dialect);
    declared.map_err(|what| Failure::Told(UnknownReason::Unsupported(what).into()))
}

/// The next answer of a solver.
pub(super) fn reply(session: &Session, deadline: Option<Instant>) -> Result<String, Failure> {
    match session.reply(deadline) {
        Ok(text) if text.starts_with("(error") || text == "error" => Err(explain(text).into()),
        Ok(text) => Ok(text),
        Err(Silence::Late) => Err(UnknownReason::Timeout.into()),
        Err(Silence::Ended) => Err(UnknownReason::Crashed("the process ended".to_owned()).into()),
    }
}

/// The answer to a question for interpolants. A solver that complains has none; it is not known what it does next.
pub(super) fn interpolants(session: &Session, deadline: Option<Instant>) -> Result<String, Failure> {
    reply(session, deadline).map_err(|failure| match failure {
        Failure::Lost(UnknownReason::Crashed(why)) if why.starts_with("(error") => {
            UnknownReason::Incomplete(why).into()
        }
        failure => failure,
    })
}

/// Checks that the asserted formulas are unsatisfiable.
pub(super) fn expect_unsat(session: &Session, deadline: Option<Instant>) -> Result<(), Failure> {
    session.child.send("(check-sat)\n".to_owned());
    let answer = reply(session, deadline)?;
    match answer.as_str() {
        "unsat" => Ok(()),
        "sat" => Err(Failure::Told(NoInterpolants::Satisfiable)),
        "unknown" => {
            Err(Failure::Told(UnknownReason::Incomplete("it does not decide the formulas".to_owned()).into()))
        }
        _ => Err(UnknownReason::Crashed(answer).into()),
    }
}

/// What the reader of terms does not know is the solver's own.
pub(super) fn not_read(error: term::parse::ParseError) -> Failure {
    Failure::Told(NoInterpolants::Unreadable(error.message))
}

/// Interpolants speak about what both sides share. Variables that one side does not have are the solver's mistake.
pub(super) fn check_shared(formulas: &[Term], interpolants: &[Term]) -> Result<(), NoInterpolants> {
    if interpolants.len() + 1 != formulas.len() {
        let why = format!("{} interpolants for {} formulas", interpolants.len(), formulas.len());
        return Err(UnknownReason::Crashed(why).into());
    }
    for (shared, interpolant) in crate::z3::shared_variables(formulas).iter().zip(interpolants) {
        let shared: FxHashSet<Term> = shared.iter().copied().collect();
        if let Some(stranger) = interpolant.free_variables().iter().find(|v| !shared.contains(v)) {
            return Err(NoInterpolants::NotShared(stranger.to_string()));
        }
    }
    Ok(())
}
