//! The result of a run as plain data: what the worker sends, the terminal shows and `--json` writes.
//!
//! Terms and programs live in the worker's memory; here everything is text already.

use std::fmt;

use base::{Arithmetic, Statistics};
use serde::{Deserialize, Serialize};
use verdict::{Reason, Verdict};

use crate::native::{Replay, Replayed, Tried};

/// What happened to the proof or the counterexample.
#[derive(Serialize, Deserialize, Clone, Copy, PartialEq, Eq, Debug)]
#[serde(rename_all = "lowercase")]
pub enum Evidence {
    /// It passed the independent check.
    Checked,
    /// It was not checked, on request.
    Skipped,
    /// It did not pass the check.
    Rejected,
    /// There is none, because there is no answer.
    None,
}

/// Everything about a run.
#[derive(Serialize, Deserialize, Clone, Debug)]
pub struct Report {
    /// The answer.
    pub verdict: Verdict,
    /// What happened to the evidence.
    pub evidence: Evidence,
    /// The execution that violates the property.
    pub counterexample: Option<Execution>,
    /// How the counterexample of a C program is compiled and executed.
    pub replay: Option<Replay>,
    /// What its execution said.
    pub replayed: Option<Replayed>,
    /// How executions before the proof was told went.
    pub tried: Option<Tried>,
    /// The invariants of the proof.
    pub proof: Option<Vec<Invariant>>,
    /// The same in the words of a C program, if asked for.
    pub invariants: Option<Vec<SourceInvariant>>,
    /// The text of a witness, if asked for.
    pub witness: Option<String>,
    /// The arithmetic of a C program.
    pub arithmetic: Option<Arithmetic>,
    /// What is assumed about code that is not there.
    pub assumptions: Vec<String>,
    /// How many waypoints of a violation witness an execution with its inputs passes.
    pub passed: Option<usize>,
    /// What is known about each place at which a property may be violated, if there are several questions.
    pub obligations: Vec<Decided>,
    /// Where the search was when it ended without an answer.
    pub whereabouts: Option<Whereabouts>,
    /// Counters and times of all parties together, and of what is nobody's.
    pub statistics: Statistics,
    /// What each party counted, in the order in which they began.
    pub parties: Vec<PartyReport>,
}

/// What a party did.
#[derive(Serialize, Deserialize, Clone, PartialEq, Debug)]
pub struct PartyReport {
    /// Its engine, source and blocks.
    pub name: String,
    /// The arithmetic of a C program.
    pub arithmetic: Option<Arithmetic>,
    /// Whether the verdict is its own.
    pub is_winner: bool,
    /// What it counted.
    pub statistics: Statistics,
}

impl Report {
    /// A report without evidence.
    pub fn new(verdict: Verdict) -> Report {
        Report {
            verdict,
            evidence: Evidence::None,
            counterexample: None,
            replay: None,
            replayed: None,
            tried: None,
            proof: None,
            invariants: None,
            witness: None,
            arithmetic: None,
            assumptions: Vec::new(),
            passed: None,
            obligations: Vec::new(),
            whereabouts: None,
            statistics: Statistics::default(),
            parties: Vec::new(),
        }
    }

    /// Whether an execution showed that a proof proves nothing.
    pub fn is_refuted(&self) -> bool {
        self.tried.as_ref().is_some_and(|tried| tried.violation.is_some())
    }

    /// A report that neither is known.
    pub fn unknown(reason: Reason) -> Report {
        Report::new(Verdict::Unknown(reason))
    }
}

/// A place in the source.
#[derive(Serialize, Deserialize, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Place {
    /// The file.
    pub file: String,
    /// The line, counted from one.
    pub line: u32,
    /// The column, counted from one in characters.
    pub column: u32,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}:{}", self.file, self.line, self.column)
    }
}

/// A variable and its value.
#[derive(Serialize, Deserialize, Clone, PartialEq, Eq, Debug)]
pub struct Value {
    /// The variable.
    pub name: String,
    /// The value in Boogie's notation.
    pub value: String,
}

/// An execution that ends in a violation.
#[derive(Serialize, Deserialize, Clone, PartialEq, Eq, Debug, Default)]
pub struct Execution {
    /// The violated property, as in the verdict.
    pub property: String,
    /// What went wrong.
    pub message: String,
    /// Where.
    pub place: Option<Place>,
    /// The inputs in order, as `principia run --inputs` takes them.
    pub inputs: Vec<String>,
    /// The arguments of `main`, the name of the program first, if it gets some that are text.
    #[serde(default)]
    pub arguments: Option<Vec<String>>,
    /// Whether executions start in a function other than `main` that has parameters, which `principia run` does not set.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub has_callers: bool,
    /// Values at the start, of the variables that are read before they are written.
    pub initial: Vec<Value>,
    /// The statements in order.
    pub steps: Vec<Step>,
    /// The lines of a C program in order, as a person would tell it. Empty for other languages.
    pub story: Vec<Moment>,
    /// How many steps come before the story.
    pub untold: u64,
    /// What else is to be said about the violation, and where.
    pub remarks: Vec<Remark>,
}

impl Execution {
    /// The options with which `principia run` repeats the execution, and their values; none if it cannot.
    pub fn choices(&self) -> Vec<(&'static str, String)> {
        let mut choices = Vec::new();
        if self.has_callers {
            return choices;
        }
        // Without arguments, there is only a name, which is empty.
        let words = self.arguments.iter().filter(|words| words.iter().any(|word| !word.is_empty()));
        for words in words {
            let joined = shlex::try_join(words.iter().map(String::as_str)).unwrap_or_default();
            if let Ok(quoted) = shlex::try_quote(&joined) {
                choices.push(("--arguments", quoted.into_owned()));
            }
        }
        if !self.inputs.is_empty() {
            choices.push(("--inputs", self.inputs.join(",")));
        }
        choices
    }

