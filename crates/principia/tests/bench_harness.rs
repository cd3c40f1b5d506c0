//! The harness: runs are contained whatever they do, and a matrix that is interrupted ends like one that is not.
//!
//! The tools are small shell scripts, so that each test shows one kind of bad behaviour.

mod laboratory;

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use serde_json::Value;

use laboratory::{Laboratory, ORACLE, essence, signal, text};

#[test]
fn an_interrupted_matrix_ends_like_any_other() {
    let laboratory = Laboratory::new("interrupted").with_tasks(40);
    let tool = laboratory.tool("oracle", ORACLE);
    let arguments = [
        "--tool",
        &tool,
        "--config",
        "oracle:a=1",
        "--config",
        "oracle:b=2",
        "--config",
        "oracle:c=33",
        "--jobs",
        "2",
    ];
    assert!(laboratory.run("whole", &arguments).status.success());
    let mut counts = Vec::new();
    for name in ["INT", "INT", "KILL", "INT"] {
        let mut child = laboratory.command("pieces", &arguments).spawn().expect("principia runs");
        let before = laboratory.records("pieces").len();
        let start = Instant::now();
        while laboratory.records("pieces").len() < before + 15 && start.elapsed() < Duration::from_secs(20) {
            std::thread::sleep(Duration::from_millis(5));
        }
        signal(&child, name);
        let status = child.wait().expect("it ends");
        assert_eq!(status.code(), (name == "INT").then_some(130), "{name}");
        counts.push(laboratory.records("pieces").len());
    }
    assert!(counts.iter().all(|&count| count < 120), "every interrupt came before the end: {counts:?}");
    // A line that was cut off by the crash of a machine.
    let results = laboratory.out("pieces").join("results.jsonl");
    let whole_lines = fs::read_to_string(&results).expect("results");
    fs::write(&results, whole_lines + "{\"schema\":1,\"task\":\"t").expect("written");
    assert!(laboratory.run("pieces", &arguments).status.success());
    let (whole, pieces) = (laboratory.records("whole"), laboratory.records("pieces"));
    assert_eq!((whole.len(), pieces.len()), (120, 120));
    assert_eq!(essence(&whole), essence(&pieces));
    // Nothing is left to do.
    let again = laboratory.run("pieces", &arguments);
    assert!(String::from_utf8_lossy(&again.stderr).contains("120 of 120 runs are done already"));
    assert_eq!(laboratory.records("pieces").len(), 120);
}

/// Scripts that behave badly, what the record says of them, and how many processes they leave.
const VILLAINS: [(&str, &str, &str, &str); 8] = [
    ("allocates", "x=0123456789; while :; do x=$x$x; done", "out-of-memory", "out of memory"),
    ("spins", "while :; do :; done", "timeout", "timeout"),
    ("stubborn", "trap '' TERM; while :; do :; done", "timeout", "timeout, ignored SIGTERM"),
    ("sleeps", "sleep MARK", "timeout", "timeout on the clock"),
    ("leaves", "setsid sleep MARK & (sleep MARK &) ; echo TRUE; sleep 0.2", "correct-true", ""),
    ("crashes", "kill -SEGV $$", "error", "signal 11: no output"),
    ("talks", "yes MARK | head -c 5000000; echo; echo TRUE", "correct-true", ""),
    ("babbles", "echo what; exit 7", "error", "status 7: what"),
];

fn check_villains(containment: &str) {
    let laboratory = Laboratory::new(containment);
    fs::write(laboratory.out("tasks").join("t.bpl"), "// verdict: TRUE\n").expect("written");
    let tools: Vec<String> =
        VILLAINS.iter().map(|(name, script, ..)| laboratory.tool(name, script)).collect();
    let mut arguments: Vec<&str> = tools.iter().flat_map(|tool| ["--tool", tool]).collect();
    arguments.extend(["--timeout", "1s", "--wall-timeout", "10s", "--memory", "100MB", "--jobs", "4"]);
    arguments.extend(["--containment", containment]);
    let output = laboratory.run("out", &arguments);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    laboratory.assert_nothing_survives();
    let records = laboratory.records("out");
    let by_name: BTreeMap<&str, &Value> =
        records.iter().map(|record| (text(record, "configuration"), record)).collect();
    for (name, _, class, reason) in VILLAINS {
        let record = by_name[name];
        assert_eq!((text(record, "class"), text(record, "reason")), (class, reason), "{name}: {record}");
    }
    assert_eq!(by_name["leaves"]["left_running"], 2);
    let seconds = |name: &str, member: &str| by_name[name][member].as_f64().expect("a number");
    assert!((0.9..2.5).contains(&seconds("spins", "cpu_seconds")), "{}", by_name["spins"]);
    assert!(seconds("sleeps", "cpu_seconds") < 0.5 && seconds("sleeps", "wall_seconds") > 9.9);
    let taken = by_name["allocates"]["memory_bytes"].as_u64().expect("a number") >> 20;
    assert!((50..300).contains(&taken), "{taken} MB");
    let log = fs::read_to_string(laboratory.out("out").join("logs/talks/tasks/tasks_t.bpl.assert.log"))
        .expect("a log");
    assert!(log.len() < 3 << 20 && log.ends_with("\nTRUE\n"), "{} bytes", log.len());
}

