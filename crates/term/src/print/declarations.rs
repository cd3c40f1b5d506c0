//! The declarations that a script with given terms needs.

use std::collections::BTreeSet;
use std::fmt::Write;

use rustc_hash::FxHashSet;

use super::symbol;
use crate::arena::Term;
use crate::op::{Func, Op};
use crate::sort::Sort;
use crate::symbol::Symbol;

/// What occurs in terms and has to be declared, each in the order of creation.
#[derive(Clone, Default, Debug)]
pub struct Signature {
    /// Uninterpreted sorts.
    pub sorts: BTreeSet<Symbol>,
    /// Free variables.
    pub variables: BTreeSet<Term>,
    /// Uninterpreted functions.
    pub functions: BTreeSet<Func>,
}

impl Signature {
    /// What the given terms use.
    pub fn of(terms: &[Term]) -> Signature {
        let mut signature = Signature::default();
        let mut seen = FxHashSet::default();
        let mut stack = terms.to_vec();
        while let Some(term) = stack.pop() {
            if seen.insert(term) {
                signature.add_node(term);
                stack.extend(term.arguments());
            }
        }
        signature
    }

    fn add_node(&mut self, term: Term) {
        self.add_sort(term.sort());
        match term.op() {
            Op::Var(_) if term.bound_variable_level().is_none() => {
                self.variables.insert(term);
            }
            Op::Apply(func) => {
                self.functions.insert(func);
                self.add_sort(func.result());
                func.parameters().iter().for_each(|&sort| self.add_sort(sort));
            }
            Op::Forall(bound) | Op::Exists(bound) => bound.iter().for_each(|v| self.add_sort(v.sort())),
            _ => {}
        }
    }

    fn add_sort(&mut self, sort: Sort) {
        match sort {
            Sort::Uninterpreted(name) => {
                self.sorts.insert(name);
            }
            Sort::Array(array) => {
                self.add_sort(array.index());
                self.add_sort(array.element());
            }
            _ => {}
        }
    }

    /// The declarations as commands, one per line.
    pub fn to_smtlib(&self) -> String {
        let mut out = String::new();
        for sort in &self.sorts {
            let _ = writeln!(out, "(declare-sort {} 0)", symbol::plain(sort.as_str()));
        }
        for variable in &self.variables {
            let name = symbol::variable(variable.as_var().expect("only variables are collected"));
            let _ = writeln!(out, "(declare-fun {name} () {})", variable.sort());
        }
        for function in &self.functions {
            let parameters: Vec<String> = function.parameters().iter().map(Sort::to_string).collect();
            let name = symbol::plain(function.name().as_str());
            let _ = writeln!(out, "(declare-fun {name} ({}) {})", parameters.join(" "), function.result());
        }
        out
    }
}

/// The declarations of everything that occurs free in the terms, in a fixed order.
pub fn declarations(terms: &[Term]) -> String {
    Signature::of(terms).to_smtlib()
}
