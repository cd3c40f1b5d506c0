//! A solver that says what a test wants and records how it is called.

use term::{Model, Term};

use crate::stats::QueryStats;
use crate::traits::{CheckResult, Limits, Solver, UnsatCores};

#[derive(Default)]
pub(crate) struct Scripted {
    pub(crate) calls: Vec<String>,
    pub(crate) model: Option<Model>,
    pub(crate) core: Option<Vec<Term>>,
    pub(crate) stats: QueryStats,
}

impl Solver for Scripted {
    fn push(&mut self) {
        self.calls.push("push".to_owned());
    }

    fn pop(&mut self, scopes: u32) {
        self.calls.push(format!("pop {scopes}"));
    }

    fn assert(&mut self, _: Term) {
        self.calls.push("assert".to_owned());
    }

    fn check(&mut self, _: &[Term], _: Limits) -> CheckResult {
        self.calls.push("check".to_owned());
        if self.core.is_some() { CheckResult::Unsat } else { CheckResult::Sat }
    }

    fn model(&mut self) -> Option<Model> {
        self.model.clone()
    }

    fn name(&self) -> &str {
        "scripted"
    }

    fn set_query_kind(&mut self, kind: &'static str) {
        self.stats.set_kind(kind);
    }

    fn stats(&self) -> &QueryStats {
        &self.stats
    }
}

impl UnsatCores for Scripted {
    fn unsat_core(&mut self) -> Option<Vec<Term>> {
        self.core.clone()
    }
}
