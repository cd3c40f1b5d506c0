//! The commands of the harness: `bench`, `table`, `plot`, `compare`.

use std::io::Write;
use std::path::{Path, PathBuf};

use bench::BenchError;
use bench::compare::Threshold;
use bench::grid::Grid;
use bench::harness::{Completion, Containment};
use bench::matrix::{Matrix, Portfolio, Request};
use bench::plot::{Measure, quantile_plot, scatter_plot};
use bench::progress::ProgressBar;
use bench::recorder::Recorder;
use bench::slurm::Cluster;
use bench::store::{Results, Store, write_whole};
use bench::summary::Summary;
use bench::table::TableKind;
use bench::tool::Tool;
use clap::Parser;

use crate::bench_options::{
    BenchArguments, CompareArguments, ContainmentChoice, ErrandArguments, Executor, MeasureChoice,
    PlotArguments, TableArguments, TableFormat,
};
use crate::color::Color;
use crate::options::CommandLine;
use crate::output::{bad_input, print_line, say};
use crate::terminal;

/// The exit status after an interrupt.
const INTERRUPTED: u8 = 130;

/// Runs a matrix.
pub fn bench(arguments: &BenchArguments) -> u8 {
    report(run(arguments), arguments.color)
}

/// Prints what is wrong, if something is.
fn report(result: Result<u8, BenchError>, color: Color) -> u8 {
    result.unwrap_or_else(|error| bad_input(error.render(), color))
}

fn run(arguments: &BenchArguments) -> Result<u8, BenchError> {
    let executable = std::env::current_exe().map_err(|error| {
        BenchError::new(format!("cannot find the program that is running: {error}"), "is /proc mounted?")
    })?;
    let request = Request {
        paths: arguments.paths.clone(),
        properties: arguments.properties.clone(),
        matrix: arguments.matrix.clone(),
        configurations: arguments.configurations.clone(),
        tools: arguments.tools.iter().map(|(name, path)| (name.clone(), PathBuf::from(path))).collect(),
        timeout: arguments.timeout,
        wall_timeout: arguments.wall_timeout,
        memory: arguments.memory,
    };
    let matrix = Matrix::new(&request, Tool::principia(&executable), &check_options)?;
    for warning in &matrix.warnings {
        say(&terminal::colored(&format!("warning: {warning}\n"), terminal::uses_color(arguments.color)));
    }
    let mut store = Store::open(&arguments.out, &matrix.plan())?;
    let mut bar = ProgressBar::new(terminal::uses_color(arguments.color));
    let containment = containment(arguments.containment);
    let recorder = Recorder { matrix: &matrix, store: &mut store, observer: &mut bar };
    let completion = match arguments.executor {
        Executor::Local => bench::harness::run(recorder, arguments.jobs, containment)?,
        Executor::Slurm => bench::slurm::run(recorder, &cluster(arguments, executable, containment)?)?,
    };
    bar.finish();
    if completion == Completion::Interrupted {
        say("interrupted: the same command goes on where it stopped\n");
        return Ok(INTERRUPTED);
    }
    if arguments.profile {
        let results = Results::read(&arguments.out)?;
        say(&TableKind::Profile.build(&Summary::new(&results)).text());
    }
    Ok(0)
}

fn containment(choice: ContainmentChoice) -> Containment {
    match choice {
        ContainmentChoice::Auto => Containment::Auto,
        ContainmentChoice::Cgroup => Containment::Cgroup,
        ContainmentChoice::Process => Containment::Process,
    }
}

fn cluster(
    arguments: &BenchArguments,
    executable: PathBuf,
    containment: Containment,
) -> Result<Cluster, BenchError> {
    let folder = arguments.out.join("slurm");
    // The nodes have other working folders.
    let folder = std::path::absolute(&folder).map_err(|error| BenchError::file(&folder, error))?;
    let options = shlex::split(&arguments.slurm_options).ok_or_else(|| {
        BenchError::new("the quotes in --slurm-options do not match", "quote as in a shell")
    })?;
    let (parallel, chunk) = (arguments.jobs.max(1), usize::from(arguments.slurm_chunk));
    Ok(Cluster { parallel, chunk, options, executable, folder, containment })
}

