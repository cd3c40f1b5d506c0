//! Scopes: ordinary names and tags.
//!
//! Two tables hold what each name means now. Opening a scope sets a mark in a log of what was hidden; closing it
//! undoes the log down to the mark. Looking up is one access, however deep scopes nest.

use c_syntax::Symbol;
use rustc_hash::FxHashMap;

use crate::hir::{FunctionId, ObjectId};
use crate::types::{RecordId, Ty};

/// A type as declarations carry it around: with an alignment that an attribute gave to a typedef name, and `const`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct TypeInfo {
    /// The type.
    pub ty: Ty,
    /// The alignment, if it is not the type's own.
    pub align: Option<u64>,
    /// Whether an object of the type, or the elements of an array, must not be changed.
    pub is_const: bool,
}

impl From<Ty> for TypeInfo {
    fn from(ty: Ty) -> TypeInfo {
        TypeInfo { ty, align: None, is_const: false }
    }
}

/// What an ordinary name means.
#[derive(Clone, Copy, Debug)]
pub(super) enum Entry {
    /// A typedef name.
    Typedef(TypeInfo),
    /// An enumerator.
    Constant(i128, Ty),
    /// A variable.
    Object(ObjectId),
    /// A function with the type that is known here.
    Function(FunctionId, Ty),
    /// Its declaration had an error, which was reported.
    Broken,
}

/// What a tag means.
#[derive(Clone, Copy, Debug)]
pub(super) enum Tag {
    /// A struct or union.
    Record(RecordId),
    /// An enum.
    Enum(Ty),
}

#[derive(Clone, Copy, Debug)]
struct Binding<T> {
    depth: u32,
    meaning: T,
}

#[derive(Debug)]
enum Hidden {
    Name(Symbol, Option<Binding<Entry>>),
    Tag(Symbol, Option<Binding<Tag>>),
}

/// The visible names.
#[derive(Debug, Default)]
pub(super) struct Scopes {
    names: FxHashMap<Symbol, Binding<Entry>>,
    tags: FxHashMap<Symbol, Binding<Tag>>,
    log: Vec<Hidden>,
    marks: Vec<usize>,
}

impl Scopes {
    /// Whether no block is open.
    pub fn is_file_scope(&self) -> bool {
        self.marks.is_empty()
    }

    pub fn open(&mut self) {
        self.marks.push(self.log.len());
    }

    pub fn close(&mut self) {
        let Some(mark) = self.marks.pop() else { return };
        while self.log.len() > mark {
            match self.log.pop() {
                Some(Hidden::Name(name, Some(binding))) => drop(self.names.insert(name, binding)),
                Some(Hidden::Name(name, None)) => drop(self.names.remove(&name)),
                Some(Hidden::Tag(tag, Some(binding))) => drop(self.tags.insert(tag, binding)),
                Some(Hidden::Tag(tag, None)) => drop(self.tags.remove(&tag)),
                None => {}
            }
        }
    }

    fn depth(&self) -> u32 {
        self.marks.len() as u32
    }

    pub fn declare(&mut self, name: Symbol, meaning: Entry) {
        let old = self.names.insert(name, Binding { depth: self.depth(), meaning });
        if !self.is_file_scope() {
            self.log.push(Hidden::Name(name, old));
        }
    }

    pub fn declare_tag(&mut self, tag: Symbol, meaning: Tag) {
        let old = self.tags.insert(tag, Binding { depth: self.depth(), meaning });
        if !self.is_file_scope() {
            self.log.push(Hidden::Tag(tag, old));
        }
    }

    pub fn name(&self, name: Symbol) -> Option<Entry> {
        self.names.get(&name).map(|binding| binding.meaning)
    }

    /// What the innermost scope itself declares.
    pub fn name_here(&self, name: Symbol) -> Option<Entry> {
        let binding = self.names.get(&name)?;
        (binding.depth == self.depth()).then_some(binding.meaning)
    }

    pub fn tag(&self, tag: Symbol) -> Option<Tag> {
        self.tags.get(&tag).map(|binding| binding.meaning)
    }

    /// What the innermost scope itself declares.
    pub fn tag_here(&self, tag: Symbol) -> Option<Tag> {
        let binding = self.tags.get(&tag)?;
        (binding.depth == self.depth()).then_some(binding.meaning)
    }
}
