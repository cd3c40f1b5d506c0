//! Classes of objects that pointers may reach: Steensgaard's equivalence classes, with cells.
//!
//! Pointers are pairs of an object and an offset from its start, so joining two classes never shifts offsets. A class
//! has *cells*: what the pointers stored at an offset point to. Offsets are only known modulo the class's *stride*,
//! which is 0 (exact) until an access through an index or a moving pointer makes it finer; cells whose offsets
//! coincide modulo the stride are one. All changes are monotone (classes join, strides divide, congruences grow), so
//! that analysing until nothing changes terminates.

use std::collections::{BTreeMap, BTreeSet};

use base::index::{IndexVec, typed_index};
use c_sema::hir::{ExprId, FunctionId, LabelId, ObjectId};
use c_sema::types::{FloatKind, IntKind};
use num_integer::gcd;

use super::congruence::Congruence;

typed_index! {
    /// A class of objects.
    pub struct ClassId;
}

/// Where memory comes from.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Site {
    /// An object with a name.
    Object(ObjectId),
    /// A call that allocates.
    Heap(ExprId),
    /// The list of pointers that `main` gets.
    Arguments,
    /// The strings that these point to.
    Strings,
}

/// What a pointer may point to: a class of objects, at offsets in bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pointer {
    /// The objects.
    pub class: ClassId,
    /// The offsets.
    pub offset: Congruence,
}

impl Pointer {
    /// The pointer moved by some bytes.
    pub fn plus(self, distance: i64) -> Pointer {
        Pointer { offset: self.offset.plus(distance), ..self }
    }
}

/// How memory is accessed.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum AccessKind {
    /// As an integer; in order of first mention, the kind decides how the cell is kept.
    Int(OrdIntKind),
    /// As a float.
    Float(OrdFloatKind),
    /// As a pointer.
    Pointer,
}

/// An integer kind with an order, for sets.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct OrdIntKind(pub IntKind);

/// A float kind with an order, for sets.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct OrdFloatKind(pub FloatKind);

macro_rules! ordered_by_discriminant {
    ($name:ident) => {
        impl PartialOrd for $name {
            fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
                Some(self.cmp(other))
            }
        }

        impl Ord for $name {
            fn cmp(&self, other: &Self) -> std::cmp::Ordering {
                (self.0 as u32).cmp(&(other.0 as u32))
            }
        }
    };
}
ordered_by_discriminant!(OrdIntKind);
ordered_by_discriminant!(OrdFloatKind);

/// An access: a range of bits and how they are understood.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Access {
    /// The first bit, from the start of the object (modulo the stride, once that is final).
    pub start: i64,
    /// How many bits.
    pub width: u64,
    /// How they are understood.
    pub kind: AccessKind,
}

/// Where pointers come from; the later ones include the earlier ones.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub enum Origin {
    /// From the program.
    #[default]
    Program,
    /// They may be anything: inputs.
    Input,
    /// From callers of the entry, whose memory is what they may pass.
    Caller,
    /// From code that is not known, which has memory of its own.
    OtherCode,
}

/// What pointers that are stored in a range of bits point to. A range that is narrower than a pointer holds a part of
/// one: an integer that was made from it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Cell {
    /// What they point to.
    pub pointer: Pointer,
    /// How many bits the range has.
    pub width: i64,
}

/// A class.
#[derive(Clone, Debug, Default)]
pub struct Class {
    /// Its objects.
    pub sites: BTreeSet<Site>,
    /// Functions whose addresses are among the pointers to this class.
    pub functions: BTreeSet<FunctionId>,
    /// Labels whose addresses are among the pointers to this class.
    pub labels: BTreeSet<LabelId>,
    /// What pointers stored in its objects point to, by the first bit.
    pub cells: BTreeMap<i64, Cell>,
    /// Offsets are known modulo this number of bytes; 0: exactly.
    pub stride: u64,
    /// All accesses.
    pub accesses: BTreeSet<Access>,
    /// The bits at which ranges that are copied or set begin or end.
    pub cuts: BTreeSet<i64>,
    /// The functions that access it.
    pub users: BTreeSet<FunctionId>,
    /// Where pointers to it may come from, besides the program.
    pub origin: Origin,
    /// Where pointers that its objects hold may come from, besides the program: objects that are defined elsewhere.
    pub contents: Origin,
    /// Whether pointers to it may be numbers that were converted.
    pub has_integers: bool,
    /// Whether pointers to it may be made from numbers of which nobody knows whose address they are.
    pub has_numbers: bool,
    /// Whether pointers to it may be NULL, as far as constants say.
    pub has_null: bool,
    /// Whether addresses of its objects were converted to numbers.
    pub is_exposed: bool,
    /// Whether addresses of its objects were passed to code that is not known.
    pub is_passed_out: bool,
    /// Whether pointers to it are moved upwards, so that they may reach the end of an object.
    pub has_steps: bool,
}

