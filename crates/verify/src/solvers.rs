//! Which solver does what: the trace solver decides traces and gives cores, the auxiliary solver simplifies,
//! compares predicates and checks Hoare triples (Craig vs. Newton, Sect. 7), and the evidence is checked by a
//! solver of its own.

use std::path::PathBuf;
use std::time::Duration;

use logic::{Eliminator, QeConfig, SolverTactic};
use refine::{OneShotFactory, Toolbox};
use smt::{DumpFolder, Interpolation, Relay, SolverKind, SolverOptions, TraceSolver, Z3Solver};
use strategy::Qe;

use crate::counting::QueryLog;
use crate::settings::Solvers;

/// How long Z3 has for the formula of many iterations over bit-vectors, if there is a solver behind it.
const UNROLLING_PATIENCE: Duration = Duration::from_millis(150);

/// Makes the solvers of a run.
#[derive(Clone)]
pub struct Backends<'s> {
    solvers: &'s Solvers,
    dump: Option<DumpFolder>,
    /// Counts the queries of all solvers.
    pub log: QueryLog,
}

impl<'s> Backends<'s> {
    /// The solvers that were chosen. The error says why queries cannot be written.
    pub fn new(solvers: &'s Solvers) -> Result<Backends<'s>, String> {
        let open = |path: &PathBuf| {
            DumpFolder::new(path).map_err(|error| format!("cannot write to {}: {error}", path.display()))
        };
        let dump = solvers.dump.as_ref().map(open).transpose()?;
        Ok(Backends { solvers, dump, log: QueryLog::default() })
    }

    /// The same solvers with counters of their own.
    pub fn counted_apart(&self) -> Backends<'s> {
        Backends { log: QueryLog::default(), ..self.clone() }
    }

    /// Decides traces. The error says why there is none.
    pub fn trace(&self) -> Result<Box<dyn TraceSolver>, String> {
        self.open("trace check", self.solvers.trace, &SolverOptions::default())
    }

    /// Simplifies, compares, checks Hoare triples.
    pub fn auxiliary(&self, purpose: &'static str) -> Result<Box<dyn TraceSolver>, String> {
        self.open(purpose, self.auxiliary_kind(), &SolverOptions::default())
    }

    /// Decides formulas of many iterations, which are large.
    pub fn unrolling(&self) -> Result<Box<dyn TraceSolver>, String> {
        let options = SolverOptions { patience: Some(UNROLLING_PATIENCE), ..SolverOptions::default() };
        self.open("induction", self.auxiliary_kind(), &options)
    }

    /// Checks guesses: most are wrong, so what is hard to refute is given up soon.
    pub fn guessing(&self) -> Result<Box<dyn TraceSolver>, String> {
        let options = SolverOptions { is_pattern_only: true, ..SolverOptions::default() };
        self.open("guess", self.auxiliary_kind(), &options)
    }

    fn auxiliary_kind(&self) -> SolverKind {
        self.solvers.auxiliary.unwrap_or(self.solvers.trace)
    }

    /// For traces with quantifiers that the trace solver gives up on, and for those with memory: Z3 with its tactics.
    pub fn one_shot(&self) -> OneShotFactory {
        let log = self.log.clone();
        let dump = self.dump.clone();
        let second = self.solvers.second;
        let options = SolverOptions { is_one_shot: true, dump, ..SolverOptions::default() };
        Box::new(move || {
            let first = smt::open(SolverKind::Z3, &options).ok()?;
            Some(match second.and_then(|second| smt::open(second, &options).ok()) {
                Some(second) => Box::new(log.count("trace check", Box::new(Relay::new(first, second)))),
                None => Box::new(log.count("trace check", first)),
            })
        })
    }

    /// Checks evidence: always Z3 in process, which knows all theories, and the solver behind it. They share nothing with
    /// the others.
    pub fn evidence(&self) -> Result<Box<dyn TraceSolver>, String> {
        let options = SolverOptions { is_isolated: true, ..SolverOptions::default() };
        self.open("evidence", SolverKind::Z3, &options)
    }

    /// Interpolates. The error says what is missing.
    pub fn interpolation(&self, solver: &str) -> Result<Box<dyn Interpolation>, String> {
        let options = SolverOptions { dump: self.dump.clone(), ..SolverOptions::default() };
        smt::open_interpolator(solver, &options)
    }

    /// Eliminates quantifiers. Of the solvers, only Z3 in process can do that for us.
    fn eliminator(&self, tactic: SolverTactic) -> Result<Eliminator, String> {
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
        let has_second = kind == SolverKind::Z3 && !options.is_pattern_only;
        let second = self.solvers.second.filter(|_| has_second);
        // The solver behind Z3 helps if it is there.
        Ok(match second.and_then(|second| smt::open(second, &options).ok()) {
            Some(second) => {
                let relay = Relay::new(first, second);
                let relay = match options.patience {
                    Some(patience) => relay.with_patience(patience),
                    None => relay,
                };
                Box::new(self.log.count(purpose, Box::new(relay)))
            }
            None => Box::new(self.log.count(purpose, first)),
        })
    }
}

/// What the source of assertions of a party may use.
pub struct PartyTools<'b> {
    /// The solvers of the party.
    pub backends: &'b Backends<'b>,
    /// How hard they try to eliminate quantifiers.
    pub qe: Qe,
}

impl Toolbox for PartyTools<'_> {
    fn eliminator(&self) -> Result<Eliminator, String> {
        self.backends.eliminator(self.qe.into())
    }

    fn auxiliary(&self, purpose: &'static str) -> Result<Box<dyn TraceSolver>, String> {
        self.backends.auxiliary(purpose)
    }

    fn interpolation(&self, solver: &str) -> Result<Box<dyn Interpolation>, String> {
        self.backends.interpolation(solver)
    }
}
