//! Error paths and proofs in the words of the source.
//!
//! Terms and statements become text ([`formula`], [`statement_text`]); an execution becomes the lines of the source that
//! it takes ([`story`]) and the choices that lead to the same path again ([`error_path`]); a proof becomes invariants of
//! the locations ([`evidence_text`]) or of the places of a C program ([`invariants`]); a program becomes graphs for a
//! report ([`drawing`]).

pub mod drawing;
pub mod error_path;
pub mod evidence_text;
mod float_text;
pub mod formula;
pub mod invariants;
mod memory_reads;
mod mentioned;
mod relevance;
pub mod statement_text;
pub mod story;
