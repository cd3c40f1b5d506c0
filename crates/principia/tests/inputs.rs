//! Odd inputs and odd usage: a clear message or verdict, and the right exit status.

mod tool;

use tool::{Answer, Scratch, run};

const FINE: &str = "procedure main() { var x: int; x := 1; assert x == 1; }\n";

#[track_caller]
fn check(answer: &Answer, status: i32, verdict: &str, message: &str) {
    assert_eq!(answer.status, Some(status), "{answer:?}");
    assert_eq!(answer.verdict(), verdict, "{answer:?}");
    assert!(answer.stderr.contains(message), "{answer:?}");
}

#[test]
fn unusable_files() {
    let scratch = Scratch::new("unusable");
    let verify = |path: &str| run(&["verify", path]);
    check(&verify(&scratch.path("missing.bpl")), 2, "", "hint: is the name spelled correctly");
    check(&verify(&scratch.path("")), 2, "", "is a folder\nhint: ");
    check(&verify(&scratch.write("binary.bpl", b"\x7fELF\0\0\0")), 2, "", "is a binary file\nhint: ");
    check(&verify(&scratch.write("latin.bpl", b"// \xe9\n")), 2, "", "is not UTF-8 text (line 1)\nhint: ");
    check(&verify(&scratch.write("program.java", "class C {}")), 2, "", "what language is this?\nhint: ");
    check(&verify(&scratch.write("program", FINE)), 2, "", "what language is this?\nhint: ");
    let wrong = verify(&scratch.write("wrong.bpl", "procedure main() { x := 1; }"));
    check(&wrong, 2, "", "wrong.bpl:1:20: error: ");
}

#[test]
fn unreadable_files() {
    use std::os::unix::fs::PermissionsExt;
    let scratch = Scratch::new("unreadable");
    let path = scratch.write("secret.bpl", FINE);
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o000)).expect("changed");
    // The superuser may read everything.
    if std::fs::read(&path).is_err() {
        check(&run(&["verify", &path]), 2, "", "cannot read");
    }
}

#[test]
fn programs_without_anything_to_verify_are_true() {
    let scratch = Scratch::new("trivial");
    let empty = scratch.write("empty.bpl", "");
    check(&run(&["verify", &empty]), 0, "TRUE", "warning: the program has no procedure with a body");
    let harmless = scratch.write("harmless.bpl", "procedure main() { var x: int; x := 1; }");
    check(&run(&["verify", &harmless]), 0, "TRUE", "warning: the program has no assertion");
}

#[test]
fn megabytes_of_parentheses() {
    let scratch = Scratch::new("nested");
    let half = 5_000_000;
    let text = format!("procedure main() {{ assert {}true{}; }}", "(".repeat(half), ")".repeat(half));
    let answer = run(&["verify", &scratch.write("nested.bpl", text)]);
    check(&answer, 2, "", "error: ");
    assert!(answer.stderr.len() < 10_000, "the message is short");
}

#[test]
fn bad_usage() {
    let scratch = Scratch::new("usage");
    let path = scratch.write("fine.bpl", FINE);
    check(&run(&["verify"]), 2, "", "Usage");
    check(&run(&["verify", &path, "--refine", "oracle"]), 2, "", "`oracle` is no source of assertions");
    check(&run(&["verify", &path, "--timeout", "soon"]), 2, "", "does not start with a number");
    check(&run(&["verify", &path, "--memory", "4XB"]), 2, "", "unknown unit");
    check(&run(&["verify", &path, "--entry", "nobody"]), 2, "", "there is no implementation of a procedure");
    check(&run(&["verify", &path, "--json", "/nowhere/x.json"]), 2, "", "there is no such folder");
    check(&run(&["frobnicate"]), 2, "", "unrecognized subcommand");
}

#[test]
fn help_and_version() {
    let version = run(&["--version"]);
    assert_eq!((version.status, version.stdout.starts_with("principia ")), (Some(0), true));
    let help = run(&["verify", "--help"]).stdout;
    for option in
        ["--entry", "--refine", "--core", "--blocks", "--automaton", "--solver", "--aux-solver", "--qe"]
    {
        assert!(help.contains(option), "{option}");
    }
    let documented = std::fs::read_to_string(tool::root().join("docs/options.md")).expect("readable");
    for word in help.split_whitespace().filter(|word| word.starts_with("--") && *word != "--help") {
        let option = word.trim_matches(|c: char| !c.is_ascii_alphanumeric() && c != '-');
        assert!(documented.contains(option), "docs/options.md does not mention {option}");
    }
}

