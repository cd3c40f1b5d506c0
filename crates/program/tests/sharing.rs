//! Shared bodies have the executions of copies, and pruning before inlining keeps the targets that are reached.

mod procedures;

use std::collections::BTreeSet;

use expect_test::{Expect, expect};
use procedures::{TWO_CALLS, programs, targets_of_graph, targets_of_program, targets_of_stack};
use program::{
    Cfg, Copying, CoreProgram, InlineError, Limit, Recursion, inline, inline_sharing, read_program, verify,
};
use proptest::prelude::*;

/// Everything that is called twice is shared.
const SHARE_ALL: Copying =
    Copying { budget: 0, small: 0, edge_limit: 10_000, recursion: Recursion::Copies(1) };

/// More states are not looked at.
const STATES: usize = 3000;

/// More frames than any graph of the small programs has.
const DEPTH: usize = 7;

/// What is reached in a graph is reached by an execution, and the graph lacks only what lies behind a limit.
fn check_targets(cfg: &Cfg, real: &BTreeSet<String>, what: &str) -> Result<(), TestCaseError> {
    let Some(mut found) = targets_of_graph(cfg, STATES) else { return Ok(()) };
    let has_limit = found.remove(&Limit::Recursion.to_string());
    prop_assert!(found.is_subset(real), "{}: {:?} instead of {:?}", what, found, real);
    prop_assert!(has_limit || found == *real, "{}: {:?} instead of {:?}", what, found, real);
    Ok(())
}

fn check_program(program: &CoreProgram) -> Result<(), TestCaseError> {
    prop_assert_eq!(verify(program), Ok(()));
    let Some(real) = targets_of_program(program, DEPTH, STATES) else {
        return Err(TestCaseError::reject("too many states"));
    };
    let pruned = program.prune();
    prop_assert_eq!(verify(&pruned), Ok(()));
    for (program, what) in [(program, "program"), (&pruned, "pruned")] {
        let copied = inline(program, 3000);
        let shared = inline_sharing(program, &SHARE_ALL).expect("a small graph");
        let some = Copying { budget: 40, small: 3, ..SHARE_ALL };
        let mixed = inline_sharing(program, &some).expect("a small graph");
        for (cfg, how) in [(Some(shared), "shared"), (Some(mixed), "mixed"), (copied.ok(), "copied")] {
            let Some(cfg) = cfg else { continue };
            check_targets(&cfg.prune().contract(), &real, &format!("{what}, {how}"))?;
        }
        check_stack(program, what)?;
    }
    Ok(())
}

