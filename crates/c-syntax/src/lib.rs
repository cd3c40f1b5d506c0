//! C11 with the GNU extensions that real code has: from text to a syntax tree and back.
//!
//! The input is preprocessed, or has no directives: line markers are followed, `#pragma` and `#ident` are
//! skipped (`#pragma pack` is obeyed), everything else that starts with `#` is an error. [`parse`] reads one
//! translation unit into an [`Ast`] and reports errors; [`print()`] writes a tree as text that parses to the
//! same tree. There are no types here and no meaning: names are not resolved, except that typedef names are
//! told from others, without which C cannot be parsed.
//!
//! ```
//! use base::{Diagnostics, SourceMap};
//! use c_syntax::{Interner, Style, ast::Item, parse, print};
//!
//! let mut sources = SourceMap::new();
//! let file = sources.add_file("a.c", "typedef int T; T f(T x) { return x * (T)2; }");
//! let (mut names, mut diagnostics) = (Interner::new(), Diagnostics::new());
//! let ast = parse(&sources, file, &mut names, &mut diagnostics);
//! assert!(!diagnostics.has_errors());
//! let Item::Function(function) = ast.items[1] else { panic!("f is a function") };
//! let name = ast[function].declarator.name.expect("definitions have a name");
//! assert_eq!(names.get(name.name), "f");
//! assert!(print(&ast, &names, Style::Plain).contains("return x * (T)2;"));
//! ```
//!
//! # The tree
//! Nodes live in the arenas of the [`Ast`] and are named by ids: `ast[id]` is the node. `ast.items` holds the
//! file's declarations and functions in order.
//!
//! | node | id | holds |
//! |---|---|---|
//! | [`ast::FunctionDef`] | `FunctionId` | specifiers, declarator, K&R declarations, body |
//! | [`ast::Declaration`] | `DeclId` | specifiers, declarators with initialisers |
//! | [`ast::Stmt`] | `StmtId` | a [`ast::StmtKind`]; declarations are statements |
//! | [`ast::Expr`] | `ExprId` | an [`ast::ExprKind`]; parentheses leave no trace |
//! | [`ast::TypeName`] | `TypeId` | the type of a cast, `sizeof`, ... |
//! | [`ast::RecordSpec`], [`ast::EnumSpec`] | `RecordId`, `EnumId` | each `struct s ...`, with members or without |
//! | [`ast::InitList`] | `InitListId` | `{ ... }` with designators |
//! | [`ast::StringLit`] | `StrId` | code units after escapes and concatenation |
//! | [`ast::Asm`] | `AsmId` | inline assembly |
//!
//! - A **type** is made of normalised [`ast::Specifiers`] (storage class, qualifiers, one [`ast::TypeSpec`]) and
//!   a [`ast::Declarator`], whose list `derived` reads from the name outwards: `int *(*f[3])(void)` is `f` with
//!   array, pointer, function, pointer. Fold it from its *end* to build the type: start with the specifiers'
//!   type, apply the last entry first.
//! - A struct with members occurs once, where it is written, also if several declarators share it; later uses
//!   are references by tag. Scopes of tags, labels and ordinary names are for the next layer.
//! - `(void)` is a prototype with one unnamed parameter of type void; `()` is an empty identifier list.
//! - Chains that associate to the left (`a + b + ...`, commas, `f(x)(y).z`), `else if` chains and chains of
//!   labels can be arbitrarily deep, so walk them with loops; everything else nests at most [`MAX_DEPTH`] deep.
//! - [`Ast::walk`] visits everything below a node without recursion, for whoever looks for labels or calls.
//! - Every node has a [`ast::TextRange`]; [`Ast::span`] makes a `base::Span` of it, and [`Ast::presumed`] says
//!   which line of which original file that was.
//! - What gcc accepts but no program should mean is left to the next layer: `break` outside loops, duplicate
//!   labels, types that contradict each other, lvalues that are none.
//!
//! # Limits
//! Functions inside functions, parameters announced before a `;` (both GNU) and imaginary literals are errors;
//! attributes in `[[...]]` are skipped unless they are GNU's.

pub mod ast;
pub mod intern;
mod lexer;
mod parser;
pub mod presumed;
pub mod print;
mod token;

pub use ast::Ast;
pub use intern::{Interner, Symbol};
pub use parser::MAX_DEPTH;
pub use print::{Style, print};
pub use token::Tok;

use base::{Diagnostics, FileId, SourceMap};

/// Parses a file of the source map. The tree holds everything that could be parsed; whether that is all, the
/// diagnostics say.
pub fn parse(
    sources: &SourceMap,
    file: FileId,
    interner: &mut Interner,
    diagnostics: &mut Diagnostics,
) -> Ast {
    parser::parse(file, sources.text(file), interner, diagnostics)
}
