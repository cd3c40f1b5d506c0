//! Checks a simplification by constants.
//!
//! What is known at the locations of the original graph ([`Constants::known`]) must be inductive, and under it each
//! new statement must do what the old one does; then both graphs have the same executions. Nothing is known at the
//! entry. What is known is put into each claim, which is thereby nearly always decided; a solver decides the rest.

use std::time::Duration;

use base::Budget;
use program::{Cfg, Constants, LocationId, Statement};
use rustc_hash::FxHashMap;
use smt::{CheckResult, Limits, Solver};
use term::{Op, Sort, Substitution, Term, build as mk};

use crate::intervals::{after, check_shape};
use crate::rejection::{Rejection, place};

/// The longest that a query may take.
const LIMIT: Duration = Duration::from_secs(10);

/// Checks that a simplified graph has the executions of the original one, and returns the number of claims that a
/// solver had to decide. The solver must have no assertions and is left without any.
pub fn check_constants(
    original: &Cfg,
    constants: &Constants,
    simplified: &Cfg,
    solver: &mut dyn Solver,
    budget: &Budget,
) -> Result<usize, Rejection> {
    check_shape(original, simplified)?;
    let entry = original.entry;
    if !constants.is_reachable(entry) || !constants.known_at(entry).is_empty() {
        return Err(Rejection::Malformed("something is known at the entry".into()));
    }
    let mut checker = Checker { cfg: original, solver, budget, asked: 0 };
    let all = constants.known();
    for (source, edges) in original.outgoing().iter_enumerated() {
        if !constants.is_reachable(source) {
            continue;
        }
        let known: Substitution = all[source].iter().copied().collect();
        for &id in edges {
            budget.check()?;
            let (old, new) = (&original.edges[id], &simplified.edges[id]);
            let (from, to) = (old.source, old.destination);
            for claim in differences(&old.statement, &new.statement) {
                checker.claim(known.apply(claim), (from, to), true)?;
            }
            let condition = match &old.statement {
                Statement::Assume(condition) => known.apply(*condition),
                _ => mk::tt(),
            };
            if condition.is_false() {
                continue;
            }
            if !constants.is_reachable(to) {
                checker.claim(condition, (from, to), false)?;
                continue;
            }
            let after = after(&old.statement)?;
            let modified = old.statement.modified();
            for &(variable, value) in &all[to] {
                if !modified.contains(&variable) && known.get(variable) == Some(value) {
                    continue;
                }
                let is_array = matches!(variable.sort(), Sort::Array(_));
                if is_array && has_elements(known.apply(after.apply(variable)), value, variable) {
                    continue;
                }
                for (part, value) in elements(variable, value) {
                    let is_other = mk::ne(known.apply(after.apply(part)), value);
                    checker.claim(mk::and2(condition, is_other), (from, to), false)?;
                }
            }
        }
    }
    Ok(checker.asked)
}

/// What must not be if two statements do the same.
fn differences(old: &Statement, new: &Statement) -> Vec<Term> {
    match (old, new) {
        (old, new) if old == new => Vec::new(),
        (Statement::Assume(a), Statement::Assume(b)) => vec![mk::xor(*a, *b)],
        (Statement::Assign(old), Statement::Assign(new)) if old.len() == new.len() => {
            let differs =
                |((variable, a), (other, b)): (&(Term, Term), &(Term, Term))| match variable == other {
                    true => mk::ne(*a, *b),
                    false => mk::tt(),
                };
            old.iter().zip(new).map(differs).collect()
        }
        _ => vec![mk::tt()],
    }
}

/// Whether the elements that are stored in `value` are stored in the array too, as can be seen without a look at each
/// pair. What is not known of a part of the state is the part itself.
fn has_elements(array: Term, value: Term, part: Term) -> bool {
    if array == value {
        return true;
    }
    let (Some((stored, _)), Some((wanted, rest))) = (stores(array), stores(value)) else { return false };
    rest == part
        && wanted.into_iter().all(|(index, element)| {
            let own = mk::select(part, index);
            match stored.get(&index) {
                _ if element == own => true,
                Some(&found) if matches!(element.sort(), Sort::Array(_)) => has_elements(found, element, own),
                found => found == Some(&element),
            }
        })
}

/// The elements that are stored in an array at constant indices, and the array that they are stored in; `None` if an
/// index is no constant.
fn stores(array: Term) -> Option<(FxHashMap<Term, Term>, Term)> {
    let mut elements = FxHashMap::default();
    let mut rest = array;
    while rest.op() == Op::Store {
        let [inner, index, element] = *rest.arguments() else { return None };
        if !index.is_value() {
            return None;
        }
        // What is stored last is there.
        elements.entry(index).or_insert(element);
        rest = inner;
    }
    Some((elements, rest))
}

/// The parts of a variable that have a value: itself, or the elements that are stored in it.
fn elements(variable: Term, value: Term) -> Vec<(Term, Term)> {
    if !matches!(variable.sort(), Sort::Array(_)) || value.is_value() {
        return vec![(variable, value)];
    }
    let mut found = Vec::new();
    let mut work = vec![(variable, value)];
    while let Some((part, value)) = work.pop() {
        let mut array = value;
        while array.op() == Op::Store {
            let [rest, index, _] = *array.arguments() else { break };
            let (part, element) = (mk::select(part, index), mk::select(value, index));
            match element.sort() {
                Sort::Array(_) => work.push((part, element)),
                // An element that was overwritten by something else.
                _ if element == part => {}
                _ => found.push((part, element)),
            }
            array = rest;
        }
    }
    found
}

struct Checker<'c, 's> {
    cfg: &'c Cfg,
    solver: &'s mut dyn Solver,
    budget: &'s Budget,
    asked: usize,
}

impl Checker<'_, '_> {
    /// Claims that a formula has no model.
    fn claim(
        &mut self,
        formula: Term,
        (from, to): (LocationId, LocationId),
        is_about_statement: bool,
    ) -> Result<(), Rejection> {
        if formula.is_false() {
            return Ok(());
        }
        self.budget.check()?;
        self.asked += 1;
        let time = self.budget.remaining().map_or(LIMIT, |left| left.min(LIMIT));
        self.solver.push();
        for &axiom in &self.cfg.axioms {
            self.solver.assert(axiom);
        }
        self.solver.assert(formula);
        let answer = self.solver.check(&[], Limits { time: Some(time), memory_mb: None });
        self.solver.pop(1);
        let (from, to) = (place(self.cfg, from), place(self.cfg, to));
        match answer {
            CheckResult::Unsat => Ok(()),
            CheckResult::Sat if is_about_statement => Err(Rejection::NotEquivalent { from, to }),
            CheckResult::Sat => Err(Rejection::NotInductive { from, to, state: Vec::new() }),
            CheckResult::Unknown(reason) => {
                let question = format!("what is known from {from} to {to}");
                Err(Rejection::Undecided { question, reason: reason.to_string() })
            }
        }
    }
}
