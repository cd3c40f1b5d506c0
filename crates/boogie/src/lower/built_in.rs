//! The operations of SMT-LIB that attributes give to functions: `{:bvbuiltin "bvadd"}`,
//! `{:builtin "(_ zero_extend 24)"}`, `{:builtin "fp.add RNE"}`, `{:bvbuiltin "extract"} {:indices 7, 0}`.
//!
//! The text names an operation, its numbers (also given by `:indices`, or left out where the types determine
//! them) and perhaps a rounding mode as first argument. The types of the function must be those of the operation,
//! so that what is built is well-sorted.

use super::bits;
use num_bigint::BigUint;
use num_traits::One;
use term::{Op, RoundingMode, Sort, Term, build as mk};

/// An operation of SMT-LIB.
#[derive(Clone, Debug)]
pub(super) struct BuiltIn {
    operation: Operation,
    /// Arguments that the attribute gives.
    leading: Vec<Term>,
}

/// Why an attribute is not an operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ParseError {
    Unknown,
    WrongSorts,
}

#[derive(Clone, Copy, Debug)]
enum Operation {
    /// The operator itself.
    Plain(Op),
    /// The operator with its two arguments swapped.
    Swapped(Op),
    /// The bitwise complement of the operator.
    Complement(Op),
    /// One bit that says whether the arguments are equal.
    Compare,
    /// A float from its sign, exponent and significand.
    Fields,
    Repeat(u32),
    Negate,
    Subtract,
    Implies,
    Xor,
    Value(Term),
}

impl BuiltIn {
    /// Reads an attribute of a function with these sorts.
    pub(super) fn parse(
        text: &str,
        indices: &[u32],
        parameters: &[Sort],
        result: Sort,
    ) -> Result<BuiltIn, ParseError> {
        let mut indices = indices.to_vec();
        let mut leading = Vec::new();
        let mut name = None;
        for word in text.split(|c: char| c.is_whitespace() || "()".contains(c)) {
            match (word, word.parse::<u32>()) {
                ("" | "_", _) => {}
                (_, Ok(index)) => indices.push(index),
                (_, Err(_)) => match rounding_mode(word) {
                    Some(mode) if name.is_some() => leading.push(mode),
                    _ if name.is_none() => name = Some(word),
                    _ => return Err(ParseError::Unknown),
                },
            }
        }
        let name = name.ok_or(ParseError::Unknown)?;
        let arguments: Vec<Sort> =
            leading.iter().map(|term| term.sort()).chain(parameters.iter().copied()).collect();
        let operation = bit_vector_operation(name, &indices, &arguments, result)
            .or_else(|| float_operation(name, &indices, &arguments, result))
            .or_else(|| float_conversion(name, &indices, &arguments, result))
            .or_else(|| core_operation(name, &arguments, result))
            .or_else(|| constant(name, result).filter(|_| arguments.is_empty()).map(Operation::Value));
        match operation {
            Some(operation) => Ok(BuiltIn { operation, leading }),
            None if is_known(name) => Err(ParseError::WrongSorts),
            None => Err(ParseError::Unknown),
        }
    }

    /// The application to arguments of the sorts of the function.
    pub(super) fn apply(&self, arguments: &[Term], result: Sort) -> Term {
        let all = [self.leading.as_slice(), arguments].concat();
        match (self.operation, all.as_slice()) {
            (Operation::Plain(op), _) => mk::rebuild(op, &all, result),
            (Operation::Swapped(op), &[a, b]) => mk::rebuild(op, &[b, a], result),
            (Operation::Complement(op), _) => {
                mk::rebuild(Op::BvNot, &[mk::rebuild(op, &all, result)], result)
            }
            (Operation::Compare, &[a, b]) => mk::ite(mk::eq(a, b), bits::bv(1u32, 1), bits::bv(0u32, 1)),
            (Operation::Fields, &[sign, exponent, significand]) => {
                let bits = bits::concat(bits::concat(sign, exponent), significand);
                mk::rebuild(Op::FpFromBits, &[bits], result)
            }
            (Operation::Repeat(count), &[a]) => (1..count).fold(a, |sum, _| bits::concat(sum, a)),
            (Operation::Negate, &[a]) => mk::neg(a),
            (Operation::Subtract, &[a, b]) => mk::sub(a, b),
            (Operation::Implies, &[a, b]) => mk::implies(a, b),
            (Operation::Xor, &[a, b]) => mk::xor(a, b),
            (Operation::Value(term), _) => term,
            _ => unreachable!("the number of arguments was checked with the sorts"),
        }
    }
}

