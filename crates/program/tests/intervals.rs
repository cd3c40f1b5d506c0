//! Intervals simplify what C's arithmetic becomes.

mod procedures;

use expect_test::{Expect, expect};
use procedures::{programs, targets_of_graph};
use program::{Intervals, inline_sharing, read_cfg, verify_cfg};
use proptest::prelude::*;

fn check(text: &str, expected: Expect) {
    let cfg = read_cfg(text).expect("a graph");
    assert_eq!(verify_cfg(&cfg), Ok(()));
    let intervals = Intervals::of(&cfg).expect("a small graph");
    let simplified = intervals.simplify(&cfg);
    assert_eq!(verify_cfg(&simplified), Ok(()));
    let mut out = String::new();
    for location in cfg.locations.ids().filter(|location| intervals.is_reachable(*location)) {
        let known = intervals.known_at(location);
        let known: Vec<String> = known.iter().map(|(term, values)| format!("{term} in {values}")).collect();
        out += &format!("{}: {}", cfg.location_name(location), known.join(", "));
        out.truncate(out.trim_end().len());
        out.push('\n');
    }
    expected.assert_eq(&(out + &simplified.prune().to_text()));
}

/// `for (i = 0; i < n; i++) s = s + 1` with 32 bits.
#[test]
fn counters_do_not_wrap_around() {
    check(
        "
        var i: Int
        var n: Int
        var s: Int
        start L0
        L0 -> L1: assume (and (<= (- 2147483648) n) (<= n 2147483647))
        L1 -> L2: i := 0, s := 0
        L2 -> L3: assume (< i n)
        L3 -> L4: i := (ite (< 2147483647 (+ i 1)) (- i 4294967295) (+ i 1))
        L4 -> L2: s := (mod (+ s 1) 4294967296)
        L2 -> L5: assume (>= i n)
        L5 -> L6: assume (or (< i 0) (> s 4294967295))
        error L6 \"assert\" \"\"
        L5 -> L7: assume (= (ite (< i 0) (- (div (- i) 2)) (div i 2)) 7)
        error L7 \"assert\" \"\"",
        expect![[r#"
            L0:
            L1: n in [-2147483648, 2147483647]
            L2: i in [0, 2147483647], n in [-2147483648, 2147483647], s in [0, 4294967295]
            L3: i in [0, 2147483646], n in [1, 2147483647], s in [0, 4294967295], (+ i (* (- 1) n)) in [-∞, -1]
            L4: i in [1, 2147483647], n in [1, 2147483647], s in [0, 4294967295]
            L5: i in [0, 2147483647], n in [-2147483648, 2147483647], s in [0, 4294967295], (+ i (* (- 1) n)) in [0, ∞]
            L7: i in [14, 15], n in [-2147483648, 2147483647], s in [0, 4294967295], (+ i (* (- 1) n)) in [0, ∞], (ite (<= i (- 1)) (* (- 1) (div (* (- 1) i) 2)) (div i 2)) in [7, 7]
            var i: Int
            var n: Int
            var s: Int
            start L0
            location L6
            error L6 "assert" ""
            L0 -> L1: assume (and (<= (- 2147483648) n) (<= n 2147483647))
            L1 -> L2: i := 0, s := 0
            L2 -> L3: assume (<= i (+ n (- 1)))
            L3 -> L4: i := (+ i 1)
            L4 -> L2: s := (mod (+ s 1) 4294967296)
            L2 -> L5: assume (<= n i)
            L5 -> L6: assume (= (div i 2) 7)
        "#]],
    );
}

#[test]
fn facts_about_sums_and_what_was_read() {
    check(
        "
        var a: (Array Int Int)
        var i: Int
        var x: Int
        var y: Int
        var s: Int
        start L0
        L0 -> L1: assume (and (<= 0 x 255) (<= 0 y 255) (<= 0 (select a i) 255))
        L1 -> L2: s := (mod (+ (select a i) 1) 65536)
        L2 -> L3: assume (<= (+ x y) 100)
        L3 -> L4: s := (ite (< 255 (+ x y)) (- (+ x y) 256) (+ x y))
        L4 -> L5: assume (< 100 s)
        error L5 \"assert\" \"\"
        L4 -> L6: i := (+ i 1)
        L6 -> L7: s := (mod (select a i) 65536)
        L7 -> L8: x := (- y x)
        L8 -> L9: assume (< s (mod (+ x y) 1000))
        error L9 \"assert\" \"\"",
        expect![[r#"
            L0:
            L1: x in [0, 255], y in [0, 255], (select a i) in [0, 255]
            L2: x in [0, 255], y in [0, 255], s in [1, 256], (select a i) in [0, 255]
            L3: x in [0, 100], y in [0, 100], s in [1, 256], (select a i) in [0, 255], (+ x y) in [-∞, 100]
            L4: x in [0, 100], y in [0, 100], s in [0, 100], (select a i) in [0, 255], (+ x y) in [-∞, 100]
            L6: x in [0, 100], y in [0, 100], s in [0, 100], (+ x y) in [-∞, 100]
            L7: x in [0, 100], y in [0, 100], s in [0, 65535], (+ x y) in [-∞, 100]
            L8: x in [-100, 100], y in [0, 100], s in [0, 65535]
            L9: x in [-100, 100], y in [0, 100], s in [0, 998], (+ s (* (- 1) (mod (+ x y) 1000))) in [-∞, -1]
            var a: (Array Int Int)
            var i: Int
            var x: Int
            var y: Int
            var s: Int
            start L0
            location L8
            error L8 "assert" ""
            L0 -> L1: assume (and (<= 0 x) (<= x 255) (<= 0 y) (<= y 255) (<= 0 (select a i)) (<= (select a i) 255))
            L1 -> L2: s := (+ (select a i) 1)
            L2 -> L3: assume (<= (+ x y) 100)
            L3 -> L4: s := (+ x y)
            L4 -> L5: i := (+ i 1)
            L5 -> L6: s := (mod (select a i) 65536)
            L6 -> L7: x := (+ (* (- 1) x) y)
            L7 -> L8: assume (<= s (+ (mod (+ x y) 1000) (- 1)))
        "#]],
    );
}

#[test]
fn constants_and_decided_branches() {
    check(
        "
        var debug: Bool
        var level: Int
        var x: Int
        start L0
        L0 -> L1: debug := false, level := 3
        L1 -> L2: assume (and debug (= x 1))
        L1 -> L3: assume (not debug)
        L2 -> L3: level := 5
        L3 -> L4: x := (+ x (* 2 level))
        L4 -> L5: assume (or (> x 5) (and (< level 7) (= x 0)))
        error L5 \"assert\" \"\"",
        expect![[r#"
            L0:
            L1: debug in [0, 0], level in [3, 3]
            L3: debug in [0, 0], level in [3, 3]
            L4: debug in [0, 0], level in [3, 3]
            L5: debug in [0, 0], level in [3, 3], x in [0, ∞]
            var debug: Bool
            var level: Int
            var x: Int
            start L0
            location L4
            error L4 "assert" ""
            L0 -> L1: debug := false, level := 3
            L1 -> L2: assume true
            L2 -> L3: x := (+ x 6)
            L3 -> L4: assume (or (<= 6 x) (= x 0))
        "#]],
    );
}

/// Bounds of a loop that two variables share come from narrowing.
#[test]
fn narrowing_recovers_bounds() {
    check(
        "
        var i: Int
        var j: Int
        start L0
        L0 -> L1: i := 0, j := 0
        L1 -> L2: assume (< i 1000)
        L2 -> L1: i := (+ i 3), j := (* 2 i)
        L1 -> L3: assume (and (>= i 1000) (> j 5000))
        error L3 \"assert\" \"\"",
        expect![[r#"
            L0:
            L1: i in [0, 1002], j in [0, 1998]
            L2: i in [0, 999], j in [0, 1998]
            var i: Int
            var j: Int
            start L0
            location L0
        "#]],
    );
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    #[test]
    fn the_same_targets_are_reached(raw in programs(3, false)) {
        let copying = program::Copying::within(20);
        let cfg = inline_sharing(&raw.build(), &copying).expect("a small program");
        let simplified = Intervals::of(&cfg).expect("a small graph").simplify(&cfg).prune();
        let (before, after) = (targets_of_graph(&cfg, 5000), targets_of_graph(&simplified, 5000));
        prop_assert!(before.is_none() || after.is_none() || before == after, "{:?} {:?}", before, after);
    }
}
