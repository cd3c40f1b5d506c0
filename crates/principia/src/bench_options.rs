//! The options of `bench`, `table`, `plot` and `compare`.

use std::path::PathBuf;
use std::time::Duration;

use base::quantity::{parse_duration, parse_memory};
use bench::table::TableKind;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Args, ValueEnum};

use crate::color::Color;

/// `principia bench`
#[derive(Args, Debug)]
pub struct BenchArguments {
    /// Sets (.set), task definitions (.yml), programs (.bpl, .c, .i), or folders with them
    #[arg(value_name = "SET|TASK|DIR")]
    pub paths: Vec<PathBuf>,
    /// A configuration: a name, and options of `verify` (repeatable); the default is one without options
    #[arg(long = "config", value_name = "NAME='OPTIONS'", value_parser = parse_assignment, help_heading = "What to run")]
    pub configurations: Vec<(String, String)>,
    /// Another tool, by its description (repeatable); `--config NAME=...` gives it options
    #[arg(long = "tool", value_name = "NAME=FILE.toml", value_parser = parse_assignment, help_heading = "What to run")]
    pub tools: Vec<(String, String)>,
    /// An experiment: categories, configurations and limits
    #[arg(long, value_name = "FILE.toml", help_heading = "What to run")]
    pub matrix: Option<PathBuf>,
    /// Only tasks for this property (repeatable)
    #[arg(long = "property", value_name = "NAME", help_heading = "What to run")]
    pub properties: Vec<String>,
    /// The processor time of a run [default: 60s]
    #[arg(long, value_parser = parse_duration, value_name = "TIME", help_heading = "Limits")]
    pub timeout: Option<Duration>,
    /// The time of a run on the clock [default: three times --timeout, and 10 s]
    #[arg(long, value_parser = parse_duration, value_name = "TIME", help_heading = "Limits")]
    pub wall_timeout: Option<Duration>,
    /// The memory of all processes of a run
    #[arg(long, value_parser = parse_memory, value_name = "SIZE", help_heading = "Limits")]
    pub memory: Option<u64>,
    /// So many runs at the same time
    #[arg(long, default_value_t = 1, value_name = "N", help_heading = "Limits")]
    pub jobs: usize,
    /// How runs are limited and measured
    #[arg(long, value_enum, default_value_t = ContainmentChoice::Auto, value_name = "HOW", help_heading = "Limits")]
    pub containment: ContainmentChoice,
    /// Where runs take place
    #[arg(long, value_enum, default_value_t = Executor::Local, value_name = "WHERE", help_heading = "Cluster")]
    pub executor: Executor,
    /// Further options of `sbatch`
    #[arg(
        long,
        value_name = "OPTIONS",
        default_value = "",
        help_heading = "Cluster",
        hide_default_value = true
    )]
    pub slurm_options: String,
    /// So many runs are one element of a job array
    #[arg(long, default_value_t = 1, value_name = "N", value_parser = clap::value_parser!(u16).range(1..), help_heading = "Cluster")]
    pub slurm_chunk: u16,
    /// The folder for the results; a run that was interrupted goes on there
    #[arg(long, value_name = "DIR", help_heading = "Output")]
    pub out: PathBuf,
    /// Say where the time of the tasks went
    #[arg(long, help_heading = "Output")]
    pub profile: bool,
    /// Colour messages
    #[arg(long, value_enum, default_value_t = Color::Auto, value_name = "WHEN", help_heading = "Output")]
    pub color: Color,
}

/// Where runs take place.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum Executor {
    /// On this machine
    Local,
    /// On a Slurm cluster, as job arrays
    Slurm,
}

/// `principia bench-errands`, which the jobs of `--executor slurm` run
#[derive(Args, Debug)]
pub struct ErrandArguments {
    /// The folder of the batch
    pub folder: PathBuf,
    /// How runs are contained
    #[arg(value_enum)]
    pub containment: ContainmentChoice,
    /// The number of runs in an element of the array
    pub chunk: usize,
    /// The number of the element
    pub element: usize,
}

/// How runs are limited and measured.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum ContainmentChoice {
    /// By control groups where they can be made, otherwise by limits of processes and /proc
    Auto,
    /// By control groups (version 2)
    Cgroup,
    /// By limits of processes and /proc
    Process,
}

