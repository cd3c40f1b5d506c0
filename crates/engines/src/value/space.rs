//! The states that were reached: locations with the tracked part of the assignment.
//!
//! States of a location with values for the same places and with the same predicates have the same *shape*. A state is
//! covered by a state of the same location that knows fewer values and agrees on them, and whose predicates it has: for
//! each shape that knows no more, a hash table says whether the state's values are there. A state takes 20 bytes, 8 for each known value, and its entry in the hash table.

use std::hash::{Hash, Hasher};

use base::index::{Idx, IndexVec};
use hashbrown::HashTable;
use program::{EdgeId, LocationId};
use rustc_hash::{FxHashMap, FxHasher};

use super::assignment::Assignment;
use super::cube::{CubeId, Cubes};
use super::place::PlaceId;
use super::word::Word;

/// A state by its number.
pub type StateId = u32;

/// The parent of the first state.
const NONE: StateId = StateId::MAX;

/// Shapes of a location that are looked at for coverage; the state's own is always.
const MAX_SHAPES: usize = 64;

/// A state that was reached.
#[derive(Clone, Copy)]
struct State {
    location: LocationId,
    shape: u32,
    parent: StateId,
    /// The last edge of the path from the parent.
    edge: EdgeId,
    /// Where its values begin.
    values: u32,
}

/// Which of the tracked places of a location have values, and which predicates hold.
struct Shape {
    /// A bit for each tracked place.
    bits: Box<[u64]>,
    places: Box<[PlaceId]>,
    cube: CubeId,
}

#[derive(Default)]
struct Shapes {
    all: Vec<Shape>,
    by_bits: FxHashMap<(CubeId, Box<[u64]>), u32>,
}

/// All states.
pub struct Space {
    states: Vec<State>,
    pool: Vec<Word>,
    table: HashTable<StateId>,
    shapes: IndexVec<LocationId, Shapes>,
    bits: Vec<u64>,
    values: Vec<Word>,
}

fn hash_of(location: LocationId, shape: u32, values: &[Word]) -> u64 {
    let mut hasher = FxHasher::default();
    location.hash(&mut hasher);
    hasher.write_u32(shape);
    for value in values {
        hasher.write_i64(*value);
    }
    hasher.finish()
}

impl Space {
    /// No states.
    pub fn new(locations: usize) -> Space {
        let mut shapes = IndexVec::new();
        (0..locations).for_each(|_| {
            shapes.push(Shapes::default());
        });
        let (states, pool, bits, values) = Default::default();
        Space { states, pool, table: HashTable::new(), shapes, bits, values }
    }

    /// How many states there are.
    pub fn len(&self) -> usize {
        self.states.len()
    }

    /// How many bytes they take.
    pub fn bytes(&self) -> usize {
        let table = self.table.capacity() * (size_of::<StateId>() + 1);
        self.states.len() * size_of::<State>() + self.pool.len() * size_of::<Word>() + table
    }

    /// Where a state is.
    pub fn location(&self, state: StateId) -> LocationId {
        self.states[state as usize].location
    }

    /// From which state it was reached, and by which last edge.
    pub fn parent(&self, state: StateId) -> Option<(StateId, EdgeId)> {
        let State { parent, edge, .. } = self.states[state as usize];
        (parent != NONE).then_some((parent, edge))
    }

    /// The known values of a state.
    pub fn values(&self, state: StateId) -> (&[PlaceId], &[Word]) {
        let State { location, shape, values, .. } = self.states[state as usize];
        let places = &self.shapes[location].all[shape as usize].places;
        (places, &self.pool[values as usize..values as usize + places.len()])
    }

    /// The predicates of a state.
    pub fn cube(&self, state: StateId) -> CubeId {
        let State { location, shape, .. } = self.states[state as usize];
        self.shapes[location].all[shape as usize].cube
    }

    /// Adds the tracked part of an assignment with its predicates, unless it is covered.
    pub fn add(
        &mut self,
        location: LocationId,
        tracked: &[PlaceId],
        assignment: &Assignment,
        (cube, cubes): (CubeId, &Cubes),
        from: Option<(StateId, EdgeId)>,
    ) -> Option<StateId> {
        self.bits.clear();
        self.bits.resize(tracked.len().div_ceil(64), 0);
        for (position, place) in tracked.iter().enumerate() {
            if assignment.get(*place).is_some() {
                self.bits[position / 64] |= 1 << (position % 64);
            }
        }
        let own = self.shape(location, tracked, cube);
        if self.is_covered(location, own, assignment, cubes) {
            return None;
        }
        let id = self.states.len() as StateId;
        let values = self.pool.len() as u32;
        let places = &self.shapes[location].all[own as usize].places;
        self.pool.extend(places.iter().filter_map(|place| assignment.get(*place)));
        let (parent, edge) = from.unwrap_or((NONE, EdgeId::from_usize(0)));
        self.states.push(State { location, shape: own, parent, edge, values });
        let Space { states, pool, shapes, table, .. } = self;
        let hash = |id: &StateId| {
            let State { location, shape, values, .. } = states[*id as usize];
            let count = shapes[location].all[shape as usize].places.len();
            hash_of(location, shape, &pool[values as usize..values as usize + count])
        };
        table.insert_unique(hash(&id), id, hash);
        Some(id)
    }

    fn shape(&mut self, location: LocationId, tracked: &[PlaceId], cube: CubeId) -> u32 {
        let shapes = &mut self.shapes[location];
        let key = (cube, self.bits.as_slice().into());
        if let Some(known) = shapes.by_bits.get(&key) {
            return *known;
        }
        let has = |position: usize| self.bits[position / 64] >> (position % 64) & 1 == 1;
        let places = (0..tracked.len()).filter(|position| has(*position)).map(|position| tracked[position]);
        let bits: Box<[u64]> = self.bits.as_slice().into();
        let id = shapes.all.len() as u32;
        shapes.all.push(Shape { bits, places: places.collect(), cube });
        shapes.by_bits.insert(key, id);
        id
    }

    /// Whether a state knows no more than the assignment and agrees with it.
    fn is_covered(&mut self, location: LocationId, own: u32, assignment: &Assignment, cubes: &Cubes) -> bool {
        let Space { states, pool, table, shapes, values, .. } = self;
        let all = &shapes[location].all;
        let (own_bits, own_cube) = (&all[own as usize].bits, all[own as usize].cube);
        let candidates = (0..all.len().min(MAX_SHAPES) as u32).filter(|shape| *shape != own);
        std::iter::once(own).chain(candidates).any(|shape| {
            let Shape { bits, places, cube } = &all[shape as usize];
            let knows_more = bits.iter().zip(own_bits).any(|(theirs, ours)| theirs & !ours != 0);
            if knows_more || !cubes.implies(own_cube, *cube) {
                return false;
            }
            values.clear();
            values.extend(places.iter().filter_map(|place| assignment.get(*place)));
            let is_same = |id: &StateId| {
                let state = states[*id as usize];
                let begin = state.values as usize;
                state.location == location
                    && state.shape == shape
                    && pool[begin..begin + places.len()] == values[..]
            };
            table.find(hash_of(location, shape, values), is_same).is_some()
        })
    }
}
