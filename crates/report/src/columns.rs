//! Text in columns: cells are wrapped so that the table fits a given width.

/// The space between two columns.
const GAP: usize = 3;

/// No column is made narrower than this.
const MIN_WIDTH: usize = 10;

/// A table whose rows all have as many cells as the heading.
#[derive(Clone, Debug, Default)]
pub struct Table {
    /// The heading.
    pub heading: Vec<String>,
    /// The rows.
    pub rows: Vec<Vec<String>>,
}

impl Table {
    /// The table as text that is at most `width` characters wide, if that is possible at all.
    pub fn render(&self, width: usize) -> String {
        let widths = self.widths(width);
        let mut out = String::new();
        render_row(&mut out, &self.heading, &widths);
        let rules: Vec<String> = widths.iter().map(|width| "-".repeat(*width)).collect();
        render_row(&mut out, &rules, &widths);
        for row in &self.rows {
            render_row(&mut out, row, &widths);
        }
        out
    }

    /// The widths of the columns: what they need, the widest ones cut until the table fits.
    fn widths(&self, total: usize) -> Vec<usize> {
        let rows = std::iter::once(&self.heading).chain(&self.rows);
        let mut widths = vec![0; self.heading.len()];
        for row in rows {
            for (width, cell) in widths.iter_mut().zip(row) {
                *width = (*width).max(cell.chars().count());
            }
        }
        let gaps = GAP * widths.len().saturating_sub(1);
        let available = total.saturating_sub(gaps);
        // The greatest cap under which everything fits.
        let fits = |cap: usize| widths.iter().map(|width| (*width).min(cap)).sum::<usize>() <= available;
        let longest = widths.iter().copied().max().unwrap_or(0);
        let cap = (MIN_WIDTH..=longest.max(MIN_WIDTH)).rev().find(|cap| fits(*cap)).unwrap_or(MIN_WIDTH);
        widths.iter().map(|width| (*width).min(cap)).collect()
    }
}

fn render_row(out: &mut String, cells: &[String], widths: &[usize]) {
    let wrapped: Vec<Vec<String>> =
        cells.iter().zip(widths).map(|(cell, width)| wrap(cell, *width)).collect();
    let height = wrapped.iter().map(Vec::len).max().unwrap_or(0);
    for line in 0..height {
        let mut text = String::new();
        for (column, (cell, width)) in wrapped.iter().zip(widths).enumerate() {
            if column > 0 {
                text.extend(std::iter::repeat_n(' ', GAP));
            }
            let part = cell.get(line).map_or("", String::as_str);
            text += part;
            text.extend(std::iter::repeat_n(' ', width.saturating_sub(part.chars().count())));
        }
        *out += text.trim_end();
        out.push('\n');
    }
}

/// The words of the text on lines of at most `width` characters; longer words are cut.
fn wrap(text: &str, width: usize) -> Vec<String> {
    let width = width.max(1);
    let mut lines = Vec::new();
    let mut line = String::new();
    let mut length = 0;
    for word in text.split(' ') {
        let mut word: Vec<char> = word.chars().collect();
        if length > 0 && length + 1 + word.len() > width {
            lines.push(std::mem::take(&mut line));
            length = 0;
        }
        if length > 0 {
            line.push(' ');
            length += 1;
        }
        while word.len() > width {
            let rest = word.split_off(width);
            lines.push(word.into_iter().collect());
            word = rest;
        }
        length += word.len();
        line.extend(word);
    }
    lines.push(line);
    lines
}

#[cfg(test)]
mod tests {
    use super::*;
    use expect_test::expect;

    #[test]
    fn cells_wrap_at_words() {
        let table = Table {
            heading: vec!["i".into(), "statement".into(), "assertion".into()],
            rows: vec![
                vec!["0".into(), "".into(), "true".into()],
                vec!["1".into(), "x := 1".into(), "x == 1 && y == 2 && an_array[index] == 17".into()],
                vec!["2".into(), "averyveryverylongword".into(), "∀x".into()],
            ],
        };
        expect![[r#"
            i   statement        assertion
            -   --------------   --------------
            0                    true
            1   x := 1           x == 1 && y ==
                                 2 &&
                                 an_array[index
                                 ] == 17
            2   averyveryveryl   ∀x
                ongword
        "#]]
        .assert_eq(&table.render(36));
        assert!(table.render(200).lines().count() == 5);
        assert!(table.render(1).lines().all(|line| line.chars().count() <= 30));
    }
}
