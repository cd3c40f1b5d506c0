//! What an execution with a trail remembers: its conditions hold for its decisions, and it knows whether
//! over-approximations matter.

use expect_test::{Expect, expect};
use interpreter::{Choices, Ending, Executor};
use program::{CoreProgram, Provenance, read_program, verify};
use proptest::prelude::*;
use proptest::test_runner::RngSeed;
use term::arbitrary::{self, Theories};
use term::{Model, Sort, Term, build as mk, model::default_value};

/// Values from bytes, in the order in which they are asked for.
struct FromBytes(Vec<u8>, usize);

impl FromBytes {
    fn next(&mut self, sort: Sort) -> Term {
        let from = &self.0[(7 * self.1).min(self.0.len())..];
        self.1 += 1;
        arbitrary::read(&arbitrary::value_from(from, sort))
    }
}

impl Choices for FromBytes {
    fn input(&mut self, _: &Provenance, sort: Sort) -> Term {
        self.next(sort)
    }

    fn arbitrary(&mut self, provenance: Option<&Provenance>, sort: Sort) -> Option<Term> {
        let is_decision = provenance.is_some() && !matches!(sort, Sort::Array(_));
        is_decision.then(|| self.next(sort))
    }

    fn element(&mut self, sort: Sort) -> Term {
        self.next(sort)
    }

    fn branch(&mut self, _: usize) -> usize {
        0
    }
}

/// A program that decides about the free variables of a term and branches on its equality with another value.
fn branching(term: Term) -> CoreProgram {
    use program::{Edge, Location, LocationId, Procedure, Statement};
    let other = mk::var("other", term.sort());
    let condition = mk::eq(term, other);
    let variables: Vec<Term> = term.free_variables().iter().copied().chain([other]).collect();
    let mut procedure = Procedure::new("main");
    procedure.locals = variables.clone();
    let middle = procedure.locations.push(Location::default());
    let mut edge = |source: LocationId, destination: LocationId, statement: Statement| {
        let provenance = Provenance::default();
        procedure.edges.push(Edge { source, destination, statement, provenance });
    };
    edge(procedure.entry, middle, Statement::Havoc(variables));
    edge(middle, procedure.exit, Statement::Assume(condition));
    edge(middle, procedure.exit, Statement::Assume(mk::not(condition)));
    let mut program = CoreProgram::default();
    program.entries = vec![program.procedures.push(procedure)];
    assert_eq!(verify(&program), Ok(()));
    program
}

/// The same terms in every run.
fn config() -> ProptestConfig {
    ProptestConfig {
        cases: 10_000,
        failure_persistence: None,
        rng_seed: RngSeed::Fixed(3),
        ..ProptestConfig::default()
    }
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn conditions_hold_for_the_decisions(
        text in arbitrary::any_text(Theories { nonlinear: true, ..Theories::all() }),
        bytes in prop::collection::vec(any::<u8>(), 120),
    ) {
        let term = arbitrary::read(&text);
        if matches!(term.sort(), Sort::Array(_)) {
            return Ok(());
        }
        let program = branching(term);
        let mut executor = Executor::new(&program, Box::new(FromBytes(bytes, 0))).with_trail();
        executor.run(program.entries[0], 100);
        let trail = executor.trail().expect("it has a trail");
        let mut model = Model::default();
        for decision in &trail.decisions {
            model.insert(decision.symbol, decision.value);
        }
        for constraint in &trail.constraints {
            // Where the theory leaves the value open (`x div 0`), there is no opinion.
            if let Some(holds) = model.eval_bool(constraint.condition) {
                prop_assert!(holds, "{} of {term}", constraint.condition);
            }
            for alternative in &constraint.alternatives {
                if let Some(holds) = model.eval_bool(alternative.condition) {
                    prop_assert!(!holds, "{} of {term}", alternative.condition);
                }
            }
        }
    }
}

/// Executes a program whose decisions are all zero and shows what its path depends on.
fn check(text: &str, expected: Expect) {
    struct Zeros;
    impl Choices for Zeros {
        fn input(&mut self, _: &Provenance, sort: Sort) -> Term {
            default_value(sort)
        }
        fn arbitrary(&mut self, _: Option<&Provenance>, _: Sort) -> Option<Term> {
            None
        }
        fn branch(&mut self, _: usize) -> usize {
            0
        }
    }
    let program = read_program(text).unwrap_or_else(|error| panic!("{error:?}"));
    assert_eq!(verify(&program), Ok(()));
    let mut executor = Executor::new(&program, Box::new(Zeros)).with_trail();
    let execution = executor.run(program.entries[0], 1000);
    let trail = executor.trail().expect("it has a trail");
    let mut names = term::Substitution::new();
    for (number, decision) in trail.decisions.iter().enumerate() {
        let sort = decision.symbol.sort();
        names.insert(decision.symbol, mk::var(format!("d{number}").as_str(), sort));
    }
    let named = |condition: Term| names.apply(trail.over_decisions(condition));
    let mut shown = String::new();
    for constraint in &trail.constraints {
        shown += &format!("{} after {} decisions", named(constraint.condition), constraint.decisions);
        for alternative in &constraint.alternatives {
            let kind = if alternative.edge.is_some() { "or" } else { "or elsewhere" };
            shown += &format!(", {kind} {}", named(alternative.condition));
        }
        shown.push('\n');
    }
    let ending = match &execution.ending {
        Ending::Violated(violation) => format!("violated: {}", violation.message),
        other => format!("{other:?}"),
    };
    shown += &format!("{ending} after {} steps", execution.steps);
    if let Some(why) = &trail.overapproximation {
        shown += &format!(", {why}");
    }
    expected.assert_eq(&(shown + "\n"));
}

