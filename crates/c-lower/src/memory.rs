//! Where C's objects live: from a points-to analysis to core variables.

pub(crate) mod call_graph;
pub mod classes;
pub mod congruence;
pub mod instances;
pub mod leaves;
pub(crate) mod nesting;
pub mod points_to;
pub mod regions;
