//! How C's scalar operations become terms.
//!
//! The problem: C computes with machine integers and floats; the core program knows bit-vectors, mathematical
//! integers, IEEE floats and reals. An [`Encoder`] translates one operation at a time, in one of two arithmetics.
//!
//! **Bit-vectors** are exact. **Integers** represent a value by the number that it means, and every operation wraps
//! around where its result may leave the range of its type; bit operations are exact where a short formula exists,
//! otherwise the result is a fresh variable about which some facts are known, and it is flagged. Floats are IEEE
//! numbers in both, unless reals are asked for.
//!
//! **Invariants.**
//! - In integer arithmetic every value is in the range of its type. What is read from outside must satisfy
//!   [`Encoder::range`]; what an encoder computes from values in range is in range.
//! - `_Bool` has the sort of `unsigned char`, and its values are 0 and 1 in both arithmetics.
//! - Both arithmetics agree on every operation, also where C leaves the result open.
//!
//! **What C leaves open** is what gcc's code does on x86:
//! - signed overflow wraps around;
//! - the count of a shift is taken modulo the width of the left operand;
//! - a floating-point number that does not fit into the integer type becomes the *integer indefinite*, the smallest
//!   number of the type that the processor converts to (see [`convert`]);
//! - `clz` and `ctz` of 0 are the width of the type.
//!
//! For counts of shifts and floats that do not fit this is what the processor does; gcc computes constants in another way,
//! so that the lowering must allow any result there ([`Encoder::bad_shift_count`], [`Encoder::unrepresentable`]).
//!
//! A division by zero has the value that SMT-LIB gives to bit-vectors (all ones, for negative dividends 1; the
//! remainder is the dividend): the processor would trap, unless the compiler drops the operation. Programs
//! that depend on one of these are found by [`Encoder::overflow_checks`].

mod bits;
mod bitvector;
mod bitwise;
mod bytes;
pub mod convert;
mod float;
mod integer;
mod interval;
mod math;
mod overflow;

use std::cell::RefCell;

use c_sema::hir::{BinaryOp, CompareOp, UnaryOp};
use c_sema::types::{DataModel, FloatKind, IntKind, Type};
use num_bigint::BigInt;
use num_traits::One;
use rustc_hash::FxHashMap;
use term::softfloat::SoftFloat;
use term::{FloatSort, RoundingMode, Sort, Term, build as mk};

use crate::options::{Arithmetic, Floats};

pub use self::bytes::EncodedBytes;
pub use self::interval::Interval;
pub use self::overflow::Check;

/// Makes a variable that occurs nowhere else.
pub type Fresh<'a> = dyn FnMut(Sort) -> Term + 'a;

/// Why a result is an over-approximation.
pub mod flags {
    /// `&`, `|`, `^` of two unknown integers.
    pub const BITWISE: &str = "bitwise operation on integers";
    /// A shift of a wide integer by an unknown count.
    pub const SHIFT: &str = "shift of a wide integer";
    /// A rounding operation on reals.
    pub const REAL: &str = "floating-point operation on reals";
    /// A function of `math.h` that SMT-LIB does not have.
    pub const MATH: &str = "mathematical function";
    /// A conversion of a float that is out of the range of the integer type.
    pub const UNREPRESENTABLE: &str = "a floating-point number does not fit into an integer type";
    /// A shift by the width or more, or by a negative count.
    pub const SHIFT_COUNT: &str = "the count of a shift is out of range";
    /// The sign or other bits of a NaN.
    pub const NAN: &str = "the bits of a NaN are open";
    /// `fmin(0.0, -0.0)`.
    pub const ZEROS: &str = "which zero `fmin` and `fmax` give is open";
    /// The bytes of a number that do not belong to its value.
    pub const PADDING: &str = "bytes that pad a number hold anything";
    /// A `_Bool` that is read from a byte with another value than 0 and 1.
    pub const NO_BOOL: &str = "a `_Bool` that is neither 0 nor 1";
}

/// The result of an operation: a term, and what it needs before it can be used.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Encoded {
    /// The result.
    pub term: Term,
    /// Fresh variables that the term mentions: they hold anything,
    pub havoc: Vec<Term>,
    /// except that these facts hold.
    pub assume: Vec<Term>,
    /// If the result may also be something that it cannot be in C: why.
    pub flag: Option<&'static str>,
    /// If only some values of the operands make it that: which.
    pub only_if: Option<Term>,
}

impl Encoded {
    /// A term that is exact by itself.
    pub fn exact(term: Term) -> Encoded {
        Encoded { term, havoc: Vec::new(), assume: Vec::new(), flag: None, only_if: None }
    }

    /// The same with another term, which mentions this one's.
    pub fn map(self, change: impl FnOnce(Term) -> Term) -> Encoded {
        Encoded { term: change(self.term), ..self }
    }

