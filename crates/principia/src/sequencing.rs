//! Whether the order in which C evaluates operands may matter.
//!
//! C leaves the order of operands and arguments open; the model evaluates them from left to right, and a compiler
//! may do otherwise. A compiled program that does not repeat a counterexample then refutes nothing. Conservative: two
//! calls next to each other in one expression are enough of a doubt.

use base::{FileId, Span};
use c_lower::hir::{ExprKind, Program, StmtKind};

/// Whether some expression outside of a file has two calls, neither of which is an argument of the other.
pub fn has_unsequenced_calls(program: &Program, library: FileId) -> bool {
    let is_call = |kind: &ExprKind| matches!(kind, ExprKind::Call(..));
    let mut calls: Vec<Span> = program
        .exprs
        .iter()
        .filter(|expr| is_call(&expr.kind) && expr.span.file != library)
        .map(|expr| expr.span)
        .collect();
    calls.sort_by_key(|span| (span.file, span.start, std::cmp::Reverse(span.end)));
    calls.dedup();
    full_expressions(program).into_iter().any(|whole| {
        let first = calls.partition_point(|span| (span.file, span.start) < (whole.file, whole.start));
        let inside =
            calls[first..].iter().take_while(|span| span.file == whole.file && span.start < whole.end);
        let mut outermost_end = None;
        for call in inside {
            match outermost_end {
                Some(end) if call.start >= end => return true,
                Some(_) => {}
                None => outermost_end = Some(call.end),
            }
        }
        false
    }) || has_calls_in_arguments(&calls)
}

/// Whether two arguments of one call have calls.
fn has_calls_in_arguments(calls: &[Span]) -> bool {
    let contains = |outer: &Span, inner: &Span| {
        outer.file == inner.file && outer.start <= inner.start && inner.end <= outer.end && outer != inner
    };
    calls.iter().enumerate().any(|(position, outer)| {
        let mut inside = calls[position + 1..].iter().take_while(|inner| contains(outer, inner));
        let Some(first) = inside.next() else { return false };
        inside.any(|other| other.start >= first.end)
    })
}

/// The expressions that are evaluated as a whole.
fn full_expressions(program: &Program) -> Vec<Span> {
    let span = |expr| program.exprs[expr].span;
    let mut result = Vec::new();
    for stmt in program.stmts.iter() {
        match &stmt.kind {
            StmtKind::Expr(expr) | StmtKind::ComputedGoto(expr) | StmtKind::Return(Some(expr)) => {
                result.push(span(*expr));
            }
            StmtKind::If(condition, ..) | StmtKind::While(condition, _) | StmtKind::DoWhile(_, condition) => {
                result.push(span(*condition));
            }
            StmtKind::For { init, condition, step, .. } => {
                result.extend([init, condition, step].into_iter().flatten().map(|expr| span(*expr)));
            }
            StmtKind::Switch { value, .. } => result.push(span(*value)),
            StmtKind::Init { parts, .. } => result.extend(parts.iter().map(|part| span(part.value))),
            _ => {}
        }
    }
    result
}
