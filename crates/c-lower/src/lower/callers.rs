//! The memory of whoever calls the entry, if that is not `main`: what its parameters point to.
//!
//! A caller passes NULL or pointers to objects of any size, which hold anything; pointers in them are alike, so that there
//! are lists and cycles of any length, and any two pointers may be the same. The objects have negative numbers, since
//! those of the program are positive. Which of them there are, how long they are and what they hold at first is arbitrary
//! memory, and wherever the program reads one of their pointers, it assumes what is true of that pointer: there are
//! instances instead of quantifiers, as for the arguments of `main`.

use c_sema::hir::{ObjectId, Storage};
use c_sema::types::{Ty, Type};
use term::{Sort, Term, build as mk};

use super::Lowerer;
use super::body::Body;
use super::value::{Address, PointerValue, Value};
use crate::memory::classes::{ClassId, Origin, Pointer, Site};
use crate::memory::leaves::{Leaf, Scalar};
use crate::memory::points_to::pointers_at;
use crate::memory::regions::Layout;
use crate::options::Parameters;

/// What callers' memory of a class is like when the entry is called. Nothing writes these variables.
#[derive(Clone, Copy, Debug)]
pub(super) struct CallersMemory {
    /// Which objects there are.
    pub valid: Term,
    /// How many bytes they have.
    pub length: Term,
}

impl Lowerer<'_> {
    /// Whether the objects of a class may be those of callers, and nobody else's that is not known.
    pub fn is_of_callers(&self, class: ClassId) -> bool {
        self.options.properties.needs_memory_safety()
            && self.regions.points_to.classes.get(class).origin == Origin::Caller
    }

    /// The memory of callers in a class, made when first needed.
    pub fn callers_memory(&mut self, class: ClassId) -> CallersMemory {
        let class = self.regions.points_to.classes.find(class);
        if let Some(&known) = self.callers.get(&class) {
            return known;
        }
        let word = self.word();
        let memory = CallersMemory {
            valid: self.global("caller.valid", Sort::array(word, Sort::Bool)),
            length: self.global("caller.length", Sort::array(word, word)),
        };
        self.callers.insert(class, memory);
        memory
    }

    /// Which objects of a class live when the program starts: callers' objects. Those of the program do not yet.
    pub fn first_lives(&mut self, class: ClassId) -> Term {
        let valid = self.callers_memory(class).valid;
        let sites = self.regions.points_to.classes.get(class).sites.iter();
        let bases = sites.filter_map(|site| match site {
            Site::Object(object) => self.object_bases.get(object).copied(),
            Site::Heap(_) | Site::Arguments | Site::Strings => None,
        });
        let bases: Vec<u64> = bases.collect();
        bases
            .into_iter()
            .fold(valid, |valid, base| mk::store(valid, self.word_constant(base.into()), mk::ff()))
    }

    /// What pointers in callers' memory are at first: the variables for bases and offsets of a component.
    fn first_pointers(&mut self, class: ClassId, index: usize) -> (Term, Option<Term>) {
        let class = self.regions.points_to.classes.find(class);
        if let Some(&known) = self.callers_pointers.get(&(class, index)) {
            return known;
        }
        let cell = self.cell(class, index);
        let value = self.global("caller.pointers", cell.value.sort());
        self.prelude.push((cell.value, value));
        let offset = cell.offset.map(|variable| {
            let offset = self.global("caller.pointers.offset", variable.sort());
            self.prelude.push((variable, offset));
            offset
        });
        self.callers_pointers.insert((class, index), (value, offset));
        (value, offset)
    }

    /// The static objects of a class that callers know.
    fn known_to_callers(&self, class: ClassId) -> Vec<ObjectId> {
        let points_to = &self.regions.points_to;
        let class = points_to.classes.find(class);
        let is_there = |object: &ObjectId| {
            let place = points_to.objects[*object].map(|place| points_to.classes.find(place));
            let storage = &self.program.objects[*object].storage;
            place == Some(class) && matches!(storage, Storage::Static(_) | Storage::External)
        };
        points_to.known_to_callers.iter().copied().filter(is_there).collect()
    }

    /// The bytes that a pointer needs that is kept in a value of a type.
    fn bytes_behind(&self, ty: Ty, leaf: Leaf) -> u64 {
        let types = &self.program.types;
        let bytes = pointers_at(types, ty, leaf.bit_offset).into_iter().map(|pointer| match types[pointer] {
            Type::Pointer(pointee) => types.size_of(pointee).unwrap_or(1).max(1),
            _ => 1,
        });
        bytes.min().unwrap_or(1)
    }
}

