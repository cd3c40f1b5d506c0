//! Pruning and inlining keep the executions.

mod graphs;
mod procedures;

use expect_test::{Expect, expect};
use graphs::{graphs, paths_to_targets};
use procedures::TWO_CALLS;
use program::{Cfg, EdgeId, Target, inline, read_cfg, read_program, verify, verify_cfg};
use proptest::prelude::*;

/// The statements on a path, and the target it leads to.
fn description(cfg: &Cfg, path: &[EdgeId]) -> String {
    let statements: Vec<String> = path.iter().map(|e| cfg.edges[*e].statement.to_string()).collect();
    let end = path.last().map_or(cfg.entry, |e| cfg.edges[*e].destination);
    format!("{} => {:?}", statements.join("; "), cfg.locations[end].target)
}

fn descriptions(cfg: &Cfg) -> Vec<String> {
    let mut all: Vec<String> = paths_to_targets(cfg, 6, 2000).iter().map(|p| description(cfg, p)).collect();
    all.sort();
    all
}

proptest! {
    #[test]
    fn pruning_keeps_the_paths_to_targets(raw in graphs(9, 12, true)) {
        let cfg = raw.build();
        let pruned = cfg.prune();
        prop_assert_eq!(verify_cfg(&pruned), Ok(()));
        prop_assert_eq!(descriptions(&cfg), descriptions(&pruned));
        // What is left is needed: pruning again changes nothing.
        prop_assert_eq!(pruned.prune(), pruned);
    }

    #[test]
    fn loop_heads_cut_every_cycle(raw in graphs(9, 20, true)) {
        let cfg = raw.build();
        let heads = cfg.loop_heads();
        // Without edges into loop heads, locations can be removed one by one, sources first.
        let mut edges: Vec<_> = cfg.edges.iter().filter(|edge| !heads.contains(&edge.destination)).collect();
        while !edges.is_empty() {
            let before = edges.len();
            let has_entrance = |l| edges.iter().any(|edge| edge.destination == l);
            let kept: Vec<_> = edges.iter().copied().filter(|edge| has_entrance(edge.source)).collect();
            edges = kept;
            prop_assert!(edges.len() < before, "a cycle without a loop head");
        }
    }
}

#[test]
fn pruning_keeps_the_entry() {
    let cfg = read_cfg("start L1\nL0 -> L1: skip\nL1 -> L2: skip").expect("a graph").prune();
    assert_eq!((cfg.locations.len(), cfg.edges.len()), (1, 0));
}

fn check_inline(text: &str, expected: Expect) {
    let program = read_program(text).expect("a program");
    assert_eq!(verify(&program), Ok(()));
    let cfg = inline(&program, 1000).expect("a small program");
    assert_eq!(verify_cfg(&cfg), Ok(()));
    expected.assert_eq(&cfg.prune().to_text());
}

#[test]
fn each_call_has_its_copy() {
    check_inline(
        TWO_CALLS,
        expect![[r#"
            var g: Int
            var t: Int
            var inc.a: Int
            var inc.r: Int
            var inc.t: Int
            var |inc.a#2|: Int
            var |inc.r#2|: Int
            var |inc.t#2|: Int
            start L0
            location L0 "start"
            error L4 "assert" "t > 0"
            location L12
            L3 -> L4: assume (<= t 0)
            L0 -> L1: assume true  // enter main
            L5 -> L7: inc.t := (+ g inc.a)
            L7 -> L6: inc.r := inc.t
            L8 -> L5: havoc inc.r, inc.t  // variables of inc
            L2 -> L8: inc.a := t
            L6 -> L3: t := inc.r  // return from inc
            L9 -> L11: |inc.t#2| := (+ g |inc.a#2|)
            L11 -> L10: |inc.r#2| := |inc.t#2|
            L12 -> L9: havoc |inc.r#2|, |inc.t#2|  // variables of inc
            L1 -> L12: |inc.a#2| := 1
            L10 -> L2: t := |inc.r#2|  // return from inc
        "#]],
    );
}

#[test]
fn recursion_ends_at_a_limit() {
    check_inline(
        "
        entry even
        procedure even(n: Int) {
          error L2 \"assert\" \"n >= 0\"
          L0 -> L1: call odd((- n 1))
          L0 -> L2: assume (< n 0)
        }
        procedure odd(n: Int) {
          L0 -> L1: assume (= n 0)
          L0 -> L1: call even((- n 1))
        }",
        expect![[r#"
            var n: Int
            var odd.n: Int
            start L0
            location L0 "start"
            error L2 "assert" "n >= 0"
            location L4
            limit L4 "recursion"
            L1 -> L2: assume (<= n (- 1))
            L0 -> L1: assume true  // enter even
            L1 -> L3: odd.n := (+ n (- 1))
            L3 -> L4: assume true
        "#]],
    );
}

/// A global, a local of the entry and a local of a copy may want the same name.
#[test]
fn names_do_not_collide() {
    let text = "
        var p.x: Int
        entry main
        procedure p() returns (x: Int) {
          L0 -> L1: x := p.x
        }
        procedure main() {
          var |p.x#|: Int
          error L3 \"assert\" \"\"
          L0 -> L2: call |p.x#| := p()
          L2 -> L3: assume (not (= |p.x#| p.x))
        }";
    let cfg = inline(&read_program(text).expect("a program"), 1000).expect("a small program");
    assert_eq!(verify_cfg(&cfg), Ok(()));
    assert_eq!(cfg.variables.len(), 3);
}

#[test]
fn several_entries_are_a_choice() {
    let text = "
        entry p
        entry q
        procedure p(x: Int) {
          error L2 \"assert\" \"p\"
          L0 -> L2: assume (= x 1)
        }
        procedure q(x: Int) {
          error L2 \"assert\" \"q\"
          L0 -> L2: assume (= x 2)
        }";
    let cfg = inline(&read_program(text).expect("a program"), 1000).expect("a small program");
    assert_eq!(verify_cfg(&cfg), Ok(()));
    assert_eq!(paths_to_targets(&cfg, 5, 10).len(), 2);
    assert_eq!(cfg.variables.len(), 2);
}

#[test]
fn inlining_gives_up_beyond_the_limit() {
    let mut text = "entry p0\n".to_string();
    for i in 0..20 {
        let next = i + 1;
        text += &format!("procedure p{i}() {{\nL0 -> L2: call p{next}()\nL2 -> L1: call p{next}()\n}}\n");
    }
    text += "procedure p20() {\nL0 -> L1: skip\n}";
    let program = read_program(&text).expect("a program");
    assert_eq!(inline(&program, 1000), Err(program::InlineError::TooLarge { limit: 1000 }));
}

#[test]
fn deep_call_chains_do_not_exhaust_the_stack() {
    let mut text = "entry p0\n".to_string();
    for i in 0..2000 {
        text += &format!("procedure p{i}() {{\nL0 -> L1: call p{}()\n}}\n", i + 1);
    }
    text += "procedure p2000() {\nerror L2 \"assert\" \"\"\nL0 -> L2: skip\n}";
    let cfg = inline(&read_program(&text).expect("a program"), 100_000).expect("it fits");
    assert!(cfg.targets().all(|(_, target)| matches!(target, Target::Violation(_))));
    assert_eq!(cfg.targets().count(), 1);
}
