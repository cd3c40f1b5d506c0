//! Do not trust the solver layer: a wrapper that checks what it says.
//!
//! * A model must make every assertion and every assumption true, as far as
//!   our own evaluation can tell.
//! * A core must consist of assumptions, and be unsatisfiable together with the
//!   assertions, which a fresh solver is asked.
//!
//! A violation is a bug of ours or of the solver, and panics with the query.
//! Debug builds and tests use the wrapper, release builds do not.

use term::{Model, Term};

use crate::dump::script;
use crate::options::SolverOptions;
use crate::stack::AssertionStack;
use crate::stats::QueryStats;
use crate::traits::{CheckResult, Limits, Solver, UnsatCores};
use crate::z3::Z3Solver;

/// How long the fresh solver may think about a core.
const CORE_LIMIT: u64 = 2000;

/// A solver whose models and cores are checked.
pub struct Checked<S> {
    inner: S,
    assertions: AssertionStack,
    assumptions: Vec<Term>,
}

impl<S> Checked<S> {
    /// Checks what a solver says from now on. It must not have any assertions yet.
    pub fn new(inner: S) -> Checked<S> {
        Checked { inner, assertions: AssertionStack::default(), assumptions: Vec::new() }
    }

    /// The solver inside.
    pub fn inner(&self) -> &S {
        &self.inner
    }
}

impl<S: Solver> Checked<S> {
    fn fail(&self, what: &str) -> ! {
        let query = script(&self.assertions, &self.assumptions, None);
        panic!("{} {what}, on the query\n{query}", self.inner.name())
    }
}

impl<S: Solver> Solver for Checked<S> {
    fn push(&mut self) {
        self.assertions.push();
        self.inner.push();
    }

    fn pop(&mut self, scopes: u32) {
        self.assertions.pop(scopes);
        self.inner.pop(scopes);
    }

    fn assert(&mut self, formula: Term) {
        self.assertions.assert(formula);
        self.inner.assert(formula);
    }

    fn check(&mut self, assumptions: &[Term], limits: Limits) -> CheckResult {
        self.assumptions = assumptions.to_vec();
        self.inner.check(assumptions, limits)
    }

    fn model(&mut self) -> Option<Model> {
        let model = self.inner.model()?;
        for &formula in self.assertions.iter().chain(&self.assumptions) {
            if model.eval_bool(formula) == Some(false) {
                let values: Vec<String> = model
                    .variables()
                    .iter()
                    .map(|(variable, value)| format!("{variable} = {value}"))
                    .collect();
                self.fail(&format!("gave a model that refutes {formula}: {}", values.join(", ")));
            }
        }
        Some(model)
    }

    fn name(&self) -> &str {
        self.inner.name()
    }

    fn set_query_kind(&mut self, kind: &'static str) {
        self.inner.set_query_kind(kind);
    }

    fn stats(&self) -> &QueryStats {
        self.inner.stats()
    }
}

impl<S: UnsatCores> UnsatCores for Checked<S> {
    fn unsat_core(&mut self) -> Option<Vec<Term>> {
        let core = self.inner.unsat_core()?;
        if let Some(stranger) = core.iter().find(|formula| !self.assumptions.contains(formula)) {
            self.fail(&format!("gave a core with {stranger}, which was not assumed"));
        }
        let Ok(mut fresh) = Z3Solver::new(&SolverOptions::default()) else {
            return Some(core); // nobody to ask
        };
        self.assertions.iter().for_each(|&formula| fresh.assert(formula));
        if fresh.check(&core, Limits::millis(CORE_LIMIT)) == CheckResult::Sat {
            self.fail(&format!("gave a core that is satisfiable: {core:?}"));
        }
        Some(core)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::Scripted;
    use term::Sort;
    use term::build as mk;

    fn x() -> Term {
        mk::var("x", Sort::Int)
    }

    #[test]
    fn calls_are_forwarded_as_they_are() {
        let mut solver = Checked::new(Scripted::default());
        solver.push();
        solver.push();
        solver.push();
        solver.pop(2);
        solver.assert(mk::lt(x(), mk::int(1)));
        solver.check(&[], Limits::default());
        assert_eq!(solver.inner().calls, ["push", "push", "push", "pop 2", "assert", "check"]);
    }

    #[test]
    fn right_answers_pass() {
        let mut solver = Checked::new(Z3Solver::new(&SolverOptions::default()).expect("Z3 starts"));
        solver.push();
        solver.assert(mk::ff());
        solver.push();
        solver.pop(2);
        solver.assert(mk::lt(x(), mk::int(1)));
        assert_eq!(solver.check(&[mk::lt(mk::int(-1), x())], Limits::default()), CheckResult::Sat);
        assert_eq!(solver.model().and_then(|model| model.get(x())), Some(mk::int(0)));
        let high = mk::lt(mk::int(3), x());
        assert_eq!(solver.check(&[high], Limits::default()), CheckResult::Unsat);
        assert_eq!(solver.unsat_core(), Some(vec![high]));
    }

    #[test]
    #[should_panic(expected = "gave a model that refutes")]
    fn wrong_models_are_found() {
        let mut model = Model::default();
        model.insert(x(), mk::int(3));
        let mut solver = Checked::new(Scripted { model: Some(model), ..Scripted::default() });
        solver.assert(mk::lt(x(), mk::int(1)));
        solver.check(&[], Limits::default());
        solver.model();
    }

    #[test]
    #[should_panic(expected = "gave a core that is satisfiable")]
    fn wrong_cores_are_found() {
        let low = mk::lt(x(), mk::int(1));
        let mut solver = Checked::new(Scripted { core: Some(vec![low]), ..Scripted::default() });
        solver.check(&[low, mk::lt(mk::int(1), x())], Limits::default());
        solver.unsat_core();
    }

    #[test]
    #[should_panic(expected = "was not assumed")]
    fn cores_are_made_of_assumptions() {
        let low = mk::lt(x(), mk::int(1));
        let mut solver = Checked::new(Scripted { core: Some(vec![low]), ..Scripted::default() });
        solver.check(&[], Limits::default());
        solver.unsat_core();
    }
}
