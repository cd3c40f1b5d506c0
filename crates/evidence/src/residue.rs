//! What evaluation leaves open: closed formulas with quantifiers, or with
//! operations that have no definite value (division by zero).
//!
//! Such formulas are collected along a path and given to a solver together. If
//! they are satisfiable, there is a choice of the indefinite values (the same for
//! the whole path) under which the execution exists. Two things are made explicit
//! for the solver: interpreted functions are replaced by their tables, as chains
//! of `ite`, and elements of uninterpreted sorts by pairwise distinct constants.

use std::collections::BTreeMap;

use rustc_hash::FxHashMap;
use smt::{CheckResult, Limits, Solver};
use term::{FuncInterp, Model, Op, Sort, Term, build as mk};

use crate::rejection::Rejection;

/// The longest that the solver may think.
const LIMIT_MILLIS: u64 = 30_000;

/// Closed formulas that must hold together.
#[derive(Default)]
pub(crate) struct Residue {
    formulas: Vec<Term>,
}

impl Residue {
    pub fn push(&mut self, formula: Term) {
        self.formulas.push(formula);
    }

    pub fn len(&self) -> usize {
        self.formulas.len()
    }

    /// Asks the solver whether the formulas hold for some choice of what is indefinite.
    pub fn decide(&self, model: &Model, solver: &mut dyn Solver) -> Result<(), Rejection> {
        if self.formulas.is_empty() {
            return Ok(());
        }
        let mut expansion = Expansion { model, cache: FxHashMap::default(), elements: BTreeMap::new() };
        solver.push();
        for &formula in &self.formulas {
            solver.assert(expansion.expand(formula));
        }
        for constants in expansion.elements.values() {
            let constants: Vec<Term> = constants.values().copied().collect();
            solver.assert(mk::distinct(&constants));
        }
        let answer = solver.check(&[], Limits::millis(LIMIT_MILLIS));
        solver.pop(1);
        match answer {
            CheckResult::Sat => Ok(()),
            CheckResult::Unsat => Err(Rejection::Contradiction { conditions: self.formulas.len() }),
            CheckResult::Unknown(reason) => {
                let question = match self.formulas.as_slice() {
                    [only] => format!("is {only} satisfiable"),
                    all => format!("are {} conditions satisfiable together", all.len()),
                };
                Err(Rejection::Undecided { question, reason: reason.to_string() })
            }
        }
    }
}

struct Expansion<'m> {
    model: &'m Model,
    cache: FxHashMap<Term, Term>,
    /// The constants that stand for elements, by sort and number.
    elements: BTreeMap<Sort, BTreeMap<u32, Term>>,
}

impl Expansion<'_> {
    fn expand(&mut self, formula: Term) -> Term {
        let mut order = Vec::new();
        formula.visit_once(|t| order.push(t));
        for term in order {
            if !self.cache.contains_key(&term) {
                let expanded = self.expand_node(term);
                self.cache.insert(term, expanded);
            }
        }
        self.cache[&formula]
    }

    /// The term, of which the arguments are expanded already.
    fn expand_node(&mut self, term: Term) -> Term {
        if let Op::Element(number) = term.op() {
            return self.element(number, term.sort());
        }
        if term.arguments().is_empty() {
            return term;
        }
        let arguments: Vec<Term> = term.arguments().iter().map(|a| self.cache[a]).collect();
        match term.op() {
            Op::Apply(func) => match self.model.function(func) {
                Some(table) => self.look_up(table, &arguments),
                None => mk::apply(func, &arguments),
            },
            _ if arguments == term.arguments() => term,
            op => mk::rebuild(op, &arguments, term.sort()),
        }
    }

    fn look_up(&mut self, table: &FuncInterp, arguments: &[Term]) -> Term {
        let mut value = self.expand(table.default_at(arguments));
        for (point, there) in table.entries.iter().rev() {
            let point: Vec<Term> = point.iter().map(|p| self.expand(*p)).collect();
            let there = self.expand(*there);
            let is_here = mk::and(point.iter().zip(arguments).map(|(p, a)| mk::eq(*p, *a)));
            value = mk::ite(is_here, there, value);
        }
        value
    }

    fn element(&mut self, number: u32, sort: Sort) -> Term {
        let constants = self.elements.entry(sort).or_default();
        *constants.entry(number).or_insert_with(|| mk::fresh_var("element", sort))
    }
}
