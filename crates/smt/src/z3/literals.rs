//! Literals for assumptions.
//!
//! Z3 takes only Boolean constants and their negations as assumptions. For any
//! other formula φ there is a constant p with `p ⇒ φ` asserted, in a scope of
//! its own on top of the caller's scopes. The scope stays open from query to
//! query, so that what Z3 learns about a formula is kept, until the caller
//! changes his assertions or so many formulas have come together that the
//! unused ones would slow Z3 down.
//!
//! Opening a scope makes Z3 propagate what is asserted, and no limit ends that.
//! With quantifiers among the assertions it may take forever. Then there is no
//! scope: the implications stay with the caller's assertions, where they are
//! harmless, because their constants are not used again.

use rustc_hash::FxHashMap;
use term::{Op, Term};
use z3_sys::*;

use super::context::Z3Context;

/// With more formulas than this in the scope it is closed before the next query.
const FULL: usize = 256;

/// The literals of one solver.
#[derive(Default)]
pub(super) struct Literals {
    /// In use since the scope was opened.
    by_formula: FxHashMap<Term, Z3_ast>,
    /// All constants that were ever made; those beyond `by_formula.len()` are free.
    pool: Vec<Z3_ast>,
    /// Constants whose implications may still be asserted.
    retired: Vec<Z3_ast>,
    /// True if the implications have a scope of their own.
    has_scope: bool,
}

impl Literals {
    /// Closes the scope. After an error the solver is in an unknown state.
    pub(super) fn close(&mut self, context: &Z3Context, solver: Z3_solver) -> Result<(), String> {
        if self.by_formula.is_empty() {
            return Ok(());
        }
        let used = self.by_formula.len();
        self.by_formula.clear();
        if !self.has_scope {
            self.retired.extend(self.pool.drain(..used));
            return Ok(());
        }
        // SAFETY: the scope was opened with the first literal.
        unsafe { Z3_solver_pop(context.raw, solver, 1) };
        context.succeeded()
    }

    /// Forgets the scope, because the solver is a new one.
    pub(super) fn forget(&mut self) {
        self.by_formula.clear();
        self.pool.append(&mut self.retired);
    }

    /// Makes room if the scope is full. After an error only a new solver has room.
    pub(super) fn close_if_full(&mut self, context: &Z3Context, solver: Z3_solver) -> Result<(), String> {
        match self.by_formula.len() > FULL {
            true if self.has_scope => self.close(context, solver),
            true => Err("too many formulas".to_string()),
            false => Ok(()),
        }
    }

    /// The literal that implies a formula. A scope is opened for it only if that is quick. After an
    /// error the solver is in an unknown state.
    pub(super) fn literal(
        &mut self,
        context: &Z3Context,
        solver: Z3_solver,
        formula: Term,
        is_scope_quick: impl FnOnce() -> bool,
    ) -> Result<Z3_ast, String> {
        let translated = context.translate(formula)?;
        let is_literal = match (formula.op(), formula.arguments()) {
            (Op::Var(_), _) => true,
            (Op::Not, [inner]) => inner.is_var(),
            _ => false,
        };
        if is_literal {
            return Ok(translated);
        }
        if let Some(&known) = self.by_formula.get(&formula) {
            return Ok(known);
        }
        let literal = self.free_literal(context)?;
        // SAFETY: all terms are alive: the literal in the pool, the formula in the context.
        unsafe {
            let implication = context.checked(Z3_mk_implies(context.raw, literal, translated))?;
            let implication = context.hold(implication);
            if self.by_formula.is_empty() {
                self.has_scope = is_scope_quick();
                if self.has_scope {
                    Z3_solver_push(context.raw, solver);
                    context.succeeded()?;
                }
            }
            Z3_solver_assert(context.raw, solver, implication.ast);
        }
        self.by_formula.insert(formula, literal);
        context.succeeded().map(|()| literal)
    }

    fn free_literal(&mut self, context: &Z3Context) -> Result<Z3_ast, String> {
        if let Some(&free) = self.pool.get(self.by_formula.len()) {
            return Ok(free);
        }
        // SAFETY: the constant is kept until the context dies.
        unsafe {
            let sort = context.sort(term::Sort::Bool)?;
            let made = context.checked(Z3_mk_fresh_const(context.raw, c"assumption".as_ptr(), sort))?;
            Z3_inc_ref(context.raw, made);
            self.pool.push(made);
            Ok(made)
        }
    }

    /// Gives the literals back.
    pub(super) fn release(&mut self, context: &Z3Context) {
        for literal in self.pool.drain(..).chain(self.retired.drain(..)) {
            // SAFETY: `free_literal` took the reference.
            unsafe { Z3_dec_ref(context.raw, literal) };
        }
    }
}
