//! Witnesses of the C programs with known verdicts: those that we write, we accept, in both formats; damaged ones are
//! rejected; and gcc agrees that our invariants hold.

mod tool;

use std::process::Command;
use std::time::Duration;

use tool::{Scratch, command, files, header, in_parallel, run, run_command, run_limited};

/// A verdict in this time is enough.
const LIMIT: &str = "5s";

/// Checking takes several analyses.
const CHECK_LIMIT: &str = "20s";

struct Solved {
    program: String,
    verdict: String,
    witness: String,
}

/// Verifies a program and writes a witness; `None` if there is no verdict.
fn solve(program: &str, witness: &str) -> Option<Solved> {
    let property = header(program, "property").expect("each program has one");
    let model = header(program, "data-model").unwrap_or_else(|| "ILP32".to_string());
    let arguments = ["verify", program, "--property", &property, "--data-model", &model, "--timeout", LIMIT];
    let answer = run(&[&arguments[..], &["--no-execute", "--witness", witness]].concat());
    let verdict = answer.verdict().to_string();
    let is_solved = verdict == "TRUE" || verdict.starts_with("FALSE");
    is_solved.then(|| Solved { program: program.to_string(), verdict, witness: witness.to_string() })
}

/// The last line of a check.
fn check(program: &str, witness: &str) -> String {
    let arguments = ["check", program, witness, "--timeout", CHECK_LIMIT];
    let Some(answer) = run_limited(command(&arguments), Duration::from_secs(100)) else {
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
    let programs = files("tests/c/verify", "c");
    let tasks: Vec<(usize, &String)> = programs.iter().enumerate().collect();
    let results = in_parallel(&tasks, |(number, program)| {
        // Both formats in turn.
        let extension = if number % 3 == 2 { "graphml" } else { "yml" };
        let solved = solve(program, &scratch.path(&format!("{number}.{extension}")))?;
        let opinion = check(program, &solved.witness);
        Some((solved, opinion))
    });
    let results: Vec<(Solved, String)> = results.into_iter().flatten().collect();
    let is_open = |opinion: &str| opinion.starts_with("UNKNOWN(") || opinion == "too slow";
    let rejected: Vec<String> = results
        .iter()
        .filter(|(_, opinion)| opinion != "ACCEPTED" && !is_open(opinion))
        .map(|(solved, opinion)| format!("{}: {} {opinion}", solved.program, solved.verdict))
        .collect();
    assert!(rejected.is_empty(), "{}", rejected.join("\n"));
    let open = results.iter().filter(|(_, opinion)| is_open(opinion)).count();
    assert!(open * 20 <= results.len(), "{open} of {} were not decided", results.len());
    assert!(results.len() * 5 > programs.len() * 4, "only {} were solved", results.len());
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
    assert_eq!(opinion(7, &["i >= 0 && i <= n"]), "ACCEPTED");
    assert_eq!(opinion(7, &["i <= n", "i < n"]), "REJECTED(the invariant `i < n` at line 7 does not hold)");
    let weak = opinion(7, &["i >= 0"]);
    assert!(weak.starts_with("REJECTED(the invariants hold, but others are needed"), "{weak}");
    assert_eq!(opinion(8, &["i >= 0"]), "REJECTED(there is no loop at counter.c:8)");
    assert_eq!(opinion(7, &["j >= 0"]), "REJECTED(`j` is not declared)");
    assert_eq!(opinion(7, &["i = 0"]), "REJECTED(`i = 0` changes the program)");
    assert_eq!(opinion(7, &["main()"]), "REJECTED(`main()` calls a function)");
    assert_eq!(opinion(7, &["1); reach_error("]), "REJECTED(`1); reach_error(` is no expression)");
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
    let none = "REJECTED(no execution along the witness violates the property)";
    assert_eq!(opinion(&[target()]), "ACCEPTED");
    assert_eq!(opinion(&[input("8"), target()]), "ACCEPTED");
    assert_eq!(opinion(&[input("9"), target()]), none);
    assert_eq!(opinion(&[input("3"), target()]), none);
    assert_eq!(opinion(&[input("3"), waypoint("target", 15, 17, None)]), "ACCEPTED");
    assert_eq!(opinion(&[input("8"), waypoint("target", 15, 17, None)]), none);
    // Branches, calls and assumptions.
    let branch = |value: &str| waypoint("branching", 7, 5, Some(value));
    let enter = || waypoint("function_enter", 8, 20, None);
    assert_eq!(opinion(&[input("8"), branch("true"), enter(), target()]), "ACCEPTED");
    assert_eq!(opinion(&[input("8"), branch("false"), target()]), none);
    assert_eq!(opinion(&[branch("false"), enter(), target()]), none);
    let assumption = |value: &str| waypoint("assumption", 11, 5, Some(value));
    assert_eq!(opinion(&[branch("true"), assumption("b == 2 * a && b > 20 && b < 23"), target()]), none);
    assert_eq!(opinion(&[branch("true"), assumption("b == 2 * a"), target()]), "ACCEPTED");
    // The loop is left three times by nobody.
    let round = |value: &str| waypoint("branching", 11, 5, Some(value));
    assert_eq!(opinion(&[input("15"), round("true"), round("true"), round("false"), target()]), "ACCEPTED");
    assert_eq!(opinion(&[input("8"), round("false"), round("false"), target()]), none);
    assert_eq!(opinion(&[waypoint("target", 99, 1, None)]), none);
    assert_eq!(opinion(&[branch("maybe"), target()]), "REJECTED(the branch `maybe` is not supported)");
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
    let mut gcc = Command::new("gcc");
    gcc.args(["-fsanitize=undefined", "-fno-sanitize-recover", "-w", "-o", &binary, &source]);
    if gcc.status().is_ok_and(|status| status.success()) {
        assert_eq!(run_command(Command::new(&binary)).status, Some(0), "{conjuncts:?}");
    }
}
