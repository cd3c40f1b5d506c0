//! Limits, crashes and interrupts: the answer comes in time, and nothing is left running.

mod tool;

use std::os::unix::fs::PermissionsExt;
use std::process::{Child, Command};
use std::time::{Duration, Instant};

use tool::{Answer, ENDLESS, Scratch, command, run, run_command};

/// The answer must come within a second of the limit; what the machine is slow at comes on top.
const SECOND: Duration = Duration::from_millis(1000);

fn endless(name: &str) -> (Scratch, String) {
    let scratch = Scratch::new(name);
    let path = scratch.write("endless.bpl", ENDLESS);
    (scratch, path)
}

#[track_caller]
fn check(answer: &Answer, verdict: &str) {
    assert_eq!((answer.verdict(), answer.status), (verdict, Some(3)), "{answer:?}");
}

#[test]
fn time_limits_hold() {
    let (_scratch, path) = endless("time");
    for (text, limit) in [("300ms", Duration::from_millis(300)), ("1s", Duration::from_secs(1))] {
        let answer = run(&["verify", &path, "--timeout", text, "--json", "-"]);
        check(&answer, "UNKNOWN(timeout)");
        assert!(answer.elapsed >= limit && answer.elapsed < limit + SECOND, "{:?}", answer.elapsed);
        let iterations = answer.json()["statistics"]["counters"]["iterations"].as_u64();
        assert!(iterations.is_some_and(|count| count > 0), "what is known is reported");
    }
}

#[test]
fn memory_limits_hold() {
    let (_scratch, path) = endless("memory");
    let answer = run(&["verify", &path, "--memory", "20MB", "--timeout", "20s"]);
    check(&answer, "UNKNOWN(out of memory)");
    assert!(answer.elapsed < Duration::from_secs(2), "{:?}", answer.elapsed);
}

/// The children of a process.
fn children(process: u32) -> Vec<i32> {
    let list =
        std::fs::read_to_string(format!("/proc/{process}/task/{process}/children")).unwrap_or_default();
    list.split_whitespace().filter_map(|id| id.parse().ok()).collect()
}

/// Starts an endless run and waits for its worker.
fn start(path: &str) -> (Child, i32) {
    start_with(path, &[])
}

fn start_with(path: &str, options: &[&str]) -> (Child, i32) {
    let arguments = [&["verify", path], options].concat();
    let child = command(&arguments).spawn().expect("the tool starts");
    let deadline = Instant::now() + Duration::from_secs(10);
    while children(child.id()).is_empty() {
        assert!(Instant::now() < deadline, "there is no worker");
        std::thread::sleep(Duration::from_millis(5));
    }
    std::thread::sleep(Duration::from_millis(200));
    let worker = children(child.id())[0];
    (child, worker)
}

fn signal(process: i32, signal: i32) {
    assert_eq!(unsafe { libc::kill(process, signal) }, 0, "the process is there");
}

