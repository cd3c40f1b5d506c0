//! Expressions to terms.
//!
//! Two loops over the ids of an expression: parents first, to see what stands under `old` and which sums,
//! conjunctions and disjunctions are only links of a chain; then children first, to build terms. A chain is built
//! at its top from all its operands at once, because building it link by link takes quadratic time.

use super::Lowering;
use super::functions::Meaning;
use crate::ast::{BinaryOp, BoundId, ExprId, ExprKind, QuantifierKind, UnaryOp};
use crate::check::{Reference, VariableId, VariableKind};
use crate::types::Type;
use base::Idx;
use rustc_hash::FxHashMap;
use term::{Substitution, Term, build as mk};

/// What variables mean where an expression stands.
#[derive(Clone, Default, Debug)]
pub(super) struct Environment {
    /// Variables that stand for something else than themselves: the parameters of a contract.
    pub(super) values: FxHashMap<VariableId, Term>,
    /// Globals under `old` that stand for something else than under no `old`.
    pub(super) old: FxHashMap<VariableId, Term>,
}

#[derive(Clone, Copy, Default)]
struct Flags {
    /// Under `old`.
    old: bool,
    /// A link of a chain whose top builds it.
    link: bool,
}

/// Operators whose chains are built at once; sums and differences together.
fn chain(op: BinaryOp) -> Option<BinaryOp> {
    match op {
        BinaryOp::And | BinaryOp::Or | BinaryOp::Add => Some(op),
        BinaryOp::Subtract => Some(BinaryOp::Add),
        _ => None,
    }
}

