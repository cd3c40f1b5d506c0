//! Executions of a program by the interpreter: what they choose where the program leaves something open ([`Chosen`]), how
//! the same choices are made again ([`Recorded`]), and what happens step by step ([`recording`]).

mod arguments;
mod choices;
pub mod recording;

pub use arguments::Arguments;
pub use choices::{Chosen, Confirmed, Effort, Input, Recorded, choices};
