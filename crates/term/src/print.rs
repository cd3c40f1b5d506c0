//! SMT-LIB output.
//!
//! [`Display`](fmt::Display) writes a term as a tree; [`Term::to_smtlib_shared`]
//! writes it with `let` for what occurs more than once. Both work with an
//! explicit stack, because terms of long programs are deeper than the thread's.
//! What is printed can be read again by [`crate::parse`], which gives the same
//! term.

pub mod declarations;
pub mod infix;
mod shared;
pub mod symbol;

pub use self::declarations::declarations;
pub use self::infix::Infix;
pub use self::symbol::quote;

use std::fmt::{self, Write};

use num_bigint::{BigInt, BigUint};
use num_traits::{One, Signed};

use crate::arena::Term;
use crate::op::{Op, RoundingMode};
use crate::sort::{FloatSort, Sort};

/// What is still to be written.
#[derive(Clone, Copy)]
enum Item {
    Term(Term),
    Space,
    Text(&'static str),
}

/// Writes a term as a tree; `name_of` may give a shared subterm's name, and `quantifier`
/// writes a quantifier's body where sharing needs a scope of its own.
fn write_tree(
    out: &mut dyn Write,
    root: Term,
    name_of: &dyn Fn(Term) -> Option<String>,
    body: &mut dyn FnMut(&mut dyn Write, Term) -> Option<fmt::Result>,
) -> fmt::Result {
    let mut stack = vec![Item::Term(root)];
    while let Some(item) = stack.pop() {
        match item {
            Item::Space => out.write_char(' ')?,
            Item::Text(text) => out.write_str(text)?,
            Item::Term(term) => match name_of(term) {
                Some(name) if term != root => out.write_str(&name)?,
                _ => write_node(out, term, body, &mut stack)?,
            },
        }
    }
    Ok(())
}

fn write_node(
    out: &mut dyn Write,
    term: Term,
    body: &mut dyn FnMut(&mut dyn Write, Term) -> Option<fmt::Result>,
    stack: &mut Vec<Item>,
) -> fmt::Result {
    match term.op() {
        Op::Forall(bound) | Op::Exists(bound) => {
            let is_forall = matches!(term.op(), Op::Forall(_));
            out.write_str(if is_forall { "(forall (" } else { "(exists (" })?;
            for (position, variable) in bound.iter().enumerate() {
                let space = if position == 0 { "" } else { " " };
                let name = symbol::variable(variable.as_var().expect("bound variables are variables"));
                write!(out, "{space}({name} {})", variable.sort())?;
            }
            out.write_str(") ")?;
            if let Some(result) = body(out, term) {
                result?;
                return out.write_char(')');
            }
            stack.push(Item::Text(")"));
            stack.push(Item::Term(term.arguments()[0]));
            Ok(())
        }
        // SMT-LIB 2.6 has only binary versions of these: nest to the left.
        op if term.arguments().len() > 2 && is_binary_in_smtlib(op) => push_nested(out, term, stack),
        _ if term.arguments().is_empty() => write_leaf(out, term),
        _ => {
            out.write_char('(')?;
            write_head(out, term)?;
            stack.push(Item::Text(")"));
            for &argument in term.arguments().iter().rev() {
                stack.push(Item::Term(argument));
                stack.push(Item::Space);
            }
            Ok(())
        }
    }
}

fn is_binary_in_smtlib(op: Op) -> bool {
    matches!(op, Op::BvAdd | Op::BvMul | Op::BvAnd | Op::BvOr | Op::BvXor | Op::Concat)
}

fn push_nested(out: &mut dyn Write, term: Term, stack: &mut Vec<Item>) -> fmt::Result {
    let name = operator_name(term.op()).expect("these operators have plain names");
    let arguments = term.arguments();
    for _ in 1..arguments.len() {
        write!(out, "({name} ")?;
    }
    for (position, &argument) in arguments.iter().enumerate().rev() {
        if position > 0 {
            stack.push(Item::Text(")"));
        }
        stack.push(Item::Term(argument));
        if position > 0 {
            stack.push(Item::Space);
        }
    }
    Ok(())
}

/// A term without arguments.
pub(crate) fn write_leaf(out: &mut dyn Write, term: Term) -> fmt::Result {
    match term.op() {
        Op::Var(name) => out.write_str(&symbol::variable(name)),
        Op::True => out.write_str("true"),
        Op::False => out.write_str("false"),
        Op::IntConst(value) => write_integer(out, &value.to_bigint(), ""),
        Op::RealConst(value) if value.denom().is_one() => write_integer(out, value.numer(), ".0"),
        Op::RealConst(value) => {
            let (numerator, denominator) = (value.numer().magnitude(), value.denom());
            if value.is_negative() {
                write!(out, "(- (/ {numerator}.0 {denominator}.0))")
            } else {
                write!(out, "(/ {numerator}.0 {denominator}.0)")
            }
        }
        Op::BvConst(value) => write_bits(out, value, term.sort().bit_width().unwrap_or(1)),
        Op::FloatConst(bits) => match term.sort() {
            Sort::Float(format) => write_float(out, bits, format),
            _ => Err(fmt::Error),
        },
        Op::RmConst(mode) => out.write_str(rounding_mode_name(mode)),
        Op::Element(number) => write!(out, "(as @{number} {})", term.sort()),
        Op::Apply(func) => out.write_str(&symbol::plain(func.name().as_str())),
        op => write!(out, "({})", operator_name(op).unwrap_or("?")),
    }
}

fn write_integer(out: &mut dyn Write, value: &BigInt, suffix: &str) -> fmt::Result {
    if value.is_negative() {
        write!(out, "(- {}{suffix})", value.magnitude())
    } else {
        write!(out, "{value}{suffix}")
    }
}

/// `#x..` if the width is a multiple of four, `#b..` otherwise.
pub(crate) fn write_bits(out: &mut dyn Write, value: &BigUint, width: u32) -> fmt::Result {
    let width = width as usize;
    if width.is_multiple_of(4) {
        write!(out, "#x{:0>1$}", value.to_str_radix(16), width / 4)
    } else {
        write!(out, "#b{:0>1$}", value.to_str_radix(2), width)
    }
}

fn write_float(out: &mut dyn Write, bits: &BigUint, format: FloatSort) -> fmt::Result {
    let FloatSort { exponent, significand } = format;
    let fraction_bits = significand - 1;
    let fraction = bits & &((BigUint::one() << fraction_bits) - 1u32);
    let biased = (bits >> fraction_bits) & &((BigUint::one() << exponent) - 1u32);
    let is_negative = bits.bit(u64::from(exponent + fraction_bits));
    let is_special = biased == (BigUint::one() << exponent) - 1u32;
    let is_zero = |n: &BigUint| n.bits() == 0;
    match (is_negative, is_special, is_zero(&fraction)) {
        (_, true, false) => write!(out, "(_ NaN {exponent} {significand})"),
        (false, true, true) => write!(out, "(_ +oo {exponent} {significand})"),
        (true, true, true) => write!(out, "(_ -oo {exponent} {significand})"),
        _ => {
            let sign = u8::from(is_negative);
            let (e, f) = (biased.to_str_radix(2), fraction.to_str_radix(2));
            let (ew, fw) = (exponent as usize, fraction_bits as usize);
            write!(out, "(fp #b{sign} #b{e:0>ew$} #b{f:0>fw$})")
        }
    }
}

/// SMT-LIB's short name.
pub fn rounding_mode_name(mode: RoundingMode) -> &'static str {
    match mode {
        RoundingMode::NearestEven => "RNE",
        RoundingMode::NearestAway => "RNA",
        RoundingMode::TowardPositive => "RTP",
        RoundingMode::TowardNegative => "RTN",
        RoundingMode::TowardZero => "RTZ",
    }
}

