//! Solvers by name.

use std::fmt;
use std::str::FromStr;

use crate::checking::Checked;
use crate::dump::Dumping;
use crate::options::SolverOptions;
use crate::process::{DIALECTS, Dialect, ProcessSolver, dialect};
use crate::traits::TraceSolver;
use crate::z3::Z3Solver;

/// Which solver.
#[derive(Clone, Copy, Debug, Default)]
pub enum SolverKind {
    /// Z3 in process.
    #[default]
    Z3,
    /// A child process that speaks SMT-LIB.
    Process(&'static Dialect),
}

impl SolverKind {
    /// All names that can be parsed.
    pub fn names() -> Vec<&'static str> {
        std::iter::once("z3").chain(DIALECTS.iter().map(|dialect| dialect.name)).collect()
    }

    /// The name of the solver.
    pub fn name(self) -> &'static str {
        match self {
            SolverKind::Z3 => "z3",
            SolverKind::Process(dialect) => dialect.name,
        }
    }
}

impl PartialEq for SolverKind {
    fn eq(&self, other: &SolverKind) -> bool {
        self.name() == other.name()
    }
}

impl Eq for SolverKind {}

impl fmt::Display for SolverKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for SolverKind {
    type Err = String;

    fn from_str(name: &str) -> Result<SolverKind, String> {
        match name {
            "z3" => Ok(SolverKind::Z3),
            _ => dialect(name).map(SolverKind::Process).ok_or_else(|| {
                format!("there is no solver called {name}; known are {}", SolverKind::names().join(", "))
            }),
        }
    }
}

/// Opens a solver. In debug builds its models and cores are checked.
pub fn open(kind: SolverKind, options: &SolverOptions) -> Result<Box<dyn TraceSolver>, String> {
    match kind {
        SolverKind::Z3 => Ok(wrap(Z3Solver::new(options)?, options)),
        SolverKind::Process(dialect) => Ok(wrap(ProcessSolver::new(dialect, options)?, options)),
    }
}

/// Adds what the options and the build ask for.
fn wrap<S: TraceSolver + 'static>(solver: S, options: &SolverOptions) -> Box<dyn TraceSolver> {
    match (&options.dump, cfg!(debug_assertions)) {
        (Some(folder), true) => Box::new(Checked::new(Dumping::new(solver, folder.clone()))),
        (Some(folder), false) => Box::new(Dumping::new(solver, folder.clone())),
        (None, true) => Box::new(Checked::new(solver)),
        (None, false) => Box::new(solver),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{CheckResult, Limits};

    #[test]
    fn every_name_is_parsed() {
        for name in SolverKind::names() {
            let kind: SolverKind = name.parse().expect("a known name");
            assert_eq!(kind.to_string(), name);
        }
        let error = "z4".parse::<SolverKind>().expect_err("unknown");
        assert!(error.contains("z3, z3-smtlib, cvc5"), "{error}");
    }

    #[test]
    fn solvers_are_opened_by_name() {
        let mut solver = open(SolverKind::Z3, &SolverOptions::default()).expect("Z3 is always there");
        assert_eq!(solver.check(&[term::build::ff()], Limits::default()), CheckResult::Unsat);
        assert_eq!(solver.unsat_core(), Some(vec![term::build::ff()]));
        assert_eq!(solver.name(), "z3");
    }
}