/// Waits until a process is gone, or nothing but a zombie.
fn is_gone(process: i32) -> bool {
    let deadline = Instant::now() + Duration::from_secs(3);
    while Instant::now() < deadline {
        let status = std::fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
        if status.is_empty() || status.contains("State:\tZ") {
            return true;
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    false
}

fn finish(child: Child) -> Answer {
    let start = Instant::now();
    let output = child.wait_with_output().expect("waited");
    Answer {
        stdout: String::from_utf8(output.stdout).expect("text"),
        stderr: String::from_utf8(output.stderr).expect("text"),
        status: output.status.code(),
        elapsed: start.elapsed(),
    }
}

#[test]
fn a_worker_that_dies_is_reported() {
    let (_scratch, path) = endless("dies");
    let (child, worker) = start(&path);
    signal(worker, libc::SIGKILL);
    check(&finish(child), "UNKNOWN(worker died: signal 9 (killed))");
    let (child, worker) = start(&path);
    signal(worker, libc::SIGABRT);
    check(&finish(child), "UNKNOWN(worker died: signal 6 (aborted))");
}

/// With several workers, one that dies costs its party only, and nothing is left behind.
#[test]
fn a_worker_of_several_that_dies_costs_its_party() {
    let (_scratch, path) = endless("dies-of-two");
    let (child, worker) = start_with(&path, &["--jobs", "2", "--timeout", "3s"]);
    signal(worker, libc::SIGKILL);
    let answer = finish(child);
    check(&answer, "UNKNOWN(timeout)");
    assert!(answer.elapsed >= Duration::from_secs(1), "{:?}", answer.elapsed);
    assert!(is_gone(worker));
}

#[test]
fn a_worker_that_hangs_is_killed() {
    let (_scratch, path) = endless("hangs");
    let child = command(&["verify", &path, "--timeout", "1s"]).spawn().expect("the tool starts");
    std::thread::sleep(Duration::from_millis(200));
    let worker = children(child.id())[0];
    signal(worker, libc::SIGSTOP);
    let answer = finish(child);
    check(&answer, "UNKNOWN(timeout)");
    assert!(answer.elapsed < Duration::from_secs(1) + SECOND, "{:?}", answer.elapsed);
    assert!(is_gone(worker));
}

#[test]
fn interrupts_leave_nothing_running() {
    let (_scratch, path) = endless("interrupt");
    for (number, status) in [(libc::SIGINT, 130), (libc::SIGTERM, 143)] {
        let (child, worker) = start(&path);
        signal(child.id() as i32, number);
        let answer = finish(child);
        assert_eq!((answer.status, answer.stdout.as_str()), (Some(status), "UNKNOWN(cancelled)\n"));
        assert!(is_gone(worker));
    }
    let (child, worker) = start(&path);
    signal(child.id() as i32, libc::SIGKILL);
    assert_eq!(finish(child).status, None);
    assert!(is_gone(worker), "the worker dies with its parent");
}

/// A solver that is a shell script.
fn with_solver(scratch: &Scratch, script: &str, arguments: &[&str]) -> Command {
    let solver = scratch.write("solver", format!("#!/bin/sh\n{script}\n"));
    std::fs::set_permissions(&solver, std::fs::Permissions::from_mode(0o755)).expect("executable");
    let mut command = command(arguments);
    command.env("PRINCIPIA_SOLVER_CVC5", solver);
    command
}

#[test]
fn a_solver_that_is_killed_costs_its_queries() {
    let (scratch, path) = endless("killed");
    // Value analysis would count on without a solver.
    let arguments = ["verify", &path, "--engine", "trace", "--solver", "cvc5", "--timeout", "10s"];
    let answer = run_command(with_solver(&scratch, "read line; kill -9 $$", &arguments));
    assert!(answer.verdict().starts_with("UNKNOWN(solver unknown: "), "{answer:?}");
    assert_eq!(answer.status, Some(3));
}

#[test]
fn a_solver_that_hangs_is_killed_with_the_worker() {
    let (scratch, path) = endless("hung");
    let note = scratch.path("pid");
    let script = format!("echo $$ > {note}\nexec sleep 1000");
    let arguments = ["verify", &path, "--solver", "cvc5", "--timeout", "1s"];
    let answer = run_command(with_solver(&scratch, &script, &arguments));
    check(&answer, "UNKNOWN(timeout)");
    assert!(answer.elapsed < Duration::from_secs(1) + SECOND, "{:?}", answer.elapsed);
    let solver = std::fs::read_to_string(note).expect("the solver was started");
    assert!(is_gone(solver.trim().parse().expect("a number")));
}

#[test]
fn a_solver_that_is_not_there_is_bad_usage() {
    let (_scratch, path) = endless("absent");
    let mut absent = command(&["verify", &path, "--solver", "cvc5"]);
    absent.env("PATH", "/nowhere").env("PRINCIPIA_SOLVERS", "/nowhere").env_remove("PRINCIPIA_SOLVER_CVC5");
    let answer = run_command(absent);
    assert_eq!(answer.status, Some(2), "{answer:?}");
    assert!(answer.stderr.contains("cvc5 was not found"), "{}", answer.stderr);
}
