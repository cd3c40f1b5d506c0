//! What an engine claims about a control-flow graph, in a form that code which
//! knows nothing of the engine can check.

use std::collections::{BTreeMap, BTreeSet};

use term::{Func, FuncInterp, Term, build as mk};

use crate::ir::{EdgeId, LocationId, Violation};

/// A proof that no violation can be reached: a formula over program variables for some
/// locations. They hold whenever an execution is there, and cut every cycle; the entry's is
/// implied by `true`. A location that is not listed and not inside of loop-free code between
/// listed ones is unreachable.
///
/// A proof that enumerates states has *cases* instead: the invariant of a location is the disjunction of its cases. There
/// may be too many for one formula, and they are checked one by one. A proof by *states* is likewise, with any formulas.
///
/// A proof by *induction* has invariants that need not exclude the targets; [`Induction`] says what does.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Proof {
    /// Locations with their invariants, each location once.
    pub invariants: Vec<(LocationId, Term)>,
    /// Cases; a location may be listed several times, and is unreachable if it only has lists without rows.
    pub cases: Vec<Cases>,
    /// States; the invariant of a location is the disjunction of its states.
    pub states: Vec<ProofState>,
    /// Why no target is reached, if the invariants do not say it.
    pub induction: Option<Induction>,
}

/// Induction over the number of locations with an invariant that an execution passes (k-induction).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Induction {
    /// No execution reaches a target after at most so many of these locations, and none that begins at one of them, where
    /// its invariant holds, reaches a target after exactly so many.
    pub steps: u32,
    /// No execution passes more of them, so there is no step of the induction.
    pub is_bounded: bool,
}

/// A disjunct of a location's invariant.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ProofState {
    /// The location.
    pub location: LocationId,
    /// What holds, over program variables.
    pub formula: Term,
    /// The positions of the states that executions arrive in next, if somebody knows them. A hint: nothing depends on it
    /// being right.
    pub successors: Option<Vec<usize>>,
}

/// Cases of a location: conjunctions of equations about the same places, all with the same condition.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Cases {
    /// The location.
    pub location: LocationId,
    /// Variables, and elements of arrays at constant indices.
    pub places: Vec<Term>,
    /// What holds in all of these cases besides: a formula over program variables.
    pub condition: Term,
    /// For each case, a constant for each place.
    pub rows: Vec<Box<[Term]>>,
}

/// A location with more cases is summarised by the values of each place.
const MAX_CASES: usize = 12;
/// A summary names at most so many values of a place.
const MAX_VALUES: usize = 8;

impl Proof {
    /// A proof by invariants.
    pub fn of(invariants: Vec<(LocationId, Term)>) -> Proof {
        Proof { invariants, ..Proof::default() }
    }

    /// A proof by states.
    pub fn of_states(states: Vec<ProofState>) -> Proof {
        Proof { states, ..Proof::default() }
    }

    /// A proof by induction, with invariants that may be used.
    pub fn of_induction(invariants: Vec<(LocationId, Term)>, induction: Induction) -> Proof {
        Proof { invariants, induction: Some(induction), ..Proof::default() }
    }

    /// What holds at the locations, for people: the invariants, what follows from the cases, or the disjunctions of states.
    pub fn summary(&self) -> Vec<(LocationId, Term)> {
        let mut of_location: BTreeMap<LocationId, Vec<&Cases>> = BTreeMap::new();
        for cases in &self.cases {
            of_location.entry(cases.location).or_default().push(cases);
        }
        let summaries = of_location.into_iter().map(|(location, cases)| (location, summary(&cases)));
        let mut disjuncts: BTreeMap<LocationId, Vec<Term>> = BTreeMap::new();
        for state in &self.states {
            disjuncts.entry(state.location).or_default().push(state.formula);
        }
        let disjunctions = disjuncts.into_iter().map(|(location, formulas)| (location, mk::or(formulas)));
        self.invariants.iter().copied().chain(summaries).chain(disjunctions).collect()
    }
}

/// What follows from the cases of a location.
fn summary(cases: &[&Cases]) -> Term {
    let count: usize = cases.iter().map(|cases| cases.rows.len()).sum();
    if count <= MAX_CASES {
        return mk::or(cases.iter().flat_map(|cases| {
            cases.rows.iter().map(|row| {
                let equations = cases.places.iter().zip(row).map(|(p, v)| mk::eq(*p, *v));
                mk::and(equations.chain([cases.condition]))
            })
        }));
    }
    // Places that have values in all cases.
    let with_rows: Vec<&&Cases> = cases.iter().filter(|cases| !cases.rows.is_empty()).collect();
    let Some((first, others)) = with_rows.split_first() else { return mk::ff() };
    let common = first.places.iter().filter(|place| others.iter().all(|cases| cases.places.contains(place)));
    let values = |place: &Term| {
        let mut values = BTreeSet::new();
        for cases in &with_rows {
            let position = cases.places.iter().position(|other| other == place)?;
            for row in &cases.rows {
                values.insert(*row.get(position)?);
                if values.len() > MAX_VALUES {
                    return None;
                }
            }
        }
        Some(mk::or(values.into_iter().map(|value| mk::eq(*place, value))))
    };
    let mut conditions: Vec<Term> = with_rows.iter().map(|cases| cases.condition).collect();
    conditions.sort_unstable();
    conditions.dedup();
    let shared = match conditions.len() {
        0..=MAX_VALUES => mk::or(conditions),
        _ => mk::tt(),
    };
    mk::and(common.filter_map(values).chain([shared]))
}

/// An execution that violates the property.
#[derive(Clone, Debug)]
pub struct Counterexample {
    /// The path from the entry to the violation.
    pub edges: Vec<EdgeId>,
    /// The values of the program variables at the start.
    pub initial: Vec<(Term, Term)>,
    /// The values that `havoc` chooses: position in the path (counted from 0), variable, value.
    pub havocs: Vec<(usize, Term, Term)>,
    /// The interpretations of uninterpreted functions.
    pub functions: Vec<(Func, FuncInterp)>,
    /// What is violated.
    pub violation: Violation,
}
