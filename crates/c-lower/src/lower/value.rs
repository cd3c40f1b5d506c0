//! Values of expressions, and addresses of places.

use std::rc::Rc;

use c_sema::hir::ObjectId;
use term::Term;

use crate::memory::classes::Pointer;
use crate::memory::leaves::Leaf;

/// A pointer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct PointerValue {
    /// Which object; 0 for NULL and for numbers.
    pub base: Term,
    /// Bytes from its start.
    pub offset: Term,
    /// Whether base 0 always means NULL, whatever the offset: no number was converted to this pointer.
    pub is_genuine: bool,
}

/// The address of a place.
#[derive(Clone, Copy, Debug)]
pub(super) struct Address {
    /// What the analysis knows.
    pub pointer: Pointer,
    /// The base.
    pub base: Term,
    /// The offset in bytes.
    pub offset: Term,
    /// The object and the constant offset, if no pointer was followed.
    pub direct: Option<(ObjectId, u64)>,
    /// Whether base 0 always means NULL.
    pub is_genuine: bool,
}

impl Address {
    /// The address as a value.
    pub fn value(&self) -> PointerValue {
        PointerValue { base: self.base, offset: self.offset, is_genuine: self.is_genuine }
    }
}

/// The value of an expression.
#[derive(Clone, Debug)]
pub(super) enum Value {
    /// None.
    Void,
    /// A number.
    Number(Term),
    /// A pointer.
    Pointer(PointerValue),
    /// A record: its leaves.
    Record(Rc<[(Leaf, Value)]>),
    /// A record with too many leaves: where it is.
    Memory(Address),
}

impl Value {
    /// The term of a number.
    pub fn number(&self) -> Term {
        match self {
            Value::Number(term) => *term,
            other => unreachable!("a number was expected, not {other:?}"),
        }
    }

    /// The pointer.
    pub fn pointer(&self) -> PointerValue {
        match self {
            Value::Pointer(pointer) => *pointer,
            other => unreachable!("a pointer was expected, not {other:?}"),
        }
    }
}
