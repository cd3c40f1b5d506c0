//! Printing with `let` for subterms that occur more than once.
//!
//! A subterm is bound in the scope of the innermost quantifier whose variables
//! it mentions, or at the top. Canonical names of bound variables decrease
//! inwards (see [`crate::build::quantifier`]), so that scope is the quantifier
//! of the smallest level among its free bound variables. Within a scope,
//! bindings that do not depend on each other share one `let`.

use std::cell::{Cell, RefCell};
use std::fmt::{self, Write};

use rustc_hash::FxHashMap;

use super::write_tree;
use crate::arena::Term;
use crate::op::Op;

/// The term with shared subterms bound by `let`.
pub(super) fn print(term: Term) -> String {
    let mut out = String::new();
    let printer = Printer::default();
    let _ = printer.scope(&mut out, term, &[]); // writing to a string does not fail
    out
}

#[derive(Default)]
struct Printer {
    names: RefCell<FxHashMap<Term, u32>>,
    next: Cell<u32>,
}

impl Printer {
    /// Prints a term under the quantifier that binds the given variables.
    fn scope(&self, out: &mut dyn Write, root: Term, bound: &[Term]) -> fmt::Result {
        let shared = self.shared_in(root, bound);
        let mut levels: Vec<Vec<Term>> = Vec::new();
        let mut level_of: FxHashMap<Term, usize> = FxHashMap::default();
        for &term in &shared {
            let level = bindings_below(term, &level_of);
            level_of.insert(term, level);
            if levels.len() <= level {
                levels.resize_with(level + 1, Vec::new);
            }
            levels[level].push(term);
        }
        for group in &levels {
            out.write_str("(let (")?;
            for (position, &term) in group.iter().enumerate() {
                let space = if position == 0 { "" } else { " " };
                let number = self.next.replace(self.next.get() + 1);
                write!(out, "{space}(?l{number} ")?;
                self.tree(out, term)?;
                out.write_char(')')?;
                self.names.borrow_mut().insert(term, number);
            }
            out.write_str(") ")?;
        }
        self.tree(out, root)?;
        for term in shared {
            self.names.borrow_mut().remove(&term); // the names end with the scope
        }
        for _ in &levels {
            out.write_char(')')?;
        }
        Ok(())
    }

    fn tree(&self, out: &mut dyn Write, term: Term) -> fmt::Result {
        let name_of = |t: Term| self.names.borrow().get(&t).map(|number| format!("?l{number}"));
        write_tree(out, term, &name_of, &mut |out, quantified| match quantified.op() {
            Op::Forall(bound) | Op::Exists(bound) => Some(self.scope(out, quantified.arguments()[0], bound)),
            _ => None,
        })
    }

    /// The subterms that belong to this scope and have several parents, children first.
    fn shared_in(&self, root: Term, bound: &[Term]) -> Vec<Term> {
        let mut parents: FxHashMap<Term, u32> = FxHashMap::default();
        let mut order = Vec::new();
        root.visit_once(|term| {
            order.push(term);
            for &argument in term.arguments() {
                *parents.entry(argument).or_default() += 1;
            }
        });
        let scope = bound.iter().filter_map(|v| v.bound_variable_level()).min();
        let highest = bound.iter().filter_map(|v| v.bound_variable_level()).max();
        order.retain(|&term| {
            let innermost = term.free_variables().iter().filter_map(|v| v.bound_variable_level()).min();
            term != root
                && parents.get(&term).copied().unwrap_or(0) > 1
                && !term.arguments().is_empty()
                && !self.names.borrow().contains_key(&term)
                && innermost >= scope
                && innermost <= highest
        });
        order
    }
}

/// One more than the highest level among the bound subterms, zero if there are none.
fn bindings_below(term: Term, level_of: &FxHashMap<Term, usize>) -> usize {
    let mut level = 0;
    let mut stack: Vec<Term> = term.arguments().to_vec();
    let mut seen = rustc_hash::FxHashSet::default();
    while let Some(top) = stack.pop() {
        if !seen.insert(top) {
            continue;
        }
        match level_of.get(&top) {
            Some(inner) => level = level.max(inner + 1),
            None => stack.extend(top.arguments()),
        }
    }
    level
}
