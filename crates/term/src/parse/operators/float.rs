//! FloatingPoint.

use super::{Built, Call, Failure, MAX_WIDTH};
use crate::arena::Term;
use crate::build as mk;
use crate::op::RoundingMode;
use crate::sort::{FloatSort, Sort};

pub(super) fn build(call: Call<'_>) -> Built {
    if let Some(mode) = rounding_mode(call.name) {
        return call.exactly::<0>().map(|_| mk::rm(mode));
    }
    if let Some(operation) = unary(call.name) {
        let [a] = call.exactly()?;
        floats(call, &[a])?;
        return Ok(operation(a));
    }
    if let Some(operation) = binary(call.name) {
        let [a, b] = call.exactly()?;
        floats(call, &[a, b])?;
        return Ok(operation(a, b));
    }
    if let Some(relation) = relation(call.name) {
        let arguments = call.at_least(2)?;
        floats(call, arguments)?;
        return call.chain(arguments, relation);
    }
    match call.name {
        "fp.add" | "fp.sub" | "fp.mul" | "fp.div" | "fp.fma" | "fp.sqrt" | "fp.roundToIntegral" => {
            rounded(call)
        }
        "fp" => fp(call),
        "to_fp" | "to_fp_unsigned" => to_fp(call),
        "fp.to_ubv" | "fp.to_sbv" => to_bv(call),
        "NaN" | "+oo" | "-oo" | "+zero" | "-zero" => special(call),
        _ => Err(Failure::Unknown),
    }
}

fn rounding_mode(name: &str) -> Option<RoundingMode> {
    Some(match name {
        "RNE" | "roundNearestTiesToEven" => RoundingMode::NearestEven,
        "RNA" | "roundNearestTiesToAway" => RoundingMode::NearestAway,
        "RTP" | "roundTowardPositive" => RoundingMode::TowardPositive,
        "RTN" | "roundTowardNegative" => RoundingMode::TowardNegative,
        "RTZ" | "roundTowardZero" => RoundingMode::TowardZero,
        _ => return None,
    })
}

fn unary(name: &str) -> Option<fn(Term) -> Term> {
    Some(match name {
        "fp.abs" => mk::fp_abs,
        "fp.neg" => mk::fp_neg,
        "fp.isNormal" => mk::fp_is_normal,
        "fp.isSubnormal" => mk::fp_is_subnormal,
        "fp.isZero" => mk::fp_is_zero,
        "fp.isInfinite" => mk::fp_is_infinite,
        "fp.isNaN" => mk::fp_is_nan,
        "fp.isNegative" => mk::fp_is_negative,
        "fp.isPositive" => mk::fp_is_positive,
        "fp.to_real" => mk::fp_to_real,
        "fp.to_ieee_bv" => mk::fp_to_bits,
        _ => return None,
    })
}

fn binary(name: &str) -> Option<fn(Term, Term) -> Term> {
    Some(match name {
        "fp.rem" => mk::fp_rem,
        "fp.min" => mk::fp_min,
        "fp.max" => mk::fp_max,
        _ => return None,
    })
}

fn relation(name: &str) -> Option<fn(Term, Term) -> Term> {
    Some(match name {
        "fp.leq" => mk::fp_leq,
        "fp.lt" => mk::fp_lt,
        "fp.geq" => mk::fp_geq,
        "fp.gt" => mk::fp_gt,
        "fp.eq" => mk::fp_eq,
        _ => return None,
    })
}

fn floats(call: Call<'_>, arguments: &[Term]) -> Result<FloatSort, Failure> {
    match arguments.first().map(|a| a.sort()) {
        Some(Sort::Float(format)) if arguments.iter().all(|a| a.sort() == Sort::Float(format)) => Ok(format),
        _ => call.wrong("floats of the same format"),
    }
}

