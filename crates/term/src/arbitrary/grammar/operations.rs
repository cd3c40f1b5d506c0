//! The operations of each theory.

use super::{Builder, leaf, value};
use crate::arbitrary::{FLOAT, OTHER_FLOAT};
use crate::sort::{FloatSort, Sort};

const ARRAY_INT: fn() -> Sort = || Sort::array(Sort::Int, Sort::Int);
const ARRAY_BV: fn() -> Sort = || Sort::array(Sort::BitVec(4), Sort::BitVec(3));
const ARRAY_BOOL: fn() -> Sort = || Sort::array(Sort::Bool, Sort::Bool);

/// Makes a term of some form.
type Production = fn(&mut Builder<'_, '_>) -> String;

/// One of the productions whose condition holds.
fn choose(builder: &mut Builder<'_, '_>, productions: &[(bool, Production)]) -> String {
    let possible: Vec<_> = productions.iter().filter(|(is_possible, _)| *is_possible).collect();
    let (_, produce) = possible[builder.choices.pick(possible.len())];
    produce(builder)
}

pub(super) fn boolean(builder: &mut Builder<'_, '_>) -> String {
    let t = builder.theories;
    choose(
        builder,
        &[
            (true, |b| b.apply("not", &[Sort::Bool])),
            (true, |b| b.apply_many(&["and", "or", "xor", "=>", "=", "distinct"], Sort::Bool)),
            (true, equality),
            (t.ints, |b| b.apply_many(&["<", "<=", ">", ">="], Sort::Int)),
            (t.reals, |b| b.apply_many(&["<", "<=", ">", ">="], Sort::Real)),
            (t.reals && t.ints, |b| b.apply("is_int", &[Sort::Real])),
            (t.bit_vectors, bit_vector_relation),
            (t.floats, float_predicate),
            (t.arrays, |b| b.apply("select", &[ARRAY_BOOL(), Sort::Bool])),
            (t.functions && t.ints, |b| b.apply("fp2", &[Sort::Uninterpreted("U".into()), Sort::Int])),
            (t.quantifiers, quantifier),
        ],
    )
}

fn equality(builder: &mut Builder<'_, '_>) -> String {
    let sorts = crate::arbitrary::sorts(builder.theories);
    let sort = sorts[builder.choices.pick(sorts.len())];
    builder.apply_many(&["=", "distinct"], sort)
}

/// Hides one of the variables; the sort of the variable is that of the hidden one.
fn quantifier(builder: &mut Builder<'_, '_>) -> String {
    let sorts = crate::arbitrary::sorts(builder.theories);
    let sort = sorts[builder.choices.pick(sorts.len())];
    let name = leaf(builder.choices, sort);
    let name = if name.starts_with(|c: char| c.is_ascii_alphabetic())
        && name != "true"
        && name != "false"
        && !name.starts_with('R')
    {
        name
    } else {
        "fresh".to_string()
    };
    let kind = ["forall", "exists"][builder.choices.pick(2)];
    let body = builder.argument(Sort::Bool);
    format!("({kind} (({name} {sort})) {body})")
}

fn width(builder: &mut Builder<'_, '_>) -> u32 {
    [1, 3, 4, 8][builder.choices.pick(4)]
}

fn bit_vector_relation(builder: &mut Builder<'_, '_>) -> String {
    let sort = Sort::BitVec(width(builder));
    match builder.choices.pick(4) {
        0 => builder.apply_one(&["bvnego"], &[sort]),
        1 => builder.apply_one(
            &["bvuaddo", "bvsaddo", "bvumulo", "bvsmulo", "bvusubo", "bvssubo", "bvsdivo"],
            &[sort, sort],
        ),
        _ => builder.apply_one(
            &["bvult", "bvule", "bvugt", "bvuge", "bvslt", "bvsle", "bvsgt", "bvsge"],
            &[sort, sort],
        ),
    }
}

