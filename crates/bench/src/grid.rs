//! A table as data, and its forms: aligned text, Markdown, CSV, HTML.

use std::fmt::Write;

/// A table. The first column holds names and is aligned to the left, all others to the right.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Grid {
    /// The caption.
    pub title: String,
    /// The heads of the columns.
    pub head: Vec<String>,
    /// The rows.
    pub rows: Vec<GridRow>,
}

/// A row.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct GridRow {
    /// The group that it belongs to; a line separates groups.
    pub group: String,
    /// Its cells.
    pub cells: Vec<GridCell>,
}

/// A cell.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct GridCell {
    /// What it shows.
    pub text: String,
    /// Whether it is the best of its column.
    pub is_best: bool,
}

impl From<String> for GridCell {
    fn from(text: String) -> GridCell {
        GridCell { text, is_best: false }
    }
}

impl From<&str> for GridCell {
    fn from(text: &str) -> GridCell {
        GridCell::from(text.to_string())
    }
}

impl Grid {
    /// An empty table.
    pub fn new(title: impl Into<String>, head: Vec<String>) -> Grid {
        Grid { title: title.into(), head, rows: Vec::new() }
    }

    /// Adds a row.
    pub fn push(&mut self, group: &str, cells: Vec<GridCell>) {
        self.rows.push(GridRow { group: group.to_string(), cells });
    }

    /// The width of each column, in characters.
    fn widths(&self, show: impl Fn(&GridCell) -> String) -> Vec<usize> {
        let mut widths: Vec<usize> = self.head.iter().map(|text| text.chars().count()).collect();
        for row in &self.rows {
            for (width, cell) in widths.iter_mut().zip(&row.cells) {
                *width = (*width).max(show(cell).chars().count());
            }
        }
        widths
    }

    /// Text for a terminal.
    pub fn text(&self) -> String {
        let plain = |cell: &GridCell| cell.text.clone();
        let widths = self.widths(plain);
        let mut out = String::new();
        if !self.title.is_empty() {
            let _ = writeln!(out, "{}", self.title);
        }
        let line = |cells: &[String]| {
            let padded = cells.iter().zip(&widths).enumerate();
            let padded = padded.map(|(column, (text, width))| pad(text, *width, column == 0));
            padded.collect::<Vec<_>>().join("  ").trim_end().to_string()
        };
        let rule = "-".repeat(widths.iter().sum::<usize>() + 2 * widths.len().saturating_sub(1));
        let _ = writeln!(out, "{rule}\n{}\n{rule}", line(&self.head));
        let mut group: Option<&str> = None;
        for row in &self.rows {
            if group.is_some_and(|group| group != row.group) {
                let _ = writeln!(out, "{rule}");
            }
            group = Some(&row.group);
            let _ = writeln!(out, "{}", line(&row.cells.iter().map(plain).collect::<Vec<_>>()));
        }
        let _ = writeln!(out, "{rule}");
        out
    }

    /// Markdown; the best of each column are bold.
    pub fn markdown(&self) -> String {
        let shown = |cell: &GridCell| {
            let text = cell.text.replace('|', "\\|");
            if cell.is_best { format!("**{text}**") } else { text }
        };
        let widths = self.widths(shown);
        let mut out = String::new();
        if !self.title.is_empty() {
            let _ = writeln!(out, "**{}**\n", self.title);
        }
        let line = |cells: Vec<String>| {
            let padded = cells.iter().zip(&widths).enumerate();
            let padded = padded.map(|(column, (text, width))| pad(text, *width, column == 0));
            format!("| {} |", padded.collect::<Vec<_>>().join(" | "))
        };
        let rules = widths.iter().enumerate().map(|(column, width)| match column {
            0 => "-".repeat(width + 2),
            _ => "-".repeat(width + 1) + ":",
        });
        let rules: Vec<String> = rules.collect();
        let _ = writeln!(out, "{}", line(self.head.iter().map(|text| text.replace('|', "\\|")).collect()));
        let _ = writeln!(out, "|{}|", rules.join("|"));
        for row in &self.rows {
            let _ = writeln!(out, "{}", line(row.cells.iter().map(shown).collect()));
        }
        out
    }

