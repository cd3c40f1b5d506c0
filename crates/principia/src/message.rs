//! What the workers of `run` and `lower` tell their parent. Those of `verify` have messages of their own.

use std::time::Duration;

use serde::{Deserialize, Serialize};

/// A message from a worker.
#[derive(Serialize, Deserialize, Clone, Debug)]
pub enum Message {
    /// Text for people that concerns the input: warnings.
    Warning(String),
    /// Text for people that an execution prints on the way.
    Trace(String),
    /// The input is unusable. Ends the run.
    BadInput(String),
    /// Text for standard output. Ends the run.
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
    /// The worker panicked. Ends the run.
    Panicked(String),
}

/// The worker's end of the pipe.
pub type Channel = worker::Channel<Message>;

/// How a worker ended.
pub type Ending = worker::Ending<Message>;

impl worker::Message for Message {
    fn is_last(&self) -> bool {
        match self {
            Message::Warning(_) | Message::Trace(_) => false,
            Message::BadInput(_) | Message::Text(_) | Message::Ran { .. } | Message::Panicked(_) => true,
        }
    }

    fn new_time_limit(&self) -> Option<Option<Duration>> {
        None
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