    /// Where the violation is for people. What a model of a library function does happens where the program calls it.
    pub fn shown_place(&self) -> Option<&Place> {
        match self.is_in_model() {
            true => self.story.last().map(|moment| &moment.place).or(self.place.as_ref()),
            false => self.place.as_ref(),
        }
    }

    /// What went wrong, and that it happens in a function of the library if so.
    pub fn shown_message(&self) -> String {
        match self.is_in_model() {
            true => format!("{}, in a function of the library that is called here", self.message),
            false => self.message.clone(),
        }
    }

    fn is_in_model(&self) -> bool {
        self.place.as_ref().is_some_and(|place| place.file.starts_with(MODELS))
    }
}

/// How the names of the files with models of library functions begin.
pub const MODELS: &str = "<library>/";

/// A note about a place.
#[derive(Serialize, Deserialize, Clone, PartialEq, Eq, Debug)]
pub struct Remark {
    /// Where.
    pub place: Place,
    /// What.
    pub text: String,
}

/// A line of source in an execution.
#[derive(Serialize, Deserialize, Clone, PartialEq, Eq, Debug)]
pub struct Moment {
    /// Where it is.
    pub place: Place,
    /// The function.
    pub function: String,
    /// How many calls are active around it.
    pub depth: usize,
    /// The line.
    pub text: String,
    /// What happens there: inputs, values, memory.
    pub notes: Vec<String>,
}

impl Moment {
    /// The line and what happens there.
    pub fn sentence(&self) -> String {
        match self.notes.is_empty() {
            true => self.text.clone(),
            false => format!("{} // {}", self.text, self.notes.join(", ")),
        }
    }
}

/// A statement of an execution.
#[derive(Serialize, Deserialize, Clone, PartialEq, Eq, Debug)]
pub struct Step {
    /// Where the statement stands.
    pub place: Option<Place>,
    /// The statement.
    pub statement: String,
    /// The variables that have another value after it.
    pub changes: Vec<Value>,
}

/// The invariant of a location.
#[derive(Serialize, Deserialize, Clone, PartialEq, Eq, Debug)]
pub struct Invariant {
    /// The name of the location.
    pub location: String,
    /// Where it is in the source.
    pub place: Option<Place>,
    /// Whether it is the head of a loop.
    pub is_loop_head: bool,
    /// The invariant in Boogie's notation.
    pub formula: String,
}

/// What holds at a place of a C program.
#[derive(Serialize, Deserialize, Clone, PartialEq, Eq, Debug)]
pub struct SourceInvariant {
    /// Where: a loop, or the name of a function that starts.
    pub place: Place,
    /// The statement before which it holds; of a `do` loop, the body; for other loops, whenever the condition is about to
    /// be evaluated.
    pub statement: Place,
    /// The line of source.
    pub text: String,
    /// The function.
    pub function: String,
    /// Whether it is the head of a loop.
    pub is_loop: bool,
    /// C expressions that hold there.
    pub conjuncts: Vec<String>,
    /// How many conjuncts C cannot express.
    pub left_out: usize,
    /// The same as formulas, of which one holds: each is that of some copy of the place.
    #[serde(default)]
    pub formulas: Vec<String>,
}

/// Where a search is: the loop that the last path passed most often.
#[derive(Serialize, Deserialize, Clone, PartialEq, Eq, Debug)]
pub struct Whereabouts {
    /// The loop.
    pub place: Place,
    /// Its function.
    pub function: Option<String>,
    /// So often the last path that was excluded passes its head.
    pub passes: usize,
    /// No path to a violation that passes heads of loops fewer times, all together, is left. Nothing if that is not known.
    pub excluded: Option<usize>,
}

/// A place at which a property may be violated.
#[derive(Serialize, Deserialize, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Obligation {
    /// The property, as in the verdict.
    pub property: String,
    /// Where.
    pub place: Option<Place>,
    /// What would go wrong.
    pub message: String,
}

impl Obligation {
    /// The obligation that an execution violates.
    pub fn of(execution: &Execution) -> Obligation {
        let Execution { property, place, message, .. } = execution;
        Obligation { property: property.clone(), place: place.clone(), message: message.clone() }
    }

    /// For an order that people expect: by place, then by property.
    pub fn order(&self) -> (Option<(&str, u32, u32)>, &str, &str) {
        let place = self.place.as_ref().map(|place| (place.file.as_str(), place.line, place.column));
        (place, &self.property, &self.message)
    }
}

/// What is known about an obligation.
#[derive(Serialize, Deserialize, Clone, PartialEq, Eq, Debug)]
#[serde(tag = "status", rename_all = "lowercase")]
pub enum Status {
    /// No execution violates it before it violates another one.
    Proved,
    /// An execution violates it.
    Violated {
        /// That execution.
        execution: Box<Execution>,
    },
    /// Neither is known.
    Unknown {
        /// Why.
        reason: Reason,
    },
}

/// An obligation and what is known about it.
#[derive(Serialize, Deserialize, Clone, PartialEq, Eq, Debug)]
pub struct Decided {
    /// The obligation.
    #[serde(flatten)]
    pub obligation: Obligation,
    /// What is known.
    #[serde(flatten)]
    pub status: Status,
}
