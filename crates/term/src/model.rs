//! Models: values for variables and functions, and evaluation under them.

use num_bigint::BigUint;
use rustc_hash::FxHashMap;

use crate::arena::{Term, intern};
use crate::build;
use crate::op::{Func, Op, RoundingMode};
use crate::sort::Sort;

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

/// Some value of a sort: zero, false, an array of such.
pub fn default_value(sort: Sort) -> Term {
    static ZERO: BigUint = BigUint::ZERO;
    match sort {
        Sort::Bool => build::ff(),
        Sort::Int => build::int(0),
        Sort::Real => build::fraction(0, 1),
        Sort::BitVec(_) => intern(Op::BvConst(&ZERO), &[], sort),
        Sort::Float(_) => intern(Op::FloatConst(&ZERO), &[], sort),
        Sort::RoundingMode => intern(Op::RmConst(RoundingMode::NearestEven), &[], sort),
        Sort::Array(array) => build::const_array(sort, default_value(array.element())),
        Sort::Uninterpreted(_) => build::element(0, sort),
    }
}