/// The function symbol of an application, with its indices.
fn write_head(out: &mut dyn Write, term: Term) -> fmt::Result {
    if let Some(name) = operator_name(term.op()) {
        return out.write_str(name);
    }
    let to_fp = |out: &mut dyn Write, name: &str| match term.sort() {
        Sort::Float(format) => write!(out, "(_ {name} {} {})", format.exponent, format.significand),
        _ => Err(fmt::Error),
    };
    match term.op() {
        Op::Apply(func) => out.write_str(&symbol::plain(func.name().as_str())),
        Op::Extract(high, low) => write!(out, "(_ extract {high} {low})"),
        Op::ZeroExtend(n) => write!(out, "(_ zero_extend {n})"),
        Op::SignExtend(n) => write!(out, "(_ sign_extend {n})"),
        Op::RotateLeft(n) => write!(out, "(_ rotate_left {n})"),
        Op::RotateRight(n) => write!(out, "(_ rotate_right {n})"),
        Op::IntToBv(n) => write!(out, "(_ int2bv {n})"),
        Op::FpToUbv(n) => write!(out, "(_ fp.to_ubv {n})"),
        Op::FpToSbv(n) => write!(out, "(_ fp.to_sbv {n})"),
        Op::FpFromUnsigned => to_fp(out, "to_fp_unsigned"),
        Op::FpFromBits | Op::FpFromFloat | Op::FpFromReal | Op::FpFromSigned => to_fp(out, "to_fp"),
        Op::ConstArray => write!(out, "(as const {})", term.sort()),
        _ => Err(fmt::Error),
    }
}