fn rounded(call: Call<'_>) -> Built {
    let arguments = call.at_least(1)?;
    let count = match call.name {
        "fp.fma" => 3,
        "fp.sqrt" | "fp.roundToIntegral" => 1,
        _ => 2,
    };
    if arguments.len() != count + 1 || arguments[0].sort() != Sort::RoundingMode {
        return call.wrong(format!("a rounding mode and {count} floats"));
    }
    floats(call, &arguments[1..])?;
    Ok(match (call.name, arguments) {
        ("fp.add", &[rm, a, b]) => mk::fp_add(rm, a, b),
        ("fp.sub", &[rm, a, b]) => mk::fp_sub(rm, a, b),
        ("fp.mul", &[rm, a, b]) => mk::fp_mul(rm, a, b),
        ("fp.div", &[rm, a, b]) => mk::fp_div(rm, a, b),
        ("fp.fma", &[rm, a, b, c]) => mk::fp_fma(rm, a, b, c),
        ("fp.sqrt", &[rm, a]) => mk::fp_sqrt(rm, a),
        ("fp.roundToIntegral", &[rm, a]) => mk::fp_round_to_integral(rm, a),
        _ => return Err(Failure::Unknown),
    })
}

/// `(fp sign exponent fraction)`
fn fp(call: Call<'_>) -> Built {
    let [sign, exponent, fraction] = call.exactly()?;
    match (sign.sort(), exponent.sort(), fraction.sort()) {
        (Sort::BitVec(1), Sort::BitVec(e), Sort::BitVec(f)) => {
            let format = format(call, e, f.saturating_add(1))?;
            Ok(mk::fp_from_bits(format, mk::concat_all([sign, exponent, fraction])))
        }
        _ => call.wrong("a sign bit, an exponent and a fraction"),
    }
}

/// A format within sane limits.
fn format(call: Call<'_>, exponent: u32, significand: u32) -> Result<FloatSort, Failure> {
    let format = FloatSort { exponent, significand };
    match format.is_supported() {
        true => Ok(format),
        false => {
            let message =
                format!("`{}`: the float format {exponent} {significand} is out of range", call.name);
            Err(Failure::Wrong(message))
        }
    }
}

fn indexed_format(call: Call<'_>) -> Result<FloatSort, Failure> {
    let [exponent, significand] = call.indices()?;
    format(call, exponent, significand)
}

fn to_fp(call: Call<'_>) -> Built {
    let target = indexed_format(call)?;
    let is_unsigned = call.name == "to_fp_unsigned";
    match *call.arguments {
        [bits] if !is_unsigned && bits.sort() == Sort::BitVec(target.width()) => {
            Ok(mk::fp_from_bits(target, bits))
        }
        [rm, a] if rm.sort() == Sort::RoundingMode => match (a.sort(), is_unsigned) {
            (Sort::BitVec(_), true) => Ok(mk::fp_from_unsigned(target, rm, a)),
            (Sort::BitVec(_), false) => Ok(mk::fp_from_signed(target, rm, a)),
            (Sort::Float(_), false) => Ok(mk::fp_from_float(target, rm, a)),
            (Sort::Real, false) => Ok(mk::fp_from_real(target, rm, a)),
            (Sort::Int, false) => Ok(mk::fp_from_real(target, rm, mk::to_real(a))),
            _ => call.wrong("a rounding mode and a bit-vector, a float or a real"),
        },
        _ => call.wrong("the bits of a float, or a rounding mode and a number"),
    }
}

fn to_bv(call: Call<'_>) -> Built {
    let [width] = call.indices()?;
    let [rm, a] = call.arguments_exactly()?;
    let is_float = matches!(a.sort(), Sort::Float(_));
    if !is_float || rm.sort() != Sort::RoundingMode || width == 0 || width > MAX_WIDTH {
        return call.wrong("a positive width, a rounding mode and a float");
    }
    Ok(if call.name == "fp.to_ubv" { mk::fp_to_ubv(width, rm, a) } else { mk::fp_to_sbv(width, rm, a) })
}

fn special(call: Call<'_>) -> Built {
    let target = indexed_format(call)?;
    call.arguments_exactly::<0>()?;
    Ok(match call.name {
        "NaN" => mk::fp_nan(target),
        "+oo" => mk::fp_infinity(target, false),
        "-oo" => mk::fp_infinity(target, true),
        "+zero" => mk::fp_zero(target, false),
        _ => mk::fp_zero(target, true),
    })
}
