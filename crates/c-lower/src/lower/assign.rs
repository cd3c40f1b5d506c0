//! Assignments, compound assignments, increments.

use c_sema::hir::{BinaryOp, ExprId, ExprKind, PlaceId};
use c_sema::types::{IntKind, Ty, Type};
use term::Term;

use super::body::Body;
use super::value::{Address, Value};
use crate::memory::leaves::{Leaf, Scalar};
use crate::memory::regions::Layout;

impl Body<'_, '_> {
    /// Evaluates an assignment of any form.
    pub fn assignment(&mut self, id: ExprId) -> Value {
        let program = self.lowerer.program;
        match &program.exprs[id].kind {
            ExprKind::Assign(place, value) => {
                let (address, value) = self.place_and_value(*place, *value);
                self.store_to(*place, &address, value)
            }
            ExprKind::AssignOp { place, op, value, compute } => self.assign_op(*place, *op, *value, *compute),
            ExprKind::PointerAssignAdd { place, index, element, is_subtracted, is_postfix } => {
                let (address, old, value) = self.place_and_change(*place, *index);
                let distance = self.distance(*index, value, *element);
                let old = if *is_postfix { self.keep_value("old", old) } else { old };
                // What a moved pointer points to is what the cell may point to.
                let target = self.lowerer.regions.points_to.exprs[id].filter(|_| !is_postfix);
                let new = self.moved(old.pointer(), *index, distance, *is_subtracted, target);
                let new = self.store_to(*place, &address, Value::Pointer(new));
                if *is_postfix { old } else { new }
            }
            ExprKind::Increment { place, is_decrement, is_postfix } => {
                self.increment(*place, *is_decrement, *is_postfix)
            }
            other => unreachable!("not an assignment: {other:?}"),
        }
    }

    pub fn read(&mut self, place: PlaceId, address: &Address) -> Value {
        self.read_at(place, address, self.lowerer.program.places[place].ty)
    }

    /// Stores a value and gives what was stored. The terms of the result hold in the state after the store.
    fn store_to(&mut self, place: PlaceId, address: &Address, value: Value) -> Value {
        let (ty, leaf) = (self.lowerer.program.places[place].ty, self.place_leaf(place));
        let value = self.narrowed(leaf, value);
        self.check_access(address, ty, leaf, "write");
        let end = self.begin_write(address);
        let stored = self.store_checked(address, ty, leaf, value);
        self.end_write(end);
        stored
    }

    fn store_checked(&mut self, address: &Address, ty: Ty, leaf: Option<Leaf>, value: Value) -> Value {
        let Some(leaf) = leaf else {
            return match &value {
                Value::Record(leaves) => {
                    let address = self.settled(address);
                    let stored = self.store_record(&address, leaves);
                    self.forget_padding(&address, ty);
                    stored
                }
                other => {
                    self.store(address, ty, None, other);
                    Value::Memory(*address)
                }
            };
        };
        if self.is_variable(address, leaf) {
            self.store(address, ty, Some(leaf), &value);
            let is_constant = matches!(value, Value::Number(term) if term.free_variables().is_empty());
            return if is_constant { value } else { self.load_leaf(address, leaf) };
        }
        let is_large = matches!(value, Value::Number(term) if term.free_variables().len() > 8);
        let value = match is_large || self.reads_what_is_written(address, leaf, &value) {
            true => self.keep_value("stored", value),
            false => value,
        };
        self.store(address, ty, Some(leaf), &value);
        value
    }

    /// Whether the leaf is a variable of its own and of its own type, not a cell of an array.
    fn is_variable(&self, address: &Address, leaf: Leaf) -> bool {
        let Some(index) = self.lowerer.regions.component(address.pointer, leaf.bit_offset) else {
            return false;
        };
        let class = address.pointer.class;
        let component = self.lowerer.regions.region(class).components[index];
        let indexing = self.lowerer.indexing(class, &component);
        let is_typed = matches!(component.layout, Layout::Typed(scalar, _) if scalar == leaf.scalar);
        is_typed && !indexing.by_base && !indexing.by_offset
    }

    /// Whether a value is another one after a store to the leaf, as it reads the array that is written.
    fn reads_what_is_written(&mut self, address: &Address, leaf: Leaf, value: &Value) -> bool {
        let Some(index) = self.lowerer.regions.component(address.pointer, leaf.bit_offset) else {
            return false;
        };
        let cell = self.lowerer.cell(address.pointer.class, index);
        let terms = match value {
            Value::Number(term) => vec![*term],
            Value::Pointer(pointer) => vec![pointer.base, pointer.offset],
            Value::Void | Value::Record(_) | Value::Memory(_) => Vec::new(),
        };
        let is_written = |variable: &Term| *variable == cell.value || Some(*variable) == cell.offset;
        terms.iter().any(|term| term.free_variables().iter().any(is_written))
    }

    /// What a bit-field holds after a value was stored.
    fn narrowed(&self, leaf: Option<Leaf>, value: Value) -> Value {
        match (leaf, value) {
            (Some(Leaf { bit_width: Some(width), scalar: Scalar::Int(kind), .. }), Value::Number(term)) => {
                Value::Number(self.lowerer.encoder.truncate_to_width(kind, width, term))
            }
            (_, value) => value,
        }
    }

    fn assign_op(&mut self, place: PlaceId, op: BinaryOp, value: ExprId, compute: Ty) -> Value {
        let program = self.lowerer.program;
        let right_type = self.expr_type(value);
        let (address, old, right) = self.place_and_change(place, value);
        let (old, right) = (self.as_number(old), self.as_number(right));
        let (own, compute) =
            (program.types[program.places[place].ty].clone(), program.types[compute].clone());
        let left = self.convert_number(&own, &compute, old);
        let result = self.binary(op, &compute, left, &right_type, right);
        let result = self.convert_number(&compute, &own, result);
        self.store_to(place, &address, Value::Number(result))
    }

    pub fn increment(&mut self, place: PlaceId, is_decrement: bool, is_postfix: bool) -> Value {
        let program = self.lowerer.program;
        let own = program.types[program.places[place].ty].clone();
        let address = self.place(place);
        let old = self.read(place, &address);
        let old = if is_postfix { self.keep_value("old", old) } else { old };
        let compute = match &own {
            Type::Int(kind) => Type::Int(promoted(*kind)),
            other => other.clone(),
        };
        let left = self.convert_number(&own, &compute, old.number());
        let encoder = self.lowerer.encoder.clone();
        let one = match &compute {
            Type::Int(kind) => encoder.int_constant(1, *kind),
            float => {
                let one = encoder.int_constant(1, IntKind::Int);
                self.convert_number(&Type::Int(IntKind::Int), float, one)
            }
        };
        let op = if is_decrement { BinaryOp::Sub } else { BinaryOp::Add };
        let result = self.binary(op, &compute, left, &compute, one);
        let result = self.convert_number(&compute, &own, result);
        let new = self.store_to(place, &address, Value::Number(result));
        if is_postfix { old } else { new }
    }
}

/// The type in which an integer is computed with: small ones become `int`.
fn promoted(kind: IntKind) -> IntKind {
    match kind {
        IntKind::Bool
        | IntKind::Char
        | IntKind::SChar
        | IntKind::UChar
        | IntKind::Short
        | IntKind::UShort => IntKind::Int,
        other => other,
    }
}
