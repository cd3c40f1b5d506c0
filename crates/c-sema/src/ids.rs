//! The ids of the nodes of a typed program.
//!
//! They stand apart from the nodes because types need them, too: the length of an array may be an object.

use base::index::typed_index;

typed_index! {
    /// An expression.
    pub struct ExprId;
}
typed_index! {
    /// A place: what an lvalue designates.
    pub struct PlaceId;
}
typed_index! {
    /// A statement.
    pub struct StmtId;
}
typed_index! {
    /// An object with a name: a variable, a string literal, a compound literal, a temporary.
    pub struct ObjectId;
}
typed_index! {
    /// A function, defined or only declared.
    pub struct FunctionId;
}
typed_index! {
    /// A label of a function: written by the user, or made for a `case`.
    pub struct LabelId;
}