/// The constant of this name and sort: a rounding mode, a special float, a truth value.
pub(super) fn constant(name: &str, sort: Sort) -> Option<Term> {
    let name = name.split(|c: char| c.is_whitespace() || "()_".contains(c)).find(|word| !word.is_empty())?;
    match (sort, name) {
        (Sort::RoundingMode, _) => rounding_mode(name),
        (Sort::Bool, "true") => Some(mk::tt()),
        (Sort::Bool, "false") => Some(mk::ff()),
        (Sort::Float(format), _) => {
            let one = BigUint::one();
            let sign = &one << (format.width() - 1);
            let infinity = ((&one << format.exponent) - &one) << (format.significand - 1);
            let bits = match name {
                "+zero" => BigUint::default(),
                "-zero" => sign,
                "+oo" => infinity,
                "-oo" => sign | infinity,
                "NaN" => infinity | (one << (format.significand - 2)),
                _ => return None,
            };
            Some(mk::rebuild(Op::FpFromBits, &[bits::bv(bits, format.width())], sort))
        }
        _ => None,
    }
}

fn rounding_mode(name: &str) -> Option<Term> {
    let mode = match name {
        "RNE" | "roundNearestTiesToEven" => RoundingMode::NearestEven,
        "RNA" | "roundNearestTiesToAway" => RoundingMode::NearestAway,
        "RTP" | "roundTowardPositive" => RoundingMode::TowardPositive,
        "RTN" | "roundTowardNegative" => RoundingMode::TowardNegative,
        "RTZ" | "roundTowardZero" => RoundingMode::TowardZero,
        _ => return None,
    };
    Some(mk::rebuild(Op::RmConst(mode), &[], Sort::RoundingMode))
}

/// Whether an operation of this name exists, whatever its sorts.
fn is_known(name: &str) -> bool {
    name.starts_with("bv") || name.starts_with("fp") || name.starts_with("to_fp") || KNOWN.contains(&name)
}

const KNOWN: [&str; 23] = [
    "concat",
    "extract",
    "zero_extend",
    "sign_extend",
    "rotate_left",
    "rotate_right",
    "repeat",
    "nat2bv",
    "int2bv",
    "int_to_bv",
    "ubv_to_int",
    "sbv_to_int",
    "and",
    "or",
    "not",
    "xor",
    "ite",
    "div",
    "mod",
    "select",
    "store",
    "to_real",
    "to_int",
];

fn bit_vector_operation(name: &str, indices: &[u32], arguments: &[Sort], result: Sort) -> Option<Operation> {
    let plain = |op| Some(Operation::Plain(op));
    match (arguments, result) {
        (&[Sort::BitVec(a)], Sort::BitVec(r)) => {
            let by = |index: Option<u32>| indices.first().copied().or(index);
            match name {
                "bvnot" if a == r => plain(Op::BvNot),
                "bvneg" if a == r => plain(Op::BvNeg),
                "rotate_left" if a == r => by(None).and_then(|n| plain(Op::RotateLeft(n % a))),
                "rotate_right" if a == r => by(None).and_then(|n| plain(Op::RotateRight(n % a))),
                "zero_extend" if by(r.checked_sub(a)) == r.checked_sub(a) && r > a => {
                    plain(Op::ZeroExtend(r - a))
                }
                "sign_extend" if by(r.checked_sub(a)) == r.checked_sub(a) && r > a => {
                    plain(Op::SignExtend(r - a))
                }
                "repeat" if r % a == 0 && by(Some(r / a)) == Some(r / a) => Some(Operation::Repeat(r / a)),
                "extract" => match *indices {
                    [high, low] if low <= high && high < a && high - low + 1 == r => {
                        plain(Op::Extract(high, low))
                    }
                    _ => None,
                },
                _ => None,
            }
        }
        (&[Sort::BitVec(a), Sort::BitVec(b)], Sort::BitVec(r)) if name == "concat" => {
            (a + b == r).then_some(Operation::Plain(Op::Concat))
        }
        (&[Sort::BitVec(a), Sort::BitVec(b)], Sort::BitVec(1)) if name == "bvcomp" => {
            (a == b).then_some(Operation::Compare)
        }
        (&[Sort::BitVec(a), Sort::BitVec(b)], Sort::BitVec(r)) if a == b && a == r => bit_vector_binary(name),
        (&[Sort::BitVec(a), Sort::BitVec(b)], Sort::Bool) if a == b => bit_vector_comparison(name),
        (&[Sort::BitVec(_)], Sort::Int) => match name {
            "bv2nat" | "bv2int" | "ubv_to_int" => plain(Op::UbvToInt),
            "sbv_to_int" => plain(Op::SbvToInt),
            _ => None,
        },
        (&[Sort::Int], Sort::BitVec(r)) => match name {
            "nat2bv" | "int2bv" | "int_to_bv" if indices.first().is_none_or(|&n| n == r) => {
                plain(Op::IntToBv(r))
            }
            _ => None,
        },
        _ => None,
    }
}

