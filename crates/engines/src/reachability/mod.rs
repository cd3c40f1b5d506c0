//! Abstract reachability graphs, which predicate analysis and Impact share.
//!
//! A state is a location and a label: a formula that holds whenever an execution arrives along the path to the state.
//! Locations are those between blocks, so all states are *abstraction states* in the sense of adjustable-block
//! encoding, and what lies between two of them is the formula of a block. A state is *covered* by another one of its
//! location if its label implies the other label: its successors add nothing.

mod frontier;
mod graph;
mod node;

pub use graph::Graph;
pub use node::NodeId;
