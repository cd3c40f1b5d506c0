//! What evaluating an expression reads, writes and ends: whether the order of two evaluations matters.
//!
//! Memory is told apart by components ([`crate::memory::regions`]). What a function reads and writes includes what the
//! functions do that it calls; its own variables that nobody else touches are new in each call and do not count.

use std::collections::BTreeSet;
use std::rc::Rc;

use c_sema::hir::{Callee, ExprId, ExprKind, FunctionId, PlaceId, Program, StmtKind};
use c_sema::types::Ty;
use c_sema::visit::{walk, walk_expr, walk_place};
use rustc_hash::{FxHashMap, FxHashSet};

use super::Lowerer;
use crate::library::{Routine, routine};
use crate::memory::classes::{ClassId, Pointer};
use crate::memory::leaves::{Leaf, VA_LIST_LEAF, leaves};
use crate::memory::points_to::place_leaf;

/// A component of a class.
type Part = (ClassId, usize);

/// What an evaluation does that another may notice.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Effects {
    reads: FxHashSet<Part>,
    writes: FxHashSet<Part>,
    /// Whether it may end the program without a violation.
    ends: bool,
    /// Whether it may violate the property.
    violates: bool,
}

impl Effects {
    /// Whether it matters which of two evaluations is first.
    pub fn interfere(&self, other: &Effects) -> bool {
        let meets = |writes: &FxHashSet<Part>, other: &Effects| {
            writes.iter().any(|part| other.reads.contains(part) || other.writes.contains(part))
        };
        meets(&self.writes, other)
            || meets(&other.writes, self)
            || (self.ends && other.violates)
            || (self.violates && other.ends)
    }

    fn include(&mut self, other: &Effects) -> bool {
        let before = (self.reads.len(), self.writes.len(), self.ends, self.violates);
        self.reads.extend(other.reads.iter().copied());
        self.writes.extend(other.writes.iter().copied());
        self.ends |= other.ends;
        self.violates |= other.violates;
        before != (self.reads.len(), self.writes.len(), self.ends, self.violates)
    }
}

/// The effects of all functions with a body.
pub(super) struct FunctionEffects {
    functions: FxHashMap<FunctionId, Rc<Effects>>,
    /// Calls that are never reached, because a violation comes before them.
    dead: FxHashSet<ExprId>,
}

/// Calls that end the program right behind a call that is a violation.
fn dead_calls(program: &Program, is_error: &dyn Fn(&str) -> bool) -> FxHashSet<ExprId> {
    let callee = |stmt| match program.stmts[stmt].kind {
        StmtKind::Expr(expr) => match program.exprs[expr].kind {
            ExprKind::Call(Callee::Direct(function), _) => Some((expr, function)),
            _ => None,
        },
        _ => None,
    };
    let mut dead = FxHashSet::default();
    for stmt in program.stmts.iter() {
        let StmtKind::Block(stmts, _) = &stmt.kind else { continue };
        for pair in stmts.windows(2) {
            if let (Some((_, first)), Some((call, _))) = (callee(pair[0]), callee(pair[1]))
                && is_error(&program.functions[first].name)
            {
                dead.insert(call);
            }
        }
    }
    dead
}

