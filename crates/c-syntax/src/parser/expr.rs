//! Expressions: precedence climbing, and the operators in front of and behind operands.

use super::{Parsed, Parser};
use crate::ast::{BinaryOp, ExprId, ExprKind, UnaryOp};
use crate::token::Tok;

/// The weakest binary operator; assignment, `?:` and the comma are weaker.
const WEAKEST: u8 = 1;

/// The strength and meaning of a binary operator.
#[inline]
fn binary_op(kind: Tok) -> Option<(u8, BinaryOp)> {
    Some(match kind {
        Tok::OrOr => (1, BinaryOp::Or),
        Tok::AndAnd => (2, BinaryOp::And),
        Tok::Pipe => (3, BinaryOp::BitOr),
        Tok::Caret => (4, BinaryOp::BitXor),
        Tok::Amp => (5, BinaryOp::BitAnd),
        Tok::EqEq => (6, BinaryOp::Eq),
        Tok::Ne => (6, BinaryOp::Ne),
        Tok::Lt => (7, BinaryOp::Lt),
        Tok::Gt => (7, BinaryOp::Gt),
        Tok::Le => (7, BinaryOp::Le),
        Tok::Ge => (7, BinaryOp::Ge),
        Tok::Shl => (8, BinaryOp::Shl),
        Tok::Shr => (8, BinaryOp::Shr),
        Tok::Plus => (9, BinaryOp::Add),
        Tok::Minus => (9, BinaryOp::Sub),
        Tok::Star => (10, BinaryOp::Mul),
        Tok::Slash => (10, BinaryOp::Div),
        Tok::Percent => (10, BinaryOp::Rem),
        _ => return None,
    })
}

/// The operator of an assignment: `Some(None)` for the plain one.
#[inline]
fn assign_op(kind: Tok) -> Option<Option<BinaryOp>> {
    Some(match kind {
        Tok::Assign => None,
        Tok::StarAssign => Some(BinaryOp::Mul),
        Tok::SlashAssign => Some(BinaryOp::Div),
        Tok::PercentAssign => Some(BinaryOp::Rem),
        Tok::PlusAssign => Some(BinaryOp::Add),
        Tok::MinusAssign => Some(BinaryOp::Sub),
        Tok::ShlAssign => Some(BinaryOp::Shl),
        Tok::ShrAssign => Some(BinaryOp::Shr),
        Tok::AmpAssign => Some(BinaryOp::BitAnd),
        Tok::CaretAssign => Some(BinaryOp::BitXor),
        Tok::PipeAssign => Some(BinaryOp::BitOr),
        _ => return None,
    })
}

fn prefix_op(kind: Tok) -> Option<UnaryOp> {
    Some(match kind {
        Tok::PlusPlus => UnaryOp::PreInc,
        Tok::MinusMinus => UnaryOp::PreDec,
        Tok::Amp => UnaryOp::AddressOf,
        Tok::Star => UnaryOp::Deref,
        Tok::Plus => UnaryOp::Plus,
        Tok::Minus => UnaryOp::Minus,
        Tok::Tilde => UnaryOp::BitNot,
        Tok::Bang => UnaryOp::Not,
        Tok::Real => UnaryOp::Real,
        Tok::Imag => UnaryOp::Imag,
        _ => return None,
    })
}

