//! An incremental session with a child process.
//!
//! The assertion stack is kept here, and the child is brought up to date when a
//! query comes. An assumption φ is a fresh constant p with `p ⇒ φ` asserted in
//! a scope on top that is opened for the query and closed before the next
//! change. Whatever goes wrong, the child is dropped; the next query starts a
//! new one.

use std::time::Instant;

use term::parse::{Context, parse_core, parse_model};
use term::{Model, Term};

use super::child::Silence;
use super::dialects::{Assumptions, Dialect};
use super::dialogue::{FOLLOW_UP, Session, explain};
use super::launch::{self, Launcher};
use crate::options::SolverOptions;
use crate::stack::AssertionStack;
use crate::stats::QueryStats;
use crate::traits::{CheckResult, Limits, Solver, UnknownReason, UnsatCores};
use crate::values::complete;

/// An SMT-LIB 2 solver as a child process.
pub struct ProcessSolver {
    dialect: &'static Dialect,
    launcher: Launcher,
    memory_mb: Option<u32>,
    assertions: AssertionStack,
    session: Option<Session>,
    /// Whether there was a query with assumptions, so that the next ones may need cores.
    has_cores: bool,
    assumed: Vec<(Term, String)>,
    answer: Option<CheckResult>,
    stats: QueryStats,
}

impl ProcessSolver {
    /// A solver of the given dialect, which is found by its name unless the options say where it
    /// is. The process starts with the first query, or now if that takes long.
    pub fn new(dialect: &'static Dialect, options: &SolverOptions) -> Result<ProcessSolver, String> {
        let launcher = match &options.path {
            Some(path) => launch::at(dialect, path)?,
            None => launch::find(dialect)?,
        };
        // A virtual machine takes long to start: nobody waits for it before the first query.
        let session = match launcher.is_java {
            true => Session::begin(&launcher, dialect.arguments, dialect.prologue, options.memory_mb).ok(),
            false => None,
        };
        Ok(ProcessSolver {
            dialect,
            launcher,
            memory_mb: options.memory_mb,
            assertions: AssertionStack::default(),
            session,
            has_cores: dialect.core_prologue.is_empty(),
            assumed: Vec::new(),
            answer: None,
            stats: QueryStats::default(),
        })
    }

    /// The number of the child, if it runs.
    #[cfg(test)]
    pub(super) fn process_id(&self) -> Option<u32> {
        self.session.as_ref().map(|session| session.child.id())
    }

    fn run(&mut self, assumptions: &[Term], limits: Limits) -> Result<CheckResult, UnknownReason> {
        self.assumed.clear();
        if !assumptions.is_empty() && !self.has_cores {
            self.has_cores = true;
            self.session = None;
        }
        let memory = match (self.memory_mb, limits.memory_mb) {
            (Some(ours), Some(query)) => Some(ours.min(query)),
            (ours, query) => ours.or(query),
        };
        let mut session = match self.session.take() {
            Some(session) if session.child.keeps(memory) => session,
            _ => self.start(memory)?,
        };
        session = session.ready()?;
        session.child.limit_memory(memory);
        let deadline = limits.time.and_then(|limit| Instant::now().checked_add(limit));
        let sent = self.send_query(&mut session, assumptions);
        if let Err(message) = sent {
            // The child knows a prefix of the query; only the scopes have to be right.
            self.session = Some(session);
            return Err(UnknownReason::Unsupported(message));
        }
        let reply = session.reply(deadline);
        match reply.as_deref() {
            Ok("sat") => self.session = Some(session),
            Ok("unsat") => self.session = Some(session),
            Ok("unknown") => {
                let reason = session.reason();
                self.session = Some(session);
                return Err(reason);
            }
            Ok(other) => return Err(explain(other.to_owned())),
            Err(Silence::Late) => return Err(UnknownReason::Timeout),
            Err(Silence::Ended) => return Err(explain(session.child.end())),
        }
        Ok(if reply.as_deref() == Ok("sat") { CheckResult::Sat } else { CheckResult::Unsat })
    }

    /// A child that has started.
    fn start(&self, memory_mb: Option<u32>) -> Result<Session, UnknownReason> {
        let Dialect { arguments, prologue, core_prologue, .. } = *self.dialect;
        let prologue = match self.has_cores {
            true => format!("{core_prologue}{prologue}"),
            false => prologue.to_string(),
        };
        Session::begin(&self.launcher, arguments, &prologue, memory_mb)
    }

