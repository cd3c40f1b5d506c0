//! Proofs by induction: right ones pass, and damaged ones are rejected.

use base::Budget;
use base::index::Idx;
use evidence::{Rejection, check_proof};
use program::{Induction, LocationId, Proof, read_cfg};
use smt::{SolverOptions, Z3Solver};
use term::{Sort, Term, build as mk};

/// Three numbers rotate.
const ROTATION: &str = "
    var x: Int
    var y: Int
    var z: Int
    error L3 \"assert\" \"x\"
    L0 -> L1: x := 1, y := 2, z := 3
    L1 -> L2: assume (> x 0)
    L2 -> L1: x := y, y := z, z := x
    L1 -> L3: assume (<= x 0)";

/// Five iterations.
const BOUNDED: &str = "
    var i: Int
    error L3 \"assert\" \"i\"
    L0 -> L1: i := 0
    L1 -> L2: assume (< i 5)
    L2 -> L1: i := (+ i 1)
    L1 -> L3: assume (> i 5)";

fn check(text: &str, invariants: &[(usize, Term)], steps: u32, is_bounded: bool) -> Result<(), Rejection> {
    let cfg = read_cfg(text).expect("a graph");
    let invariants = invariants.iter().map(|(location, term)| (LocationId::from_usize(*location), *term));
    let proof = Proof::of_induction(invariants.collect(), Induction { steps, is_bounded });
    let mut solver = Z3Solver::new(&SolverOptions::default()).expect("Z3 starts");
    check_proof(&cfg, &proof, &mut solver, &Budget::unlimited()).map(|_| ())
}

fn x() -> Term {
    mk::var("x", Sort::Int)
}

#[test]
fn enough_steps_are_a_proof() {
    assert_eq!(check(ROTATION, &[(1, mk::tt())], 3, false), Ok(()));
    assert_eq!(check(BOUNDED, &[(1, mk::tt())], 6, true), Ok(()));
}

#[test]
fn too_few_steps_are_none() {
    for steps in 0..3 {
        assert!(check(ROTATION, &[(1, mk::tt())], steps, false).is_err(), "{steps}");
    }
    for steps in 0..6 {
        assert!(check(BOUNDED, &[(1, mk::tt())], steps, true).is_err(), "{steps}");
    }
}

#[test]
fn what_goes_on_is_not_bounded() {
    for steps in 0..5 {
        assert!(check(ROTATION, &[(1, mk::tt())], steps, true).is_err(), "{steps}");
    }
}

#[test]
fn a_violation_within_the_steps_is_found() {
    let wrong = ROTATION.replace("z := 3", "z := 0");
    for steps in 0..5 {
        assert!(check(&wrong, &[(1, mk::tt())], steps, false).is_err(), "{steps}");
    }
    let wrong = BOUNDED.replace("(> i 5)", "(>= i 5)");
    assert!(check(&wrong, &[(1, mk::tt())], 6, true).is_err());
}

#[test]
fn invariants_help_only_if_they_are_inductive() {
    let positive = |name| mk::lt(mk::int(0), mk::var(name, Sort::Int));
    let all = mk::and(["x", "y", "z"].map(positive));
    assert_eq!(check(ROTATION, &[(1, all)], 1, false), Ok(()));
    assert!(matches!(
        check(ROTATION, &[(1, mk::lt(mk::int(0), x()))], 1, false),
        Err(Rejection::NotInductive { .. })
    ));
}

#[test]
fn cycles_must_be_cut() {
    assert!(matches!(check(ROTATION, &[], 3, false), Err(Rejection::Uncut { .. })));
    assert!(matches!(
        check(ROTATION, &[(1, mk::tt()), (3, mk::tt())], 3, false),
        Err(Rejection::Malformed(_))
    ));
}
