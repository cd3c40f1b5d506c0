//! Predicate unification: one representative for each class of equivalent
//! predicates.
//!
//! Engines compare predicates by id. A new formula is looked up first as it
//! is, then simplified; only then it is compared with the known predicates, and
//! only with those that have the same free variables and agree on the models
//! that refuted earlier queries. Equivalence is two implications; every answer
//! is remembered, because engines ask for implications all the time.
//!
//! A predicate is *intricate* if the solver cannot tell whether it is
//! equivalent to `true` or to `false`; such predicates are compared only as
//! terms, since further queries would most likely be lost time.
//!
//! Among equivalent formulas the representative is free of quantifiers if one
//! is, else universal rather than existential, else the smallest.
//!
//! The solver is passed to each operation. Its assertions are background
//! axioms: they must be the same at every call and hold wherever the
//! predicates are used.

#[cfg(test)]
mod tests;

use std::fmt;

use rustc_hash::FxHashMap;
use smt::{CheckResult, Limits, Solver};
use term::build as mk;
use term::{Model, Op, Term};

use crate::simplify::simplify_in_context;

/// At most so many models are kept, the most recent ones.
const MAX_MODELS: usize = 64;

/// A predicate known to a [`PredicateUnifier`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct PredicateId(u32);

impl PredicateId {
    /// The predicate `true`.
    pub const TRUE: PredicateId = PredicateId(0);
    /// The predicate `false`.
    pub const FALSE: PredicateId = PredicateId(1);

    /// The number of the predicate; numbers are dense and start at zero.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// What is known about an implication.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Implication {
    /// It is valid.
    Holds,
    /// There is a counterexample.
    Fails,
    /// The solver does not know, or was not asked.
    Unknown,
}

/// How formulas were unified and implications decided.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct UnifierStatistics {
    /// Formulas interned.
    pub interned: u64,
    /// Found as the same term, perhaps after simplification.
    pub syntactic: u64,
    /// Found equivalent to a known predicate by the solver.
    pub semantic: u64,
    /// New predicates.
    pub created: u64,
    /// New predicates that are intricate.
    pub intricate: u64,
    /// Implications decided without the solver: by syntax, memory or transitivity.
    pub implications_known: u64,
    /// Implications refuted by an old model.
    pub implications_by_model: u64,
    /// Queries to the solver.
    pub queries: u64,
}

impl fmt::Display for UnifierStatistics {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{} formulas: {} known by syntax, {} by the solver, {} new ({} intricate); \
             implications: {} known, {} by model; {} queries",
            self.interned,
            self.syntactic,
            self.semantic,
            self.created,
            self.intricate,
            self.implications_known,
            self.implications_by_model,
            self.queries
        )
    }
}

struct Predicate {
    formula: Term,
    is_intricate: bool,
}

/// Maps formulas to predicates, equivalent ones to the same.
pub struct PredicateUnifier {
    limits: Limits,
    predicates: Vec<Predicate>,
    by_formula: FxHashMap<Term, PredicateId>,
    implications: FxHashMap<(PredicateId, PredicateId), Implication>,
    models: Vec<Model>,
    statistics: UnifierStatistics,
}

impl PredicateUnifier {
    /// A unifier that knows `true` and `false`. The limits are those of each query.
    pub fn new(limits: Limits) -> PredicateUnifier {
        let constants = [mk::tt(), mk::ff()];
        PredicateUnifier {
            limits,
            predicates: constants.map(|formula| Predicate { formula, is_intricate: false }).into(),
            by_formula: constants.into_iter().zip([PredicateId::TRUE, PredicateId::FALSE]).collect(),
            implications: FxHashMap::default(),
            models: Vec::new(),
            statistics: UnifierStatistics::default(),
        }
    }

    /// The representative formula of a predicate.
    pub fn formula(&self, predicate: PredicateId) -> Term {
        self.predicates[predicate.index()].formula
    }

    /// True if the solver could not tell whether the predicate is equivalent to `true` or `false`.
    pub fn is_intricate(&self, predicate: PredicateId) -> bool {
        self.predicates[predicate.index()].is_intricate
    }

    /// The number of predicates.
    pub fn len(&self) -> usize {
        self.predicates.len()
    }

    /// Never: `true` and `false` are always known.
    pub fn is_empty(&self) -> bool {
        self.predicates.is_empty()
    }

    /// All predicates in the order of their creation.
    pub fn ids(&self) -> impl Iterator<Item = PredicateId> + use<> {
        (0..self.predicates.len() as u32).map(PredicateId)
    }

    /// What was counted so far.
    pub fn statistics(&self) -> &UnifierStatistics {
        &self.statistics
    }

    /// The predicate of a formula.
    pub fn intern(&mut self, formula: Term, solver: &mut dyn Solver) -> PredicateId {
        self.statistics.interned += 1;
        if let Some(&known) = self.by_formula.get(&formula) {
            self.statistics.syntactic += 1;
            return known;
        }
        let simplified = simplify_in_context(formula);
        let predicate = match self.by_formula.get(&simplified) {
            Some(&known) => {
                self.statistics.syntactic += 1;
                known
            }
            None => self.intern_simplified(simplified, solver),
        };
        self.by_formula.insert(formula, predicate);
        self.by_formula.insert(simplified, predicate);
        predicate
    }

