//! Cubes: conjunctions of predicates and negated predicates, the predicate part of a state.
//!
//! A state belongs to one path through the code between two kept locations, so a conjunction for each path, and several
//! states for several paths, say what Boolean combinations say elsewhere.

use logic::PredicateId;
use rustc_hash::FxHashMap;

/// A predicate or its negation.
pub type Literal = (PredicateId, bool);

/// A cube by its number.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct CubeId(u32);

impl CubeId {
    /// The cube that says nothing.
    pub const TRUE: CubeId = CubeId(0);
}

/// All cubes that turned up.
pub struct Cubes {
    all: Vec<Box<[Literal]>>,
    known: FxHashMap<Box<[Literal]>, CubeId>,
}

impl Default for Cubes {
    fn default() -> Cubes {
        let mut cubes = Cubes { all: Vec::new(), known: FxHashMap::default() };
        cubes.intern(Vec::new());
        cubes
    }
}

impl Cubes {
    /// The cube of these literals.
    pub fn intern(&mut self, mut literals: Vec<Literal>) -> CubeId {
        literals.sort_unstable();
        literals.dedup();
        let literals = literals.into_boxed_slice();
        if let Some(&known) = self.known.get(&literals) {
            return known;
        }
        let id = CubeId(self.all.len() as u32);
        self.all.push(literals.clone());
        self.known.insert(literals, id);
        id
    }

    /// The literals of a cube, sorted.
    pub fn literals(&self, cube: CubeId) -> &[Literal] {
        &self.all[cube.0 as usize]
    }

    /// Whether the first cube has all literals of the second.
    pub fn implies(&self, cube: CubeId, other: CubeId) -> bool {
        if cube == other || other == CubeId::TRUE {
            return true;
        }
        let mine = self.literals(cube);
        self.literals(other).iter().all(|literal| mine.binary_search(literal).is_ok())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cube_implies_its_parts() {
        let mut cubes = Cubes::default();
        let [p, q] = [PredicateId::TRUE, PredicateId::FALSE];
        let both = cubes.intern(vec![(q, false), (p, true), (p, true)]);
        let one = cubes.intern(vec![(p, true)]);
        let other = cubes.intern(vec![(p, false)]);
        assert_eq!(cubes.intern(vec![(p, true), (q, false)]), both);
        assert_eq!(cubes.intern(Vec::new()), CubeId::TRUE);
        assert!(cubes.implies(both, one) && !cubes.implies(one, both));
        assert!(cubes.implies(other, CubeId::TRUE) && !cubes.implies(CubeId::TRUE, other));
        assert!(!cubes.implies(both, other));
    }
}
