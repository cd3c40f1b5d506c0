//! The programs that everything behind the front ends works on: core programs with procedures and calls, and
//! control-flow graphs without; their text form, its reader, and their verifiers.

mod cfg;
mod core_program;
mod ids;
mod infix;
mod reader;
mod scan;
mod statement;
pub(crate) mod text;
pub(crate) mod verify;

pub use self::cfg::{Cfg, Frame};
pub use self::core_program::{
    CoreProgram, Edge, Landmark, LandmarkKind, Limit, Location, Procedure, Target, Violation,
};
pub use self::ids::{EdgeId, LocationId, ProcedureId};
pub use self::reader::{read_cfg, read_program};
pub use self::statement::{Call, Provenance, Statement};
pub use self::verify::{verify, verify_cfg};
