//! The operations of SMT-LIB that attributes give to functions: `{:bvbuiltin "bvadd"}`,
//! `{:builtin "(_ zero_extend 24)"}`, `{:builtin "fp.add RNE"}`, `{:bvbuiltin "extract"} {:indices 7, 0}`,
//! `{:smtdefined "(bvadd x y)"}`.
//!
//! Such a function is expanded like one with a body: the operation applied to its parameters. The text names the
//! operation, its numbers (also given by `:indices`, or left out where the types determine them) and perhaps a
//! rounding mode as first argument. What is built has the sort of the function's result, or is rejected.

use term::parse::{Context, build_by_name, parse_term};
use term::{Sort, Substitution, Term, build as mk};

/// An operation applied to parameters; an error says what does not fit.
pub(super) fn operation(
    text: &str,
    indices: &[u32],
    parameters: &[Term],
    result: Sort,
) -> Result<Term, String> {
    let mut indices = indices.to_vec();
    let mut leading = Vec::new();
    let mut name = None;
    for word in text.split(|c: char| c.is_whitespace() || "()".contains(c)) {
        match (word, word.parse::<u32>()) {
            ("" | "_", _) => {}
            (_, Ok(index)) => indices.push(index),
            _ if name.is_none() => name = Some(word),
            // What follows the name are arguments, such as a rounding mode.
            _ => leading.push(build_by_name(word, &[], &[], None)?),
        }
    }
    let name = name.ok_or("the name of an operation is missing")?;
    let arguments = [&leading[..], parameters].concat();
    if name == "const" || name.starts_with("const-Array") {
        return build_by_name("const", &[], &arguments, Some(result));
    }
    if indices.is_empty() {
        indices = implied_indices(name, &arguments, result);
    }
    let term = build_by_name(name, &indices, &arguments, None)?;
    if term.sort() == result {
        Ok(term)
    } else {
        Err(format!("`{name}` has sort {}, not {result}", term.sort()))
    }
}

/// The numbers of an operation that its sorts determine.
fn implied_indices(name: &str, arguments: &[Term], result: Sort) -> Vec<u32> {
    let argument = arguments.last().map(|argument| argument.sort());
    match (name, argument, result) {
        ("zero_extend" | "sign_extend", Some(Sort::BitVec(from)), Sort::BitVec(to)) if to >= from => {
            vec![to - from]
        }
        ("repeat", Some(Sort::BitVec(from)), Sort::BitVec(to)) => vec![to / from],
        ("to_fp" | "to_fp_unsigned", _, Sort::Float(format)) => vec![format.exponent, format.significand],
        ("+oo" | "-oo" | "NaN" | "+zero" | "-zero", _, Sort::Float(format)) => {
            vec![format.exponent, format.significand]
        }
        ("fp.to_ubv" | "fp.to_sbv" | "int2bv" | "nat2bv" | "int_to_bv", _, Sort::BitVec(width)) => {
            vec![width]
        }
        _ => Vec::new(),
    }
}

/// An SMT-LIB term over parameters, which it calls by their names.
pub(super) fn definition(text: &str, parameters: &[(&str, Term)], result: Sort) -> Result<Term, String> {
    let mut context = Context::new();
    let mut renaming = Substitution::new();
    for &(name, parameter) in parameters {
        let named = mk::var(name, parameter.sort());
        context.declare_variable(named);
        renaming.insert(named, parameter);
    }
    let term = parse_term(text, &context).map_err(|error| error.to_string())?;
    let term = renaming.apply(term);
    if term.sort() == result {
        Ok(term)
    } else {
        Err(format!("the term has sort {}, not {result}", term.sort()))
    }
}
