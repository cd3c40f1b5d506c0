//! Values for what a model leaves open.

use term::model::default_value;
use term::print::declarations::Signature;
use term::{FuncInterp, Model, Term};

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
