//! The types of a checked program: synonyms expanded, equal types equal ids.
//!
//! A type's parts are interned before it, so a loop over ids in order sees parts before wholes. Types can be
//! deep (through chains of synonyms), so nothing recurses over them without a bound.

use crate::names::{Name, Names};
use base::{IndexVec, typed_index};
use rustc_hash::FxHashMap;

typed_index! {
    /// A type of a [`Types`] table.
    pub struct TypeId;
}

/// A type.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Type {
    /// The type of a wrong expression, about which no more is said.
    Wrong,
    /// `bool`.
    Bool,
    /// `int`.
    Int,
    /// `real`.
    Real,
    /// `bvN`.
    BitVector(u32),
    /// A type declared as the floating-point sort with these numbers of exponent and significand bits.
    Float(u32, u32),
    /// A type declared as the sort of rounding modes.
    RoundingMode,
    /// A declared type; each list of arguments makes another one.
    Named(Name, Vec<TypeId>),
    /// A map.
    Map(Vec<TypeId>, TypeId),
}

/// The types of a program.
#[derive(Clone, Debug)]
pub struct Types {
    entries: IndexVec<TypeId, Type>,
    known: FxHashMap<Type, TypeId>,
}

impl Default for Types {
    fn default() -> Self {
        let mut types = Types { entries: IndexVec::new(), known: FxHashMap::default() };
        for basic in [Type::Wrong, Type::Bool, Type::Int, Type::Real] {
            types.intern(basic);
        }
        types
    }
}

impl Types {
    /// The id of a type.
    pub fn intern(&mut self, ty: Type) -> TypeId {
        if let Some(&id) = self.known.get(&ty) {
            return id;
        }
        let id = self.entries.push(ty.clone());
        self.known.insert(ty, id);
        id
    }

    fn basic(&self, ty: Type) -> TypeId {
        self.known[&ty]
    }

    /// The type of wrong expressions.
    pub fn wrong(&self) -> TypeId {
        self.basic(Type::Wrong)
    }

    /// `bool`.
    pub fn bool(&self) -> TypeId {
        self.basic(Type::Bool)
    }

    /// `int`.
    pub fn int(&self) -> TypeId {
        self.basic(Type::Int)
    }

    /// `real`.
    pub fn real(&self) -> TypeId {
        self.basic(Type::Real)
    }

    /// The type with this id.
    pub fn get(&self, id: TypeId) -> &Type {
        &self.entries[id]
    }

    /// All types, parts before wholes.
    pub fn iter(&self) -> impl Iterator<Item = (TypeId, &Type)> {
        self.entries.iter_enumerated()
    }

    /// The type as it is written; what is very deep is shortened.
    pub fn describe(&self, names: &Names, id: TypeId) -> String {
        self.describe_to_depth(names, id, 6)
    }

    fn describe_to_depth(&self, names: &Names, id: TypeId, depth: usize) -> String {
        if depth == 0 {
            return "...".into();
        }
        let inner = |id: TypeId| self.describe_to_depth(names, id, depth - 1);
        match self.get(id) {
            Type::Wrong => "?".into(),
            Type::Bool => "bool".into(),
            Type::Int => "int".into(),
            Type::Real => "real".into(),
            Type::BitVector(width) => format!("bv{width}"),
            Type::Float(exponent, significand) => format!("float{significand}e{exponent}"),
            Type::RoundingMode => "rmode".into(),
            Type::Named(name, arguments) => {
                let mut text = names.text(*name).to_owned();
                for &argument in arguments {
                    text += " ";
                    text += &inner(argument);
                }
                text
            }
            Type::Map(indices, result) => {
                let indices: Vec<String> = indices.iter().map(|&index| inner(index)).collect();
                format!("[{}]{}", indices.join(", "), inner(*result))
            }
        }
    }
}
