//! Expressions, literals and initialisers.
//!
//! Parentheses leave no trace in the tree: the printer puts them where precedence needs them. Nothing is
//! resolved: an [`ExprKind::Ident`] may be a variable, a function, an enumerator, or undeclared.

use super::{ExprId, Ident, InitListId, StmtId, StrId, TextRange, TypeId};
use crate::intern::Symbol;

/// An expression and where it stands.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Expr {
    /// What it is.
    pub kind: ExprKind,
    /// Where.
    pub range: TextRange,
}

/// The forms of expressions.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ExprKind {
    /// A name that is not a typedef name.
    Ident(Symbol),
    /// `42`, `0x2aUL`.
    Int(IntLit),
    /// `1.5f`.
    Float(FloatLit),
    /// `'a'`.
    Char(CharLit),
    /// `"a" "b"`, concatenated.
    Str(StrId),
    /// `__func__`, `__FUNCTION__`, `__PRETTY_FUNCTION__`: in C all the same string.
    FuncName,
    /// A prefix or postfix operator.
    Unary(UnaryOp, ExprId),
    /// A binary operator other than assignment and comma.
    Binary(BinaryOp, ExprId, ExprId),
    /// `l = r`, or `l op= r`.
    Assign(Option<BinaryOp>, ExprId, ExprId),
    /// `l, r`.
    Comma(ExprId, ExprId),
    /// `c ? t : e`; GNU's `c ?: e` has no middle.
    Conditional(ExprId, Option<ExprId>, ExprId),
    /// `(type)e`.
    Cast(TypeId, ExprId),
    /// `(type){ ... }`.
    CompoundLiteral(TypeId, InitListId),
    /// `f(args)`.
    Call(ExprId, Box<[ExprId]>),
    /// `a[i]`.
    Index(ExprId, ExprId),
    /// `e.name`.
    Member(ExprId, Ident),
    /// `e->name`.
    Arrow(ExprId, Ident),
    /// `sizeof e`.
    SizeofExpr(ExprId),
    /// `sizeof(type)`.
    SizeofType(TypeId),
    /// `__alignof__ e`.
    AlignofExpr(ExprId),
    /// `_Alignof(type)`.
    AlignofType(TypeId),
    /// `_Generic(e, type: e, default: e)`; no type is `default`.
    Generic(ExprId, Box<[(Option<TypeId>, ExprId)]>),
    /// `({ ... })`; the statement is a [`StmtKind::Compound`](super::StmtKind::Compound).
    StmtExpr(StmtId),
    /// `&&label`.
    LabelAddr(Ident),
    /// `__builtin_va_arg(e, type)`.
    VaArg(ExprId, TypeId),
    /// `__builtin_offsetof(type, path)`; the path starts with a [`OffsetStep::Field`].
    Offsetof(TypeId, Box<[OffsetStep]>),
    /// `__builtin_types_compatible_p(type, type)`.
    TypesCompatible(TypeId, TypeId),
    /// `__builtin_choose_expr(c, a, b)`.
    ChooseExpr(ExprId, ExprId, ExprId),
    /// `__builtin_convertvector(e, type)`.
    ConvertVector(ExprId, TypeId),
}

/// A step of the path of `__builtin_offsetof`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OffsetStep {
    /// `.name`; the first one is written without the dot.
    Field(Ident),
    /// `[e]`.
    Index(ExprId),
}

/// Prefix and postfix operators.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs)]
pub enum UnaryOp {
    PreInc,
    PreDec,
    PostInc,
    PostDec,
    AddressOf,
    Deref,
    Plus,
    Minus,
    /// `~`, for complex numbers the conjugate.
    BitNot,
    Not,
    /// `__real__`.
    Real,
    /// `__imag__`.
    Imag,
}

impl UnaryOp {
    /// The spelling.
    pub fn text(self) -> &'static str {
        match self {
            UnaryOp::PreInc | UnaryOp::PostInc => "++",
            UnaryOp::PreDec | UnaryOp::PostDec => "--",
            UnaryOp::AddressOf => "&",
            UnaryOp::Deref => "*",
            UnaryOp::Plus => "+",
            UnaryOp::Minus => "-",
            UnaryOp::BitNot => "~",
            UnaryOp::Not => "!",
            UnaryOp::Real => "__real__",
            UnaryOp::Imag => "__imag__",
        }
    }

    /// Whether the operator stands behind its operand.
    pub fn is_postfix(self) -> bool {
        matches!(self, UnaryOp::PostInc | UnaryOp::PostDec)
    }
}

/// Binary operators, also those of compound assignments.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs)]
pub enum BinaryOp {
    Mul,
    Div,
    Rem,
    Add,
    Sub,
    Shl,
    Shr,
    Lt,
    Gt,
    Le,
    Ge,
    Eq,
    Ne,
    BitAnd,
    BitXor,
    BitOr,
    /// `&&`, short-circuit.
    And,
    /// `||`, short-circuit.
    Or,
}