    /// Continues with an operation on the term.
    pub fn then(mut self, next: impl FnOnce(Term) -> Encoded) -> Encoded {
        let next = next(self.term);
        self.havoc.extend(next.havoc);
        self.assume.extend(next.assume);
        let only_if = match (self.flag, next.flag) {
            (Some(_), Some(_)) => self.only_if.zip(next.only_if).map(|(a, b)| mk::or2(a, b)),
            (Some(_), None) => self.only_if,
            (None, _) => next.only_if,
        };
        let flag = self.flag.or(next.flag);
        Encoded { term: next.term, havoc: self.havoc, assume: self.assume, flag, only_if }
    }
}

/// The number types.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Number {
    Int(IntKind),
    Float(FloatKind),
}

/// Translates operations on numbers.
#[derive(Clone, Debug)]
pub struct Encoder {
    /// How integers become terms.
    pub arithmetic: Arithmetic,
    /// How floating-point numbers become terms.
    pub floats: Floats,
    /// The sizes of types.
    pub model: DataModel,
    /// The rounding mode of floating-point operations: a constant, or a variable if the program changes it.
    pub rounding: Term,
    /// Whether bit operations on integers are exact however long that makes them, as executions need it.
    pub has_exact_bits: bool,
    /// Integer terms that are known to be in the range of a type.
    declared: RefCell<FxHashMap<Term, IntKind>>,
}

impl Encoder {
    /// An encoder that rounds to nearest.
    pub fn new(arithmetic: Arithmetic, floats: Floats, model: DataModel) -> Encoder {
        let rounding = mk::rm(RoundingMode::NearestEven);
        Encoder { arithmetic, floats, model, rounding, has_exact_bits: false, declared: RefCell::default() }
    }

    /// Promises that a variable is always in the range of its type. Operations on it need fewer wrap-arounds then.
    pub fn declare(&self, variable: Term, kind: IntKind) {
        if self.arithmetic == Arithmetic::Integer {
            self.declared.borrow_mut().insert(variable, kind);
        }
    }

    /// The number of bits that an integer type has in memory.
    pub fn bits(&self, kind: IntKind) -> u32 {
        kind.size(self.model) as u32 * 8
    }

    /// The smallest and the largest value of an integer type.
    pub fn limits(&self, kind: IntKind) -> (BigInt, BigInt) {
        match kind {
            IntKind::Bool => (BigInt::ZERO, BigInt::one()),
            _ => self.representable(kind),
        }
    }

    /// The smallest and the largest value that the bits of an integer type can hold.
    fn representable(&self, kind: IntKind) -> (BigInt, BigInt) {
        let bits = self.bits(kind);
        match kind.is_signed() {
            true => (-(BigInt::one() << (bits - 1)), (BigInt::one() << (bits - 1)) - 1),
            false => (BigInt::ZERO, (BigInt::one() << bits) - 1),
        }
    }

    /// The format of a floating-point type. `long double` is x87's, whose explicit leading bit carries no information.
    pub fn format(kind: FloatKind) -> FloatSort {
        let (exponent, significand) = match kind {
            FloatKind::Half => (5, 11),
            FloatKind::Float => (8, 24),
            FloatKind::Double => (11, 53),
            FloatKind::LongDouble => (15, 64),
            FloatKind::Quad => (15, 113),
        };
        FloatSort { exponent, significand }
    }

    /// Pointers are not numbers; those that get here mean their address.
    fn number(&self, ty: &Type) -> Number {
        match ty {
            Type::Int(kind) => Number::Int(*kind),
            Type::Float(kind) => Number::Float(*kind),
            Type::Pointer(_) => Number::Int(IntKind::ULong),
            other => unreachable!("arithmetic on {other:?}"),
        }
    }

    fn int_sort(&self, kind: IntKind) -> Sort {
        match self.arithmetic {
            Arithmetic::Bitvector => Sort::BitVec(self.bits(kind)),
            Arithmetic::Integer => Sort::Int,
        }
    }

    fn float_sort(&self, kind: FloatKind) -> Sort {
        match self.floats {
            Floats::Ieee => Sort::Float(Encoder::format(kind)),
            Floats::Real => Sort::Real,
        }
    }

    /// The sort of the values of a number type.
    pub fn sort(&self, ty: &Type) -> Sort {
        match self.number(ty) {
            Number::Int(kind) => self.int_sort(kind),
            Number::Float(kind) => self.float_sort(kind),
        }
    }

    /// An integer constant; of `unsigned __int128`, its bits.
    pub fn int_constant(&self, value: i128, kind: IntKind) -> Term {
        match kind {
            IntKind::UInt128 => self.int_value(BigInt::from(value as u128), kind),
            _ => self.int_value(BigInt::from(value), kind),
        }
    }

    fn int_value(&self, value: BigInt, kind: IntKind) -> Term {
        match self.arithmetic {
            Arithmetic::Bitvector => mk::bv_signed(value, self.bits(kind)),
            Arithmetic::Integer => mk::int(value),
        }
    }

