//! What people read: messages, executions, invariants.

use std::fmt::Write;

use crate::result::{Decided, Execution, Invariant, MODELS, Moment, Place, SourceInvariant, Status, Value};

/// Longer executions are cut in the middle, unless asked otherwise.
const MAX_STEPS: usize = 60;

/// How many steps of a cut execution are shown at the start; the end is what matters more.
const HEAD: usize = 20;

/// Values and statements are cut to this length, unless asked otherwise.
const MAX_TEXT: usize = 160;

/// A command with more inputs than this is not shown, unless asked otherwise: what is cut cannot be pasted.
const MAX_INPUTS: usize = 2000;

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

/// The execution: the lines of a C program, or, for other languages and if asked for, one statement a line with the
/// values that it changes. `command` executes the program.
pub fn execution(execution: &Execution, command: &str, is_verbose: bool) -> String {
    let mut out = String::from("An execution violates the property:\n");
    match is_verbose || execution.story.is_empty() {
        true => statements(execution, is_verbose, &mut out),
        false => story(&execution.story, execution.untold, &mut out),
    }
    let at = execution.shown_place().map(|place| format!("{place}: ")).unwrap_or_default();
    let _ = writeln!(out, "{at}error: {} [{}]", execution.shown_message(), execution.property);
    for remark in &execution.remarks {
        let _ = writeln!(out, "{}: note: {}", remark.place, remark.text);
    }
    let choices = execution.choices();
    if !choices.is_empty() {
        let options: String = choices.iter().map(|(option, value)| format!(" {option} {value}")).collect();
        let _ = match is_verbose || options.len() <= MAX_INPUTS {
            true => writeln!(out, "The same by `{command}{options}`"),
            false => {
                let count = execution.inputs.len();
                writeln!(out, "The same by `{command} --inputs` with {count} inputs; --verbose shows them")
            }
        };
    }
    out
}

/// What is known about obligations: a line for each property, and one for each place that is not proved.
pub fn obligations(decided: &[Decided]) -> String {
    let mut properties: Vec<&str> = Vec::new();
    for one in decided {
        if !properties.contains(&one.obligation.property.as_str()) {
            properties.push(&one.obligation.property);
        }
    }
    let width = properties.iter().map(|property| property.len()).max().unwrap_or(0);
    let mut out = String::new();
    for property in properties {
        let of_property = || decided.iter().filter(|one| one.obligation.property == property);
        let count = |is: fn(&Status) -> bool| of_property().filter(|one| is(&one.status)).count();
        let counts = [
            ("proved", count(|status| *status == Status::Proved)),
            ("violated", count(|status| matches!(status, Status::Violated { .. }))),
            ("unknown", count(|status| matches!(status, Status::Unknown { .. }))),
        ];
        let counts = counts.iter().filter(|(_, count)| *count > 0);
        let counts: Vec<String> = counts.map(|(word, count)| format!("{count} {word}")).collect();
        let _ = writeln!(out, "  {property:width$}  {}", counts.join(", "));
        for (line, count) in open_places(of_property()) {
            let times = if count > 1 { format!(" ({count} checks)") } else { String::new() };
            let _ = writeln!(out, "  {:width$}    {line}{times}", "");
        }
    }
    out
}

