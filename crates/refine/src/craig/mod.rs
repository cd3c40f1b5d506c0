//! Craig interpolation as a source of assertions: `φᵢ` follows from the first `i` steps, contradicts the others, and
//! speaks about what both have in common, the program's variables at that place.
//!
//! [`Builtin`] needs no interpolating solver; [`Interpolated`] asks one of [`smt::INTERPOLATORS`].

mod builtin;
mod interpolated;
mod literals;
mod partition;

pub use builtin::Builtin;
pub use interpolated::Interpolated;
pub use partition::Basis;

use crate::source::{Source, SourceKind, Toolbox};

/// How names of these sources begin.
const PREFIX: &str = "craig:";

/// The parameter of the source without an interpolating solver, which is the default.
const BUILTIN: &str = "builtin";

/// What ends the parameter if the trace is interpolated instead of its core.
const ON_TRACE: &str = "-trace";

/// `craig:builtin`, `craig:z3`, `craig:z3-trace`, ...
pub const KIND: SourceKind = SourceKind {
    name: "craig",
    parameters: "(builtin|SOLVER[-trace])",
    summary: "sequence interpolants of a solver, for the infeasible core or the trace; builtin weakens strongest posts by \
              the cores of what is left of the trace",
    full_name: |parameters| match parameters {
        "" | BUILTIN => Some(builtin::NAME.to_string()),
        _ => smt::interpolator(split(parameters).0).map(|_| format!("{PREFIX}{parameters}")),
    },
    open,
};

fn open(name: &str, toolbox: &dyn Toolbox) -> Result<Box<dyn Source>, String> {
    let (eliminator, solver) = (toolbox.eliminator()?, toolbox.auxiliary("interpolation")?);
    if name == builtin::NAME {
        return Ok(Box::new(Builtin::new(eliminator, solver)));
    }
    let (interpolator, basis) = split(name.strip_prefix(PREFIX).unwrap_or(name));
    let interpolation = toolbox.interpolation(interpolator)?;
    Ok(Box::new(Interpolated::new(name, basis, interpolation, eliminator, solver)))
}

/// The solver's name and what is interpolated.
fn split(parameters: &str) -> (&str, Basis) {
    match parameters.strip_suffix(ON_TRACE) {
        Some(solver) => (solver, Basis::Trace),
        None => (parameters, Basis::Core),
    }
}
