//! The interpreted operators, one by one.
//!
//! Most are a function of Z3's interface with the same arguments and stand in
//! the tables; what needs indices, sorts or a decision is written out. Where
//! Z3 leaves more open than our terms do, the difference is spelled out: the
//! bits of NaN are those of the one NaN that our terms have.

use num_bigint::BigUint;
use num_traits::{One, ToPrimitive};
use term::{Integer, Op, RoundingMode, Sort, Term};
use z3_sys::*;

use super::context::Z3Context;

type Unary = unsafe extern "C" fn(Z3_context, Z3_ast) -> Option<Z3_ast>;
type Binary = unsafe extern "C" fn(Z3_context, Z3_ast, Z3_ast) -> Option<Z3_ast>;
type Ternary = unsafe extern "C" fn(Z3_context, Z3_ast, Z3_ast, Z3_ast) -> Option<Z3_ast>;
type Nary = unsafe extern "C" fn(Z3_context, u32, *const Z3_ast) -> Option<Z3_ast>;
type Indexed = unsafe extern "C" fn(Z3_context, u32, Z3_ast) -> Option<Z3_ast>;
type Rounded = unsafe extern "C" fn(Z3_context, Z3_ast, Z3_ast, Z3_sort) -> Option<Z3_ast>;

fn unary(op: Op) -> Option<Unary> {
    Some(match op {
        Op::Not => Z3_mk_not,
        Op::ToReal => Z3_mk_int2real,
        Op::ToInt => Z3_mk_real2int,
        Op::IsInt => Z3_mk_is_int,
        Op::BvNot => Z3_mk_bvnot,
        Op::BvNeg => Z3_mk_bvneg,
        Op::FpAbs => Z3_mk_fpa_abs,
        Op::FpNeg => Z3_mk_fpa_neg,
        Op::FpIsNormal => Z3_mk_fpa_is_normal,
        Op::FpIsSubnormal => Z3_mk_fpa_is_subnormal,
        Op::FpIsZero => Z3_mk_fpa_is_zero,
        Op::FpIsInfinite => Z3_mk_fpa_is_infinite,
        Op::FpIsNan => Z3_mk_fpa_is_nan,
        Op::FpIsNegative => Z3_mk_fpa_is_negative,
        Op::FpIsPositive => Z3_mk_fpa_is_positive,
        Op::FpToReal => Z3_mk_fpa_to_real,
        _ => return None,
    })
}

fn binary(op: Op) -> Option<Binary> {
    Some(match op {
        Op::Eq => Z3_mk_eq,
        Op::IntDiv | Op::RealDiv => Z3_mk_div,
        Op::Mod => Z3_mk_mod,
        Op::Le => Z3_mk_le,
        Op::Lt => Z3_mk_lt,
        Op::BvSub => Z3_mk_bvsub,
        Op::BvUdiv => Z3_mk_bvudiv,
        Op::BvUrem => Z3_mk_bvurem,
        Op::BvSdiv => Z3_mk_bvsdiv,
        Op::BvSrem => Z3_mk_bvsrem,
        Op::BvSmod => Z3_mk_bvsmod,
        Op::BvShl => Z3_mk_bvshl,
        Op::BvLshr => Z3_mk_bvlshr,
        Op::BvAshr => Z3_mk_bvashr,
        Op::BvUlt => Z3_mk_bvult,
        Op::BvUle => Z3_mk_bvule,
        Op::BvSlt => Z3_mk_bvslt,
        Op::BvSle => Z3_mk_bvsle,
        Op::FpSqrt => Z3_mk_fpa_sqrt,
        Op::FpRem => Z3_mk_fpa_rem,
        Op::FpRoundToIntegral => Z3_mk_fpa_round_to_integral,
        Op::FpMin => Z3_mk_fpa_min,
        Op::FpMax => Z3_mk_fpa_max,
        Op::FpLe => Z3_mk_fpa_leq,
        Op::FpLt => Z3_mk_fpa_lt,
        Op::FpEq => Z3_mk_fpa_eq,
        Op::Select => Z3_mk_select,
        _ => return None,
    })
}

fn ternary(op: Op) -> Option<Ternary> {
    Some(match op {
        Op::Ite => Z3_mk_ite,
        Op::Store => Z3_mk_store,
        Op::FpAdd => Z3_mk_fpa_add,
        Op::FpSub => Z3_mk_fpa_sub,
        Op::FpMul => Z3_mk_fpa_mul,
        Op::FpDiv => Z3_mk_fpa_div,
        _ => return None,
    })
}

