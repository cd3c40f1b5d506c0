//! An incremental session with a child process.
//!
//! The assertion stack is kept here, and the child is brought up to date when a
//! query comes. An assumption φ is a fresh constant p with `p ⇒ φ` asserted in
//! a scope on top that is opened for the query and closed before the next
//! change. Whatever goes wrong, the child is dropped; the next query starts a
//! new one.

use std::path::PathBuf;
use std::time::Instant;

use term::parse::{Context, parse_core, parse_model};
use term::{Model, Term};

use super::child::{Child, Silence};
use super::dialects::Dialect;
use super::discover::find_executable;
use super::vocabulary::Vocabulary;
use crate::options::SolverOptions;
use crate::stack::AssertionStack;
use crate::stats::QueryStats;
use crate::traits::{CheckResult, Limits, Solver, UnknownReason, UnsatCores};
use crate::values::complete;

/// How long a solver may think about a model or a core that it has found already.
const FOLLOW_UP: std::time::Duration = std::time::Duration::from_secs(10);

/// How long a solver may take to start.
const START_LIMIT: std::time::Duration = std::time::Duration::from_secs(5);

/// An SMT-LIB 2 solver as a child process.
pub struct ProcessSolver {
    dialect: &'static Dialect,
    path: PathBuf,
    memory_mb: Option<u32>,
    assertions: AssertionStack,
    session: Option<Session>,
    assumed: Vec<(Term, String)>,
    answer: Option<CheckResult>,
    stats: QueryStats,
}

/// What the child knows.
struct Session {
    child: Child,
    vocabulary: Vocabulary,
    /// How many of the assertions were sent.
    asserted: usize,
    /// Of the scopes, those that were sent.
    scopes: usize,
    /// Is there a scope for the assumptions on top?
    has_query_scope: bool,
}

