//! The engines that there are, by name.
//!
//! Whoever adds an engine writes its folder and one line in [`ENGINES`].

use crate::engine::EngineKind;
use crate::{interp, k_induction, kojak, predicate, ranges, trace_abstraction, value};

/// All engines.
pub static ENGINES: &[EngineKind] = &[
    trace_abstraction::KIND,
    predicate::KIND,
    kojak::KIND,
    value::KIND,
    value::WITH_PREDICATES,
    ranges::KIND,
    interp::KIND,
    k_induction::KIND,
];
