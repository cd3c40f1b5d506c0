//! Witnesses of the C programs with known verdicts: those that we write, we accept, in both formats; damaged ones are
//! rejected; and gcc agrees that our invariants hold.

mod tool;

use std::process::Command;
use std::time::Duration;

use test_tools::Tool;
use tool::unsolved::{DEFAULT, Setting, limit, pinned_reason};
use tool::{Scratch, Task, command, in_parallel, run, run_command, run_limited, tasks};

/// Witnesses need no execution.
const SETTING: Setting = Setting { executes: false, ..DEFAULT };

/// Checking takes several analyses.
const CHECK_LIMIT: &str = "200s";

/// Programs with a verdict whose witness is not decided in time: it would take much longer than their limit.
const UNDECIDED: [(&str, &[&str]); 3] = [
    ("arrays/from_the_end.c", &["graphml"]),
    ("reach/address_bit_by_bit.c", &["graphml", "yml"]),
    ("reach/address_bit_by_bit_union.c", &["graphml", "yml"]),
];
const UNDECIDED_LIMIT: &str = "5s";

/// The last line of a check.
fn check(program: &str, witness: &str) -> String {
    check_within(program, witness, CHECK_LIMIT)
}

fn check_within(program: &str, witness: &str, limit: &str) -> String {
    let arguments = ["check", program, witness, "--timeout", limit];
    let Some(answer) = run_limited(command(&arguments), Duration::from_secs(400)) else {
        return "too slow".into();
    };
    match answer.verdict() {
        "" => answer.stderr,
        verdict => verdict.to_string(),
    }
}

#[test]
fn our_own_witnesses_are_accepted() {
    let scratch = Scratch::new("witnesses");
    // Programs that are not solved have no witness.
    let has_witness =
        |task: &Task| !task.expected.starts_with("UNKNOWN") && pinned_reason(task, SETTING).is_none();
    let tasks = tasks().into_iter().enumerate().filter(|(_, task)| has_witness(task));
    let tasks: Vec<(usize, Task)> = tasks.collect();
    assert!(tasks.len() >= 250, "only {} programs", tasks.len());
    let complaints = in_parallel(&tasks, |(number, task)| {
        // Both formats in turn.
        let extension = if number % 3 == 2 { "graphml" } else { "yml" };
        let witness = scratch.path(&format!("{number}.{extension}"));
        let options = ["--timeout", limit(task, SETTING), "--no-execute", "--witness", &witness];
        let answer = run(&[&task.arguments()[..], &options].concat());
        if answer.verdict() != task.expected {
            return Some(format!("{}: {} instead of {}", task.program, answer.verdict(), task.expected));
        }
        let is_undecided = UNDECIDED
            .iter()
            .any(|(name, formats)| task.program.ends_with(name) && formats.contains(&extension));
        let (limit, expected) = match is_undecided {
            true => (UNDECIDED_LIMIT, "UNKNOWN(timeout"),
            false => (CHECK_LIMIT, "ACCEPTED("),
        };
        let opinion = check_within(&task.program, &witness, limit);
        let head = format!("{} ({extension})", task.program);
        (!opinion.starts_with(expected)).then(|| format!("{head}: {opinion} instead of {expected}...)"))
    });
    let complaints: Vec<String> = complaints.into_iter().flatten().collect();
    assert!(complaints.is_empty(), "{} of {}:\n{}", complaints.len(), tasks.len(), complaints.join("\n"));
}

const COUNTER: &str = "\
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 0) return 0;
    int i = 0;
    while (i < n) {
        i++;
    }
    if (i != n) reach_error();
    return 0;
}
";

/// A correctness witness for `COUNTER` with these invariants, at a line.
fn correctness(line: u32, values: &[&str]) -> String {
    let mut text = heading("invariant_set");
    for value in values {
        text += &format!(
            "  - invariant:\n      type: loop_invariant\n      location:\n        file_name: counter.c\n        line: {line}\n      \
             value: \"{value}\"\n      format: c_expression\n"
        );
    }
    text
}

fn heading(entry: &str) -> String {
    format!(
        "- entry_type: {entry}\n  metadata:\n    format_version: '2.0'\n    task:\n      input_files: [counter.c]\n      \
         input_file_hashes: {{}}\n      specification: CHECK( init(main()), LTL(G ! call(reach_error())) )\n      \
         data_model: LP64\n      language: C\n  content:\n"
    )
}