/// Runs a part of a matrix on a node of a cluster.
pub fn errands(arguments: &ErrandArguments) -> u8 {
    let ErrandArguments { folder, chunk, element, .. } = arguments;
    let done = bench::slurm::run_errands(folder, containment(arguments.containment), *chunk, *element);
    report(done.map(|()| 0), Color::Never)
}

/// Shows results as tables.
pub fn table(arguments: &TableArguments) -> u8 {
    report(show_tables(arguments), Color::Auto)
}

fn show_tables(arguments: &TableArguments) -> Result<u8, BenchError> {
    let mut results = Results::read(&arguments.folder)?;
    for (name, parts) in &arguments.portfolios {
        let of = parts.split(',').map(|part| part.trim().to_string()).collect();
        results.plan.portfolios.push(Portfolio { name: name.clone(), of });
    }
    results.select(&arguments.configurations, &arguments.categories)?;
    match arguments.format {
        TableFormat::Html => {
            write_output(arguments.output.as_deref(), &bench::html::page(&results))?;
            return Ok(0);
        }
        TableFormat::Benchexec => return write_benchexec(&results, arguments.output.as_deref()),
        _ => {}
    }
    let summary = Summary::new(&results);
    let mut kinds = arguments.show.clone();
    if kinds.is_empty() {
        kinds = vec![TableKind::Solved, TableKind::Classes];
    }
    let grids = kinds.iter().map(|kind| kind.build(&summary));
    let texts: Vec<String> = match arguments.format {
        TableFormat::Text => grids.map(|grid| grid.text()).collect(),
        TableFormat::Markdown => grids.map(|grid| grid.markdown()).collect(),
        _ => grids.map(|grid| grid.csv()).collect(),
    };
    write_output(arguments.output.as_deref(), &texts.join("\n"))?;
    if let Some(missing) = results.missing().filter(|_| arguments.output.is_none()) {
        say(&format!("{missing}\n"));
    }
    Ok(0)
}

fn write_benchexec(results: &Results, folder: Option<&Path>) -> Result<u8, BenchError> {
    let Some(folder) = folder else {
        return Err(BenchError::new("BenchExec's results are several files", "name a folder with --output"));
    };
    write_files(folder, &bench::benchexec::files(results))
}

/// Writes files and says where they are.
fn write_files(folder: &Path, files: &[(String, String)]) -> Result<u8, BenchError> {
    std::fs::create_dir_all(folder).map_err(|error| BenchError::file(folder, error))?;
    for (name, text) in files {
        let path = folder.join(name);
        write_whole(&path, text).map_err(|error| BenchError::file(&path, error))?;
        print_line(&path.to_string_lossy());
    }
    Ok(0)
}

/// Draws results.
pub fn plot(arguments: &PlotArguments) -> u8 {
    report(draw(arguments), Color::Auto)
}

fn draw(arguments: &PlotArguments) -> Result<u8, BenchError> {
    let mut results = Results::read(&arguments.folder)?;
    results.select(&arguments.configurations, &arguments.categories)?;
    let mut files = plots(&results, arguments, "")?;
    if arguments.by_category {
        for category in results.plan.categories.clone() {
            let mut part = results.clone();
            part.select(&[], &[glob_literal(&category.name)])?;
            files.extend(plots(&part, arguments, &category.name)?);
        }
    }
    if files.is_empty() {
        return Err(BenchError::new("there is nothing to draw", "no configuration solved a task"));
    }
    let folder = arguments.output.clone().unwrap_or_else(|| arguments.folder.join("plots"));
    write_files(&folder, &files)
}

/// A pattern that matches this name only.
fn glob_literal(name: &str) -> String {
    name.chars().map(|c| if "[]*?".contains(c) { format!("[{c}]") } else { c.to_string() }).collect()
}

