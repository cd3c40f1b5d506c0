//! The operations of compiled terms on machine words, integers and arrays.
//!
//! Each agrees with the constructor of the same name in `term::build` on all constants; floats are in
//! [`super::float`]. What SMT-LIB leaves open (a quotient by zero, ...) is zero: any function of the arguments is an
//! interpretation that an execution may have.

use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{One, Zero};
use term::Sort;

use super::float::FloatOperation;
use super::value::{ArrayValue, Value};

/// An operation on up to three operands.
#[derive(Clone, Copy, Debug)]
pub enum Operation {
    /// The operand as it is.
    Copy,
    /// Of Booleans.
    Not,
    /// Of Booleans.
    And,
    /// Of Booleans.
    Or,
    /// Of any values of the same sort.
    Eq,
    /// Of any values.
    Ite,
    /// Of bit-vectors of this width, at most 64.
    Bits(BitOperation, u32),
    /// The operands side by side; the width of the second.
    Concat(u32),
    /// The bits from the second number up to the first.
    Extract(u32, u32),
    /// From the first width to the second.
    SignExtend(u32, u32),
    /// Of integers.
    Int(IntOperation),
    /// Of a bit-vector of at most 64 bits.
    UbvToInt,
    /// Of a bit-vector of this width, at most 64.
    SbvToInt(u32),
    /// The low bits, at most 64.
    IntToBv(u32),
    /// Of single or double precision.
    Float(FloatOperation),
    /// The element at an index.
    Select,
    /// The array with another element.
    Store,
    /// The array of this sort with the same value everywhere.
    ConstArray(Sort),
}

/// The operations on bit-vectors by their names in SMT-LIB.
#[derive(Clone, Copy, Debug)]
#[allow(missing_docs)]
pub enum BitOperation {
    Not,
    Neg,
    And,
    Or,
    Xor,
    Add,
    Sub,
    Mul,
    Udiv,
    Urem,
    Sdiv,
    Srem,
    Smod,
    Shl,
    Lshr,
    Ashr,
    Ult,
    Ule,
    Slt,
    Sle,
}

/// The operations on integers.
#[derive(Clone, Copy, Debug)]
#[allow(missing_docs)]
pub enum IntOperation {
    Add,
    Mul,
    Div,
    Mod,
    Le,
    Lt,
}

/// The lowest bits of a word set.
fn mask(width: u32) -> u64 {
    u64::MAX >> (64 - width)
}

/// The word as a signed number.
fn signed(word: u64, width: u32) -> i64 {
    let shift = 64 - width;
    ((word << shift) as i64) >> shift
}

impl Operation {
    /// Whether SMT-LIB leaves the result for this second operand open.
    #[inline]
    pub fn is_open(self, b: &Value) -> bool {
        matches!(self, Operation::Int(IntOperation::Div | IntOperation::Mod)) && matches!(b, Value::Word(0))
    }

    /// Applies the operation; operands that it does not have are ignored.
    #[inline]
    pub fn apply(self, a: &Value, b: &Value, c: &Value) -> Value {
        let word = |value: &Value| value.word() as u64;
        match self {
            Operation::Copy => a.clone(),
            Operation::Not => Value::bool(!a.is_true()),
            Operation::And => Value::bool(a.is_true() && b.is_true()),
            Operation::Or => Value::bool(a.is_true() || b.is_true()),
            Operation::Eq => Value::bool(a == b),
            Operation::Ite => if a.is_true() { b } else { c }.clone(),
            Operation::Bits(BitOperation::Not, width) => Value::Word((!word(a) & mask(width)) as i64),
            Operation::Bits(BitOperation::Neg, width) => {
                Value::Word((word(a).wrapping_neg() & mask(width)) as i64)
            }
            Operation::Bits(op, width) => Value::Word(bits(op, width, word(a), word(b)) as i64),
            Operation::Concat(low) => Value::Word((word(a).checked_shl(low).unwrap_or(0) | word(b)) as i64),
            Operation::Extract(high, low) => Value::Word((word(a) >> low & mask(high - low + 1)) as i64),
            Operation::SignExtend(from, to) => Value::Word((signed(word(a), from) as u64 & mask(to)) as i64),
            Operation::Int(op) => integer(op, a, b),
            Operation::UbvToInt => Value::int(BigInt::from(word(a))),
            Operation::SbvToInt(width) => Value::Word(signed(word(a), width)),
            Operation::IntToBv(width) => low_bits(a, width),
            Operation::Float(op) => op.apply(a, b, c),
            Operation::Select => a.as_array().read(b).clone(),
            Operation::Store => {
                let mut array = a.clone();
                array.as_array_mut().write(b.clone(), c.clone());
                array
            }
            Operation::ConstArray(sort) => Value::Array(ArrayValue::constant(sort, a.clone()).into()),
        }
    }
}