#[test]
fn correctness_witnesses_of_others() {
    let scratch = Scratch::new("correctness");
    let program = scratch.write("counter.c", COUNTER);
    let opinion =
        |line: u32, values: &[&str]| check(&program, &scratch.write("w.yml", correctness(line, values)));
    assert_eq!(opinion(7, &["i >= 0 && i <= n"]), "ACCEPTED(the invariant is inductive and suffices)");
    let two = opinion(7, &["i >= 0", "i > 0 ==> i <= n", "(n >= 0) <==> \\\\true"]);
    assert_eq!(two, "ACCEPTED(the 3 invariants are inductive and suffice)");
    assert_eq!(opinion(7, &["i <= n", "i < n"]), "REJECTED(the invariant `i < n` at line 7 does not hold)");
    let weak = opinion(7, &["i >= 0"]);
    assert!(weak.starts_with("REJECTED(the invariants hold, but others are needed"), "{weak}");
    assert_eq!(opinion(8, &["i >= 0"]), "REJECTED(there is no loop at counter.c:8)");
    assert_eq!(opinion(7, &["j >= 0"]), "REJECTED(`j` is not declared)");
    assert_eq!(opinion(7, &["i = 0"]), "REJECTED(`i = 0` changes the program)");
    assert_eq!(opinion(7, &["main()"]), "REJECTED(`main()` calls a function)");
    assert_eq!(opinion(7, &["1); reach_error("]), "REJECTED(`1); reach_error(` is no expression)");
    let old = opinion(7, &["\\\\old(i) <= i"]);
    assert_eq!(old, "REJECTED(`\\old(i) <= i`: `\\old` is not understood)");
}

const BRANCHES: &str = "\
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int twice(int x) { return 2 * x; }
int main(void) {
    int a = __VERIFIER_nondet_int();
    int b = 0;
    if (a > 5)
        b = twice(a);
    else
        b = a;
    while (b > 20) b -= 7;
    if (b == 16) {
        reach_error();
    }
    if (b == 3) reach_error();
    return 0;
}
";

/// A waypoint to follow.
fn waypoint(kind: &str, line: u32, column: u32, constraint: Option<&str>) -> String {
    let constraint = constraint.map(|value| {
        format!("        constraint:\n          value: '{value}'\n          format: c_expression\n")
    });
    format!(
        "  - segment:\n    - waypoint:\n        type: {kind}\n        action: follow\n{}        location:\n          \
         file_name: counter.c\n          line: {line}\n          column: {column}\n",
        constraint.unwrap_or_default()
    )
}

#[test]
fn violation_witnesses_of_others() {
    let scratch = Scratch::new("violation");
    let program = scratch.write("counter.c", BRANCHES);
    let opinion = |waypoints: &[String]| {
        check(&program, &scratch.write("w.yml", heading("violation_sequence") + &waypoints.concat()))
    };
    let target = || waypoint("target", 13, 9, None);
    let input = |value: &str| waypoint("function_return", 5, 35, Some(&format!("\\result == {value}")));
    let accepted = |number: usize| match number {
        1 => "ACCEPTED(an execution violates unreach-call at the target)".to_string(),
        _ => format!("ACCEPTED(an execution passes the {number} waypoints and violates unreach-call)"),
    };
    let none = |passed: usize, of: usize, obstacle: &str| {
        format!(
            "REJECTED(no execution along the witness violates the property; with its inputs, an execution passes {passed} \
             of {of} waypoints, but not the {obstacle})"
        )
    };
    assert_eq!(opinion(&[target()]), accepted(1));
    assert_eq!(opinion(&[input("8"), target()]), accepted(2));
    assert_eq!(opinion(&[input("9"), target()]), none(1, 2, "violation at line 13"));
    assert_eq!(opinion(&[input("3"), target()]), none(1, 2, "violation at line 13"));
    assert_eq!(opinion(&[input("3"), waypoint("target", 15, 17, None)]), accepted(2));
    assert_eq!(opinion(&[input("8"), waypoint("target", 15, 17, None)]), none(1, 2, "violation at line 15"));
    // Branches, calls and assumptions.
    let branch = |value: &str| waypoint("branching", 7, 5, Some(value));
    let enter = || waypoint("function_enter", 8, 20, None);
    assert_eq!(opinion(&[input("8"), branch("true"), enter(), target()]), accepted(4));
    assert_eq!(opinion(&[input("8"), branch("false"), target()]), none(1, 3, "branching at line 7"));
    assert_eq!(opinion(&[branch("false"), enter(), target()]), none(1, 3, "function_enter at line 8"));
    let assumption = |value: &str| waypoint("assumption", 11, 5, Some(value));
    let narrow = opinion(&[branch("true"), assumption("b == 2 * a && b > 20 && b < 23"), target()]);
    assert_eq!(narrow, none(0, 3, "branching at line 7"));
    assert_eq!(opinion(&[branch("true"), assumption("b == 2 * a"), target()]), accepted(3));
    // The loop is left three times by nobody.
    let round = |value: &str| waypoint("branching", 11, 5, Some(value));
    assert_eq!(opinion(&[input("15"), round("true"), round("true"), round("false"), target()]), accepted(5));
    let twice = opinion(&[input("8"), round("false"), round("false"), target()]);
    assert_eq!(twice, none(2, 4, "branching at line 11"));
    let nowhere = opinion(&[waypoint("target", 99, 1, None)]);
    assert_eq!(nowhere, "REJECTED(no execution along the witness violates the property)");
    assert_eq!(opinion(&[branch("maybe"), target()]), "REJECTED(the branch `maybe` is not supported)");
}

