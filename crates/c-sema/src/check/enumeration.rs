//! Enumerations. An enumeration is the integer type that gcc gives it: `unsigned int` unless there are negative
//! values, a wider one if needed, the narrowest one if packed.

use c_syntax::ast::{self, EnumSpec};

use super::scope::{Entry, Tag};
use super::{Checked, Checker};
use crate::types::{IntKind, Ty};

impl<'a> Checker<'a> {
    /// The type of `enum e`, `enum e { ... }`.
    pub(super) fn enum_specifier(&mut self, id: ast::EnumId) -> Checked<Ty> {
        if let Some(&ty) = self.defined_enums.get(&id) {
            return Ok(ty);
        }
        let spec = &self.ast[id];
        let ty = match &spec.enumerators {
            Some(_) => self.define_enum(spec)?,
            None => {
                let known = spec.tag.and_then(|tag| self.scopes.tag(tag.name));
                return match known {
                    Some(Tag::Enum(ty)) => Ok(ty),
                    Some(Tag::Record(_)) => {
                        self.error(self.span(spec.range), "the tag is of another kind of type")
                    }
                    // An enumeration that is not defined yet: gcc only warns.
                    None => Ok(self.common.uint),
                };
            }
        };
        self.defined_enums.insert(id, ty);
        if let Some(tag) = spec.tag {
            self.scopes.declare_tag(tag.name, Tag::Enum(ty));
        }
        Ok(ty)
    }

    fn define_enum(&mut self, spec: &'a EnumSpec) -> Checked<Ty> {
        let enumerators = spec.enumerators.as_deref().unwrap_or_default();
        let (mut next, mut least, mut greatest) = (0_i128, 0_i128, 0_i128);
        let mut values = Vec::with_capacity(enumerators.len());
        for enumerator in enumerators {
            if let Some(value) = enumerator.value {
                next = self.constant_expression(value)?;
            }
            (least, greatest) = (least.min(next), greatest.max(next));
            // Until the enumeration is complete, its values have the types of their constants.
            let ty = self.enumerator_type(next, self.common.long);
            self.scopes.declare(enumerator.name.name, Entry::Constant(next, ty));
            values.push(next);
            next += 1;
        }
        let ty = self.enum_type(least, greatest, self.has_attribute(&spec.attributes, "packed"));
        for (enumerator, value) in enumerators.iter().zip(values) {
            let value_type = self.enumerator_type(value, ty);
            self.scopes.declare(enumerator.name.name, Entry::Constant(value, value_type));
        }
        Ok(ty)
    }

    fn enumerator_type(&self, value: i128, wide: Ty) -> Ty {
        if i32::try_from(value).is_ok() { self.common.int } else { wide }
    }

    fn enum_type(&mut self, least: i128, greatest: i128, is_packed: bool) -> Ty {
        let signed = [IntKind::SChar, IntKind::Short, IntKind::Int, IntKind::Long, IntKind::LongLong];
        let unsigned = [IntKind::UChar, IntKind::UShort, IntKind::UInt, IntKind::ULong, IntKind::ULongLong];
        let kinds = if least < 0 { signed } else { unsigned };
        let model = self.program.types.model;
        let fits = |kind: &&IntKind| {
            let bits = kind.size(model) * 8;
            match kind.is_signed() {
                true => least >= -(1_i128 << (bits - 1)) && greatest < 1_i128 << (bits - 1),
                false => greatest < 1_i128 << bits,
            }
        };
        let kinds = if is_packed { &kinds[..] } else { &kinds[2..] };
        let kind = kinds.iter().find(fits).copied().unwrap_or(IntKind::LongLong);
        self.program.types.int(kind)
    }
}
