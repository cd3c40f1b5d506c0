//! Literals: the types of numbers, string objects, `__func__`.

use base::Span;
use c_syntax::ast::{CharLit, Encoding, FloatLit, FloatSuffix, IntLit, Radix, StringLit};
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, Zero};
use term::RoundingMode;
use term::softfloat::SoftFloat;

use super::fold::float_format;
use super::operand::Operand;
use super::record::Special;
use super::{Checked, Checker};
use crate::hir::{ExprId, ExprKind, InitPart, Object, ObjectId, Storage};
use crate::types::{ArrayLength, DataModel, FloatKind, IntKind, Ty, Type};

/// Decimal exponents beyond this are zero or infinity in every format.
const MAX_EXPONENT: i64 = 40_000;

impl<'a> Checker<'a> {
    pub(super) fn integer_literal(&mut self, literal: IntLit, span: Span) -> Checked<ExprId> {
        let model = self.program.types.model;
        let kinds: &[IntKind] = match (literal.longs, literal.unsigned) {
            (0, false) => &[
                IntKind::Int,
                IntKind::UInt,
                IntKind::Long,
                IntKind::ULong,
                IntKind::LongLong,
                IntKind::ULongLong,
            ],
            (0, true) => &[IntKind::UInt, IntKind::ULong, IntKind::ULongLong],
            (1, false) => &[IntKind::Long, IntKind::ULong, IntKind::LongLong, IntKind::ULongLong],
            (1, true) => &[IntKind::ULong, IntKind::ULongLong],
            (_, false) => &[IntKind::LongLong, IntKind::ULongLong],
            (_, true) => &[IntKind::ULongLong],
        };
        let is_decimal = literal.radix == Radix::Decimal && !literal.unsigned;
        let fits = |kind: &&IntKind| {
            let bits = kind.size(model) * 8 - u64::from(kind.is_signed());
            (bits == 64 || literal.value >> bits == 0) && (kind.is_signed() || !is_decimal)
        };
        // A decimal literal beyond `long long` is wider with gcc, where there is something wider.
        let wide = if model == DataModel::Lp64 { IntKind::Int128 } else { IntKind::ULongLong };
        let kind = kinds.iter().find(fits).copied().unwrap_or(wide);
        let ty = self.program.types.int(kind);
        Ok(self.integer(i128::from(literal.value), ty, span))
    }

    pub(super) fn character_literal(&mut self, literal: CharLit, span: Span) -> ExprId {
        let ty = match literal.encoding {
            Encoding::Plain => self.common.int,
            Encoding::Utf8 => self.common.uchar,
            Encoding::Utf16 => self.common.ushort,
            Encoding::Utf32 => self.common.uint,
            Encoding::Wide => self.common.wchar,
        };
        self.integer(i128::from(literal.value), ty, span)
    }

    pub(super) fn float_literal(&mut self, literal: FloatLit, span: Span) -> Checked<ExprId> {
        let kind = match literal.suffix {
            FloatSuffix::None | FloatSuffix::F64 | FloatSuffix::F32x => FloatKind::Double,
            FloatSuffix::F | FloatSuffix::F32 => FloatKind::Float,
            FloatSuffix::L | FloatSuffix::W | FloatSuffix::F64x => FloatKind::LongDouble,
            FloatSuffix::Q | FloatSuffix::F128 => FloatKind::Quad,
            FloatSuffix::F16 => FloatKind::Half,
            FloatSuffix::Df | FloatSuffix::Dd | FloatSuffix::Dl => {
                let size = match literal.suffix {
                    FloatSuffix::Df => 4,
                    FloatSuffix::Dd => 8,
                    _ => 16,
                };
                let ty = self.special_type(Special::Decimal, size);
                return Ok(self.unsupported(Special::Decimal.text(), ty, span));
            }
        };
        let Some(number) = parse_float(self.name(literal.digits)) else {
            return self.error(span, "this number cannot be read");
        };
        let value = SoftFloat::from_rational(&number, float_format(kind), RoundingMode::NearestEven);
        let ty = self.program.types.intern(Type::Float(kind));
        Ok(self.node(ExprKind::Float(value), ty, span))
    }