/// A line for each place that is not proved, in the order of the source, and how many checks have this line: the checks
/// of a library function are told at its call.
fn open_places<'a>(decided: impl Iterator<Item = &'a Decided>) -> Vec<(String, usize)> {
    let mut open = Vec::new();
    for one in decided {
        let (word, place, message, why) = match &one.status {
            Status::Proved => continue,
            Status::Violated { execution } => {
                ("violated", execution.shown_place(), execution.shown_message(), lost_memory(execution))
            }
            Status::Unknown { reason } => {
                let obligation = &one.obligation;
                ("unknown", obligation.place.as_ref(), obligation.message.clone(), format!(" ({reason})"))
            }
        };
        // Nobody knows the lines of models, and several calls share them: they come last, together.
        let is_model = place.is_some_and(|place| place.file.starts_with(MODELS));
        let place = place.filter(|_| !is_model);
        let at = match place {
            Some(place) => format!("{place}: "),
            None if is_model => "in functions of the library: ".to_string(),
            None => String::new(),
        };
        let position = place.map(|place| (place.file.clone(), place.line, place.column));
        open.push(((is_model, position), format!("{word:8}  {at}{message}{why}")));
    }
    open.sort_by(|(a, one), (b, other)| match a.0 {
        true => (a, one).cmp(&(b, other)),
        false => a.cmp(b),
    });
    let mut lines: Vec<(String, usize)> = Vec::new();
    for (_, line) in open {
        match lines.last_mut() {
            Some((last, count)) if *last == line => *count += 1,
            _ => lines.push((line, 1)),
        }
    }
    lines
}

/// Where the memory was allocated that an execution does not free: the place of the violation is the end of the program.
fn lost_memory(execution: &Execution) -> String {
    let is_leak = matches!(execution.property.as_str(), "valid-memtrack" | "valid-memcleanup");
    match execution.remarks.first().filter(|_| is_leak) {
        Some(remark) => format!(" (allocated at {})", remark.place),
        None => String::new(),
    }
}

/// Lines of source with what happens there, indented by calls.
fn story(moments: &[Moment], untold: u64, out: &mut String) {
    const WIDTH: usize = 72;
    let is_one_file = moments.iter().all(|moment| moment.place.file == moments[0].place.file);
    let number = |moment: &Moment| match is_one_file {
        true => moment.place.line.to_string(),
        false => format!("{}:{}", moment.place.file, moment.place.line),
    };
    let skipped = moments.len().saturating_sub(MAX_STEPS);
    let visible = |position: usize| skipped == 0 || position < HEAD || position >= HEAD + skipped;
    let number_width = moments.iter().map(|moment| number(moment).len()).max().unwrap_or(0).max(4);
    let line = |moment: &Moment| format!("{}{}", "  ".repeat(moment.depth), moment.text);
    let texts = moments.iter().enumerate().filter(|(position, _)| visible(*position));
    let width = texts.map(|(_, moment)| line(moment).chars().count()).max().unwrap_or(0).min(WIDTH);
    if untold > 0 {
        let _ = writeln!(out, "  ... {untold} steps before ...");
    }
    let mut function = None;
    for (position, moment) in moments.iter().enumerate() {
        if skipped > 0 && position == HEAD {
            let _ = writeln!(out, "  ... {skipped} lines; --verbose shows every statement ...");
        }
        if !visible(position) {
            continue;
        }
        if function != Some(&moment.function) {
            let _ =
                writeln!(out, "  {:number_width$}  {}in {}:", "", "  ".repeat(moment.depth), moment.function);
            function = Some(&moment.function);
        }
        let notes = moment.notes.join(", ");
        let notes = if notes.is_empty() { notes } else { format!("  // {}", shortened(&notes)) };
        let text =
            format!("  {:>number_width$}  {:<width$}{notes}", number(moment), shortened(&line(moment)));
        let _ = writeln!(out, "{}", text.trim_end());
    }
}

