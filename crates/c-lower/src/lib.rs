//! What C programs do: from the typed program to the core program.
//!
//! 1. [`memory`] decides where objects live: a points-to analysis splits them into core variables.
//! 2. [`arith`] translates operations on numbers to terms, over bit-vectors or integers.
//! 3. [`lower`] puts both together and makes the order of evaluation explicit. Functions of the C library are what
//!    [`library`] says, or C sources of our own ([`models`]), some of them written for single calls ([`formats`]).
//! 4. [`express`] is the way back: terms over variables of the source as C expressions.
//!
//! The typed program is [`c_sema`]'s; nothing here changes it.

pub mod arith;
pub mod express;
pub mod formats;
pub mod library;
pub mod lower;
pub mod memory;
pub mod models;
pub mod options;