fn nary(op: Op) -> Option<Nary> {
    Some(match op {
        Op::And => Z3_mk_and,
        Op::Or => Z3_mk_or,
        Op::Distinct => Z3_mk_distinct,
        Op::Add => Z3_mk_add,
        Op::Mul => Z3_mk_mul,
        _ => return None,
    })
}

/// Associative operators that Z3 offers with two arguments only.
fn chained(op: Op) -> Option<Binary> {
    Some(match op {
        Op::BvAnd => Z3_mk_bvand,
        Op::BvOr => Z3_mk_bvor,
        Op::BvXor => Z3_mk_bvxor,
        Op::BvAdd => Z3_mk_bvadd,
        Op::BvMul => Z3_mk_bvmul,
        Op::Concat => Z3_mk_concat,
        _ => return None,
    })
}

fn indexed(op: Op) -> Option<(Indexed, u32)> {
    Some(match op {
        Op::ZeroExtend(bits) => (Z3_mk_zero_ext, bits),
        Op::SignExtend(bits) => (Z3_mk_sign_ext, bits),
        Op::RotateLeft(bits) => (Z3_mk_rotate_left, bits),
        Op::RotateRight(bits) => (Z3_mk_rotate_right, bits),
        Op::IntToBv(width) => (Z3_mk_int2bv, width),
        _ => return None,
    })
}

fn rounded(op: Op) -> Option<Rounded> {
    Some(match op {
        Op::FpFromFloat => Z3_mk_fpa_to_fp_float,
        Op::FpFromReal => Z3_mk_fpa_to_fp_real,
        Op::FpFromSigned => Z3_mk_fpa_to_fp_signed,
        Op::FpFromUnsigned => Z3_mk_fpa_to_fp_unsigned,
        _ => return None,
    })
}

impl Z3Context {
    /// The application of an interpreted operator to translated arguments.
    pub(super) fn operator(&self, term: Term, arguments: &[Z3_ast]) -> Result<Z3_ast, String> {
        let raw = self.raw;
        // SAFETY: the arguments are kept alive by the table of translated terms; Z3 checks their
        // sorts and returns null if they do not fit.
        let made = unsafe {
            match (term.op(), arguments) {
                (op, &[a]) if unary(op).is_some() => unary(op).and_then(|f| f(raw, a)),
                (op, &[a, b]) if binary(op).is_some() => binary(op).and_then(|f| f(raw, a, b)),
                (op, &[a, b, c]) if ternary(op).is_some() => ternary(op).and_then(|f| f(raw, a, b, c)),
                (op, &[a]) if indexed(op).is_some() => indexed(op).and_then(|(f, i)| f(raw, i, a)),
                (op, _) if nary(op).is_some() => {
                    nary(op).and_then(|f| f(raw, arguments.len() as u32, arguments.as_ptr()))
                }
                (op, &[first, ref rest @ ..]) if chained(op).is_some() => {
                    let f = chained(op).expect("just asked");
                    rest.iter().try_fold(first, |chain, &a| f(raw, chain, a))
                }
                (op, &[rm, a]) if rounded(op).is_some() => {
                    let sort = self.sort(term.sort())?;
                    rounded(op).and_then(|f| f(raw, rm, a, sort))
                }
                _ => return self.special(term, arguments),
            }
        };
        self.checked(made)
    }

    fn special(&self, term: Term, arguments: &[Z3_ast]) -> Result<Z3_ast, String> {
        let raw = self.raw;
        // SAFETY: as in `operator`.
        let made = unsafe {
            match (term.op(), arguments) {
                (Op::True, []) => Z3_mk_true(raw),
                (Op::False, []) => Z3_mk_false(raw),
                (Op::IntConst(value), []) => return self.integer(value, self.sort(Sort::Int)?),
                (Op::RealConst(value), []) if value.is_integer() => {
                    return self.integer(value.numer().clone().into(), self.sort(Sort::Real)?);
                }
                (Op::RealConst(value), []) => return self.numeral(&value.to_string(), Sort::Real),
                (Op::BvConst(bits), []) => return self.bits(bits, term.sort()),
                (Op::FloatConst(bits), []) => return self.float(bits, term.sort()),
                (Op::RmConst(mode), []) => self.rounding_mode(mode),
                (Op::Extract(high, low), &[a]) => Z3_mk_extract(raw, high, low, a),
                (Op::UbvToInt, &[a]) => Z3_mk_bv2int(raw, a, false),
                (Op::SbvToInt, &[a]) => Z3_mk_bv2int(raw, a, true),
                (Op::FpFma, &[rm, a, b, c]) => Z3_mk_fpa_fma(raw, rm, a, b, c),
                (Op::FpFromBits, &[a]) => Z3_mk_fpa_to_fp_bv(raw, a, self.sort(term.sort())?),
                (Op::FpToUbv(width), &[rm, a]) => Z3_mk_fpa_to_ubv(raw, rm, a, width),
                (Op::FpToSbv(width), &[rm, a]) => Z3_mk_fpa_to_sbv(raw, rm, a, width),
                (Op::FpToBits, &[a]) => return self.float_bits(term, a),
                (Op::ConstArray, &[a]) => match term.sort() {
                    Sort::Array(array) => Z3_mk_const_array(raw, self.sort(array.index())?, a),
                    other => return Err(format!("a constant array of sort {other}")),
                },
                (op, _) => return Err(format!("the operator {op:?} with {} arguments", arguments.len())),
            }
        };
        self.checked(made)
    }

