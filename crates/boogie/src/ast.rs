//! The syntax tree of a Boogie program.
//!
//! Expressions live in one arena, [`Program::exprs`], and refer to each other by id. The parser creates children
//! before parents, so an expression and everything below it occupy ids up to and including its own, starting at
//! [`Expr::first`]. Two things follow, and every later pass relies on them: a pass over an expression is a plain
//! loop over a range of ids (children first, or parents first in reverse), and a chain of a hundred thousand
//! operators needs no recursion, neither to check nor to print nor to drop. Statements and types are ordinary
//! trees; the parser bounds their depth.

use crate::names::{Name, Names};
use base::{IndexVec, Span, typed_index};
use num_bigint::{BigInt, BigUint};
use num_rational::BigRational;

typed_index! {
    /// An expression of [`Program::exprs`].
    pub struct ExprId;
}

typed_index! {
    /// A variable that a quantifier binds; an entry of [`Program::bound`].
    pub struct BoundId;
}

/// A program.
#[derive(Clone, Debug, Default)]
pub struct Program {
    /// The identifiers.
    pub names: Names,
    /// The expressions, children before parents.
    pub exprs: IndexVec<ExprId, Expr>,
    /// The variables bound by quantifiers.
    pub bound: IndexVec<BoundId, BoundVariable>,
    /// The declarations in source order.
    pub declarations: Vec<Declaration>,
}

/// An identifier at a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ident {
    /// The identifier.
    pub name: Name,
    /// The place.
    pub span: Span,
}

/// An attribute `{:name argument, ...}`.
#[derive(Clone, Debug)]
pub struct Attribute {
    /// The name, without the colon.
    pub name: Ident,
    /// The arguments.
    pub arguments: Vec<AttributeArgument>,
}

/// An argument of an attribute.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AttributeArgument {
    /// A string literal, without quotes and escapes.
    Text(String),
    /// The source text of an expression. Attributes carry hints for tools, so names in them are not resolved.
    Expr(String),
}

/// A type as written.
#[derive(Clone, Debug)]
pub struct TypeExpr {
    /// Which type.
    pub kind: TypeKind,
    /// The place.
    pub span: Span,
}

/// The forms of types.
#[derive(Clone, Debug)]
pub enum TypeKind {
    /// `bool`.
    Bool,
    /// `int`.
    Int,
    /// `real`.
    Real,
    /// `bvN`.
    BitVector(u32),
    /// A declared type with its arguments.
    Named(Name, Vec<TypeExpr>),
    /// `[indices]result`.
    Map(Vec<TypeExpr>, Box<TypeExpr>),
}

/// An expression.
#[derive(Clone, Debug)]
pub struct Expr {
    /// Which expression.
    pub kind: ExprKind,
    /// The place.
    pub span: Span,
    /// The least id of the expressions below this one, or its own id.
    pub first: ExprId,
}

/// The forms of expressions.
#[derive(Clone, Debug)]
pub enum ExprKind {
    /// `true` or `false`.
    Bool(bool),
    /// An integer literal.
    Int(BigInt),
    /// A decimal literal.
    Real(BigRational),
    /// A bit-vector literal: value and width.
    BitVector(BigUint, u32),
    /// A constant or variable.
    Name(Name),
    /// A variable bound by an enclosing quantifier.
    Bound(BoundId),
    /// A function application.
    Apply(Ident, Vec<ExprId>),
    /// A unary operator.
    Unary(UnaryOp, ExprId),
    /// A binary operator.
    Binary(BinaryOp, ExprId, ExprId),
    /// `if c then a else b`.
    IfThenElse(ExprId, ExprId, ExprId),
    /// `old(e)`.
    Old(ExprId),
    /// `int(e)`.
    ToInt(ExprId),
    /// `real(e)`.
    ToReal(ExprId),
    /// `map[indices]`.
    Select(ExprId, Vec<ExprId>),
    /// `map[indices := value]`.
    Store(ExprId, Vec<ExprId>, ExprId),
    /// `e[high:low]`: the bits from `low` up to, but not including, `high`.
    Extract(ExprId, u32, u32),
    /// A quantifier or a lambda.
    Quantifier(Box<Quantifier>),
    /// `e : type`.
    Coerce(ExprId, TypeExpr),
}

/// A quantifier or a lambda.
#[derive(Clone, Debug)]
pub struct Quantifier {
    /// Which one.
    pub kind: QuantifierKind,
    /// The bound variables, at least one.
    pub variables: Vec<BoundId>,
    /// The attributes.
    pub attributes: Vec<Attribute>,
    /// The triggers: each a list of terms that are matched together.
    pub triggers: Vec<Vec<ExprId>>,
    /// The body.
    pub body: ExprId,
}

