//! Programs and files that some tests need and not every machine has.
//!
//! A test that needs one begins with
//!
//! ```no_run
//! # use test_tools::Tool;
//! let Some(browser) = Tool::Browser.or_skip() else { return };
//! ```
//!
//! Without the tool, the test says on standard error that it compares nothing, where everybody sees it. A machine that
//! is meant to have the tool names it in `PRINCIPIA_DEMAND`, a list of names with commas between them, or `all`: there
//! the test fails. Nothing is installed here.

mod demand;
mod find;

use std::io::Write;
use std::panic::Location;
use std::path::PathBuf;

pub use demand::VARIABLE;

/// The number that a variable of the environment has, if there is one.
///
/// # Panics
/// If the variable is something else: what a user asks for is never ignored.
pub fn number_from(variable: &str) -> Option<u64> {
    let text = std::env::var(variable).ok()?;
    Some(text.parse().unwrap_or_else(|_| panic!("{variable} is {text}, which is no number")))
}

/// What a test may need.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tool {
    /// The compiler that the program under test calls: `$CC`, or `cc`.
    Cc,
    /// gcc that makes programs of 64 bits.
    Gcc,
    /// gcc that makes programs of 32 bits.
    Gcc32,
    /// The sanitizers of gcc, for programs of 64 bits.
    Sanitizers,
    /// The sanitizers of gcc, for programs of 32 bits.
    Sanitizers32,
    /// The generator of C programs.
    Csmith,
    /// A browser that runs without a screen.
    Browser,
    /// The programs of BenchExec.
    BenchExec,
    /// A Slurm cluster.
    Slurm,
    /// The schema of SARIF, and a Python that validates documents.
    SarifSchema,
    /// An SMT solver that is a program of its own, by its name.
    Solver(&'static str),
}

impl Tool {
    /// All tools.
    pub const ALL: [Tool; 18] = [
        Tool::Cc,
        Tool::Gcc,
        Tool::Gcc32,
        Tool::Sanitizers,
        Tool::Sanitizers32,
        Tool::Csmith,
        Tool::Browser,
        Tool::BenchExec,
        Tool::Slurm,
        Tool::SarifSchema,
        Tool::Solver("z3-smtlib"),
        Tool::Solver("cvc5"),
        Tool::Solver("cvc4"),
        Tool::Solver("yices"),
        Tool::Solver("bitwuzla"),
        Tool::Solver("smtinterpol"),
        Tool::Solver("mathsat"),
        Tool::Solver("princess"),
    ];

    /// The name in `PRINCIPIA_DEMAND`.
    pub fn name(self) -> &'static str {
        match self {
            Tool::Cc => "cc",
            Tool::Gcc => "gcc",
            Tool::Gcc32 => "gcc-m32",
            Tool::Sanitizers => "sanitizers",
            Tool::Sanitizers32 => "sanitizers-m32",
            Tool::Csmith => "csmith",
            Tool::Browser => "browser",
            Tool::BenchExec => "benchexec",
            Tool::Slurm => "slurm",
            Tool::SarifSchema => "sarif-schema",
            Tool::Solver(name) => name,
        }
    }

    /// What has to be there, and where it comes from.
    pub fn needs(self) -> String {
        let what = match self {
            Tool::Cc => "a C compiler that `CC` names, or `cc`",
            Tool::Gcc => "gcc",
            Tool::Gcc32 => "`gcc -m32` (Debian: gcc-multilib)",
            Tool::Sanitizers => "gcc with AddressSanitizer and UndefinedBehaviorSanitizer",
            Tool::Sanitizers32 => "`gcc -m32` with the sanitizers (Debian: gcc-multilib)",
            Tool::Csmith => "csmith and its headers (Debian: csmith, libcsmith-dev)",
            Tool::Browser => "Chromium in the PATH (Debian: chromium)",
            Tool::BenchExec => {
                "BenchExec (`python3 -m pip install --target target/benchexec benchexec` in the workspace)"
            }
            Tool::Slurm => "a Slurm cluster that `SLURM_CONF` names",
            Tool::SarifSchema => {
                "the schema of SARIF that `PRINCIPIA_SARIF_SCHEMA` names, and Python's jsonschema"
            }
            Tool::Solver(name) => {
                return format!("the solver {name}, from the PATH or `principia solvers install {name}`");
            }
        };
        what.to_string()
    }

    /// Where the tool is: its program, or the file or folder that a test needs of it.
    ///
    /// Without it, the test is to end, which is said on standard error.
    ///
    /// # Panics
    /// If `PRINCIPIA_DEMAND` names a tool that is missing, or one that nobody knows.
    #[track_caller]
    pub fn or_skip(self) -> Option<PathBuf> {
        self.skip_without(find::find(self))
    }

    /// The same for a tool that a test searches for itself.
    ///
    /// # Panics
    /// If `PRINCIPIA_DEMAND` names a tool that is missing, or one that nobody knows.
    #[track_caller]
    pub fn skip_without<T>(self, found: Option<T>) -> Option<T> {
        let is_demanded = demand::is_demanded(self);
        if found.is_none() {
            assert!(!is_demanded, "{VARIABLE} demands {}, but {} is missing", self.name(), self.needs());
            self.announce(Location::caller().file());
        }
        found
    }

    /// The test harness shows what a test prints only if it fails; this goes past it.
    fn announce(self, file: &str) {
        let thread = std::thread::current();
        let test = thread.name().unwrap_or("a test");
        let _ = writeln!(std::io::stderr(), "SKIPPED {file}, {test}: this needs {}", self.needs());
    }
}
