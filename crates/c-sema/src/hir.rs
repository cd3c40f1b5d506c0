//! The typed program: what remains of C when names are resolved, types are known and all that is implicit has
//! been written out.
//!
//! Nodes live in arenas and name each other by ids. **Invariants**, which [`crate::check()`] establishes and the
//! lowering relies on:
//! - Operands have the types that their operator needs: both operands of an arithmetic operator or comparison
//!   have the same (promoted) type, which is the result's, too (`int` for comparisons); shifts have promoted operands
//!   and the left one's type; every other change of type is a [`ExprKind::Convert`].
//! - Arrays and functions never occur as values: they have decayed to [`ExprKind::AddressOf`] (whose type then
//!   points to the first element) and [`ExprKind::FunctionAddress`].
//! - Reading an object is a [`ExprKind::Load`]; places are only evaluated for their address.
//! - Constant expressions are folded where C requires it (array lengths, cases, enumerators, bit-field widths).
//! - Each node is used once, except places and constants without side effects.

use std::collections::BTreeSet;
use std::rc::Rc;

use base::Span;
use base::index::IndexVec;
use term::softfloat::SoftFloat;

pub use crate::ids::{ExprId, FunctionId, LabelId, ObjectId, PlaceId, StmtId};
use crate::types::{Ty, Types};

/// A linked program.
#[derive(Clone, Debug)]
pub struct Program {
    /// The types.
    pub types: Types,
    /// Expressions of all functions and initialisers.
    pub exprs: IndexVec<ExprId, Expr>,
    /// Places.
    pub places: IndexVec<PlaceId, Place>,
    /// Statements.
    pub stmts: IndexVec<StmtId, Stmt>,
    /// Objects.
    pub objects: IndexVec<ObjectId, Object>,
    /// Functions; each external name once.
    pub functions: IndexVec<FunctionId, Function>,
    /// Labels of all functions.
    pub labels: IndexVec<LabelId, Label>,
    /// Functions with the attribute `constructor`, which run before `main`, in this order.
    pub constructors: Vec<FunctionId>,
    /// Functions that run when `main` has returned, in this order.
    pub finishers: Vec<FunctionId>,
    /// Objects that must not be changed: those that are declared `const`, and string literals.
    pub constants: BTreeSet<ObjectId>,
    /// Objects with external linkage: code in other files knows their names.
    pub external: BTreeSet<ObjectId>,
}

/// An object.
#[derive(Clone, Debug)]
pub struct Object {
    /// The name in the source; for others a name for people (`"text"`, `temporary`).
    pub name: Rc<str>,
    /// Its type; complete, except for objects that are only declared.
    pub ty: Ty,
    /// Its alignment in bytes, with `aligned` attributes.
    pub align: u64,
    /// How long it lives.
    pub storage: Storage,
    /// Where it is declared.
    pub span: Span,
}

/// How long an object lives and what it holds at first.
#[derive(Clone, Debug)]
pub enum Storage {
    /// From the start: a global, a static local, a string literal. Zero but for the parts.
    Static(Vec<InitPart>),
    /// Static, but defined elsewhere: holds anything.
    External,
    /// In a function, from its [`StmtKind::Declare`] to the end of the block that lists it.
    Local(FunctionId),
    /// A parameter of a function.
    Parameter(FunctionId),
}

/// A part of an object that an initialiser gives a value.
#[derive(Clone, Copy, Debug)]
pub struct InitPart {
    /// Where the part starts, in bits from the start of the object.
    pub bit_offset: u64,
    /// The width, if the part is a bit-field.
    pub bit_width: Option<u32>,
    /// The type of the part: a scalar, or a record that is copied.
    pub ty: Ty,
    /// The value, of that type.
    pub value: ExprId,
}

/// A function.
#[derive(Clone, Debug)]
pub struct Function {
    /// The name that the linker sees; `static` functions of several files may share one.
    pub name: Rc<str>,
    /// The type: a [`crate::types::Type::Function`].
    pub ty: Ty,
    /// The parameters of a definition.
    pub parameters: Vec<ObjectId>,
    /// The body, if it is defined.
    pub body: Option<StmtId>,
    /// Whether it is declared never to return.
    pub is_noreturn: bool,
    /// Whether its body is a model of a function of the C library.
    pub is_model: bool,
    /// Where its name stands.
    pub span: Span,
}

/// A label.
#[derive(Clone, Debug)]
pub struct Label {
    /// The name; `case 3` or `default` for those.
    pub name: Rc<str>,
    /// Whose it is.
    pub function: FunctionId,
    /// Whether its address is taken, so that computed gotos may lead to it.
    pub is_address_taken: bool,
}

