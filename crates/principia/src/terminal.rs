//! What people see on standard error: messages, executions, invariants.

use std::fmt::Write;
use std::io::IsTerminal;

use crate::options::Color;
use crate::report::{Execution, Invariant, Place, Value};

/// Longer executions are cut in the middle, unless asked otherwise.
const MAX_STEPS: usize = 60;

/// How many steps of a cut execution are shown at the start; the end is what matters more.
const HEAD: usize = 20;

/// Values and statements are cut to this length, unless asked otherwise.
const MAX_TEXT: usize = 160;

/// Whether standard error gets colours.
pub fn uses_color(color: Color) -> bool {
    match color {
        Color::Always => true,
        Color::Never => false,
        Color::Auto => std::io::stderr().is_terminal() && std::env::var_os("NO_COLOR").is_none(),
    }
}

/// The width for tables on standard output.
pub fn width() -> usize {
    const DEFAULT: usize = 120;
    // SAFETY: the kernel fills in plain data.
    let columns = unsafe {
        let mut size: libc::winsize = std::mem::zeroed();
        if libc::ioctl(1, libc::TIOCGWINSZ, &mut size) == 0 { size.ws_col as usize } else { 0 }
    };
    if columns >= 40 { columns } else { DEFAULT }
}

/// Colours the words `error`, `warning`, `note` and `hint` that open a message.
pub fn colored(text: &str, uses_color: bool) -> String {
    if !uses_color {
        return text.to_string();
    }
    let paint = |line: &str| {
        for (label, code) in [("error: ", "31"), ("warning: ", "33"), ("note: ", "36"), ("hint: ", "32")] {
            if let Some(position) = line.find(label) {
                let (before, rest) = line.split_at(position);
                if before.is_empty() || before.ends_with(": ") {
                    let (label, rest) = rest.split_at(label.len() - 1);
                    return format!("{before}\x1b[1;{code}m{label}\x1b[0m{rest}\n");
                }
            }
        }
        format!("{line}\n")
    };
    text.lines().map(paint).collect()
}

/// The execution, one statement a line with the values that it changes.
pub fn execution(execution: &Execution, is_verbose: bool) -> String {
    let mut out = String::new();
    let _ = writeln!(out, "An execution violates the property:");
    let shown = |text: &str| if is_verbose { text.to_string() } else { shortened(text) };
    if !execution.initial.is_empty() {
        let _ = writeln!(out, "  initially {}", values(&execution.initial, &shown));
    }
    let steps = &execution.steps;
    let skipped = if is_verbose || steps.len() <= MAX_STEPS { 0 } else { steps.len() - MAX_STEPS };
    let visible = |position: usize| skipped == 0 || position < HEAD || position >= HEAD + skipped;
    let place = |place: &Option<Place>| place.as_ref().map(|p| p.line.to_string()).unwrap_or_default();
    let number_width = steps.iter().map(|step| place(&step.place).len()).max().unwrap_or(0).max(4);
    let texts = steps.iter().enumerate().filter(|(position, _)| visible(*position));
    let width = texts.map(|(_, step)| shown(&step.statement).chars().count()).max().unwrap_or(0).min(60);
    for (position, step) in steps.iter().enumerate() {
        if skipped > 0 && position == HEAD {
            let _ = writeln!(out, "  ... {skipped} steps; --verbose shows them ...");
        }
        if visible(position) {
            let changes = values(&step.changes, &shown);
            let changes = if changes.is_empty() { changes } else { format!("  // {changes}") };
            let statement = shown(&step.statement);
            let line = format!("  {:>number_width$}  {statement:<width$}{changes}", place(&step.place));
            let _ = writeln!(out, "{}", line.trim_end());
        }
    }
    let at = execution.place.as_ref().map(|place| format!("{place}: ")).unwrap_or_default();
    let _ = writeln!(out, "{at}{}", execution.message);
    if !execution.inputs.is_empty() {
        let _ = writeln!(out, "The same by `principia run --inputs {}`", shown(&execution.inputs.join(",")));
    }
    out
}

fn values(values: &[Value], shown: &dyn Fn(&str) -> String) -> String {
    let texts: Vec<String> = values.iter().map(|v| format!("{} == {}", v.name, shown(&v.value))).collect();
    texts.join(", ")
}

fn shortened(text: &str) -> String {
    if text.chars().count() <= MAX_TEXT {
        return text.to_string();
    }
    text.chars().take(MAX_TEXT).chain("...".chars()).collect()
}

/// The invariants, one a line. That nothing is known at some location is not worth a line.
pub fn proof(invariants: &[Invariant]) -> String {
    let mut out = String::from("Invariants:\n");
    let invariants: Vec<&Invariant> = invariants.iter().filter(|one| one.formula != "true").collect();
    if invariants.is_empty() {
        out += "  none are needed\n";
    }
    let heading = |invariant: &Invariant| {
        let place = invariant.place.as_ref().map(|place| format!("before line {}", place.line));
        let place = place.unwrap_or_else(|| invariant.location.clone());
        if invariant.is_loop_head { format!("{place} (loop)") } else { place }
    };
    let width = invariants.iter().map(|invariant| heading(invariant).chars().count()).max().unwrap_or(0);
    for invariant in &invariants {
        let _ = writeln!(out, "  {:<width$}  {}", heading(invariant), invariant.formula);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::Step;
    use expect_test::expect;

    fn value(name: &str, value: &str) -> Value {
        Value { name: name.into(), value: value.into() }
    }

    fn place(line: u32) -> Option<Place> {
        Some(Place { file: "a.bpl".into(), line, column: 3 })
    }

    fn run_of(length: u32) -> Execution {
        let step = |i: u32| Step {
            place: place(i),
            statement: "x := x + 1".into(),
            changes: vec![value("x", &i.to_string())],
        };
        Execution {
            property: "assert".into(),
            message: "this assertion fails: x < 3".into(),
            place: place(99),
            inputs: Vec::new(),
            initial: vec![value("x", "0")],
            steps: (1..=length).map(step).collect(),
        }
    }

    #[test]
    fn executions_show_values() {
        expect![[r#"
            An execution violates the property:
              initially x == 0
                 1  x := x + 1  // x == 1
                 2  x := x + 1  // x == 2
            a.bpl:99:3: this assertion fails: x < 3
        "#]]
        .assert_eq(&execution(&run_of(2), false));
    }

    #[test]
    fn long_executions_are_cut_in_the_middle() {
        let text = execution(&run_of(100), false);
        assert!(text.contains("x == 20\n  ... 40 steps; --verbose shows them ...\n"), "{text}");
        assert_eq!(text.lines().count(), 64);
        assert_eq!(execution(&run_of(100), true).lines().count(), 103);
    }

    #[test]
    fn labels_are_coloured() {
        let text = "a.bpl:1:2: error: no\n  error: is code\nhint: yes\n";
        assert_eq!(colored(text, false), text);
        let expected =
            "a.bpl:1:2: \x1b[1;31merror:\x1b[0m no\n  error: is code\n\x1b[1;32mhint:\x1b[0m yes\n";
        assert_eq!(colored(text, true), expected);
    }
}
