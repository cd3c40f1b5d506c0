//! Value interpolation: what an infeasible path needs to know, position by position (Beyer and Löwe 2013).
//!
//! The path is executed in the value domain up to a contradiction. Going back from there, each statement says which of
//! the values before it are needed for the values that are needed behind it: a place is forgotten if the statement has
//! the same effect without it. So each step needs only the places that it reads, and all of it is linear in the length of
//! the path; what the suffix does not use is never looked at, which is use-definition slicing.
//!
//! The assignments are inductive by construction: executing the step from the assignment before it gives at least the
//! assignment behind it, and the last step contradicts the one before it.

use program::{DomainTypes, EdgeId};

use super::assignment::Mark;
use super::place::PlaceId;
use super::transfer::Machine;
use super::word::Word;

/// What is needed at one position: places with their values, sorted.
pub type Needed = Vec<(PlaceId, Word)>;

/// An infeasible sliced prefix of a path, with its interpolants.
pub struct ExcludedPrefix {
    /// How many edges it has; the last one is the contradiction.
    pub length: usize,
    /// What is needed before each edge.
    pub needed: Vec<Needed>,
}

/// A path executed in the value domain.
struct Executed<'m> {
    machine: &'m mut Machine,
    types: &'m DomainTypes,
    path: &'m [EdgeId],
    /// Before each edge.
    marks: Vec<Mark>,
    /// The edges that are `true` because they contradict what is before them.
    skipped: Vec<usize>,
}

/// The infeasible sliced prefixes of a path (Algorithm 1), at most so many, each with its interpolants. None if the path
/// is feasible in the value domain.
pub fn sliced_prefixes(
    machine: &mut Machine,
    types: &DomainTypes,
    path: &[EdgeId],
    limit: usize,
) -> Vec<ExcludedPrefix> {
    loop {
        // Elements of arrays that turn up on the way get values in a second run.
        let places = machine.places.len();
        let mut executed = Executed::new(machine, types, path, limit);
        let prefixes = executed.interpolate();
        machine.assignment.clear();
        if !prefixes.is_empty() || machine.places.len() == places {
            return prefixes;
        }
    }
}

impl<'m> Executed<'m> {
    fn new(
        machine: &'m mut Machine,
        types: &'m DomainTypes,
        path: &'m [EdgeId],
        limit: usize,
    ) -> Executed<'m> {
        machine.assignment.clear();
        let (mut marks, mut skipped) = (Vec::with_capacity(path.len()), Vec::new());
        for (position, &edge) in path.iter().enumerate() {
            let mark = machine.assignment.mark();
            marks.push(mark);
            if machine.execute(edge).is_err() {
                machine.undo(mark);
                skipped.push(position);
                if skipped.len() == limit {
                    break;
                }
            }
        }
        Executed { machine, types, path, marks, skipped }
    }

    /// The interpolants of all prefixes. The last contradiction comes first, because the assignment goes backwards.
    fn interpolate(&mut self) -> Vec<ExcludedPrefix> {
        let mut open: Vec<(usize, Vec<Needed>)> = Vec::new();
        let mut skipped = self.skipped.clone();
        let end = self.marks.len();
        for position in (0..end).rev() {
            let written: Vec<PlaceId> = {
                let mut written: Vec<PlaceId> =
                    self.machine.assignment.written(self.marks[position]).collect();
                written.sort_unstable();
                written.dedup();
                written
            };
            let mark = self.marks[position];
            self.machine.undo(mark);
            let edge = self.path[position];
            if skipped.last() == Some(&position) {
                skipped.pop();
                for (_, needed) in &mut open {
                    let same = needed.last().cloned().unwrap_or_default();
                    needed.push(same);
                }
                let needed = self.explain(edge, None);
                open.push((position + 1, vec![needed]));
                continue;
            }
            for (_, needed) in &mut open {
                let behind = needed.last().expect("what is needed behind the edge");
                let (from_here, mut before): (Needed, Needed) =
                    behind.iter().partition(|(place, _)| written.binary_search(place).is_ok());
                if !from_here.is_empty() {
                    let own = explain(self.machine, self.types, edge, Some(&from_here));
                    before.extend(own);
                    before.sort_unstable();
                    before.dedup();
                }
                needed.push(before);
            }
        }
        let prefix = |(length, mut needed): (usize, Vec<Needed>)| {
            needed.reverse();
            ExcludedPrefix { length, needed }
        };
        open.into_iter().rev().map(prefix).collect()
    }

    fn explain(&mut self, edge: EdgeId, wanted: Option<&Needed>) -> Needed {
        explain(self.machine, self.types, edge, wanted)
    }
}

/// What must be known before an edge so that these values are known behind it, or so that it is a contradiction.
fn explain(machine: &mut Machine, types: &DomainTypes, edge: EdgeId, wanted: Option<&Needed>) -> Needed {
    let mut kept = machine.reads(edge);
    // Of several reasons, the one whose variables have the better domain types is kept: the others are forgotten first.
    kept.sort_by_key(|place| std::cmp::Reverse(types.get(machine.places.root(*place))));
    let start = machine.assignment.mark();
    let mut position = 0;
    while position < kept.len() {
        let place = kept[position];
        let mark = machine.assignment.mark();
        machine.assignment.set(place, None);
        let before = machine.assignment.mark();
        let result = machine.execute(edge);
        let is_enough = match wanted {
            None => result.is_err(),
            Some(wanted) => {
                result.is_ok()
                    && wanted.iter().all(|(place, word)| machine.assignment.get(*place) == Some(*word))
            }
        };
        machine.undo(before);
        if is_enough {
            kept.remove(position);
        } else {
            machine.undo(mark);
            position += 1;
        }
    }
    machine.undo(start);
    kept.sort_unstable();
    kept.into_iter().filter_map(|place| Some((place, machine.assignment.get(place)?))).collect()
}
