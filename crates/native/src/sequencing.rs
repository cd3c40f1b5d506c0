//! Whether the order in which C evaluates operands may matter.
//!
//! C leaves the order of operands and arguments open; the model evaluates them from left to right, and a compiler
//! may do otherwise. A compiled program that does not repeat a counterexample then refutes nothing. Conservative: two
//! calls in one expression are enough of a doubt, unless `&&`, `||`, `,` or `?:` is between them.

use base::{FileId, Span};
use c_sema::hir::{ExprId, ExprKind, Program, StmtKind};

/// No more calls of one expression are compared with each other.
const MAX_CALLS: usize = 100;

/// Whether some expression outside of a file has two calls, neither of which is an argument of the other, and no operator
/// between them says which comes first.
pub fn has_unsequenced_calls(program: &Program, library: FileId) -> bool {
    let is_call = |kind: &ExprKind| matches!(kind, ExprKind::Call(..));
    let own = program.exprs.iter().filter(|expr| expr.span.file != library);
    let mut calls: Vec<Span> = own.filter(|expr| is_call(&expr.kind)).map(|expr| expr.span).collect();
    calls.sort_by_key(|span| (span.file, span.start, std::cmp::Reverse(span.end)));
    calls.dedup();
    let sequenced = sequenced_operands(program);
    full_expressions(program).into_iter().any(|whole| {
        let first = calls.partition_point(|span| (span.file, span.start) < (whole.file, whole.start));
        let inside =
            calls[first..].iter().take_while(|span| span.file == whole.file && span.start < whole.end);
        let inside: Vec<Span> = inside.copied().collect();
        let is_doubtful = |(number, call): (usize, &Span)| {
            let later = inside[number + 1..].iter().filter(|other| other.start >= call.end);
            later.into_iter().any(|other| !are_sequenced(&sequenced, whole, *call, *other))
        };
        inside.len() > MAX_CALLS || inside.iter().enumerate().any(is_doubtful)
    })
}

/// The operands of the operators that say which of them comes first.
fn sequenced_operands(program: &Program) -> Vec<Vec<Span>> {
    let span = |expr: &ExprId| program.exprs[*expr].span;
    let operands = program.exprs.iter().filter_map(|expr| match &expr.kind {
        ExprKind::And(a, b) | ExprKind::Or(a, b) | ExprKind::Elvis(a, b) | ExprKind::Comma(a, b) => {
            Some(vec![span(a), span(b)])
        }
        ExprKind::Conditional(c, a, b) => Some(vec![span(c), span(a), span(b)]),
        _ => None,
    });
    operands.collect()
}

/// Whether an operator inside of an expression says which of two calls comes first.
fn are_sequenced(sequenced: &[Vec<Span>], whole: Span, first: Span, second: Span) -> bool {
    let contains = |outer: &Span, inner: Span| {
        outer.file == inner.file && outer.start <= inner.start && inner.end <= outer.end
    };
    sequenced.iter().filter(|operands| contains(&whole, operands[0])).any(|operands| {
        let position = |call| operands.iter().position(|operand| contains(operand, call));
        matches!((position(first), position(second)), (Some(a), Some(b)) if a != b)
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