/// A graph with stacks has the executions of the program: those with as many frames as its stacks may hold, and no
/// others.
fn check_stack(program: &CoreProgram, what: &str) -> Result<(), TestCaseError> {
    const WAITING: usize = 2;
    let Some(few) = targets_of_program(program, WAITING + 1, STATES) else { return Ok(()) };
    // Each of the procedures may have as many frames as there are.
    let Some(many) = targets_of_program(program, 4 * (WAITING + 1), 10 * STATES) else { return Ok(()) };
    for budget in [0, 40] {
        let stack = Copying { budget, recursion: Recursion::Stack, ..SHARE_ALL };
        let cfg = inline_sharing(program, &stack).expect("a small graph");
        let Some(found) = targets_of_stack(&cfg.prune().contract(), WAITING, 10 * STATES) else { continue };
        let is_between = few.is_subset(&found) && found.is_subset(&many);
        prop_assert!(is_between, "{what}: {found:?} instead of {few:?} to {many:?}");
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    #[test]
    fn shared_bodies_have_the_executions_of_copies(raw in programs(4, false)) {
        check_program(&raw.build())?;
    }

    #[test]
    fn recursion_ends_at_a_limit_or_has_a_stack_however_bodies_are_shared(raw in programs(3, true)) {
        check_program(&raw.build())?;
    }
}

fn check(text: &str, copying: Copying, expected: Expect) {
    let program = read_program(text).expect("a program");
    assert_eq!(verify(&program), Ok(()));
    let cfg = inline_sharing(&program, &copying).expect("a small program");
    expected.assert_eq(&cfg.prune().to_text());
}

#[test]
fn calls_share_a_body() {
    check(
        TWO_CALLS,
        SHARE_ALL,
        expect![[r#"
        var g: Int
        var t: Int
        var inc.a: Int
        var inc.r: Int
        var inc.t: Int
        var inc.site: Int
        start L0
        location L0 "start"
        error L4 "assert" "t > 0"
        location L10
        L3 -> L4: assume (<= t 0)
        L0 -> L1: assume true  // enter main
        L5 -> L7: inc.t := (+ g inc.a)
        L7 -> L6: inc.r := inc.t
        L8 -> L5: havoc inc.r, inc.t  // variables of inc
        L6 -> L9: assume (= inc.site 1)  // leave inc
        L2 -> L8: inc.a := t, inc.site := 1
        L9 -> L3: t := inc.r  // return from inc
        L6 -> L10: assume (= inc.site 2)  // leave inc
        L1 -> L8: inc.a := 1, inc.site := 2
        L10 -> L2: t := inc.r  // return from inc
    "#]],
    );
}

/// The second call of `q` is in a copy of its own; whether the shared body is active decides about the first.
#[test]
fn an_active_body_is_a_limit() {
    check(
        "
        entry main
        procedure main() {
          L0 -> L1: call p()
          L0 -> L1: call q()
        }
        procedure p() {
          L0 -> L1: call q()
          L0 -> L1: skip
        }
        procedure q() {
          error L2 \"assert\" \"\"
          L0 -> L1: call p()
          L0 -> L2: skip
        }",
        Copying { budget: 1, ..SHARE_ALL },
        expect![[r#"
            var q.site: Int
            var p.site: Int
            start L9
            error L3 "assert" ""
            limit L5 "recursion"
            limit L7 "recursion"
            location L9 "start"
            L0 -> L1: assume true  // enter main
            L2 -> L3: skip
            L1 -> L2: q.site := 1
            L4 -> L5: assume (not (= q.site 0))
            L4 -> L6: assume (= q.site 0)  // call q
            L6 -> L2: q.site := 2
            L2 -> L7: assume (not (= p.site 0))
            L2 -> L8: assume (= p.site 0)  // call p
            L8 -> L4: p.site := 1
            L1 -> L4: p.site := 2
            L9 -> L0: q.site := 0, p.site := 0  // no procedure is active
        "#]],
    );
}

/// If the second call of `p` used the variables of the first, the assertion would fail.
#[test]
fn an_active_body_is_not_entered_again() {
    let text = "
        var g: Int
        entry main
        procedure main(a: Int) returns (r: Int) {
          var t: Int
          L0 -> L2: a := 0
          L2 -> L1: call t := p(0)
          L2 -> L1: call t := q(0)
        }
        procedure p(a: Int) returns (r: Int) {
          var t: Int
          error L4 \"assert\" \"p\"
          L0 -> L2: assume (= a 0)
          L0 -> L1: assume (= a 1)
          L2 -> L3: call t := q(0)
          L3 -> L4: assume (= a 1)
        }
        procedure q(a: Int) returns (r: Int) {
          var t: Int
          L0 -> L1: call t := p(1)
        }";
    let program = read_program(text).expect("a program");
    let real = targets_of_program(&program, 5, 100_000).expect("few states");
    assert_eq!(real, BTreeSet::new());
    let cfg = inline_sharing(&program, &Copying { budget: 1, ..SHARE_ALL }).expect("a small program");
    assert_eq!(targets_of_graph(&cfg, 100_000), Some([Limit::Recursion.to_string()].into()));
    assert_eq!(
        targets_of_graph(&inline(&program, 1000).expect("small"), 100_000),
        Some([Limit::Recursion.to_string()].into())
    );
}

/// What the caller needs after the call is on the stack, and nothing else.
#[test]
fn recursive_calls_have_a_stack() {
    check(
        "
        entry main
        procedure main() {
          var t: Int
          error L3 \"assert\" \"t\"
          L0 -> L2: call t := p(3)
          L2 -> L1: call t := p(t)
          L2 -> L3: assume (= t 7)
        }
        procedure p(n: Int) returns (r: Int) {
          var s: Int
          var t: Int
          L0 -> L1: r := 0
          L0 -> L2: call s := p((- n 1))
          L2 -> L3: call t := p((- n 2))
          L3 -> L1: r := (+ s t)
        }",
        Copying { recursion: Recursion::Stack, ..SHARE_ALL },
        expect![[r#"
            var t: Int
            var p.n: Int
            var p.r: Int
            var p.s: Int
            var p.t: Int
            var p.depth: Int
            var p.site: Int
            var p.return: (Array Int Int)
            var p.s.saved: (Array Int Int)
            var p.n.saved: (Array Int Int)
            start L0
            location L0 "start"
            error L3 "assert" "t"
            location L13
            L2 -> L3: assume (= t 7)
            L0 -> L1: assume true  // enter main
            L4 -> L5: p.r := 0
            L7 -> L5: p.r := (+ p.s p.t)
            L8 -> L4: havoc p.r, p.s, p.t  // variables of p
            L2 -> L8: p.n := t, p.depth := 0, p.site := 1
            L5 -> L9: assume (and (<= 1 p.depth) (= (select p.return p.depth) 2))  // leave p
            L6 -> L8: p.n := (+ p.n (- 2)), p.depth := (+ p.depth 1), p.return := (store p.return (+ p.depth 1) 2), p.s.saved := (store p.s.saved (+ p.depth 1) p.s)
            L9 -> L10: p.t := p.r, p.depth := (+ p.depth (- 1)), p.s := (select p.s.saved p.depth)  // return from p
            L10 -> L7: havoc p.n, p.r  // variables of the caller of p
            L5 -> L11: assume (and (<= 1 p.depth) (= (select p.return p.depth) 3))  // leave p
            L4 -> L8: p.n := (+ p.n (- 1)), p.depth := (+ p.depth 1), p.return := (store p.return (+ p.depth 1) 3), p.n.saved := (store p.n.saved (+ p.depth 1) p.n)
            L11 -> L12: p.s := p.r, p.depth := (+ p.depth (- 1)), p.n := (select p.n.saved p.depth)  // return from p
            L12 -> L6: havoc p.r, p.t  // variables of the caller of p
            L5 -> L13: assume (and (= p.depth 0) (= p.site 4))  // leave p
            L1 -> L8: p.n := 3, p.depth := 0, p.site := 4
            L13 -> L2: t := p.r  // return from p
        "#]],
    );
}

/// `s` and `n` are the caller's own: the sum is that of all calls, and two calls cannot have the same number.
#[test]
fn a_stack_keeps_what_a_caller_needs() {
    let text = "
        entry main
        procedure main() {
          var t: Int
          error L3 \"assert\" \"sum\"
          L0 -> L2: call t := p(4)
          L2 -> L3: assume (not (= t 5))
          L2 -> L1: skip
        }
        procedure p(n: Int) returns (r: Int) {
          var s: Int
          var t: Int
          error L6 \"assert\" \"n\"
          L0 -> L5: assume (<= n 1)
          L5 -> L1: r := 1
          L0 -> L2: assume (< 1 n)
          L2 -> L3: call s := p((- n 1))
          L3 -> L4: call t := p((- n 2))
          L4 -> L6: assume (<= n 1)
          L4 -> L1: r := (+ s t)
        }";
    let program = read_program(text).expect("a program");
    let stack = Copying { recursion: Recursion::Stack, ..SHARE_ALL };
    let cfg = inline_sharing(&program, &stack).expect("a small graph");
    assert_eq!(targets_of_graph(&cfg, 10_000), Some(BTreeSet::new()));
}

/// Each procedure calls the next one twice.
fn doubling(depth: usize) -> CoreProgram {
    let mut text = "entry p0\n".to_string();
    for i in 0..depth {
        let next = i + 1;
        text += &format!("procedure p{i}() {{\nL0 -> L2: call p{next}()\nL2 -> L1: call p{next}()\n}}\n");
    }
    text += &format!("procedure p{depth}() {{\nerror L2 \"assert\" \"\"\nL0 -> L1: skip\nL0 -> L2: skip\n}}");
    read_program(&text).expect("a program")
}

#[test]
fn the_size_is_linear_at_worst() {
    let sizes: Vec<usize> = [100, 200, 1000]
        .map(|depth| inline_sharing(&doubling(depth), &SHARE_ALL).expect("it fits").edges.len())
        .to_vec();
    assert!(sizes[0] < 1000 && sizes[1] < 2 * sizes[0] + 10 && sizes[2] < 10 * sizes[0] + 10, "{sizes:?}");
}

#[test]
fn the_budget_is_used() {
    let program = doubling(30);
    assert_eq!(inline(&program, 100_000), Err(InlineError::TooLarge { limit: 100_000 }));
    for budget in [1000, 10_000, 100_000] {
        let cfg = inline_sharing(&program, &Copying { budget, ..Copying::default() }).expect("it fits");
        let edges = cfg.edges.len();
        assert!(edges <= budget && edges * 30 > budget, "{edges} edges for a budget of {budget}");
    }
    let small = doubling(8);
    assert_eq!(inline_sharing(&small, &Copying::default()), inline(&small, 100_000));
}

#[test]
fn deep_call_chains_do_not_exhaust_the_stack() {
    let program = doubling(5000);
    let cfg = inline_sharing(&program, &Copying::default()).expect("it fits");
    assert_eq!(cfg.prune().targets().count(), 2); // the last procedure is small
    assert_eq!(program.prune(), program);
}

#[test]
fn what_leads_nowhere_is_not_copied() {
    let text = "
        entry main
        procedure main() {
          error L5 \"assert\" \"\"
          L0 -> L2: call changes()
          L0 -> L3: call stops()
          L3 -> L5: skip
          L2 -> L4: call checks()
          L4 -> L1: call changes()
          L2 -> L1: call last()
          L2 -> L6: assume false
          L6 -> L5: skip
        }
        procedure changes() {
          L0 -> L1: skip
        }
        procedure stops() {
          L0 -> L2: call changes()
        }
        procedure checks() {
          error L2 \"assert\" \"\"
          L0 -> L1: skip
          L0 -> L2: skip
        }
        procedure last() {
          L0 -> L1: call changes()
        }
        procedure nobody() {
          L0 -> L1: call main()
        }";
    let program = read_program(text).expect("a program").prune();
    expect![[r#"
        entry main
        procedure main() {
          start L0
          exit L1
          location L3
          L0 -> L2: call changes()
          L2 -> L3: call checks()
        }
        procedure changes() {
          start L0
          exit L1
          location L1
          L0 -> L1: skip
        }
        procedure checks() {
          start L0
          exit L1
          location L2
          error L2 "assert" ""
          L0 -> L2: skip
        }
    "#]]
    .assert_eq(&program.to_text());
}
