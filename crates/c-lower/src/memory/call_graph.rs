//! Which functions are reachable from the entry, and which are recursive.

use c_sema::hir::{Callee, ExprId, ExprKind, FunctionId, Program};
use c_sema::visit::walk;
use rustc_hash::{FxHashMap, FxHashSet};

use super::points_to::PointsTo;

/// What a function mentions.
#[derive(Default)]
struct Mentions {
    /// Functions that it calls by name or whose address it takes.
    functions: Vec<FunctionId>,
    /// The pointers that it calls through.
    pointers: Vec<ExprId>,
}

/// The functions with a body that the entry reaches by calls and addresses, in order of discovery. Addresses in
/// static initialisers come with [`with_addresses`].
pub fn reachable_functions(program: &Program, entry: FunctionId) -> Vec<FunctionId> {
    let mut start = program.constructors.clone();
    start.push(entry);
    start.extend(&program.finishers);
    close(program, start)
}

/// The functions that are reachable when the addresses that the analysis found are followed.
pub(crate) fn with_addresses(
    program: &Program,
    points_to: &PointsTo,
    functions: &[FunctionId],
) -> Vec<FunctionId> {
    let mut all = functions.to_vec();
    for &function in functions {
        for pointer in mentions(program, function).pointers {
            if let Some(pointer) = points_to.exprs[pointer] {
                all.extend(points_to.classes.get(pointer.class).functions.iter().copied());
            }
        }
    }
    close(program, all)
}

fn close(program: &Program, start: Vec<FunctionId>) -> Vec<FunctionId> {
    let mut seen = FxHashSet::default();
    let mut result = Vec::new();
    let mut work: std::collections::VecDeque<FunctionId> = start.into();
    while let Some(function) = work.pop_front() {
        if program.functions[function].body.is_none() || !seen.insert(function) {
            continue;
        }
        result.push(function);
        work.extend(mentions(program, function).functions);
    }
    result
}

/// Which functions may call which.
pub(crate) struct CallGraph {
    callees: FxHashMap<FunctionId, Vec<FunctionId>>,
}

impl CallGraph {
    /// The calls of some functions; a pointer calls whatever the analysis found for it.
    pub(crate) fn new(program: &Program, points_to: &PointsTo, functions: &[FunctionId]) -> CallGraph {
        let mut callees = FxHashMap::default();
        for &function in functions {
            let mentions = mentions(program, function);
            let mut called = called(program, function);
            for pointer in mentions.pointers {
                if let Some(pointer) = points_to.exprs[pointer] {
                    called.extend(points_to.classes.get(pointer.class).functions.iter().copied());
                }
            }
            called.sort();
            called.dedup();
            callees.insert(function, called);
        }
        CallGraph { callees }
    }

    /// The functions that a function calls, directly or through others.
    pub(crate) fn reached_from(&self, start: FunctionId) -> FxHashSet<FunctionId> {
        let mut seen = FxHashSet::default();
        let mut work: Vec<FunctionId> = self.callees.get(&start).cloned().unwrap_or_default();
        while let Some(function) = work.pop() {
            if seen.insert(function)
                && let Some(callees) = self.callees.get(&function)
            {
                work.extend(callees.iter().copied());
            }
        }
        seen
    }

    /// The functions that may call themselves, directly or through others.
    pub(crate) fn recursive_functions(&self) -> FxHashSet<FunctionId> {
        // The graphs are small: a function is recursive if it reaches itself.
        let functions = self.callees.keys().copied();
        functions.filter(|&function| self.reached_from(function).contains(&function)).collect()
    }
}

fn called(program: &Program, function: FunctionId) -> Vec<FunctionId> {
    let mut result = Vec::new();
    walk(program, function, &mut |expr| {
        if let ExprKind::Call(Callee::Direct(callee), _) = &program.exprs[expr].kind {
            result.push(*callee);
        }
    });
    result
}

fn mentions(program: &Program, function: FunctionId) -> Mentions {
    let mut result = Mentions::default();
    walk(program, function, &mut |expr| match &program.exprs[expr].kind {
        ExprKind::Call(Callee::Direct(callee), _) | ExprKind::FunctionAddress(callee) => {
            result.functions.push(*callee)
        }
        ExprKind::Call(Callee::Indirect(pointer), _) => result.pointers.push(*pointer),
        _ => {}
    });
    result
}