    fn intern_simplified(&mut self, formula: Term, solver: &mut dyn Solver) -> PredicateId {
        let can_hold = self.query(formula, solver);
        if can_hold == CheckResult::Unsat {
            self.statistics.semantic += 1;
            return PredicateId::FALSE;
        }
        let can_fail = self.query(mk::not(formula), solver);
        if can_fail == CheckResult::Unsat {
            self.statistics.semantic += 1;
            return PredicateId::TRUE;
        }
        let is_intricate = (can_hold, can_fail) != (CheckResult::Sat, CheckResult::Sat);
        let new = PredicateId(self.predicates.len() as u32);
        self.predicates.push(Predicate { formula, is_intricate });
        if !is_intricate && let Some(known) = self.find_equivalent(new, solver) {
            self.predicates.pop();
            self.implications.retain(|(p, q), _| *p != new && *q != new);
            self.improve(known, formula);
            self.statistics.semantic += 1;
            return known;
        }
        self.statistics.created += 1;
        self.statistics.intricate += u64::from(is_intricate);
        new
    }

    fn find_equivalent(&mut self, new: PredicateId, solver: &mut dyn Solver) -> Option<PredicateId> {
        let variables = self.formula(new).free_variables();
        let candidates: Vec<PredicateId> = self
            .ids()
            .filter(|&p| p != new && !self.is_intricate(p) && self.formula(p).free_variables() == variables)
            .collect();
        candidates.into_iter().find(|&known| {
            // In this order: the model that showed the new predicate satisfiable refutes most of
            // the first implications without a query.
            self.implies(new, known, solver) == Implication::Holds
                && self.implies(known, new, solver) == Implication::Holds
        })
    }

    /// Takes the better of two equivalent formulas as representative.
    fn improve(&mut self, predicate: PredicateId, formula: Term) {
        let representative = &mut self.predicates[predicate.index()].formula;
        if cost(formula) < cost(*representative) {
            *representative = formula;
        }
    }

    /// Does the first predicate imply the second? Asks the solver if nothing cheaper decides.
    pub fn implies(&mut self, p: PredicateId, q: PredicateId, solver: &mut dyn Solver) -> Implication {
        let known = self.known_implication(p, q);
        if known != Implication::Unknown || self.implications.contains_key(&(p, q)) {
            self.statistics.implications_known += 1;
            return known;
        }
        let (premise, conclusion) = (self.formula(p), self.formula(q));
        let answer = if self.is_intricate(p) || self.is_intricate(q) {
            Implication::Unknown
        } else if self.models.iter().rev().any(|m| refutes(m, premise, conclusion)) {
            self.statistics.implications_by_model += 1;
            Implication::Fails
        } else {
            match self.query(mk::and([premise, mk::not(conclusion)]), solver) {
                CheckResult::Unsat => Implication::Holds,
                CheckResult::Sat => Implication::Fails,
                CheckResult::Unknown(_) => Implication::Unknown,
            }
        };
        self.implications.insert((p, q), answer);
        answer
    }

    /// What is known about an implication without asking the solver or evaluating models.
    pub fn known_implication(&self, p: PredicateId, q: PredicateId) -> Implication {
        if p == q || p == PredicateId::FALSE || q == PredicateId::TRUE {
            return Implication::Holds;
        }
        // A predicate that is not intricate is equivalent neither to `true` nor to `false`.
        if p == PredicateId::TRUE && !self.is_intricate(q) || q == PredicateId::FALSE && !self.is_intricate(p)
        {
            return Implication::Fails;
        }
        if implies_syntactically(self.formula(p), self.formula(q)) {
            return Implication::Holds;
        }
        self.implications.get(&(p, q)).copied().unwrap_or(Implication::Unknown)
    }

    fn query(&mut self, formula: Term, solver: &mut dyn Solver) -> CheckResult {
        self.statistics.queries += 1;
        solver.push();
        solver.assert(formula);
        let result = solver.check(&[], self.limits);
        if result == CheckResult::Sat
            && let Some(model) = solver.model()
        {
            if self.models.len() == MAX_MODELS {
                self.models.remove(0);
            }
            self.models.push(model);
        }
        solver.pop(1);
        result
    }
}

/// Quantifier-free formulas first, then universal, then existential ones; then by size.
fn cost(formula: Term) -> (u8, u32) {
    let mut rank = 0;
    if formula.has_quantifier() {
        rank = 1;
        formula.visit_once(|t| rank = rank.max(if matches!(t.op(), Op::Exists(_)) { 2 } else { 1 }));
    }
    (rank, formula.size())
}

/// Some conjunct of the premise, or a disjunct of the conclusion, makes the implication obvious.
fn implies_syntactically(premise: Term, conclusion: Term) -> bool {
    let facts = mk::conjuncts(premise);
    if mk::conjuncts(conclusion).iter().all(|c| facts.contains(c)) {
        return true;
    }
    let goals = mk::disjuncts(conclusion);
    mk::disjuncts(premise).iter().all(|d| goals.contains(d)) || facts.iter().any(|f| goals.contains(f))
}

/// True if the model satisfies the premise but not the conclusion. Any assignment will do as a
/// refutation, so variables that the model does not mention take the default values.
fn refutes(model: &Model, premise: Term, conclusion: Term) -> bool {
    model.eval_bool(conclusion) == Some(false) && model.eval_bool(premise) == Some(true)
}
