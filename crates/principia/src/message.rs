//! What the worker process tells its parent: one line of JSON for each message, the last of which ends the
//! run.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::explain::Refinement;
use crate::replay::Replayed;
use crate::report::Report;

/// A message from the worker.
#[derive(Serialize, Deserialize, Clone, Debug)]
pub enum Message {
    /// How far the analysis is. May be left out at will.
    Progress(Progress),
    /// Text for people that concerns the input: warnings.
    Warning(String),
    /// A C program is analysed in this arithmetic, and the worker may take this long in all.
    Chosen {
        /// The arithmetic.
        arithmetic: String,
        /// The limit.
        limit: Option<Duration>,
    },
    /// Text for people that an execution prints on the way.
    Trace(String),
    /// An infeasible trace was refined. Only sent to those who explain.
    Refined(Box<Refinement>),
    /// The input is unusable. Ends the run.
    BadInput(String),
    /// A counterexample was executed. Ends the run.
    Replayed {
        /// What the execution said.
        replayed: Replayed,
        /// What the program was not kept from.
        gaps: Vec<String>,
    },
    /// Text for standard output. Ends the run of commands that have no verdict.
    Text(String),
    /// A program was executed. Ends the run.
    Ran {
        /// What is to be said about it on standard error.
        notes: String,
        /// The last line on standard output.
        ending: String,
        /// The exit status.
        status: u8,
    },
    /// The analysis panicked. Ends the run.
    Panicked(String),
    /// The analysis is over. Ends the run.
    Done(Box<Report>),
}

/// How far an analysis is.
#[derive(Serialize, Deserialize, Clone, PartialEq, Eq, Debug, Default)]
pub struct Progress {
    /// What is being done: `parsing`, `verifying`, `checking the proof`.
    pub phase: String,
    /// The iteration of the CEGAR loop.
    pub iteration: usize,
    /// The states of the abstraction.
    pub states: usize,
    /// The length of the last trace.
    pub trace_length: usize,
}

impl Message {
    /// Whether nothing follows this message.
    pub fn is_last(&self) -> bool {
        match self {
            Message::Progress(_)
            | Message::Warning(_)
            | Message::Chosen { .. }
            | Message::Trace(_)
            | Message::Refined(_) => false,
            Message::BadInput(_)
            | Message::Text(_)
            | Message::Replayed { .. }
            | Message::Ran { .. }
            | Message::Panicked(_)
            | Message::Done(_) => true,
        }
    }
}
