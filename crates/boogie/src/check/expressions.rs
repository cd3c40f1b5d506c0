//! The types of expressions.
//!
//! A loop over the ids of an expression and everything below it: children have smaller ids, so their types are
//! known. No recursion, whatever the shape of the expression.

use super::scopes::Context;
use super::{Checker, Reference, VariableKind, count};
use crate::ast::{BinaryOp, ExprId, ExprKind, Ident, Quantifier, QuantifierKind, UnaryOp};
use crate::types::{Type, TypeId};
use base::Span;

impl Checker<'_> {
    /// Types an expression and everything below it.
    pub(super) fn expression(&mut self, root: ExprId) -> TypeId {
        for expr in self.program.subexpressions(root) {
            // Variables declared together share their where clause: look at it once.
            if self.checked.expr_types[expr] == self.checked.types.wrong() {
                let ty = self.type_of(expr);
                self.checked.expr_types[expr] = ty;
            }
        }
        self.checked.expr_types[root]
    }

    /// Types an expression that must have the given type; `role` says what it is.
    pub(super) fn expression_of_type(&mut self, root: ExprId, expected: TypeId, role: &str) {
        let found = self.expression(root);
        self.require(root, found, expected, role);
    }

    /// Types a condition.
    pub(super) fn condition(&mut self, root: ExprId, role: &str) {
        let bool = self.checked.types.bool();
        self.expression_of_type(root, bool, role);
    }

    fn require(&mut self, expr: ExprId, found: TypeId, expected: TypeId, role: &str) -> bool {
        let wrong = self.checked.types.wrong();
        if found == expected || found == wrong || expected == wrong {
            return true;
        }
        let message =
            format!("{role} has the type {}, not {}", self.describe(found), self.describe(expected));
        let hint = self.conversion_hint(found, expected);
        self.error(self.span(expr), message, hint);
        false
    }

    fn conversion_hint(&self, found: TypeId, expected: TypeId) -> String {
        let types = &self.checked.types;
        match (types.get(found), types.get(expected)) {
            (Type::Int, Type::Real) => {
                "convert it by real(...), or write a literal with a point, as in 1.0".into()
            }
            (Type::Real, Type::Int) => "convert it by int(...), which rounds down".into(),
            (Type::Int, Type::BitVector(width)) => {
                format!("a literal of this type is written as in 5bv{width}")
            }
            (Type::Int, Type::Bool) => "compare it, as in e != 0".into(),
            (Type::Map(..), _) => "read an element of the map: m[i]".into(),
            _ => format!("an expression of type {} is needed here", self.describe(expected)),
        }
    }

    fn span(&self, expr: ExprId) -> Span {
        self.program.exprs[expr].span
    }

    fn ty(&self, expr: ExprId) -> TypeId {
        self.checked.expr_types[expr]
    }

    fn type_of(&mut self, expr: ExprId) -> TypeId {
        let program = self.program;
        let types = &self.checked.types;
        match &program.exprs[expr].kind {
            ExprKind::Bool(_) => types.bool(),
            ExprKind::Int(_) => types.int(),
            ExprKind::Real(_) => types.real(),
            ExprKind::BitVector(_, width) => self.checked.types.intern(Type::BitVector(*width)),
            ExprKind::Name(name) => self.name(expr, Ident { name: *name, span: self.span(expr) }),
            ExprKind::Bound(bound) => {
                let resolved = self.resolve_type(&program.bound[*bound].ty);
                self.checked.bound_types[*bound] = resolved;
                resolved
            }
            ExprKind::Apply(function, arguments) => self.application(expr, *function, arguments),
            ExprKind::Unary(op, inner) => self.unary(*op, *inner),
            ExprKind::Binary(op, left, right) => self.binary(expr, *op, *left, *right),
            ExprKind::IfThenElse(condition, then, otherwise) => {
                let bool = types.bool();
                self.require(*condition, self.ty(*condition), bool, "the condition");
                let ty = self.ty(*then);
                self.require(*otherwise, self.ty(*otherwise), ty, "the second alternative");
                ty
            }
            ExprKind::Old(inner) => self.old(expr, *inner),
            ExprKind::ToInt(inner) => {
                let (int, real) = (types.int(), types.real());
                self.require(*inner, self.ty(*inner), real, "the argument of int(...)");
                int
            }
            ExprKind::ToReal(inner) => {
                let (int, real) = (types.int(), types.real());
                self.require(*inner, self.ty(*inner), int, "the argument of real(...)");
                real
            }
            ExprKind::Select(map, indices) => {
                self.access(*map, indices).map_or(types_wrong(self), |(_, ty)| ty)
            }
            ExprKind::Store(map, indices, value) => match self.access(*map, indices) {
                Some((map_type, element)) => {
                    self.require(*value, self.ty(*value), element, "the stored value");
                    map_type
                }
                None => types_wrong(self),
            },
            ExprKind::Extract(inner, high, low) => self.extract(expr, *inner, *high, *low),
            ExprKind::Quantifier(quantifier) => self.quantifier(expr, quantifier),
            ExprKind::Coerce(inner, ty) => {
                let ty = self.resolve_type(ty);
                self.require(*inner, self.ty(*inner), ty, "this expression");
                ty
            }
        }
    }

    fn name(&mut self, expr: ExprId, ident: Ident) -> TypeId {
        let Some(variable) = self.variable(ident) else { return types_wrong(self) };
        let info = &self.checked.variables[variable];
        let ty = info.ty;
        if self.context == Context::Rigid && info.kind == VariableKind::Global {
            let message = format!("the global variable `{}` cannot occur here", self.text(ident.name));
            let hint = "axioms and bodies of functions speak about constants and parameters only";
            self.error(ident.span, message, hint);
        }
        self.checked.references[expr] = Reference::Variable(variable);
        ty
    }

    fn application(&mut self, expr: ExprId, function: Ident, arguments: &[ExprId]) -> TypeId {
        let Some(&id) = self.function_names.get(&function.name) else {
            if self.checked.procedure_names.contains_key(&function.name) {
                let text = self.text(function.name);
                let message = format!("`{text}` is a procedure, not a function");
                self.error(
                    function.span,
                    message,
                    format!("call it in a statement of its own: `call x := {text}(...);`"),
                );
            } else {
                let known: Vec<_> = self.function_names.keys().copied().collect();
                self.unknown("function", function, known.iter());
            }
            return types_wrong(self);
        };
        self.checked.references[expr] = Reference::Function(id);
        let parameters = self.checked.functions[id].parameters.clone();
        if parameters.len() != arguments.len() {
            let (text, expected) = (self.text(function.name), count(parameters.len(), "argument"));
            let message = format!("the function `{text}` takes {expected}, but gets {}", arguments.len());
            self.error(self.span(expr), message, "give one argument for each parameter");
        }
        for (&argument, &parameter) in arguments.iter().zip(&parameters) {
            let expected = self.checked.variables[parameter].ty;
            self.require(argument, self.ty(argument), expected, "the argument");
        }
        self.checked.functions[id].result
    }

    fn unary(&mut self, op: UnaryOp, inner: ExprId) -> TypeId {
        let ty = self.ty(inner);
        match op {
            UnaryOp::Not => {
                let bool = self.checked.types.bool();
                self.require(inner, ty, bool, "the operand of `!`");
                bool
            }
            UnaryOp::Negate => {
                self.number(inner, "-");
                ty
            }
        }
    }

    /// Requires an int or a real.
    fn number(&mut self, expr: ExprId, operator: &str) -> bool {
        let ty = self.ty(expr);
        match self.checked.types.get(ty) {
            Type::Int | Type::Real | Type::Wrong => true,
            Type::BitVector(width) => {
                let message = format!("`{operator}` is not defined on bv{width}");
                let hint =
                    "declare a function with {:bvbuiltin \"bvadd\"}, or another operation, and apply it";
                self.error(self.span(expr), message, hint);
                false
            }
            _ => {
                let message = format!("`{operator}` is not defined on {}", self.describe(ty));
                self.error(self.span(expr), message, "arithmetic works on int and real");
                false
            }
        }
    }

    fn binary(&mut self, expr: ExprId, op: BinaryOp, left: ExprId, right: ExprId) -> TypeId {
        let (bool, int) = (self.checked.types.bool(), self.checked.types.int());
        match op {
            BinaryOp::Iff | BinaryOp::Implies | BinaryOp::And | BinaryOp::Or => {
                for operand in [left, right] {
                    self.require(
                        operand,
                        self.ty(operand),
                        bool,
                        &format!("an operand of `{}`", op.symbol()),
                    );
                }
                bool
            }
            BinaryOp::Equal | BinaryOp::NotEqual => {
                self.same_types(expr, op, left, right);
                bool
            }
            BinaryOp::Less | BinaryOp::LessEqual | BinaryOp::Greater | BinaryOp::GreaterEqual => {
                if self.number(left, op.symbol()) {
                    self.same_types(expr, op, left, right);
                }
                bool
            }
            BinaryOp::Add | BinaryOp::Subtract | BinaryOp::Multiply | BinaryOp::Divide => {
                if self.number(left, op.symbol()) && self.same_types(expr, op, left, right) {
                    return self.ty(left);
                }
                types_wrong(self)
            }
            BinaryOp::Div | BinaryOp::Mod => {
                for operand in [left, right] {
                    self.require(operand, self.ty(operand), int, &format!("an operand of `{}`", op.symbol()));
                }
                int
            }
            BinaryOp::Concat => self.concat(left, right),
        }
    }

    fn same_types(&mut self, expr: ExprId, op: BinaryOp, left: ExprId, right: ExprId) -> bool {
        let (first, second) = (self.ty(left), self.ty(right));
        let wrong = self.checked.types.wrong();
        if first == second || first == wrong || second == wrong {
            return true;
        }
        let (first_text, second_text) = (self.describe(first), self.describe(second));
        let message =
            format!("the operands of `{}` have different types, {first_text} and {second_text}", op.symbol());
        let hint = self.conversion_hint(second, first);
        self.error(self.span(expr), message, hint);
        false
    }

    fn width(&mut self, expr: ExprId, role: &str) -> Option<u32> {
        let ty = self.ty(expr);
        match self.checked.types.get(ty) {
            Type::BitVector(width) => Some(*width),
            Type::Wrong => None,
            _ => {
                let message = format!("{role} has the type {}, not a bit-vector", self.describe(ty));
                self.error(self.span(expr), message, "bit-vector literals are written as in 5bv8");
                None
            }
        }
    }

    fn concat(&mut self, left: ExprId, right: ExprId) -> TypeId {
        let widths = (self.width(left, "an operand of `++`"), self.width(right, "an operand of `++`"));
        let (Some(high), Some(low)) = widths else { return types_wrong(self) };
        match high.checked_add(low).filter(|&width| width <= 1 << 20) {
            Some(width) => self.checked.types.intern(Type::BitVector(width)),
            None => {
                self.error(
                    self.span(right),
                    "this bit-vector is too wide",
                    "bit-vectors have at most 2^20 bits",
                );
                types_wrong(self)
            }
        }
    }

    fn extract(&mut self, expr: ExprId, inner: ExprId, high: u32, low: u32) -> TypeId {
        let Some(width) = self.width(inner, "the operand of [high:low]") else { return types_wrong(self) };
        if low >= high || high > width {
            let message = format!("the bits [{high}:{low}] are not in a bv{width}");
            let hint = "e[high:low] takes the bits from low up to, but not including, high";
            self.error(self.span(expr), message, hint);
            return types_wrong(self);
        }
        self.checked.types.intern(Type::BitVector(high - low))
    }

    fn old(&mut self, expr: ExprId, inner: ExprId) -> TypeId {
        if self.context != Context::Procedure {
            let hint = "old(...) is the value at the entry of a procedure, so it occurs only in contracts and bodies";
            self.error(self.span(expr), "old(...) has no meaning here", hint);
        }
        self.ty(inner)
    }

    /// The type of a map and of its elements, if the indices fit.
    fn access(&mut self, map: ExprId, indices: &[ExprId]) -> Option<(TypeId, TypeId)> {
        let map_type = self.ty(map);
        let indices: Vec<(ExprId, TypeId)> = indices.iter().map(|&index| (index, self.ty(index))).collect();
        let element = self.access_type(map_type, self.span(map), &indices)?;
        Some((map_type, element))
    }

    /// The type of the elements of a map at indices of the given types.
    pub(super) fn access_type(
        &mut self,
        map: TypeId,
        span: Span,
        indices: &[(ExprId, TypeId)],
    ) -> Option<TypeId> {
        let (expected, result) = match self.checked.types.get(map) {
            Type::Map(expected, result) => (expected.clone(), *result),
            Type::Wrong => return None,
            _ => {
                let message = format!("this has the type {}, which is not a map", self.describe(map));
                self.error(span, message, "only maps have elements; bits are extracted by e[high:low]");
                return None;
            }
        };
        if expected.len() != indices.len() {
            let arity =
                if expected.len() == 1 { "1 index".into() } else { format!("{} indices", expected.len()) };
            let message = format!("this map has {arity}, but gets {}", indices.len());
            let hint = "m[i, j] reads a map of two indices, m[i][j] a map of maps";
            self.error(span, message, hint);
            return None;
        }
        for (&(index, found), &expected) in indices.iter().zip(&expected) {
            self.require(index, found, expected, "the index");
        }
        Some(result)
    }

    fn quantifier(&mut self, expr: ExprId, quantifier: &Quantifier) -> TypeId {
        for &bound in &quantifier.variables {
            let resolved = self.resolve_type(&self.program.bound[bound].ty);
            self.checked.bound_types[bound] = resolved;
        }
        if quantifier.kind == QuantifierKind::Lambda {
            let hint = "declare a constant map and an axiom that says what its elements are";
            self.error(self.span(expr), "lambda expressions are not supported", hint);
            return types_wrong(self);
        }
        let bool = self.checked.types.bool();
        self.require(quantifier.body, self.ty(quantifier.body), bool, "the body of a quantifier");
        bool
    }
}

fn types_wrong(checker: &Checker<'_>) -> TypeId {
    checker.checked.types.wrong()
}