fn float_predicate(builder: &mut Builder<'_, '_>) -> String {
    let sort = Sort::Float([FLOAT, FLOAT, OTHER_FLOAT][builder.choices.pick(3)]);
    const CLASSES: &[&str] = &[
        "fp.isNormal",
        "fp.isSubnormal",
        "fp.isZero",
        "fp.isInfinite",
        "fp.isNaN",
        "fp.isNegative",
        "fp.isPositive",
    ];
    match builder.choices.pick(2) {
        0 => builder.apply_one(CLASSES, &[sort]),
        _ => builder.apply_many(&["fp.leq", "fp.lt", "fp.geq", "fp.gt", "fp.eq"], sort),
    }
}

pub(super) fn integer(builder: &mut Builder<'_, '_>) -> String {
    let t = builder.theories;
    choose(
        builder,
        &[
            (true, |b| b.apply_many(&["+", "-"], Sort::Int)),
            (true, |b| b.apply_one(&["-", "abs"], &[Sort::Int])),
            (true, |b| format!("(* {} {})", value(b.choices, Sort::Int), b.argument(Sort::Int))),
            (true, |b| {
                let head = ["div", "mod"][b.choices.pick(2)];
                let divisor = ["3", "(- 2)", "2", "6", "1", "(- 1)", "0"][b.choices.pick(7)];
                format!("({head} {} {divisor})", b.argument(Sort::Int))
            }),
            (t.nonlinear, |b| b.apply_one(&["*", "div", "mod"], &[Sort::Int, Sort::Int])),
            (t.reals, |b| b.apply("to_int", &[Sort::Real])),
            (t.arrays, |b| b.apply("select", &[ARRAY_INT(), Sort::Int])),
            (t.functions, |b| b.apply("fi", &[Sort::Int])),
            (t.bit_vectors_as_ints, |b| {
                let sort = Sort::BitVec(width(b));
                b.apply_one(&["ubv_to_int", "sbv_to_int", "bv2nat"], &[sort])
            }),
        ],
    )
}

pub(super) fn real(builder: &mut Builder<'_, '_>) -> String {
    let t = builder.theories;
    choose(
        builder,
        &[
            (true, |b| b.apply_many(&["+", "-"], Sort::Real)),
            (true, |b| b.apply_one(&["-", "abs"], &[Sort::Real])),
            (true, |b| format!("(* {} {})", value(b.choices, Sort::Real), b.argument(Sort::Real))),
            (true, |b| {
                format!(
                    "(/ {} {})",
                    b.argument(Sort::Real),
                    ["2.0", "(- 0.5)", "3.0", "0.0"][b.choices.pick(4)]
                )
            }),
            (t.nonlinear, |b| b.apply_one(&["*", "/"], &[Sort::Real, Sort::Real])),
            (t.ints, |b| b.apply("to_real", &[Sort::Int])),
        ],
    )
}

pub(super) fn bit_vector(builder: &mut Builder<'_, '_>, width: u32) -> String {
    const BINARY: &[&str] = &[
        "bvadd", "bvsub", "bvmul", "bvand", "bvor", "bvxor", "bvnand", "bvnor", "bvxnor", "bvudiv", "bvurem",
        "bvsdiv", "bvsrem", "bvsmod", "bvshl", "bvlshr", "bvashr", "bvadd", "bvsub", "bvmul",
    ];
    let sort = Sort::BitVec(width);
    match builder.choices.pick(8) {
        0 => builder.apply_one(&["bvnot", "bvneg"], &[sort]),
        1 => {
            let (head, n) =
                (["rotate_left", "rotate_right"][builder.choices.pick(2)], builder.choices.pick(10));
            builder.apply(&format!("(_ {head} {n})"), &[sort])
        }
        2 | 3 => resized(builder, width),
        4 => format!(
            "({} {} {})",
            BINARY[builder.choices.pick(BINARY.len())],
            value(builder.choices, sort),
            builder.argument(sort)
        ),
        5 => format!(
            "({} {} {})",
            BINARY[builder.choices.pick(BINARY.len())],
            builder.argument(sort),
            value(builder.choices, sort)
        ),
        _ => builder.apply_one(BINARY, &[sort, sort]),
    }
}

