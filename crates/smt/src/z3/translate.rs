//! From our terms to Z3's.
//!
//! The walk has an explicit stack, because formulas of long programs are deeper
//! than the thread's. A quantifier is translated by abstracting the constants
//! that stand for its bound variables; these have canonical names that no free
//! variable has, so nothing is captured.

use term::{Op, Term};
use z3_sys::*;

use super::context::{Owner, Z3Context};

impl Z3Context {
    /// The Z3 term of one of ours, alive as long as the context. Fails for what Z3 cannot express.
    pub(super) fn translate(&self, term: Term) -> Result<Z3_ast, String> {
        if let Some(&known) = self.terms.borrow().get(&term) {
            return Ok(known);
        }
        let mut stack = vec![(term, false)];
        let mut arguments = Vec::new();
        while let Some((top, is_expanded)) = stack.pop() {
            if self.terms.borrow().contains_key(&top) {
                continue;
            }
            if !is_expanded {
                stack.push((top, true));
                stack.extend(top.arguments().iter().rev().map(|&a| (a, false)));
                continue;
            }
            arguments.clear();
            {
                let terms = self.terms.borrow();
                arguments.extend(top.arguments().iter().map(|a| terms[a]));
            }
            let made = self.translate_node(top, &arguments)?;
            // SAFETY: released when the context is dropped.
            unsafe { Z3_inc_ref(self.raw, made) };
            self.terms.borrow_mut().insert(top, made);
        }
        Ok(self.terms.borrow()[&term])
    }

    fn translate_node(&self, term: Term, arguments: &[Z3_ast]) -> Result<Z3_ast, String> {
        match term.op() {
            Op::Var(name) => {
                let owner = Owner::Variable(term);
                let declaration = self.declare(&name.to_string(), &[], term.sort(), owner)?;
                self.application(declaration, &[])
            }
            Op::Apply(func) => self.application(self.function(func)?, arguments),
            Op::Forall(bound) => self.quantifier(true, bound, arguments),
            Op::Exists(bound) => self.quantifier(false, bound, arguments),
            Op::Element(_) => Err("an element of an uninterpreted sort has no name in Z3".to_owned()),
            _ => self.operator(term, arguments),
        }
    }

    pub(super) fn application(
        &self,
        declaration: Z3_func_decl,
        arguments: &[Z3_ast],
    ) -> Result<Z3_ast, String> {
        let count = arguments.len() as u32;
        // SAFETY: the context keeps the declaration and the arguments alive.
        self.checked(unsafe { Z3_mk_app(self.raw, declaration, count, arguments.as_ptr()) })
    }

    pub(super) fn quantifier(
        &self,
        is_forall: bool,
        bound: &[Term],
        body: &[Z3_ast],
    ) -> Result<Z3_ast, String> {
        let &[body] = body else {
            return Err("a quantifier without a body".to_owned());
        };
        let mut constants = Vec::with_capacity(bound.len());
        for &variable in bound {
            let ast = self.translate(variable)?;
            // SAFETY: a variable is a constant of Z3, which is an application.
            constants.push(self.checked(unsafe { Z3_to_app(self.raw, ast) })?);
        }
        let (count, no_patterns) = (constants.len() as u32, std::ptr::null());
        // SAFETY: the constants are alive, and there are no patterns.
        self.checked(unsafe {
            Z3_mk_quantifier_const(self.raw, is_forall, 0, count, constants.as_ptr(), 0, no_patterns, body)
        })
    }
}
