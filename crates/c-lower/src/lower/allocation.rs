//! Allocation that may fail ([`crate::options::Allocation`]).
//!
//! Whether a call fails is an input of the program: a counterexample says which calls fail, and a compiled program can be
//! made to do the same. A call that asks for more than half of the address space always fails, as in every library.

use std::rc::Rc;

use c_sema::hir::{Callee, ExprId, ExprKind};
use program::{Provenance, Statement};
use term::{Sort, Term, build as mk};

use super::body::Body;
use super::value::{PointerValue, Value};
use crate::options::{Allocation, Arithmetic};

impl Body<'_, '_> {
    /// What an allocation gives: NULL where it fails, which may happen anywhere and must where the size does not fit.
    pub fn unless_allocation_fails(
        &mut self,
        id: ExprId,
        fits: Term,
        succeed: &mut dyn FnMut(&mut Self) -> Value,
    ) -> Value {
        if self.lowerer.options.allocation == Allocation::NeverFails {
            self.lowerer.assume_about("memory never runs out: `malloc` and the like do not fail".into());
            return succeed(self);
        }
        let fails = self.allocation_input(id);
        let (failed, done, end) = (self.location(), self.location(), self.location());
        self.split(mk::or2(fails, mk::not(fits)), failed, done);
        self.at = done;
        let value = succeed(self);
        let result = self.variables_like(&value);
        self.assign_value(&result, &value);
        self.goto(end);
        self.at = failed;
        self.change_errno();
        let zero = self.lowerer.word_constant(0);
        let null = Value::Pointer(PointerValue { base: zero, offset: zero, is_genuine: true });
        self.assign_value(&result, &null);
        self.goto(end);
        self.at = end;
        match result {
            Value::Pointer(pointer) => Value::Pointer(PointerValue { is_genuine: true, ..pointer }),
            other => other,
        }
    }

    /// Whether this call fails.
    fn allocation_input(&mut self, id: ExprId) -> Term {
        let program = self.lowerer.program;
        let name: Rc<str> = match &program.exprs[id].kind {
            ExprKind::Call(Callee::Direct(function), _) => Rc::from(&*program.functions[*function].name),
            _ => Rc::from("malloc"),
        };
        let fails = self.fresh("fails", Sort::Bool);
        let span = Some(program.exprs[id].span);
        let text = format!("whether `{name}` fails").into();
        let provenance = Provenance { input: Some(name), span, text, ..Provenance::default() };
        self.emit_with(Statement::Havoc(vec![fails]), provenance);
        fails
    }

    /// Whether an object of a size can exist.
    pub fn fits(&self, size: Term) -> Term {
        self.le_sizes(size, self.largest())
    }

    /// The same for so many elements of a size.
    pub fn fit_together(&self, count: Term, size: Term) -> Term {
        match self.lowerer.options.arithmetic {
            Arithmetic::Integer => self.fits(self.mul_words(count, size)),
            Arithmetic::Bitvector => {
                let width = 8 * self.lowerer.options.model.pointer_size() as u32;
                let wide = |word: Term| mk::zero_extend(width, word);
                mk::bvule(mk::bvmul(wide(count), wide(size)), wide(self.largest()))
            }
        }
    }

    fn largest(&self) -> Term {
        let bits = 8 * self.lowerer.options.model.pointer_size();
        self.lowerer.word_constant((1i128 << (bits - 1)) - 1)
    }
}
