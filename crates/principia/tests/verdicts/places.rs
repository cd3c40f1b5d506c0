//! Where values are kept: walks from a variable through members, elements and pointers.
//!
//! Every pointer of a generated program points to a living object whenever it is read. To keep it so, each place
//! knows how deep the block of its variable is: only addresses of objects that live at least as long are stored
//! there. Globals have depth 0.

use super::generate::Generator;
use super::text::{Piece, text};
use super::types::Type;

/// A variable.
#[derive(Clone, Debug)]
pub struct Variable {
    pub name: String,
    pub of: Type,
    /// How deep the block is in which it lives.
    pub depth: usize,
    /// How deep the blocks are in which the objects live that it points to: parameters bring them from outside.
    pub holds: usize,
    /// Its value is 0 or 1.
    pub is_index: bool,
    /// Counters of loops are only read.
    pub is_constant: bool,
}

/// An lvalue.
#[derive(Clone, Debug)]
pub struct Place {
    pub text: Piece,
    pub of: Type,
    pub bits: Option<usize>,
    /// How deep the block is in which the object lives, if no pointer was followed.
    pub depth: usize,
    /// How deep the objects are that it points to.
    pub holds: usize,
    /// A pointer was followed: the object may be any.
    pub is_through: bool,
    pub is_index: bool,
    pub is_constant: bool,
    /// Whether its address can be taken.
    pub has_address: bool,
}

impl Place {
    /// How deep the objects may be whose addresses are stored here.
    pub fn accepts(&self) -> usize {
        if self.is_through { 0 } else { self.holds }
    }

    /// How deep an address of it is.
    pub fn address_depth(&self) -> usize {
        if self.is_through { self.holds } else { self.depth }
    }

    /// The address.
    pub fn address(&self) -> Piece {
        text!["&", self.text.clone()]
    }
}

/// How many steps a walk has at most.
const STEPS: usize = 6;

/// How often a walk is begun before there is none.
const ATTEMPTS: usize = 20;

impl Generator {
    /// A place of the wanted type that can be read.
    pub fn place(&mut self, is_wanted: &dyn Fn(&Place) -> bool) -> Option<Place> {
        for _ in 0..ATTEMPTS {
            let variables = self.variables.len();
            // Later ones are more local, and fewer.
            let at = self.chance.below(variables).max(self.chance.below(variables));
            let place = self.walk(at, is_wanted);
            if place.is_some() {
                return place;
            }
        }
        None
    }

    /// A place of the wanted type that can be written.
    pub fn target(&mut self, is_wanted: &dyn Fn(&Place) -> bool) -> Option<Place> {
        let is_pure = self.is_pure;
        self.place(&|place| {
            let is_own = !place.is_through && place.depth > 0;
            is_wanted(place) && !place.is_constant && (is_own || !is_pure)
        })
    }

    fn walk(&mut self, at: usize, is_wanted: &dyn Fn(&Place) -> bool) -> Option<Place> {
        let variable = self.variables[at].clone();
        let mut place = Place {
            text: Piece::from(variable.name.as_str()),
            of: variable.of,
            bits: None,
            depth: variable.depth,
            holds: variable.holds,
            is_through: false,
            is_index: variable.is_index,
            is_constant: variable.is_constant,
            has_address: true,
        };
        for _ in 0..STEPS {
            if is_wanted(&place) && self.chance.percent(80) {
                return Some(place);
            }
            place = self.step(place)?;
        }
        is_wanted(&place).then_some(place)
    }

    /// One step further, to a part or to where a pointer leads.
    fn step(&mut self, place: Place) -> Option<Place> {
        match place.of.clone() {
            Type::Int(_) | Type::Double | Type::Float => None,
            Type::Array(of, length) => {
                let index = self.index(length);
                let text = match self.chance.below(12) {
                    0 => text!["(*(", place.text, " + ", index, "))"],
                    1 => text!["(", index, ")[", place.text, "]"],
                    _ => text![place.text, "[", index, "]"],
                };
                Some(Place { text, of: *of, ..place })
            }
            Type::Pointer(to) => {
                let text = match self.chance.below(6) {
                    0 => text![place.text, "[0]"],
                    _ => text!["(*", place.text, ")"],
                };
                Some(Place { text, of: *to, is_through: true, has_address: true, ..place })
            }
            Type::Record(number) => {
                let record = self.types.records[number].clone();
                let member = self.chance.pick(&record.members).clone();
                Some(Place {
                    text: text![place.text, ".", member.name],
                    of: member.of,
                    bits: member.bits,
                    is_index: member.is_index,
                    has_address: place.has_address && member.bits.is_none() && !record.is_packed,
                    ..place
                })
            }
        }
    }

    /// An index of an array.
    pub fn index(&mut self, length: usize) -> Piece {
        let number = self.chance.below(length);
        let constant = Piece::from(number);
        if self.fuel == 0 || self.chance.percent(40) {
            return constant;
        }
        self.fuel -= 1;
        let from_memory = self.place(&|place| place.is_index);
        match from_memory {
            Some(place) if self.chance.percent(65) => place.text.or(vec![constant]),
            _ if length.is_power_of_two() => {
                text!["((", self.int(), ") & ", length - 1, ")"].or(vec![constant])
            }
            _ => text!["((unsigned)(", self.int(), ") % ", length, ")"].or(vec![constant]),
        }
    }
}
