//! A sheet of SVG: frames, axes, lines, markers and text.

use std::fmt::Write;

use super::scale::Scale;
use crate::grid::escape;

/// Colours that people with any kind of colour vision can tell apart.
const COLORS: [&str; 8] =
    ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#000000", "#e69f00", "#56b4e9", "#7f7f7f"];

/// Dash patterns; a new one starts when the colours are used up.
const DASHES: [&str; 3] = ["", "6 3", "2 2"];

/// The look of a line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Style {
    number: usize,
}

impl Style {
    /// The style of the n-th line.
    pub fn new(number: usize) -> Style {
        Style { number }
    }

    /// Its colour.
    pub fn color(self) -> &'static str {
        COLORS[self.number % COLORS.len()]
    }

    fn dashes(self) -> String {
        match DASHES[self.number / COLORS.len() % DASHES.len()] {
            "" => String::new(),
            pattern => format!(" stroke-dasharray=\"{pattern}\""),
        }
    }

    /// Its marker around a place.
    fn marker(self, x: f64, y: f64) -> String {
        let color = self.color();
        let filled = format!("fill=\"{color}\"");
        let hollow = format!("fill=\"#fff\" stroke=\"{color}\" stroke-width=\"1.4\"");
        match self.number % 7 {
            0 => format!("<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"3.2\" {filled}/>"),
            1 => {
                format!("<rect x=\"{:.1}\" y=\"{:.1}\" width=\"6\" height=\"6\" {filled}/>", x - 3.0, y - 3.0)
            }
            2 => format!("<path d=\"M{x:.1} {:.1}l4 7h-8z\" {filled}/>", y - 4.0),
            3 => format!("<path d=\"M{x:.1} {:.1}l4 4-4 4-4-4z\" {filled}/>", y - 4.0),
            4 => format!("<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"3.2\" {hollow}/>"),
            5 => {
                format!("<rect x=\"{:.1}\" y=\"{:.1}\" width=\"6\" height=\"6\" {hollow}/>", x - 3.0, y - 3.0)
            }
            _ => format!("<path d=\"M{x:.1} {:.1}l-4-7h8z\" {hollow}/>", y + 4.0),
        }
    }
}

/// The part of the sheet inside of the axes.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Frame {
    /// The left edge.
    pub left: f64,
    /// The right edge.
    pub right: f64,
    /// The upper edge.
    pub top: f64,
    /// The lower edge.
    pub bottom: f64,
}

impl Frame {
    /// From left to right.
    pub fn across(&self) -> (f64, f64) {
        (self.left, self.right)
    }

    /// From the bottom up.
    pub fn upwards(&self) -> (f64, f64) {
        (self.bottom, self.top)
    }
}

/// A sheet that is being drawn on.
pub struct Canvas {
    body: String,
    width: f64,
    height: f64,
    title: String,
}

impl Canvas {
    /// An empty sheet with a title above the frame.
    pub fn new(width: f64, height: f64, title: &str) -> Canvas {
        let mut canvas = Canvas { body: String::new(), width, height, title: title.to_string() };
        canvas.text(12.0, 20.0, "start", "font-weight=\"bold\" font-size=\"13\"", title);
        canvas
    }

    /// Adds a line of SVG.
    pub fn raw(&mut self, element: &str) {
        self.body += element;
        self.body.push('\n');
    }

    /// Text; `anchor` is `start`, `middle` or `end`.
    pub fn text(&mut self, x: f64, y: f64, anchor: &str, more: &str, text: &str) {
        let more = if more.is_empty() { String::new() } else { format!(" {more}") };
        let text = escape(text);
        self.raw(&format!("<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"{anchor}\"{more}>{text}</text>"));
    }

    /// A straight line.
    pub fn line(&mut self, from: (f64, f64), to: (f64, f64), stroke: &str) {
        let ((x1, y1), (x2, y2)) = (from, to);
        self.raw(&format!("<line x1=\"{x1:.1}\" y1=\"{y1:.1}\" x2=\"{x2:.1}\" y2=\"{y2:.1}\" {stroke}/>"));
    }

    /// The frame with grid lines, numbers and names of both axes.
    pub fn axes(&mut self, frame: Frame, horizontal: (&Scale, &str), vertical: (&Scale, &str)) {
        let Frame { left, right, top, bottom } = frame;
        let stroke = |is_major: bool| {
            if is_major {
                "stroke=\"#ccc\" stroke-width=\"0.8\""
            } else {
                "stroke=\"#eee\" stroke-width=\"0.6\""
            }
        };
        for tick in horizontal.0.ticks() {
            self.line((tick.place, top), (tick.place, bottom), stroke(tick.label.is_some()));
            if let Some(label) = tick.label {
                self.text(tick.place, bottom + 16.0, "middle", "", &label);
            }
        }
        for tick in vertical.0.ticks() {
            self.line((left, tick.place), (right, tick.place), stroke(tick.label.is_some()));
            if let Some(label) = tick.label {
                self.text(left - 6.0, tick.place + 4.0, "end", "", &label);
            }
        }
        let (width, height) = (right - left, bottom - top);
        self.raw(&format!(
            "<rect x=\"{left}\" y=\"{top}\" width=\"{width}\" height=\"{height}\" fill=\"none\" stroke=\"#333\"/>"
        ));
        self.text((left + right) / 2.0, bottom + 36.0, "middle", "", horizontal.1);
        let (x, y) = (left - 46.0, (top + bottom) / 2.0);
        self.text(x, y, "middle", &format!("transform=\"rotate(-90 {x:.1} {y:.1})\""), vertical.1);
    }

    /// A line through points, with markers that are not too near to each other.
    pub fn curve(&mut self, points: &[(f64, f64)], style: Style) {
        let path: Vec<String> = points.iter().map(|(x, y)| format!("{x:.1},{y:.1}")).collect();
        let (color, dashes) = (style.color(), style.dashes());
        self.raw(&format!(
            "<polyline points=\"{}\" fill=\"none\" stroke=\"{color}\" stroke-width=\"1.6\"{dashes}/>",
            path.join(" ")
        ));
        let mut last = f64::NEG_INFINITY;
        for (index, &(x, y)) in points.iter().enumerate() {
            // The ends always have one; the styles take turns so that markers of equal lines do not hide each other.
            let is_end = index == 0 || index + 1 == points.len();
            if is_end || x - last >= 28.0 + (style.number % 5) as f64 * 3.0 {
                last = x;
                self.raw(&style.marker(x, y));
            }
        }
    }

    /// An entry of the legend: a piece of the line, and its name.
    pub fn legend_entry(&mut self, x: f64, y: f64, style: Style, name: &str) {
        let stroke = format!("stroke=\"{}\" stroke-width=\"1.6\"{}", style.color(), style.dashes());
        self.line((x, y), (x + 26.0, y), &stroke);
        self.raw(&style.marker(x + 13.0, y));
        self.text(x + 32.0, y + 4.0, "start", "", name);
    }

    /// The file.
    pub fn finish(self) -> String {
        let Canvas { body, width, height, title } = self;
        let mut out = String::new();
        let _ = writeln!(
            out,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} \
             {height}\" role=\"img\" font-family=\"Helvetica, Arial, sans-serif\" font-size=\"12\" fill=\"#222\">"
        );
        let _ = writeln!(out, "<title>{}</title>", escape(&title));
        let _ = writeln!(out, "<rect width=\"{width}\" height=\"{height}\" fill=\"#fff\"/>");
        out + &body + "</svg>\n"
    }
}
