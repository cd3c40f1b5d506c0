//! When pointers are equal: the same place of the same object, or the end of one object and the start of the next.
//!
//! Which objects are next to each other is arbitrary, so the second case is a guess. It matters only for pointers that
//! were moved upwards, and where the length of an object is known, only at its end. An object without a size, which GNU C
//! allows, ends where it starts.

use c_sema::hir::{Callee, ExprId, ExprKind};
use c_sema::types::IntKind;
use term::{Term, build as mk};

use super::body::Body;
use super::safety::initialised_size;
use super::value::PointerValue;
use crate::library::{Routine, routine};
use crate::memory::classes::{Origin, Pointer, Site};
use crate::memory::congruence::Congruence;

impl Body<'_, '_> {
    /// `a == b`
    pub fn equal_addresses(&mut self, a: ExprId, b: ExprId) -> Term {
        let (x, y) = self.operands(a, b);
        let (x, y) = (x.pointer(), y.pointer());
        let are_equal = self.equal_pointers(x, y);
        let are_same_objects = mk::eq(x.base, y.base);
        let targets = &self.lowerer.regions.points_to.exprs;
        let (Some(p), Some(q)) = (targets[a], targets[b]) else { return are_equal };
        let is_null = |pointer| self.is_null(pointer).is_true();
        if are_same_objects.is_true() || is_null(x) || is_null(y) {
            return are_equal;
        }
        let is_reused = mk::or2(self.is_reused((x, p), (y, q)), self.shares_place((x, p), (y, q)));
        let do_meet = mk::or2(self.may_follow((x, p), (y, q)), self.may_follow((y, q), (x, p)));
        if do_meet.is_false() {
            return mk::ite(are_same_objects, are_equal, is_reused);
        }
        let number = |this: &mut Self, pointer| this.number_from_pointer(pointer, IntKind::Long);
        let are_same_numbers = mk::eq(number(self, x), number(self, y));
        let do_meet = mk::or2(mk::and2(do_meet, are_same_numbers), is_reused);
        mk::ite(are_same_objects, are_equal, do_meet)
    }

    /// Whether the first may be the end of its object, and the second the start of another.
    fn may_follow(
        &mut self,
        (end, ended): (PointerValue, Pointer),
        (start, started): (PointerValue, Pointer),
    ) -> Term {
        let class = self.lowerer.regions.points_to.classes.get(ended.class);
        let is_empty = |site: &Site| matches!(site, Site::Object(_)) && self.constant_size(*site) == Some(0);
        let has_empty = class.sites.iter().any(is_empty);
        let may_end = has_empty || class.has_steps && ended.offset != Congruence::exact(0);
        if !may_end || started.offset.rest != 0 {
            return mk::ff();
        }
        let zero = self.lowerer.word_constant(0);
        let is_start = mk::eq(self.real_offset(start), zero);
        let is_moved = if has_empty { mk::tt() } else { mk::ne(self.real_offset(end), zero) };
        mk::and([is_start, is_moved, self.is_end(end, ended)])
    }

    /// Whether a pointer is at the end of its object, as far as its length is known.
    fn is_end(&mut self, pointer: PointerValue, target: Pointer) -> Term {
        let class = self.lowerer.regions.points_to.classes.get(target.class);
        let sites: Vec<Site> = class.sites.iter().copied().collect();
        let is_known = class.origin == Origin::Program;
        let sizes: Option<Vec<u64>> = sites.iter().map(|site| self.constant_size(*site)).collect();
        if let Some(sizes) = sizes.filter(|_| is_known) {
            let size = |size: &u64| mk::eq(pointer.offset, self.lowerer.word_constant((*size).into()));
            return mk::or(sizes.iter().map(size));
        }
        let is_single = self.lowerer.regions.region(target.class).single.is_some();
        if self.lowerer.options.properties.needs_memory_safety() && !is_single {
            let length = self.length_at(target.class, pointer.base);
            return mk::eq(pointer.offset, length);
        }
        mk::tt()
    }

    /// The size of the objects of a site, if it is always the same.
    pub fn constant_size(&self, site: Site) -> Option<u64> {
        let program = self.lowerer.program;
        match site {
            Site::Object(object) => {
                let size = program.types.size_of(program.objects[object].ty)?;
                Some(size.max(initialised_size(program, object)))
            }
            Site::Heap(call) => {
                let ExprKind::Call(Callee::Direct(function), arguments) = &program.exprs[call].kind else {
                    return None;
                };
                let constant = |argument: &ExprId| match program.exprs[*argument].kind {
                    ExprKind::Int(value) => u64::try_from(value).ok(),
                    _ => None,
                };
                match routine(&program.functions[*function].name)? {
                    Routine::Allocate | Routine::AllocateStack => constant(arguments.first()?),
                    Routine::AllocateZeroed => {
                        arguments.iter().map(constant).try_fold(1u64, |product, n| product.checked_mul(n?))
                    }
                    _ => None,
                }
            }
            Site::Arguments | Site::Strings => None,
        }
    }
}