/// The classes, joined as the analysis goes.
#[derive(Clone, Debug, Default)]
pub struct Classes {
    classes: IndexVec<ClassId, Class>,
    parents: IndexVec<ClassId, ClassId>,
    /// Whether anything changed since this was last reset.
    pub changed: bool,
}

impl Classes {
    /// A new class.
    pub fn fresh(&mut self) -> ClassId {
        self.changed = true;
        let id = self.classes.push(Class::default());
        self.parents.push(id)
    }

    /// The representative of a class.
    pub fn find(&self, mut class: ClassId) -> ClassId {
        while self.parents[class] != class {
            class = self.parents[class];
        }
        class
    }

    fn find_and_shorten(&mut self, class: ClassId) -> ClassId {
        let root = self.find(class);
        let mut current = class;
        while self.parents[current] != root {
            current = std::mem::replace(&mut self.parents[current], root);
        }
        root
    }

    /// A class.
    pub fn get(&self, class: ClassId) -> &Class {
        &self.classes[self.find(class)]
    }

    /// Changes a class; `update` says whether it did.
    pub fn update(&mut self, class: ClassId, update: impl FnOnce(&mut Class) -> bool) {
        let root = self.find_and_shorten(class);
        if update(&mut self.classes[root]) {
            self.changed = true;
        }
    }

    /// Pointers to a class may come from somewhere else.
    pub fn come_from(&mut self, class: ClassId, origin: Origin) {
        self.update(class, |c| {
            let is_news = c.origin < origin;
            c.origin = c.origin.max(origin);
            is_news
        });
    }

    /// All representatives.
    pub fn roots(&self) -> impl Iterator<Item = ClassId> {
        self.parents.iter_enumerated().filter(|(id, parent)| id == *parent).map(|(id, _)| id)
    }

    /// Joins two classes, and whatever that makes coincide.
    pub fn unify(&mut self, a: ClassId, b: ClassId) {
        let mut work = vec![(a, b)];
        while let Some((a, b)) = work.pop() {
            let (a, b) = (self.find_and_shorten(a), self.find_and_shorten(b));
            if a == b {
                continue;
            }
            self.changed = true;
            // The older class stays, so that results do not depend on the order of joins too much.
            let (kept, gone) = (a.min(b), a.max(b));
            self.parents[gone] = kept;
            let other = std::mem::take(&mut self.classes[gone]);
            let class = &mut self.classes[kept];
            class.sites.extend(other.sites);
            class.functions.extend(other.functions);
            class.labels.extend(other.labels);
            class.accesses.extend(other.accesses);
            class.cuts.extend(other.cuts);
            class.users.extend(other.users);
            class.origin = class.origin.max(other.origin);
            class.contents = class.contents.max(other.contents);
            class.has_integers |= other.has_integers;
            class.has_numbers |= other.has_numbers;
            class.has_null |= other.has_null;
            class.is_exposed |= other.is_exposed;
            class.is_passed_out |= other.is_passed_out;
            class.has_steps |= other.has_steps;
            class.stride = gcd(class.stride, other.stride);
            for (start, cell) in other.cells {
                add_cell(class, start, cell, &mut work);
            }
            rekey(class, &mut work);
        }
    }

    /// Makes the offsets of a class coarser.
    pub fn refine_stride(&mut self, class: ClassId, modulus: u64) {
        let root = self.find_and_shorten(class);
        let stride = gcd(self.classes[root].stride, modulus);
        if stride == self.classes[root].stride {
            return;
        }
        self.changed = true;
        self.classes[root].stride = stride;
        let mut work = Vec::new();
        rekey(&mut self.classes[root], &mut work);
        for (a, b) in work {
            self.unify(a, b);
        }
    }

