//! C programs that follow a witness.
//!
//! The expressions of a witness are put into the text of the program ([`instrument`]), at the places that the witness
//! names ([`sites`]); what text cannot say is done to the core program and to its graph ([`shaping`]).

pub mod expressions;
pub mod instrument;
mod scan;
pub mod shaping;
pub mod sites;

/// What opens a message about a witness that does not fit its program.
pub const REJECTS: &str = "witness: ";
