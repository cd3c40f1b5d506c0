//! Expressions as text.
//!
//! A stack of pending pieces instead of recursion, since chains of operators may be long.

use super::Printer;
use crate::ast::*;
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, Signed, Zero};

/// A piece of an expression that is still to be printed.
enum Piece {
    /// An expression that needs parentheses if it binds looser than this level.
    Expr(ExprId, u8),
    Text(&'static str),
    Owned(String),
}

const UNARY: u8 = 8;
const POSTFIX: u8 = 9;
const ATOM: u8 = 10;

impl BinaryOp {
    /// The operator as it is written.
    pub fn symbol(self) -> &'static str {
        match self {
            BinaryOp::Iff => "<==>",
            BinaryOp::Implies => "==>",
            BinaryOp::And => "&&",
            BinaryOp::Or => "||",
            BinaryOp::Equal => "==",
            BinaryOp::NotEqual => "!=",
            BinaryOp::Less => "<",
            BinaryOp::LessEqual => "<=",
            BinaryOp::Greater => ">",
            BinaryOp::GreaterEqual => ">=",
            BinaryOp::Concat => "++",
            BinaryOp::Add => "+",
            BinaryOp::Subtract => "-",
            BinaryOp::Multiply => "*",
            BinaryOp::Divide => "/",
            BinaryOp::Div => "div",
            BinaryOp::Mod => "mod",
        }
    }

    fn level(self) -> u8 {
        match self {
            BinaryOp::Iff => 1,
            BinaryOp::Implies => 2,
            BinaryOp::And | BinaryOp::Or => 3,
            BinaryOp::Equal
            | BinaryOp::NotEqual
            | BinaryOp::Less
            | BinaryOp::LessEqual
            | BinaryOp::Greater
            | BinaryOp::GreaterEqual => 4,
            BinaryOp::Concat => 5,
            BinaryOp::Add | BinaryOp::Subtract => 6,
            BinaryOp::Multiply | BinaryOp::Divide | BinaryOp::Div | BinaryOp::Mod => 7,
        }
    }
}

