//! Verification: a program, a strategy, a report.
//!
//! [`verify`] is the parent of worker processes ([`supervise`]): it distributes the jobs of a strategy over them, hears
//! what they say, lets a compiler execute what they found, and decides what the answer is. Each worker does one job
//! ([`job`]): it reads the program, models recursion ([`recursion`]), lets the parties of an attempt search for a verdict
//! ([`search`]), and checks the evidence. This crate knows neither the command line nor the terminal.

mod apart;
mod conclude;
mod concolic_search;
mod confirm;
mod counting;
mod exploration;
mod findings;
mod graph;
mod job;
mod message;
mod obligations;
mod party;
mod recursion;
mod replay;
mod reporter;
mod reporting;
mod search;
mod settings;
mod solvers;
mod start;
mod statistics;
mod supervise;

pub use message::{Progress, Wishes};
pub use obligations::{list as list_obligations, verify_all};
pub use settings::{Settings, Solvers};
pub use supervise::{Finished, Quiet, Watcher, unanswered, verify};
