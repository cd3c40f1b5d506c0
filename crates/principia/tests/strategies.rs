//! Strategies on the command line: lists, files, options that change them, and several workers at once.

mod tool;

use expect_test::expect;

use tool::{Scratch, command, run, run_command};

const SAFE: &str = "extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
    int x = 0;
    while (__VERIFIER_nondet_int()) x = 1;
    if (x < 0) reach_error();
    return 0;
}
";

const UNSAFE: &str = "extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
    int x = __VERIFIER_nondet_int(), i = 0;
    while (i < 3) i++;
    if (x == i + 39) reach_error();
    return 0;
}
";

#[test]
fn engines_and_sources_are_listed() {
    expect![[r#"
        engines (--engine)
          trace            trace abstraction: subtracts Floyd-Hoare automata until no error trace is left
          predicate        predicate analysis: a graph of abstract states, refined lazily by predicates
          kojak            graph splitting: locations are split by assertions until no error trace is left
          value            value analysis: explicit values of variables, tracked where infeasible paths need them
          value+predicate  values first, and predicates where values cannot exclude a path
          ranges           intervals between the constants that variables are compared with, path by path
          interp           InterpChecker: a tree explored depth first, cut by safety and error interpolants
          k-induction      executions of bounded length, and induction over their last blocks

        sources of assertions (--refine)
          newton:[block-|edge-|path-][it-](sp|wp|spwp)[-lv][-keep|-drop]
                           strongest post or weakest precondition along the trace or its infeasible core (Newton)
          craig:(builtin|SOLVER[-trace])
                           sequence interpolants of a solver, for the infeasible core or the trace; builtin weakens strongest posts by the cores of what is left of the trace
          A,B,C         the first source that works
          perfect:A,B,C sources are asked until one has a perfect sequence
    "#]]
    .assert_eq(&run(&["engines"]).stdout);
}

#[test]
fn strategies_are_listed_and_printed() {
    let list = run(&["strategies"]).stdout;
    for name in ["default: ", "bit-precise: ", "integers: ", "single: ", "paper: "] {
        assert!(list.contains(name), "{list}");
    }
    expect![[r#"
        name = "paper"
        summary = "one engine, one source, one block size; no guesses, no executions, no simplification"
        simplify = false
        inline-budget = 30000

        [rounds]
        first = "50s"
        growth = 4

        [[attempt]]
        arithmetic = "integer"
        when = "always"
        share = 1.0
        longest = "600s"
        confirm = false
        copies = 64
        copies-share = 0.5
        guess-share = 0.0
        trial-share = 0.0
        search-share = 0.0
        later-search-share = 0.0
        candidate-time = "8s"
        opening = 8
        opening-share = 0.12
        large-block = 40
        shortest-turn = "2s"
        longest-turn = "60s"

        [[attempt.party]]
        engine = "trace"
        refine = "newton:it-sp-lv"
        blocks = "sequence"
        block-size = 0
        core = "inequality"
        automaton = "predicate"
        abstraction = "combined"
        search = "reverse-postorder"
        precision = "location"
        predicates = "atoms"
        restart = "pivot"
        interpolants = "rse"
        weights = false
        qe = "light"
        share = 0.4
    "#]]
    .assert_eq(&run(&["strategies", "paper"]).stdout);
    let wrong = run(&["strategies", "nobody"]);
    assert_eq!(wrong.status, Some(2));
    assert!(wrong.stderr.contains("there is no strategy `nobody`"), "{}", wrong.stderr);
}

/// A printed strategy is one that can be read, and does the same.
#[test]
fn strategies_are_read_from_files() {
    let scratch = Scratch::new("strategy-files");
    let program = scratch.write("safe.c", SAFE);
    let file = scratch.write("own.toml", run(&["strategies", "paper"]).stdout);
    let answer = run(&["verify", &program, "--strategy", &file, "--json", "-"]);
    assert_eq!(answer.verdict(), "TRUE");
    let preset = run(&["verify", &program, "--strategy", "paper", "--json", "-"]);
    assert_eq!(answer.json()["statistics"]["counters"], preset.json()["statistics"]["counters"]);
    assert!(
        preset.json()["statistics"]["counters"]["iterations"].as_u64() >= Some(1),
        "nothing else decides it"
    );
    let wrong = scratch.write("wrong.toml", "[[attempt]]\nshares = 3\n");
    let answer = run(&["verify", &program, "--strategy", &wrong]);
    assert_eq!(answer.status, Some(2));
    assert!(
        answer.stderr.contains("wrong.toml: error: ") && answer.stderr.contains("line 2"),
        "{}",
        answer.stderr
    );
    let absent = run(&["verify", &program, "--strategy", "absent.toml"]);
    assert_eq!(absent.status, Some(2));
    assert!(absent.stderr.contains("cannot read absent.toml"), "{}", absent.stderr);
}

/// The names of the parties in a report.
fn parties(arguments: &[&str]) -> Vec<String> {
    let answer = run(arguments);
    assert_eq!(answer.verdict(), "TRUE", "{answer:?}");
    let attempts = answer.json()["strategy"]["attempt"].as_array().expect("attempts").clone();
    let of = |party: &serde_json::Value| {
        let text = |name: &str| party[name].as_str().expect("text").to_string();
        match text("engine").as_str() {
            "value" | "ranges" => text("engine"),
            "k-induction" => format!("k-induction {}", text("blocks")),
            _ => format!("{} {}", text("refine"), text("blocks")),
        }
    };
    attempts[0]["party"].as_array().expect("parties").iter().map(of).collect()
}

#[test]
fn options_change_all_parties() {
    let scratch = Scratch::new("strategy-options");
    let program = scratch.write("safe.c", SAFE);
    let with = |options: &[&str]| parties(&[&["verify", &program, "--json", "-"], options].concat());
    let default =
        ["newton:it-sp-lv loop-free", "ranges", "value", "newton:it-sp-lv sequence", "k-induction loop-free"];
    assert_eq!(with(&[]), default);
    let trace = with(&["--engine", "trace"]);
    assert_eq!(trace, ["newton:it-sp-lv loop-free", "newton:it-sp-lv sequence"]);
    assert_eq!(with(&["--engine", "value"]), ["value"]);
    assert_eq!(
        with(&["--blocks", "statement"]),
        ["newton:it-sp-lv statement", "ranges", "value", "k-induction statement"]
    );
    let portfolio = "perfect:newton:it-sp-lv,newton:it-wp-lv";
    let [loop_free, sequence] = ["loop-free", "sequence"].map(|blocks| format!("{portfolio} {blocks}"));
    let expected =
        [loop_free, "ranges".to_string(), "value".to_string(), sequence, "k-induction loop-free".to_string()];
    assert_eq!(with(&["--refine", portfolio]), expected);
    let fallback = with(&["--refine", "newton:sp,newton", "--strategy", "paper"]);
    assert_eq!(fallback, ["newton:sp,newton:it-sp-lv sequence"]);
}

/// The answer and its evidence do not depend on the number of workers.
#[test]
fn several_workers_have_the_same_answer() {
    let scratch = Scratch::new("workers");
    let programs = [(SAFE, "TRUE"), (UNSAFE, "FALSE(unreach-call)")];
    for (number, (text, verdict)) in programs.into_iter().enumerate() {
        let path = scratch.write(&format!("program-of-workers-{number}.c"), text);
        for jobs in ["1", "2", "4", "9"] {
            let answer = run_command(command(&["verify", &path, "--jobs", jobs, "--json", "-"]));
            assert_eq!(answer.verdict(), verdict, "{jobs}");
            assert_eq!(answer.json()["evidence"], "checked", "{jobs}");
        }
    }
    let left = std::fs::read_dir("/proc").expect("processes").flatten().filter(|entry| {
        let line = std::fs::read(entry.path().join("cmdline")).unwrap_or_default();
        String::from_utf8_lossy(&line).contains("program-of-workers-")
    });
    assert_eq!(left.count(), 0, "nothing is left behind");
}

/// An option that would change nothing is refused, with what to use instead.
#[test]
fn idle_options_are_refused() {
    let scratch = Scratch::new("idle-options");
    let program = scratch.write("safe.c", SAFE);
    for (options, hint) in [
        (vec!["--abstraction", "boolean"], "add --engine predicate"),
        (vec!["--engine", "kojak", "--restart", "entry"], "add --engine predicate"),
        (vec!["--engine", "predicate", "--automaton", "eager"], "add --engine trace"),
        (
            vec!["--engine", "predicate", "--abstraction", "none", "--precision", "global"],
            "use --abstraction boolean",
        ),
        (vec!["--blocks", "statement", "--block-size", "3"], "use --blocks loop-free"),
        (vec!["--engine", "value", "--refine", "newton:edge-sp"], "use --engine trace, predicate or kojak"),
        (vec!["--engine", "value", "--qe", "full"], "use --engine trace, predicate or kojak"),
    ] {
        let answer = run(&[&["verify", &program], options.as_slice()].concat());
        assert_eq!(answer.status, Some(2), "{options:?}: {answer:?}");
        assert!(answer.stderr.contains(hint), "{options:?}: {}", answer.stderr);
    }
    for engine in ["predicate", "kojak"] {
        assert_eq!(run(&["verify", &program, "--strategy", "paper", "--engine", engine]).verdict(), "TRUE");
    }
}
