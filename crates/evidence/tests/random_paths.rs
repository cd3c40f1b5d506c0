//! Random paths: a model of the path's formula replays as an execution, and no
//! choice of values makes an execution of an infeasible path.

#[path = "../../program/tests/graphs/mod.rs"]
mod graphs;

use evidence::replay;
use graphs::{graphs, paths_to_targets};
use program::{Cfg, Counterexample, EdgeId, Statement, Target, Violation, counterexample, edge_formulas};
use proptest::prelude::*;
use smt::{CheckResult, Limits, Solver, SolverOptions, Z3Solver};
use term::{Sort, Term, build as mk};

fn violation(cfg: &Cfg, path: &[EdgeId]) -> Violation {
    let end = path.last().map_or(cfg.entry, |edge| cfg.edges[*edge].destination);
    match &cfg.locations[end].target {
        Some(Target::Violation(violation)) => violation.clone(),
        other => panic!("the path ends at {other:?}"),
    }
}

/// A counterexample whose values are taken from a list, again and again.
fn guess(cfg: &Cfg, path: &[EdgeId], values: &[i32]) -> Counterexample {
    let mut values = values.iter().cycle();
    let mut value = |variable: &Term| {
        let number = *values.next().expect("there are values");
        if variable.sort() == Sort::Bool { mk::bool(number > 0) } else { mk::int(number) }
    };
    let initial = cfg.variables.iter().map(|v| (*v, value(v))).collect();
    let mut havocs = Vec::new();
    for (step, edge) in path.iter().enumerate() {
        if let Statement::Havoc(variables) = &cfg.edges[*edge].statement {
            havocs.extend(variables.iter().map(|v| (step, *v, value(v))));
        }
    }
    let violation = violation(cfg, path);
    Counterexample { edges: path.to_vec(), initial, havocs, functions: Vec::new(), violation }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn feasible_paths_and_only_those_replay(
        raw in graphs(7, 14, true),
        values in prop::collection::vec(-2..3i32, 1..7),
    ) {
        let cfg = raw.build();
        let mut solver = Z3Solver::new(&SolverOptions::default()).expect("Z3 is there");
        for path in paths_to_targets(&cfg, 7, 10) {
            solver.push();
            solver.assert(mk::and(edge_formulas(&cfg, &path)));
            let answer = solver.check(&[], Limits::default());
            let model = if answer == CheckResult::Sat { solver.model() } else { None };
            solver.pop(1);
            let guessed = replay(&cfg, &guess(&cfg, &path, &values), &mut solver);
            match model {
                None => prop_assert!(guessed.is_err(), "{path:?} is infeasible in\n{}", cfg.to_text()),
                Some(model) => {
                    let claim = counterexample(&cfg, &path, &model, violation(&cfg, &path));
                    let result = replay(&cfg, &claim, &mut solver);
                    prop_assert!(result.is_ok(), "{result:?} for {claim:?} in\n{}", cfg.to_text());
                }
            }
        }
    }
}