fn bits(op: BitOperation, width: u32, a: u64, b: u64) -> u64 {
    let (all, sa, sb) = (mask(width), signed(a, width), signed(b, width));
    let result = match op {
        BitOperation::Not | BitOperation::Neg => unreachable!("these have one operand"),
        BitOperation::And => a & b,
        BitOperation::Or => a | b,
        BitOperation::Xor => a ^ b,
        BitOperation::Add => a.wrapping_add(b),
        BitOperation::Sub => a.wrapping_sub(b),
        BitOperation::Mul => a.wrapping_mul(b),
        BitOperation::Udiv => a.checked_div(b).unwrap_or(all),
        BitOperation::Urem => a.checked_rem(b).unwrap_or(a),
        BitOperation::Sdiv if b == 0 => {
            if sa < 0 {
                1
            } else {
                all
            }
        }
        BitOperation::Sdiv => sa.wrapping_div(sb) as u64,
        BitOperation::Srem | BitOperation::Smod if b == 0 => a,
        BitOperation::Srem => sa.wrapping_rem(sb) as u64,
        BitOperation::Smod => match sa.wrapping_rem(sb) {
            0 => 0,
            rest if (rest < 0) != (sb < 0) => rest.wrapping_add(sb) as u64,
            rest => rest as u64,
        },
        BitOperation::Shl => {
            if b < u64::from(width) {
                a << b
            } else {
                0
            }
        }
        BitOperation::Lshr => {
            if b < u64::from(width) {
                a >> b
            } else {
                0
            }
        }
        BitOperation::Ashr => (sa >> b.min(63)) as u64,
        BitOperation::Ult => u64::from(a < b),
        BitOperation::Ule => u64::from(a <= b),
        BitOperation::Slt => u64::from(sa < sb),
        BitOperation::Sle => u64::from(sa <= sb),
    };
    result & all
}

fn integer(op: IntOperation, a: &Value, b: &Value) -> Value {
    if let (Value::Word(x), Value::Word(y)) = (a, b) {
        let small = match op {
            IntOperation::Add => x.checked_add(*y),
            IntOperation::Mul => x.checked_mul(*y),
            IntOperation::Div if *y == 0 => Some(0),
            IntOperation::Div => x.checked_div_euclid(*y),
            IntOperation::Mod if *y == 0 => Some(0),
            IntOperation::Mod => Some(x.wrapping_rem_euclid(*y)),
            IntOperation::Le => return Value::bool(x <= y),
            IntOperation::Lt => return Value::bool(x < y),
        };
        if let Some(word) = small {
            return Value::Word(word);
        }
    }
    let (x, y) = (a.to_integer(), b.to_integer());
    Value::int(match op {
        IntOperation::Add => x + y,
        IntOperation::Mul => x * y,
        IntOperation::Div | IntOperation::Mod if y.is_zero() => BigInt::zero(),
        // SMT-LIB's remainder is never negative: that of the division by the absolute value, rounded down.
        IntOperation::Mod => x.mod_floor(&BigInt::from(y.magnitude().clone())),
        IntOperation::Div => {
            let quotient = x.div_floor(&BigInt::from(y.magnitude().clone()));
            if y < BigInt::zero() { -quotient } else { quotient }
        }
        IntOperation::Le => return Value::bool(x <= y),
        IntOperation::Lt => return Value::bool(x < y),
    })
}

fn low_bits(a: &Value, width: u32) -> Value {
    match a {
        Value::Word(word) => Value::Word((*word as u64 & mask(width)) as i64),
        other => {
            let rest = other.to_integer().mod_floor(&(BigInt::one() << width));
            Value::Word(rest.iter_u64_digits().next().unwrap_or(0) as i64)
        }
    }
}