const CHOICES: &str = "\
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
    int a = __VERIFIER_nondet_int(), b = 1;
    switch (a) {
    case 1: switch (b) { case 9: return 0; default: break; } break;
    case 2 ... 4: return 0;
    default: b = a < 0 ? 3 : (a /* ? */) ?: 5;
    }
    if (b == 5 || b == 1) reach_error();
    return 0;
}
";

#[test]
fn choices_and_defaults() {
    let scratch = Scratch::new("choices");
    let program = scratch.write("counter.c", CHOICES);
    let is_accepted = |waypoints: &[String]| {
        let target = waypoint("target", 10, 27, None);
        let text = heading("violation_sequence") + &waypoints.concat() + &target;
        let opinion = check(&program, &scratch.write("w.yml", text));
        assert!(
            opinion.starts_with("ACCEPTED(an") || opinion.starts_with("REJECTED(no execution"),
            "{opinion}"
        );
        opinion.starts_with("ACCEPTED(")
    };
    let switch = |value: &str| waypoint("branching", 5, 5, Some(value));
    let inner = |value: &str| waypoint("branching", 6, 13, Some(value));
    let first = |value: &str| waypoint("branching", 8, 24, Some(value));
    let second = |value: &str| waypoint("branching", 8, 42, Some(value));
    assert!(is_accepted(&[switch("1"), inner("default")]));
    assert!(!is_accepted(&[switch("1"), inner("9")]));
    assert!(!is_accepted(&[switch("3")]));
    assert!(!is_accepted(&[switch("default"), inner("default")]));
    assert!(is_accepted(&[switch("default"), first("false"), second("false")]));
    assert!(!is_accepted(&[switch("default"), first("true")]));
    // The result of `a ?: 5` is still that of `a`.
    assert!(is_accepted(&[switch("default"), second("true"), waypoint("assumption", 10, 5, Some("b == 5"))]));
    assert!(!is_accepted(&[second("true"), waypoint("assumption", 10, 5, Some("b == 6"))]));
}

#[test]
fn bad_witnesses_are_told() {
    let scratch = Scratch::new("bad-witnesses");
    let program = scratch.write("counter.c", COUNTER);
    let says = |text: &str, expected: &str| {
        let answer = run(&["check", &program, &scratch.write("w.yml", text)]);
        assert_eq!((answer.status, answer.verdict()), (Some(2), ""), "{text}");
        assert!(answer.stderr.contains(expected), "{} does not contain {expected}", answer.stderr);
    };
    says("- entry_type: invariant_set\n", "there is no `content` here");
    says("[]", "there is neither");
    says(&heading("violation_sequence"), "there is no `content` here");
    let hash = correctness(7, &["1"]).replace("{}", "{counter.c: abc}");
    says(&hash, "the hashes differ\nhint: ");
    says(&correctness(7, &["1"]).replace("'2.0'", "'7.0'"), "version 7.0 of the format is not known");
    says("<graphml><graph>", "the file ends too early");
    let answer = run(&["check", &program]);
    assert!(answer.stderr.contains("there is no witness"), "{}", answer.stderr);
    let answer = run(&["verify", &program, "--witness", &scratch.path("w.txt")]);
    assert!(answer.stderr.contains("what format of witnesses"), "{}", answer.stderr);
}

