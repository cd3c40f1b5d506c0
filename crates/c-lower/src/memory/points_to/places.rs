//! What is known of places without following pointers.

use c_sema::hir::{ObjectId, PlaceId, PlaceKind, Program};
use c_sema::types::Type;

use crate::memory::leaves::{Leaf, Scalar};

/// The object that a place is a part of, if that is known without following pointers.
pub fn root_object(program: &Program, mut place: PlaceId) -> Option<ObjectId> {
    loop {
        match program.places[place].kind {
            PlaceKind::Object(object) => return Some(object),
            PlaceKind::Deref(_) => return None,
            PlaceKind::Field(outer, _) => place = outer,
        }
    }
}

/// The leaf that a scalar place is, relative to the pointer that the analysis gives it; `None` for records and arrays.
pub fn place_leaf(program: &Program, id: PlaceId) -> Option<Leaf> {
    let place = &program.places[id];
    let scalar = Scalar::of(&program.types, place.ty)?;
    if let PlaceKind::Field(outer, index) = place.kind
        && let Type::Record(record) = program.types[program.places[outer].ty]
    {
        let field = &program.types.records[record].fields[index];
        if field.bit_width.is_some() {
            return Some(Leaf { bit_offset: field.bit_offset, bit_width: field.bit_width, scalar });
        }
    }
    Some(Leaf { bit_offset: 0, bit_width: None, scalar })
}
