//! What a job found out, before a compiler executes anything: the parent makes the report of it.

use base::{Arithmetic, Statistics};
use report::native::{Refuter, Replay};
use report::{Evidence, Execution, Invariant, PartyReport, SourceInvariant};
use serde::{Deserialize, Serialize};
use verdict::Reason;

/// What a job found out.
#[derive(Serialize, Deserialize, Clone, Debug)]
pub struct Findings {
    /// What it claims.
    pub claim: Claim,
    /// The arithmetic of a C program.
    pub arithmetic: Option<Arithmetic>,
    /// What is assumed about code that is not there.
    pub assumptions: Vec<String>,
    /// How many waypoints of a violation witness an execution with its inputs passes.
    pub passed: Option<usize>,
    /// Counters and times of all parties together, and of what is nobody's.
    pub statistics: Statistics,
    /// What each party counted.
    pub parties: Vec<PartyReport>,
}

/// What a job claims.
#[derive(Serialize, Deserialize, Clone, Debug)]
pub enum Claim {
    /// No violation can be reached.
    Proved(Box<Proved>),
    /// A violation can be reached.
    Violated(Box<Violated>),
    /// Nothing, for this reason; but there is what may be a violation, which a compiler has to decide about.
    Candidate(Reason, Box<Violated>),
    /// Nothing, for this reason.
    Nothing(Reason),
}

impl Claim {
    /// Whether neither a proof nor a violation is claimed.
    pub fn is_nothing(&self) -> bool {
        matches!(self, Claim::Candidate(..) | Claim::Nothing(_))
    }
}

/// A proof.
#[derive(Serialize, Deserialize, Clone, Debug)]
pub struct Proved {
    /// Whether it was checked.
    pub evidence: Evidence,
    /// Its invariants.
    pub proof: Vec<Invariant>,
    /// The same in the words of a C program, if asked for.
    pub invariants: Option<Vec<SourceInvariant>>,
    /// The text of a witness, if asked for.
    pub witness: Option<String>,
    /// How a C program is compiled and executed before the proof is told.
    pub refuter: Option<Refuter>,
}

/// A violation.
#[derive(Serialize, Deserialize, Clone, Debug)]
pub struct Violated {
    /// Whether it was checked.
    pub evidence: Evidence,
    /// The execution that leads to it.
    pub execution: Execution,
    /// How a C program is compiled and executed.
    pub replay: Option<Replay>,
    /// The text of a witness, if asked for.
    pub witness: Option<String>,
}

impl Violated {
    /// An execution that leads to a violation.
    pub fn new(evidence: Evidence, execution: Execution) -> Violated {
        Violated { evidence, execution, replay: None, witness: None }
    }
}
