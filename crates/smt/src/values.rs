//! Values for what a model leaves open.

use term::build as mk;
use term::print::declarations::Signature;
use term::{FuncInterp, Model, RoundingMode, Sort, Term};

/// Some value of a sort.
pub(crate) fn default_value(sort: Sort) -> Term {
    match sort {
        Sort::Bool => mk::ff(),
        Sort::Int => mk::int(0),
        Sort::Real => mk::fraction(0, 1),
        Sort::BitVec(width) => mk::bv(0u32, width),
        Sort::Float(format) => mk::fp_zero(format, false),
        Sort::RoundingMode => mk::rm(RoundingMode::NearestEven),
        Sort::Array(array) => mk::const_array(sort, default_value(array.element())),
        Sort::Uninterpreted(_) => mk::element(0, sort),
    }
}

/// The model with a value for every symbol of the formulas, `None` if one of those that it has is
/// not a constant.
pub(crate) fn complete(mut model: Model, formulas: &[Term]) -> Option<Model> {
    let signature = Signature::of(formulas);
    for &variable in &signature.variables {
        match model.get(variable) {
            Some(value) if value.is_value() => {}
            Some(_) => return None,
            None => model.insert(variable, default_value(variable.sort())),
        }
    }
    for &function in &signature.functions {
        if model.function(function).is_none() {
            let default = default_value(function.result());
            model.insert_function(function, FuncInterp { entries: Vec::new(), default });
        }
    }
    Some(model)
}
