//! Comparisons of pointers to local objects that have ended: another local object may be where such a one was.
//!
//! Every local object has a number of its own, so that pointers to different ones never are equal in the model. In an
//! execution they may, once one of them has ended. Whether they are is arbitrary, and flagged. An object counts as ended
//! if its block is not open where the pointers are compared, or if its function leads nowhere near.

use c_sema::hir::{ObjectId, Storage};
use term::{Term, build as mk};

use super::body::Body;
use super::value::PointerValue;
use crate::memory::classes::{ClassId, Pointer, Site};
use crate::memory::nesting::function_of;

impl Body<'_, '_> {
    /// Whether two pointers to different objects are equal because one object has ended and the other one has its place.
    pub fn shares_place(&mut self, a: (PointerValue, Pointer), b: (PointerValue, Pointer)) -> Term {
        let may_be = mk::or2(self.has_place_of(a, b), self.has_place_of(b, a));
        self.flagged_where(may_be, "shares.place", "where an object was that has ended, another may be")
    }

    /// Whether the first points to a local object that has ended, and the second one to a local object.
    fn has_place_of(
        &mut self,
        (old, from): (PointerValue, Pointer),
        (new, to): (PointerValue, Pointer),
    ) -> Term {
        let locals = self.locals(from.class);
        let ended: Vec<ObjectId> = locals.into_iter().filter(|object| self.has_ended(*object)).collect();
        let (is_old, is_new) =
            (self.is_one_of(old.base, ended), self.is_one_of(new.base, self.locals(to.class)));
        mk::and2(is_old, is_new)
    }

    fn locals(&self, class: ClassId) -> Vec<ObjectId> {
        let sites = self.lowerer.regions.points_to.classes.get(class).sites.iter();
        let local = |site: &Site| match site {
            Site::Object(object) => function_of(self.lowerer.program, *object).map(|_| *object),
            Site::Heap(_) | Site::Arguments | Site::Strings => None,
        };
        sites.filter_map(local).collect()
    }

    /// Whether an object has ended here for sure.
    fn has_ended(&mut self, object: ObjectId) -> bool {
        let (Some(here), Some(function)) = (self.function, function_of(self.lowerer.program, object)) else {
            return false;
        };
        let is_local = matches!(self.lowerer.program.objects[object].storage, Storage::Local(_));
        match function == here {
            true => is_local && !self.scopes.iter().any(|(_, objects)| objects.contains(&object)),
            false => !self.lowerer.leads_to(function, here),
        }
    }

    fn is_one_of(&self, base: Term, objects: Vec<ObjectId>) -> Term {
        let zero = self.lowerer.word_constant(0);
        let is_it = |object: &ObjectId| match self.lowerer.object_bases.get(object) {
            Some(&number) => mk::eq(base, self.lowerer.word_constant(number.into())),
            // It has a number for each life.
            None => mk::ne(base, zero),
        };
        mk::or(objects.iter().map(is_it))
    }
}
