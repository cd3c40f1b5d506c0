//! What C programs mean: from syntax trees to the core program.
//!
//! 1. [`sema`] resolves names, computes types and layouts, checks, makes every conversion explicit, flattens
//!    initialisers and links several files: the result is a typed program, [`hir::Program`].
//! 2. [`lower`] turns a typed program into a core program: it decides where objects live, makes evaluation order
//!    explicit, and translates arithmetic to terms.
//! 3. [`express`] is the way back: terms over variables of the source as C expressions.

pub mod arith;
pub mod express;
pub mod hir;
pub mod library;
pub mod lower;
pub mod memory;
pub mod models;
pub mod options;
pub mod print;
pub mod sema;
pub mod types;
pub mod verify;