/// The SMT-LIB name of an operator without indices.
pub fn operator_name(op: Op) -> Option<&'static str> {
    Some(match op {
        Op::Not => "not",
        Op::And => "and",
        Op::Or => "or",
        Op::Eq => "=",
        Op::Distinct => "distinct",
        Op::Ite => "ite",
        Op::Add => "+",
        Op::Mul => "*",
        Op::IntDiv => "div",
        Op::Mod => "mod",
        Op::RealDiv => "/",
        Op::ToReal => "to_real",
        Op::ToInt => "to_int",
        Op::IsInt => "is_int",
        Op::Le => "<=",
        Op::Lt => "<",
        Op::BvNot => "bvnot",
        Op::BvNeg => "bvneg",
        Op::BvAnd => "bvand",
        Op::BvOr => "bvor",
        Op::BvXor => "bvxor",
        Op::BvAdd => "bvadd",
        Op::BvSub => "bvsub",
        Op::BvMul => "bvmul",
        Op::BvUdiv => "bvudiv",
        Op::BvUrem => "bvurem",
        Op::BvSdiv => "bvsdiv",
        Op::BvSrem => "bvsrem",
        Op::BvSmod => "bvsmod",
        Op::BvShl => "bvshl",
        Op::BvLshr => "bvlshr",
        Op::BvAshr => "bvashr",
        Op::BvUlt => "bvult",
        Op::BvUle => "bvule",
        Op::BvSlt => "bvslt",
        Op::BvSle => "bvsle",
        Op::Concat => "concat",
        // The older name is the one that all solvers know.
        Op::UbvToInt => "bv2nat",
        Op::SbvToInt => "sbv_to_int",
        Op::Select => "select",
        Op::Store => "store",
        _ => return float_operator_name(op),
    })
}

fn float_operator_name(op: Op) -> Option<&'static str> {
    Some(match op {
        Op::FpAbs => "fp.abs",
        Op::FpNeg => "fp.neg",
        Op::FpAdd => "fp.add",
        Op::FpSub => "fp.sub",
        Op::FpMul => "fp.mul",
        Op::FpDiv => "fp.div",
        Op::FpFma => "fp.fma",
        Op::FpSqrt => "fp.sqrt",
        Op::FpRem => "fp.rem",
        Op::FpRoundToIntegral => "fp.roundToIntegral",
        Op::FpMin => "fp.min",
        Op::FpMax => "fp.max",
        Op::FpLe => "fp.leq",
        Op::FpLt => "fp.lt",
        Op::FpEq => "fp.eq",
        Op::FpIsNormal => "fp.isNormal",
        Op::FpIsSubnormal => "fp.isSubnormal",
        Op::FpIsZero => "fp.isZero",
        Op::FpIsInfinite => "fp.isInfinite",
        Op::FpIsNan => "fp.isNaN",
        Op::FpIsNegative => "fp.isNegative",
        Op::FpIsPositive => "fp.isPositive",
        Op::FpToReal => "fp.to_real",
        Op::FpToBits => "fp.to_ieee_bv",
        _ => return None,
    })
}

impl fmt::Display for Sort {
    /// Writes the sort in SMT-LIB syntax.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Sort::Bool => write!(f, "Bool"),
            Sort::Int => write!(f, "Int"),
            Sort::Real => write!(f, "Real"),
            Sort::BitVec(width) => write!(f, "(_ BitVec {width})"),
            Sort::Float(float) => write!(f, "(_ FloatingPoint {} {})", float.exponent, float.significand),
            Sort::RoundingMode => write!(f, "RoundingMode"),
            Sort::Array(array) => write!(f, "(Array {} {})", array.index(), array.element()),
            Sort::Uninterpreted(name) => write!(f, "{}", symbol::plain(name.as_str())),
        }
    }
}

impl fmt::Display for Term {
    /// Writes the term in SMT-LIB syntax, as a tree.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_tree(f, *self, &|_| None, &mut |_, _| None)
    }
}

impl Term {
    /// The term in SMT-LIB syntax; what occurs more than once is bound by `let`.
    pub fn to_smtlib_shared(self) -> String {
        shared::print(self)
    }

    /// The term in the infix syntax of [`Infix`].
    pub fn display_infix(self) -> Infix {
        Infix(self)
    }
}
