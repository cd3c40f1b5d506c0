//! The scalars that a type is made of: what copying a value of the type copies.

use c_sema::types::{ArrayLength, DataModel, Field, FloatKind, IntKind, RecordId, Ty, Type, Types};

/// A scalar type.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Scalar {
    /// An integer.
    Int(IntKind),
    /// A float.
    Float(FloatKind),
    /// A pointer.
    Pointer,
}

impl Scalar {
    /// The scalar that a type is.
    pub fn of(types: &Types, ty: Ty) -> Option<Scalar> {
        match &types[ty] {
            Type::Int(kind) => Some(Scalar::Int(*kind)),
            Type::Float(kind) => Some(Scalar::Float(*kind)),
            Type::Pointer(_) => Some(Scalar::Pointer),
            _ => None,
        }
    }

    /// The size in bytes.
    pub fn size(self, types: &Types) -> u64 {
        match self {
            Scalar::Int(kind) => kind.size(types.model),
            Scalar::Float(kind) => types.float_size(kind),
            Scalar::Pointer => types.model.pointer_size(),
        }
    }
}

/// The unsigned integer kind of a size in bytes.
pub fn unsigned_of_size(size: u64, model: DataModel) -> Option<IntKind> {
    Some(match size {
        1 => IntKind::UChar,
        2 => IntKind::UShort,
        4 => IntKind::UInt,
        8 if model == DataModel::Lp64 => IntKind::ULong,
        8 => IntKind::ULongLong,
        16 => IntKind::UInt128,
        _ => return None,
    })
}

/// A scalar part of a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Leaf {
    /// Where it starts, in bits.
    pub bit_offset: u64,
    /// Its width, if it is a bit-field.
    pub bit_width: Option<u32>,
    /// What it is.
    pub scalar: Scalar,
}

/// What is used of a `va_list`: a position.
pub const VA_LIST_LEAF: Leaf = Leaf { bit_offset: 0, bit_width: None, scalar: Scalar::Int(IntKind::UInt) };

impl Leaf {
    /// How many bits it takes.
    pub fn width(&self, types: &Types) -> u64 {
        self.bit_width.map_or_else(|| self.scalar.size(types) * 8, u64::from)
    }
}

/// More leaves than this are not copied one by one.
pub const MAX_LEAVES: usize = 256;

/// The leaves of a type in order; `None` if there are too many, or it has no size. Unions are copied as integers, or
/// byte by byte.
pub fn leaves(types: &Types, ty: Ty) -> Option<Vec<Leaf>> {
    let mut result = Vec::new();
    collect(types, ty, 0, &mut result)?;
    Some(result)
}

/// The bytes of a type of some size that belong to none of its leaves, and of those that belong to bit-fields the bits
/// that no leaf has.
pub fn padding(types: &Types, size: u64, leaves: &[Leaf]) -> Vec<Leaf> {
    let mut used = vec![0u8; usize::try_from(size).unwrap_or(0)];
    for leaf in leaves {
        for bit in leaf.bit_offset..leaf.bit_offset + leaf.width(types) {
            if let Some(used) = used.get_mut((bit / 8) as usize) {
                *used |= 1 << (bit % 8);
            }
        }
    }
    let scalar = Scalar::Int(IntKind::UChar);
    let mut result = Vec::new();
    for (byte, used) in used.into_iter().enumerate() {
        let start = byte as u64 * 8;
        if used == 0 {
            result.push(Leaf { bit_offset: start, bit_width: None, scalar });
            continue;
        }
        let is_free = |bit: u32| bit < 8 && used & (1 << bit) == 0;
        let mut bit = 0;
        while bit < 8 {
            let width = (bit..8).take_while(|bit| is_free(*bit)).count() as u32;
            if width > 0 {
                result.push(Leaf { bit_offset: start + u64::from(bit), bit_width: Some(width), scalar });
            }
            bit += width.max(1);
        }
    }
    result
}

fn collect(types: &Types, ty: Ty, bit_offset: u64, result: &mut Vec<Leaf>) -> Option<()> {
    if let Some(scalar) = Scalar::of(types, ty) {
        result.push(Leaf { bit_offset, bit_width: None, scalar });
        return (result.len() <= MAX_LEAVES).then_some(());
    }
    match &types[ty] {
        Type::Array(_, ArrayLength::Unknown) => Some(()),
        Type::Array(element, ArrayLength::Constant(length)) => {
            if *length > MAX_LEAVES as u64 {
                return None;
            }
            let size = types.size_of(*element)? * 8;
            (0..*length).try_for_each(|i| collect(types, *element, bit_offset + i * size, result))
        }
        Type::Record(record) if types.records[*record].is_union => {
            collect_union(types, ty, bit_offset, result)
        }
        Type::Record(record) => {
            types.records[*record].fields.iter().try_for_each(|field| match field.bit_width {
                Some(_) => {
                    let scalar = Scalar::of(types, field.ty)?;
                    let bit_offset = bit_offset + field.bit_offset;
                    result.push(Leaf { bit_offset, bit_width: field.bit_width, scalar });
                    (result.len() <= MAX_LEAVES).then_some(())
                }
                None => {
                    let at = bit_offset + field.bit_offset;
                    match elements_inside(types, *record, field) {
                        Some((element, length)) => {
                            let size = types.size_of(element)? * 8;
                            (0..length).try_for_each(|i| collect(types, element, at + i * size, result))
                        }
                        None => collect(types, field.ty, at, result),
                    }
                }
            })
        }
        _ => None,
    }
}

/// The elements of an array without a length that lie inside of the record, where other records have padding: gcc copies
/// them with the record.
fn elements_inside(types: &Types, record: RecordId, field: &Field) -> Option<(Ty, u64)> {
    let Type::Array(element, ArrayLength::Unknown | ArrayLength::Constant(0)) = types[field.ty] else {
        return None;
    };
    let rest = types.records[record].size?.checked_sub(field.bit_offset / 8)?;
    Some((element, rest.checked_div(types.size_of(element)?)?))
}

fn collect_union(types: &Types, ty: Ty, bit_offset: u64, result: &mut Vec<Leaf>) -> Option<()> {
    let Type::Record(record) = &types[ty] else { return None };
    let size = types.size_of(ty)?;
    let mut members = types.records[*record].fields.iter().map(|field| match field.bit_width {
        None => leaves(types, field.ty),
        Some(_) => None,
    });
    // A union of members that are all the same scalar is that scalar.
    let first = members.next().flatten();
    if let Some([only]) = first.as_deref()
        && only.width(types) == size * 8
        && members.all(|other| other.as_deref() == Some(&[*only]))
    {
        result.push(Leaf { bit_offset: bit_offset + only.bit_offset, ..*only });
        return (result.len() <= MAX_LEAVES).then_some(());
    }
    if let Some(kind) = unsigned_of_size(size, types.model) {
        result.push(Leaf { bit_offset, bit_width: None, scalar: Scalar::Int(kind) });
        return (result.len() <= MAX_LEAVES).then_some(());
    }
    let byte = Scalar::Int(IntKind::UChar);
    result.extend((0..size.min(MAX_LEAVES as u64 + 1)).map(|i| Leaf {
        bit_offset: bit_offset + i * 8,
        bit_width: None,
        scalar: byte,
    }));
    (result.len() <= MAX_LEAVES).then_some(())
}