impl Lowerer<'_> {
    /// Whether evaluating an expression does anything but reading, by its form.
    pub fn has_effects(&mut self, id: ExprId) -> bool {
        if let Some(&known) = self.effectful.get(&id) {
            return known;
        }
        let mut found = false;
        walk_expr(self.program, id, &mut |expr| {
            found |= matches!(
                self.program.exprs[expr].kind,
                ExprKind::Assign(..)
                    | ExprKind::AssignOp { .. }
                    | ExprKind::PointerAssignAdd { .. }
                    | ExprKind::Increment { .. }
                    | ExprKind::Call(..)
                    | ExprKind::Statements(..)
                    | ExprKind::VaArg(_)
            );
        });
        self.effectful.insert(id, found);
        found
    }

    /// The effects of an expression.
    pub fn effects_of(&mut self, id: ExprId) -> Effects {
        let mut all = Vec::new();
        walk_expr(self.program, id, &mut |expr| all.push(expr));
        self.effects_of_all(&all)
    }

    /// Whether a function behind a pointer may write something, or call what must not be called.
    pub fn is_change_behind(&mut self, pointer: ExprId) -> bool {
        let Some(pointer) = self.regions.points_to.exprs[pointer] else { return true };
        let functions = self.function_effects();
        let callees = self.regions.points_to.classes.get(pointer.class).functions.clone();
        let properties = &self.options.properties;
        let checks_all = properties.needs_memory_safety()
            || properties.checks_arithmetic()
            || properties.checks_conversions();
        callees.iter().any(|callee| match functions.functions.get(callee) {
            Some(effects) => !effects.writes.is_empty() || effects.violates && !checks_all,
            None => false,
        })
    }

    /// The effects of evaluating a place to its address.
    pub fn effects_of_place(&mut self, id: PlaceId) -> Effects {
        let mut all = Vec::new();
        walk_place(self.program, id, &mut |expr| all.push(expr));
        self.effects_of_all(&all)
    }

    /// The effects of reading a place.
    pub fn effects_of_read(&mut self, id: PlaceId) -> Effects {
        let mut effects = self.effects_of_place(id);
        effects.reads.extend(self.place_parts(id));
        effects
    }

    fn effects_of_all(&mut self, exprs: &[ExprId]) -> Effects {
        let functions = self.function_effects();
        let mut effects = Effects::default();
        for &expr in exprs {
            let callees = self.own_effects(expr, &functions.dead, &mut effects);
            for function in callees {
                if let Some(callee) = functions.functions.get(&function) {
                    effects.include(callee);
                }
            }
        }
        effects
    }

    fn function_effects(&mut self) -> Rc<FunctionEffects> {
        if let Some(known) = &self.function_effects {
            return known.clone();
        }
        let names = &self.options.properties.error_functions;
        let dead = dead_calls(self.program, &|name| names.iter().any(|f| f == name));
        let mut functions: FxHashMap<FunctionId, Effects> = FxHashMap::default();
        let mut calls: Vec<(FunctionId, Vec<FunctionId>)> = Vec::new();
        let mut reachable: Vec<FunctionId> = self.procedures.keys().copied().collect();
        reachable.sort();
        for function in reachable {
            let mut exprs = Vec::new();
            walk(self.program, function, &mut |expr| exprs.push(expr));
            let (mut effects, mut callees) = (Effects::default(), BTreeSet::new());
            for expr in exprs {
                callees.extend(self.own_effects(expr, &dead, &mut effects));
            }
            let is_shared = |part: &Part| self.owner(part.0) != Some(function);
            effects.reads.retain(&is_shared);
            effects.writes.retain(&is_shared);
            functions.insert(function, effects);
            calls.push((function, callees.into_iter().collect()));
        }
        let mut changed = true;
        while changed {
            changed = false;
            for (function, callees) in &calls {
                let mut effects = functions.remove(function).expect("every function has effects");
                for callee in callees {
                    if let Some(other) = functions.get(callee) {
                        changed |= effects.include(other);
                    }
                }
                functions.insert(*function, effects);
            }
        }
        let functions = functions.into_iter().map(|(id, effects)| (id, Rc::new(effects))).collect();
        let result = Rc::new(FunctionEffects { functions, dead });
        self.function_effects = Some(result.clone());
        result
    }

    fn parts(&self, pointer: Option<Pointer>, ty: Ty, leaf: Option<Leaf>) -> Vec<Part> {
        let Some(pointer) = pointer else { return Vec::new() };
        let class = self.regions.points_to.classes.find(pointer.class);
        let found = match leaf {
            Some(leaf) => Some(vec![leaf]),
            None => leaves(&self.program.types, ty),
        };
        match found {
            Some(leaves) => {
                let component = |leaf: &Leaf| self.regions.component(pointer, leaf.bit_offset);
                leaves.iter().filter_map(component).map(|index| (class, index)).collect()
            }
            None => (0..self.regions.region(class).components.len()).map(|index| (class, index)).collect(),
        }
    }

    fn place_parts(&self, place: PlaceId) -> Vec<Part> {
        let pointer = self.regions.points_to.places[place];
        self.parts(pointer, self.program.places[place].ty, place_leaf(self.program, place))
    }

    /// What an expression does itself, without its operands; gives the functions with a body that it may call.
    fn own_effects(&self, id: ExprId, dead: &FxHashSet<ExprId>, effects: &mut Effects) -> Vec<FunctionId> {
        match &self.program.exprs[id].kind {
            ExprKind::Load(place) => effects.reads.extend(self.place_parts(*place)),
            ExprKind::Assign(place, _) => effects.writes.extend(self.place_parts(*place)),
            ExprKind::AssignOp { place, .. }
            | ExprKind::PointerAssignAdd { place, .. }
            | ExprKind::Increment { place, .. } => {
                effects.reads.extend(self.place_parts(*place));
                effects.writes.extend(self.place_parts(*place));
            }
            ExprKind::VaArg(list) | ExprKind::VaStart(list) | ExprKind::VaCopy(list, _) => {
                let place = self.regions.points_to.places[*list];
                let parts = self.parts(place, self.program.places[*list].ty, Some(VA_LIST_LEAF));
                effects.writes.extend(parts);
            }
            ExprKind::Call(Callee::Direct(function), arguments) => {
                return self.callee_effects(id, *function, arguments, dead, effects).into_iter().collect();
            }
            ExprKind::Call(Callee::Indirect(pointer), arguments) => {
                let Some(pointer) = self.regions.points_to.exprs[*pointer] else { return Vec::new() };
                let functions = &self.regions.points_to.classes.get(pointer.class).functions;
                let callees = functions.iter();
                return callees
                    .filter_map(|callee| self.callee_effects(id, *callee, arguments, dead, effects))
                    .collect();
            }
            _ => {}
        }
        Vec::new()
    }

    fn callee_effects(
        &self,
        call: ExprId,
        function: FunctionId,
        arguments: &[ExprId],
        dead: &FxHashSet<ExprId>,
        effects: &mut Effects,
    ) -> Option<FunctionId> {
        let callee = &self.program.functions[function];
        let properties = &self.options.properties;
        if properties.error_functions.iter().any(|name| **name == *callee.name) {
            effects.violates = true;
            return None;
        }
        if callee.body.is_some() {
            effects.violates |= properties.needs_memory_safety()
                || properties.checks_arithmetic()
                || properties.checks_conversions();
            return Some(function);
        }
        match routine(&callee.name) {
            Some(Routine::Exit | Routine::Abort | Routine::Assume) => {
                effects.ends |= !dead.contains(&call);
            }
            Some(Routine::Nondet | Routine::FirstArgument | Routine::Allocate | Routine::AllocateZeroed) => {}
            _ => {
                effects.ends |= callee.is_noreturn;
                // What it may write, or read, is behind its arguments.
                for &argument in arguments {
                    let Some(pointer) = self.regions.points_to.exprs[argument] else { continue };
                    let class = self.regions.points_to.classes.find(pointer.class);
                    let all = (0..self.regions.region(class).components.len()).map(|index| (class, index));
                    effects.writes.extend(all);
                }
            }
        }
        None
    }
}