    /// Brings the child up to date and asks. On an error nothing was asked.
    fn send_query(&mut self, session: &mut Session, assumptions: &[Term]) -> Result<(), String> {
        session.close_query_scope();
        session.open_scopes(self.assertions.scopes(), &self.assertions, self.dialect)?;
        let mut text = String::new();
        if !assumptions.is_empty() {
            session.open_query_scope();
        }
        for &assumption in assumptions {
            if assumption.is_true() || self.assumed.iter().any(|(known, _)| *known == assumption) {
                continue;
            }
            // No name of a variable is encoded like this.
            let literal = format!("%!{}", self.assumed.len());
            let (spoken, before) = session.vocabulary.speak(assumption, self.dialect)?;
            text.push_str(&before);
            let formula = spoken.to_smtlib_shared();
            text.push_str(&match self.dialect.assumptions {
                Assumptions::Literals => {
                    format!("(declare-fun {literal} () Bool)\n(assert (=> {literal} {formula}))\n")
                }
                Assumptions::Names => format!("(assert (! {formula} :named {literal}))\n"),
            });
            self.assumed.push((assumption, literal));
        }
        if self.assumed.is_empty() || self.dialect.assumptions == Assumptions::Names {
            text.push_str("(check-sat)\n");
        } else {
            let literals: Vec<&str> = self.assumed.iter().map(|(_, literal)| literal.as_str()).collect();
            text.push_str(&format!("(check-sat-assuming ({}))\n", literals.join(" ")));
        }
        session.child.send(text);
        Ok(())
    }

    /// Asks for more about the last answer.
    fn follow_up(&mut self, command: &str) -> Option<String> {
        let session = self.session.as_mut()?;
        session.child.send(format!("{command}\n"));
        match session.child.answer(Instant::now().checked_add(FOLLOW_UP)) {
            Ok(text) if text.starts_with("(error") || !text.starts_with('(') => None,
            Ok(text) => Some(text),
            Err(_) => {
                self.session = None;
                None
            }
        }
    }
}

impl Solver for ProcessSolver {
    fn push(&mut self) {
        self.answer = None;
        self.assertions.push();
    }

    fn pop(&mut self, scopes: u32) {
        self.answer = None;
        self.assertions.pop(scopes);
        if let Some(session) = &mut self.session {
            session.close_scopes(self.assertions.scopes().len(), self.assertions.len());
        }
    }

    fn assert(&mut self, formula: Term) {
        self.answer = None;
        self.assertions.assert(formula);
    }

    fn check(&mut self, assumptions: &[Term], limits: Limits) -> CheckResult {
        let start = Instant::now();
        let answer = self.run(assumptions, limits).unwrap_or_else(CheckResult::Unknown);
        self.stats.record(&answer, start.elapsed());
        self.answer = Some(answer.clone());
        answer
    }

    fn model(&mut self) -> Option<Model> {
        if self.answer != Some(CheckResult::Sat) {
            return None;
        }
        let text = self.follow_up("(get-model)")?;
        let mut formulas = self.assertions.to_vec();
        formulas.extend(self.assumed.iter().map(|(formula, _)| *formula));
        let model = parse_model(&text, &Context::of(&formulas)).ok()?;
        complete(model, &formulas)
    }

    fn name(&self) -> &str {
        self.dialect.name
    }

    fn set_query_kind(&mut self, kind: &'static str) {
        self.stats.set_kind(kind);
    }

    fn stats(&self) -> &QueryStats {
        &self.stats
    }
}

impl UnsatCores for ProcessSolver {
    fn unsat_core(&mut self) -> Option<Vec<Term>> {
        if self.answer != Some(CheckResult::Unsat) {
            return None;
        }
        if self.assumed.is_empty() {
            return Some(Vec::new());
        }
        let question = match self.dialect.assumptions {
            Assumptions::Literals => "(get-unsat-assumptions)",
            Assumptions::Names => "(get-unsat-core)",
        };
        let names = parse_core(&self.follow_up(question)?).ok()?;
        let is_known = |name: &String| self.assumed.iter().any(|(_, literal)| literal == name);
        if !names.iter().all(is_known) {
            return None;
        }
        let core = self.assumed.iter().filter(|(_, literal)| names.contains(literal));
        Some(core.map(|(formula, _)| *formula).collect())
    }
}