fn plots(
    results: &Results,
    arguments: &PlotArguments,
    category: &str,
) -> Result<Vec<(String, String)>, BenchError> {
    let suffix = if category.is_empty() { String::new() } else { format!(": {category}") };
    let file = |name: &str| {
        let full = if category.is_empty() { name.to_string() } else { format!("{category}-{name}") };
        full.replace(|c: char| !c.is_alphanumeric() && !"-_.+".contains(c), "_") + ".svg"
    };
    let mut measures: Vec<Measure> = arguments.quantile.iter().copied().map(measure).collect();
    if measures.is_empty() && arguments.scatter.is_empty() {
        measures = Measure::ALL.to_vec();
    }
    let mut files = Vec::new();
    for measure in measures {
        let drawn = quantile_plot(results, measure, &format!("{}{suffix}", measure.title()));
        files.extend(drawn.map(|text| (file(measure.name()), text)));
    }
    for (x, y) in pairs(results, arguments)? {
        let drawn = scatter_plot(results, &x, &y, &format!("{y} against {x}{suffix}"));
        files.extend(drawn.map(|text| (file(&format!("scatter-{x}-{y}")), text)));
    }
    Ok(files)
}

/// The pairs of configurations to draw against each other.
fn pairs(results: &Results, arguments: &PlotArguments) -> Result<Vec<(String, String)>, BenchError> {
    let names: Vec<&str> = results.plan.configurations.iter().map(|row| row.name.as_str()).collect();
    if arguments.scatter.is_empty() && arguments.quantile.is_empty() {
        let first = names.first().zip(names.get(1));
        return Ok(first.map(|(x, y)| (x.to_string(), y.to_string())).into_iter().collect());
    }
    let pair = |text: &String| match text.split_once(',').map(|(x, y)| (x.trim(), y.trim())) {
        Some((x, y)) if names.contains(&x) && names.contains(&y) => Ok((x.to_string(), y.to_string())),
        _ => Err(BenchError::new(
            format!("`{text}` does not name two configurations"),
            format!("there are {}", names.join(", ")),
        )),
    };
    arguments.scatter.iter().map(pair).collect()
}

fn measure(choice: MeasureChoice) -> Measure {
    match choice {
        MeasureChoice::Time => Measure::Time,
        MeasureChoice::Iterations => Measure::Iterations,
        MeasureChoice::Perfect => Measure::Perfect,
        MeasureChoice::Memory => Measure::Memory,
    }
}

/// Compares two folders of results.
pub fn compare(arguments: &CompareArguments) -> u8 {
    report(show_comparison(arguments), Color::Auto)
}

fn show_comparison(arguments: &CompareArguments) -> Result<u8, BenchError> {
    let (old, new) = (Results::read(&arguments.old)?, Results::read(&arguments.new)?);
    let threshold = Threshold { factor: arguments.factor, seconds: arguments.difference.as_secs_f64() };
    let comparison = bench::compare::compare(&old, &new, threshold);
    let show = |grid: &Grid| if arguments.markdown { grid.markdown() } else { grid.text() };
    let texts: Vec<String> = comparison.grids.iter().map(show).collect();
    write_output(None, &texts.join("\n"))?;
    if comparison.unmatched != (0, 0) {
        let (before, now) = comparison.unmatched;
        say(&format!("not compared: {before} runs only before, {now} only now\n"));
    }
    Ok(u8::from(comparison.is_worse))
}

/// Writes to a file, or to standard output.
fn write_output(path: Option<&Path>, text: &str) -> Result<(), BenchError> {
    match path {
        Some(path) => write_whole(path, text).map_err(|error| BenchError::file(path, error)),
        None => {
            // If nobody reads it, that is no error.
            let _ = std::io::stdout().write_all(text.as_bytes());
            Ok(())
        }
    }
}

/// What is wrong with options of `verify`, if something is.
fn check_options(options: &[String]) -> Result<(), String> {
    let words =
        ["principia", "verify", "program.bpl"].map(String::from).into_iter().chain(options.iter().cloned());
    match CommandLine::try_parse_from(words) {
        Ok(_) => Ok(()),
        Err(error) => {
            let text = error.to_string();
            let line = text.lines().next().unwrap_or_default();
            Err(line.strip_prefix("error: ").unwrap_or(line).to_string())
        }
    }
}
