//! C types, with the sizes of a data model.
//!
//! Types are interned: equal types have equal [`Ty`]s, except that each `struct` or `union` definition is a type
//! of its own. Qualifiers are dropped once the checks that need them are done; an enumeration is the integer
//! type that gcc gives it.

use std::rc::Rc;

use base::index::{IndexVec, typed_index};
use rustc_hash::FxHashMap;

use crate::ids::ObjectId;

typed_index! {
    /// A type.
    pub struct Ty;
}

typed_index! {
    /// A struct or union.
    pub struct RecordId;
}

/// The sizes of types: SV-COMP's two data models, as gcc has them on x86.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum DataModel {
    /// `int`, `long` and pointers have 32 bits; `long double` takes 12 bytes.
    Ilp32,
    /// `long` and pointers have 64 bits; `long double` takes 16 bytes.
    Lp64,
}

impl DataModel {
    /// The size of a pointer in bytes, which is that of `long` and `size_t`.
    pub fn pointer_size(self) -> u64 {
        match self {
            DataModel::Ilp32 => 4,
            DataModel::Lp64 => 8,
        }
    }
}

/// The integer types. Plain `char` is signed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs)]
pub enum IntKind {
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
}

impl IntKind {
    /// How C writes the type.
    pub fn name(self) -> &'static str {
        match self {
            IntKind::Bool => "_Bool",
            IntKind::Char => "char",
            IntKind::SChar => "signed char",
            IntKind::UChar => "unsigned char",
            IntKind::Short => "short",
            IntKind::UShort => "unsigned short",
            IntKind::Int => "int",
            IntKind::UInt => "unsigned int",
            IntKind::Long => "long",
            IntKind::ULong => "unsigned long",
            IntKind::LongLong => "long long",
            IntKind::ULongLong => "unsigned long long",
            IntKind::Int128 => "__int128",
            IntKind::UInt128 => "unsigned __int128",
        }
    }

    /// The size in bytes.
    pub fn size(self, model: DataModel) -> u64 {
        match self {
            IntKind::Bool | IntKind::Char | IntKind::SChar | IntKind::UChar => 1,
            IntKind::Short | IntKind::UShort => 2,
            IntKind::Int | IntKind::UInt => 4,
            IntKind::Long | IntKind::ULong => model.pointer_size(),
            IntKind::LongLong | IntKind::ULongLong => 8,
            IntKind::Int128 | IntKind::UInt128 => 16,
        }
    }

    /// Whether it has negative values.
    pub fn is_signed(self) -> bool {
        matches!(
            self,
            IntKind::Char
                | IntKind::SChar
                | IntKind::Short
                | IntKind::Int
                | IntKind::Long
                | IntKind::LongLong
                | IntKind::Int128
        )
    }
}

/// The floating-point types, by their rank.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum FloatKind {
    /// `_Float16`
    Half,
    /// `float`
    Float,
    /// `double`
    Double,
    /// `long double`: x87's extended format.
    LongDouble,
    /// `_Float128`
    Quad,
}

impl FloatKind {
    /// The name that C gives it.
    pub fn name(self) -> &'static str {
        match self {
            FloatKind::Half => "_Float16",
            FloatKind::Float => "float",
            FloatKind::Double => "double",
            FloatKind::LongDouble => "long double",
            FloatKind::Quad => "_Float128",
        }
    }
}

/// A type.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Type {
    /// `void`
    Void,
    /// An integer, also an enumeration.
    Int(IntKind),
    /// A floating-point number.
    Float(FloatKind),
    /// A pointer to anything.
    Pointer(Ty),
    /// An array.
    Array(Ty, ArrayLength),
    /// A function.
    Function(FunctionType),
    /// A struct or union.
    Record(RecordId),
}

/// The number of elements of an array.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ArrayLength {
    /// A constant.
    Constant(u64),
    /// A flexible member, or an array whose definition is elsewhere.
    Unknown,
    /// A variable-length array: the hidden local object (of type `size_t`) that holds the number of elements.
    Variable(ObjectId),
}

/// The type of a function, parameters adjusted (arrays and functions are pointers).
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct FunctionType {
    /// What it returns.
    pub result: Ty,
    /// What it takes.
    pub parameters: Vec<Ty>,
    /// Whether `...` follows, or nothing is known about the parameters.
    pub is_variadic: bool,
    /// Whether the parameters are declared: `f()` has no prototype.
    pub has_prototype: bool,
}

