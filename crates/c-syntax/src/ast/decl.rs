//! Declarations, declarators, types and attributes.
//!
//! A declaration is [`Specifiers`] shared by its declarators. Specifiers are normalised: `long unsigned int` and
//! `unsigned long` are both [`Basic::ULong`], and a missing type is `int`. A [`Declarator`] is flat: its list
//! `derived` reads from the name outwards, so `int *(*f[3])(void)` is `f` with
//! `[Array 3, Pointer, Function(void), Pointer]`: "f is an array of 3 pointers to functions that return a
//! pointer to" the type of the specifiers.

use super::{EnumId, ExprId, Ident, Init, RecordId, StmtId, StrId, TextRange, TypeId};
use crate::intern::{Interner, Symbol};
use crate::token::Tok;

/// `specifiers declarator = init, declarator = init;`
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Declaration {
    /// What all declarators share.
    pub specifiers: Specifiers,
    /// May be empty: `struct s { int x; };`
    pub declarators: Vec<InitDeclarator>,
    /// Where.
    pub range: TextRange,
}

/// A declarator and its initialiser.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct InitDeclarator {
    /// The declarator; it has a name.
    pub declarator: Declarator,
    /// Its initialiser.
    pub init: Option<Init>,
}

/// A function definition.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FunctionDef {
    /// What stands before the declarator.
    pub specifiers: Specifiers,
    /// The declarator; its first derivation is a [`Derived::Function`].
    pub declarator: Declarator,
    /// The declarations of the parameters of a K&R definition. Undeclared ones are `int`.
    pub parameter_declarations: Vec<Declaration>,
    /// The body, a [`StmtKind::Compound`](super::StmtKind::Compound).
    pub body: StmtId,
    /// Where.
    pub range: TextRange,
}

/// `_Static_assert(condition, "message")`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct StaticAssert {
    /// Must be a non-zero constant.
    pub condition: ExprId,
    /// The message.
    pub message: Option<StrId>,
    /// Where.
    pub range: TextRange,
}

/// Everything that stands before the declarators.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Specifiers {
    /// `typedef`, `static`, ...
    pub storage: Storage,
    /// `_Thread_local`, `__thread`.
    pub thread_local: bool,
    /// `inline`.
    pub inline: bool,
    /// `_Noreturn`.
    pub noreturn: bool,
    /// The qualifiers of the type.
    pub qualifiers: Qualifiers,
    /// The type.
    pub ty: TypeSpec,
    /// `_Alignas`.
    pub alignments: Vec<Alignas>,
    /// Attributes: they belong to every declarator.
    pub attributes: Vec<Attribute>,
    /// How many of them stand before the type: means nothing, but the printer keeps them there.
    pub leading_attributes: usize,
    /// Where; empty if everything was left out (`main() { }`).
    pub range: TextRange,
}

/// The storage class.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs)]
pub enum Storage {
    None,
    Typedef,
    Extern,
    Static,
    Auto,
    Register,
}

/// A set of type qualifiers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[allow(missing_docs)]
pub struct Qualifiers {
    pub is_const: bool,
    pub is_volatile: bool,
    pub is_restrict: bool,
    pub is_atomic: bool,
}

/// `_Alignas(...)`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Alignas {
    /// `_Alignas(type)`
    Type(TypeId),
    /// `_Alignas(e)`
    Expr(ExprId),
}

/// The type that specifiers name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TypeSpec {
    /// `unsigned long`.
    Basic(Basic),
    /// `_Complex double`.
    Complex(Basic),
    /// A typedef name.
    Typedef(Symbol),
    /// `struct`, `union`: with its members, or a reference to a tag.
    Record(RecordId),
    /// `enum`: with its enumerators, or a reference to a tag.
    Enum(EnumId),
    /// `__typeof__(e)`
    TypeofExpr(ExprId),
    /// `__typeof__(type)`
    TypeofType(TypeId),
    /// `__typeof_unqual__(e)`
    TypeofUnqualExpr(ExprId),
    /// `__typeof_unqual__(type)`
    TypeofUnqualType(TypeId),
    /// `__auto_type`: the type of the initialiser.
    AutoType,
    /// `_Atomic(type)`
    Atomic(TypeId),
}

