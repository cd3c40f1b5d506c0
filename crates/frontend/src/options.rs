//! What the program is and what is asked of it, as plain data.

use std::path::PathBuf;

use c_lower::options::{Allocation, Floats, Parameters, Undefined};
use c_sema::types::DataModel;
use instrumentation::instrument::Plan;
use report::Obligation;

/// The program and the property.
#[derive(Clone, Debug)]
pub struct ProgramOptions {
    /// The program: files of C, which are linked; a file of Boogie; a core program; or a task definition.
    pub files: Vec<PathBuf>,
    /// Where executions start: a function of C, procedures of Boogie; empty for the default.
    pub entry: Vec<String>,
    /// What must hold: a property file, the name of a property, or its text; the default is that of the task definition.
    pub property: Option<String>,
    /// Labels of C that must not be reached; they replace the functions of unreach-call.
    pub error_label: Vec<String>,
    /// The sizes of C's types; the default is what the task definition states, or LP64.
    pub data_model: Option<DataModel>,
    /// What C's floating-point numbers become.
    pub floats: Floats,
    /// What undefined behaviour does that the property does not check.
    pub undefined: Undefined,
    /// What allocation does if there is no memory.
    pub allocation: Allocation,
    /// What callers of an entry that is not `main` pass for pointers.
    pub parameters: Parameters,
    /// The folders for `#include`.
    pub include: Vec<PathBuf>,
    /// The macros: `NAME` or `NAME=VALUE`.
    pub define: Vec<String>,
    /// More arguments for the preprocessor, as in a shell.
    pub cpp_args: Option<String>,
    /// A `compile_commands.json` that has the preprocessor's arguments for each file.
    pub compile_commands: Option<PathBuf>,
    /// A witness that the program is to follow.
    pub plan: Option<Plan>,
    /// What is not asked for any more: executions end there.
    pub closed: Vec<Obligation>,
}

impl ProgramOptions {
    /// The usual options for files.
    pub fn of(files: Vec<PathBuf>) -> ProgramOptions {
        ProgramOptions {
            files,
            entry: Vec::new(),
            property: None,
            error_label: Vec::new(),
            data_model: None,
            floats: Floats::Ieee,
            undefined: Undefined::GoesOn,
            allocation: Allocation::NeverFails,
            parameters: Parameters::MayBeNull,
            include: Vec::new(),
            define: Vec::new(),
            cpp_args: None,
            compile_commands: None,
            plan: None,
            closed: Vec::new(),
        }
    }
}
