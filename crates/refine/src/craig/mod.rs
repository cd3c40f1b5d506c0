//! Craig interpolation as a source of assertions: `φᵢ` follows from the first `i` steps, contradicts the others, and
//! speaks about what both have in common, the program's variables at that place.
//!
//! [`builtin`] needs no interpolating solver.

mod builtin;

pub use builtin::Builtin;

use crate::source::SourceKind;

const BUILTIN: &str = "builtin";

/// `craig:builtin`.
pub const KIND: SourceKind = SourceKind {
    name: "craig",
    parameters: "builtin",
    summary: "sequence interpolants: builtin weakens strongest posts by the cores of what is left of the trace",
    full_name: |parameters| ["", BUILTIN].contains(&parameters).then(|| builtin::NAME.to_string()),
    open: |_, toolbox| Ok(Box::new(Builtin::new(toolbox.eliminator()?, toolbox.auxiliary("interpolation")?))),
};