/// The invariants that a proof tells are assertions that gcc's program passes for many inputs.
#[test]
fn invariants_hold_when_they_are_executed() {
    let scratch = Scratch::new("invariants");
    let answer = run(&[
        "verify",
        &scratch.write("counter.c", COUNTER),
        "--json",
        "-",
        "--show-invariants",
        "--timeout",
        "60s",
    ]);
    assert_eq!(answer.verdict(), "TRUE");
    assert!(answer.stderr.contains("counter.c:7:5: while (i < n) {"), "{}", answer.stderr);
    let document = answer.json();
    let invariants = document["invariants"].as_array().expect("there are some");
    let of_loop = invariants.iter().find(|invariant| invariant["is_loop"] == true).expect("the loop has one");
    let conjuncts: Vec<&str> =
        of_loop["conjuncts"].as_array().expect("a list").iter().filter_map(|text| text.as_str()).collect();
    assert!(!conjuncts.is_empty());
    let all: Vec<String> = conjuncts.iter().map(|conjunct| format!("({conjunct})")).collect();
    let assertion = format!("while ((({}) ? 0 : (__builtin_trap(), 0)), i < n)", all.join(" && "));
    let text = COUNTER.replace("while (i < n)", &assertion)
        + "void reach_error(void) { __builtin_trap(); }\n\
           int next; int __VERIFIER_nondet_int(void) { return next; }\n";
    let text = text.replace("int main(void)", "extern int next; int tried(void)")
        + "int main(void) { for (next = -3; next < 1100; next++) tried(); next = -2147483647 - 1; return tried(); }\n";
    let (source, binary) = (scratch.write("tried.c", text), scratch.path("tried"));
    if Tool::Sanitizers.or_skip().is_some() {
        let mut gcc = Command::new("gcc");
        gcc.args(["-fsanitize=undefined", "-fno-sanitize-recover", "-w", "-o", &binary, &source]);
        let compiled = run_command(gcc);
        assert_eq!(compiled.status, Some(0), "{conjuncts:?}\n{}", compiled.stderr);
        assert_eq!(run_command(Command::new(&binary)).status, Some(0), "{conjuncts:?}");
    }
}

const TWO_INPUTS: &str = "\
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
    int a, b;
    a = __VERIFIER_nondet_int();
    b = __VERIFIER_nondet_int();
    if (a > 5 && b > 5) {
        a = a + b;
    }
    if (a == 20) reach_error();
    return 0;
}
";

/// An automaton that is a path with these edges, each of which has a line and other data.
fn automaton(edges: &[(u32, &str)]) -> String {
    let data = |key: &str, value: &str| format!("<data key=\"{key}\">{value}</data>");
    let mut text = "<?xml version=\"1.0\"?><graphml><graph edgedefault=\"directed\">".to_string();
    let specification = "CHECK( init(main()), LTL(G ! call(reach_error())) )";
    for (key, value) in [
        ("witness-type", "violation_witness"),
        ("sourcecodelang", "C"),
        ("specification", specification),
        ("programfile", "/somewhere/else/two.c"),
        ("architecture", "64bit"),
    ] {
        text += &data(key, value);
    }
    text += &format!(
        "<node id=\"A0\">{}</node><node id=\"S\">{}</node>",
        data("entry", "true"),
        data("sink", "true")
    );
    for (number, (line, more)) in edges.iter().enumerate() {
        let is_last = number + 1 == edges.len();
        let mark = if is_last { data("violation", "true") } else { String::new() };
        text += &format!("<node id=\"A{}\">{mark}</node>", number + 1);
        text += &format!("<edge source=\"A{number}\" target=\"A{}\">", number + 1);
        text += &format!("{}{more}</edge>", data("startline", &line.to_string()));
        text += &format!("<edge source=\"A{number}\" target=\"S\">{}</edge>", data("startline", "10"));
    }
    text + "</graph></graphml>"
}

