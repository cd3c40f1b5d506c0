//! Expressions: their values, and their effects as edges.

use c_sema::hir::{BinaryOp, ExprId, ExprKind, UnaryOp};
use c_sema::types::{DataModel, FloatKind, IntKind, Ty, Type};
use term::{Term, build as mk};

use super::body::Body;
use super::undefined::{OVERFLOW, QUOTIENT};
use super::value::{PointerValue, Value};
use crate::arith::flags;
use crate::memory::leaves::Scalar;

impl Body<'_, '_> {
    /// Evaluates an expression here.
    pub fn expr(&mut self, id: ExprId) -> Value {
        stacker::maybe_grow(128 * 1024, 2 * 1024 * 1024, || self.expr_kind(id))
    }

    /// The type of an expression.
    pub fn expr_type(&self, id: ExprId) -> Type {
        let program = self.lowerer.program;
        program.types[program.exprs[id].ty].clone()
    }

    fn expr_kind(&mut self, id: ExprId) -> Value {
        let program = self.lowerer.program;
        let expr = &program.exprs[id];
        let ty = &program.types[expr.ty];
        match &expr.kind {
            ExprKind::Int(value) => self.constant(*value, ty),
            ExprKind::Float(value) => Value::Number(self.lowerer.encoder.float_constant(value)),
            ExprKind::AddressOf(place) => Value::Pointer(self.address_of_place(*place)),
            ExprKind::FunctionAddress(function) => self.code_pointer(self.lowerer.function_bases[function]),
            ExprKind::LabelAddress(label) => self.code_pointer(self.lowerer.label_bases[label]),
            ExprKind::Load(place) => self.load_place(*place),
            ExprKind::Unary(op, operand) => self.unary(id, *op, *operand, ty),
            ExprKind::Not(_) | ExprKind::PointerCompare(..) | ExprKind::Binary(BinaryOp::Compare(_), ..) => {
                let condition = self.condition(id);
                self.truth_value(condition, ty)
            }
            ExprKind::And(_, b) | ExprKind::Or(_, b) => self.logical(id, *b, ty),
            ExprKind::Binary(op @ (BinaryOp::Div | BinaryOp::Rem), a, b) => {
                let ((left, right), open) = self.divided(*a, *b);
                self.note_operation(id, left, Some(right));
                let divide = |this: &mut Self| this.binary(*op, ty, left, &this.expr_type(*b), right);
                Value::Number(match ty {
                    Type::Int(kind) => self.unless_open(open, *kind, OVERFLOW, divide),
                    _ => divide(self),
                })
            }
            ExprKind::Binary(op, a, b) => {
                let (left, right) = self.numbers(*a, *b);
                self.note_operation(id, left, Some(right));
                Value::Number(self.binary(*op, ty, left, &self.expr_type(*b), right))
            }
            ExprKind::PointerAdd { pointer, index, element, is_subtracted } => {
                let (pointer, value) = self.operands(*pointer, *index);
                let target = self.lowerer.regions.points_to.exprs[id];
                let distance = self.distance(*index, value, *element);
                Value::Pointer(self.moved(pointer.pointer(), *index, distance, *is_subtracted, target))
            }
            ExprKind::PointerDifference(a, b, element) => {
                let (a, b) = self.operands(*a, *b);
                Value::Number(self.pointer_difference(a.pointer(), b.pointer(), *element))
            }
            ExprKind::Conditional(condition, a, b) => self.conditional(*condition, *a, *b, expr.ty),
            ExprKind::Elvis(a, b) => self.elvis(id, *a, *b, expr.ty),
            ExprKind::Convert(operand) => self.convert(id, *operand, expr.ty),
            ExprKind::Assign(..)
            | ExprKind::AssignOp { .. }
            | ExprKind::PointerAssignAdd { .. }
            | ExprKind::Increment { .. } => self.assignment(id),
            ExprKind::Comma(a, b) => {
                self.effects(*a);
                self.expr(*b)
            }
            ExprKind::Call(callee, arguments) => self.call(id, *callee, arguments),
            ExprKind::Statements(block, value) => self.statements(*block, *value),
            ExprKind::VaArg(list) => self.va_arg(id, *list),
            ExprKind::VaStart(list) => self.va_start(*list),
            ExprKind::VaCopy(to, from) => self.va_copy(*to, *from),
            ExprKind::VaEnd(list) => {
                self.place(*list);
                Value::Void
            }
            ExprKind::Unsupported(what) => {
                self.unsupported(what);
                self.anything(expr.ty)
            }
        }
    }

