//! Which solver does what: the trace solver decides traces and gives cores, the auxiliary solver simplifies,
//! compares predicates and checks Hoare triples (Craig vs. Newton, Sect. 7), and the evidence is checked by a
//! solver of its own.

use std::path::PathBuf;

use logic::{Eliminator, QeConfig, SolverTactic};
use refine::OneShotFactory;
use smt::{DumpFolder, Relay, SolverKind, SolverOptions, TraceSolver, Z3Solver};

use crate::counting::QueryLog;
use crate::options::{AnalysisArguments, Qe, SecondSolver};

/// Makes the solvers of a run.
pub struct Backends<'o> {
    options: &'o AnalysisArguments,
    dump: Option<DumpFolder>,
    /// Counts the queries of all solvers.
    pub log: QueryLog,
}

impl<'o> Backends<'o> {
    /// The solvers that the options name. The error says why queries cannot be written.
    pub fn new(options: &'o AnalysisArguments) -> Result<Backends<'o>, String> {
        let open = |path: &PathBuf| {
            DumpFolder::new(path).map_err(|error| format!("cannot write to {}: {error}", path.display()))
        };
        let dump = options.dump_queries.as_ref().map(open).transpose()?;
        Ok(Backends { options, dump, log: QueryLog::default() })
    }

    /// Decides traces. The error says why there is none.
    pub fn trace(&self) -> Result<Box<dyn TraceSolver>, String> {
        self.open("trace check", self.options.solver, &SolverOptions::default())
    }

    /// Simplifies, compares, checks Hoare triples.
    pub fn auxiliary(&self, purpose: &'static str) -> Result<Box<dyn TraceSolver>, String> {
        let name = self.options.aux_solver.unwrap_or(self.options.solver);
        self.open(purpose, name, &SolverOptions::default())
    }

    /// Checks guesses: most are wrong, so what is hard to refute is given up soon.
    pub fn guessing(&self) -> Result<Box<dyn TraceSolver>, String> {
        let name = self.options.aux_solver.unwrap_or(self.options.solver);
        let options = SolverOptions { is_pattern_only: true, ..SolverOptions::default() };
        self.open("guess", name, &options)
    }

    /// For traces with quantifiers that the trace solver gives up on: Z3 with its tactics.
    pub fn one_shot(&self) -> OneShotFactory {
        let log = self.log.clone();
        let dump = self.dump.clone();
        let options = SolverOptions { is_one_shot: true, dump, ..SolverOptions::default() };
        Box::new(move || {
            let solver = smt::open(SolverKind::Z3, &options).ok()?;
            Some(Box::new(log.count("trace check", solver)))
        })
    }

    /// Checks evidence: always Z3 in process, which knows all theories, and the solver behind it. They share nothing with
    /// the others.
    pub fn evidence(&self) -> Result<Box<dyn TraceSolver>, String> {
        let options = SolverOptions { is_isolated: true, ..SolverOptions::default() };
        self.open("evidence", SolverKind::Z3, &options)
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
        kind: SolverKind,
        options: &SolverOptions,
    ) -> Result<Box<dyn TraceSolver>, String> {
        let options = SolverOptions { dump: self.dump.clone(), ..options.clone() };
        let first = smt::open(kind, &options)?;
        let second =
            (kind == SolverKind::Z3 && !options.is_pattern_only).then(|| self.second(&options)).flatten();
        Ok(match second {
            Some(second) => Box::new(self.log.count(purpose, Box::new(Relay::new(first, second)))),
            None => Box::new(self.log.count(purpose, first)),
        })
    }

    /// The solver behind Z3, if it is there.
    fn second(&self, options: &SolverOptions) -> Option<Box<dyn TraceSolver>> {
        let name = match self.options.second_solver {
            SecondSolver::Bitwuzla => "bitwuzla",
            SecondSolver::Cvc5 => "cvc5",
            SecondSolver::None => return None,
        };
        smt::open(name.parse().ok()?, options).ok()
    }
}
