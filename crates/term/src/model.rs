//! Models: values for variables and functions, and evaluation under them.

use rustc_hash::FxHashMap;

use crate::arena::Term;
use crate::op::Func;

/// The interpretation of an uninterpreted function: finitely many points and a default.
#[derive(Clone, Debug)]
pub struct FuncInterp {
    /// Argument values and the value there.
    pub entries: Vec<(Vec<Term>, Term)>,
    /// The value everywhere else.
    pub default: Term,
}

/// Values for variables and interpretations for functions.
#[derive(Clone, Default, Debug)]
pub struct Model {
    variables: FxHashMap<Term, Term>,
    functions: FxHashMap<Func, FuncInterp>,
}

impl Model {
    /// Sets the value of a variable.
    pub fn insert(&mut self, variable: Term, value: Term) {
        self.variables.insert(variable, value);
    }

    /// The value of a variable, if the model has one.
    pub fn get(&self, variable: Term) -> Option<Term> {
        self.variables.get(&variable).copied()
    }

    /// Sets the interpretation of a function.
    pub fn insert_function(&mut self, func: Func, interpretation: FuncInterp) {
        self.functions.insert(func, interpretation);
    }

    /// The interpretation of a function, if the model has one.
    pub fn function(&self, func: Func) -> Option<&FuncInterp> {
        self.functions.get(&func)
    }
}