/// The basic types. `signed int` is `int`, also in bit-fields, as gcc has it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs)]
pub enum Basic {
    Void,
    Bool,
    Char,
    SChar,
    UChar,
    Short,
    UShort,
    Int,
    UInt,
    Long,
    ULong,
    LongLong,
    ULongLong,
    Int128,
    UInt128,
    Float,
    Double,
    LongDouble,
    Float16,
    Float32,
    Float64,
    /// `_Float128`, `__float128`.
    Float128,
    Float32x,
    Float64x,
    Float80,
    Decimal32,
    Decimal64,
    Decimal128,
    /// `__builtin_va_list`.
    VaList,
}

impl Basic {
    /// The canonical spelling.
    pub fn text(self) -> &'static str {
        match self {
            Basic::Void => "void",
            Basic::Bool => "_Bool",
            Basic::Char => "char",
            Basic::SChar => "signed char",
            Basic::UChar => "unsigned char",
            Basic::Short => "short",
            Basic::UShort => "unsigned short",
            Basic::Int => "int",
            Basic::UInt => "unsigned int",
            Basic::Long => "long",
            Basic::ULong => "unsigned long",
            Basic::LongLong => "long long",
            Basic::ULongLong => "unsigned long long",
            Basic::Int128 => "__int128",
            Basic::UInt128 => "unsigned __int128",
            Basic::Float => "float",
            Basic::Double => "double",
            Basic::LongDouble => "long double",
            Basic::Float16 => "_Float16",
            Basic::Float32 => "_Float32",
            Basic::Float64 => "_Float64",
            Basic::Float128 => "_Float128",
            Basic::Float32x => "_Float32x",
            Basic::Float64x => "_Float64x",
            Basic::Float80 => "__float80",
            Basic::Decimal32 => "_Decimal32",
            Basic::Decimal64 => "_Decimal64",
            Basic::Decimal128 => "_Decimal128",
            Basic::VaList => "__builtin_va_list",
        }
    }
}

/// A name and the way from it to the type of the specifiers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Declarator {
    /// The name; none in type names, and perhaps in parameters and bit-fields.
    pub name: Option<Ident>,
    /// From the name outwards.
    pub derived: Box<[Derived]>,
    /// `__asm__("name")`: the name for the linker.
    pub asm_label: Option<StrId>,
    /// Attributes before and behind the declarator. Those before a pointer in parentheses are the pointer's.
    pub attributes: Vec<Attribute>,
    /// How many of them stand before the name: means nothing, but the printer keeps them there.
    pub leading_attributes: usize,
    /// Where; empty for an absent declarator.
    pub range: TextRange,
}

/// A step from a declared name to the type of the specifiers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Derived {
    /// "pointer to"
    Pointer(Qualifiers, Vec<Attribute>),
    /// "array of"
    Array(ArraySize, ArrayParameter),
    /// "function returning"
    Function(Box<Parameters>),
}

/// The size of an array.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ArraySize {
    /// `[]`: incomplete, or a flexible member.
    None,
    /// `[*]`: of some variable size, in prototypes.
    Star,
    /// `[e]`
    Expr(ExprId),
}

/// What may stand in the brackets of an array parameter: `[static const 3]`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ArrayParameter {
    /// `static`: at least that many elements.
    pub is_static: bool,
    /// The qualifiers of the pointer that the parameter becomes.
    pub qualifiers: Qualifiers,
}

/// The parameters of a function declarator.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Parameters {
    /// `(int x, char *, ...)`. `(void)` is one unnamed parameter of type void, as written.
    Prototype {
        /// The parameters.
        list: Vec<Parameter>,
        /// Whether `...` follows.
        variadic: bool,
    },
    /// `(a, b)` of a K&R definition, or `()`: nothing is known.
    Identifiers(Vec<Ident>),
}

