//! Searching for violations with executions: what is found, and what is not.

use base::Budget;
use concolic::{Effort, Explorer, Guided};
use interpreter::{Ending, Executor};
use program::{CoreProgram, read_program, verify};
use smt::{SolverOptions, Z3Solver};

fn read(text: &str) -> CoreProgram {
    let program = read_program(text).unwrap_or_else(|error| panic!("{error:?}"));
    assert_eq!(verify(&program), Ok(()));
    program
}

/// Searches with so many steps. The executions that it took, if there is a violation, which is repeated.
fn search(program: &CoreProgram, steps: u64) -> Option<u64> {
    effort(program, steps).map(|effort| effort.executions)
}

/// The same, with all that was done.
fn effort(program: &CoreProgram, steps: u64) -> Option<Effort> {
    let solver = Box::new(Z3Solver::new(&SolverOptions::default()).expect("Z3 starts"));
    let mut explorer = Explorer::new(program, solver).expect("there is one entry");
    let violating = explorer.next_violation(steps, &Budget::unlimited())?;
    let guided = Guided::new(violating.decisions.clone(), violating.tail);
    let mut executor = Executor::new(program, Box::new(guided)).with_trail();
    let execution = executor.run(program.entries[0], violating.steps);
    assert_eq!(execution.ending, Ending::Violated(violating.violation));
    assert_eq!(execution.steps, violating.steps);
    Some(explorer.effort)
}

