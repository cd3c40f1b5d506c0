//! Functions whose callers are not there: `tests/c/entries` has a verdict above each of them.

mod tool;

use tool::{Scratch, root, run};

/// The functions of a file with their verdicts, and options that stand behind them.
fn entries(text: &str) -> Vec<(String, String)> {
    let mut found = Vec::new();
    let mut verdict = None;
    for line in text.lines() {
        if let Some(rest) = line.strip_prefix("// verdict: ") {
            verdict = rest.split(' ').next().map(String::from);
            continue;
        }
        let is_head = line.ends_with('{') && line.contains('(') && !line.starts_with([' ', '#']);
        let head = line.split('(').next().filter(|_| is_head).unwrap_or_default();
        let name = head.rsplit([' ', '*']).next().unwrap_or_default();
        if let (false, false, Some(verdict)) = (name.is_empty(), line.starts_with("static"), verdict.as_ref())
        {
            found.push((name.to_string(), verdict.clone()));
        }
        verdict = verdict.filter(|_| line.starts_with("static"));
    }
    found
}

#[test]
fn entries_with_parameters_have_their_verdicts() {
    let path = root().join("tests/c/entries/callers.c");
    let text = std::fs::read_to_string(&path).expect("the program");
    let entries = entries(&text);
    assert!(entries.len() > 40, "{entries:?}");
    let path = path.display().to_string();
    let mut wrong = Vec::new();
    for (name, expected) in entries {
        let answer = run(&[
            "verify",
            &path,
            "--entry",
            &name,
            "--property",
            "all",
            "--no-execute",
            "--timeout",
            "60s",
        ]);
        let verdict = answer.verdict();
        if verdict.split('(').next() != expected.split('(').next()
            || (expected.contains('(') && verdict != expected)
        {
            wrong.push(format!("{name}: {verdict} instead of {expected}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn null_may_be_excluded() {
    let scratch = Scratch::new("callers-null");
    let path = scratch.write("a.c", "int value(const int *p) { return *p; }\n");
    let verdict = |parameters: &str| {
        let answer = run(&[
            "verify",
            &path,
            "--entry",
            "value",
            "--parameters",
            parameters,
            "--property",
            "valid-deref",
        ]);
        (answer.verdict().to_string(), answer.stderr.clone())
    };
    let (may_be_null, told) = verdict("may-be-null");
    assert_eq!(may_be_null, "FALSE(valid-deref)");
    assert!(told.contains("p = NULL"), "{told}");
    let (not_null, told) = verdict("not-null");
    assert_eq!(not_null, "TRUE");
    assert!(told.contains("assumed: callers of `value` pass pointers that are not NULL"), "{told}");
}

#[test]
fn what_is_returned_is_not_lost() {
    let scratch = Scratch::new("callers-returned");
    let text = "void *malloc(unsigned long);
int *gives(void) { int *p = malloc(4); return p; }
int *loses(void) { int *p = malloc(4); p = malloc(4); return p; }
";
    let path = scratch.write("a.c", text);
    let verdict = |entry: &str| {
        run(&["verify", &path, "--entry", entry, "--property", "valid-memtrack", "--timeout", "60s"])
            .verdict()
            .to_string()
    };
    assert_eq!(verdict("gives"), "TRUE");
    // Both are of one class, which the caller reaches.
    assert_ne!(verdict("loses"), "TRUE");
}

#[test]
fn executions_tell_parameters_and_offer_no_command_without_them() {
    let scratch = Scratch::new("callers-told");
    let text = "int __VERIFIER_nondet_int(void);
void reach_error(void);
void f(int n) {
  if (n == 7 && __VERIFIER_nondet_int() == 3)
    reach_error();
}
void g(void) {
  if (__VERIFIER_nondet_int() == 3)
    reach_error();
}
";
    let path = scratch.write("a.c", text);
    let told = |entry: &str| {
        let answer = run(&["verify", &path, "--entry", entry, "--property", "unreach-call", "--no-execute"]);
        assert_eq!(answer.verdict(), "FALSE(unreach-call)", "{answer:?}");
        answer.stderr
    };
    let with_parameters = told("f");
    assert!(with_parameters.contains("// n = 7"), "{with_parameters}");
    assert!(!with_parameters.contains("The same by"), "{with_parameters}");
    assert!(told("g").contains("The same by"), "{}", told("g"));
}
