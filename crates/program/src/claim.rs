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
/// may be too many for one formula, and they are checked one by one.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Proof {
    /// Locations with their invariants, each location once.
    pub invariants: Vec<(LocationId, Term)>,
    /// Cases; a location may be listed several times, and is unreachable if it only has lists without rows.
    pub cases: Vec<Cases>,
}

/// Cases of a location: conjunctions of equations about the same places.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Cases {
    /// The location.
    pub location: LocationId,
    /// Variables, and elements of arrays at constant indices.
    pub places: Vec<Term>,
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
        Proof { invariants, cases: Vec::new() }
    }

    /// What holds at the locations, for people: the invariants, or what follows from the cases.
    pub fn summary(&self) -> Vec<(LocationId, Term)> {
        let mut of_location: BTreeMap<LocationId, Vec<&Cases>> = BTreeMap::new();
        for cases in &self.cases {
            of_location.entry(cases.location).or_default().push(cases);
        }
        let summaries = of_location.into_iter().map(|(location, cases)| (location, summary(&cases)));
        self.invariants.iter().copied().chain(summaries).collect()
    }
}

/// What follows from the cases of a location.
fn summary(cases: &[&Cases]) -> Term {
    let count: usize = cases.iter().map(|cases| cases.rows.len()).sum();
    if count <= MAX_CASES {
        return mk::or(cases.iter().flat_map(|cases| {
            cases.rows.iter().map(|row| mk::and(cases.places.iter().zip(row).map(|(p, v)| mk::eq(*p, *v))))
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
    mk::and(common.filter_map(values))
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