#[test]
fn bad_behaviour_is_contained_and_named() {
    check_villains("process");
    check_villains("auto");
}

#[test]
fn a_task_that_forks_without_end_is_stopped() {
    let laboratory = Laboratory::new("forks");
    fs::write(laboratory.out("tasks").join("t.bpl"), "").expect("written");
    let tool = laboratory.tool("forks", "while :; do sleep MARK & done");
    laboratory.run("out", &["--tool", &tool, "--timeout", "60s", "--containment", "process"]);
    laboratory.assert_nothing_survives();
    assert_eq!(text(&laboratory.records("out")[0], "reason"), "too many processes");
}

#[test]
fn nothing_survives_the_harness() {
    for name in ["KILL", "TERM", "INT", "HUP"] {
        let laboratory = Laboratory::new(name).with_tasks(2);
        let tool = laboratory
            .tool("tree", "trap '' TERM HUP INT\nsetsid sh -c 'sleep MARK & sleep MARK' & sleep MARK");
        let mut child =
            laboratory.command("out", &["--tool", &tool, "--jobs", "2"]).spawn().expect("it runs");
        let start = Instant::now();
        while laboratory.survivors().len() < 8 && start.elapsed() < Duration::from_secs(20) {
            std::thread::sleep(Duration::from_millis(10));
        }
        assert!(laboratory.survivors().len() >= 8, "{name}: {:?}", laboratory.survivors());
        signal(&child, name);
        child.wait().expect("it ends");
        laboratory.assert_nothing_survives();
        assert_eq!(laboratory.records("out").len(), 0);
    }
}

#[test]
fn a_run_costs_little() {
    let laboratory = Laboratory::new("overhead").with_tasks(40);
    let tool = laboratory.tool("quick", "echo TRUE");
    let overhead = |number: usize| {
        let out = format!("out{number}");
        let start = Instant::now();
        assert!(laboratory.run(&out, &["--tool", &tool]).status.success());
        let elapsed = start.elapsed().as_secs_f64();
        let inside: f64 =
            laboratory.records(&out).iter().filter_map(|record| record["wall_seconds"].as_f64()).sum();
        (elapsed - inside) / 40.0 * 1000.0
    };
    // A busy machine disturbs some attempts, but not all.
    let attempts: Vec<f64> = (0..5).map(overhead).collect();
    assert!(attempts.iter().any(|&millis| millis < 20.0), "milliseconds a task: {attempts:?}");
}

#[test]
fn other_limits_need_another_folder() {
    let laboratory = Laboratory::new("limits").with_tasks(1);
    let tool = laboratory.tool("quick", "echo TRUE");
    assert!(laboratory.run("out", &["--tool", &tool, "--timeout", "5s"]).status.success());
    let other = laboratory.run("out", &["--tool", &tool, "--timeout", "6s"]);
    assert_eq!(other.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&other.stderr).contains("has results with other limits"));
}

#[test]
fn a_wrong_answer_is_shown_at_once() {
    let laboratory = Laboratory::new("wrong").with_tasks(2);
    let tool = laboratory.tool("optimist", "echo TRUE");
    let output = laboratory.run("out", &["--tool", &tool, "--color", "always"]);
    let line = "\x1b[1;31mWRONG: optimist says true for tasks/t00.bpl (assert), which is false\x1b[0m";
    assert!(
        String::from_utf8_lossy(&output.stderr).contains(line),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
}

#[test]
fn principia_runs_itself() {
    let laboratory = Laboratory::new("itself");
    let program = "// verdict: TRUE\nprocedure main() { var x: int; x := 0; while (*) { havoc x; assume x > 0; } assert x >= 0; }\n";
    fs::write(laboratory.out("tasks").join("count.bpl"), program).expect("written");
    let configuration = "N=--refine newton:it-sp --blocks statement --no-simplify --no-guess";
    let output = laboratory.run("out", &["--config", configuration, "--profile"]);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let record = &laboratory.records("out")[0];
    assert_eq!((text(record, "class"), text(record, "options")), ("correct-true", &configuration[2..]));
    assert!(record["iterations"].as_u64() >= Some(1) && record["sequences"].as_u64() >= Some(1), "{record}");
    assert!(record["queries"]["hoare"].is_u64() && record["machine"]["cores"].is_u64(), "{record}");
    let wrong = laboratory.run("other", &["--config", "N=--refine newtn"]);
    assert_eq!(wrong.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&wrong.stderr).contains("configuration N: invalid value 'newtn'"));
}

/// The descriptions and experiments that we ship can be read.
#[test]
fn shipped_experiments_are_well_formed() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let laboratory = Laboratory::new("shipped").with_tasks(1);
    let sets = laboratory.out("sets");
    fs::create_dir_all(&sets).expect("a folder");
    let mut seen = 0;
    for entry in fs::read_dir(root.join("experiments")).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.extension().is_none_or(|extension| extension != "toml") {
            continue;
        }
        seen += 1;
        let output =
            laboratory.command("out", &["--matrix", &path.to_string_lossy()]).output().expect("it runs");
        // There are none of its sets here; everything else about it must be right.
        let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(stderr.contains("error: there are no tasks to run"), "{}: {stderr}", path.display());
    }
    assert!(seen >= 4, "{seen} experiments");
}