impl Lowering<'_> {
    /// The term of an expression.
    pub(super) fn expression(&self, root: ExprId, environment: &Environment) -> Term {
        let first = self.syntax().exprs[root].first.index();
        let flags = self.flags(root);
        let mut terms: Vec<Option<Term>> = vec![None; flags.len()];
        for expr in self.syntax().subexpressions(root) {
            let offset = expr.index() - first;
            if !flags[offset].link {
                let built =
                    |child: ExprId| terms[child.index() - first].expect("children are built before parents");
                terms[offset] = Some(self.node(expr, flags[offset].old, environment, &built));
            }
        }
        terms[root.index() - first].expect("the root is no link of a chain")
    }

    fn flags(&self, root: ExprId) -> Vec<Flags> {
        let exprs = &self.syntax().exprs;
        let first = exprs[root].first.index();
        let mut flags = vec![Flags::default(); root.index() - first + 1];
        for expr in self.syntax().subexpressions(root).rev() {
            let kind = &exprs[expr].kind;
            let old = flags[expr.index() - first].old || matches!(kind, ExprKind::Old(_));
            kind.for_each_child(|child| flags[child.index() - first].old = old);
            if let ExprKind::Binary(op, left, _) = kind
                && let ExprKind::Binary(inner, ..) = exprs[*left].kind
                && chain(*op).is_some()
                && chain(*op) == chain(inner)
            {
                flags[left.index() - first].link = true;
            }
        }
        flags
    }

    /// The globals that occur under `old` in an expression.
    pub(super) fn globals_under_old(&self, root: ExprId, found: &mut Vec<VariableId>) {
        let first = self.syntax().exprs[root].first.index();
        let flags = self.flags(root);
        for expr in self.syntax().subexpressions(root) {
            if let Reference::Variable(variable) = self.checked.references[expr]
                && flags[expr.index() - first].old
                && self.checked.variables[variable].kind == VariableKind::Global
                && !found.contains(&variable)
            {
                found.push(variable);
            }
        }
    }

    /// Whether a variable occurs in an expression.
    pub(super) fn mentions(&self, root: ExprId, variable: VariableId) -> bool {
        let mut exprs = self.syntax().subexpressions(root);
        exprs.any(|expr| self.checked.references[expr] == Reference::Variable(variable))
    }

    fn variable(&self, variable: VariableId, old: bool, environment: &Environment) -> Term {
        let old = environment.old.get(&variable).filter(|_| old);
        old.or_else(|| environment.values.get(&variable)).copied().unwrap_or(self.variables[variable])
    }

    /// The variable of a binder. The parentheses keep it apart from every name of the program.
    fn bound(&self, bound: BoundId) -> Term {
        let name = self.checked.text(self.syntax().bound[bound].name.name);
        mk::var(format!("({name} {})", bound.index()).as_str(), self.sorts[self.checked.bound_types[bound]])
    }

    fn node(
        &self,
        expr: ExprId,
        old: bool,
        environment: &Environment,
        built: &dyn Fn(ExprId) -> Term,
    ) -> Term {
        match &self.syntax().exprs[expr].kind {
            ExprKind::Bool(value) => mk::bool(*value),
            ExprKind::Int(value) => mk::int(value.clone()),
            ExprKind::Real(value) => mk::fraction(value.numer().clone(), value.denom().clone()),
            ExprKind::BitVector(value, width) => mk::bv(value.clone(), *width),
            ExprKind::Name(_) => match self.checked.references[expr] {
                Reference::Variable(variable) => self.variable(variable, old, environment),
                _ => unreachable!("the checker resolved every name"),
            },
            ExprKind::Bound(bound) => self.bound(*bound),
            ExprKind::Apply(_, arguments) => {
                let arguments: Vec<Term> = arguments.iter().map(|&argument| built(argument)).collect();
                self.application(expr, &arguments)
            }
            ExprKind::Unary(UnaryOp::Not, inner) => mk::not(built(*inner)),
            ExprKind::Unary(UnaryOp::Negate, inner) => mk::neg(built(*inner)),
            ExprKind::Binary(op, left, right) => self.binary(expr, *op, *left, *right, built),
            ExprKind::IfThenElse(condition, then, otherwise) => {
                mk::ite(built(*condition), built(*then), built(*otherwise))
            }
            ExprKind::Old(inner) | ExprKind::Coerce(inner, _) => built(*inner),
            ExprKind::ToInt(inner) => mk::to_int(built(*inner)),
            ExprKind::ToReal(inner) => mk::to_real(built(*inner)),
            ExprKind::Select(map, indices) => {
                indices.iter().fold(built(*map), |map, &index| mk::select(map, built(index)))
            }
            ExprKind::Store(map, indices, value) => {
                let indices: Vec<Term> = indices.iter().map(|&index| built(index)).collect();
                store(built(*map), &indices, built(*value))
            }
            ExprKind::Extract(inner, high, low) => mk::extract(high - 1, *low, built(*inner)),
            ExprKind::Quantifier(quantifier) => {
                let variables: Vec<Term> =
                    quantifier.variables.iter().map(|&bound| self.bound(bound)).collect();
                mk::quantify(quantifier.kind == QuantifierKind::Forall, &variables, built(quantifier.body))
            }
        }
    }

    fn application(&self, expr: ExprId, arguments: &[Term]) -> Term {
        let Reference::Function(function) = self.checked.references[expr] else {
            unreachable!("the checker resolved every application")
        };
        match self.functions[function].as_ref().expect("functions are known before they are applied") {
            Meaning::Constant(term) => *term,
            Meaning::Uninterpreted(func) => mk::apply(*func, arguments),
            Meaning::Macro(parameters, body) => {
                let pairs = parameters.iter().copied().zip(arguments.iter().copied());
                pairs.collect::<Substitution>().apply(*body)
            }
        }
    }

    fn binary(
        &self,
        expr: ExprId,
        op: BinaryOp,
        left: ExprId,
        right: ExprId,
        built: &dyn Fn(ExprId) -> Term,
    ) -> Term {
        match op {
            BinaryOp::And => mk::and(self.operands(expr, built)),
            BinaryOp::Or => mk::or(self.operands(expr, built)),
            BinaryOp::Add | BinaryOp::Subtract => mk::add(self.operands(expr, built)),
            BinaryOp::Iff | BinaryOp::Equal => mk::eq(built(left), built(right)),
            BinaryOp::NotEqual => mk::ne(built(left), built(right)),
            BinaryOp::Implies => mk::implies(built(left), built(right)),
            BinaryOp::Less => mk::lt(built(left), built(right)),
            BinaryOp::LessEqual => mk::le(built(left), built(right)),
            BinaryOp::Greater => mk::gt(built(left), built(right)),
            BinaryOp::GreaterEqual => mk::ge(built(left), built(right)),
            BinaryOp::Concat => mk::concat(built(left), built(right)),
            BinaryOp::Multiply => mk::mul(built(left), built(right)),
            BinaryOp::Div => mk::div(built(left), built(right)),
            BinaryOp::Mod => mk::modulo(built(left), built(right)),
            BinaryOp::Divide => match self.checked.types.get(self.checked.expr_types[expr]) {
                Type::Int => mk::div(built(left), built(right)),
                _ => mk::real_div(built(left), built(right)),
            },
        }
    }

    /// The operands of a chain, in source order; subtracted ones are negated.
    fn operands(&self, top: ExprId, built: &dyn Fn(ExprId) -> Term) -> Vec<Term> {
        let exprs = &self.syntax().exprs;
        let mut operands = Vec::new();
        let mut current = top;
        loop {
            let ExprKind::Binary(op, left, right) = exprs[current].kind else {
                unreachable!("a chain consists of binary operators")
            };
            let operand = built(right);
            operands.push(if op == BinaryOp::Subtract { mk::neg(operand) } else { operand });
            match exprs[left].kind {
                ExprKind::Binary(inner, ..) if chain(inner) == chain(op) => current = left,
                _ => {
                    operands.push(built(left));
                    operands.reverse();
                    return operands;
                }
            }
        }
    }
}

/// A map of several indices is a map of maps: the update goes down and back up.
pub(super) fn store(map: Term, indices: &[Term], value: Term) -> Term {
    let mut maps = Vec::with_capacity(indices.len());
    let mut current = map;
    for &index in indices {
        maps.push(current);
        current = mk::select(current, index);
    }
    maps.into_iter().zip(indices).rev().fold(value, |value, (map, &index)| mk::store(map, index, value))
}
