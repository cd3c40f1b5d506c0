//! The parts of an initialiser so far: what a later item replaces, and what is evaluated once for several.

use std::ops::Range;

use base::Span;
use c_syntax::ast::{ExprKind as Syntax, Init};

use super::{Checked, Checker};
use crate::hir::{ExprId, ExprKind, InitPart, PlaceId};
use crate::types::{Ty, Type};

/// An aggregate that is being filled.
#[derive(Clone, Copy, Debug)]
pub(super) struct Frame {
    pub ty: Ty,
    pub offset: u64,
    /// The next member.
    pub next: u64,
    /// The number of members.
    pub count: u64,
}

/// A part of an aggregate.
#[derive(Clone, Copy, Debug)]
pub(super) struct Target {
    pub ty: Ty,
    pub offset: u64,
    pub width: Option<u32>,
}

/// The parts so far.
#[derive(Default)]
pub(super) struct Parts {
    pub list: Vec<InitPart>,
    /// Where the last part ends, in bits.
    pub end: u64,
    /// Which member of each union is initialised: by the offset and the type of the union.
    unions: Vec<(u64, Ty, usize)>,
    /// Whether the object is static, so that compound literals are constants and no expressions.
    pub is_static: bool,
    /// Whether a part is a record, given as an expression.
    has_records: bool,
    /// Where compound literals are copied to, in bits: expressions, though their parts are known.
    pub literals: Vec<Range<u64>>,
    /// Values of ranges of elements: where each is kept, and what puts it there.
    kept: Vec<(PlaceId, ExprId)>,
}

impl Parts {
    /// None yet.
    pub fn new(is_static: bool) -> Parts {
        Parts { is_static, ..Parts::default() }
    }

    /// Forgets what was said about some bits.
    pub fn clear(&mut self, bits: &Range<u64>) {
        if bits.start >= self.end {
            return;
        }
        self.list.retain(|part| !bits.contains(&part.bit_offset));
        self.literals.retain(|literal| !bits.contains(&literal.start));
    }
}

impl<'a> Checker<'a> {
    /// The bits of an object; all that follow, if its size is not known.
    pub(super) fn extent(&self, ty: Ty, offset: u64) -> Range<u64> {
        let size = self.program.types.size_of(ty).map(|size| size * 8);
        offset..size.map_or(u64::MAX, |size| offset.saturating_add(size))
    }

    /// Drops the expression for an aggregate, or one around it, when one of its members is mentioned.
    pub(super) fn open_aggregate(&self, ty: Ty, offset: u64, parts: &mut Parts) {
        let inner = self.extent(ty, offset);
        if inner.is_empty() || offset >= parts.end || (!parts.has_records && parts.literals.is_empty()) {
            return;
        }
        let covers = |outer: &Range<u64>| outer.start <= inner.start && inner.end <= outer.end;
        let types = &self.program.types;
        parts.list.retain(|part| {
            !matches!(types[part.ty], Type::Record(_)) || !covers(&self.extent(part.ty, part.bit_offset))
        });
        while let Some(literal) = parts.literals.iter().find(|literal| covers(literal)).cloned() {
            parts.clear(&literal);
        }
    }

    /// The value for a range of elements, to be copied for each: it is evaluated once and kept, unless it is constant.
    pub(super) fn range_value(
        &mut self,
        ty: Ty,
        init: Init,
        span: Span,
        parts: &mut Parts,
    ) -> Checked<Option<ExprId>> {
        let (effect, place) = match init {
            Init::Expr(expr) if matches!(self.ast[expr].kind, Syntax::Str(_)) => return Ok(None),
            Init::Expr(expr)
                if parts.is_static && matches!(self.ast[expr].kind, Syntax::CompoundLiteral(..)) =>
            {
                return Ok(None);
            }
            Init::Expr(expr) => {
                let value = self.value(expr)?;
                if self.function.is_none() || self.is_static_constant(value) {
                    return Ok(Some(value));
                }
                self.materialize(value, span)
            }
            Init::List(list) => {
                if parts.is_static || !matches!(self.program.types[ty], Type::Record(_)) {
                    return Ok(None);
                }
                let done = self.initializer(ty, Init::List(list), false)?;
                if done.parts.iter().all(|part| self.is_static_constant(part.value)) {
                    return Ok(None);
                }
                let object = self.hidden_object("literal", ty, span);
                let effect = self.initialize_parts(object, done.is_zeroed, done.parts, span);
                (effect, self.object_place(object, span))
            }
        };
        parts.kept.push((place, effect));
        Ok(Some(self.load(place, span)))
    }

    /// Evaluates the values of ranges before the first of the elements that are left.
    pub(super) fn evaluate_kept(&mut self, parts: &mut Parts) {
        for (place, effect) in std::mem::take(&mut parts.kept) {
            let reads = |part: &&mut InitPart| {
                let mut value = part.value;
                while let ExprKind::Convert(inner) = self.program.exprs[value].kind {
                    value = inner;
                }
                matches!(self.program.exprs[value].kind, ExprKind::Load(read) if read == place)
            };
            if let Some(part) = parts.list.iter_mut().find(reads) {
                let span = self.program.exprs[part.value].span;
                part.value = self.comma(effect, part.value, span);
            }
        }
    }

    /// Another node for the same load or constant.
    pub(super) fn copy_of(&mut self, expr: ExprId) -> ExprId {
        let node = self.program.exprs[expr].clone();
        self.program.exprs.push(node)
    }

    /// Another member of a union replaces what was there.
    pub(super) fn note_union(&self, frame: &Frame, index: u64, parts: &mut Parts) {
        let Type::Record(record) = self.program.types[frame.ty] else { return };
        let record = &self.program.types.records[record];
        if !record.is_union {
            return;
        }
        let is_known =
            |&&mut (offset, ty, _): &&mut (u64, Ty, usize)| (offset, ty) == (frame.offset, frame.ty);
        match parts.unions.iter_mut().find(is_known) {
            Some((_, _, member)) if *member == index as usize => {}
            Some((_, _, member)) => {
                *member = index as usize;
                parts.clear(&self.extent(frame.ty, frame.offset));
            }
            None => parts.unions.push((frame.offset, frame.ty, index as usize)),
        }
    }

    /// Whether a value is a zero that need not be written.
    pub(super) fn is_zero(&self, value: ExprId) -> bool {
        match &self.program.exprs[value].kind {
            ExprKind::Int(value) => *value == 0,
            ExprKind::Float(value) => value.is_zero() && value.sign() == Some(false),
            _ => false,
        }
    }

    /// Adds the value of a scalar or record.
    pub(super) fn add_part(&mut self, parts: &mut Parts, target: Target, value: ExprId) {
        let Target { ty, offset, width } = target;
        let size = match width {
            Some(width) => u64::from(width),
            None => self.program.types.size_of(ty).unwrap_or(0) * 8,
        };
        if offset >= parts.end {
            if self.is_zero(value) {
                return;
            }
        } else {
            parts.clear(&(offset..offset + size));
        }
        parts.has_records |= matches!(self.program.types[ty], Type::Record(_));
        parts.list.push(InitPart { bit_offset: offset, bit_width: width, ty, value });
        parts.end = parts.end.max(offset + size);
    }
}
