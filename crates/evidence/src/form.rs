//! The form of invariants, and how much of a state is told about a broken one.

use base::index::Idx;
use program::{Cfg, LocationId};
use rustc_hash::FxHashSet;
use term::{Sort, Term};

use crate::rejection::{Rejection, place};

/// No more values than these are told.
pub(crate) const MAX_STATE: usize = 12;

/// An invariant must be a formula about the program.
pub(crate) fn check_form(
    cfg: &Cfg,
    location: LocationId,
    invariant: Term,
    variables: &FxHashSet<Term>,
) -> Result<(), Rejection> {
    if cfg.locations.get(location).is_none() {
        return Err(Rejection::Malformed(format!("there is no location L{}", location.index())));
    }
    let here = place(cfg, location);
    if invariant.sort() != Sort::Bool {
        return Err(Rejection::Malformed(format!("the invariant at {here} is not a formula")));
    }
    match invariant.free_variables().iter().find(|v| !variables.contains(v)) {
        Some(stranger) => Err(Rejection::Malformed(format!(
            "the invariant at {here} speaks about {stranger}, which is no program variable"
        ))),
        None => Ok(()),
    }
}
