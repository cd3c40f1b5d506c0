//! Assignments, compound assignments, increments.

use super::body::Body;
use super::place::Address;
use super::value::Value;
use crate::hir::{BinaryOp, ExprId, ExprKind, PlaceId};
use crate::memory::leaves::{Leaf, Scalar};
use crate::types::{IntKind, Ty, Type};

impl Body<'_, '_> {
    /// Evaluates an assignment of any form.
    pub fn assignment(&mut self, id: ExprId) -> Value {
        let program = self.lowerer.program;
        match &program.exprs[id].kind {
            ExprKind::Assign(place, value) => {
                // The value first, as a call in it may change what the place reads.
                let value = self.expr(*value);
                let address = self.place(*place);
                self.store_to(*place, &address, value)
            }
            ExprKind::AssignOp { place, op, value, compute } => self.assign_op(*place, *op, *value, *compute),
            ExprKind::PointerAssignAdd { place, index, element, is_subtracted, is_postfix } => {
                let address = self.place(*place);
                let old = self.read(*place, &address);
                let old = if *is_postfix { self.keep_value("old", old) } else { old };
                // What a moved pointer points to is what the cell may point to.
                let target = self.lowerer.regions.points_to.exprs[id].filter(|_| !is_postfix);
                let new = self.move_pointer(old.pointer(), *index, *element, *is_subtracted, target);
                let new = self.store_to(*place, &address, Value::Pointer(new));
                if *is_postfix { old } else { new }
            }
            ExprKind::Increment { place, is_decrement, is_postfix } => {
                self.increment(*place, *is_decrement, *is_postfix)
            }
            other => unreachable!("not an assignment: {other:?}"),
        }
    }

    fn read(&mut self, place: PlaceId, address: &Address) -> Value {
        let (ty, leaf) = (self.lowerer.program.places[place].ty, self.place_leaf(place));
        self.check_access(address, ty, leaf, "read");
        self.load(address, ty, leaf)
    }

    /// Stores a value and gives what was stored.
    fn store_to(&mut self, place: PlaceId, address: &Address, value: Value) -> Value {
        let (ty, leaf) = (self.lowerer.program.places[place].ty, self.place_leaf(place));
        let value = self.narrowed(leaf, value);
        self.check_access(address, ty, leaf, "write");
        if leaf.is_none() {
            self.store(address, ty, leaf, &value);
            return value;
        }
        // The stored value is read again by whoever uses the result: through a variable if the place is read by the value.
        let kept = match &value {
            Value::Number(term) if term.free_variables().len() > 8 => self.keep_value("stored", value),
            _ => value,
        };
        self.store(address, ty, leaf, &kept);
        self.reload(address, leaf, kept)
    }

    /// The value of an assignment after it is done: what the place holds now, if it can be read without more ado.
    fn reload(&mut self, address: &Address, leaf: Option<Leaf>, value: Value) -> Value {
        let Some(leaf) = leaf else { return value };
        let Value::Number(term) = value else { return value };
        if term.free_variables().is_empty() {
            return value;
        }
        let class = address.pointer.class;
        let Some(index) = self.lowerer.regions.component(address.pointer, leaf.bit_offset) else {
            return value;
        };
        let component = self.lowerer.regions.region(class).components[index];
        let indexing = self.lowerer.indexing(class, &component);
        if indexing.by_base || indexing.by_offset {
            return value;
        }
        self.load_leaf(address, leaf)
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
        let right = self.number(value);
        let address = self.place(place);
        let old = match self.read(place, &address) {
            Value::Pointer(pointer) => self.number_from_pointer(pointer, IntKind::Long),
            value => value.number(),
        };
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