impl Printer<'_> {
    /// Prints an expression.
    pub(super) fn expression(&mut self, root: ExprId) {
        let mut pending = vec![Piece::Expr(root, 0)];
        while let Some(piece) = pending.pop() {
            match piece {
                Piece::Text(text) => self.out += text,
                Piece::Owned(text) => self.out += &text,
                Piece::Expr(expr, level) => {
                    let mut pieces = self.pieces(expr);
                    if self.level(expr) < level {
                        pieces.insert(0, Piece::Text("("));
                        pieces.push(Piece::Text(")"));
                    }
                    pending.extend(pieces.into_iter().rev());
                }
            }
        }
    }

    fn level(&self, expr: ExprId) -> u8 {
        match &self.program.exprs[expr].kind {
            ExprKind::Binary(op, ..) => op.level(),
            ExprKind::IfThenElse(..) => 0,
            ExprKind::Unary(..) => UNARY,
            ExprKind::Select(..) | ExprKind::Store(..) | ExprKind::Extract(..) => POSTFIX,
            _ => ATOM,
        }
    }

    fn pieces(&self, expr: ExprId) -> Vec<Piece> {
        match &self.program.exprs[expr].kind {
            ExprKind::Bool(value) => vec![Piece::Owned(value.to_string())],
            ExprKind::Int(value) => vec![Piece::Owned(value.to_string())],
            ExprKind::Real(value) => vec![Piece::Owned(decimal(value))],
            ExprKind::BitVector(value, width) => vec![Piece::Owned(format!("{value}bv{width}"))],
            ExprKind::Name(name) => vec![Piece::Owned(self.name(*name))],
            ExprKind::Bound(bound) => vec![Piece::Owned(self.name(self.program.bound[*bound].name.name))],
            ExprKind::Apply(function, arguments) => {
                let mut pieces = vec![Piece::Owned(self.name(function.name) + "(")];
                list(&mut pieces, arguments);
                pieces.push(Piece::Text(")"));
                pieces
            }
            ExprKind::Unary(op, inner) => {
                let symbol = if *op == UnaryOp::Not { "!" } else { "-" };
                vec![Piece::Text(symbol), Piece::Expr(*inner, UNARY)]
            }
            ExprKind::Binary(op, left, right) => self.binary(*op, *left, *right),
            ExprKind::IfThenElse(condition, then, otherwise) => vec![
                Piece::Text("if "),
                Piece::Expr(*condition, 1),
                Piece::Text(" then "),
                Piece::Expr(*then, 1),
                Piece::Text(" else "),
                Piece::Expr(*otherwise, 0),
            ],
            ExprKind::Old(inner) => vec![Piece::Text("old("), Piece::Expr(*inner, 0), Piece::Text(")")],
            ExprKind::ToInt(inner) => vec![Piece::Text("int("), Piece::Expr(*inner, 0), Piece::Text(")")],
            ExprKind::ToReal(inner) => vec![Piece::Text("real("), Piece::Expr(*inner, 0), Piece::Text(")")],
            ExprKind::Select(map, indices) => {
                let mut pieces = vec![Piece::Expr(*map, POSTFIX), Piece::Text("[")];
                list(&mut pieces, indices);
                pieces.push(Piece::Text("]"));
                pieces
            }
            ExprKind::Store(map, indices, value) => {
                let mut pieces = vec![Piece::Expr(*map, POSTFIX), Piece::Text("[")];
                list(&mut pieces, indices);
                pieces.extend([Piece::Text(" := "), Piece::Expr(*value, 0), Piece::Text("]")]);
                pieces
            }
            ExprKind::Extract(inner, high, low) => {
                vec![Piece::Expr(*inner, POSTFIX), Piece::Owned(format!("[{high}:{low}]"))]
            }
            ExprKind::Quantifier(quantifier) => self.quantifier(quantifier),
            ExprKind::Coerce(inner, ty) => {
                let ty = self.type_text(ty);
                vec![Piece::Text("("), Piece::Expr(*inner, POSTFIX), Piece::Owned(format!(": {ty})"))]
            }
        }
    }

    fn binary(&self, op: BinaryOp, left: ExprId, right: ExprId) -> Vec<Piece> {
        let level = op.level();
        let same = |expr| match &self.program.exprs[expr].kind {
            ExprKind::Binary(inner, ..) => match op {
                BinaryOp::And | BinaryOp::Or => *inner == op,
                _ => inner.level() == level && level != 4,
            },
            _ => false,
        };
        // To the left associate all but implications; where levels do not mix, only the same operator may.
        let (loose, tight) = (level, level + 1);
        let left_level = if op != BinaryOp::Implies && same(left) { loose } else { tight };
        let right_level = if op == BinaryOp::Implies && same(right) { loose } else { tight };
        let symbol = format!(" {} ", op.symbol());
        vec![Piece::Expr(left, left_level), Piece::Owned(symbol), Piece::Expr(right, right_level)]
    }

    fn quantifier(&self, quantifier: &Quantifier) -> Vec<Piece> {
        let word = match quantifier.kind {
            QuantifierKind::Forall => "forall",
            QuantifierKind::Exists => "exists",
            QuantifierKind::Lambda => "lambda",
        };
        let variables: Vec<String> = quantifier
            .variables
            .iter()
            .map(|&bound| {
                let variable = &self.program.bound[bound];
                format!("{}: {}", self.name(variable.name.name), self.type_text(&variable.ty))
            })
            .collect();
        let attributes = self.attributes(&quantifier.attributes);
        let mut pieces = vec![Piece::Owned(format!("({word} {} :: {attributes}", variables.join(", ")))];
        for trigger in &quantifier.triggers {
            pieces.push(Piece::Text("{ "));
            list(&mut pieces, trigger);
            pieces.push(Piece::Text(" } "));
        }
        pieces.extend([Piece::Expr(quantifier.body, 0), Piece::Text(")")]);
        pieces
    }
}

fn list(pieces: &mut Vec<Piece>, exprs: &[ExprId]) {
    for (number, &expr) in exprs.iter().enumerate() {
        if number > 0 {
            pieces.push(Piece::Text(", "));
        }
        pieces.push(Piece::Expr(expr, 0));
    }
}

/// A finite decimal: every literal is one.
fn decimal(value: &BigRational) -> String {
    let (mut digits, mut exponent) = (value.numer().clone(), 0i64);
    let mut denominator = value.denom().clone();
    let (two, five, ten) = (BigInt::from(2), BigInt::from(5), BigInt::from(10));
    while !denominator.is_one() {
        // One more digit behind the point cancels a two and a five of the denominator.
        let both = (&denominator % &ten).is_zero();
        let halves = (&denominator % &two).is_zero();
        let (divisor, factor) = if both {
            (&ten, 1)
        } else if halves {
            (&two, 5)
        } else {
            (&five, 2)
        };
        denominator /= divisor;
        digits *= factor;
        exponent -= 1;
    }
    while digits.abs() >= BigInt::from(1_000_000) && (&digits % &ten).is_zero() {
        digits /= &ten;
        exponent += 1;
    }
    match exponent {
        0 => format!("{digits}.0"),
        -15..0 => {
            let text = digits.to_string();
            let places = exponent.unsigned_abs() as usize;
            let text = format!("{}{text}", "0".repeat((places + 1).saturating_sub(text.len())));
            format!("{}.{}", &text[..text.len() - places], &text[text.len() - places..])
        }
        _ => format!("{digits}e{exponent}"),
    }
}
