//! Where fields lie: gcc's x86 ABI.
//!
//! Positions are counted in bits. A field that is no bit-field starts at a multiple of its alignment. A bit-field
//! starts at the next bit, unless it would then touch more units of its type's alignment than the type itself has;
//! a bit-field of width zero moves on to the next such unit. `packed` makes the alignment one byte and drops the rule
//! for bit-fields; so does `#pragma pack`, which caps alignments. In ILP32, integers and `double` are
//! aligned to at most four bytes inside of records, unless an attribute says otherwise.

use super::scope::TypeInfo;
use crate::types::{DataModel, FloatKind, Type, Types};

/// No record is longer, so that positions do not overflow.
const MAX_BITS: u64 = 1 << 60;

/// A member as it is declared.
#[derive(Clone, Copy, Debug)]
pub(super) struct MemberShape {
    /// The type.
    pub info: TypeInfo,
    /// The width of a bit-field.
    pub width: Option<u64>,
    /// Whether it has a name, or is an anonymous record.
    pub is_named: bool,
    /// `packed` on the member itself.
    pub is_packed: bool,
    /// `aligned` on the member itself, in bytes.
    pub align: Option<u64>,
}

/// A record as it is declared.
#[derive(Clone, Copy, Debug)]
pub(super) struct RecordShape {
    pub is_union: bool,
    pub is_packed: bool,
    /// `aligned`, in bytes.
    pub align: Option<u64>,
    /// `#pragma pack`, in bytes.
    pub pack: Option<u64>,
}

/// Where the members lie, in bits; the size and alignment of the record in bytes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Layout {
    pub offsets: Vec<u64>,
    pub size: u64,
    pub align: u64,
}

struct Placer<'t> {
    types: &'t Types,
    shape: RecordShape,
    /// The next free bit.
    position: u64,
    /// The end of the longest member of a union.
    longest: u64,
    /// The alignment of the record in bits.
    align: u64,
}

/// Lays out a record.
pub(super) fn layout(types: &Types, shape: RecordShape, members: &[MemberShape]) -> Layout {
    let mut placer = Placer { types, shape, position: 0, longest: 0, align: 8 };
    let offsets = members.iter().map(|member| placer.place(member)).collect();
    let align = placer.align.max(shape.align.unwrap_or(1) * 8);
    let bits = placer.longest.max(placer.position);
    Layout { offsets, size: bits.next_multiple_of(align) / 8, align: align / 8 }
}

impl Placer<'_> {
    fn place(&mut self, member: &MemberShape) -> u64 {
        if self.shape.is_union {
            self.position = 0;
        }
        match member.width {
            Some(width) => self.place_bit_field(member, width),
            None => self.place_field(member),
        }
        let size = match member.width {
            Some(width) => width,
            None => self.types.size_of(member.info.ty).unwrap_or(0) * 8,
        };
        let start = self.position;
        self.position = (self.position + size).min(MAX_BITS);
        self.longest = self.longest.max(self.position);
        start
    }

    /// The alignment of the member's type inside of a record, in bits.
    fn type_align(&self, info: TypeInfo) -> u64 {
        if let Some(align) = info.align {
            return align * 8;
        }
        let mut element = info.ty;
        while let Type::Array(inner, _) = self.types[element] {
            element = inner;
        }
        let align = self.types.align_of(info.ty) * 8;
        match self.types[element] {
            Type::Int(_) | Type::Float(FloatKind::Double) if self.types.model == DataModel::Ilp32 => {
                align.min(32)
            }
            _ => align,
        }
    }

    fn place_field(&mut self, member: &MemberShape) {
        let mut align = match (self.shape.is_packed || member.is_packed, member.align) {
            (true, Some(align)) => align * 8,
            (true, None) => 8,
            (false, None) => self.type_align(member.info),
            (false, Some(align)) => {
                // An attribute on the member lifts the cap of ILP32, but does not lower the alignment.
                let own = member.info.align.unwrap_or_else(|| self.types.align_of(member.info.ty));
                if align >= own { align * 8 } else { self.type_align(member.info).max(align * 8) }
            }
        };
        if let Some(pack) = self.shape.pack {
            align = align.min(pack * 8);
        }
        self.position = self.position.next_multiple_of(align);
        self.align = self.align.max(align);
    }

    fn place_bit_field(&mut self, member: &MemberShape, width: u64) {
        let unit = self.type_align(member.info);
        if width == 0 {
            self.position = self.position.next_multiple_of(unit);
            return;
        }
        let asked = member
            .align
            .map_or(1, |align| (align * 8).min(self.shape.pack.map_or(u64::MAX, |pack| pack * 8)));
        self.position = self.position.next_multiple_of(asked);
        let is_packed = self.shape.is_packed || member.is_packed;
        if !is_packed && self.shape.pack.is_none() {
            let size = self.types.size_of(member.info.ty).unwrap_or(0) * 8;
            let touched = (self.position % unit + width).div_ceil(unit);
            if touched > size / unit {
                self.position = self.position.next_multiple_of(unit);
            }
        }
        if member.is_named {
            let align = match (self.shape.pack, is_packed) {
                (Some(pack), _) => unit.min(pack * 8),
                (None, true) => 8,
                (None, false) => unit,
            };
            self.align = self.align.max(align).max(asked);
        }
    }
}