/// What binds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum QuantifierKind {
    /// `forall`.
    Forall,
    /// `exists`.
    Exists,
    /// `lambda`.
    Lambda,
}

/// A variable bound by a quantifier.
#[derive(Clone, Debug)]
pub struct BoundVariable {
    /// Its name.
    pub name: Ident,
    /// Its type.
    pub ty: TypeExpr,
}

/// Unary operators.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UnaryOp {
    /// `!`.
    Not,
    /// `-`.
    Negate,
}

/// Binary operators. `a <== b` is parsed as `b ==> a`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum BinaryOp {
    Iff,
    Implies,
    And,
    Or,
    Equal,
    NotEqual,
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
    Concat,
    Add,
    Subtract,
    Multiply,
    /// `/`: division of reals, and integer division of integers.
    Divide,
    /// `div`: integer division.
    Div,
    /// `mod` or `%`.
    Mod,
}

/// A top-level declaration.
#[derive(Clone, Debug)]
pub struct Declaration {
    /// Which declaration.
    pub kind: DeclarationKind,
    /// The attributes.
    pub attributes: Vec<Attribute>,
    /// The place.
    pub span: Span,
}

/// The forms of declarations.
#[derive(Clone, Debug)]
pub enum DeclarationKind {
    /// `type`.
    Type(TypeDeclaration),
    /// `const`.
    Constants(ConstantDeclaration),
    /// `function`.
    Function(FunctionDeclaration),
    /// `axiom`.
    Axiom(ExprId),
    /// `var`.
    Variables(Vec<Variable>),
    /// `procedure`.
    Procedure(ProcedureDeclaration),
    /// `implementation`.
    Implementation(ImplementationDeclaration),
}

/// A type or type synonym.
#[derive(Clone, Debug)]
pub struct TypeDeclaration {
    /// The name.
    pub name: Ident,
    /// Declared `finite`.
    pub finite: bool,
    /// The parameters.
    pub parameters: Vec<Ident>,
    /// What it stands for, if it is a synonym.
    pub synonym: Option<TypeExpr>,
}

/// Constants of one type.
#[derive(Clone, Debug)]
pub struct ConstantDeclaration {
    /// Whether they differ from each other and from all other unique constants of the type.
    pub unique: bool,
    /// The names.
    pub names: Vec<Ident>,
    /// The type.
    pub ty: TypeExpr,
}

/// A function.
#[derive(Clone, Debug)]
pub struct FunctionDeclaration {
    /// The name.
    pub name: Ident,
    /// The parameters; a name is needed only where the body uses it.
    pub parameters: Vec<(Option<Ident>, TypeExpr)>,
    /// The type of the result.
    pub result: TypeExpr,
    /// The body.
    pub body: Option<ExprId>,
}

/// A global, local, parameter or result variable.
#[derive(Clone, Debug)]
pub struct Variable {
    /// The name.
    pub name: Ident,
    /// The type.
    pub ty: TypeExpr,
    /// The `where` clause; variables declared together share it.
    pub where_clause: Option<ExprId>,
    /// The attributes.
    pub attributes: Vec<Attribute>,
}

/// A procedure, perhaps with its only implementation.
#[derive(Clone, Debug)]
pub struct ProcedureDeclaration {
    /// The name.
    pub name: Ident,
    /// The parameters.
    pub parameters: Vec<Variable>,
    /// The results.
    pub results: Vec<Variable>,
    /// The contract.
    pub contract: Vec<Clause>,
    /// The body.
    pub body: Option<Body>,
}

/// An implementation of a procedure declared elsewhere.
#[derive(Clone, Debug)]
pub struct ImplementationDeclaration {
    /// The name of the procedure.
    pub name: Ident,
    /// The parameters, perhaps under other names.
    pub parameters: Vec<Variable>,
    /// The results, perhaps under other names.
    pub results: Vec<Variable>,
    /// The body.
    pub body: Body,
}

/// A clause of a contract.
#[derive(Clone, Debug)]
pub struct Clause {
    /// Assumed, but not checked.
    pub free: bool,
    /// Which clause.
    pub kind: ClauseKind,
    /// The attributes.
    pub attributes: Vec<Attribute>,
    /// The place.
    pub span: Span,
}

/// The forms of clauses.
#[derive(Clone, Debug)]
pub enum ClauseKind {
    /// `requires`.
    Requires(ExprId),
    /// `ensures`.
    Ensures(ExprId),
    /// `modifies`.
    Modifies(Vec<Ident>),
}

/// The body of an implementation.
#[derive(Clone, Debug)]
pub struct Body {
    /// The local variables.
    pub locals: Vec<Variable>,
    /// The statements.
    pub statements: Vec<Statement>,
    /// The place, braces included.
    pub span: Span,
}

