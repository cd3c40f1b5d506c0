//! C programs that the system's compiler compiles and the machine executes.
//!
//! A counterexample is replayed with its inputs ([`replay`]); before a proof is told, executions with drawn inputs try to
//! refute it ([`refute`]). Both link the program with a harness ([`harness`]), which gives the inputs, and execute it in a
//! folder of its own, where it can do no harm.

mod agenda;
mod answer;
mod compiled;
mod containment;
mod detection;
pub mod harness;
mod portability;
pub mod refute;
pub mod replay;
mod sanitizers;
mod sequencing;
mod standard_input;
