//! From files to a core program: task definitions and properties, preprocessing, parsing, checking, lowering. Whatever is
//! wrong with the input ends here, as text for people.
//!
//! [`Request`] reads what [`ProgramOptions`] name, [`Front`] reads the files, and lowering gives a [`Source`]: the core
//! program with what is needed to speak about it in the words of its author.

pub mod bit_tricks;
mod c_program;
mod definitions;
mod dictionary;
mod encoding;
mod front;
pub mod input;
pub mod names;
mod options;
mod preprocess;
mod request;
mod source;
mod volatile;

pub use c_program::{CProgram, load as load_c};
pub use definitions::{Definition, definitions};
pub use dictionary::Dictionary;
pub use front::{Front, warning_about};
pub use options::ProgramOptions;
pub use request::{Language, Request};
pub use source::Source;