fn bit_vector_binary(name: &str) -> Option<Operation> {
    let op = match name {
        "bvand" => Op::BvAnd,
        "bvor" => Op::BvOr,
        "bvxor" => Op::BvXor,
        "bvadd" => Op::BvAdd,
        "bvsub" => Op::BvSub,
        "bvmul" => Op::BvMul,
        "bvudiv" => Op::BvUdiv,
        "bvurem" => Op::BvUrem,
        "bvsdiv" => Op::BvSdiv,
        "bvsrem" => Op::BvSrem,
        "bvsmod" => Op::BvSmod,
        "bvshl" => Op::BvShl,
        "bvlshr" => Op::BvLshr,
        "bvashr" => Op::BvAshr,
        "bvnand" => return Some(Operation::Complement(Op::BvAnd)),
        "bvnor" => return Some(Operation::Complement(Op::BvOr)),
        "bvxnor" => return Some(Operation::Complement(Op::BvXor)),
        _ => return None,
    };
    Some(Operation::Plain(op))
}

fn bit_vector_comparison(name: &str) -> Option<Operation> {
    Some(match name {
        "bvult" => Operation::Plain(Op::BvUlt),
        "bvule" => Operation::Plain(Op::BvUle),
        "bvugt" => Operation::Swapped(Op::BvUlt),
        "bvuge" => Operation::Swapped(Op::BvUle),
        "bvslt" => Operation::Plain(Op::BvSlt),
        "bvsle" => Operation::Plain(Op::BvSle),
        "bvsgt" => Operation::Swapped(Op::BvSlt),
        "bvsge" => Operation::Swapped(Op::BvSle),
        "=" => Operation::Plain(Op::Eq),
        "distinct" => Operation::Plain(Op::Distinct),
        _ => return None,
    })
}

/// Operations on floats of one format.
fn float_operation(name: &str, indices: &[u32], arguments: &[Sort], result: Sort) -> Option<Operation> {
    let name = name.strip_prefix("fp.")?;
    let is_rounded = arguments.first() == Some(&Sort::RoundingMode);
    let floats = &arguments[usize::from(is_rounded)..];
    let &Sort::Float(format) = floats.first()? else { return None };
    if floats.iter().any(|&sort| sort != Sort::Float(format)) {
        return None;
    }
    let same = result == Sort::Float(format);
    let op = match (name, is_rounded, floats.len(), result) {
        ("abs", false, 1, _) if same => Op::FpAbs,
        ("neg", false, 1, _) if same => Op::FpNeg,
        ("sqrt", true, 1, _) if same => Op::FpSqrt,
        ("roundToIntegral", true, 1, _) if same => Op::FpRoundToIntegral,
        ("add", true, 2, _) if same => Op::FpAdd,
        ("sub", true, 2, _) if same => Op::FpSub,
        ("mul", true, 2, _) if same => Op::FpMul,
        ("div", true, 2, _) if same => Op::FpDiv,
        ("rem", false, 2, _) if same => Op::FpRem,
        ("min", false, 2, _) if same => Op::FpMin,
        ("max", false, 2, _) if same => Op::FpMax,
        ("fma", true, 3, _) if same => Op::FpFma,
        ("leq", false, 2, Sort::Bool) => Op::FpLe,
        ("lt", false, 2, Sort::Bool) => Op::FpLt,
        ("geq", false, 2, Sort::Bool) => return Some(Operation::Swapped(Op::FpLe)),
        ("gt", false, 2, Sort::Bool) => return Some(Operation::Swapped(Op::FpLt)),
        ("eq", false, 2, Sort::Bool) => Op::FpEq,
        ("isNormal", false, 1, Sort::Bool) => Op::FpIsNormal,
        ("isSubnormal", false, 1, Sort::Bool) => Op::FpIsSubnormal,
        ("isZero", false, 1, Sort::Bool) => Op::FpIsZero,
        ("isInfinite", false, 1, Sort::Bool) => Op::FpIsInfinite,
        ("isNaN", false, 1, Sort::Bool) => Op::FpIsNan,
        ("isNegative", false, 1, Sort::Bool) => Op::FpIsNegative,
        ("isPositive", false, 1, Sort::Bool) => Op::FpIsPositive,
        ("to_real", false, 1, Sort::Real) => Op::FpToReal,
        ("to_ieee_bv", false, 1, Sort::BitVec(width)) if width == format.width() => Op::FpToBits,
        ("to_ubv", true, 1, Sort::BitVec(w)) if indices.first().is_none_or(|&n| n == w) => Op::FpToUbv(w),
        ("to_sbv", true, 1, Sort::BitVec(w)) if indices.first().is_none_or(|&n| n == w) => Op::FpToSbv(w),
        _ => return None,
    };
    Some(Operation::Plain(op))
}