#[test]
fn automata_of_others() {
    let scratch = Scratch::new("automata");
    let program = scratch.write("two.c", TWO_INPUTS);
    let opinion = |edges: &[(u32, &str)]| check(&program, &scratch.write("w.graphml", automaton(edges)));
    let after = |value: &str| {
        format!("<data key=\"assumption\">{value}</data><data key=\"assumption.scope\">main</data>")
    };
    let result = |value: &str| {
        after(&format!("\\result == {value};"))
            + "<data key=\"assumption.resultfunction\">__VERIFIER_nondet_int</data>"
    };
    let yes = "<data key=\"control\">condition-true</data>";
    let is_accepted = |edges: &[(u32, &str)]| {
        let opinion = opinion(edges);
        assert!(
            opinion.starts_with("ACCEPTED(") || opinion.starts_with("REJECTED(no execution"),
            "{opinion}"
        );
        opinion.starts_with("ACCEPTED(")
    };
    assert!(is_accepted(&[(5, &result("8")), (6, &result("12")), (10, yes), (10, "")]));
    assert!(!is_accepted(&[(5, &result("8")), (6, &result("13")), (10, yes), (10, "")]));
    // What holds after a statement, several things at once, and each part of a condition as an edge.
    let (first, second) = (after("a == (8);"), after("a == (8);b==(12) ;"));
    assert!(is_accepted(&[(5, &first), (6, &second), (7, yes), (7, yes), (10, yes), (10, "")]));
    assert!(!is_accepted(&[(5, &first), (6, &after("a == 9; b == 11")), (10, "")]));
    // What does not fit is left out.
    let unknown = after("\\old(a) == 3; b == 12;");
    assert!(is_accepted(&[
        (3, "<data key=\"enterFunction\">main</data>"),
        (5, &first),
        (6, &unknown),
        (10, "")
    ]));
}

#[test]
fn several_branches_of_a_line() {
    let scratch = Scratch::new("one-line");
    let program = scratch.write(
        "two.c",
        "extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int a = __VERIFIER_nondet_int();
    do { if (a < 3) return 0; } while (0);
    do { if (a == 7) reach_error(); } while (0);
    return 0;
}
",
    );
    let opinion = |edges: &[(u32, &str)]| check(&program, &scratch.write("w.graphml", automaton(edges)));
    let [yes, no] = ["true", "false"].map(|value| format!("<data key=\"control\">condition-{value}</data>"));
    let accepted = opinion(&[(5, &no), (5, &no), (6, &yes), (6, "")]);
    assert!(accepted.starts_with("ACCEPTED("), "{accepted}");
    let rejected = opinion(&[(5, &yes), (6, &yes), (6, "")]);
    assert!(rejected.starts_with("REJECTED("), "{rejected}");
}

#[test]
fn later_versions() {
    let scratch = Scratch::new("later-versions");
    let program = scratch.write("counter.c", COUNTER);
    let more = "  - function_contract:\n      location:\n        file_name: counter.c\n        line: 3\n      requires: '1'\n  \
                - invariant:\n      type: loop_transition_invariant\n      location:\n        file_name: counter.c\n        \
                line: 7\n      value: '\\at(i, AnyPrev) < i'\n      format: ext_c_expression\n";
    let text = correctness(7, &["i >= 0 && i <= n"]).replace("'2.0'", "\"2.1\"") + more;
    let answer = run(&["check", &program, &scratch.write("w.yml", text), "--timeout", CHECK_LIMIT]);
    assert_eq!(answer.verdict(), "ACCEPTED(the invariant is inductive and suffices)", "{}", answer.stderr);
    assert!(answer.stderr.contains("note: the witness has a `function_contract`, which is not checked"));
    assert!(answer.stderr.contains("a `loop_transition_invariant`"), "{}", answer.stderr);
    // A column of zero is none, and a single file needs no list.
    let text = correctness(7, &["i <= n"]).replace("line: 7", "line: 7\n        column: 0");
    let answer = check(&program, &scratch.write("w.yml", text.replace("[counter.c]", "counter.c")));
    assert_eq!(answer, "ACCEPTED(the invariant is inductive and suffices)");
}
