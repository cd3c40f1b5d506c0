//! How long small runs take, start to exit, with the evidence checked. Only optimised builds promise this.

mod tool;

use std::time::Duration;

use tool::{Scratch, run};

/// The best of some runs: what the tool takes, not what the machine is busy with.
fn best(path: &str) -> Duration {
    let mut times = Vec::new();
    for _ in 0..15 {
        let answer = run(&["verify", path]);
        assert_eq!(answer.verdict(), "TRUE");
        times.push(answer.elapsed);
    }
    times.into_iter().min().expect("some runs")
}

#[test]
fn small_programs_are_verified_at_once() {
    let scratch = Scratch::new("speed");
    let two_lines = "procedure main() { var x: int; x := 1;\n assert x == 1; }";
    let small = best(&scratch.write("small.bpl", two_lines));
    let figure_1 = best("examples/memory_leak.bpl");
    println!("two lines: {small:?}, Fig. 1: {figure_1:?}");
    if !cfg!(debug_assertions) {
        assert!(small < Duration::from_millis(100), "{small:?}");
        assert!(figure_1 < Duration::from_millis(300), "{figure_1:?}");
    }
}
