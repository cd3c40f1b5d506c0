//! Models: values for variables and functions. Evaluation is in [`crate::eval`].

use rustc_hash::FxHashMap;

use crate::arena::Term;
use crate::build;
use crate::op::{Func, RoundingMode, Version};
use crate::sort::Sort;
use crate::subst::Substitution;
use crate::symbol::Symbol;

/// The interpretation of an uninterpreted function: finitely many points and a default.
#[derive(Clone, Debug)]
pub struct FuncInterp {
    /// Argument values and the value there.
    pub entries: Vec<(Vec<Term>, Term)>,
    /// The value everywhere else. It may depend on the arguments, which are called
    /// [`parameter`]s there.
    pub default: Term,
}

/// The name of an argument in [`FuncInterp::default`], counted from 0.
pub fn parameter(position: usize, sort: Sort) -> Term {
    build::versioned_var(Symbol::new("parameter"), Version::At(position as u32), sort)
}

impl FuncInterp {
    /// The default for the given arguments.
    pub fn default_at(&self, arguments: &[Term]) -> Term {
        let named = arguments.iter().enumerate().map(|(i, a)| (parameter(i, a.sort()), *a));
        named.collect::<Substitution>().apply(self.default)
    }
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

    /// The variables with their values, in the order of the variables' creation.
    pub fn variables(&self) -> Vec<(Term, Term)> {
        let mut pairs: Vec<(Term, Term)> = self.variables.iter().map(|(&v, &t)| (v, t)).collect();
        pairs.sort_unstable();
        pairs
    }

    /// Sets the interpretation of a function.
    pub fn insert_function(&mut self, func: Func, interpretation: FuncInterp) {
        self.functions.insert(func, interpretation);
    }

    /// All interpreted functions, in the order of their creation.
    pub fn functions(&self) -> impl Iterator<Item = (Func, &FuncInterp)> {
        let mut all: Vec<_> =
            self.functions.iter().map(|(func, interpretation)| (*func, interpretation)).collect();
        all.sort_by_key(|(func, _)| *func);
        all.into_iter()
    }

    /// The interpretation of a function, if the model has one.
    pub fn function(&self, func: Func) -> Option<&FuncInterp> {
        self.functions.get(&func)
    }
}

/// The value that a variable has if no model says otherwise: zero, `false`, an array of such.
pub fn default_value(sort: Sort) -> Term {
    match sort {
        Sort::Bool => build::ff(),
        Sort::Int => build::int(0),
        Sort::Real => build::fraction(0, 1),
        Sort::BitVec(width) => build::bv(0u32, width),
        Sort::Float(format) => build::fp_zero(format, false),
        Sort::RoundingMode => build::rm(RoundingMode::NearestEven),
        Sort::Array(array) => build::const_array(sort, default_value(array.element())),
        Sort::Uninterpreted(_) => build::element(0, sort),
    }
}