    fn constant(&mut self, value: i128, ty: &Type) -> Value {
        match ty {
            Type::Int(kind) => Value::Number(self.lowerer.encoder.int_constant(value, *kind)),
            _ => {
                let (base, offset) = (self.lowerer.word_constant(0), self.lowerer.word_constant(value));
                Value::Pointer(PointerValue { base, offset, is_genuine: value == 0 })
            }
        }
    }

    fn code_pointer(&mut self, base: u64) -> Value {
        let (base, offset) = (self.lowerer.word_constant(base.into()), self.lowerer.word_constant(0));
        Value::Pointer(PointerValue { base, offset, is_genuine: true })
    }

    /// Evaluates a number.
    pub fn number(&mut self, id: ExprId) -> Term {
        let value = self.expr(id);
        self.as_number(value)
    }

    /// Evaluates two numbers.
    pub fn numbers(&mut self, a: ExprId, b: ExprId) -> (Term, Term) {
        let (left, right) = self.operands(a, b);
        (self.as_number(left), self.as_number(right))
    }

    pub fn as_number(&mut self, value: Value) -> Term {
        match value {
            Value::Pointer(pointer) => self.number_from_pointer(pointer, IntKind::Long),
            value => value.number(),
        }
    }

    /// Evaluates for the effects only.
    pub fn effects(&mut self, id: ExprId) {
        let program = self.lowerer.program;
        if let ExprKind::Convert(operand) = program.exprs[id].kind
            && matches!(program.types[program.exprs[id].ty], Type::Void)
        {
            return self.effects(operand);
        }
        match program.exprs[id].kind {
            _ if self.is_pure(id) => {}
            // Nobody wants the old value.
            ExprKind::Increment { place, is_decrement, .. } => {
                self.increment(place, is_decrement, false);
            }
            ExprKind::Comma(a, b) => {
                self.effects(a);
                self.effects(b);
            }
            _ => {
                self.expr(id);
            }
        }
    }

    /// 1 or 0.
    pub fn truth_value(&mut self, condition: Term, ty: &Type) -> Value {
        let kind = match ty {
            Type::Int(kind) => *kind,
            _ => IntKind::Int,
        };
        Value::Number(self.lowerer.encoder.from_truth(condition, kind))
    }

    fn unary(&mut self, id: ExprId, op: UnaryOp, operand: ExprId, ty: &Type) -> Value {
        let value = self.number(operand);
        self.note_operation(id, value, None);
        let encoder = self.lowerer.encoder.clone();
        if op == UnaryOp::Minus
            && self.lowerer.options.properties.no_overflow
            && let Some((message, violated)) = encoder.negate_overflow(ty, value)
        {
            self.check(violated, "no-overflow", message);
        }
        let encoded = encoder.unary(op, ty, value, &mut |sort| self.fresh("bits", sort));
        Value::Number(self.encoded(encoded))
    }

