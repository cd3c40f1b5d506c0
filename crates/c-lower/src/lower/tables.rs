//! Constant tables: what is read at an index that is not known is a number between the least and the largest of the table.
//!
//! The table itself is an array with all its elements, so nothing is lost; but most proofs need only that interval, which a
//! solver would have to find by looking at every element. The interval holds because nobody can write a static constant:
//! an execution that tries ends there.

use c_sema::hir::{ExprKind, ObjectId, Storage};
use c_sema::types::{IntKind, Type};
use term::{Term, build as mk};

use super::Lowerer;
use super::body::Body;
use super::value::Address;

/// Solvers look at fewer elements themselves.
const LEAST: usize = 16;

/// What the elements of a table are.
#[derive(Clone, Copy, Debug)]
pub(super) struct Table {
    kind: IntKind,
    least: i128,
    largest: i128,
    /// The size in bytes.
    size: u64,
}

impl Lowerer<'_> {
    /// The table that an object is, if it is one.
    fn table(&mut self, object: ObjectId) -> Option<Table> {
        if let Some(&known) = self.tables.get(&object) {
            return known;
        }
        let table = self.is_static_constant(object).then(|| self.read_table(object)).flatten();
        self.tables.insert(object, table);
        table
    }

    fn read_table(&self, object: ObjectId) -> Option<Table> {
        let program = self.program;
        let Storage::Static(parts) = &program.objects[object].storage else { return None };
        let mut element = program.objects[object].ty;
        while let Type::Array(inner, _) = program.types[element] {
            element = inner;
        }
        let Type::Int(kind) = program.types[element] else { return None };
        let (size, width) =
            (program.types.size_of(program.objects[object].ty)?, program.types.size_of(element)?);
        if parts.len() < LEAST {
            return None;
        }
        let mut elements = Vec::with_capacity(parts.len());
        for part in parts {
            let ExprKind::Int(value) = program.exprs[part.value].kind else { return None };
            let is_element = part.bit_width.is_none() && program.types[part.ty] == Type::Int(kind);
            elements.push(is_element.then_some(value)?);
        }
        if (parts.len() as u64) * width < size {
            elements.push(0);
        }
        let (least, largest) = (*elements.iter().min()?, *elements.iter().max()?);
        Some(Table { kind, least, largest, size })
    }
}

impl Body<'_, '_> {
    /// What was read at an address is one of the numbers of a table, if the address is in one.
    pub fn is_of_table(&mut self, address: &Address, value: Term) {
        let Some(object) = self.lowerer.regions.region(address.pointer.class).single else { return };
        if address.offset.free_variables().is_empty() {
            return;
        }
        let Some(Table { kind, least, largest, size }) = self.lowerer.table(object) else { return };
        let encoder = self.lowerer.encoder.clone();
        let (least, largest) = (encoder.int_constant(least, kind), encoder.int_constant(largest, kind));
        if least.sort() != value.sort() {
            return;
        }
        let (ty, le) = (Type::Int(kind), c_sema::hir::CompareOp::Le);
        let bounds =
            mk::and2(encoder.compare(le, &ty, least, value), encoder.compare(le, &ty, value, largest));
        let (one, size) = (self.lowerer.word_constant(1), self.lowerer.word_constant(size.into()));
        let inside = self.is_inside(address.offset, one, size);
        self.assume(mk::or2(mk::not(inside), bounds));
    }
}
