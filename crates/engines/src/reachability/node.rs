//! The numbers of states.

use base::index::typed_index;

typed_index! {
    /// A state.
    pub struct NodeId;
}
