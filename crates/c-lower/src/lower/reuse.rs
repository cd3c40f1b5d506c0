//! Addresses that are used again: an allocation may be where memory was that is freed.
//!
//! Every allocation has a number of its own, so that pointers to freed memory never equal pointers to new memory in the
//! model. In an execution they may. For what is freed, the number of the next allocation is kept: all that have that number
//! or a greater one may be at the same address. Whether one is there is arbitrary, and flagged. Most programs allocate nothing
//! after they begin to free, so nothing is kept for memory of which that is known.

use std::collections::BTreeSet;

use c_sema::hir::{BinaryOp, Callee, ExprId, ExprKind, FunctionId};
use c_sema::visit::walk;
use rustc_hash::{FxHashMap, FxHashSet};
use term::{Sort, Term, build as mk};

use super::Lowerer;
use super::body::Body;
use super::value::PointerValue;
use crate::library::{Routine, routine};
use crate::memory::classes::{ClassId, Pointer};

/// What is freed and allocated by a call, or by all calls of a function.
#[derive(Clone, Default)]
struct Effects {
    freed: BTreeSet<ClassId>,
    allocated: BTreeSet<ClassId>,
}

impl Effects {
    fn extend(&mut self, other: &Effects) {
        self.freed.extend(&other.freed);
        self.allocated.extend(&other.allocated);
    }

    fn size(&self) -> usize {
        self.freed.len() + self.allocated.len()
    }

    /// What is freed first and allocated by something else afterwards.
    fn before<'a>(&'a self, later: &'a Effects) -> impl Iterator<Item = (ClassId, ClassId)> + 'a {
        self.freed.iter().flat_map(|freed| later.allocated.iter().map(|allocated| (*freed, *allocated)))
    }
}