/// An expression: a value, and effects.
#[derive(Clone, Debug)]
pub struct Expr {
    /// What it is.
    pub kind: ExprKind,
    /// The type of its value, `void` if it has none.
    pub ty: Ty,
    /// Where it stands.
    pub span: Span,
}

/// The forms of expressions.
#[derive(Clone, Debug)]
pub enum ExprKind {
    /// An integer constant, in the range of its type (of `unsigned __int128`: its bits). Also a pointer, from a
    /// constant that was converted: 0 is NULL.
    Int(i128),
    /// A floating-point constant of the type's format.
    Float(SoftFloat),
    /// The address of a place.
    AddressOf(PlaceId),
    /// The address of a function.
    FunctionAddress(FunctionId),
    /// `&&label`
    LabelAddress(LabelId),
    /// The value of a place: a scalar or a record.
    Load(PlaceId),
    /// `-e`, `~e`, on a promoted type.
    Unary(UnaryOp, ExprId),
    /// `!e`: of any scalar type, gives `int`.
    Not(ExprId),
    /// An arithmetic operator or comparison of numbers.
    Binary(BinaryOp, ExprId, ExprId),
    /// A comparison of pointers; gives `int`.
    PointerCompare(CompareOp, ExprId, ExprId),
    /// `pointer + index` or `pointer - index`; the index has an integer type.
    PointerAdd {
        /// The pointer.
        pointer: ExprId,
        /// The index.
        index: ExprId,
        /// The size of what it points to.
        element: ElementSize,
        /// Whether the index is subtracted.
        is_subtracted: bool,
    },
    /// `a - b`: of type `ptrdiff_t`.
    PointerDifference(ExprId, ExprId, ElementSize),
    /// `a && b`: gives `int`.
    And(ExprId, ExprId),
    /// `a || b`: gives `int`.
    Or(ExprId, ExprId),
    /// `c ? a : b`; the condition has any scalar type; `a` and `b` have the result's type (records and void, too).
    Conditional(ExprId, ExprId, ExprId),
    /// `c ?: b`: the condition is evaluated once and converted to the result's type.
    Elvis(ExprId, ExprId),
    /// A conversion to the type of this expression, from a scalar to a scalar or `void`.
    Convert(ExprId),
    /// `place = value`; the value has the type of the place, and the result is the value stored.
    Assign(PlaceId, ExprId),
    /// `place op= value`. The place is read, converted to `compute`, combined with the value (which has that type;
    /// for shifts its own promoted type), converted back and stored; the result is the value stored.
    AssignOp {
        /// What is changed.
        place: PlaceId,
        /// How.
        op: BinaryOp,
        /// The other operand.
        value: ExprId,
        /// The type of the operation.
        compute: Ty,
    },
    /// `pointer += index`, `pointer -= index`, and `++`, `--` of pointers (with index 1).
    PointerAssignAdd {
        /// The pointer that is changed.
        place: PlaceId,
        /// The index, of an integer type.
        index: ExprId,
        /// The size of what it points to.
        element: ElementSize,
        /// Whether the index is subtracted.
        is_subtracted: bool,
        /// Whether the result is the old value.
        is_postfix: bool,
    },
    /// `++`, `--` of numbers, also `_Bool` and bit-fields.
    Increment {
        /// What is changed.
        place: PlaceId,
        /// Whether it is `--`.
        is_decrement: bool,
        /// Whether the result is the old value.
        is_postfix: bool,
    },
    /// `a, b`
    Comma(ExprId, ExprId),
    /// A call; the arguments are converted to the parameter types, or promoted.
    Call(Callee, Vec<ExprId>),
    /// `({ ...; e; })`: the block, then the value, inside the block's scope. The value is evaluated before the scope ends.
    Statements(StmtId, Option<ExprId>),
    /// `va_arg(list, type)`: the place is the `va_list`.
    VaArg(PlaceId),
    /// `va_start(list)`
    VaStart(PlaceId),
    /// `va_copy(to, from)`
    VaCopy(PlaceId, PlaceId),
    /// `va_end(list)`
    VaEnd(PlaceId),
    /// What is parsed and typed but has no meaning here: evaluating it is a limit (`unsupported: ...`).
    Unsupported(Rc<str>),
}

/// Who is called.
#[derive(Clone, Copy, Debug)]
pub enum Callee {
    /// A function by name.
    Direct(FunctionId),
    /// Through a pointer.
    Indirect(ExprId),
}

/// The size of the elements in pointer arithmetic.
#[derive(Clone, Copy, Debug)]
pub enum ElementSize {
    /// A number of bytes.
    Constant(u64),
    /// Elements of variable length: an expression without side effects, of type `size_t`.
    Variable(ExprId),
}

/// Arithmetic prefix operators.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs)]
pub enum UnaryOp {
    Minus,
    BitNot,
}