    /// The type of the units of a string.
    pub(super) fn unit_type(&self, encoding: Encoding) -> Ty {
        match encoding {
            Encoding::Plain | Encoding::Utf8 => self.common.char,
            Encoding::Utf16 => self.common.ushort,
            Encoding::Utf32 => self.common.uint,
            Encoding::Wide => self.common.wchar,
        }
    }

    pub(super) fn string_literal(&mut self, literal: &'a StringLit, span: Span) -> Checked<Operand> {
        let unit = self.unit_type(literal.encoding);
        let object = self.string_object(unit, &literal.units, span);
        Ok(Operand::Place(self.object_place(object, span)))
    }

    /// The static object that holds the units and a final zero.
    fn string_object(&mut self, unit: Ty, units: &[u32], span: Span) -> ObjectId {
        // The table is asked by value, since a borrowed key would need a key type of its own.
        let key: (Ty, Box<[u32]>) = (unit, units.into());
        if let Some(&object) = self.strings.get(&key) {
            return object;
        }
        let size = self.program.types.size_of(unit).unwrap_or(1) * 8;
        let mut parts = Vec::with_capacity(units.len());
        for (number, &code) in units.iter().enumerate().filter(|&(_, &code)| code != 0) {
            let value = self.unit_constant(unit, code, span);
            parts.push(InitPart { bit_offset: number as u64 * size, bit_width: None, ty: unit, value });
        }
        let ty = Type::Array(unit, ArrayLength::Constant(units.len() as u64 + 1));
        let ty = self.program.types.intern(ty);
        let shown: String = units.iter().take(40).map(|&unit| char::from_u32(unit).unwrap_or('?')).collect();
        let object = Object {
            name: format!("{shown:?}").into(),
            ty,
            align: self.program.types.align_of(unit),
            storage: Storage::Static(parts),
            span,
        };
        let object = self.program.objects.push(object);
        self.program.constants.insert(object);
        self.strings.insert(key, object);
        object
    }

    /// A code unit as a constant of the unit's type.
    pub(super) fn unit_constant(&mut self, unit: Ty, code: u32, span: Span) -> ExprId {
        let value = match self.program.types[unit] {
            Type::Int(kind) => self.wrap(i128::from(code), kind),
            _ => i128::from(code),
        };
        self.shared_integer(value, unit, span)
    }

    pub(super) fn function_name(&mut self, span: Span) -> Checked<Operand> {
        let name = match &self.function {
            Some(function) => self.program.functions[function.id].name.clone(),
            None => "".into(),
        };
        let units: Vec<u32> = name.bytes().map(u32::from).collect();
        let object = self.string_object(self.common.char, &units, span);
        Ok(Operand::Place(self.object_place(object, span)))
    }
}

/// The value of a decimal or hexadecimal floating-point literal.
fn parse_float(text: &str) -> Option<BigRational> {
    let lower = text.to_ascii_lowercase();
    let (radix, rest, mark) = match lower.strip_prefix("0x") {
        Some(rest) => (16_u32, rest, 'p'),
        None => (10, &*lower, 'e'),
    };
    let (mantissa, exponent) = rest.split_once(mark).unwrap_or((rest, "0"));
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let is_negative = exponent.starts_with('-');
    let exponent: i64 = exponent.parse().unwrap_or(if is_negative { -MAX_EXPONENT } else { MAX_EXPONENT });
    let digits = format!("{whole}{fraction}");
    let significand = BigInt::parse_bytes(digits.as_bytes(), radix)?;
    if significand.is_zero() {
        return Some(BigRational::zero());
    }
    let (base, exponent) = match radix {
        16 => (2, exponent.saturating_sub(4 * fraction.len() as i64)),
        _ => (10, exponent.saturating_sub(fraction.len() as i64)),
    };
    let exponent = exponent.clamp(-MAX_EXPONENT - digits.len() as i64 * 4, MAX_EXPONENT);
    let power = BigInt::from(base).pow(exponent.unsigned_abs() as u32);
    Some(match exponent >= 0 {
        true => BigRational::new(significand * power, BigInt::one()),
        false => BigRational::new(significand, power),
    })
}
