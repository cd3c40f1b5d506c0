//! The kinds of tokens, and the spellings of the keywords.
//!
//! Alternative spellings (`__const`, `__volatile__`, ...) become one kind here, so that the parser knows only one
//! of each. Digraphs likewise become the punctuator they stand for.

/// Declares the token kinds with the text that messages and the printer show for them.
macro_rules! tokens {
    ($($name:ident $text:literal)*) => {
        /// What a token is.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        #[repr(u8)]
        #[allow(missing_docs)]
        pub enum Tok { $($name),* }

        impl Tok {
            /// The canonical spelling, or a description for the kinds that have many.
            pub fn text(self) -> &'static str {
                match self { $(Tok::$name => $text),* }
            }
        }
    };
}

tokens! {
    Eof "end of input" Ident "identifier" Int "integer literal" Float "floating-point literal"
    Char "character literal" Str "string literal"
    // Punctuators.
    LParen "(" RParen ")" LBracket "[" RBracket "]" LBrace "{" RBrace "}" Semi ";" Comma "," Dot "."
    Ellipsis "..." Arrow "->" PlusPlus "++" MinusMinus "--" Amp "&" Star "*" Plus "+" Minus "-" Tilde "~"
    Bang "!" Slash "/" Percent "%" Shl "<<" Shr ">>" Lt "<" Gt ">" Le "<=" Ge ">=" EqEq "==" Ne "!="
    Caret "^" Pipe "|" AndAnd "&&" OrOr "||" Question "?" Colon ":" Assign "=" StarAssign "*="
    SlashAssign "/=" PercentAssign "%=" PlusAssign "+=" MinusAssign "-=" ShlAssign "<<=" ShrAssign ">>="
    AmpAssign "&=" CaretAssign "^=" PipeAssign "|="
    // Storage classes and function specifiers.
    Typedef "typedef" Extern "extern" Static "static" Auto "auto" Register "register"
    ThreadLocal "_Thread_local" Inline "inline" Noreturn "_Noreturn" Alignas "_Alignas"
    // Qualifiers.
    Const "const" Volatile "volatile" Restrict "restrict" Atomic "_Atomic"
    // Words of basic types.
    Void "void" CharWord "char" Short "short" IntWord "int" Long "long" Signed "signed" Unsigned "unsigned"
    FloatWord "float" Double "double" Bool "_Bool" Complex "_Complex" Int128 "__int128" Int128T "__int128_t"
    UInt128T "__uint128_t" Float16 "_Float16" Float32 "_Float32" Float64 "_Float64" Float128 "_Float128"
    Float32x "_Float32x" Float64x "_Float64x" Float80 "__float80" Decimal32 "_Decimal32"
    Decimal64 "_Decimal64" Decimal128 "_Decimal128" VaList "__builtin_va_list"
    // Other type specifiers.
    Struct "struct" Union "union" Enum "enum" Typeof "__typeof__" TypeofUnqual "__typeof_unqual__"
    AutoType "__auto_type"
    // Statements.
    Break "break" Case "case" Continue "continue" Default "default" Do "do" Else "else" For "for"
    Goto "goto" If "if" Return "return" Switch "switch" While "while" Label "__label__"
    // Expressions.
    Sizeof "sizeof" Alignof "_Alignof" Generic "_Generic" Real "__real__" Imag "__imag__"
    FuncName "__func__" VaArg "__builtin_va_arg" Offsetof "__builtin_offsetof"
    TypesCompatible "__builtin_types_compatible_p" ChooseExpr "__builtin_choose_expr"
    ConvertVector "__builtin_convertvector"
    // The rest.
    StaticAssert "_Static_assert" Extension "__extension__" Asm "__asm__" Attribute "__attribute__"
    Pragma "_Pragma"
}

