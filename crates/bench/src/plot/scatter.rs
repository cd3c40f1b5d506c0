//! Scatter plots: a point for each task, with the time of one configuration to the right and of another one upwards.
//!
//! A task that a configuration does not solve lies on the outer line of that side, whatever time was spent on it.

use std::collections::BTreeMap;
use std::fmt::Write;

use super::canvas::{Canvas, Frame};
use super::scale::Scale;
use crate::grid::escape;
use crate::record::Record;
use crate::store::Results;

/// The space beyond the axes for tasks that are not solved.
const MARGIN: f64 = 26.0;

/// Draws the tasks that both configurations ran, and that at least one solves; `None` if there is none.
pub fn scatter_plot(results: &Results, across: &str, upwards: &str, title: &str) -> Option<String> {
    let runs = |name: &str| {
        let records = results.records.iter().filter(|record| record.configuration == name);
        let key = |record: &Record| (record.category.clone(), record.file.clone(), record.property.clone());
        records.map(|record| (key(record), record.clone())).collect::<BTreeMap<_, _>>()
    };
    let (first, second) = (runs(across), runs(upwards));
    let pairs: Vec<(&Record, &Record)> = first
        .iter()
        .filter_map(|(key, record)| Some((record, second.get(key)?)))
        .filter(|(a, b)| a.class.is_correct() || b.class.is_correct())
        .collect();
    let solved = pairs.iter().flat_map(|(a, b)| [a, b]).filter(|record| record.class.is_correct());
    let times: Vec<f64> = solved.map(|record| record.cpu_seconds.max(1e-3)).collect();
    let range = (times.iter().copied().reduce(f64::min)?, times.iter().copied().fold(1e-2, f64::max));
    let frame = Frame { left: 64.0, right: 424.0, top: 34.0 + MARGIN, bottom: 394.0 + MARGIN };
    let mut canvas = Canvas::new(frame.right + MARGIN + 24.0, frame.bottom + 74.0, title);
    let (horizontal, vertical) =
        (Scale::logarithmic(range, frame.across()), Scale::logarithmic(range, frame.upwards()));
    let labels = [across, upwards].map(|name| format!("{name}: CPU time (s)"));
    canvas.axes(frame, (&horizontal, &labels[0]), (&vertical, &labels[1]));
    draw_guides(&mut canvas, frame, range);
    let mut counts = [0; 3];
    for (a, b) in &pairs {
        let (x, y) = (
            if a.class.is_correct() { horizontal.place(a.cpu_seconds) } else { frame.right + MARGIN / 2.0 },
            if b.class.is_correct() { vertical.place(b.cpu_seconds) } else { frame.top - MARGIN / 2.0 },
        );
        counts[match (a.class.is_correct(), b.class.is_correct()) {
            (true, true) => 0,
            (true, false) => 1,
            _ => 2,
        }] += 1;
        canvas.raw(&point(x, y, a, b));
    }
    draw_legend(&mut canvas, frame, counts, across, upwards);
    Some(canvas.finish())
}

/// The point of a task: a circle for a proof, a cross for an alarm. Its title shows when a pointer rests on it.
fn point(x: f64, y: f64, a: &Record, b: &Record) -> String {
    let is_alarm = [a, b].iter().any(|record| record.class == crate::record::Class::CorrectFalse);
    let mut shape = if is_alarm { cross(x, y) } else { circle(x, y) };
    let time = |record: &Record| match record.class.is_correct() {
        true => format!("{:.2} s", record.cpu_seconds),
        false => record.class.name().to_string(),
    };
    let title = escape(&format!("{}: {}, {}", a.task, time(a), time(b)));
    let _ = write!(shape, "<title>{title}</title></g>");
    shape
}

fn circle(x: f64, y: f64) -> String {
    format!(
        "<g><circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"3\" fill=\"#0072b2\" fill-opacity=\"0.35\" stroke=\"#0072b2\"/>"
    )
}

fn cross(x: f64, y: f64) -> String {
    let (left, top) = (x - 3.0, y - 3.0);
    format!(
        "<g><path d=\"M{left:.1} {top:.1}l6 6m0-6l-6 6\" stroke=\"#d55e00\" stroke-width=\"1.5\" fill=\"none\"/>"
    )
}

/// The diagonal, the lines of a factor of ten, and the border of what is not solved.
fn draw_guides(canvas: &mut Canvas, frame: Frame, range: (f64, f64)) {
    let Frame { left, right, top, bottom } = frame;
    canvas.line((left, bottom), (right, top), "stroke=\"#333\"");
    let decades = (range.1.log10().ceil() - range.0.log10().floor()).max(1.0);
    let shift = (right - left) / decades;
    let dotted = "stroke=\"#777\" stroke-dasharray=\"3 3\"";
    canvas.line((left, bottom - shift), (right - shift, top), dotted);
    canvas.line((left + shift, bottom), (right, top + shift), dotted);
    for (x, y, width, height) in
        [(left, top - MARGIN, right - left, MARGIN), (right, top, MARGIN, bottom - top)]
    {
        canvas.raw(&format!(
            "<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" fill=\"#f4f4f4\" stroke=\"#999\"/>"
        ));
    }
    let small = "font-size=\"10\" fill=\"#777\"";
    canvas.text((left + right) / 2.0, top - MARGIN / 2.0 + 4.0, "middle", small, "not solved");
    let (x, y) = (right + MARGIN / 2.0 + 4.0, (top + bottom) / 2.0);
    let turned = format!("{small} transform=\"rotate(-90 {x:.1} {y:.1})\"");
    canvas.text(x, y, "middle", &turned, "not solved");
}

fn draw_legend(canvas: &mut Canvas, frame: Frame, counts: [usize; 3], across: &str, upwards: &str) {
    let y = frame.bottom + 60.0;
    let [both, first, second] = counts;
    canvas.raw(&(circle(frame.left, y - 4.0) + "</g>"));
    canvas.text(frame.left + 8.0, y, "start", "", "proof");
    canvas.raw(&(cross(frame.left + 54.0, y - 4.0) + "</g>"));
    canvas.text(frame.left + 62.0, y, "start", "", "alarm");
    let text = format!("both {both}, only {across} {first}, only {upwards} {second}");
    canvas.text(frame.right + MARGIN, y, "end", "", &text);
}
