//! Answers that help: what an UNKNOWN says, bounded runs, invariants for each loop, verdicts that are never lost, and what
//! shells can have.

mod tool;

use std::io::Write;
use std::process::Stdio;
use std::time::{Duration, Instant};

use tool::{Answer, Scratch, command, plain_command, run, run_command};

/// Nobody knows whether the loop ends for all inputs; there is no short proof.
const HARD: &str = "\
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), m = n;
  while (n > 1) {
    if (n % 2)
      n = 3 * n + 1;
    else
      n = n / 2;
    if (n == 27182818u && m == 3u)
      reach_error();
  }
  return 0;
}
";

/// A violation in the seventh iteration.
const SEVENTH: &str = "\
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int n = 0;
  while (__VERIFIER_nondet_int()) {
    n++;
    if (n == 7)
      reach_error();
  }
  return 0;
}
";

/// A loop with at most three iterations.
const SHORT: &str = "\
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
int main(void) {
  unsigned n = __VERIFIER_nondet_uint() % 4, i = 0, s = 0;
  while (i < n) {
    s += __VERIFIER_nondet_uint() % 3;
    i++;
  }
  if (s > 6)
    reach_error();
  return 0;
}
";

fn verify(name: &str, program: &str, options: &[&str]) -> Answer {
    let scratch = Scratch::new(&format!("answers-{name}"));
    let path = scratch.write("a.c", program);
    run(&[&["verify", &path], options].concat())
}

#[test]
fn an_unknown_says_where_how_far_and_what_to_try() {
    let answer = verify("help", HARD, &["--timeout", "3s", "--no-concolic", "--json", "-"]);
    assert_eq!(answer.verdict(), "UNKNOWN(timeout)");
    assert!(
        answer.stderr.contains("passes the loop at ") && answer.stderr.contains("a.c:5:3 in main"),
        "{}",
        answer.stderr
    );
    assert!(answer.stderr.contains("hint: `--bounded "), "{}", answer.stderr);
    let help = &answer.json()["help"];
    assert_eq!(help["place"]["line"], 5);
    assert!(help["far"].as_array().is_some_and(|far| !far.is_empty()), "{help}");
}

/// Without executions, which may find violations beyond a bound.
#[test]
fn bounds_are_exact() {
    let options = |bound| {
        [
            "--bounded",
            bound,
            "--strategy",
            "paper",
            "--blocks",
            "loop-free",
            "--timeout",
            "60s",
            "--no-execute",
        ]
    };
    // An iteration counts when it is complete: the violation is in the one behind the sixth.
    assert_eq!(verify("five", SEVENTH, &options("5")).verdict(), "UNKNOWN(none up to 5 iterations)");
    assert_eq!(verify("six", SEVENTH, &options("6")).verdict(), "FALSE(unreach-call)");
    // With a bound that no execution reaches, none is a proof.
    assert_eq!(verify("three", SHORT, &options("3")).verdict(), "TRUE");
    assert_eq!(verify("two", SHORT, &options("2")).verdict(), "UNKNOWN(none up to 2 iterations)");
}

#[test]
fn recursion_is_bounded_too() {
    let program = "\
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int f(int n) {
  if (__VERIFIER_nondet_int())
    return f(n + 1);
  if (n == 4)
    reach_error();
  return n;
}
int main(void) {
  return f(1);
}
";
    let options = |bound| {
        [
            "--bounded",
            bound,
            "--strategy",
            "paper",
            "--blocks",
            "loop-free",
            "--timeout",
            "60s",
            "--no-execute",
        ]
    };
    assert_eq!(verify("shallow", program, &options("2")).verdict(), "UNKNOWN(none up to 2 iterations)");
    assert_eq!(verify("deep", program, &options("6")).verdict(), "FALSE(unreach-call)");
}

