//! What the worker process tells its parent: one line of JSON for each message, the last of which ends the
//! run.

use std::time::Duration;

use base::Arithmetic;
use report::drawing::{Drawing, Graph};
use report::refinement::{Iteration, Refinement};
use report::{Obligation, Whereabouts};
use serde::{Deserialize, Serialize};

use crate::findings::Findings;

/// A message from the worker.
#[derive(Serialize, Deserialize, Clone, Debug)]
pub enum Message {
    /// How far the analysis is. May be left out at will.
    Progress(Progress),
    /// Text for people that concerns the input: warnings.
    Warning(String),
    /// What the worker does.
    Chosen(Chosen),
    /// An infeasible trace was refined. Only sent to those who explain, and for a report.
    Refined(Box<Refinement>),
    /// The program as a report shows it; the last one counts.
    Drawn(Box<Drawing>),
    /// The tree that an engine explored; the last one counts.
    Explored(Box<Graph>),
    /// How an iteration of the CEGAR loop ended, for a report.
    Iterated(Iteration),
    /// There is no job with this number, but so many others. Ends the run.
    NoJob(usize),
    /// What there is to prove. Ends the run.
    Obligations(Vec<Obligation>),
    /// The input is unusable. Ends the run.
    BadInput(String),
    /// The analysis panicked. Ends the run.
    Panicked(String),
    /// The analysis is over. Ends the run.
    Done(Box<Findings>),
}

/// What a worker does.
#[derive(Serialize, Deserialize, Clone, PartialEq, Debug)]
pub struct Chosen {
    /// So many jobs there are in all.
    pub jobs: usize,
    /// The arithmetic of a C program.
    pub arithmetic: Option<Arithmetic>,
    /// What is assumed about code that is not there.
    pub assumptions: Vec<String>,
    /// The worker may take this long in all.
    pub limit: Option<Duration>,
}

/// How far an analysis is.
#[derive(Serialize, Deserialize, Clone, PartialEq, Eq, Debug, Default)]
pub struct Progress {
    /// What is being done: `parsing`, `verifying`, `checking the proof`.
    pub phase: String,
    /// The party whose turn it is.
    pub party: String,
    /// The iteration of the CEGAR loop.
    pub iteration: usize,
    /// The states of the abstraction.
    pub states: usize,
    /// The length of the last trace.
    pub trace_length: usize,
    /// Where the search is.
    pub whereabouts: Option<Whereabouts>,
}

/// What is asked of an analysis beyond its verdict.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Wishes {
    /// Counterexamples of C programs are compiled and run, and so are programs before a proof is told.
    pub executes: bool,
    /// The program is analysed as it is, and every refinement is told.
    pub explains: bool,
    /// What a report shows is told.
    pub draws: bool,
    /// It is not the first analysis: its warnings are known.
    pub is_repeated: bool,
}

/// The worker's end of the pipe.
pub type Channel = worker::Channel<Message>;

/// How a worker ended.
pub type Ending = worker::Ending<Message>;

impl From<&Progress> for Message {
    fn from(progress: &Progress) -> Message {
        Message::Progress(progress.clone())
    }
}

impl worker::Message for Message {
    fn is_last(&self) -> bool {
        match self {
            Message::Progress(_)
            | Message::Warning(_)
            | Message::Chosen(_)
            | Message::Refined(_)
            | Message::Drawn(_)
            | Message::Explored(_)
            | Message::Iterated(_) => false,
            Message::Obligations(_)
            | Message::BadInput(_)
            | Message::NoJob(_)
            | Message::Panicked(_)
            | Message::Done(_) => true,
        }
    }

    fn new_time_limit(&self) -> Option<Option<Duration>> {
        match self {
            Message::Chosen(chosen) => Some(chosen.limit),
            _ => None,
        }
    }

    fn panic_text(&self) -> Option<&str> {
        match self {
            Message::Panicked(text) => Some(text),
            _ => None,
        }
    }

    fn panicked(text: String) -> Message {
        Message::Panicked(text)
    }
}