impl Lowerer<'_> {
    /// Pairs of classes of which pointers are compared: memory of the first one may be freed before memory of the second
    /// one is allocated.
    fn reused(&mut self) -> &FxHashSet<(ClassId, ClassId)> {
        if self.reused.is_none() {
            let compared = self.compared_classes();
            let reused = if compared.is_empty() { compared } else { self.reused_classes(&compared) };
            self.reused = Some(reused);
        }
        self.reused.as_ref().expect("it was just computed")
    }

    fn class_of(&self, expr: ExprId) -> Option<ClassId> {
        let points_to = &self.regions.points_to;
        points_to.exprs[expr].map(|pointer| points_to.classes.find(pointer.class))
    }

    /// The classes of allocated memory that pointers are compared of, both ways round.
    fn compared_classes(&self) -> FxHashSet<(ClassId, ClassId)> {
        let program = self.program;
        let mut compared = FxHashSet::default();
        for &function in self.procedures.keys() {
            walk(program, function, &mut |expr| {
                let (ExprKind::PointerCompare(_, a, b) | ExprKind::Binary(BinaryOp::Compare(_), a, b)) =
                    program.exprs[expr].kind
                else {
                    return;
                };
                let operand = |expr: ExprId| match program.exprs[expr].kind {
                    ExprKind::Convert(inner) => self.class_of(expr).or_else(|| self.class_of(inner)),
                    _ => self.class_of(expr),
                };
                if let Some((a, b)) = operand(a).zip(operand(b))
                    && self.has_heap(a)
                    && self.has_heap(b)
                {
                    compared.extend([(a, b), (b, a)]);
                }
            });
        }
        compared
    }

    /// Whom a call may call.
    fn callees(&self, call: ExprId) -> Vec<FunctionId> {
        match self.program.exprs[call].kind {
            ExprKind::Call(Callee::Direct(function), _) => vec![function],
            ExprKind::Call(Callee::Indirect(pointer), _) => {
                let class = self.class_of(pointer).map(|class| self.regions.points_to.classes.get(class));
                class.map_or(Vec::new(), |class| class.functions.iter().copied().collect())
            }
            _ => Vec::new(),
        }
    }

    /// What a call does, if the functions with a body do what is known of them.
    fn memory_effects_of(&self, call: ExprId, known: &FxHashMap<FunctionId, Effects>) -> Effects {
        let mut effects = Effects::default();
        let ExprKind::Call(_, arguments) = &self.program.exprs[call].kind else { return effects };
        for callee in self.callees(call) {
            if let Some(known) = known.get(&callee) {
                effects.extend(known);
                continue;
            }
            let routine = routine(&self.program.functions[callee].name);
            if matches!(routine, Some(Routine::Free | Routine::Reallocate)) {
                effects.freed.extend(arguments.first().and_then(|argument| self.class_of(*argument)));
            }
            if matches!(routine, Some(Routine::Allocate | Routine::AllocateZeroed | Routine::Reallocate)) {
                effects.allocated.extend(self.class_of(call));
            }
        }
        effects
    }

    fn reused_classes(&self, compared: &FxHashSet<(ClassId, ClassId)>) -> FxHashSet<(ClassId, ClassId)> {
        let mut calls: FxHashMap<FunctionId, Vec<ExprId>> = FxHashMap::default();
        for &function in self.procedures.keys() {
            let found = calls.entry(function).or_default();
            walk(self.program, function, &mut |expr| {
                if matches!(self.program.exprs[expr].kind, ExprKind::Call(..)) {
                    found.push(expr);
                }
            });
        }
        let mut known: FxHashMap<FunctionId, Effects> =
            calls.keys().map(|function| (*function, Effects::default())).collect();
        let mut is_changed = true;
        while std::mem::take(&mut is_changed) {
            for (function, calls) in &calls {
                let mut effects = known[function].clone();
                calls.iter().for_each(|call| effects.extend(&self.memory_effects_of(*call, &known)));
                is_changed |= effects.size() > known[function].size();
                known.insert(*function, effects);
            }
        }
        let mut reused = FxHashSet::default();
        for calls in calls.values() {
            let effects: Vec<(ExprId, Effects)> = calls
                .iter()
                .map(|call| (*call, self.memory_effects_of(*call, &known)))
                .filter(|(_, effects)| effects.size() > 0)
                .collect();
            for (first, early) in effects.iter().filter(|(_, effects)| !effects.freed.is_empty()) {
                for (second, late) in &effects {
                    // Memory may be reallocated where it is.
                    let is_reallocation = first == second && self.may_reallocate(*first);
                    if is_reallocation || self.nesting.may_follow(*first, *second) {
                        reused.extend(early.before(late).filter(|pair| compared.contains(pair)));
                    }
                }
            }
        }
        for (number, first) in self.program.constructors.iter().enumerate() {
            // After a constructor, the others and the entry are called.
            let is_later = |function: &&FunctionId| !self.program.constructors[..=number].contains(function);
            for second in calls.keys().filter(is_later) {
                let (early, late) = (known.get(first), &known[second]);
                reused.extend(early.iter().flat_map(|early| early.before(late)));
            }
        }
        for second in &self.program.finishers {
            let Some(late) = known.get(second) else { continue };
            reused.extend(known.values().flat_map(|early| early.before(late)));
        }
        reused.retain(|pair| compared.contains(pair));
        reused
    }

    fn may_reallocate(&self, call: ExprId) -> bool {
        let is_realloc = |function: &FunctionId| {
            routine(&self.program.functions[*function].name) == Some(Routine::Reallocate)
        };
        self.callees(call).iter().any(is_realloc)
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
        let class = self.lowerer.regions.points_to.classes.find(target.class);
        if self.lowerer.reused().iter().any(|(freed, _)| *freed == class) {
            let (freed, counter) = (self.lowerer.freed_bases(), self.lowerer.heap_counter());
            self.assign(freed, mk::store(freed, pointer.base, counter));
        }
    }

    /// Whether two pointers to different objects are equal because one object is where the other one was.
    pub fn is_reused(&mut self, a: (PointerValue, Pointer), b: (PointerValue, Pointer)) -> Term {
        let may_be = mk::or2(self.follows(a, b), self.follows(b, a));
        self.flagged_where(may_be, "reused", "the address of freed memory may be used again")
    }

    /// Something that is arbitrary, and flagged, where a condition holds, and false elsewhere.
    pub fn flagged_where(&mut self, condition: Term, name: &str, why: &str) -> Term {
        if condition.is_false() {
            return condition;
        }
        let flag = self.fresh(name, Sort::Bool);
        let (some, none, end) = (self.location(), self.location(), self.location());
        self.split(condition, some, none);
        self.at = some;
        self.havoc_flagged(vec![flag], why);
        self.goto(end);
        self.at = none;
        self.assign(flag, mk::ff());
        self.goto(end);
        self.at = end;
        flag
    }

    /// Whether the first object was freed before the second one was allocated.
    fn follows(&mut self, (old, from): (PointerValue, Pointer), (new, to): (PointerValue, Pointer)) -> Term {
        let find = |pointer: Pointer| self.lowerer.regions.points_to.classes.find(pointer.class);
        let pair = (find(from), find(to));
        if !self.lowerer.reused().contains(&pair) {
            return mk::ff();
        }
        let zero = self.lowerer.word_constant(0);
        let next = mk::select(self.lowerer.freed_bases(), old.base);
        // NULL can be freed, but is no memory.
        mk::and([mk::ne(old.base, zero), mk::ne(next, zero), self.le_words(next, new.base)])
    }
}
