//! Which functions are reachable from the entry, and which are recursive.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::hir::{Callee, ExprId, ExprKind, FunctionId, PlaceId, PlaceKind, Program, StmtId, StmtKind};
use crate::memory::points_to::PointsTo;

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
pub(super) fn reachable_functions(program: &Program, entry: FunctionId) -> Vec<FunctionId> {
    let mut start = program.constructors.clone();
    start.push(entry);
    close(program, start)
}

/// The functions that are reachable when the addresses that the analysis found are followed.
pub(super) fn with_addresses(
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
    pub(super) fn new(program: &Program, points_to: &PointsTo, functions: &[FunctionId]) -> CallGraph {
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
    pub(super) fn recursive_functions(&self) -> FxHashSet<FunctionId> {
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

/// A part of a function.
#[derive(Clone, Copy)]
pub(crate) enum Node {
    Stmt(StmtId),
    Expr(ExprId),
    Place(PlaceId),
}

/// Visits every expression of a function.
pub(super) fn walk(program: &Program, function: FunctionId, visit: &mut dyn FnMut(ExprId)) {
    walk_nodes(program, program.functions[function].body.map(Node::Stmt).into_iter().collect(), visit);
}

/// Visits an expression and every one in it.
pub(super) fn walk_expr(program: &Program, expr: ExprId, visit: &mut dyn FnMut(ExprId)) {
    walk_nodes(program, vec![Node::Expr(expr)], visit);
}

/// Visits every expression of a place.
pub(super) fn walk_place(program: &Program, place: PlaceId, visit: &mut dyn FnMut(ExprId)) {
    walk_nodes(program, vec![Node::Place(place)], visit);
}

fn walk_nodes(program: &Program, mut work: Vec<Node>, visit: &mut dyn FnMut(ExprId)) {
    while let Some(node) = work.pop() {
        if let Node::Expr(expr) = node {
            visit(expr);
        }
        children(program, node, &mut work);
    }
}

/// Appends the parts of a node.
pub(crate) fn children(program: &Program, node: Node, work: &mut Vec<Node>) {
    match node {
        Node::Stmt(stmt) => children_of_stmt(program, stmt, work),
        Node::Expr(expr) => children_of_expr(program, expr, work),
        Node::Place(place) => match program.places[place].kind {
            PlaceKind::Object(_) => {}
            PlaceKind::Deref(pointer) => work.push(Node::Expr(pointer)),
            PlaceKind::Field(outer, _) => work.push(Node::Place(outer)),
        },
    }
}

fn children_of_expr(program: &Program, expr: ExprId, work: &mut Vec<Node>) {
    match &program.exprs[expr].kind {
        ExprKind::Int(_)
        | ExprKind::Float(_)
        | ExprKind::FunctionAddress(_)
        | ExprKind::LabelAddress(_)
        | ExprKind::Unsupported(_) => {}
        ExprKind::AddressOf(place)
        | ExprKind::Load(place)
        | ExprKind::Increment { place, .. }
        | ExprKind::VaArg(place)
        | ExprKind::VaStart(place)
        | ExprKind::VaEnd(place) => work.push(Node::Place(*place)),
        ExprKind::VaCopy(a, b) => work.extend([Node::Place(*b), Node::Place(*a)]),
        ExprKind::Unary(_, a) | ExprKind::Not(a) | ExprKind::Convert(a) => work.push(Node::Expr(*a)),
        ExprKind::Binary(_, a, b)
        | ExprKind::PointerCompare(_, a, b)
        | ExprKind::PointerDifference(a, b, _)
        | ExprKind::And(a, b)
        | ExprKind::Or(a, b)
        | ExprKind::Elvis(a, b)
        | ExprKind::Comma(a, b) => work.extend([Node::Expr(*b), Node::Expr(*a)]),
        ExprKind::PointerAdd { pointer, index, .. } => {
            work.extend([Node::Expr(*index), Node::Expr(*pointer)])
        }
        ExprKind::Conditional(c, a, b) => work.extend([Node::Expr(*b), Node::Expr(*a), Node::Expr(*c)]),
        ExprKind::Assign(place, value)
        | ExprKind::AssignOp { place, value, .. }
        | ExprKind::PointerAssignAdd { place, index: value, .. } => {
            work.extend([Node::Expr(*value), Node::Place(*place)]);
        }
        ExprKind::Call(callee, arguments) => {
            if let Callee::Indirect(pointer) = callee {
                work.push(Node::Expr(*pointer));
            }
            work.extend(arguments.iter().rev().map(|a| Node::Expr(*a)));
        }
        ExprKind::Statements(block, value) => {
            work.extend(value.map(Node::Expr));
            work.push(Node::Stmt(*block));
        }
    }
}

fn children_of_stmt(program: &Program, stmt: StmtId, work: &mut Vec<Node>) {
    match &program.stmts[stmt].kind {
        StmtKind::Empty
        | StmtKind::Declare(_)
        | StmtKind::Goto(_)
        | StmtKind::Break
        | StmtKind::Continue
        | StmtKind::Return(None) => {}
        StmtKind::Expr(expr) | StmtKind::ComputedGoto(expr) | StmtKind::Return(Some(expr)) => {
            work.push(Node::Expr(*expr));
        }
        StmtKind::Init { parts, .. } => work.extend(parts.iter().rev().map(|part| Node::Expr(part.value))),
        StmtKind::Block(stmts, _) => work.extend(stmts.iter().rev().map(|s| Node::Stmt(*s))),
        StmtKind::If(condition, then, otherwise) => {
            work.extend(otherwise.map(Node::Stmt));
            work.extend([Node::Stmt(*then), Node::Expr(*condition)]);
        }
        StmtKind::While(condition, body) | StmtKind::DoWhile(body, condition) => {
            work.extend([Node::Stmt(*body), Node::Expr(*condition)]);
        }
        StmtKind::For { init, condition, step, body } => {
            work.push(Node::Stmt(*body));
            work.extend([step, condition, init].into_iter().flatten().map(|e| Node::Expr(*e)));
        }
        StmtKind::Switch { value, body, .. } => work.extend([Node::Stmt(*body), Node::Expr(*value)]),
        StmtKind::Label(_, stmt) => work.push(Node::Stmt(*stmt)),
        StmtKind::Asm { outputs, inputs, .. } => {
            work.extend(outputs.iter().map(|p| Node::Place(*p)));
            work.extend(inputs.iter().map(|e| Node::Expr(*e)));
        }
    }
}