    /// Notes an access to `width` bits, `bits` after the pointer.
    pub fn access(&mut self, pointer: Pointer, bits: u64, width: u64, kind: AccessKind) {
        self.refine_stride(pointer.class, pointer.offset.modulus);
        let start = pointer.offset.rest.saturating_mul(8).saturating_add(bits as i64);
        self.update(pointer.class, |class| class.accesses.insert(Access { start, width, kind }));
    }

    /// Notes that a range of memory is copied or set, from a place on, for as many bytes as are known.
    pub fn cut(&mut self, pointer: Pointer, bytes: Option<u64>) {
        self.refine_stride(pointer.class, pointer.offset.modulus);
        let start = pointer.offset.rest.saturating_mul(8);
        let end = bytes
            .and_then(|bytes| i64::try_from(bytes).ok())
            .map(|bytes| start.saturating_add(bytes.saturating_mul(8)));
        self.update(pointer.class, |class| {
            end.into_iter().chain([start]).fold(false, |changed, bit| class.cuts.insert(bit) | changed)
        });
    }

    /// The memory of a class may hold pointers from somewhere else.
    pub fn hold_from(&mut self, class: ClassId, origin: Origin) {
        self.update(class, |c| {
            let is_news = c.contents < origin;
            c.contents = c.contents.max(origin);
            is_news
        });
    }

    /// Pointers that are kept where numbers of their width are written, be it byte by byte, may be any numbers.
    pub fn hold_numbers(&mut self) {
        let roots: Vec<ClassId> = self.roots().collect();
        for root in roots {
            let class = &self.classes[root];
            let (pointers, numbers): (Vec<&Access>, Vec<&Access>) =
                class.accesses.iter().partition(|access| access.kind == AccessKind::Pointer);
            let meets = |accesses: &[&Access], start: i64, cell: &Cell| {
                let meets = |access: &&Access| {
                    overlaps(start, cell.width, access.start, access.width as i64, class.stride)
                };
                accesses.iter().any(meets)
            };
            let cells = class.cells.iter();
            let width = pointers.iter().map(|access| access.width).min().unwrap_or(0);
            let is_in_steps = class.stride != 0 && class.stride * 8 < width;
            let numbers: Vec<&Access> =
                numbers.into_iter().filter(|access| is_in_steps || access.width >= width).collect();
            let mixed = cells
                .filter(|(start, cell)| meets(&pointers, **start, cell) && meets(&numbers, **start, cell));
            let mixed: Vec<i64> = mixed.map(|(start, _)| *start).collect();
            for start in mixed {
                let cell = self.classes[root].cells.get_mut(&start).expect("it was just there");
                let is_any = std::mem::replace(&mut cell.pointer.offset, Congruence::any());
                let (is_news, pointee) = (is_any != Congruence::any(), cell.pointer.class);
                self.changed |= is_news;
                self.update(pointee, |c| {
                    !std::mem::replace(&mut c.has_integers, true)
                        | !std::mem::replace(&mut c.has_numbers, true)
                });
            }
        }
    }

    /// What the pointers stored at a place point to. All cells that overlap the range are joined; `None` if there
    /// are none.
    pub fn cell(&mut self, pointer: Pointer, bits: u64, width: u64) -> Option<Pointer> {
        self.refine_stride(pointer.class, pointer.offset.modulus);
        let root = self.find_and_shorten(pointer.class);
        let class = &self.classes[root];
        let start = normalise(pointer.offset.rest * 8 + bits as i64, class.stride);
        let hits: Vec<(i64, Cell)> =
            class.overlapping(start, width as i64).map(|(key, cell)| (key, *cell)).collect();
        let (&(_, Cell { pointer: first, .. }), rest) = hits.split_first()?;
        if rest.is_empty() {
            return Some(Pointer { class: self.find(first.class), ..first });
        }
        let offset = rest.iter().fold(first.offset, |joined, (_, other)| joined.join(other.pointer.offset));
        let joined = Pointer { class: first.class, offset };
        for (key, old) in &hits {
            self.unify(first.class, old.pointer.class);
            let root = self.find_and_shorten(pointer.class);
            if old.pointer.offset != offset {
                self.changed = true;
                let stride = self.classes[root].stride;
                let cell = Cell { pointer: joined, width: old.width };
                self.classes[root].cells.insert(normalise(*key, stride), cell);
            }
        }
        Some(Pointer { class: self.find(joined.class), ..joined })
    }