impl Parser<'_> {
    /// An expression, commas included.
    pub(super) fn expr(&mut self) -> Parsed<ExprId> {
        let start = self.start();
        let mut left = self.assignment()?;
        while self.eat(Tok::Comma) {
            let right = self.assignment()?;
            left = self.expr_node(ExprKind::Comma(left, right), start);
        }
        Ok(left)
    }

    /// An expression without commas.
    pub(super) fn assignment(&mut self) -> Parsed<ExprId> {
        let start = self.start();
        let left = self.conditional()?;
        let Some(op) = assign_op(self.kind()) else { return Ok(left) };
        self.bump();
        self.enter()?;
        let right = self.assignment()?;
        self.leave();
        Ok(self.expr_node(ExprKind::Assign(op, left, right), start))
    }

    /// A conditional expression: what constants are, too.
    pub(super) fn conditional(&mut self) -> Parsed<ExprId> {
        let start = self.start();
        let condition = self.binary(WEAKEST)?;
        if !self.eat(Tok::Question) {
            return Ok(condition);
        }
        self.enter()?;
        let then = if self.at(Tok::Colon) { None } else { Some(self.expr()?) };
        self.expect(Tok::Colon, "of `?:`")?;
        let otherwise = self.conditional()?;
        self.leave();
        Ok(self.expr_node(ExprKind::Conditional(condition, then, otherwise), start))
    }

    fn binary(&mut self, weakest: u8) -> Parsed<ExprId> {
        let start = self.start();
        let mut left = self.cast()?;
        while let Some((strength, op)) = binary_op(self.kind()) {
            if strength < weakest {
                break;
            }
            self.bump();
            let right = self.binary(strength + 1)?;
            left = self.expr_node(ExprKind::Binary(op, left, right), start);
        }
        Ok(left)
    }

    /// A cast, or anything that binds stronger.
    pub(super) fn cast(&mut self) -> Parsed<ExprId> {
        if !(self.at(Tok::LParen) && self.starts_type(1)) {
            return self.unary();
        }
        let start = self.start();
        let ty = self.parenthesised_type()?;
        if self.at(Tok::LBrace) {
            let list = self.init_list()?;
            let literal = self.expr_node(ExprKind::CompoundLiteral(ty, list), start);
            return self.postfix(literal, start);
        }
        self.enter()?;
        let operand = self.cast()?;
        self.leave();
        Ok(self.expr_node(ExprKind::Cast(ty, operand), start))
    }

    fn unary(&mut self) -> Parsed<ExprId> {
        let kind = self.kind();
        let start = self.start();
        if let Some(op) = prefix_op(kind) {
            self.bump();
            self.enter()?;
            let operand = self.cast()?;
            self.leave();
            return Ok(self.expr_node(ExprKind::Unary(op, operand), start));
        }
        match kind {
            Tok::Sizeof | Tok::Alignof => {
                self.bump();
                self.enter()?;
                let kind = self.size_operand(kind == Tok::Sizeof)?;
                self.leave();
                Ok(self.expr_node(kind, start))
            }
            Tok::AndAnd => {
                self.bump();
                let label = self.ident("the name of a label after `&&`")?;
                Ok(self.expr_node(ExprKind::LabelAddr(label), start))
            }
            Tok::Extension => {
                self.bump();
                self.enter()?;
                let operand = self.cast()?;
                self.leave();
                Ok(operand)
            }
            _ => {
                let operand = self.primary()?;
                self.postfix(operand, start)
            }
        }
    }

    /// The operand of `sizeof` or `__alignof__`: a type, or an expression that may start like one.
    fn size_operand(&mut self, sizeof: bool) -> Parsed<ExprKind> {
        let start = self.start();
        let operand = if self.at(Tok::LParen) && self.starts_type(1) {
            let ty = self.parenthesised_type()?;
            if !self.at(Tok::LBrace) {
                return Ok(if sizeof { ExprKind::SizeofType(ty) } else { ExprKind::AlignofType(ty) });
            }
            let list = self.init_list()?;
            let literal = self.expr_node(ExprKind::CompoundLiteral(ty, list), start);
            self.postfix(literal, start)?
        } else {
            self.unary()?
        };
        Ok(if sizeof { ExprKind::SizeofExpr(operand) } else { ExprKind::AlignofExpr(operand) })
    }

    /// What stands behind an operand.
    pub(super) fn postfix(&mut self, mut operand: ExprId, start: u32) -> Parsed<ExprId> {
        loop {
            let kind = match self.kind() {
                Tok::LParen => {
                    let args = self.arguments()?;
                    ExprKind::Call(operand, args)
                }
                Tok::LBracket => {
                    let open = self.bump();
                    self.enter()?;
                    let index = self.expr()?;
                    self.leave();
                    self.close(Tok::RBracket, open)?;
                    ExprKind::Index(operand, index)
                }
                Tok::Dot => {
                    self.bump();
                    ExprKind::Member(operand, self.ident("the name of a member after `.`")?)
                }
                Tok::Arrow => {
                    self.bump();
                    ExprKind::Arrow(operand, self.ident("the name of a member after `->`")?)
                }
                Tok::PlusPlus => {
                    self.bump();
                    ExprKind::Unary(UnaryOp::PostInc, operand)
                }
                Tok::MinusMinus => {
                    self.bump();
                    ExprKind::Unary(UnaryOp::PostDec, operand)
                }
                _ => return Ok(operand),
            };
            operand = self.expr_node(kind, start);
        }
    }

    /// `(a, b, c)` of a call.
    pub(super) fn arguments(&mut self) -> Parsed<Box<[ExprId]>> {
        let open = self.expect(Tok::LParen, "before the arguments")?;
        if self.eat(Tok::RParen) {
            return Ok(Box::default());
        }
        self.enter()?;
        let mut args = Vec::new();
        loop {
            args.push(self.assignment()?);
            if !self.eat(Tok::Comma) {
                break;
            }
        }
        self.leave();
        self.close(Tok::RParen, open)?;
        Ok(args.into())
    }
}