/// A statement.
#[derive(Clone, Debug)]
pub struct Statement {
    /// Which statement.
    pub kind: StatementKind,
    /// The attributes.
    pub attributes: Vec<Attribute>,
    /// The place. For compound statements only the head: `while (...)`.
    pub span: Span,
}

/// The condition of `if` and `while`; `None` is `*`.
pub type Guard = Option<ExprId>;

/// The forms of statements.
#[derive(Clone, Debug)]
pub enum StatementKind {
    /// `name:`.
    Label(Ident),
    /// `assert`.
    Assert(ExprId),
    /// `assume`.
    Assume(ExprId),
    /// `havoc`.
    Havoc(Vec<Ident>),
    /// A parallel assignment.
    Assign(Vec<Target>, Vec<ExprId>),
    /// `call`.
    Call(Call),
    /// `if`, with all its `else if`s.
    If(Vec<Branch>, Option<Vec<Statement>>),
    /// `while`.
    While(While),
    /// `goto`.
    Goto(Vec<Ident>),
    /// `break`.
    Break(Option<Ident>),
    /// `return`.
    Return,
    /// A block of its own: `atomic { ... }`, which in a sequential program is only a block.
    Block(Vec<Statement>),
}

/// The left side of an assignment: a variable, perhaps with indices.
#[derive(Clone, Debug)]
pub struct Target {
    /// The variable.
    pub variable: Ident,
    /// The indices, one list for each pair of brackets.
    pub indices: Vec<Vec<ExprId>>,
    /// The place.
    pub span: Span,
}

/// A call.
#[derive(Clone, Debug)]
pub struct Call {
    /// The variables that take the results.
    pub results: Vec<Ident>,
    /// The procedure.
    pub procedure: Ident,
    /// The arguments; `None` is `*`, any value.
    pub arguments: Vec<Option<ExprId>>,
}

/// One arm of an `if`.
#[derive(Clone, Debug)]
pub struct Branch {
    /// The condition.
    pub guard: Guard,
    /// The statements.
    pub statements: Vec<Statement>,
    /// The place of `if (...)`.
    pub span: Span,
}

/// A loop.
#[derive(Clone, Debug)]
pub struct While {
    /// The condition.
    pub guard: Guard,
    /// The invariants.
    pub invariants: Vec<Invariant>,
    /// The statements.
    pub statements: Vec<Statement>,
}

/// A loop invariant.
#[derive(Clone, Debug)]
pub struct Invariant {
    /// Assumed, but not checked.
    pub free: bool,
    /// The condition.
    pub condition: ExprId,
    /// The attributes.
    pub attributes: Vec<Attribute>,
    /// The place.
    pub span: Span,
}

impl ExprKind {
    /// Calls `visit` for each direct child, in source order.
    pub fn for_each_child(&self, mut visit: impl FnMut(ExprId)) {
        match self {
            ExprKind::Bool(_)
            | ExprKind::Int(_)
            | ExprKind::Real(_)
            | ExprKind::BitVector(..)
            | ExprKind::Name(_)
            | ExprKind::Bound(_) => {}
            ExprKind::Apply(_, arguments) => arguments.iter().copied().for_each(visit),
            ExprKind::Unary(_, e)
            | ExprKind::Old(e)
            | ExprKind::ToInt(e)
            | ExprKind::ToReal(e)
            | ExprKind::Extract(e, ..)
            | ExprKind::Coerce(e, _) => visit(*e),
            ExprKind::Binary(_, left, right) => {
                visit(*left);
                visit(*right);
            }
            ExprKind::IfThenElse(condition, then, otherwise) => {
                [*condition, *then, *otherwise].into_iter().for_each(visit)
            }
            ExprKind::Select(map, indices) => {
                visit(*map);
                indices.iter().copied().for_each(visit);
            }
            ExprKind::Store(map, indices, value) => {
                visit(*map);
                indices.iter().copied().for_each(&mut visit);
                visit(*value);
            }
            ExprKind::Quantifier(quantifier) => {
                quantifier.triggers.iter().flatten().copied().for_each(&mut visit);
                visit(quantifier.body);
            }
        }
    }
}

impl Program {
    /// The ids of an expression and everything below it, children before parents.
    pub fn subexpressions(&self, root: ExprId) -> impl DoubleEndedIterator<Item = ExprId> + use<> {
        use base::Idx;
        (self.exprs[root].first.index()..=root.index()).map(ExprId::from_usize)
    }
}

/// The first argument of an attribute as text, whether it was written with quotes or without.
pub fn attribute_text<'a>(attributes: &'a [Attribute], names: &Names, name: &str) -> Option<&'a str> {
    let attribute = attributes.iter().find(|attribute| names.text(attribute.name.name) == name)?;
    attribute.arguments.first().map(|argument| match argument {
        AttributeArgument::Text(text) | AttributeArgument::Expr(text) => text.as_str(),
    })
}
