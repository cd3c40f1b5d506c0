//! `realloc`: what the new memory holds of the old one.

use term::{Term, build as mk};

use super::body::Body;
use super::value::PointerValue;
use crate::library::Routine;
use crate::memory::classes::ClassId;
use crate::memory::regions::{Component, Layout};

impl Body<'_, '_> {
    /// New memory of a class gets what both it and the old memory have room for; the rest stays arbitrary. From NULL
    /// nothing comes.
    pub fn move_contents(&mut self, class: ClassId, old: PointerValue, new: Term, size: Term) {
        let (some, whole, part, end) = (self.location(), self.location(), self.location(), self.location());
        let is_null = self.is_null(old);
        self.split(is_null, end, some);
        self.at = some;
        let lengths = self.lowerer.lifetime(class).length.expect("allocated memory has lengths");
        let length = self.keep("length", mk::select(lengths, old.base));
        let size = self.keep("size", size);
        let grows = self.le_sizes(length, size);
        // Nothing is ever written behind the end of memory, so that all of it may be copied if it grows: unless all was
        // zeroed at once, which the model does without looking at the length.
        let is_zeroed = self.lowerer.comes_from(class, &[Routine::AllocateZeroed]);
        self.split(if is_zeroed { mk::ff() } else { grows }, whole, part);
        self.at = whole;
        for variable in self.contents(class).into_iter().flat_map(|(_, variables)| variables) {
            let contents = mk::select(variable, old.base);
            self.assign(variable, mk::store(variable, new, contents));
        }
        self.goto(end);
        self.at = part;
        let common = self.keep("size", mk::ite(grows, length, size));
        for (component, variables) in self.contents(class) {
            self.move_component(class, &component, &variables, (old.base, new), common);
        }
        self.goto(end);
        self.at = end;
    }

    /// The components of a class and their variables.
    fn contents(&mut self, class: ClassId) -> Vec<(Component, Vec<Term>)> {
        let components = self.lowerer.regions.region(class).components.clone();
        let variables = |(index, component): (usize, Component)| {
            let cell = self.lowerer.cell(class, index);
            (component, [Some(cell.value), cell.offset].into_iter().flatten().collect())
        };
        components.into_iter().enumerate().map(variables).collect()
    }

    /// Copies what is in the first bytes of an object.
    fn move_component(
        &mut self,
        class: ClassId,
        component: &Component,
        variables: &[Term],
        (old, new): (Term, Term),
        bytes: Term,
    ) {
        let (start, end) = (component.start.div_euclid(8), (component.end + 7).div_euclid(8));
        if component.is_exact {
            let is_inside = self.le_sizes(self.lowerer.word_constant(end.into()), bytes);
            for &variable in variables {
                let contents = mk::ite(is_inside, mk::select(variable, old), mk::select(variable, new));
                self.assign(variable, mk::store(variable, new, contents));
            }
            return;
        }
        let (stride, first, width) = match component.layout {
            Layout::Bytes => (1, 0, 1),
            Layout::Typed(..) => {
                let stride = self.lowerer.regions.region(class).stride.max(1);
                (stride, start.rem_euclid(stride as i64), end - start)
            }
        };
        self.for_range(bytes, stride, &mut |this, index| {
            let place = this.add_words(index, this.lowerer.word_constant(first.into()));
            let end = this.add_words(place, this.lowerer.word_constant(width.into()));
            let is_inside = this.le_sizes(end, bytes);
            for &variable in variables {
                let (from, to) = (mk::select(variable, old), mk::select(variable, new));
                let moved = mk::store(to, place, mk::select(from, place));
                this.assign(variable, mk::store(variable, new, mk::ite(is_inside, moved, to)));
            }
        });
    }
}