/// A vector made from vectors of other widths, or from something else.
fn resized(builder: &mut Builder<'_, '_>, width: u32) -> String {
    let bv = Sort::BitVec;
    let t = builder.theories;
    if t.bit_vectors_as_ints && builder.choices.pick(6) == 1 {
        return builder.apply(&format!("(_ int_to_bv {width})"), &[Sort::Int]);
    }
    if t.floats && builder.choices.pick(6) == 1 {
        let head = ["fp.to_ubv", "fp.to_sbv"][builder.choices.pick(2)];
        return builder.apply(&format!("(_ {head} {width})"), &[Sort::RoundingMode, Sort::Float(FLOAT)]);
    }
    match (width, builder.choices.pick(3)) {
        (1, 0) => builder.apply("bvcomp", &[bv(4), bv(4)]),
        (1, _) => {
            let bit = builder.choices.pick(8);
            builder.apply(&format!("(_ extract {bit} {bit})"), &[bv(8)])
        }
        (3, 0) if t.arrays => builder.apply("select", &[ARRAY_BV(), bv(4)]),
        (3, 1) => builder.apply("(_ repeat 3)", &[bv(1)]),
        (3, _) => {
            let low = builder.choices.pick(6);
            builder.apply(&format!("(_ extract {} {low})", low + 2), &[bv(8)])
        }
        (4, 0) => builder.apply("concat", &[bv(1), bv(3)]),
        (4, 1) => builder.apply_one(&["(_ zero_extend 1)", "(_ sign_extend 1)"], &[bv(3)]),
        (4, _) => {
            let low = builder.choices.pick(5);
            builder.apply(&format!("(_ extract {} {low})", low + 3), &[bv(8)])
        }
        (_, 0) => builder.apply("concat", &[bv(4), bv(1), bv(3)]),
        (_, 1) => builder.apply_one(&["(_ zero_extend 4)", "(_ sign_extend 4)"], &[bv(4)]),
        _ => builder.apply_one(&["(_ zero_extend 5)", "(_ sign_extend 5)"], &[bv(3)]),
    }
}

pub(super) fn float(builder: &mut Builder<'_, '_>, format: FloatSort) -> String {
    let sort = Sort::Float(format);
    let (rm, t) = (Sort::RoundingMode, builder.theories);
    let index = format!("{} {}", format.exponent, format.significand);
    match builder.choices.pick(9) {
        0 => builder.apply_one(&["fp.abs", "fp.neg"], &[sort]),
        1 | 2 => builder.apply_one(&["fp.add", "fp.sub", "fp.mul", "fp.div"], &[rm, sort, sort]),
        3 => builder.apply("fp.fma", &[rm, sort, sort, sort]),
        4 => builder.apply_one(&["fp.sqrt", "fp.roundToIntegral"], &[rm, sort]),
        5 => builder.apply_one(&["fp.rem", "fp.min", "fp.max"], &[sort, sort]),
        6 => {
            let other = if format == FLOAT { OTHER_FLOAT } else { FLOAT };
            builder.apply(&format!("(_ to_fp {index})"), &[rm, Sort::Float(other)])
        }
        7 if t.bit_vectors => {
            let (head, width) = (["to_fp", "to_fp_unsigned"][builder.choices.pick(2)], width(builder));
            builder.apply(&format!("(_ {head} {index})"), &[rm, Sort::BitVec(width)])
        }
        8 if t.bit_vectors && format == FLOAT => {
            builder.apply("fp", &[Sort::BitVec(1), Sort::BitVec(3), Sort::BitVec(3)])
        }
        _ => {
            // Solvers convert constants only.
            let (mode, number) = (value(builder.choices, rm), value(builder.choices, Sort::Real));
            format!("((_ to_fp {index}) {mode} {number})")
        }
    }
}

pub(super) fn array(builder: &mut Builder<'_, '_>, sort: Sort) -> String {
    let Sort::Array(parts) = sort else { unreachable!("called for arrays only") };
    match builder.choices.pick(3) {
        0 => builder.apply(&format!("(as const {sort})"), &[parts.element()]),
        1 => format!(
            "(store {} {} {})",
            builder.argument(sort),
            value(builder.choices, parts.index()),
            builder.argument(parts.element())
        ),
        _ => builder.apply("store", &[sort, parts.index(), parts.element()]),
    }
}

pub(super) fn uninterpreted(builder: &mut Builder<'_, '_>) -> String {
    builder.apply("fu", &[Sort::Uninterpreted("U".into())])
}