    /// An arithmetic operation, with its checks.
    pub fn binary(&mut self, op: BinaryOp, ty: &Type, a: Term, right: &Type, b: Term) -> Term {
        let encoder = self.lowerer.encoder.clone();
        if matches!(ty, Type::Float(FloatKind::Float | FloatKind::Double))
            && self.lowerer.options.model == DataModel::Ilp32
        {
            let text = "results of floating-point operations have the precision of their types (gcc on 32 bits: \
                        `-msse2 -mfpmath=sse`)";
            self.lowerer.assume_about(text.into());
        }
        self.check_operation(op, ty, a, right, b);
        let operate = |this: &mut Self| {
            let encoded = encoder.binary(op, ty, a, right, b, &mut |sort| this.fresh("bits", sort));
            this.encoded(encoded)
        };
        match (op, ty) {
            (BinaryOp::Div | BinaryOp::Rem, Type::Int(kind)) if self.speculation == 0 => {
                let fits = self.quotient_fits(op, ty, a, right, b);
                let divide = |this: &mut Self| this.unless_trap(fits, *kind, QUOTIENT, operate);
                self.unless_zero(encoder.truth(ty, b), *kind, divide)
            }
            (BinaryOp::Compare(_), _) => operate(self),
            (BinaryOp::Shl | BinaryOp::Shr, Type::Int(kind)) => {
                let bad = encoder.bad_shift_count(op, ty, right, b).map_or(mk::ff(), |(_, bad)| bad);
                let properties = &self.lowerer.options.properties;
                let is_checked = properties.no_overflow || properties.valid_shift;
                let open = if is_checked { mk::ff() } else { bad };
                self.unless_open(open, *kind, flags::SHIFT_COUNT, operate)
            }
            _ => {
                let result = operate(self);
                self.check_float_result(ty, &[a, b], result)
            }
        }
    }

    pub fn convert_number(&mut self, from: &Type, to: &Type, value: Term) -> Term {
        if from == to {
            return value;
        }
        let encoder = self.lowerer.encoder.clone();
        let convert = |this: &mut Self| {
            let encoded = encoder.convert(from, to, value, &mut |sort| this.fresh("converted", sort));
            this.encoded(encoded)
        };
        let converted = match to {
            Type::Int(kind) => {
                let open = encoder.unrepresentable(from, to, value);
                self.unless_open(open, *kind, flags::UNREPRESENTABLE, convert)
            }
            _ => convert(self),
        };
        match from {
            Type::Float(_) => self.check_float_result(to, &[value], converted),
            _ => converted,
        }
    }

    fn convert(&mut self, id: ExprId, operand: ExprId, to: Ty) -> Value {
        let program = self.lowerer.program;
        let (from, to) = (&program.types[program.exprs[operand].ty], &program.types[to]);
        match (from, to) {
            (_, Type::Void) => {
                self.effects(operand);
                Value::Void
            }
            (Type::Pointer(_), Type::Pointer(_)) => self.expr(operand),
            (Type::Pointer(_), Type::Int(IntKind::Bool)) => {
                let pointer = self.expr(operand).pointer();
                let is_null = self.is_null(pointer);
                self.truth_value(mk::not(is_null), to)
            }
            (Type::Pointer(_), Type::Int(kind)) => {
                let pointer = self.expr(operand).pointer();
                Value::Number(self.number_from_pointer(pointer, *kind))
            }
            (Type::Int(kind), Type::Pointer(_)) => {
                // There and back again changes nothing.
                if let ExprKind::Convert(inner) = program.exprs[operand].kind
                    && matches!(program.types[program.exprs[inner].ty], Type::Pointer(_))
                    && kind.size(self.lowerer.options.model) >= self.lowerer.options.model.pointer_size()
                {
                    return self.expr(inner);
                }
                let value = self.number(operand);
                let pointee = self.lowerer.regions.points_to.exprs[id];
                Value::Pointer(self.pointer_from_number(*kind, value, pointee))
            }
            (Type::Int(from), Type::Int(IntKind::Bool)) if *from != IntKind::Bool => {
                let condition = self.condition(operand);
                self.truth_value(condition, to)
            }
            (Type::Int(_) | Type::Float(_), Type::Int(_) | Type::Float(_)) => {
                let value = self.number(operand);
                // A cast says that the value may change.
                if program.exprs[id].span == program.exprs[operand].span {
                    self.check_conversion(from, to, value);
                }
                Value::Number(self.convert_number(from, to, value))
            }
            _ => self.expr(operand),
        }
    }