/// A lock with a code: each right digit leads on, and each wrong one back to the start.
fn lock(code: &[u32]) -> CoreProgram {
    let mut edges = String::new();
    for (position, digit) in code.iter().enumerate() {
        edges += &format!("LB{position} -> LC{position}: assume (= state #x{position:08x})\n");
        edges += &format!("LB{position} -> LB{}: assume (not (= state #x{position:08x}))\n", position + 1);
        edges += &format!("LC{position} -> LD{position}: assume (= digit #x{digit:08x})\n");
        edges += &format!("LC{position} -> LE: assume (not (= digit #x{digit:08x}))\n");
        edges += &format!("LD{position} -> LA: state := #x{:08x}\n", position + 1);
    }
    let last = code.len();
    let text = format!(
        "entry main
         procedure main() {{
           var digit: (_ BitVec 32)
           var state: (_ BitVec 32)
           start L0
           exit L1
           error L9 \"assert\" \"open\"
           L0 -> LA: state := #x00000000
           LA -> LB0 input \"read\": havoc digit
           {edges}
           LB{last} -> L9: assume (= state #x{last:08x})
           LB{last} -> LE: assume (not (= state #x{last:08x}))
           LE -> LA: state := #x00000000
         }}"
    );
    read(&number_locations(&text))
}

/// Locations have numbers.
fn number_locations(text: &str) -> String {
    let mut names: Vec<String> = Vec::new();
    let mut result = String::new();
    for word in text.split_inclusive(|c: char| !c.is_alphanumeric()) {
        let name = word.trim_end_matches(|c: char| !c.is_alphanumeric());
        let is_location = name.len() > 1
            && name.starts_with('L')
            && name[1..].starts_with(|c: char| c.is_ascii_uppercase());
        if is_location {
            let position = names.iter().position(|other| other == name).unwrap_or_else(|| {
                names.push(name.to_string());
                names.len() - 1
            });
            result += &format!("L{}{}", 100 + position, &word[name.len()..]);
        } else {
            result += word;
        }
    }
    result
}

#[test]
fn a_code_of_large_digits_is_found() {
    let code = [0x1234_5678, 0xdead_beef, 7, 0x8000_0000, 99];
    let executions = search(&lock(&code), 10_000_000).expect("the code is found");
    assert!(executions < 200, "{executions} executions");
}

#[test]
fn what_cannot_happen_is_not_found() {
    let program = read(
        "entry main
         procedure main() {
           var a: (_ BitVec 16)
           start L0
           exit L1
           error L9 \"assert\" \"a square\"
           L0 -> L2 input \"read\": havoc a
           L2 -> L9: assume (= (bvmul a a) #x0003)
           L2 -> L1: assume (not (= (bvmul a a) #x0003))
         }",
    );
    assert_eq!(search(&program, 1_000_000), None);
}

#[test]
fn memory_leads_to_violations() {
    // What was written at one address is read at another that is the same by chance.
    let program = read(
        "entry main
         procedure main() {
           var memory: (Array (_ BitVec 32) (_ BitVec 8))
           var i: (_ BitVec 32)
           var j: (_ BitVec 32)
           start L0
           exit L1
           error L9 \"assert\" \"the same\"
           L0 -> L2 input \"read\": havoc i
           L2 -> L3 input \"read\": havoc j
           L3 -> L4: memory := (store (store memory i #x2a) #x00000005 #x00)
           L4 -> L5: assume (not (= i j))
           L5 -> L9: assume (= (select memory j) #x2a)
           L5 -> L1: assume (not (= (select memory j) #x2a))
         }",
    );
    // The element at `j` is arbitrary at first.
    assert!(search(&program, 1_000_000).is_some());
}

#[test]
fn calls_and_recursion_are_no_obstacle() {
    let program = read(
        "entry main
         procedure main() {
           var n: Int
           var r: Int
           start L0
           exit L1
           error L9 \"assert\" \"the sum\"
           L0 -> L2 input \"read\": havoc n
           L2 -> L3: call r := sum(n)
           L3 -> L9: assume (= r 55)
           L3 -> L1: assume (not (= r 55))
         }
         procedure sum(n: Int) returns (r: Int) {
           start L0
           exit L1
           L0 -> L2: assume (> n 0)
           L0 -> L4: assume (not (> n 0))
           L2 -> L3: call r := sum((- n 1))
           L3 -> L1: r := (+ r n)
           L4 -> L1: r := 0
         }",
    );
    assert!(search(&program, 1_000_000).is_some());
}

/// Many branches that do not matter, then demands that a helper checks: where one is not met, nothing goes on.
fn demands(branches: usize, demands: usize) -> CoreProgram {
    let mut edges = String::new();
    for branch in 0..branches {
        edges += &format!("LA{branch} -> LB{branch} input \"read\": havoc digit\n");
        edges += &format!("LB{branch} -> LA{}: assume (bvult #x00000005 digit)\n", branch + 1);
        edges += &format!("LB{branch} -> LA{}: assume (not (bvult #x00000005 digit))\n", branch + 1);
    }
    for demand in 0..demands {
        let (at, next) = (branches + demand, branches + demand + 1);
        edges += &format!("LA{at} -> LD{demand} input \"read\": havoc digit\n");
        edges += &format!("LD{demand} -> LA{next}: call demand(digit, #x0000{:04x})\n", 4242 + demand);
    }
    let last = branches + demands;
    let text = format!(
        "entry main
         procedure main() {{
           var digit: (_ BitVec 32)
           start LA0
           exit L1
           error L9 \"assert\" \"all are met\"
           {edges}
           LA{last} -> L9: assume (not (= digit #x00000000))
           LA{last} -> L1: assume (= digit #x00000000)
         }}
         procedure demand(digit: (_ BitVec 32), wanted: (_ BitVec 32)) {{
           start L0
           exit L1
           L0 -> L1: assume (= digit wanted)
           L0 -> L2: assume (not (= digit wanted))
           L2 -> L2: assume true
         }}"
    );
    read(&number_locations(&text))
}

#[test]
fn a_dead_end_is_left_where_it_began() {
    let executions = search(&demands(40, 12), 10_000_000).expect("all demands are met");
    assert!(executions < 30, "{executions} executions");
}

#[test]
fn what_all_executions_do_first_is_done_once() {
    // A table is filled, and an input is read, before the path depends on anything.
    let program = read(
        "entry main
         procedure main() {
           var table: (Array (_ BitVec 32) (_ BitVec 32))
           var early: (_ BitVec 32)
           var i: (_ BitVec 32)
           var n: (_ BitVec 32)
           start L0
           exit L1
           error L9 \"assert\" \"both\"
           L0 -> L2: i := #x00000000
           L2 -> L3: assume (bvult i #x0000012c)
           L2 -> L4: assume (not (bvult i #x0000012c))
           L3 -> L12: table := (store table i (bvmul i #x00000007))
           L12 -> L2: i := (bvadd i #x00000001)
           L4 -> L5 input \"read\": havoc early
           L5 -> L13: table := (store table #x00000005 early)
           L13 -> L6: assume (bvult early #x10000000)
           L13 -> L1: assume (not (bvult early #x10000000))
           L6 -> L7 input \"read\": havoc n
           L7 -> L8: assume (= n #x00001234)
           L7 -> L1: assume (not (= n #x00001234))
           L8 -> L10: table := (store table #x00000006 n)
           L10 -> L11: assume (= (select table #x00000005) #x00004321)
           L10 -> L1: assume (not (= (select table #x00000005) #x00004321))
           L11 -> L9: assume (= (select table #x00000007) #x00000031)
           L11 -> L1: assume (not (= (select table #x00000007) #x00000031))
         }",
    );
    let effort = effort(&program, 1_000_000).expect("the numbers are found");
    assert!(effort.executions >= 3, "{effort:?}");
    // The first execution, and one with another early input.
    assert!(effort.steps < 2 * 1_000, "{effort:?}");
}
