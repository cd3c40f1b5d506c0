//! Visits the statements, expressions and places of a typed program, outer nodes first.

use crate::hir::{Callee, ExprId, ExprKind, FunctionId, PlaceId, PlaceKind, Program, StmtId, StmtKind};

/// A part of a function.
#[derive(Clone, Copy)]
pub enum Node {
    /// A statement.
    Stmt(StmtId),
    /// An expression.
    Expr(ExprId),
    /// A place.
    Place(PlaceId),
}

/// Visits every expression of a function.
pub fn walk(program: &Program, function: FunctionId, visit: &mut dyn FnMut(ExprId)) {
    walk_nodes(program, program.functions[function].body.map(Node::Stmt).into_iter().collect(), visit);
}

/// Visits an expression and every one in it.
pub fn walk_expr(program: &Program, expr: ExprId, visit: &mut dyn FnMut(ExprId)) {
    walk_nodes(program, vec![Node::Expr(expr)], visit);
}

/// Visits every expression of a place.
pub fn walk_place(program: &Program, place: PlaceId, visit: &mut dyn FnMut(ExprId)) {
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
pub fn children(program: &Program, node: Node, work: &mut Vec<Node>) {
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
