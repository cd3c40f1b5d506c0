//! What a child knows: how it was started, what it was told.

use std::time::{Duration, Instant};

use term::Term;

use super::child::{Child, Silence};
use super::dialects::Dialect;
use super::launch::Launcher;
use super::vocabulary::Vocabulary;
use crate::traits::UnknownReason;

/// How long a solver may think about a model or a core that it has found already.
pub(super) const FOLLOW_UP: Duration = Duration::from_secs(10);

/// How long a solver may take to start.
const START_LIMIT: Duration = Duration::from_secs(5);

/// The same for a virtual machine, which loads classes while others use the processor.
const JAVA_START_LIMIT: Duration = Duration::from_secs(30);

/// What the child knows.
pub(super) struct Session {
    pub(super) child: Child,
    pub(super) vocabulary: Vocabulary,
    /// How many of the assertions were sent.
    asserted: usize,
    /// Of the scopes, those that were sent.
    scopes: usize,
    /// Is there a scope for the assumptions on top?
    pub(super) has_query_scope: bool,
    /// How long the answer that it has started may still take; `None` once it came.
    start_limit: Option<Duration>,
}

impl Session {
    /// Starts a solver with these commands, and does not wait for it.
    pub(super) fn begin(
        launcher: &Launcher,
        arguments: &[&str],
        prologue: &str,
        memory_mb: Option<u32>,
    ) -> Result<Session, UnknownReason> {
        let child = Child::start(launcher, arguments, memory_mb);
        let child = child
            .map_err(|error| UnknownReason::Crashed(format!("{}: {error}", launcher.program.display())))?;
        child.send(format!("{prologue}(set-logic ALL)\n(echo \"ready\")\n"));
        Ok(Session {
            child,
            vocabulary: Vocabulary::default(),
            asserted: 0,
            scopes: 0,
            has_query_scope: false,
            start_limit: Some(if launcher.is_java { JAVA_START_LIMIT } else { START_LIMIT }),
        })
    }

    /// Waits until the solver has started. Starting is not the query's business: under a tight limit, a slow start
    /// would otherwise cost every query, since each late one starts the process again.
    pub(super) fn ready(mut self) -> Result<Session, UnknownReason> {
        let Some(limit) = self.start_limit.take() else { return Ok(self) };
        let deadline = Instant::now().checked_add(limit);
        loop {
            match self.child.answer(deadline) {
                Ok(word) if word.contains("ready") => return Ok(self),
                Ok(word) if word == "unsupported" || word == "success" => {}
                Ok(other) => return Err(explain(other)),
                Err(Silence::Late) => return Err(UnknownReason::Crashed("it does not start".to_owned())),
                Err(Silence::Ended) => return Err(explain(self.child.end())),
            }
        }
    }

    /// The next answer that says something.
    pub(super) fn reply(&self, deadline: Option<Instant>) -> Result<String, Silence> {
        loop {
            match self.child.answer(deadline) {
                Ok(word) if word == "unsupported" || word == "success" => {}
                other => return other,
            }
        }
    }

    /// Opens a scope that only this query needs.
    pub(super) fn open_query_scope(&mut self) {
        self.has_query_scope = true;
        self.vocabulary.push();
        self.child.send("(push 1)\n".to_owned());
    }

    pub(super) fn close_query_scope(&mut self) {
        if self.has_query_scope {
            self.has_query_scope = false;
            self.vocabulary.pop();
            self.child.send("(pop 1)\n".to_owned());
        }
    }

    /// Sends the scopes and assertions that the child does not have yet.
    pub(super) fn open_scopes(
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
    pub(super) fn close_scopes(&mut self, scopes: usize, assertions: usize) {
        self.close_query_scope();
        let closed = self.scopes.saturating_sub(scopes);
        if closed > 0 {
            (0..closed).for_each(|_| self.vocabulary.pop());
            self.scopes = scopes;
            self.child.send(format!("(pop {closed})\n"));
        }
        self.asserted = self.asserted.min(assertions);
    }

    pub(super) fn reason(&self) -> UnknownReason {
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
pub(super) fn explain(text: String) -> UnknownReason {
    let lower = text.to_lowercase();
    let mentions = |words: &[&str]| words.iter().any(|word| lower.contains(word));
    if mentions(&["memory", "bad_alloc", "memout"]) {
        return UnknownReason::Memory;
    }
    let is_unsupported = [
        "not support",
        "unsupported",
        "not enabled",
        "does not include",
        "unknown constant",
        "unknown symbol",
        "unknown indexed symbol",
    ];
    let is_rejected = ["parse error", "undefined", "undeclared", "not implemented", "logic"];
    if text.starts_with("(error") && (mentions(&is_unsupported) || mentions(&is_rejected)) {
        return UnknownReason::Unsupported(text);
    }
    UnknownReason::Crashed(text)
}