    fn numeral(&self, text: &str, sort: Sort) -> Result<Z3_ast, String> {
        let text = std::ffi::CString::new(text).map_err(|e| e.to_string())?;
        // SAFETY: Z3 reads the text during the call.
        self.checked(unsafe { Z3_mk_numeral(self.raw, text.as_ptr(), self.sort(sort)?) })
    }

    fn integer(&self, value: Integer, sort: Z3_sort) -> Result<Z3_ast, String> {
        // SAFETY: the sort is kept alive by the context, the text during the call.
        self.checked(unsafe {
            match value.to_i64() {
                Some(small) => Z3_mk_int64(self.raw, small, sort),
                None => {
                    let text = std::ffi::CString::new(value.to_string()).map_err(|e| e.to_string())?;
                    Z3_mk_numeral(self.raw, text.as_ptr(), sort)
                }
            }
        })
    }

    fn bits(&self, value: &BigUint, sort: Sort) -> Result<Z3_ast, String> {
        match value.to_u64() {
            // SAFETY: the sort is kept alive by the context.
            Some(small) => self.checked(unsafe { Z3_mk_unsigned_int64(self.raw, small, self.sort(sort)?) }),
            None => self.numeral(&value.to_string(), sort),
        }
    }

    fn float(&self, bits: &BigUint, sort: Sort) -> Result<Z3_ast, String> {
        let Sort::Float(format) = sort else {
            return Err(format!("a float of sort {sort}"));
        };
        let fraction = format.significand - 1;
        let field = |low: u32, width: u32| {
            let mask = (BigUint::one() << width) - 1u32;
            self.bits(&((bits >> low) & mask), Sort::BitVec(width))
        };
        let sign = self.hold(field(format.width() - 1, 1)?);
        let exponent = self.hold(field(fraction, format.exponent)?);
        let significand = self.hold(field(0, fraction)?);
        // SAFETY: the three parts are held.
        self.checked(unsafe { Z3_mk_fpa_fp(self.raw, sign.ast, exponent.ast, significand.ast) })
    }

    unsafe fn rounding_mode(&self, mode: RoundingMode) -> Option<Z3_ast> {
        // SAFETY: the context is valid.
        unsafe {
            match mode {
                RoundingMode::NearestEven => Z3_mk_fpa_rne(self.raw),
                RoundingMode::NearestAway => Z3_mk_fpa_rna(self.raw),
                RoundingMode::TowardPositive => Z3_mk_fpa_rtp(self.raw),
                RoundingMode::TowardNegative => Z3_mk_fpa_rtn(self.raw),
                RoundingMode::TowardZero => Z3_mk_fpa_rtz(self.raw),
            }
        }
    }

    /// The bits of the interchange format. Z3 may choose any NaN for NaN; our terms have one.
    fn float_bits(&self, term: Term, argument: Z3_ast) -> Result<Z3_ast, String> {
        let Sort::Float(format) = term.arguments()[0].sort() else {
            return Err("fp.to_ieee_bv of something that is no float".to_owned());
        };
        let nan = self.hold(self.bits(&crate::values::nan_bits(format), term.sort())?);
        // SAFETY: everything is held while it is used.
        unsafe {
            let is_nan = self.hold(self.checked(Z3_mk_fpa_is_nan(self.raw, argument))?);
            let bits = self.hold(self.checked(Z3_mk_fpa_to_ieee_bv(self.raw, argument))?);
            self.checked(Z3_mk_ite(self.raw, is_nan.ast, nan.ast, bits.ast))
        }
    }
}