/// Floats from something else.
fn float_conversion(name: &str, indices: &[u32], arguments: &[Sort], result: Sort) -> Option<Operation> {
    let Sort::Float(format) = result else { return None };
    if !indices.is_empty() && indices != [format.exponent, format.significand] {
        return None;
    }
    let op = match (name, arguments) {
        ("to_fp", &[Sort::BitVec(width)]) if width == format.width() => Op::FpFromBits,
        ("to_fp", &[Sort::RoundingMode, Sort::Float(_)]) => Op::FpFromFloat,
        ("to_fp", &[Sort::RoundingMode, Sort::Real]) => Op::FpFromReal,
        ("to_fp", &[Sort::RoundingMode, Sort::BitVec(_)]) => Op::FpFromSigned,
        ("to_fp_unsigned", &[Sort::RoundingMode, Sort::BitVec(_)]) => Op::FpFromUnsigned,
        ("fp", &[Sort::BitVec(1), Sort::BitVec(exponent), Sort::BitVec(significand)])
            if exponent == format.exponent && significand + 1 == format.significand =>
        {
            return Some(Operation::Fields);
        }
        _ => return None,
    };
    Some(Operation::Plain(op))
}

fn core_operation(name: &str, arguments: &[Sort], result: Sort) -> Option<Operation> {
    let plain = |op| Some(Operation::Plain(op));
    match (name, arguments, result) {
        ("not", &[Sort::Bool], Sort::Bool) => plain(Op::Not),
        ("and", &[Sort::Bool, Sort::Bool], Sort::Bool) => plain(Op::And),
        ("or", &[Sort::Bool, Sort::Bool], Sort::Bool) => plain(Op::Or),
        ("xor", &[Sort::Bool, Sort::Bool], Sort::Bool) => Some(Operation::Xor),
        ("=>", &[Sort::Bool, Sort::Bool], Sort::Bool) => Some(Operation::Implies),
        ("=", &[a, b], Sort::Bool) if a == b => plain(Op::Eq),
        ("distinct", &[a, b], Sort::Bool) if a == b => plain(Op::Distinct),
        ("ite", &[Sort::Bool, a, b], r) if a == b && a == r => plain(Op::Ite),
        ("+", &[a, b], r) if a == b && a == r && a.is_arithmetic() => plain(Op::Add),
        ("*", &[a, b], r) if a == b && a == r && a.is_arithmetic() => plain(Op::Mul),
        ("-", &[a, b], r) if a == b && a == r && a.is_arithmetic() => Some(Operation::Subtract),
        ("-", &[a], r) if a == r && a.is_arithmetic() => Some(Operation::Negate),
        ("<=", &[a, b], Sort::Bool) if a == b && a.is_arithmetic() => plain(Op::Le),
        ("<", &[a, b], Sort::Bool) if a == b && a.is_arithmetic() => plain(Op::Lt),
        (">=", &[a, b], Sort::Bool) if a == b && a.is_arithmetic() => Some(Operation::Swapped(Op::Le)),
        (">", &[a, b], Sort::Bool) if a == b && a.is_arithmetic() => Some(Operation::Swapped(Op::Lt)),
        ("div", &[Sort::Int, Sort::Int], Sort::Int) => plain(Op::IntDiv),
        ("mod", &[Sort::Int, Sort::Int], Sort::Int) => plain(Op::Mod),
        ("/", &[Sort::Real, Sort::Real], Sort::Real) => plain(Op::RealDiv),
        ("to_real", &[Sort::Int], Sort::Real) => plain(Op::ToReal),
        ("to_int", &[Sort::Real], Sort::Int) => plain(Op::ToInt),
        ("select", &[Sort::Array(array), index], r) if array.index() == index && array.element() == r => {
            plain(Op::Select)
        }
        ("store", &[array, index, value], r) if array == r && Sort::array(index, value) == r => {
            plain(Op::Store)
        }
        _ if name == "const" || name.starts_with("const-Array") => match (arguments, result) {
            (&[value], Sort::Array(array)) if array.element() == value => plain(Op::ConstArray),
            _ => None,
        },
        _ => None,
    }
}
