//! The options of `principia scan`.

use std::path::PathBuf;
use std::time::Duration;

use base::quantity::{parse_duration, parse_memory};
use clap::{Args, ValueEnum};

use crate::color::Color;

/// `principia scan`
#[derive(Args, Clone, Debug)]
pub struct ScanArguments {
    /// What to look at: a compile_commands.json, folders, or C files [default: compile_commands.json, if there is one,
    /// otherwise the C files of this folder and those below]
    #[arg(value_name = "PATH")]
    pub paths: Vec<PathBuf>,
    /// Where executions begin
    #[arg(long, value_enum, default_value_t = Entries::Functions, value_name = "WHICH")]
    pub entries: Entries,
    /// Only entries whose name has this text in it
    #[arg(long, value_name = "TEXT")]
    pub only: Option<String>,
    /// What must hold, as for verify [default: all; of functions without valid-memtrack, since callers free what they get]
    #[arg(long, value_name = "FILE|NAMES")]
    pub property: Option<String>,
    /// More options for each verification, as for verify, in one argument
    #[arg(long, value_name = "OPTIONS", allow_hyphen_values = true)]
    pub with: Option<String>,
    /// Give up an entry after this time
    #[arg(long, value_parser = parse_duration, value_name = "TIME", default_value = "10s", help_heading = "Limits")]
    pub timeout: Duration,
    /// Give up an entry beyond this much memory
    #[arg(long, value_parser = parse_memory, value_name = "SIZE", default_value = "2GB", help_heading = "Limits")]
    pub memory: u64,
    /// So many entries are verified at once [default: the number of cores]
    #[arg(long, value_name = "NUMBER", value_parser = clap::value_parser!(u16).range(1..), help_heading = "Limits")]
    pub jobs: Option<u16>,
    /// A folder for #include (repeatable)
    #[arg(short = 'I', value_name = "DIR", help_heading = "C")]
    pub include: Vec<PathBuf>,
    /// A macro: NAME or NAME=VALUE (repeatable)
    #[arg(short = 'D', value_name = "MACRO", help_heading = "C")]
    pub define: Vec<String>,
    /// Where results are kept and the page is written
    #[arg(long, value_name = "DIR", default_value = "principia-scan", help_heading = "Output")]
    pub output: PathBuf,
    /// Verify everything again, not only what changed
    #[arg(long, help_heading = "Output")]
    pub again: bool,
    /// Colour messages
    #[arg(long, value_enum, default_value_t = Color::Auto, value_name = "WHEN", help_heading = "Output")]
    pub color: Color,
}

/// What is checked of functions: the memory that one returns is for its caller.
const OF_FUNCTIONS: &str =
    "unreach-call,valid-deref,valid-free,no-overflow,assert,no-division-by-zero,valid-shift";

impl ScanArguments {
    /// What is checked.
    pub fn property(&self) -> &str {
        let default = match self.entries {
            Entries::Functions => OF_FUNCTIONS,
            Entries::Mains => "all",
        };
        self.property.as_deref().unwrap_or(default)
    }
}

/// Which functions executions begin at.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum Entries {
    /// Every function of every file, with arbitrary arguments, in its file alone
    Functions,
    /// Every main, with all files that have none
    Mains,
}
