//! FixedSizeBitVectors with the extensions that solvers share.

use num_traits::ToPrimitive;

use super::{Built, Call, Failure, MAX_WIDTH};
use crate::arena::Term;
use crate::build as mk;
use crate::op::Op;
use crate::sort::Sort;

type Binary = fn(Term, Term) -> Term;

pub(super) fn build(call: Call<'_>) -> Built {
    if let Some(operation) = associative(call.name) {
        let arguments = call.bit_vectors(2)?;
        return Ok(arguments.into_iter().reduce(operation).expect("at least two"));
    }
    if let Some(operation) = binary(call.name) {
        let [a, b] = call.exactly()?;
        call.bit_vectors(2)?;
        return Ok(operation(a, b));
    }
    if let Some(relation) = relation(call.name) {
        return call.chain(&call.bit_vectors(2)?, relation);
    }
    if let Some(operation) = unary(call.name) {
        let [a] = call.exactly()?;
        call.bit_vectors(1)?;
        return Ok(operation(a));
    }
    match call.name {
        "concat" => concat(call),
        _ => indexed(call),
    }
}

fn associative(name: &str) -> Option<Binary> {
    Some(match name {
        "bvadd" => mk::bvadd,
        "bvmul" => mk::bvmul,
        "bvand" => mk::bvand,
        "bvor" => mk::bvor,
        "bvxor" => mk::bvxor,
        _ => return None,
    })
}

fn binary(name: &str) -> Option<Binary> {
    Some(match name {
        "bvsub" => mk::bvsub,
        "bvnand" => mk::bvnand,
        "bvnor" => mk::bvnor,
        "bvxnor" => mk::bvxnor,
        "bvcomp" => mk::bvcomp,
        "bvudiv" => mk::bvudiv,
        "bvurem" => mk::bvurem,
        "bvsdiv" => mk::bvsdiv,
        "bvsrem" => mk::bvsrem,
        "bvsmod" => mk::bvsmod,
        "bvshl" => mk::bvshl,
        "bvlshr" => mk::bvlshr,
        "bvashr" => mk::bvashr,
        "bvuaddo" => mk::bvuaddo,
        "bvsaddo" => mk::bvsaddo,
        "bvumulo" => mk::bvumulo,
        "bvsmulo" => mk::bvsmulo,
        "bvusubo" => mk::bvusubo,
        "bvssubo" => mk::bvssubo,
        "bvsdivo" => mk::bvsdivo,
        "ext_rotate_left" => |a, b| ext_rotate(a, b, true),
        "ext_rotate_right" => |a, b| ext_rotate(a, b, false),
        _ => return None,
    })
}

/// Rotation by a bit-vector: `(a << (b mod w)) | (a >> (w - b mod w))`.
fn ext_rotate(a: Term, b: Term, is_left: bool) -> Term {
    let width = mk::width(a);
    if let Op::BvConst(distance) = b.op() {
        let distance = (distance % width).to_u32().unwrap_or(0);
        return if is_left { mk::rotate_left(distance, a) } else { mk::rotate_right(distance, a) };
    }
    // The width itself may not be representable (w = 1): then every rotation is the identity.
    if width == 1 {
        return a;
    }
    let whole = mk::bv(width, width);
    let forth = mk::bvurem(b, whole);
    let back = mk::bvsub(whole, forth); // shifts everything out if there is nothing to rotate
    match is_left {
        true => mk::bvor(mk::bvshl(a, forth), mk::bvlshr(a, back)),
        false => mk::bvor(mk::bvlshr(a, forth), mk::bvshl(a, back)),
    }
}

fn relation(name: &str) -> Option<Binary> {
    Some(match name {
        "bvult" => mk::bvult,
        "bvule" => mk::bvule,
        "bvugt" => mk::bvugt,
        "bvuge" => mk::bvuge,
        "bvslt" => mk::bvslt,
        "bvsle" => mk::bvsle,
        "bvsgt" => mk::bvsgt,
        "bvsge" => mk::bvsge,
        _ => return None,
    })
}

fn unary(name: &str) -> Option<fn(Term) -> Term> {
    Some(match name {
        "bvnot" => mk::bvnot,
        "bvneg" => mk::bvneg,
        "bvnego" => mk::bvnego,
        "bvredor" => mk::bvredor,
        "bvredand" => mk::bvredand,
        "bv2nat" | "ubv_to_int" | "bv2int" => mk::ubv_to_int,
        "sbv_to_int" => mk::sbv_to_int,
        _ => return None,
    })
}

fn concat(call: Call<'_>) -> Built {
    let arguments = call.at_least(2)?;
    let mut total = 0u32;
    for argument in arguments {
        let Some(width) = argument.sort().bit_width() else { return call.wrong("bit-vectors") };
        total = total.saturating_add(width);
    }
    check_width(call, total)?;
    Ok(mk::concat_all(arguments.iter().copied()))
}

fn check_width(call: Call<'_>, width: u32) -> Result<(), Failure> {
    if width == 0 || width > MAX_WIDTH {
        return Err(Failure::Wrong(format!("`{}` gives {width} bits, which is out of range", call.name)));
    }
    Ok(())
}

fn indexed(call: Call<'_>) -> Built {
    match call.name {
        "extract" => {
            let [high, low] = call.indices()?;
            let [a] = call.arguments_exactly()?;
            match a.sort() {
                Sort::BitVec(width) if low <= high && high < width => Ok(mk::extract(high, low, a)),
                _ => call.wrong(format!("a bit-vector with bits {high} to {low}")),
            }
        }
        "zero_extend" | "sign_extend" | "rotate_left" | "rotate_right" | "repeat" => {
            let [n] = call.indices()?;
            let [a] = call.arguments_exactly()?;
            let Some(width) = a.sort().bit_width() else { return call.wrong("a bit-vector") };
            match call.name {
                "repeat" => check_width(call, width.saturating_mul(n))?,
                "zero_extend" | "sign_extend" => check_width(call, width.saturating_add(n))?,
                _ => {}
            }
            Ok(match call.name {
                "repeat" => mk::repeat(n, a),
                "zero_extend" => mk::zero_extend(n, a),
                "sign_extend" => mk::sign_extend(n, a),
                "rotate_left" => mk::rotate_left(n, a),
                _ => mk::rotate_right(n, a),
            })
        }
        "int2bv" | "nat2bv" | "int_to_bv" => {
            let [width] = call.indices()?;
            let [a] = call.arguments_exactly()?;
            check_width(call, width)?;
            if a.sort() != Sort::Int { call.wrong("an integer") } else { Ok(mk::int_to_bv(width, a)) }
        }
        _ => Err(Failure::Unknown),
    }
}