/// A parameter of a prototype.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Parameter {
    /// The specifiers.
    pub specifiers: Specifiers,
    /// The declarator, perhaps without a name.
    pub declarator: Declarator,
    /// Where.
    pub range: TextRange,
}

/// A type as casts and `sizeof` name it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TypeName {
    /// The specifiers.
    pub specifiers: Specifiers,
    /// The declarator, without a name.
    pub declarator: Declarator,
    /// Where.
    pub range: TextRange,
}

/// `struct tag { members }`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RecordSpec {
    /// Whether it is a union.
    pub is_union: bool,
    /// The tag.
    pub tag: Option<Ident>,
    /// The members; none in a reference.
    pub members: Option<Vec<Member>>,
    /// `packed`, `aligned`, ...
    pub attributes: Vec<Attribute>,
    /// How many of them stand before the tag: means nothing, but the printer keeps them there.
    pub leading_attributes: usize,
    /// The greatest alignment of members that a `#pragma pack` allows, in a definition.
    pub pack: Option<u32>,
    /// Where.
    pub range: TextRange,
}

/// What stands between the braces of a record.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Member {
    /// `int x : 3, *p;`. Without declarators it is an anonymous struct or union (or declares only a tag).
    Fields(Specifiers, Vec<FieldDeclarator>),
    /// `_Static_assert(...)`
    StaticAssert(StaticAssert),
}

/// A declarator of a member.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FieldDeclarator {
    /// The declarator; without a name it is padding.
    pub declarator: Declarator,
    /// The width of a bit-field.
    pub width: Option<ExprId>,
}

/// `enum tag { enumerators }`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EnumSpec {
    /// The tag.
    pub tag: Option<Ident>,
    /// The enumerators; none in a reference.
    pub enumerators: Option<Vec<Enumerator>>,
    /// `packed`, ...
    pub attributes: Vec<Attribute>,
    /// How many of them stand before the tag, as for records.
    pub leading_attributes: usize,
    /// Where.
    pub range: TextRange,
}

/// `name = value`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Enumerator {
    /// The name.
    pub name: Ident,
    /// Its attributes.
    pub attributes: Vec<Attribute>,
    /// Its value; otherwise one more than the last.
    pub value: Option<ExprId>,
}

/// An attribute of `__attribute__((...))` or `[[gnu::...]]`. Others in `[[...]]` are skipped.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Attribute {
    /// The name without surrounding underscores: `packed` for `__packed__`.
    pub name: Symbol,
    /// Its arguments, understood where they matter for the meaning of the program.
    pub args: AttributeArgs,
    /// Where.
    pub range: TextRange,
}

impl Attribute {
    /// The last attribute of that name (without surrounding underscores), which is the one that counts.
    pub fn find<'a>(attributes: &'a [Attribute], names: &Interner, name: &str) -> Option<&'a Attribute> {
        attributes.iter().rfind(|attribute| names.get(attribute.name) == name)
    }
}

/// The arguments of an attribute. Those without arguments are known by their names: `packed`, `noreturn`,
/// `transparent_union`, `weak`, ...
///
/// Those that change what a program does: `packed`, `aligned`, `mode`, `vector_size`, `transparent_union`,
/// `ms_struct`, `scalar_storage_order` (types); `cleanup`, `alias`, `weak`, `weakref`, `ifunc`, `section`
/// (objects); `noreturn`, `constructor`, `destructor`, `returns_twice` (functions).
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum AttributeArgs {
    /// No parentheses.
    None,
    /// An expression: of `aligned`, `vector_size`.
    Expr(ExprId),
    /// A string: of `section`, `alias`, `ifunc`, `weakref`.
    Str(StrId),
    /// A word: of `mode` (without surrounding underscores), `cleanup`.
    Word(Symbol),
    /// Any other, as the tokens between the parentheses.
    Tokens(Box<[AttributeToken]>),
}

/// A token of an attribute that is not understood here.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AttributeToken {
    /// A name, a keyword, a number or a character literal, as written.
    Word(Symbol),
    /// A string.
    Str(StrId),
    /// A punctuator.
    Punctuator(Tok),
}