/// All spellings of all keywords, in the order in which the interner holds them.
#[rustfmt::skip]
pub(crate) static KEYWORDS: &[(&str, Tok)] = &[
    ("typedef", Tok::Typedef), ("extern", Tok::Extern), ("static", Tok::Static), ("auto", Tok::Auto),
    ("register", Tok::Register), ("_Thread_local", Tok::ThreadLocal), ("__thread", Tok::ThreadLocal),
    ("inline", Tok::Inline), ("__inline", Tok::Inline), ("__inline__", Tok::Inline),
    ("_Noreturn", Tok::Noreturn), ("_Alignas", Tok::Alignas),
    ("const", Tok::Const), ("__const", Tok::Const), ("__const__", Tok::Const),
    ("volatile", Tok::Volatile), ("__volatile", Tok::Volatile), ("__volatile__", Tok::Volatile),
    ("restrict", Tok::Restrict), ("__restrict", Tok::Restrict), ("__restrict__", Tok::Restrict),
    ("_Atomic", Tok::Atomic), ("void", Tok::Void), ("char", Tok::CharWord), ("short", Tok::Short),
    ("int", Tok::IntWord), ("long", Tok::Long), ("signed", Tok::Signed), ("__signed", Tok::Signed),
    ("__signed__", Tok::Signed), ("unsigned", Tok::Unsigned),
    ("float", Tok::FloatWord),
    ("double", Tok::Double), ("_Bool", Tok::Bool), ("_Complex", Tok::Complex), ("__complex", Tok::Complex),
    ("__complex__", Tok::Complex), ("__int128", Tok::Int128), ("__int128_t", Tok::Int128T),
    ("__uint128_t", Tok::UInt128T), ("_Float16", Tok::Float16), ("_Float32", Tok::Float32),
    ("_Float64", Tok::Float64), ("_Float128", Tok::Float128), ("__float128", Tok::Float128),
    ("_Float32x", Tok::Float32x), ("_Float64x", Tok::Float64x), ("__float80", Tok::Float80),
    ("_Decimal32", Tok::Decimal32), ("_Decimal64", Tok::Decimal64), ("_Decimal128", Tok::Decimal128),
    ("__builtin_va_list", Tok::VaList), ("struct", Tok::Struct), ("union", Tok::Union), ("enum", Tok::Enum),
    ("typeof", Tok::Typeof), ("__typeof", Tok::Typeof), ("__typeof__", Tok::Typeof),
    ("__typeof_unqual", Tok::TypeofUnqual), ("__typeof_unqual__", Tok::TypeofUnqual),
    ("__auto_type", Tok::AutoType), ("break", Tok::Break), ("case", Tok::Case), ("continue", Tok::Continue),
    ("default", Tok::Default), ("do", Tok::Do), ("else", Tok::Else), ("for", Tok::For), ("goto", Tok::Goto),
    ("if", Tok::If), ("return", Tok::Return), ("switch", Tok::Switch), ("while", Tok::While),
    ("__label__", Tok::Label), ("sizeof", Tok::Sizeof), ("_Alignof", Tok::Alignof),
    ("__alignof", Tok::Alignof), ("__alignof__", Tok::Alignof), ("_Generic", Tok::Generic),
    ("__real", Tok::Real), ("__real__", Tok::Real), ("__imag", Tok::Imag), ("__imag__", Tok::Imag),
    ("__func__", Tok::FuncName), ("__FUNCTION__", Tok::FuncName), ("__PRETTY_FUNCTION__", Tok::FuncName),
    ("__builtin_va_arg", Tok::VaArg), ("__builtin_offsetof", Tok::Offsetof),
    ("__builtin_types_compatible_p", Tok::TypesCompatible), ("__builtin_choose_expr", Tok::ChooseExpr),
    ("__builtin_convertvector", Tok::ConvertVector), ("_Static_assert", Tok::StaticAssert),
    ("__extension__", Tok::Extension), ("asm", Tok::Asm), ("__asm", Tok::Asm), ("__asm__", Tok::Asm),
    ("__attribute", Tok::Attribute), ("__attribute__", Tok::Attribute), ("_Pragma", Tok::Pragma),
];

/// A token: its kind, its bytes, and its value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Token {
    pub kind: Tok,
    pub start: u32,
    pub end: u32,
    /// The number of the symbol (identifiers and keywords) or of the entry in the table of literals.
    pub data: u32,
}

impl Tok {
    /// Whether a declaration may start with this keyword. Identifiers and `__extension__` are decided elsewhere.
    pub(crate) fn is_specifier(self) -> bool {
        (Tok::Typedef as u8..=Tok::AutoType as u8).contains(&(self as u8))
    }

    /// Whether a type name may start with this keyword.
    pub(crate) fn is_type_word(self) -> bool {
        (Tok::Const as u8..=Tok::AutoType as u8).contains(&(self as u8))
    }

    /// Whether this is a keyword.
    pub(crate) fn is_keyword(self) -> bool {
        self as u8 >= Tok::Typedef as u8
    }

    /// Keywords that old headers declare themselves (`typedef float _Float32;`): after a complete type they
    /// are the declared name.
    pub(crate) fn is_redeclarable(self) -> bool {
        matches!(
            self,
            Tok::Float16
                | Tok::Float32
                | Tok::Float64
                | Tok::Float128
                | Tok::Float32x
                | Tok::Float64x
                | Tok::Int128T
                | Tok::UInt128T
                | Tok::VaList
        )
    }
}
