//! Fragments of a proof: what holds in states that cannot reach a target any more.
//!
//! An abstraction that forgets such states leaves their annotations here. The successors of a forgotten state are
//! forgotten, too, or an execution cannot get there; hence the fragments are inductive together.

use program::{BlockProgram, LocationId, Proof, ProofState};
use rustc_hash::FxHashMap;
use term::{Term, build as mk};

/// If a location has more annotations than so many, the proof lists them.
const MANY: usize = 200;

/// Annotations of forgotten states, by location.
#[derive(Default)]
pub struct Fragments(FxHashMap<LocationId, Vec<Term>>);

impl Fragments {
    /// Adds an annotation.
    pub fn add(&mut self, location: LocationId, annotation: Term) {
        let known = self.0.entry(location).or_default();
        if !known.contains(&annotation) {
            known.push(annotation);
        }
    }

    /// The proof, once no state is left.
    pub fn proof(&self, program: &BlockProgram) -> Proof {
        if self.0.values().any(|annotations| annotations.len() > MANY) {
            return self.proof_by_states(program);
        }
        let mut locations: Vec<LocationId> = self.0.keys().copied().collect();
        locations.sort_unstable();
        let invariant = |l: &LocationId| logic::simplify_in_context(mk::or(self.0[l].iter().copied()));
        let mut invariants: Vec<(LocationId, Term)> = locations.iter().map(|l| (*l, invariant(l))).collect();
        // What no state belongs to is not reachable.
        let is_unreached = |l: &LocationId| !self.0.contains_key(l) && program.target(*l).is_none();
        invariants.extend(program.locations().into_iter().filter(is_unreached).map(|l| (l, mk::ff())));
        invariants.sort_unstable();
        Proof::of(invariants)
    }

    fn proof_by_states(&self, program: &BlockProgram) -> Proof {
        let mut states = Vec::new();
        for location in program.locations().into_iter().filter(|l| program.target(*l).is_none()) {
            let annotations = self.0.get(&location).cloned().unwrap_or_else(|| vec![mk::ff()]);
            states.extend(annotations.iter().map(|formula| ProofState {
                location,
                formula: *formula,
                successors: None,
            }));
        }
        Proof::of_states(states)
    }
}
