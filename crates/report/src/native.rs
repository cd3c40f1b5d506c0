//! C programs that are compiled and executed: what that needs, and what it said. How it is done is the business of
//! others.

use std::fmt;

use serde::{Deserialize, Serialize};

/// A name that the program declares only, and its definition if nobody else has one.
#[derive(Serialize, Deserialize, Clone, Debug)]
pub struct Missing {
    /// The name.
    pub name: String,
    /// A definition in C.
    pub definition: String,
}

/// What the execution of a counterexample needs.
#[derive(Serialize, Deserialize, Clone, Debug)]
pub struct Replay {
    /// The harness, or what it cannot express.
    pub harness: Result<String, String>,
    /// The names and texts of the program's files, preprocessed.
    pub files: Vec<(String, String)>,
    /// The functions of the program that the harness replaces.
    pub weakened: Vec<String>,
    /// The functions of the library that the harness wraps.
    #[serde(default)]
    pub wrapped: Vec<String>,
    /// The arguments of the program, its name first.
    #[serde(default)]
    pub arguments: Option<Vec<Vec<u8>>>,
    /// What it reads on its standard input.
    #[serde(default)]
    pub input: Vec<u8>,
    /// What the program declares only, if the system does not have it either.
    pub missing: Vec<Missing>,
    /// Whether the program is one for 32 bits.
    pub is_32_bit: bool,
    /// What detects the violation.
    pub detector: Detector,
    /// Why an execution without the violation would prove nothing, if so.
    pub doubt: Option<String>,
}

/// What detects a violation in a compiled program.
#[derive(Serialize, Deserialize, Clone, Copy, PartialEq, Eq, Debug)]
pub enum Detector {
    /// The harness: a function is called.
    Harness,
    /// AddressSanitizer: bad accesses.
    Accesses,
    /// AddressSanitizer: bad calls of `free`.
    Frees,
    /// LeakSanitizer: memory that nothing points to.
    Leaks,
    /// LeakSanitizer: memory that was not freed.
    Remains,
    /// UBSan: overflow.
    Overflow,
    /// UBSan: division by zero.
    Division,
    /// UBSan: shifts by more than there is.
    Shift,
}

impl Detector {
    /// Whether it is UBSan.
    pub fn is_about_numbers(self) -> bool {
        matches!(self, Detector::Overflow | Detector::Division | Detector::Shift)
    }
}

/// What an execution says about a counterexample.
#[derive(Serialize, Deserialize, Clone, PartialEq, Eq, Debug)]
#[serde(tag = "result", content = "reason", rename_all = "kebab-case")]
pub enum Replayed {
    /// The violation occurred.
    Confirmed,
    /// It did not, though it should have.
    NotReproduced(String),
    /// It did not, which proves nothing.
    NotConfirmed(String),
    /// There was no execution.
    NotExecuted(String),
}

impl fmt::Display for Replayed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Replayed::Confirmed => write!(f, "confirmed by execution"),
            Replayed::NotReproduced(why) => write!(f, "not reproduced by execution: {why}"),
            Replayed::NotConfirmed(why) => write!(f, "not confirmed by execution: {why}"),
            Replayed::NotExecuted(why) => write!(f, "not executed: {why}"),
        }
    }
}

/// What the executions before a proof is told need.
#[derive(Serialize, Deserialize, Clone, Debug)]
pub struct Refuter {
    /// The harness, or what it cannot express.
    pub harness: Result<String, String>,
    /// The names and texts of the program's files, preprocessed.
    pub files: Vec<(String, String)>,
    /// The functions of the program that the harness replaces.
    pub weakened: Vec<String>,
    /// The functions of the library that the harness wraps.
    #[serde(default)]
    pub wrapped: Vec<String>,
    /// What the program declares only, if the system does not have it either.
    pub missing: Vec<Missing>,
    /// Whether the program is one for 32 bits.
    pub is_32_bit: bool,
    /// Whether it does the same on 64 bits, as far as its types tell.
    #[serde(default)]
    pub is_same_on_64_bits: bool,
    /// What counts as a violation.
    pub checks: Checks,
    /// Whether allocation may fail.
    #[serde(default)]
    pub lacks_memory: bool,
}

/// What counts as a violation.
#[derive(Serialize, Deserialize, Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Checks {
    /// Calls of functions that must not be called.
    pub calls: bool,
    /// Bad accesses of memory.
    pub accesses: bool,
    /// Bad calls of `free`.
    pub frees: bool,
    /// Memory that nothing points to when `main` returns.
    pub lost: bool,
    /// Memory that is not freed when the program ends.
    pub remaining: bool,
    /// Results that their signed types do not hold.
    pub overflows: bool,
    /// Integers that are divided by zero.
    #[serde(default)]
    pub divisions: bool,
    /// Shifts by more than there is.
    #[serde(default)]
    pub shifts: bool,
}

impl Checks {
    /// Whether memory at the end of an execution counts.
    pub fn has_leaks(self) -> bool {
        self.lost || self.remaining
    }

    /// Whether something about numbers counts.
    pub fn is_about_numbers(self) -> bool {
        self.overflows || self.divisions || self.shifts
    }

    /// Whether something about memory counts.
    pub fn is_about_memory(self) -> bool {
        self.accesses || self.frees || self.has_leaks()
    }
}

/// How the executions went.
#[derive(Serialize, Deserialize, Clone, PartialEq, Eq, Debug, Default)]
pub struct Tried {
    /// How many there were.
    #[serde(rename = "tried")]
    pub executions: usize,
    /// How many of them came to an end of their own.
    pub completed: usize,
    /// Why there was none.
    pub left_out: Option<String>,
    /// The violation that one of them shows.
    pub violation: Option<Shown>,
    /// What the program was not kept from.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub gaps: Vec<String>,
}

impl Tried {
    /// There were none, for this reason.
    pub fn left_out(why: impl Into<String>) -> Tried {
        Tried { left_out: Some(why.into()), ..Tried::default() }
    }

    /// One line for people.
    pub fn describe(&self) -> String {
        match &self.left_out {
            Some(why) => format!("not executed before the answer: {why}"),
            None => format!(
                "executed before the answer: {} times, {} of them to the end",
                self.executions, self.completed
            ),
        }
    }
}

/// A violation that an execution shows.
#[derive(Serialize, Deserialize, Clone, PartialEq, Eq, Debug)]
pub struct Shown {
    /// What happened.
    pub what: String,
    /// The inputs in their order, as far as they were noted.
    pub inputs: Vec<String>,
}

impl Shown {
    /// Why there is no verdict.
    pub fn reason(&self) -> String {
        let inputs = match self.inputs.is_empty() {
            true => "without any input".to_string(),
            false => format!("with the inputs {}", self.inputs.join(",")),
        };
        format!(
            "there is a proof, but the compiled program violates the property {inputs}: {}; \
             this is a bug of principia, please report it",
            self.what
        )
    }
}