/// Arithmetic operators and comparisons.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs)]
pub enum BinaryOp {
    Add,
    Sub,
    Mul,
    Div,
    Rem,
    Shl,
    Shr,
    BitAnd,
    BitOr,
    BitXor,
    Compare(CompareOp),
}

/// Comparisons.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs)]
pub enum CompareOp {
    Eq,
    Ne,
    Lt,
    Le,
    Gt,
    Ge,
}

/// A place and the type of what it holds.
#[derive(Clone, Debug)]
pub struct Place {
    /// Which place.
    pub kind: PlaceKind,
    /// The type of what it holds.
    pub ty: Ty,
    /// Where the lvalue stands.
    pub span: Span,
}

/// The forms of places. `a[i]` is a [`PlaceKind::Deref`] of a [`ExprKind::PointerAdd`].
#[derive(Clone, Debug)]
pub enum PlaceKind {
    /// An object by name.
    Object(ObjectId),
    /// What a pointer points to.
    Deref(ExprId),
    /// A field of a record: the index into its fields.
    Field(PlaceId, usize),
}

/// A statement.
#[derive(Clone, Debug)]
pub struct Stmt {
    /// What it is.
    pub kind: StmtKind,
    /// Where it stands.
    pub span: Span,
}

/// The forms of statements.
#[derive(Clone, Debug)]
pub enum StmtKind {
    /// `;`
    Empty,
    /// An expression for its effects.
    Expr(ExprId),
    /// The lifetime of a local object starts; it holds anything.
    Declare(ObjectId),
    /// A local object is initialised, after its declaration. If `is_zeroed`, what no part mentions is zero; otherwise
    /// there is one part that covers all.
    Init {
        /// The object.
        object: ObjectId,
        /// Whether the rest is zero.
        is_zeroed: bool,
        /// The parts in order; later ones override earlier ones.
        parts: Vec<InitPart>,
    },
    /// `{ ... }`, with the objects whose lifetime ends with it.
    Block(Vec<StmtId>, Vec<ObjectId>),
    /// `if`
    If(ExprId, StmtId, Option<StmtId>),
    /// `while`
    While(ExprId, StmtId),
    /// `do ... while`
    DoWhile(StmtId, ExprId),
    /// `for`; declarations of its head are in a block around it.
    For {
        /// The first expression.
        init: Option<ExprId>,
        /// The condition.
        condition: Option<ExprId>,
        /// The last expression.
        step: Option<ExprId>,
        /// The body.
        body: StmtId,
    },
    /// `switch`: the promoted value, the cases as inclusive ranges of the value's type with the labels in the body.
    Switch {
        /// The value.
        value: ExprId,
        /// The cases in order.
        cases: Vec<(i128, i128, LabelId)>,
        /// `default:`
        default: Option<LabelId>,
        /// The body, in which `break` leaves the switch.
        body: StmtId,
    },
    /// `label: statement`
    Label(LabelId, StmtId),
    /// `goto label`
    Goto(LabelId),
    /// `goto *e`
    ComputedGoto(ExprId),
    /// `break`
    Break,
    /// `continue`
    Continue,
    /// `return`; the value has the result type of the function.
    Return(Option<ExprId>),
    /// Inline assembly: its outputs hold anything afterwards; it may change more if it clobbers memory.
    Asm {
        /// What it writes.
        outputs: Vec<PlaceId>,
        /// What it reads.
        inputs: Vec<ExprId>,
        /// Whether it is more than a compiler barrier, an empty text.
        is_empty: bool,
        /// Whether it may write memory that is not listed.
        clobbers_memory: bool,
    },
}

impl Program {
    /// An expression without its conversions.
    pub fn unconverted(&self, mut expr: ExprId) -> &ExprKind {
        while let ExprKind::Convert(inner) = self.exprs[expr].kind {
            expr = inner;
        }
        &self.exprs[expr].kind
    }

    /// The bytes of a string literal, if an expression is the address of one.
    pub fn literal(&self, expr: ExprId) -> Option<Vec<u8>> {
        let place = match self.exprs[expr].kind {
            ExprKind::Convert(inner) => return self.literal(inner),
            ExprKind::AddressOf(place) => &self.places[place],
            _ => return None,
        };
        let PlaceKind::Object(object) = place.kind else { return None };
        let Object { name, storage: Storage::Static(parts), .. } = &self.objects[object] else { return None };
        // No other object has such a name.
        if !name.starts_with('"') {
            return None;
        }
        let byte = |part: &InitPart| match self.exprs[part.value].kind {
            ExprKind::Int(value) => Some(value as u8),
            _ => None,
        };
        parts.iter().map(byte).collect()
    }
}
