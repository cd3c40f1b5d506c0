//! The numbers by which programs name their locations, edges and procedures.

use base::index::typed_index;

typed_index! {
    /// A location of a procedure or of a control-flow graph.
    pub struct LocationId;
}

typed_index! {
    /// An edge of a procedure or of a control-flow graph.
    pub struct EdgeId;
}

typed_index! {
    /// A procedure of a core program.
    pub struct ProcedureId;
}
