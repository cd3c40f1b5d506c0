//! Statements and inline assembly.
//!
//! Declarations are statements here ([`StmtKind::Declaration`]), so a block is a list of one kind of thing, and a
//! label may stand before a declaration, as in C23.

use super::{AsmId, Attribute, DeclId, ExprId, Ident, StaticAssert, StmtId, StrId, TextRange};

/// A statement and where it stands.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Stmt {
    /// What it is.
    pub kind: StmtKind,
    /// Where.
    pub range: TextRange,
}

/// The forms of statements.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum StmtKind {
    /// `;`, also `__attribute__((fallthrough));` and `[[fallthrough]];`.
    Empty,
    /// `e;`
    Expr(ExprId),
    /// `int x = 1;`
    Declaration(DeclId),
    /// `_Static_assert(e, "...");`
    StaticAssert(StaticAssert),
    /// `__label__ a, b;`
    LocalLabels(Box<[Ident]>),
    /// `{ ... }`
    Compound(Box<[StmtId]>),
    /// `if (c) t else e`. A chain of `else if` is nested through `e`, however long.
    If(ExprId, StmtId, Option<StmtId>),
    /// `switch (e) s`
    Switch(ExprId, StmtId),
    /// `while (c) s`
    While(ExprId, StmtId),
    /// `do s while (c);`
    DoWhile(StmtId, ExprId),
    /// `for (init; cond; step) s`
    For(Box<For>),
    /// `name: s`. A label at the end of a block has an empty statement.
    Label(Box<Label>),
    /// `case e: s`, or GNU's `case e ... e: s`.
    Case(ExprId, Option<ExprId>, StmtId),
    /// `default: s`
    Default(StmtId),
    /// `goto name;`
    Goto(Ident),
    /// `goto *e;` (GNU)
    GotoComputed(ExprId),
    /// `break;`
    Break,
    /// `continue;`
    Continue,
    /// `return e;`
    Return(Option<ExprId>),
    /// `__asm__(...);`
    Asm(AsmId),
}

/// A label and what it labels.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Label {
    /// The name.
    pub name: Ident,
    /// Its attributes.
    pub attributes: Vec<Attribute>,
    /// The labelled statement or declaration.
    pub body: StmtId,
}

/// A `for` loop.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct For {
    /// The first part.
    pub init: ForInit,
    /// The condition; none is true.
    pub condition: Option<ExprId>,
    /// What is evaluated after each round.
    pub step: Option<ExprId>,
    /// The body.
    pub body: StmtId,
}

/// The first part of a `for` loop.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ForInit {
    /// Nothing.
    None,
    /// An expression.
    Expr(ExprId),
    /// A declaration, whose scope is the loop.
    Declaration(DeclId),
}

/// Inline assembly: of a statement or at file scope.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Asm {
    /// Whether it is `volatile`.
    pub volatile: bool,
    /// Whether it is `inline`.
    pub inline: bool,
    /// Whether it is `goto`: it may jump to the labels.
    pub goto: bool,
    /// Whether there are operands, even if none: `asm("nop" : )` is extended, `asm("nop")` is basic.
    pub extended: bool,
    /// The template.
    pub template: StrId,
    /// What it writes.
    pub outputs: Box<[AsmOperand]>,
    /// What it reads.
    pub inputs: Box<[AsmOperand]>,
    /// Registers, `"memory"` and `"cc"`.
    pub clobbers: Box<[StrId]>,
    /// The labels of `asm goto`.
    pub labels: Box<[Ident]>,
    /// Where.
    pub range: TextRange,
}

/// `[name] "constraint" (e)`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AsmOperand {
    /// The symbolic name.
    pub name: Option<Ident>,
    /// The constraint: a leading `=` or `+` says written, or read and written.
    pub constraint: StrId,
    /// The operand, an lvalue for outputs.
    pub expr: ExprId,
}