    fn logical(&mut self, id: ExprId, b: ExprId, ty: &Type) -> Value {
        if self.is_pure(b) {
            let condition = self.condition(id);
            return self.truth_value(condition, ty);
        }
        let sort = self.lowerer.encoder.sort(ty);
        let result = self.fresh("logical", sort);
        let (then, otherwise, end) = (self.location(), self.location(), self.location());
        self.branch(id, then, otherwise);
        for (location, truth) in [(then, mk::tt()), (otherwise, mk::ff())] {
            self.at = location;
            let value = self.truth_value(truth, ty).number();
            self.assign(result, value);
            self.goto(end);
        }
        self.at = end;
        Value::Number(result)
    }

    fn conditional(&mut self, condition: ExprId, a: ExprId, b: ExprId, ty: Ty) -> Value {
        let program = self.lowerer.program;
        let is_scalar = program.types.is_scalar(ty);
        if is_scalar && self.is_pure(a) && self.is_pure(b) {
            let condition = self.condition(condition);
            self.speculation += 1;
            let (a, b) = (self.expr(a), self.expr(b));
            self.speculation -= 1;
            return self.choose(condition, a, b);
        }
        let (then, otherwise) = (self.location(), self.location());
        self.branch(condition, then, otherwise);
        self.join_values(ty, [(then, a), (otherwise, b)])
    }

    fn choose(&self, condition: Term, a: Value, b: Value) -> Value {
        match (a, b) {
            (Value::Number(a), Value::Number(b)) => Value::Number(mk::ite(condition, a, b)),
            (Value::Pointer(a), Value::Pointer(b)) => {
                let (x, y) = if a.is_genuine && b.is_genuine {
                    (a.offset, b.offset)
                } else {
                    (self.real_offset(a), self.real_offset(b))
                };
                Value::Pointer(PointerValue {
                    base: mk::ite(condition, a.base, b.base),
                    offset: mk::ite(condition, x, y),
                    is_genuine: a.is_genuine && b.is_genuine,
                })
            }
            (a, _) => a,
        }
    }

    fn elvis(&mut self, id: ExprId, a: ExprId, b: ExprId, ty: Ty) -> Value {
        let program = self.lowerer.program;
        let from = program.exprs[a].ty;
        let value = self.expr(a);
        let value = self.keep_value("value", value);
        let condition = self.truth_of(&value, &program.types[from]);
        let converted = self.convert_value(id, value, from, ty);
        if self.is_pure(b) {
            self.speculation += 1;
            let other = self.expr(b);
            self.speculation -= 1;
            return self.choose(condition, converted, other);
        }
        let (then, otherwise, end) = (self.location(), self.location(), self.location());
        self.split(condition, then, otherwise);
        self.at = then;
        let result = self.variables_like(&converted);
        self.assign_value(&result, &converted);
        self.goto(end);
        self.at = otherwise;
        let other = self.expr(b);
        self.assign_value(&result, &other);
        self.goto(end);
        self.at = end;
        result
    }

    /// A value as another type.
    fn convert_value(&mut self, id: ExprId, value: Value, from: Ty, to: Ty) -> Value {
        let program = self.lowerer.program;
        match (&program.types[from], &program.types[to], value) {
            (
                from @ (Type::Int(_) | Type::Float(_)),
                to @ (Type::Int(_) | Type::Float(_)),
                Value::Number(term),
            ) => Value::Number(self.convert_number(from, to, term)),
            (Type::Int(kind), Type::Pointer(_), Value::Number(term)) => {
                let pointee = self.lowerer.regions.points_to.exprs[id];
                Value::Pointer(self.pointer_from_number(*kind, term, pointee))
            }
            (Type::Pointer(_), Type::Int(kind), Value::Pointer(pointer)) => {
                Value::Number(self.number_from_pointer(pointer, *kind))
            }
            (_, _, value) => value,
        }
    }

