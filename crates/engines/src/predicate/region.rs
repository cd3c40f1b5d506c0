//! Regions: sets of states that are Boolean combinations of predicates, kept as binary decision diagrams.
//!
//! A variable of a diagram is a predicate. Diagrams are canonical, so two regions are the same combination if their
//! diagrams are equal, and implication of combinations needs no solver.

use std::rc::Rc;

use biodivine_lib_bdd::{Bdd, BddPointer, BddVariable, BddVariableSet};
use logic::PredicateId;
use rustc_hash::FxHashMap;
use term::{Term, build as mk};

use super::vocabulary::Vocabulary;

/// Predicates with a larger number are not tracked: diagrams have so many variables.
const MAX_PREDICATES: u16 = 30_000;

/// A Boolean combination of predicates.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Region {
    diagram: Bdd,
    /// The same as a formula.
    pub formula: Term,
}

/// Makes regions.
pub struct Regions {
    variables: BddVariableSet,
    known: FxHashMap<Bdd, Rc<Region>>,
}

/// A predicate or its negation.
pub type Literal = (PredicateId, bool);

/// The formula of a literal.
pub fn formula_of((predicate, is_positive): Literal, vocabulary: &Vocabulary) -> Term {
    let formula = vocabulary.formula(predicate);
    if is_positive { formula } else { mk::not(formula) }
}

fn variable(predicate: PredicateId) -> BddVariable {
    BddVariable::from_index(predicate.index())
}

impl Region {
    /// Whether every state of this region is one of the other, as far as the predicates alone show it.
    pub fn implies(&self, other: &Region) -> bool {
        self.diagram == other.diagram || self.diagram.and_not(&other.diagram).is_false()
    }

    /// Whether the region depends on a predicate.
    pub fn mentions(&self, predicate: PredicateId) -> bool {
        self.diagram.support_set_contains(&variable(predicate))
    }

    /// The diagram.
    pub fn diagram(&self) -> &Bdd {
        &self.diagram
    }
}

impl Regions {
    /// No regions are known yet.
    pub fn new() -> Regions {
        Regions { variables: BddVariableSet::new_anonymous(MAX_PREDICATES), known: FxHashMap::default() }
    }

    /// Whether a predicate can be part of a region.
    pub fn can_track(predicate: PredicateId) -> bool {
        predicate.index() < usize::from(MAX_PREDICATES)
    }

    /// The diagram of everything.
    pub fn everything(&self) -> Bdd {
        self.variables.mk_true()
    }

    /// The diagram of nothing.
    pub fn nothing(&self) -> Bdd {
        self.variables.mk_false()
    }

    /// The diagram of a conjunction.
    pub fn cube(&self, literals: &[Literal]) -> Bdd {
        let literal = |(predicate, value): &Literal| self.variables.mk_literal(variable(*predicate), *value);
        literals.iter().fold(self.everything(), |cube, other| cube.and(&literal(other)))
    }

    /// What a diagram says about some predicates.
    pub fn project(diagram: &Bdd, onto: &[PredicateId]) -> Bdd {
        let kept: Vec<BddVariable> = onto.iter().map(|predicate| variable(*predicate)).collect();
        let mut others: Vec<BddVariable> =
            diagram.support_set().into_iter().filter(|other| !kept.contains(other)).collect();
        others.sort_unstable();
        diagram.exists(&others)
    }

    /// One conjunction of a diagram among these predicates; nothing if it is empty.
    pub fn first_cube(diagram: &Bdd, predicates: &[PredicateId]) -> Option<Vec<Literal>> {
        let values = diagram.first_clause()?;
        let value = |predicate: &PredicateId| Some((*predicate, values.get_value(variable(*predicate))?));
        Some(predicates.iter().filter_map(value).collect())
    }

    /// The region of a diagram.
    pub fn region(
        &mut self,
        diagram: Bdd,
        predicates: &[PredicateId],
        vocabulary: &Vocabulary,
    ) -> Rc<Region> {
        if let Some(known) = self.known.get(&diagram) {
            return known.clone();
        }
        let formula = formula_of_diagram(&diagram, predicates, vocabulary);
        let region = Rc::new(Region { diagram: diagram.clone(), formula });
        self.known.insert(diagram, region.clone());
        region
    }
}

/// A diagram as a formula: what it says about single predicates, and the rest. These predicates occur in it.
fn formula_of_diagram(diagram: &Bdd, predicates: &[PredicateId], vocabulary: &Vocabulary) -> Term {
    let mut parts = Vec::new();
    let mut rest = diagram.clone();
    for &predicate in predicates {
        for value in [true, false] {
            if rest.var_restrict(variable(predicate), !value).is_false() && !rest.is_false() {
                parts.push(formula_of((predicate, value), vocabulary));
                rest = rest.var_restrict(variable(predicate), value);
            }
        }
    }
    let by_variable: FxHashMap<BddVariable, PredicateId> =
        predicates.iter().map(|predicate| (variable(*predicate), *predicate)).collect();
    let mut known: FxHashMap<BddPointer, Term> = FxHashMap::default();
    // The nodes of a diagram come after those that they lead to.
    for pointer in rest.pointers() {
        let formula = if pointer.is_terminal() {
            mk::bool(pointer.is_one())
        } else {
            let condition = vocabulary.formula(by_variable[&rest.var_of(pointer)]);
            let (high, low) = (known[&rest.high_link_of(pointer)], known[&rest.low_link_of(pointer)]);
            choice(condition, high, low)
        };
        known.insert(pointer, formula);
    }
    parts.push(known[&rest.root_pointer()]);
    mk::and(parts)
}

/// `condition ? high : low`
fn choice(condition: Term, high: Term, low: Term) -> Term {
    let not = mk::not(condition);
    if high.is_true() {
        mk::or2(condition, low)
    } else if low.is_true() {
        mk::or2(not, high)
    } else {
        mk::or2(mk::and2(condition, high), mk::and2(not, low))
    }
}
