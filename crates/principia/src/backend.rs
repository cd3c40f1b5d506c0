//! Which solver does what: the trace solver decides traces and gives cores, the auxiliary solver simplifies,
//! compares predicates and checks Hoare triples (Craig vs. Newton, Sect. 7), and the evidence is checked by a
//! solver of its own.

use logic::{Eliminator, QeConfig, SolverTactic};
use refine::OneShotFactory;
use smt::{ProcessSolver, SolverOptions, TraceSolver, Z3Solver};

use crate::counting::QueryLog;
use crate::options::{AnalysisArguments, Core, Qe, SolverName};

/// Makes the solvers of a run.
pub struct Backends<'o> {
    options: &'o AnalysisArguments,
    /// Counts the queries of all solvers.
    pub log: QueryLog,
}

impl<'o> Backends<'o> {
    /// The solvers that the options name.
    pub fn new(options: &'o AnalysisArguments) -> Backends<'o> {
        Backends { options, log: QueryLog::default() }
    }

    /// Decides traces. The error says why there is none.
    pub fn trace(&self) -> Result<Box<dyn TraceSolver>, String> {
        let options =
            SolverOptions { minimize_cores: self.options.core == Core::Minimal, ..SolverOptions::default() };
        self.open("trace check", self.options.solver, &options)
    }

    /// Simplifies, compares, checks Hoare triples.
    pub fn auxiliary(&self, purpose: &'static str) -> Result<Box<dyn TraceSolver>, String> {
        let name = self.options.aux_solver.unwrap_or(self.options.solver);
        self.open(purpose, name, &SolverOptions::default())
    }

    /// For traces with quantifiers that the trace solver gives up on: Z3 with its tactics.
    pub fn one_shot(&self) -> OneShotFactory {
        let log = self.log.clone();
        let options = SolverOptions { is_one_shot: true, ..SolverOptions::default() };
        Box::new(move || {
            let solver: Box<dyn TraceSolver> = Box::new(Z3Solver::new(&options).ok()?);
            Some(Box::new(log.count("trace check", solver)))
        })
    }

    /// Checks evidence: always Z3 in process, which knows all theories, and shares nothing with the others.
    pub fn evidence(&self) -> Result<Box<dyn TraceSolver>, String> {
        let options = SolverOptions { is_isolated: true, ..SolverOptions::default() };
        self.open("evidence", SolverName::Z3, &options)
    }

    /// Eliminates quantifiers. Of the solvers, only Z3 in process can do that for us.
    pub fn eliminator(&self) -> Result<Eliminator, String> {
        let tactic = match self.options.qe {
            Qe::None => SolverTactic::None,
            Qe::Light => SolverTactic::Light,
            Qe::Full => SolverTactic::Full,
        };
        let config = QeConfig { tactic, ..QeConfig::default() };
        if tactic == SolverTactic::None {
            return Ok(Eliminator::without_solver(config));
        }
        let solver = Box::new(Z3Solver::new(&SolverOptions::default())?);
        Ok(Eliminator::new(config, Box::new(self.log.count("quantifier elimination", solver))))
    }

    fn open(
        &self,
        purpose: &'static str,
        name: SolverName,
        options: &SolverOptions,
    ) -> Result<Box<dyn TraceSolver>, String> {
        let solver: Box<dyn TraceSolver> = match smt::process::dialect(name.name()) {
            None => Box::new(Z3Solver::new(options)?),
            Some(dialect) => Box::new(ProcessSolver::new(dialect, options)?),
        };
        Ok(Box::new(self.log.count(purpose, solver)))
    }
}