impl Body<'_, '_> {
    /// A parameter of the entry is NULL, if it may be, or points to memory.
    pub fn comes_from_caller(&mut self, pointee: Option<Pointer>, value: &Value, ty: Ty, leaf: Leaf) {
        let (Some(pointee), Value::Pointer(pointer)) = (pointee, value) else { return };
        if !self.lowerer.is_of_callers(pointee.class) {
            return;
        }
        let may_be_null = self.lowerer.options.parameters == Parameters::MayBeNull;
        let what = if may_be_null { "pass NULL or pointers" } else { "pass pointers that are not NULL" };
        let entry = &self.lowerer.options.entry;
        let text = format!(
            "callers of `{entry}` {what} to objects of any size, which hold NULL and such pointers, and which may be freed"
        );
        self.lowerer.assume_about(text);
        let size = self.lowerer.bytes_behind(ty, leaf);
        let leads_to_memory = self.leads_to_callers_memory(pointee.class, *pointer, size);
        let is_null = if may_be_null { self.is_really_null(*pointer) } else { mk::ff() };
        self.assume(mk::or2(is_null, leads_to_memory));
    }

    /// A pointer is read: of what callers' memory holds at first, the program assumes what is true of it.
    pub fn recall_callers_memory(&mut self, address: &Address, ty: Ty, leaf: Leaf) {
        let class = address.pointer.class;
        if leaf.scalar != Scalar::Pointer
            || !self.lowerer.is_of_callers(class)
            || self.is_known_object(address.base)
        {
            return;
        }
        let Some(index) = self.lowerer.regions.component(address.pointer, leaf.bit_offset) else { return };
        let component = self.lowerer.regions.region(class).components[index];
        if component.layout != Layout::Typed(Scalar::Pointer, None) {
            return self.note_where_callers(address, "pointers of callers as bytes");
        }
        let Some(pointee) = component.pointee else { return };
        if !self.lowerer.is_of_callers(pointee.class) {
            return;
        }
        let (bases, offsets) = self.lowerer.first_pointers(class, index);
        let indexing = self.lowerer.indexing(class, &component);
        let place = self.leaf_offset(address, leaf);
        let base = indexing.read(bases, address.base, place);
        let offset = match offsets {
            Some(offsets) => indexing.read(offsets, address.base, place),
            None => self.lowerer.known_offset(Some(pointee)),
        };
        let pointer = PointerValue { base, offset, is_genuine: offsets.is_none() };
        let size = self.lowerer.bytes_behind(ty, leaf);
        let leads_to_memory = self.leads_to_callers_memory(pointee.class, pointer, size);
        let is_null = self.is_really_null(pointer);
        self.assume(mk::or2(is_null, leads_to_memory));
    }

    /// Memory is copied as a whole: of the pointers in it, nothing is assumed then.
    pub fn note_copied_pointers_of_callers(&mut self, source: &Address) {
        let class = source.pointer.class;
        let all: Vec<usize> = (0..self.lowerer.regions.region(class).components.len()).collect();
        if self.lowerer.is_of_callers(class) && self.hold_pointers(source, &all) {
            self.note_where_callers(source, "pointers of callers are copied as memory");
        }
    }

    /// Whether a base is that of callers' memory.
    pub fn is_callers_base(&self, base: Term) -> Term {
        mk::not(self.le_words(self.lowerer.word_constant(0), base))
    }

    /// Base and offset are those of NULL; a pointer without a variable for its offset has one anyway.
    fn is_really_null(&self, pointer: PointerValue) -> Term {
        let zero = self.lowerer.word_constant(0);
        let base = mk::eq(pointer.base, zero);
        let has_offset = pointer.offset.as_var().is_some() || !pointer.offset.free_variables().is_empty();
        if has_offset { mk::and2(base, mk::eq(pointer.offset, zero)) } else { base }
    }

    /// Whether a pointer leads to so many bytes of an object of callers, or of one that they know.
    fn leads_to_callers_memory(&mut self, class: ClassId, pointer: PointerValue, size: u64) -> Term {
        let size = self.lowerer.word_constant(size.into());
        let memory = self.lowerer.callers_memory(class);
        let length = mk::select(memory.length, pointer.base);
        let fits = self.fits(length);
        let own = mk::and([
            self.is_callers_base(pointer.base),
            mk::select(memory.valid, pointer.base),
            fits,
            self.is_inside(pointer.offset, size, length),
        ]);
        let mut all = vec![own];
        for object in self.lowerer.known_to_callers(class) {
            let base = self.object_base(object);
            let length = self.object_length(object);
            all.push(mk::and2(mk::eq(pointer.base, base), self.is_inside(pointer.offset, size, length)));
        }
        mk::or(all)
    }

    fn note_where_callers(&mut self, address: &Address, why: &str) {
        let is_callers = self.is_callers_base(address.base);
        if is_callers.is_false() {
            return;
        }
        let (flagged, end) = (self.location(), self.location());
        self.split(is_callers, flagged, end);
        self.at = flagged;
        self.note_flagged(why);
        self.goto(end);
        self.at = end;
    }
}