impl BinaryOp {
    /// The spelling.
    pub fn text(self) -> &'static str {
        match self {
            BinaryOp::Mul => "*",
            BinaryOp::Div => "/",
            BinaryOp::Rem => "%",
            BinaryOp::Add => "+",
            BinaryOp::Sub => "-",
            BinaryOp::Shl => "<<",
            BinaryOp::Shr => ">>",
            BinaryOp::Lt => "<",
            BinaryOp::Gt => ">",
            BinaryOp::Le => "<=",
            BinaryOp::Ge => ">=",
            BinaryOp::Eq => "==",
            BinaryOp::Ne => "!=",
            BinaryOp::BitAnd => "&",
            BinaryOp::BitXor => "^",
            BinaryOp::BitOr => "|",
            BinaryOp::And => "&&",
            BinaryOp::Or => "||",
        }
    }
}

/// An integer literal. Its type follows from value, radix and suffix (C11 6.4.4.1).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct IntLit {
    /// The value; a literal beyond 64 bits is cut, with a warning, as gcc does.
    pub value: u64,
    /// How it was written.
    pub radix: Radix,
    /// Whether the suffix has a `u`.
    pub unsigned: bool,
    /// How many `l` the suffix has: 0, 1 or 2.
    pub longs: u8,
}

/// How an integer literal is written. Only decimal ones never become unsigned by themselves.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs)]
pub enum Radix {
    Binary,
    Octal,
    Decimal,
    Hexadecimal,
}

/// A floating-point literal.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct FloatLit {
    /// The literal without its suffix, decimal (`1.5e3`, `.5`) or hexadecimal (`0x1.8p3`).
    pub digits: Symbol,
    /// The suffix, which gives the type.
    pub suffix: FloatSuffix,
}

/// The type of a floating-point literal.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs)]
pub enum FloatSuffix {
    /// No suffix: `double`.
    None,
    /// `f`: `float`.
    F,
    /// `l`: `long double`.
    L,
    /// `q`: `__float128`.
    Q,
    /// `w`: `__float80`.
    W,
    F16,
    F32,
    F64,
    F128,
    F32x,
    F64x,
    /// `df`: `_Decimal32`.
    Df,
    /// `dd`: `_Decimal64`.
    Dd,
    /// `dl`: `_Decimal128`.
    Dl,
}

/// The prefix of a character or string literal.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Encoding {
    /// No prefix: bytes, in UTF-8.
    #[default]
    Plain,
    /// `u8`: bytes, in UTF-8.
    Utf8,
    /// `u`: `char16_t` units.
    Utf16,
    /// `U`: `char32_t` units.
    Utf32,
    /// `L`: `wchar_t` units, which have 32 bits.
    Wide,
}

/// A character literal.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct CharLit {
    /// The prefix; it gives the type, `int` for [`Encoding::Plain`].
    pub encoding: Encoding,
    /// The value, as gcc computes it: a plain literal of one byte is sign-extended, of several is base 256.
    pub value: i64,
}

/// A string literal after concatenation, without the final zero.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct StringLit {
    /// The prefix; it gives the type of the units.
    pub encoding: Encoding,
    /// The code units: bytes for plain and `u8` strings.
    pub units: Box<[u32]>,
}

impl StringLit {
    /// The text of a string of bytes, for messages, sections and assembly; other units become U+FFFD.
    pub fn to_text(&self) -> String {
        let bytes: Option<Vec<u8>> = self.units.iter().map(|&unit| u8::try_from(unit).ok()).collect();
        match (self.encoding, bytes) {
            (Encoding::Plain | Encoding::Utf8, Some(bytes)) => String::from_utf8_lossy(&bytes).into_owned(),
            _ => self.units.iter().map(|&unit| char::from_u32(unit).unwrap_or('\u{fffd}')).collect(),
        }
    }
}

/// What initialises an object or a part of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Init {
    /// `= e`.
    Expr(ExprId),
    /// `= { ... }`.
    List(InitListId),
}

/// `{ ... }`: may be empty (GNU).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct InitList {
    /// The entries in order.
    pub items: Vec<InitItem>,
    /// Where.
    pub range: TextRange,
}

/// An entry of an initialiser list.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct InitItem {
    /// `.f[3] =`: empty for "the next one".
    pub designators: Box<[Designator]>,
    /// The value.
    pub init: Init,
}

/// A step to the part that is initialised.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Designator {
    /// `.name`, or the old `name:`.
    Field(Ident),
    /// `[e]`.
    Index(ExprId),
    /// `[first ... last]` (GNU).
    Range(ExprId, ExprId),
}
