//! The syntax tree of a translation unit.
//!
//! All nodes live in the arenas of one [`Ast`] and name each other by 32-bit ids, so that building, comparing
//! and dropping a tree never recurses, however deep it is. `ast[id]` gives the node.
//!
//! **Invariants.** Children are created before their parents (ids grow from the leaves to the root), every node
//! has one parent, and derived equality compares trees *modulo positions*, see [`TextRange`].

mod decl;
mod expr;
mod stmt;
mod walk;

pub use decl::*;
pub use expr::*;
pub use stmt::*;
pub use walk::{Node, Walk};

use crate::intern::Symbol;
use crate::presumed::{Presumed, PresumedTable};
use base::{FileId, IndexVec, SourceMap, Span};
use std::ops::Index;

/// A half-open range of bytes of the file that was parsed.
///
/// Positions are no part of the syntax: any two ranges compare equal, so that derived equality of syntax is
/// equality modulo positions. [`Ast::span`] makes a [`Span`] of it, with the usual equality.
#[derive(Clone, Copy, Debug, Default)]
pub struct TextRange {
    /// The offset of the first byte.
    pub start: u32,
    /// The offset after the last byte.
    pub end: u32,
}

impl TextRange {
    /// The range from the start of this one to the end of the other.
    pub fn to(self, other: TextRange) -> TextRange {
        TextRange { start: self.start, end: other.end }
    }
}

impl PartialEq for TextRange {
    fn eq(&self, _: &TextRange) -> bool {
        true
    }
}

impl Eq for TextRange {}

/// A name at a place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ident {
    /// The name.
    pub name: Symbol,
    /// Where.
    pub range: TextRange,
}

base::typed_index! {
    /// An expression of an [`Ast`].
    pub struct ExprId;
}
base::typed_index! {
    /// A statement of an [`Ast`].
    pub struct StmtId;
}
base::typed_index! {
    /// A declaration of an [`Ast`].
    pub struct DeclId;
}
base::typed_index! {
    /// A function definition of an [`Ast`].
    pub struct FunctionId;
}
base::typed_index! {
    /// A type name (as in casts and `sizeof`) of an [`Ast`].
    pub struct TypeId;
}
base::typed_index! {
    /// A struct or union specifier of an [`Ast`].
    pub struct RecordId;
}
base::typed_index! {
    /// An enum specifier of an [`Ast`].
    pub struct EnumId;
}
base::typed_index! {
    /// A braced initialiser list of an [`Ast`].
    pub struct InitListId;
}
base::typed_index! {
    /// A string literal of an [`Ast`], after concatenation.
    pub struct StrId;
}
base::typed_index! {
    /// An inline assembly of an [`Ast`].
    pub struct AsmId;
}

/// What stands at file scope.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Item {
    /// A declaration, perhaps of types only.
    Declaration(DeclId),
    /// A function definition.
    Function(FunctionId),
    /// `__asm__("...");`
    Asm(AsmId),
    /// `_Static_assert(e, "...");`
    StaticAssert(StaticAssert),
}

/// A parsed translation unit.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ast {
    /// The file that was parsed.
    pub file: FileId,
    /// What stands at file scope, in order.
    pub items: Vec<Item>,
    pub(crate) exprs: IndexVec<ExprId, Expr>,
    pub(crate) stmts: IndexVec<StmtId, Stmt>,
    pub(crate) decls: IndexVec<DeclId, Declaration>,
    pub(crate) functions: IndexVec<FunctionId, FunctionDef>,
    pub(crate) types: IndexVec<TypeId, TypeName>,
    pub(crate) records: IndexVec<RecordId, RecordSpec>,
    pub(crate) enums: IndexVec<EnumId, EnumSpec>,
    pub(crate) init_lists: IndexVec<InitListId, InitList>,
    pub(crate) strings: IndexVec<StrId, StringLit>,
    pub(crate) asms: IndexVec<AsmId, Asm>,
    /// Where the qualifier `volatile` stands.
    pub volatiles: Vec<TextRange>,
    /// What the line markers say.
    pub presumed: PresumedTable,
}

impl Ast {
    /// The empty tree for a file.
    pub(crate) fn new(file: FileId) -> Ast {
        Ast {
            file,
            items: Vec::new(),
            exprs: IndexVec::new(),
            stmts: IndexVec::new(),
            decls: IndexVec::new(),
            functions: IndexVec::new(),
            types: IndexVec::new(),
            records: IndexVec::new(),
            enums: IndexVec::new(),
            init_lists: IndexVec::new(),
            strings: IndexVec::new(),
            asms: IndexVec::new(),
            volatiles: Vec::new(),
            presumed: PresumedTable::default(),
        }
    }

    /// The span of a range: for diagnostics and provenance.
    pub fn span(&self, range: TextRange) -> Span {
        Span::new(self.file, range.start, range.end)
    }

    /// The file and line that the line markers give to the start of a range, if there are markers before it.
    pub fn presumed(&self, sources: &SourceMap, range: TextRange) -> Option<Presumed<'_>> {
        self.presumed.locate(range.start, sources.line_column(self.span(range)).line)
    }

    /// The number of nodes with an id, string literals aside.
    pub fn node_count(&self) -> usize {
        self.exprs.len()
            + self.stmts.len()
            + self.decls.len()
            + self.functions.len()
            + self.types.len()
            + self.records.len()
            + self.enums.len()
            + self.init_lists.len()
            + self.asms.len()
    }
}

/// Equal syntax at whatever place, line markers aside: what printing and parsing again preserves.
pub fn same_syntax(a: &Ast, b: &Ast) -> bool {
    a.items == b.items
        && a.exprs == b.exprs
        && a.stmts == b.stmts
        && a.decls == b.decls
        && a.functions == b.functions
        && a.types == b.types
        && a.records == b.records
        && a.enums == b.enums
        && a.init_lists == b.init_lists
        && a.strings == b.strings
        && a.asms == b.asms
}

/// Lets `ast[id]` reach the arenas.
macro_rules! arena_index {
    ($($id:ident $field:ident $node:ident),* $(,)?) => {
        $(impl Index<$id> for Ast {
            type Output = $node;

            #[inline]
            fn index(&self, id: $id) -> &$node {
                &self.$field[id]
            }
        })*
    };
}

arena_index! {
    ExprId exprs Expr,
    StmtId stmts Stmt,
    DeclId decls Declaration,
    FunctionId functions FunctionDef,
    TypeId types TypeName,
    RecordId records RecordSpec,
    EnumId enums EnumSpec,
    InitListId init_lists InitList,
    StrId strings StringLit,
    AsmId asms Asm,
}
