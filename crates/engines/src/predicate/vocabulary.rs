//! The predicates of a run: equivalent ones are one, and a predicate and its negation are one.

use std::time::Duration;

use logic::{PredicateId, PredicateUnifier};
use smt::{Limits, TraceSolver};
use term::{Op, Sort, Term, build as mk};

use crate::options::Grain;

/// Limit of a unification query.
const UNIFY_LIMITS: Limits = Limits { time: Some(Duration::from_millis(500)), memory_mb: None };

/// An assertion with more atoms than so many falls apart into its conjuncts only: every predicate doubles the
/// combinations of an abstraction.
const MAX_ATOMS: usize = 24;

/// The predicates of a run.
pub struct Vocabulary {
    grain: Grain,
    unifier: PredicateUnifier,
}

impl Vocabulary {
    /// No predicates yet.
    pub fn new(grain: Grain) -> Vocabulary {
        Vocabulary { grain, unifier: PredicateUnifier::new(UNIFY_LIMITS) }
    }

    /// The formula of a predicate.
    pub fn formula(&self, predicate: PredicateId) -> Term {
        self.unifier.formula(predicate)
    }

    /// How many there are, without `true` and `false`.
    pub fn len(&self) -> usize {
        self.unifier.len() - 2
    }

    /// How many queries it took to compare them.
    pub fn queries(&self) -> u64 {
        self.unifier.statistics().queries
    }

    /// The predicates of an assertion, which is a Boolean combination of them unless it has quantifiers. What has
    /// quantifiers costs every abstraction dearly, so it becomes a predicate only if nothing else helps.
    pub fn of_assertion(&mut self, assertion: Term, solver: &mut dyn TraceSolver) -> Vec<PredicateId> {
        let pieces = match self.grain {
            Grain::Atoms => {
                let atoms = atoms_of(assertion);
                if atoms.len() > MAX_ATOMS { mk::conjuncts(assertion) } else { atoms }
            }
            Grain::Whole => vec![assertion],
        };
        self.intern_all(pieces.into_iter().filter(|piece| !piece.has_quantifier()).collect(), solver)
    }

    /// The conjuncts of an assertion as predicates, whatever they contain: a conjunction of them is the assertion.
    pub fn conjuncts_of(&mut self, assertion: Term, solver: &mut dyn TraceSolver) -> Vec<PredicateId> {
        match self.grain {
            Grain::Atoms => self.intern_all(mk::conjuncts(assertion), solver),
            Grain::Whole => self.intern_all(vec![assertion], solver),
        }
    }

    fn intern_all(&mut self, formulas: Vec<Term>, solver: &mut dyn TraceSolver) -> Vec<PredicateId> {
        let mut predicates = Vec::new();
        for formula in formulas {
            // A formula and its negation are the same predicate.
            let formula = formula.min(mk::not(formula));
            let predicate = self.unifier.intern(formula, &mut *as_solver(solver));
            let is_constant = predicate == PredicateId::TRUE || predicate == PredicateId::FALSE;
            if !is_constant && !predicates.contains(&predicate) {
                predicates.push(predicate);
            }
        }
        predicates
    }
}

fn as_solver(solver: &mut dyn TraceSolver) -> &mut dyn smt::Solver {
    solver
}

/// The formulas that a formula is a Boolean combination of, in the order of their occurrence.
fn atoms_of(formula: Term) -> Vec<Term> {
    let mut atoms = Vec::new();
    let mut seen = rustc_hash::FxHashSet::default();
    let mut work = vec![formula];
    while let Some(term) = work.pop() {
        if !seen.insert(term) {
            continue;
        }
        let is_boolean = |part: &Term| part.sort() == Sort::Bool;
        let is_connective = match term.op() {
            Op::Not | Op::And | Op::Or => true,
            Op::Ite | Op::Eq | Op::Distinct => term.arguments().iter().all(is_boolean),
            _ => false,
        };
        if is_connective {
            work.extend(term.arguments().iter().rev());
        } else if !term.is_value() {
            atoms.push(term);
        }
    }
    atoms
}

#[cfg(test)]
mod tests {
    use smt::{SolverOptions, Z3Solver};

    use super::*;

    #[test]
    fn atoms_and_their_negations_are_one_predicate() {
        let x = mk::var("x", Sort::Int);
        let b = mk::var("b", Sort::Bool);
        let (low, high) = (mk::le(x, mk::int(3)), mk::le(mk::int(7), x));
        let assertion = mk::or2(mk::and2(b, low), mk::and2(mk::not(b), mk::not(high)));
        assert_eq!(atoms_of(assertion).len(), 3);
        let mut solver = Z3Solver::new(&SolverOptions::default()).expect("Z3 starts");
        let mut vocabulary = Vocabulary::new(Grain::Atoms);
        let predicates = vocabulary.of_assertion(assertion, &mut solver);
        assert_eq!((predicates.len(), vocabulary.len()), (3, 3));
        assert_eq!(vocabulary.of_assertion(mk::not(low), &mut solver), [predicates[1]]);
        let same = mk::lt(x, mk::int(4));
        assert_eq!(vocabulary.of_assertion(same, &mut solver), [predicates[1]]);
        assert!(vocabulary.of_assertion(mk::tt(), &mut solver).is_empty());
    }
}