    /// The values of expressions at different locations, as one value where they meet.
    fn join_values(&mut self, ty: Ty, branches: [(program::LocationId, ExprId); 2]) -> Value {
        let end = self.location();
        let mut result: Option<Value> = None;
        let is_void = matches!(self.lowerer.program.types[ty], Type::Void);
        let mut memory = None;
        for (location, expr) in branches {
            self.at = location;
            if is_void {
                self.effects(expr);
            } else {
                let value = self.expr(expr);
                if let Value::Memory(address) = value {
                    memory = Some(address);
                } else {
                    let target = match &result {
                        Some(target) => target.clone(),
                        None => self.variables_like(&value),
                    };
                    self.assign_value(&target, &value);
                    result = Some(target);
                }
            }
            self.goto(end);
        }
        self.at = end;
        if memory.is_some() {
            self.unsupported("a choice between large records");
        }
        result.unwrap_or(memory.map_or(Value::Void, Value::Memory))
    }

    /// Fresh variables for a value of the same shape.
    pub fn variables_like(&mut self, value: &Value) -> Value {
        match value {
            Value::Number(term) => Value::Number(self.fresh("value", term.sort())),
            Value::Pointer(_) => {
                let word = self.lowerer.word();
                let (base, offset) = (self.fresh("pointer", word), self.fresh("pointer.offset", word));
                // Assigned as real offsets, so that the choice does not depend on where numbers came from.
                Value::Pointer(PointerValue { base, offset, is_genuine: false })
            }
            Value::Record(leaves) => Value::Record(
                leaves.iter().map(|(leaf, value)| (*leaf, self.variables_like(value))).collect(),
            ),
            Value::Void | Value::Memory(_) => Value::Void,
        }
    }

    pub fn assign_value(&mut self, target: &Value, value: &Value) {
        match (target, value) {
            (Value::Number(variable), Value::Number(term)) => self.assign(*variable, *term),
            (Value::Pointer(variable), Value::Pointer(pointer)) => {
                let offset = if variable.is_genuine { pointer.offset } else { self.real_offset(*pointer) };
                self.assign_all(vec![(variable.base, pointer.base), (variable.offset, offset)]);
            }
            (Value::Record(targets), Value::Record(values)) => {
                for ((_, target), (_, value)) in targets.iter().zip(values.iter()) {
                    self.assign_value(target, value);
                }
            }
            _ => {}
        }
    }

    /// Any value of an expression that code makes up which is not known.
    pub fn anything_of(&mut self, id: ExprId) -> Value {
        let program = self.lowerer.program;
        let pointee = self.lowerer.regions.points_to.exprs[id];
        match Scalar::of(&program.types, program.exprs[id].ty) {
            Some(scalar @ Scalar::Pointer) => {
                let leaf = crate::memory::leaves::Leaf { bit_offset: 0, bit_width: None, scalar };
                self.arbitrary(leaf, pointee)
            }
            _ => self.anything(program.exprs[id].ty),
        }
    }

    /// Any value of a type.
    pub fn anything(&mut self, ty: Ty) -> Value {
        let program = self.lowerer.program;
        if let Some(scalar) = Scalar::of(&program.types, ty) {
            let leaf = crate::memory::leaves::Leaf { bit_offset: 0, bit_width: None, scalar };
            return self.arbitrary(leaf, None);
        }
        match crate::memory::leaves::leaves(&program.types, ty) {
            Some(leaves) if !matches!(program.types[ty], Type::Void) => {
                Value::Record(leaves.into_iter().map(|leaf| (leaf, self.arbitrary(leaf, None))).collect())
            }
            None if matches!(program.types[ty], Type::Record(_)) => {
                self.unsupported("a large record of any value");
                Value::Void
            }
            _ => Value::Void,
        }
    }

    /// Whether a value is not zero.
    pub fn truth_of(&mut self, value: &Value, ty: &Type) -> Term {
        match value {
            Value::Pointer(pointer) => mk::not(self.is_null(*pointer)),
            Value::Number(term) => self.lowerer.encoder.truth(ty, *term),
            _ => mk::tt(),
        }
    }
}
