//! Qualifiers, which types do not keep: as far as the words of a type name tell them.

use c_syntax::ast::{self, Derived, Qualifiers, TypeSpec};

use super::{Checked, Checker};

impl<'a> Checker<'a> {
    /// The qualifiers below the pointers of a type name, from the outside; `None` if its words do not say them all.
    fn inner_qualifiers(&self, ty: ast::TypeId) -> Option<Vec<Qualifiers>> {
        let name = &self.ast[ty];
        if !matches!(name.specifiers.ty, TypeSpec::Basic(_) | TypeSpec::Record(_) | TypeSpec::Enum(_)) {
            return None;
        }
        let mut found = Vec::new();
        for step in &name.declarator.derived {
            match step {
                Derived::Pointer(qualifiers, _) => found.push(*qualifiers),
                // The qualifiers of an array are those of its elements.
                Derived::Array(..) => {}
                Derived::Function(_) => return None,
            }
        }
        found.push(name.specifiers.qualifiers);
        // Those of the type itself do not matter.
        found.remove(0);
        Some(found)
    }

    /// `__builtin_types_compatible_p`
    pub(super) fn types_compatible(&mut self, a: ast::TypeId, b: ast::TypeId) -> Checked<bool> {
        let (x, y) = (self.unevaluated_type(a)?.ty, self.unevaluated_type(b)?.ty);
        let differ = match (self.inner_qualifiers(a), self.inner_qualifiers(b)) {
            (Some(x), Some(y)) => x != y,
            _ => false,
        };
        Ok(self.is_compatible(x, y) && !differ)
    }

    /// Whether a type name has qualifiers that tell it from others of the same type.
    pub(super) fn is_told_by_qualifiers(&self, ty: ast::TypeId) -> bool {
        let inner = self.inner_qualifiers(ty).unwrap_or_default();
        inner.iter().any(|qualifiers| *qualifiers != Qualifiers::default())
    }
}
