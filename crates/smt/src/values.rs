//! Values for what a model leaves open.

use num_bigint::BigUint;
use num_traits::One;
use term::model::default_value;
use term::print::declarations::Signature;
use term::{FloatSort, FuncInterp, Model, Term};

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

/// The bits of the one NaN: positive, quiet, without payload.
pub(crate) fn nan_bits(format: FloatSort) -> BigUint {
    let exponent = (BigUint::one() << format.exponent) - 1u32;
    (exponent << (format.significand - 1)) | (BigUint::one() << (format.significand - 2))
}
