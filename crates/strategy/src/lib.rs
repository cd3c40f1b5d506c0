//! What a run does, as plain data, and who works when.
//!
//! A [`Strategy`] is a list of [`Attempt`]s, each of which verifies the program in one arithmetic. The [`Party`]s of an
//! attempt are engines with a source of assertions and a block size; they take turns ([`schedule`]), together with
//! guessed facts and executions. Without worker processes beside each other, attempts come one after the other;
//! [`Strategy::jobs`] distributes attempts and parties over several processes. [`presets`] are the strategies that
//! have names, and [`read`] reads others.

pub mod choice;
pub mod presets;
pub mod schedule;

mod attempt;
mod duration;
mod file;
mod jobs;
mod party;
mod plan;

pub use attempt::{Attempt, Features, When};
pub use file::read;
pub use jobs::Job;
pub use party::{
    Abstracted, Automaton, Blocks, Core, Interpolants, Party, Predicates, Qe, Restart, Scope, Search,
};
pub use plan::{Rounds, Strategy};
