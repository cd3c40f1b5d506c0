//! Places: what has a value that can be tracked, namely variables and elements of arrays at known indices.
//!
//! An element of an array of arrays is an element of an element. Places are numbered when they first turn up.

use base::index::{IndexVec, typed_index};
use rustc_hash::FxHashMap;
use term::{Sort, Term, build as mk};

use super::word::{Word, Words};

typed_index! {
    /// A place.
    pub struct PlaceId;
}

enum Place {
    Variable(Term),
    Element(PlaceId, Word),
}

/// All places that turned up.
#[derive(Default)]
pub struct Places {
    places: IndexVec<PlaceId, Place>,
    sorts: IndexVec<PlaceId, Sort>,
    /// The elements of each array that turned up.
    elements: IndexVec<PlaceId, Vec<PlaceId>>,
    of_variable: FxHashMap<Term, PlaceId>,
    of_element: FxHashMap<(PlaceId, Word), PlaceId>,
}

impl Places {
    fn add(&mut self, place: Place, sort: Sort) -> PlaceId {
        self.sorts.push(sort);
        self.elements.push(Vec::new());
        self.places.push(place)
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.places.len()
    }

    /// The place of a variable.
    pub fn variable(&mut self, variable: Term) -> PlaceId {
        if let Some(&known) = self.of_variable.get(&variable) {
            return known;
        }
        let id = self.add(Place::Variable(variable), variable.sort());
        self.of_variable.insert(variable, id);
        id
    }

    /// The place of an element, if it turned up already.
    pub fn find(&self, array: PlaceId, index: Word) -> Option<PlaceId> {
        self.of_element.get(&(array, index)).copied()
    }

    /// The place of an element.
    pub fn element(&mut self, array: PlaceId, index: Word) -> PlaceId {
        if let Some(known) = self.find(array, index) {
            return known;
        }
        let Sort::Array(parts) = self.sorts[array] else { unreachable!("only arrays have elements") };
        let id = self.add(Place::Element(array, index), parts.element());
        self.elements[array].push(id);
        self.of_element.insert((array, index), id);
        id
    }

    /// The elements of an array that turned up.
    pub fn elements(&self, array: PlaceId) -> &[PlaceId] {
        &self.elements[array]
    }

    /// The index of an element.
    pub fn index(&self, element: PlaceId) -> Word {
        match self.places[element] {
            Place::Element(_, index) => index,
            Place::Variable(_) => unreachable!("a variable has no index"),
        }
    }

    /// The sort of the values at a place.
    pub fn sort(&self, place: PlaceId) -> Sort {
        self.sorts[place]
    }

    /// Whether a value can be tracked here, and not only in its elements.
    pub fn is_scalar(&self, place: PlaceId) -> bool {
        !matches!(self.sorts[place], Sort::Array(_))
    }

    /// The variable that a place is, or is a part of.
    pub fn root(&self, place: PlaceId) -> Term {
        let mut place = place;
        loop {
            match self.places[place] {
                Place::Variable(variable) => return variable,
                Place::Element(array, _) => place = array,
            }
        }
    }

    /// The place as a term.
    pub fn term(&self, place: PlaceId, words: &Words) -> Term {
        match self.places[place] {
            Place::Variable(variable) => variable,
            Place::Element(array, index) => {
                let Sort::Array(parts) = self.sorts[array] else { unreachable!("only arrays have elements") };
                mk::select(self.term(array, words), words.term(index, parts.index()))
            }
        }
    }
}
