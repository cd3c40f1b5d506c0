//! Executions of core programs: how they end, what is chosen, what arrays cost.

use std::time::Instant;

use expect_test::{Expect, expect};
use interpreter::{Ending, Executor, Given, Random};
use program::{CoreProgram, read_program, verify};
use term::build as mk;

fn read(text: &str) -> CoreProgram {
    let program = read_program(text).unwrap_or_else(|error| panic!("{error:?}"));
    assert_eq!(verify(&program), Ok(()));
    program
}

/// Runs a program and shows the steps and the end.
fn check(text: &str, inputs: &[i64], expected: Expect) {
    let program = read(text);
    let mut shown = String::new();
    let choices = Given::new(inputs.iter().map(|input| mk::int(*input)));
    let observer = |step: &interpreter::Step<'_>| {
        let mut changes: Vec<String> = step.changes.iter().map(|(v, value)| format!("{v}={value}")).collect();
        for write in &step.writes {
            let path: Vec<String> = write.path.iter().map(ToString::to_string).collect();
            changes.push(format!("{}[{}]={}", write.array, path.join("]["), write.value));
        }
        let indent = "  ".repeat(step.depth);
        let end = if step.is_return { "end of " } else { "" };
        let statement = &step.edge.statement;
        let text = format!("{indent}{}: {end}{statement} {}", step.procedure.name, changes.join(" "));
        shown += text.trim_end();
        shown.push('\n');
    };
    let mut executor = Executor::new(&program, Box::new(choices)).with_observer(Box::new(observer));
    let execution = executor.run(program.entries[0], 1000);
    drop(executor);
    let ending = match &execution.ending {
        Ending::Violated(violation) => format!("violated: {} ({})", violation.property, violation.message),
        other => format!("{other:?}"),
    };
    shown += &format!("{ending} {:?} after {} steps\n", execution.results, execution.steps);
    expected.assert_eq(&shown);
}

const FACTORIAL: &str = "
entry main
procedure main() returns (r: Int) {
  var n: Int
  start L0
  exit L1
  error L4 \"assert\" \"r < 20\"
  L0 -> L2 input \"read\": havoc n
  L2 -> L3: call r := factorial(n)
  L3 -> L1: assume (< r 20)
  L3 -> L4: assume (not (< r 20))
}
procedure factorial(n: Int) returns (r: Int) {
  var m: Int
  start L0
  exit L1
  limit L4 \"negative\"
  L0 -> L4: assume (< n 0)
  L0 -> L2: assume (= n 0)
  L0 -> L3: assume (> n 0)
  L2 -> L1: r := 1
  L3 -> L5: call m := factorial((- n 1))
  L5 -> L1: r := (* n m)
}
";

#[test]
fn recursion_has_a_stack() {
    check(
        FACTORIAL,
        &[2],
        expect![[r#"
            main: havoc n n=2
            main: call r := procedure 1(n) n=2
              factorial: assume n >= 1
              factorial: call m := procedure 1(n - 1) n=1
                factorial: assume n >= 1
                factorial: call m := procedure 1(n - 1) n=0
                  factorial: assume n == 0
                  factorial: r := 1 r=1
                factorial: end of call m := procedure 1(n - 1) m=1
                factorial: r := n * m r=1
              factorial: end of call m := procedure 1(n - 1) m=1
              factorial: r := n * m r=2
            main: end of call r := procedure 1(n) r=2
            main: assume r <= 19
            Finished [2] after 11 steps
        "#]],
    );
}

#[test]
fn executions_end_in_violations_and_limits() {
    let ending = |input: i64, steps: u64| {
        let program = read(FACTORIAL);
        let mut executor = Executor::new(&program, Box::new(Given::new([mk::int(input)])));
        executor.run(program.entries[0], steps).ending
    };
    assert!(matches!(ending(4, 1000), Ending::Violated(violation) if &*violation.property == "assert"));
    assert_eq!(ending(-1, 1000), Ending::Limit(program::Limit::of_text("negative")));
    assert_eq!(ending(3, 5), Ending::StepLimit);
    assert_eq!(ending(5_000_000, 1 << 40), Ending::StackLimit);
}

#[test]
fn parallel_assignments_read_before_they_write() {
    check(
        "
entry main
procedure main() returns (x: Int, y: Int, a: (Array Int Int), b: (Array Int Int)) {
  start L0
  exit L1
  L0 -> L2: x := 1, y := 2
  L2 -> L3: x := y, y := x
  L3 -> L4: a := (store a x y), x := (+ x 1), b := a
  L4 -> L1: a := (store b 5 6), b := (store a 7 (select a 2))
}
",
        &[],
        expect![[r#"
            main: x, y := 1, 2 x=1 y=2
            main: x, y := y, x x=2 y=1
            main: a, x, b := a[x := y], x + 1, a x=3 a[2]=1
            main: a, b := b[5 := 6], a[7 := a[2]]
            Finished [3, 1, (store ((as const (Array Int Int)) 0) 5 6), (store (store ((as const (Array Int Int)) 0) 2 1) 7 1)] after 4 steps
        "#]],
    );
}

#[test]
fn what_no_assumption_allows_is_stuck() {
    check(
        "
var g: Int
entry main
procedure main() {
  start L0
  exit L1
  L0 -> L2 input \"read\": havoc g
  L2 -> L1: assume (= g 1)
  L2 -> L1: assume (= g 2)
}
",
        &[3],
        expect![[r#"
            main: havoc g g=3
            Stuck [] after 1 steps
        "#]],
    );
}

#[test]
fn choices_are_noted_and_seeds_repeat() {
    let program = read(
        "
entry main
procedure main() returns (x: (_ BitVec 32), f: (_ FloatingPoint 8 24)) {
  start L0
  exit L1
  L0 -> L0: havoc x, f
  L0 -> L1: skip
}
",
    );
    let run = |seed: u64| {
        let mut executor = Executor::new(&program, Box::new(Random::new(seed)));
        executor.run(program.entries[0], 1000)
    };
    assert!(run(1).choice.is_some());
    assert_eq!(run(7).results, run(7).results);
    assert!((0..20).map(|seed| run(seed).steps).max() > (0..20).map(|seed| run(seed).steps).min());
}

/// A loop that writes an array of arrays: a copy of the array at each step would take minutes.
#[test]
fn arrays_change_in_place() {
    let program = read(
        "
var memory: (Array (_ BitVec 32) (Array (_ BitVec 32) (_ BitVec 32)))
entry main
procedure main() returns (sum: (_ BitVec 32)) {
  var i: (_ BitVec 32)
  start L0
  exit L1
  L0 -> L2: i := #x00000000, sum := #x00000000
  L2 -> L3: assume (bvult i #x00030d40)
  L2 -> L1: assume (not (bvult i #x00030d40))
  L3 -> L4: memory := (store memory #x00000001 (store (select memory #x00000001) i (bvmul i i)))
  L4 -> L5: sum := (bvadd sum (select (select memory #x00000001) i))
  L5 -> L2: i := (bvadd i #x00000001)
}
",
    );
    let start = Instant::now();
    let mut executor = Executor::new(&program, Box::new(Given::default()));
    let execution = executor.run(program.entries[0], u64::MAX);
    let elapsed = start.elapsed();
    let sum = (0..200_000u32).fold(0u32, |sum, i| sum.wrapping_add(i.wrapping_mul(i)));
    assert_eq!(execution.results, [mk::bv(sum, 32)]);
    assert!(elapsed.as_secs() < 5, "{elapsed:?} for {} steps", execution.steps);
    println!("{} steps in {elapsed:?}", execution.steps);
}