#[test]
fn reports_for_machines() {
    let scratch = Scratch::new("json");
    let fine = scratch.write("fine.bpl", FINE);
    let path = scratch.path("report.json");
    let answer = run(&["verify", &fine, "--json", &path]);
    check(&answer, 0, "TRUE", "");
    let document: serde_json::Value =
        serde_json::from_str(&std::fs::read_to_string(&path).expect("written")).expect("JSON");
    assert_eq!(document["schema"], 1);
    assert_eq!(document["verdict"], "TRUE");
    assert_eq!(document["evidence"], "checked");
    assert_eq!(document["strategy"]["name"], "default");
    assert_eq!(document["strategy"]["attempt"][0]["party"][0]["refine"], "newton:it-sp-lv");
    assert_eq!(document["parties"][0]["winner"], true);
    assert!(document["proof"]["invariants"].is_array());
    assert!(document["statistics"]["counters"]["iterations"].is_u64());
    let mut files = scratch.files();
    files.sort();
    assert_eq!(files, ["fine.bpl", "report.json"]);
    let bug = run(&["verify", "examples/first_bug.bpl", "--json", "-"]);
    assert_eq!((bug.status, bug.verdict()), (Some(1), "FALSE(assert)"));
    let document = bug.json();
    assert_eq!(document["property"], "assert");
    let values = document["counterexample"]["steps"].to_string();
    assert!(values.contains(r#"{"name":"celsius","value":"-40"}"#), "{values}");
    let skipped = run(&["verify", &fine, "--no-check", "--json", "-"]);
    assert_eq!(skipped.json()["evidence"], "skipped");
}

#[test]
fn executions_and_proofs_are_shown() {
    let bug = run(&["verify", "examples/first_bug.bpl"]);
    assert!(bug.stderr.contains("celsius == -40"), "{}", bug.stderr);
    assert!(bug.stderr.contains("examples/first_bug.bpl:9:5: "), "{}", bug.stderr);
    let proof = run(&["verify", "examples/memory_leak.bpl", "--show-proof"]);
    assert!(proof.stderr.contains("before line 12 (loop)  a == b\n"), "{}", proof.stderr);
    let table = run(&["verify", "examples/memory_leak.bpl", "--stats"]);
    for name in ["iterations", "perfect sequences", "hoare", "queries", "memory"] {
        assert!(table.stderr.contains(name), "{name}: {}", table.stderr);
    }
}

#[test]
fn lowering_prints_domain_types() {
    let scratch = Scratch::new("types");
    let text = "
        procedure main()
        {
            var flag, i, sum: int;
            flag := 1; i := 0; sum := 0;
            while (i < 10) { i := i + 1; sum := sum + 2 * i; }
            assert flag == 1 || sum < 5;
        }";
    let answer = run(&["lower", "--types", &scratch.write("types.bpl", text)]);
    let kinds: Vec<(&str, &str)> =
        answer.stdout.lines().filter_map(|line| line.trim_end().split_once("  ")).collect();
    let kind = |name: &str| {
        let found = kinds.iter().find(|(variable, _)| variable.ends_with(name));
        found.map(|(_, kind)| kind.split("  ").next().unwrap_or_default().trim())
    };
    assert_eq!(kind("flag"), Some("boolean"), "{}", answer.stdout);
    assert_eq!(kind("sum"), Some("linear"), "{}", answer.stdout);
    assert!(answer.stdout.contains("loop counter"), "{}", answer.stdout);
    assert!(answer.stdout.contains("10000"), "{}", answer.stdout);
}

#[test]
fn lowering_prints_the_core_program() {
    let answer = run(&["lower", "examples/thesis.bpl"]);
    assert_eq!(answer.status, Some(0));
    assert!(answer.stdout.contains("procedure main()"), "{}", answer.stdout);
    assert_eq!(run(&["lower", "examples/thesis.bpl", "--check"]).stdout, "");
    let scratch = Scratch::new("lower");
    let wrong = run(&["lower", "--check", &scratch.write("wrong.bpl", "procedure")]);
    check(&wrong, 2, "", "error: ");
}

#[test]
fn solvers_are_listed() {
    let answer = run(&["solvers"]);
    assert_eq!(answer.status, Some(0));
    assert!(answer.stdout.starts_with("z3 "), "{}", answer.stdout);
    let json: serde_json::Value = serde_json::from_str(&run(&["solvers", "--json"]).stdout).expect("JSON");
    assert_eq!(json["solvers"][0]["name"], "z3");
}