/// `principia table`
#[derive(Args, Debug)]
pub struct TableArguments {
    /// The folder that `bench` wrote
    pub folder: PathBuf,
    /// Which tables to show, separated by commas [default: solved,classes; all of them in HTML]
    #[arg(long, value_parser = table_kind(), value_delimiter = ',', value_name = "TABLE")]
    pub show: Vec<TableKind>,
    /// The form of the tables
    #[arg(long, value_enum, default_value_t = TableFormat::Text, value_name = "FORM")]
    pub format: TableFormat,
    /// One more row, for what any of these configurations solves (repeatable); patterns are allowed
    #[arg(long = "portfolio", value_name = "NAME='A,B'", value_parser = parse_assignment)]
    pub portfolios: Vec<(String, String)>,
    /// Only configurations whose names match (repeatable)
    #[arg(long = "config", value_name = "PATTERN")]
    pub configurations: Vec<String>,
    /// Only categories whose names match (repeatable)
    #[arg(long = "category", value_name = "PATTERN")]
    pub categories: Vec<String>,
    /// Write to a file instead of standard output
    #[arg(long, short, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

/// Reads the name of a table.
fn table_kind() -> impl TypedValueParser<Value = TableKind> {
    let value = |kind: TableKind| PossibleValue::new(kind.describe().0).help(kind.describe().1);
    PossibleValuesParser::new(TableKind::ALL.map(value)).map(|name| {
        TableKind::ALL.into_iter().find(|kind| kind.describe().0 == name).expect("one of the possible values")
    })
}

/// The forms of tables.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum TableFormat {
    /// Aligned text
    Text,
    /// Markdown
    Markdown,
    /// Comma-separated values
    Csv,
    /// One file with all tables, plots and tasks, to be sorted and filtered in a browser
    Html,
    /// A folder with a results file of BenchExec for each configuration
    Benchexec,
}

/// `principia plot`
#[derive(Args, Debug)]
pub struct PlotArguments {
    /// The folder that `bench` wrote
    pub folder: PathBuf,
    /// Draw only these quantile plots, separated by commas [default: all]
    #[arg(long, value_enum, value_delimiter = ',', value_name = "MEASURE")]
    pub quantile: Vec<MeasureChoice>,
    /// Draw the times of two configurations against each other (repeatable) [default: the first two]
    #[arg(long, value_name = "X,Y")]
    pub scatter: Vec<String>,
    /// Draw plots for each category, too
    #[arg(long)]
    pub by_category: bool,
    /// Only configurations whose names match (repeatable)
    #[arg(long = "config", value_name = "PATTERN")]
    pub configurations: Vec<String>,
    /// Only categories whose names match (repeatable)
    #[arg(long = "category", value_name = "PATTERN")]
    pub categories: Vec<String>,
    /// The folder for the plots [default: `plots` in the folder of the results]
    #[arg(long, short, value_name = "DIR")]
    pub output: Option<PathBuf>,
}

/// What quantile plots show.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum MeasureChoice {
    /// Processor time
    Time,
    /// Iterations of the refinement loop
    Iterations,
    /// The share of perfect sequences
    Perfect,
    /// Memory
    Memory,
}

/// `principia compare`
#[derive(Args, Debug)]
#[command(
    after_help = "Exit status: 0 if nothing is worse, 1 if a task is lost, wrong or flipped, 2 bad usage or input."
)]
pub struct CompareArguments {
    /// The folder of the earlier results
    pub old: PathBuf,
    /// The folder of the later results
    pub new: PathBuf,
    /// A time counts as different from this factor on
    #[arg(long, default_value_t = 1.5, value_name = "FACTOR")]
    pub factor: f64,
    /// and from this difference on
    #[arg(long, value_parser = parse_duration, default_value = "500ms", value_name = "TIME")]
    pub difference: Duration,
    /// Print Markdown
    #[arg(long)]
    pub markdown: bool,
}

/// Splits `NAME=VALUE`.
fn parse_assignment(text: &str) -> Result<(String, String), String> {
    match text.split_once('=') {
        Some((name, value)) if !name.trim().is_empty() => Ok((name.trim().to_string(), value.to_string())),
        _ => Err(format!("`{text}` is not NAME=VALUE")),
    }
}
