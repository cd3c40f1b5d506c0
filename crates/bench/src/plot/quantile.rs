//! Quantile plots: the solved tasks of each configuration, sorted by a measure.

use super::canvas::{Canvas, Frame, Style};
use super::scale::Scale;
use crate::record::Record;
use crate::store::Results;

/// What is plotted upwards.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Measure {
    /// Processor time, on a logarithmic scale.
    Time,
    /// Iterations of the refinement loop.
    Iterations,
    /// The share of perfect sequences.
    Perfect,
    /// Memory, on a logarithmic scale.
    Memory,
}

impl Measure {
    /// All measures.
    pub const ALL: [Measure; 4] = [Measure::Time, Measure::Iterations, Measure::Perfect, Measure::Memory];

    /// The name, as in the name of a file.
    pub fn name(self) -> &'static str {
        match self {
            Measure::Time => "time",
            Measure::Iterations => "iterations",
            Measure::Perfect => "perfect",
            Measure::Memory => "memory",
        }
    }

    /// A title for the plot.
    pub fn title(self) -> &'static str {
        match self {
            Measure::Time => "Processor time of the solved tasks",
            Measure::Iterations => "Iterations of the solved tasks",
            Measure::Perfect => "Share of perfect sequences of the solved tasks",
            Measure::Memory => "Memory of the solved tasks",
        }
    }

    fn axis(self) -> &'static str {
        match self {
            Measure::Time => "CPU time (s)",
            Measure::Iterations => "iterations",
            Measure::Perfect => "perfect sequences (%)",
            Measure::Memory => "memory (MB)",
        }
    }

    /// The value of a run, if it has one.
    fn value(self, record: &Record) -> Option<f64> {
        match self {
            Measure::Time => Some(record.cpu_seconds.max(1e-3)),
            Measure::Iterations => record.statistics.iterations.map(|count| count as f64),
            Measure::Perfect => record.perfect_percent(),
            Measure::Memory => Some(record.memory_bytes as f64 / f64::from(1 << 20)),
        }
    }

    fn scale(self, values: &[f64], places: (f64, f64)) -> Scale {
        let greatest = values.iter().copied().fold(0.0, f64::max);
        let least = values.iter().copied().fold(f64::INFINITY, f64::min);
        match self {
            Measure::Time | Measure::Memory => {
                Scale::logarithmic((least.min(greatest).max(1e-3), greatest.max(1e-2)), places)
            }
            Measure::Iterations => Scale::linear(greatest, places),
            Measure::Perfect => Scale::linear(100.0, places),
        }
    }
}

/// The height of an entry of the legend.
const ENTRY: f64 = 19.0;

/// Draws the solved tasks of all configurations; `None` if no run has the measure.
pub fn quantile_plot(results: &Results, measure: Measure, title: &str) -> Option<String> {
    let mut lines: Vec<(usize, &str, Vec<f64>)> = Vec::new();
    for (number, row) in results.plan.configurations.iter().enumerate() {
        let solved = results.records.iter().filter(|r| r.configuration == row.name && r.class.is_correct());
        let mut values: Vec<f64> = solved.filter_map(|record| measure.value(record)).collect();
        values.sort_by(f64::total_cmp);
        if !values.is_empty() {
            lines.push((number, &row.name, values));
        }
    }
    let all: Vec<f64> = lines.iter().flat_map(|(_, _, values)| values.iter().copied()).collect();
    let most = lines.iter().map(|(_, _, values)| values.len()).max()?;
    let longest = lines.iter().map(|(_, name, _)| name.chars().count()).max().unwrap_or(0);
    let frame =
        Frame { left: 64.0, right: 544.0, top: 34.0, bottom: (34.0 + ENTRY * lines.len() as f64).max(334.0) };
    let mut canvas = Canvas::new(frame.right + 64.0 + 7.0 * (longest + 5) as f64, frame.bottom + 50.0, title);
    let horizontal = Scale::linear(most as f64, frame.across());
    let vertical = measure.scale(&all, frame.upwards());
    canvas.axes(frame, (&horizontal, "solved tasks"), (&vertical, measure.axis()));
    for (number, _, values) in &lines {
        let place =
            |(index, value): (usize, &f64)| (horizontal.place((index + 1) as f64), vertical.place(*value));
        let points: Vec<(f64, f64)> = values.iter().enumerate().map(place).collect();
        canvas.curve(&points, Style::new(*number));
    }
    // Who solves most stands first.
    lines.sort_by_key(|(number, _, values)| (std::cmp::Reverse(values.len()), *number));
    for (index, (number, name, values)) in lines.iter().enumerate() {
        let y = frame.top + ENTRY * (index as f64 + 0.5);
        canvas.legend_entry(
            frame.right + 14.0,
            y,
            Style::new(*number),
            &format!("{name} ({})", values.len()),
        );
    }
    Some(canvas.finish())
}