#[test]
fn branches_are_told_with_their_alternatives() {
    check(
        "entry main
         procedure main() {
           var n: (_ BitVec 8)
           var w: (_ BitVec 32)
           start L0
           exit L1
           error L5 \"assert\" \"w\"
           L0 -> L2 input \"read\": havoc n
           L2 -> L3: w := (bvadd ((_ zero_extend 24) n) #x00000003)
           L3 -> L5: assume (= w #x00000083)
           L3 -> L4: assume (not (= w #x00000083))
           L4 -> L1: assume (bvult n #x05)
         }",
        expect![[r#"
            (not (= d0 #x80)) after 1 decisions, or (= d0 #x80)
            (bvule d0 #x04) after 1 decisions
            Finished after 4 steps
        "#]],
    );
}

#[test]
fn elements_of_memory_are_decided_when_they_are_read() {
    check(
        "var memory: (Array Int (Array Int Int))
         entry main
         procedure main() {
           var i: Int
           var old: Int
           start L0
           exit L1
           L0 -> L2 input \"read\": havoc i
           L2 -> L3: old := (select (select memory 3) i)
           L3 -> L4: memory := (store memory 3 (store (select memory 3) i (+ old 1)))
           L4 -> L5: memory := (store memory 4 (select memory 3))
           L5 -> L6: assume (= (select (select memory 4) 0) (+ (select (select memory 3) 7) 1))
           L6 -> L1: assume (= old (select (select memory 4) 7))
         }",
        expect![[r#"
            (= d0 0) after 1 decisions, or elsewhere (not (= d0 0))
            (= d1 d2) after 3 decisions
            Finished after 6 steps
        "#]],
    );
}

#[test]
fn overapproximations_matter_if_a_condition_depends_on_them() {
    let program = |condition: &str| {
        format!(
            "entry main
             procedure main() {{
               var a: Int
               var b: Int
               var m: (Array Int Int)
               start L0
               exit L1
               error L9 \"assert\" \"wrong\"
               L0 -> L2 approximately \"nobody knows a\": havoc a
               L2 -> L3 input \"read\": havoc b
               L3 -> L4: m := (store m 1 a)
               L4 -> L5: m := (store m 2 b)
               L5 -> L6 approximately \"the sum\": a := (+ a b)
               L6 -> L9: assume {condition}
             }}"
        )
    };
    check(
        &program("(= (select m 2) 0)"),
        expect![[r#"
        (= d1 0) after 2 decisions
        violated: wrong after 6 steps
    "#]],
    );
    check(
        &program("(= (select m 1) 0)"),
        expect![[r#"
        (= d0 0) after 2 decisions
        violated: wrong after 6 steps, nobody knows a
    "#]],
    );
    check(
        &program("(= a 0)"),
        expect![[r#"
        (= (+ d0 d1) 0) after 2 decisions
        violated: wrong after 6 steps, the sum
    "#]],
    );
}

#[test]
fn nothing_is_expected_of_endless_loops() {
    check(
        "entry main
         procedure main() {
           var a: Int
           start L0
           exit L1
           L0 -> L2 input \"read\": havoc a
           L2 -> L3: assume (= a 0)
           L2 -> L1: assume (not (= a 0))
           L3 -> L4: assume true
           L4 -> L3: assume true
         }",
        expect![[r#"
            (= d0 0) after 1 decisions, or (not (= d0 0))
            StepLimit after 2 steps
        "#]],
    );
}

#[test]
fn enabled_edges_are_a_decision() {
    check(
        "entry main
         procedure main() {
           var a: Int
           start L0
           exit L1
           L0 -> L2 input \"read\": havoc a
           L2 -> L1: assume (< a 5)
           L2 -> L3: assume (< a 9)
           L2 -> L3: assume (> a 7)
           L3 -> L1: assume true
         }",
        expect![[r#"
            (and (<= d0 7) (<= d0 8) (<= d0 4)) after 2 decisions, or (<= 8 d0), or (= d1 #x00000001)
            Finished after 2 steps
        "#]],
    );
}