impl ProcessSolver {
    /// A solver of the given dialect, which is found by its name unless the options say where it
    /// is. The process starts with the first query.
    pub fn new(dialect: &'static Dialect, options: &SolverOptions) -> Result<ProcessSolver, String> {
        let path = options.path.clone().or_else(|| find_executable(dialect));
        let path = path.ok_or_else(|| {
            format!("{} was not found; set {} to its path", dialect.name, dialect.path_variable)
        })?;
        Ok(ProcessSolver {
            dialect,
            path,
            memory_mb: options.memory_mb,
            assertions: AssertionStack::default(),
            session: None,
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
        let memory = match (self.memory_mb, limits.memory_mb) {
            (Some(ours), Some(query)) => Some(ours.min(query)),
            (ours, query) => ours.or(query),
        };
        let mut session = match self.session.take() {
            Some(session) => session,
            None => self.start(memory)?,
        };
        session.child.limit_memory(memory);
        let deadline = limits.time.and_then(|limit| Instant::now().checked_add(limit));
        let sent = self.send_query(&mut session, assumptions);
        if let Err(message) = sent {
            // The child knows a prefix of the query; only the scopes have to be right.
            self.session = Some(session);
            return Err(UnknownReason::Unsupported(message));
        }
        let reply = loop {
            match session.child.answer(deadline) {
                Ok(word) if word == "unsupported" || word == "success" => continue,
                other => break other,
            }
        };
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

    fn start(&self, memory_mb: Option<u32>) -> Result<Session, UnknownReason> {
        let child = Child::start(&self.path, self.dialect.arguments, memory_mb);
        let child =
            child.map_err(|error| UnknownReason::Crashed(format!("{}: {error}", self.path.display())))?;
        child.send(format!("{}(set-logic ALL)\n(echo \"ready\")\n", self.dialect.prologue));
        // Starting is not the query's business: under a tight limit, a slow start would otherwise
        // cost every query, since each late one starts the process again.
        loop {
            match child.answer(Instant::now().checked_add(START_LIMIT)) {
                Ok(word) if word.contains("ready") => break,
                Ok(word) if word == "unsupported" || word == "success" => {}
                Ok(other) => return Err(explain(other)),
                Err(Silence::Late) => return Err(UnknownReason::Crashed("it does not start".to_owned())),
                Err(Silence::Ended) => return Err(explain(child.end())),
            }
        }
        Ok(Session {
            child,
            vocabulary: Vocabulary::default(),
            asserted: 0,
            scopes: 0,
            has_query_scope: false,
        })
    }

    /// Brings the child up to date and asks. On an error nothing was asked.
    fn send_query(&mut self, session: &mut Session, assumptions: &[Term]) -> Result<(), String> {
        session.close_query_scope();
        session.open_scopes(self.assertions.scopes(), &self.assertions, self.dialect)?;
        let mut text = String::new();
        if !assumptions.is_empty() {
            session.has_query_scope = true;
            session.vocabulary.push();
            session.child.send("(push 1)\n".to_owned());
        }
        for &assumption in assumptions {
            if assumption.is_true() || self.assumed.iter().any(|(known, _)| *known == assumption) {
                continue;
            }
            // No name of a variable is encoded like this.
            let literal = format!("%!{}", self.assumed.len());
            let (spoken, before) = session.vocabulary.speak(assumption, self.dialect)?;
            text.push_str(&before);
            text.push_str(&format!("(declare-fun {literal} () Bool)\n"));
            text.push_str(&format!("(assert (=> {literal} {}))\n", spoken.to_smtlib_shared()));
            self.assumed.push((assumption, literal));
        }
        if self.assumed.is_empty() {
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

impl Session {
    fn close_query_scope(&mut self) {
        if self.has_query_scope {
            self.has_query_scope = false;
            self.vocabulary.pop();
            self.child.send("(pop 1)\n".to_owned());
        }
    }

    /// Sends the scopes and assertions that the child does not have yet.
    fn open_scopes(
        &mut self,
        scopes: &[usize],
        assertions: &[Term],
        dialect: &Dialect,
    ) -> Result<(), String> {
        let mut text = String::new();
        let mut result = Ok(());
        while result.is_ok() && (self.scopes < scopes.len() || self.asserted < assertions.len()) {
            if scopes.get(self.scopes) == Some(&self.asserted) {
                self.scopes += 1;
                self.vocabulary.push();
                text.push_str("(push 1)\n");
                continue;
            }
            let formula = assertions[self.asserted];
            match self.vocabulary.speak(formula, dialect) {
                Ok((spoken, before)) => {
                    self.asserted += 1;
                    text.push_str(&before);
                    text.push_str(&format!("(assert {})\n", spoken.to_smtlib_shared()));
                }
                Err(message) => result = Err(message),
            }
        }
        self.child.send(text);
        result
    }

    /// Closes scopes that the child has and we have no more.
    fn close_scopes(&mut self, scopes: usize, assertions: usize) {
        self.close_query_scope();
        let closed = self.scopes.saturating_sub(scopes);
        if closed > 0 {
            (0..closed).for_each(|_| self.vocabulary.pop());
            self.scopes = scopes;
            self.child.send(format!("(pop {closed})\n"));
        }
        self.asserted = self.asserted.min(assertions);
    }

    fn reason(&self) -> UnknownReason {
        self.child.send("(get-info :reason-unknown)\n".to_owned());
        match self.child.answer(Instant::now().checked_add(FOLLOW_UP)) {
            Ok(text) if text.contains("memout") => UnknownReason::Memory,
            Ok(text) if text.contains("timeout") || text.contains("cancel") => UnknownReason::Timeout,
            Ok(text) => {
                let reason = text.trim_start_matches("(:reason-unknown").trim_end_matches(')').trim();
                UnknownReason::Incomplete(reason.trim_matches('"').to_owned())
            }
            Err(_) => UnknownReason::Incomplete("unknown".to_owned()),
        }
    }
}

/// What an answer means that is none, or the last words of a process.
fn explain(text: String) -> UnknownReason {
    let lower = text.to_lowercase();
    let mentions = |words: &[&str]| words.iter().any(|word| lower.contains(word));
    if mentions(&["memory", "bad_alloc", "memout"]) {
        return UnknownReason::Memory;
    }
    let is_unsupported =
        ["not support", "unsupported", "not enabled", "does not include", "unknown constant"];
    let is_rejected = ["parse error", "undefined", "undeclared", "not implemented", "logic"];
    if text.starts_with("(error") && (mentions(&is_unsupported) || mentions(&is_rejected)) {
        return UnknownReason::Unsupported(text);
    }
    UnknownReason::Crashed(text)
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
        let names = parse_core(&self.follow_up("(get-unsat-assumptions)")?).ok()?;
        let is_known = |name: &String| self.assumed.iter().any(|(_, literal)| literal == name);
        if !names.iter().all(is_known) {
            return None;
        }
        let core = self.assumed.iter().filter(|(_, literal)| names.contains(literal));
        Some(core.map(|(formula, _)| *formula).collect())
    }
}