/// A struct or union.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Record {
    /// The tag, or what names it for people.
    pub name: Rc<str>,
    /// Whether all fields start at 0.
    pub is_union: bool,
    /// The fields; empty until the record is complete. Fields of anonymous members appear through the member,
    /// which is a field with an empty name.
    pub fields: Vec<Field>,
    /// The size in bytes; `None` for an incomplete record.
    pub size: Option<u64>,
    /// The alignment in bytes.
    pub align: u64,
}

/// A field of a record.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Field {
    /// The name; empty for an anonymous struct or union.
    pub name: Rc<str>,
    /// The type; of a bit-field, the declared one.
    pub ty: Ty,
    /// Where it starts, in bits from the start of the record. A multiple of 8 unless it is a bit-field.
    pub bit_offset: u64,
    /// The width of a bit-field. Unnamed bit-fields are not recorded.
    pub bit_width: Option<u32>,
}

/// All types of a program.
#[derive(Clone, Debug)]
pub struct Types {
    /// The data model.
    pub model: DataModel,
    /// The structs and unions.
    pub records: IndexVec<RecordId, Record>,
    types: IndexVec<Ty, Type>,
    ids: FxHashMap<Type, Ty>,
}

impl Types {
    /// No types yet.
    pub fn new(model: DataModel) -> Types {
        Types { model, records: IndexVec::new(), types: IndexVec::new(), ids: FxHashMap::default() }
    }

    /// The id of a type.
    pub fn intern(&mut self, ty: Type) -> Ty {
        if let Some(&id) = self.ids.get(&ty) {
            return id;
        }
        let id = self.types.push(ty.clone());
        self.ids.insert(ty, id);
        id
    }

    /// The id of an integer type.
    pub fn int(&mut self, kind: IntKind) -> Ty {
        self.intern(Type::Int(kind))
    }

    /// The id of a pointer type.
    pub fn pointer_to(&mut self, pointee: Ty) -> Ty {
        self.intern(Type::Pointer(pointee))
    }

    /// The size in bytes. `None` for incomplete types and variable-length arrays; `void` and functions have 1,
    /// as gcc's pointer arithmetic has it.
    pub fn size_of(&self, ty: Ty) -> Option<u64> {
        match &self[ty] {
            Type::Void | Type::Function(_) => Some(1),
            Type::Int(kind) => Some(kind.size(self.model)),
            Type::Float(kind) => Some(self.float_size(*kind)),
            Type::Pointer(_) => Some(self.model.pointer_size()),
            Type::Array(element, ArrayLength::Constant(length)) => {
                self.size_of(*element)?.checked_mul(*length)
            }
            Type::Array(..) => None,
            Type::Record(record) => self.records[*record].size,
        }
    }

    /// The size of a floating-point type in bytes, padding included.
    pub fn float_size(&self, kind: FloatKind) -> u64 {
        match (kind, self.model) {
            (FloatKind::Half, _) => 2,
            (FloatKind::Float, _) => 4,
            (FloatKind::Double, _) => 8,
            (FloatKind::LongDouble, DataModel::Ilp32) => 12,
            (FloatKind::LongDouble, DataModel::Lp64) | (FloatKind::Quad, _) => 16,
        }
    }

    /// The alignment in bytes of a type by itself.
    pub fn align_of(&self, ty: Ty) -> u64 {
        match &self[ty] {
            Type::Void | Type::Function(_) => 1,
            Type::Int(kind) => kind.size(self.model),
            Type::Float(FloatKind::LongDouble) if self.model == DataModel::Ilp32 => 4,
            Type::Float(kind) => self.float_size(*kind),
            Type::Pointer(_) => self.model.pointer_size(),
            Type::Array(element, _) => self.align_of(*element),
            Type::Record(record) => self.records[*record].align,
        }
    }

    /// Whether an array in the type has a length that a variable holds.
    pub fn is_variably_modified(&self, ty: Ty) -> bool {
        match &self[ty] {
            Type::Array(_, ArrayLength::Variable(_)) => true,
            Type::Array(element, _) => self.is_variably_modified(*element),
            Type::Pointer(pointee) => self.is_variably_modified(*pointee),
            _ => false,
        }
    }

    /// Whether the type is an integer, a float or a pointer.
    pub fn is_scalar(&self, ty: Ty) -> bool {
        matches!(self[ty], Type::Int(_) | Type::Float(_) | Type::Pointer(_))
    }
}

impl std::ops::Index<Ty> for Types {
    type Output = Type;

    fn index(&self, ty: Ty) -> &Type {
        &self.types[ty]
    }
}
