//! Functions of numbers: `math.h`, bits, and GNU's arithmetic that reports overflow.

use c_sema::hir::{BinaryOp, ExprId};
use c_sema::types::{IntKind, Ty, Type};
use term::{Sort, Term, build as mk};

use super::body::Body;
use super::value::Value;
use crate::arith::Encoder;
use crate::library::{OverflowBuiltin, overflow_builtin};
use crate::memory::leaves::{Leaf, Scalar};
use crate::options::Arithmetic;

impl Body<'_, '_> {
    /// A call of a function that the arithmetic knows.
    pub fn number_function(
        &mut self,
        name: &str,
        ty: Ty,
        arguments: &[ExprId],
        values: &[Value],
    ) -> Option<Value> {
        if let Some(builtin) = overflow_builtin(name) {
            return Some(self.overflow_function(builtin, ty, arguments, values));
        }
        let types: Vec<Type> = arguments.iter().map(|&argument| self.expr_type(argument)).collect();
        let is_number = |value: &Value| match value {
            Value::Number(term) => Some(*term),
            _ => None,
        };
        let terms: Vec<Term> = values.iter().map(is_number).collect::<Option<_>>()?;
        let encoder = self.lowerer.encoder.clone();
        let mut fresh = |sort: Sort| self.fresh("function", sort);
        let (own, encoded) = match encoder.math_function(name, &types, &terms, &mut fresh) {
            Some(encoded) => (Encoder::math_function_result(name)?, encoded),
            None => {
                (Encoder::bit_function_result(name)?, encoder.bit_function(name, &types, &terms, &mut fresh)?)
            }
        };
        let term = self.encoded(encoded);
        match &self.lowerer.program.types[ty] {
            to @ (Type::Int(_) | Type::Float(_)) => Some(Value::Number(self.convert_number(&own, to, term))),
            _ => Some(Value::Void),
        }
    }

    /// The mathematical result, stored modulo the size of the third argument, and whether that changed it.
    fn overflow_function(
        &mut self,
        OverflowBuiltin { op, is_stored, kind }: OverflowBuiltin,
        ty: Ty,
        arguments: &[ExprId],
        values: &[Value],
    ) -> Value {
        let program = self.lowerer.program;
        let target = match (kind, self.expr_type(arguments[2])) {
            (Some(kind), _) => Type::Int(kind),
            (None, Type::Pointer(pointee)) if is_stored => program.types[pointee].clone(),
            (None, other) => other,
        };
        let (Type::Int(left), Type::Int(right), Type::Int(kind)) =
            (self.expr_type(arguments[0]), self.expr_type(arguments[1]), target)
        else {
            self.unsupported("this arithmetic with overflow");
            return self.anything(ty);
        };
        let (a, b) = (values[0].number(), values[1].number());
        let (result, overflows) = match self.lowerer.options.arithmetic {
            Arithmetic::Bitvector => self.wide_bits(op, (left, a), (right, b), kind),
            Arithmetic::Integer => self.wide_integers(op, a, b, kind),
        };
        if let (true, Value::Pointer(pointer)) = (is_stored, &values[2])
            && let Some(address) = self.address_of(arguments[2], *pointer)
        {
            let leaf = Leaf { bit_offset: 0, bit_width: None, scalar: Scalar::Int(kind) };
            let size = self.lowerer.word_constant(kind.size(self.lowerer.options.model).into());
            self.check_range(&address, size, "write");
            let result = self.keep("result", result);
            let overflows = self.keep("overflows", overflows);
            self.store_leaf(&address, leaf, &Value::Number(result));
            return self.truth_value(overflows, &program.types[ty]);
        }
        self.truth_value(overflows, &program.types[ty])
    }

    /// In bit-vectors that are wide enough for every result.
    fn wide_bits(
        &self,
        op: BinaryOp,
        (left, a): (IntKind, Term),
        (right, b): (IntKind, Term),
        kind: IntKind,
    ) -> (Term, Term) {
        let encoder = &self.lowerer.encoder;
        let widths = [encoder.bits(left), encoder.bits(right), encoder.bits(kind)];
        let wide = widths.iter().sum::<u32>() + 2;
        let (x, y) = (mk::resize(wide, a, left.is_signed()), mk::resize(wide, b, right.is_signed()));
        let exact = match op {
            BinaryOp::Add => mk::bvadd(x, y),
            BinaryOp::Sub => mk::bvsub(x, y),
            _ => mk::bvmul(x, y),
        };
        let result = mk::extract(encoder.bits(kind) - 1, 0, exact);
        (result, mk::ne(mk::resize(wide, result, kind.is_signed()), exact))
    }

    fn wide_integers(&self, op: BinaryOp, a: Term, b: Term, kind: IntKind) -> (Term, Term) {
        let exact = match op {
            BinaryOp::Add => mk::add2(a, b),
            BinaryOp::Sub => mk::sub(a, b),
            _ => mk::mul(a, b),
        };
        let (low, high) = self.lowerer.encoder.limits(kind);
        let fits = mk::and2(mk::le(mk::int(low.clone()), exact), mk::le(exact, mk::int(high.clone())));
        let modulus = mk::int(high - &low + 1);
        let low = mk::int(low);
        let wrapped = mk::add2(mk::modulo(mk::sub(exact, low), modulus), low);
        (mk::ite(fits, exact, wrapped), mk::not(fits))
    }
}