#[test]
fn every_loop_has_an_invariant() {
    let program = "\
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int x = 1;
  while (__VERIFIER_nondet_int())
    if (x > 100 || x < 0) reach_error();
  for (int i = 0; i < 10; i++)
    x = x;
  while (__VERIFIER_nondet_int()) {
  }
  return 0;
}
";
    let answer = verify("invariants", program, &["--show-proof", "--show-invariants"]);
    assert_eq!(answer.verdict(), "TRUE");
    let (proof, told) = answer
        .stderr
        .split_once("Invariants:\n")
        .and_then(|(_, rest)| rest.split_once("Invariants:\n"))
        .expect("two lists");
    for (line, text) in
        [(5, "while (__VERIFIER_nondet_int())"), (7, "for (int i"), (9, "while (__VERIFIER_nondet_int()) {")]
    {
        assert!(proof.contains(&format!("before line {line} (loop)")), "{proof}");
        assert!(told.contains(&format!("a.c:{line}:3: {text}")), "{told}");
    }
}

/// Nothing can be written to `/dev/full`.
#[test]
fn a_full_disk_does_not_lose_the_verdict() {
    let scratch = Scratch::new("answers-full");
    let json = scratch.path("out.json");
    let path = scratch.write("a.c", SEVENTH);
    let answer = run(&["verify", &path, "--report", "/dev/full", "--sarif", "/dev/full", "--json", &json]);
    assert_eq!((answer.verdict(), answer.status), ("FALSE(unreach-call)", Some(1)));
    assert_eq!(answer.stderr.matches("error: cannot write /dev/full").count(), 2, "{}", answer.stderr);
    assert!(std::fs::read_to_string(&json).expect("written").contains("\"FALSE\""), "the others are written");
}

#[test]
fn an_interrupt_tells_what_is_known() {
    let scratch = Scratch::new("answers-interrupt");
    let (json, page) = (scratch.path("out.json"), scratch.path("out.html"));
    let path = scratch.write("a.c", HARD);
    let child = command(&["verify", &path, "--json", &json, "--report", &page, "--no-concolic"]);
    let mut child = { child }.spawn().expect("starts");
    std::thread::sleep(Duration::from_secs(3));
    // SAFETY: the child is ours.
    unsafe { libc::kill(child.id() as i32, libc::SIGINT) };
    let start = Instant::now();
    let status = child.wait().expect("ends").code();
    assert!(start.elapsed() < Duration::from_secs(5));
    let output = child.wait_with_output().expect("output");
    assert_eq!(
        (status, String::from_utf8_lossy(&output.stdout).as_ref()),
        (Some(130), "UNKNOWN(cancelled)\n")
    );
    let document: serde_json::Value =
        serde_json::from_str(&std::fs::read_to_string(&json).expect("written")).expect("JSON");
    assert_eq!(document["reason"], "cancelled");
    assert!(
        std::fs::read_to_string(&page).expect("written").contains("27182818u"),
        "the page has the source"
    );
}

#[test]
fn standard_input_is_a_program() {
    let mut child = plain_command(&["verify", "-", "--property", "unreach-call", "--entry", "main"]);
    let mut child =
        child.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("starts");
    child.stdin.take().expect("a pipe").write_all(SEVENTH.as_bytes()).expect("written");
    let output = child.wait_with_output().expect("ends");
    assert_eq!(String::from_utf8_lossy(&output.stdout), "FALSE(unreach-call)\n");
    let told = String::from_utf8_lossy(&output.stderr);
    assert!(
        told.contains("The same by `principia run - --property unreach-call --entry main --inputs "),
        "{told}"
    );
}

#[test]
fn shells_have_completions_and_manuals() {
    for shell in ["bash", "zsh", "fish"] {
        let answer = run_command(plain_command(&["completions", shell]));
        assert!(answer.status == Some(0) && answer.stdout.contains("bounded"), "{shell}");
    }
    let scratch = Scratch::new("answers-man");
    let folder = scratch.path("man");
    assert_eq!(run_command(plain_command(&["man", &folder])).status, Some(0));
    let page = std::fs::read_to_string(format!("{folder}/principia-verify.1")).expect("written");
    assert!(page.contains("bounded") && page.starts_with(".ie"), "{}", &page[..80]);
    assert!(run_command(plain_command(&["man"])).stdout.contains("principia"));
}