    /// Notes that a pointer, or a part of one, is stored at a place.
    pub fn store(&mut self, place: Pointer, bits: u64, width: u64, value: Pointer) {
        let mut value = value;
        if let Some(old) = self.cell(place, bits, width) {
            self.unify(old.class, value.class);
            value.offset = old.offset.join(value.offset);
            if value.offset != old.offset {
                self.widen_cells(place, bits, width, value.offset);
            }
        }
        // The cells that were there may not cover the whole range.
        let root = self.find_and_shorten(place.class);
        let class = &mut self.classes[root];
        let start = normalise(place.offset.rest * 8 + bits as i64, class.stride);
        let width = width as i64;
        if class.cells.get(&start).is_none_or(|cell| cell.width < width) {
            class.cells.insert(start, Cell { pointer: value, width });
            self.changed = true;
        }
    }

    fn widen_cells(&mut self, place: Pointer, bits: u64, width: u64, offset: Congruence) {
        let root = self.find_and_shorten(place.class);
        let stride = self.classes[root].stride;
        let start = normalise(place.offset.rest * 8 + bits as i64, stride);
        for (key, cell) in &mut self.classes[root].cells {
            if overlaps(start, width as i64, *key, cell.width, stride) && cell.pointer.offset != offset {
                cell.pointer.offset = cell.pointer.offset.join(offset);
                self.changed = true;
            }
        }
    }
}

impl Class {
    /// The cells that share a bit with a range.
    pub fn overlapping(&self, start: i64, width: i64) -> impl Iterator<Item = (i64, &Cell)> {
        let is_hit =
            move |(key, cell): &(&i64, &Cell)| overlaps(start, width, **key, cell.width, self.stride);
        self.cells.iter().filter(is_hit).map(|(key, cell)| (*key, cell))
    }

    /// Whether a pointer to it may point to an object that the analysis does not see: it comes from somewhere else, or
    /// from a number of unknown meaning.
    pub fn has_strangers(&self) -> bool {
        self.origin != Origin::Program || self.has_numbers
    }

    /// Whether nothing that has an address is in it.
    pub fn is_empty(&self) -> bool {
        self.sites.is_empty() && self.functions.is_empty() && self.labels.is_empty()
    }

    /// What pointers in its memory point to.
    pub fn pointees(&self) -> impl Iterator<Item = Pointer> {
        self.cells.values().map(|cell| cell.pointer)
    }
}

/// Whether `[start, start + width)` meets `[key, key + key_width)`, modulo the stride.
fn overlaps(start: i64, width: i64, key: i64, key_width: i64, stride: u64) -> bool {
    if stride == 0 {
        return start < key.saturating_add(key_width) && key < start.saturating_add(width);
    }
    let period = stride as i64 * 8;
    let distance = (start - key).rem_euclid(period);
    distance < key_width || period - distance < width
}

fn normalise(start: i64, stride: u64) -> i64 {
    if stride == 0 { start } else { start.rem_euclid(stride as i64 * 8) }
}

fn add_cell(class: &mut Class, start: i64, cell: Cell, work: &mut Vec<(ClassId, ClassId)>) {
    let start = normalise(start, class.stride);
    match class.cells.get_mut(&start) {
        Some(old) => {
            old.pointer.offset = old.pointer.offset.join(cell.pointer.offset);
            old.width = old.width.max(cell.width);
            work.push((old.pointer.class, cell.pointer.class));
        }
        None => {
            class.cells.insert(start, cell);
        }
    }
}

fn rekey(class: &mut Class, work: &mut Vec<(ClassId, ClassId)>) {
    if class.stride == 0 {
        return;
    }
    for (start, cell) in std::mem::take(&mut class.cells) {
        add_cell(class, start, cell, work);
    }
}
