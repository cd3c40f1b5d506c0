//! Addresses that are used again: an allocation may be where memory was that is freed.
//!
//! Every allocation has a number of its own, so that pointers to freed memory never equal pointers to new memory in the
//! model. In an execution they may. For what is freed, the number of the next allocation is kept: all that have that number
//! or a greater one may be at the same address. Whether one is there is arbitrary, and flagged.

use rustc_hash::FxHashSet;
use term::{Sort, Term, build as mk};

use super::Lowerer;
use super::body::Body;
use super::reachable::walk;
use super::value::PointerValue;
use crate::hir::{BinaryOp, ExprId, ExprKind, FunctionId};
use crate::library::{Routine, routine};
use crate::memory::classes::{ClassId, Pointer};

impl Lowerer<'_> {
    /// Whether memory of a class may be freed and a pointer to it compared with one to other memory.
    fn may_be_reused(&mut self, class: ClassId) -> bool {
        if self.reused.is_none() {
            self.reused = Some(self.reused_classes());
        }
        let class = self.regions.points_to.classes.find(class);
        self.reused.as_ref().is_some_and(|reused| reused.contains(&class))
    }

    fn reused_classes(&self) -> FxHashSet<ClassId> {
        let points_to = &self.regions.points_to;
        let (program, classes) = (self.program, &points_to.classes);
        let class_of = |expr: ExprId| points_to.exprs[expr].map(|pointer| classes.find(pointer.class));
        let frees = |function: &FunctionId| {
            let routine = routine(&program.functions[*function].name);
            matches!(routine, Some(Routine::Free | Routine::Reallocate))
        };
        let is_pointed = classes.roots().any(|class| classes.get(class).functions.iter().any(frees));
        let (mut freed, mut compared) = (FxHashSet::default(), Vec::new());
        for &function in self.procedures.keys() {
            walk(program, function, &mut |expr| match &program.exprs[expr].kind {
                ExprKind::Call(_, arguments) => {
                    let is_free = matches!(self.routine_of(expr), Some(Routine::Free | Routine::Reallocate));
                    if is_free {
                        freed.extend(arguments.first().and_then(|argument| class_of(*argument)));
                    }
                }
                ExprKind::PointerCompare(_, a, b) | ExprKind::Binary(BinaryOp::Compare(_), a, b) => {
                    let operand = |expr: ExprId| match program.exprs[expr].kind {
                        ExprKind::Convert(inner) => class_of(expr).or_else(|| class_of(inner)),
                        _ => class_of(expr),
                    };
                    compared.extend(operand(*a).zip(operand(*b)));
                }
                _ => {}
            });
        }
        let is_freed = |class: ClassId| self.has_heap(class) && (is_pointed || freed.contains(&class));
        let pairs = compared.into_iter().flat_map(|(a, b)| [(a, b), (b, a)]);
        pairs.filter(|(a, b)| is_freed(*a) && self.has_heap(*b)).map(|(a, _)| a).collect()
    }

    /// For each base that was freed, the number of the next allocation then; 0 for others.
    fn freed_bases(&mut self) -> Term {
        let sort = Sort::array(self.word(), self.word());
        let variable = mk::var("freed", sort);
        if !self.core.globals.contains(&variable) {
            self.core.globals.push(variable);
            let nothing = self.zero_of(sort);
            self.prelude.push((variable, nothing));
        }
        variable
    }
}

impl Body<'_, '_> {
    /// Memory is freed: the next allocation may be where it was.
    pub fn note_freed(&mut self, argument: ExprId, pointer: PointerValue) {
        let Some(target) = self.lowerer.regions.points_to.exprs[argument] else { return };
        if self.lowerer.may_be_reused(target.class) {
            let (freed, counter) = (self.lowerer.freed_bases(), self.lowerer.heap_counter());
            self.assign(freed, mk::store(freed, pointer.base, counter));
        }
    }

    /// Whether two pointers to different objects are equal because one object is where the other one was.
    pub fn is_reused(&mut self, a: (PointerValue, Pointer), b: (PointerValue, Pointer)) -> Term {
        let may_be = mk::or2(self.follows(a, b), self.follows(b, a));
        if may_be.is_false() {
            return may_be;
        }
        let is_reused = self.fresh("reused", Sort::Bool);
        let (some, none, end) = (self.location(), self.location(), self.location());
        self.split(may_be, some, none);
        self.at = some;
        self.havoc_flagged(vec![is_reused], "the address of freed memory may be used again");
        self.goto(end);
        self.at = none;
        self.assign(is_reused, mk::ff());
        self.goto(end);
        self.at = end;
        is_reused
    }

    /// Whether the first object was freed before the second one was allocated.
    fn follows(&mut self, (old, from): (PointerValue, Pointer), (new, to): (PointerValue, Pointer)) -> Term {
        if !self.lowerer.has_heap(to.class) || !self.lowerer.may_be_reused(from.class) {
            return mk::ff();
        }
        let zero = self.lowerer.word_constant(0);
        let next = mk::select(self.lowerer.freed_bases(), old.base);
        // NULL can be freed, but is no memory.
        mk::and([mk::ne(old.base, zero), mk::ne(next, zero), self.le_words(next, new.base)])
    }
}
