//! The strongest Boolean combination of predicates that holds after a block (Boolean abstraction).
//!
//! The combination is enclosed from both sides: a diagram of what is possible shrinks with each unsatisfiable core, and
//! a diagram of what was seen grows with each model. When they meet, the abstraction is exact. A cube that is possible and
//! not seen yet is asked next. Where the work is interrupted or the solver does not know, the diagram of what is
//! possible is still right, only weaker.
//!
//! Many cores have nothing to do with the block: `x <= 3` and `x > 5` exclude each other everywhere. They are remembered
//! as [`Lemmas`], and nobody asks again.

use biodivine_lib_bdd::Bdd;
use logic::PredicateId;
use rustc_hash::{FxHashMap, FxHashSet};
use smt::{CheckResult, Limits, TraceSolver};
use term::Term;

use base::Budget;
use refine::within;

use super::region::{Literal, Regions};

/// What enumeration took.
#[derive(Clone, Copy, Default)]
pub struct Effort {
    /// Queries.
    pub queries: u64,
    /// Models that were found.
    pub models: u64,
    /// Abstractions that are weaker than they could be.
    pub weak: u64,
}

/// Cores with more literals than so many are seldom lemmas.
const MAX_LEMMA: usize = 3;

/// Conjunctions of predicates that are impossible by themselves.
#[derive(Default)]
pub struct Lemmas {
    cubes: Vec<Vec<Literal>>,
    /// What is known about conjunctions that were cores.
    known: FxHashMap<Vec<Literal>, bool>,
}

impl Lemmas {
    /// How many there are.
    pub fn len(&self) -> usize {
        self.cubes.len()
    }

    /// What the lemmas leave possible among some predicates.
    fn possible(&self, regions: &Regions, predicates: &[PredicateId]) -> Bdd {
        let among: FxHashSet<PredicateId> = predicates.iter().copied().collect();
        let applies = |cube: &&Vec<Literal>| cube.iter().all(|(predicate, _)| among.contains(predicate));
        let cubes = self.cubes.iter().filter(applies).map(|cube| regions.cube(cube));
        cubes.fold(regions.everything(), |possible, cube| possible.and_not(&cube))
    }

    /// Remembers the cores that are impossible without premises. The solver must have none.
    fn learn(
        &mut self,
        cores: Vec<(Vec<Literal>, Vec<Term>)>,
        solver: &mut dyn TraceSolver,
        limits: Limits,
        budget: &Budget,
        effort: &mut Effort,
    ) {
        for (mut cube, formulas) in cores {
            cube.sort_unstable();
            if cube.len() > MAX_LEMMA || self.known.contains_key(&cube) || budget.check().is_err() {
                continue;
            }
            effort.queries += 1;
            let is_lemma = solver.check(&formulas, within(limits, budget)) == CheckResult::Unsat;
            if is_lemma {
                self.cubes.push(cube.clone());
            }
            self.known.insert(cube, is_lemma);
        }
    }
}

/// Predicates with their formulas behind the block and the negations of these.
pub struct Candidate {
    /// The predicate.
    pub predicate: PredicateId,
    /// That it holds behind the block.
    pub holds: Term,
    /// That it does not.
    pub fails: Term,
}

/// What is possible among the candidates if the premises, which are satisfiable, hold. Not more than `most` queries are
/// asked.
pub fn possible(
    regions: &Regions,
    premises: &[Term],
    candidates: &[Candidate],
    solver: &mut dyn TraceSolver,
    (limits, most): (Limits, u64),
    budget: &Budget,
    (lemmas, effort): (&mut Lemmas, &mut Effort),
) -> Bdd {
    let predicates: Vec<PredicateId> = candidates.iter().map(|candidate| candidate.predicate).collect();
    let mut literals: FxHashMap<Term, Literal> = FxHashMap::default();
    for candidate in candidates {
        literals.insert(candidate.holds, (candidate.predicate, true));
        literals.insert(candidate.fails, (candidate.predicate, false));
    }
    let assumption = |(predicate, value): &Literal| {
        let found = candidates.iter().find(|candidate| candidate.predicate == *predicate);
        found.map(|candidate| if *value { candidate.holds } else { candidate.fails })
    };
    let (mut possible, mut seen) = (lemmas.possible(regions, &predicates), regions.nothing());
    let mut cores = Vec::new();
    solver.push();
    premises.iter().for_each(|premise| solver.assert(*premise));
    let mut asked = 0;
    while let Some(cube) = Regions::first_cube(&possible.and_not(&seen), &predicates) {
        if asked == most || budget.check().is_err() {
            effort.weak += 1;
            break;
        }
        asked += 1;
        let assumptions: Vec<Term> = cube.iter().filter_map(assumption).collect();
        match solver.check(&assumptions, within(limits, budget)) {
            CheckResult::Unsat => {
                let core = solver.unsat_core().unwrap_or(assumptions);
                let cube: Vec<Literal> = core.iter().filter_map(|term| literals.get(term)).copied().collect();
                possible = possible.and_not(&regions.cube(&cube));
                cores.push((cube, core));
            }
            CheckResult::Sat => {
                effort.models += 1;
                let found = solver.model().and_then(|model| {
                    let value = |candidate: &Candidate| {
                        Some((candidate.predicate, model.eval_bool(candidate.holds)?))
                    };
                    candidates.iter().map(value).collect::<Option<Vec<Literal>>>()
                });
                // A model that does not fit the cube is one that nobody can evaluate.
                let fits = |all: &Vec<Literal>| cube.iter().all(|literal| all.contains(literal));
                seen = seen.or(&regions.cube(&found.filter(fits).unwrap_or(cube)));
            }
            CheckResult::Unknown(_) => {
                effort.weak += 1;
                seen = seen.or(&regions.cube(&cube));
            }
        }
    }
    effort.queries += asked;
    solver.pop(1);
    lemmas.learn(cores, solver, limits, budget, effort);
    possible
}