    /// Comma-separated values, as in RFC 4180.
    pub fn csv(&self) -> String {
        let quoted = |text: &str| {
            let needs_quotes = text.contains([',', '"', '\n', '\r']);
            if needs_quotes { format!("\"{}\"", text.replace('"', "\"\"")) } else { text.to_string() }
        };
        let line = |cells: Vec<&str>| cells.into_iter().map(quoted).collect::<Vec<_>>().join(",") + "\r\n";
        let mut out = line(self.head.iter().map(String::as_str).collect());
        for row in &self.rows {
            out += &line(row.cells.iter().map(|cell| cell.text.as_str()).collect());
        }
        out
    }

    /// An HTML table.
    pub fn html(&self) -> String {
        let mut out =
            format!("<table class=\"sortable\"><caption>{}</caption>\n<thead><tr>", escape(&self.title));
        for text in &self.head {
            let _ = write!(out, "<th>{}</th>", escape(text));
        }
        out += "</tr></thead>\n<tbody>\n";
        let mut group: Option<&str> = None;
        for row in &self.rows {
            let is_new = group.is_some_and(|group| group != row.group);
            group = Some(&row.group);
            out += if is_new { "<tr class=\"first\">" } else { "<tr>" };
            for cell in &row.cells {
                let class = if cell.is_best { " class=\"best\"" } else { "" };
                let _ = write!(out, "<td{class}>{}</td>", escape(&cell.text));
            }
            out += "</tr>\n";
        }
        out + "</tbody></table>\n"
    }
}

fn pad(text: &str, width: usize, is_left: bool) -> String {
    let blanks = " ".repeat(width.saturating_sub(text.chars().count()));
    if is_left { format!("{text}{blanks}") } else { format!("{blanks}{text}") }
}

/// Text that HTML, SVG and XML do not misunderstand.
pub fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out += "&amp;",
            '<' => out += "&lt;",
            '>' => out += "&gt;",
            '"' => out += "&quot;",
            '\'' => out += "&#39;",
            // Other control characters are not allowed, however they are written.
            c if c.is_control() && !"\n\t".contains(c) => out.push('\u{fffd}'),
            c => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use expect_test::expect;

    fn grid() -> Grid {
        let mut grid = Grid::new("Solved", vec!["".into(), "A|B".into(), "Σ".into()]);
        grid.push("", vec!["tasks".into(), "10".into(), "12".into()]);
        grid.push(
            "x",
            vec!["a, \"b\"".into(), GridCell { text: "5 (1)".into(), is_best: true }, "5 (1)".into()],
        );
        grid.push("x", vec!["<c>".into(), "–".into(), "3 (0)".into()]);
        grid
    }

    #[test]
    fn forms() {
        expect![[r#"
            Solved
            --------------------
                      A|B      Σ
            --------------------
            tasks      10     12
            --------------------
            a, "b"  5 (1)  5 (1)
            <c>         –  3 (0)
            --------------------
        "#]]
        .assert_eq(&grid().text());
        expect![[r#"
            **Solved**

            |        |      A\|B |     Σ |
            |--------|----------:|------:|
            | tasks  |        10 |    12 |
            | a, "b" | **5 (1)** | 5 (1) |
            | <c>    |         – | 3 (0) |
        "#]]
        .assert_eq(&grid().markdown());
        expect![[r#"
            ,A|B,Σ
            tasks,10,12
            "a, ""b""",5 (1),5 (1)
            <c>,–,3 (0)
        "#]]
        .assert_eq(&grid().csv().replace("\r\n", "\n"));
        expect![[r#"
            <table class="sortable"><caption>Solved</caption>
            <thead><tr><th></th><th>A|B</th><th>Σ</th></tr></thead>
            <tbody>
            <tr><td>tasks</td><td>10</td><td>12</td></tr>
            <tr class="first"><td>a, &quot;b&quot;</td><td class="best">5 (1)</td><td>5 (1)</td></tr>
            <tr><td>&lt;c&gt;</td><td>–</td><td>3 (0)</td></tr>
            </tbody></table>
        "#]]
        .assert_eq(&grid().html());
    }
}
