//! The Boogie front end: text to syntax tree to checked program to core program.
//!
//! The language is Boogie 2 as Ultimate and Boogie read it, without polymorphism, lambdas, structs, partial
//! orders and concurrency, each of which is rejected by name. Where the dialects differ, the reading that
//! accepts more programs is taken, and `/` on integers is integer division, as in Ultimate.
//!
//! [`parse`] makes the tree, [`check()`] resolves names and types, [`lower()`] makes the core program.

pub mod ast;
mod check;
pub mod lexer;
mod lower;
pub mod names;
mod parser;
pub mod print;
pub mod types;

pub use check::{
    Checked, Function, FunctionId, Implementation, Procedure, ProcedureId, Reference, Variable, VariableId,
    VariableKind, check,
};
pub use lower::lower;
pub use parser::{MAX_DEPTH, parse};
