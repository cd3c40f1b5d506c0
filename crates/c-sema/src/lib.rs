//! What the names, types and objects of a C program are: from syntax trees to the typed program.
//!
//! [`check()`] resolves names, computes types and layouts, makes every conversion explicit, flattens initialisers and
//! links several files. The result is a [`hir::Program`], which has a text form (its `Display`) and a verifier
//! ([`verify()`]). What a typed program does, the lowering says.

mod check;
pub mod hir;
mod ids;
mod print;
pub mod types;
mod verify;
pub mod visit;

/// What opens the names of functions of the library that are written for single calls: somebody will call them.
pub const SPECIALISED: &str = "principia_call_";

pub use check::{Unit, check, is_known_to_gcc};
pub use verify::verify;