    /// A floating-point constant. Reals have no infinities: the number above the largest one stands for it; and no
    /// NaN, which is 0.
    pub fn float_constant(&self, value: &SoftFloat) -> Term {
        match self.floats {
            Floats::Ieee => mk::soft(value),
            Floats::Real => mk::real(float::as_rational(value)),
        }
    }

    /// What an arbitrary value of the type satisfies, if anything.
    pub fn range(&self, kind: IntKind, term: Term) -> Option<Term> {
        let (low, high) = self.limits(kind);
        match self.arithmetic {
            Arithmetic::Bitvector if kind == IntKind::Bool => Some(mk::bvule(term, mk::bv(1u32, 8))),
            Arithmetic::Bitvector => None,
            Arithmetic::Integer => Some(mk::and([mk::le(mk::int(low), term), mk::le(term, mk::int(high))])),
        }
    }

    /// `a != 0`
    pub fn truth(&self, ty: &Type, a: Term) -> Term {
        match self.number(ty) {
            Number::Int(kind) => mk::ne(a, self.int_constant(0, kind)),
            Number::Float(_) => self.float_truth(a),
        }
    }

    /// 1 for true and 0 for false.
    pub fn from_truth(&self, b: Term, kind: IntKind) -> Term {
        mk::ite(b, self.int_constant(1, kind), self.int_constant(0, kind))
    }

    /// `-a`, `~a`
    pub fn unary(&self, op: UnaryOp, ty: &Type, a: Term, _fresh: &mut Fresh) -> Encoded {
        match (self.number(ty), self.arithmetic) {
            (Number::Float(_), _) => Encoded::exact(self.float_negate(a)),
            (Number::Int(_), Arithmetic::Bitvector) => Encoded::exact(match op {
                UnaryOp::Minus => mk::bvneg(a),
                UnaryOp::BitNot => mk::bvnot(a),
            }),
            (Number::Int(kind), Arithmetic::Integer) => Encoded::exact(match op {
                UnaryOp::Minus => self.wrapped(kind, mk::neg(a), self.interval(kind, a).neg()),
                UnaryOp::BitNot => self.complement(kind, a),
            }),
        }
    }

    /// `a op b`, where `op` is no comparison. The right operand has the same type as the left one, except in shifts.
    pub fn binary(
        &self,
        op: BinaryOp,
        ty: &Type,
        a: Term,
        right: &Type,
        b: Term,
        fresh: &mut Fresh,
    ) -> Encoded {
        match (self.number(ty), self.arithmetic, op) {
            (Number::Int(kind), _, BinaryOp::Compare(op)) => {
                Encoded::exact(self.from_truth(self.compare_ints(op, kind, a, b), IntKind::Int))
            }
            (Number::Float(_), _, BinaryOp::Compare(op)) => {
                Encoded::exact(self.from_truth(self.compare_floats(op, a, b), IntKind::Int))
            }
            (Number::Float(kind), ..) => self.float_binary(op, kind, a, b, fresh),
            (Number::Int(kind), Arithmetic::Bitvector, _) => {
                Encoded::exact(bitvector::binary(op, kind, a, b))
            }
            (Number::Int(kind), Arithmetic::Integer, BinaryOp::Shl | BinaryOp::Shr) => {
                let Number::Int(count) = self.number(right) else { unreachable!("a shift by a float") };
                self.shift(op == BinaryOp::Shl, kind, a, count, b, fresh)
            }
            (Number::Int(kind), Arithmetic::Integer, _) => self.integer_binary(op, kind, a, b, fresh),
        }
    }

    /// `a op b` as a truth value. Floats compare as IEEE has it: NaN differs from everything.
    pub fn compare(&self, op: CompareOp, ty: &Type, a: Term, b: Term) -> Term {
        match self.number(ty) {
            Number::Int(kind) => self.compare_ints(op, kind, a, b),
            Number::Float(_) => self.compare_floats(op, a, b),
        }
    }

    fn compare_ints(&self, op: CompareOp, kind: IntKind, a: Term, b: Term) -> Term {
        match (op, self.arithmetic) {
            (CompareOp::Eq, _) => mk::eq(a, b),
            (CompareOp::Ne, _) => mk::ne(a, b),
            (CompareOp::Gt, _) => self.compare_ints(CompareOp::Lt, kind, b, a),
            (CompareOp::Ge, _) => self.compare_ints(CompareOp::Le, kind, b, a),
            (CompareOp::Lt, Arithmetic::Integer) => mk::lt(a, b),
            (CompareOp::Le, Arithmetic::Integer) => mk::le(a, b),
            (CompareOp::Lt, Arithmetic::Bitvector) if kind.is_signed() => mk::bvslt(a, b),
            (CompareOp::Le, Arithmetic::Bitvector) if kind.is_signed() => mk::bvsle(a, b),
            (CompareOp::Lt, Arithmetic::Bitvector) => mk::bvult(a, b),
            (CompareOp::Le, Arithmetic::Bitvector) => mk::bvule(a, b),
        }
    }
}