fn statements(execution: &Execution, is_verbose: bool, out: &mut String) {
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

/// The invariants, one a line. That nothing is known at some location is not worth a line, unless it is a loop. Loops that
/// simplification left nothing of are told with what it knew about them.
pub fn proof(invariants: &[Invariant], told: &[SourceInvariant]) -> String {
    let mut out = String::from("Invariants:\n");
    let line = |place: &Place| (place.file.clone(), place.line);
    let is_known = |place: &Place| {
        let mut heads = invariants.iter().filter(|one| one.is_loop_head).filter_map(|one| one.place.as_ref());
        heads.any(|known| line(known) == line(place))
    };
    let loops = told.iter().filter(|one| one.is_loop && !is_known(&one.place)).map(|one| Invariant {
        location: String::new(),
        place: Some(one.place.clone()),
        is_loop_head: true,
        formula: if one.formulas.is_empty() { "true".into() } else { one.formulas.join(" || ") },
    });
    let is_worth = |one: &&Invariant| one.is_loop_head || one.formula != "true";
    let mut invariants: Vec<Invariant> = invariants.iter().filter(is_worth).cloned().chain(loops).collect();
    invariants.sort_by_key(|invariant| invariant.place.as_ref().map(|place| (place.line, place.column)));
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

/// What holds at the places of a C program, under the lines of the source.
pub fn source_invariants(invariants: &[SourceInvariant]) -> String {
    let mut out = String::from("Invariants:\n");
    if invariants.is_empty() {
        out += "  none are needed, or C cannot express them\n";
    }
    for invariant in invariants {
        let _ = writeln!(out, "  {}: {}", invariant.place, shortened(invariant.text.trim()));
        let at = if invariant.is_loop { "loop head" } else { "entry" };
        if invariant.conjuncts.is_empty() && invariant.left_out == 0 {
            let _ = writeln!(out, "    {at}: 1, nothing needs to be known");
        }
        for conjunct in &invariant.conjuncts {
            let _ = writeln!(out, "    {at}: {conjunct}");
        }
        if invariant.left_out > 0 {
            let _ = writeln!(out, "    {at}: {} more that C cannot express", invariant.left_out);
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::result::{Obligation, Step};
    use expect_test::expect;
    use verdict::Reason;

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
            arguments: None,
            has_callers: false,
            initial: vec![value("x", "0")],
            steps: (1..=length).map(step).collect(),
            story: Vec::new(),
            untold: 0,
            remarks: Vec::new(),
        }
    }

    /// Two checks of a library function, told at its call, and one before them in the source.
    #[test]
    fn checks_at_the_same_call_are_one_line() {
        let unknown = |line| Decided {
            obligation: Obligation {
                property: "valid-deref".into(),
                place: place(line),
                message: "invalid read".into(),
            },
            status: Status::Unknown { reason: Reason::Time },
        };
        let expected = "  valid-deref  3 unknown
                 unknown   a.bpl:4:3: invalid read (timeout)
                 unknown   a.bpl:7:3: invalid read (timeout) (2 checks)
";
        assert_eq!(obligations(&[unknown(7), unknown(4), unknown(7)]), expected);
    }

    #[test]
    fn executions_show_values() {
        expect![[r#"
            An execution violates the property:
              initially x == 0
                 1  x := x + 1  // x == 1
                 2  x := x + 1  // x == 2
            a.bpl:99:3: error: this assertion fails: x < 3 [assert]
        "#]]
        .assert_eq(&execution(&run_of(2), "principia run a.c", false));
    }

    #[test]
    fn long_executions_are_cut_in_the_middle() {
        let text = execution(&run_of(100), "principia run a.c", false);
        assert!(text.contains("x == 20\n  ... 40 steps; --verbose shows them ...\n"), "{text}");
        assert_eq!(text.lines().count(), 64);
        assert_eq!(execution(&run_of(100), "principia run a.c", true).lines().count(), 103);
    }

    #[test]
    fn commands_are_whole_or_not_shown() {
        let last = |count: usize, is_verbose| {
            let execution_of_inputs = Execution { inputs: vec!["-1".into(); count], ..run_of(1) };
            let text = execution(&execution_of_inputs, "principia run a.c", is_verbose);
            text.lines().last().expect("a line").to_string()
        };
        let all = format!("The same by `principia run a.c --inputs {}`", vec!["-1"; 100].join(","));
        assert_eq!(last(100, false), all);
        let told = "The same by `principia run a.c --inputs` with 1000 inputs; --verbose shows them";
        assert_eq!(last(1000, false), told);
        assert!(last(1000, true).ends_with("-1,-1`"));
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
