//! Pointers of unknown origin: what code that is not there returns, inputs, numbers.
//!
//! Such a pointer may point to memory that nobody here knows. It may also point to an object of the program: to one whose
//! address was passed to such code (or, for a number, was turned into one), and to any that it is compared with, since the
//! program goes on with the knowledge that both are equal. Classes in which that may happen are joined. An object is
//! accessed with its own type, that of a part of it, or as bytes (C11, 6.5p7), so only pointers through which the program
//! accesses values of such types are joined; two pointers of unknown origin may point to the same object, too.

use std::collections::{BTreeMap, BTreeSet};

use base::index::IndexVec;
use c_sema::hir::{Callee, ExprKind, ObjectId, PlaceKind, Storage};
use c_sema::types::{ArrayLength, RecordId, Ty, Type, Types};

use super::{Analysis, root_object};
use crate::library::{Routine, routine};
use crate::memory::classes::{Class, ClassId, Origin, Pointer, Site};
use crate::memory::congruence::Congruence;
use crate::memory::leaves::{Leaf, Scalar};

/// With which types memory is accessed through pointers, and where.
pub(super) type Accesses = BTreeMap<ClassId, BTreeSet<(Ty, Congruence)>>;

/// The types of accesses that may meet in one object.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Accessed {
    /// A record.
    Record(RecordId),
    /// An integer of so many bytes.
    Int(u64),
    /// A float of so many bytes.
    Float(u64),
    /// A pointer.
    Pointer,
}

impl Accessed {
    fn of(types: &Types, ty: Ty) -> Option<Accessed> {
        match &types[ty] {
            Type::Array(element, _) => Accessed::of(types, *element),
            Type::Record(record) => Some(Accessed::Record(*record)),
            _ => Some(match Scalar::of(types, ty)? {
                scalar @ Scalar::Int(_) => Accessed::Int(scalar.size(types)),
                scalar @ Scalar::Float(_) => Accessed::Float(scalar.size(types)),
                Scalar::Pointer => Accessed::Pointer,
            }),
        }
    }
}

/// The types with which an object of a type can be accessed: those of its parts, and bytes.
fn parts(types: &Types, ty: Ty, all: &mut BTreeSet<Accessed>) {
    if let Some(whole) = Accessed::of(types, ty) {
        parts_of(types, whole, all);
    }
}

/// The same for an object of which only the type of an access is known.
fn parts_of(types: &Types, whole: Accessed, all: &mut BTreeSet<Accessed>) {
    if !all.insert(whole) {
        return;
    }
    all.insert(Accessed::Int(1));
    if let Accessed::Record(record) = whole {
        let fields = types.records[record].fields.iter();
        fields.filter(|field| field.bit_width.is_none()).for_each(|field| parts(types, field.ty, all));
    }
}

/// The types of the pointers that a value of a type has at an offset.
pub fn pointers_at(types: &Types, ty: Ty, bit_offset: u64) -> BTreeSet<Ty> {
    let mut all = BTreeSet::new();
    add_pointers_at(types, ty, bit_offset, &mut all);
    all
}

fn add_pointers_at(types: &Types, ty: Ty, bit_offset: u64, all: &mut BTreeSet<Ty>) {
    match &types[ty] {
        Type::Pointer(_) => {
            all.insert(ty);
        }
        Type::Array(element, _) => {
            let size = 8 * types.size_of(*element).unwrap_or(1).max(1);
            add_pointers_at(types, *element, bit_offset % size, all);
        }
        Type::Record(record) => {
            for field in &types.records[*record].fields {
                let bits = 8 * types.size_of(field.ty).unwrap_or(0);
                if field.bit_offset <= bit_offset && bit_offset < field.bit_offset + bits {
                    add_pointers_at(types, field.ty, bit_offset - field.bit_offset, all);
                }
            }
        }
        _ => {}
    }
}

fn is_pointer_to_object(types: &Types, pointer: Ty) -> bool {
    matches!(types[pointer], Type::Pointer(pointee) if Accessed::of(types, pointee).is_some())
}

/// Where objects have parts of a type.
struct Search<'a> {
    types: &'a Types,
    wanted: Accessed,
    /// All offsets so far.
    found: Congruence,
    /// Whether the last object has such a part.
    is_there: bool,
}

impl Search<'_> {
    /// Looks at what has a type and is at some offsets.
    fn look(&mut self, ty: Ty, at: Congruence) {
        let types = self.types;
        if let Type::Array(element, length) = types[ty] {
            let is_one = length == ArrayLength::Constant(1);
            let size = types.size_of(element).unwrap_or(1).max(1);
            return self.look(element, if is_one { at } else { at.plus_multiples(size) });
        }
        if Accessed::of(types, ty) == Some(self.wanted) {
            self.found = self.found.join(at);
            self.is_there = true;
        }
        if let Type::Record(record) = types[ty] {
            for field in types.records[record].fields.iter().filter(|field| field.bit_width.is_none()) {
                self.look(field.ty, at.plus((field.bit_offset / 8) as i64));
            }
        }
    }
}

impl Analysis<'_> {
    /// A pointer from a number that carries no object.
    pub(super) fn number(&mut self, class: ClassId) -> Pointer {
        self.result.classes.update(class, |c| {
            !std::mem::replace(&mut c.has_integers, true) | !std::mem::replace(&mut c.has_numbers, true)
        });
        Pointer { class, offset: Congruence::any() }
    }

    /// A pointer of a type from somewhere else. It may point wherever memory has a part of its type.
    pub(super) fn stranger(&mut self, class: ClassId, origin: Origin, ty: Ty) -> Pointer {
        self.result.classes.come_from(class, origin);
        self.note_declared(class, ty);
        Pointer { class, offset: self.offsets_of(class, origin, ty) }
    }

    /// A pointer of callers points to what its type says, whether the program accesses it or not: who frees it ends an
    /// object to which others may point.
    fn note_declared(&mut self, class: ClassId, pointer: Ty) {
        let types = &self.program.types;
        let Type::Pointer(pointee) = types[pointer] else { return };
        if !self.has_caller || matches!(types[pointee], Type::Function(_)) {
            return;
        }
        let declared = Accessed::of(types, pointee).unwrap_or(Accessed::Int(1));
        if self.declared.insert((class, declared)) {
            self.result.classes.changed = true;
        }
    }

    /// A pointer that memory holds in a value of a type: what is not known here may have written it. To code that knows no
    /// type, it points to the start.
    pub(super) fn widened(&mut self, place: Pointer, leaf: Leaf, found: Pointer, ty: Ty) -> Pointer {
        let class = self.result.classes.get(place.class);
        let origin = class.origin.max(class.contents);
        if leaf.scalar != Scalar::Pointer || origin == Origin::Program {
            return found;
        }
        let pointers = pointers_at(&self.program.types, ty, leaf.bit_offset);
        pointers.iter().for_each(|pointer| self.note_declared(found.class, *pointer));
        let offset = pointers.into_iter().fold(found.offset, |offset, pointer| {
            match is_pointer_to_object(&self.program.types, pointer) {
                true => offset.join(self.offsets_of(found.class, origin, pointer)),
                false => offset,
            }
        });
        if offset == found.offset {
            return found;
        }
        let found = Pointer { offset, ..found };
        self.store_leaf(place, leaf, Some(found));
        found
    }

    fn offsets_of(&self, class: ClassId, origin: Origin, pointer: Ty) -> Congruence {
        let (program, class) = (self.program, self.result.classes.find(class));
        let sites = &self.result.classes.get(class).sites;
        let pointee = match program.types[pointer] {
            Type::Pointer(pointee) => Accessed::of(&program.types, pointee),
            _ => None,
        };
        if sites.is_empty() && !self.has_caller {
            return self.offsets_in_unknown_memory(class, origin, pointee);
        }
        let start = Congruence::exact(0);
        let is_of_caller = self.has_caller && origin == Origin::Caller;
        let anywhere = match program.types[pointer] {
            Type::Pointer(pointee) if is_of_caller => start.plus_multiples(program.types.align_of(pointee)),
            _ => Congruence::any(),
        };
        let wanted = match pointee {
            // Callers pass whole objects where the type says nothing.
            None if is_of_caller => return start,
            None | Some(Accessed::Int(1)) => return Congruence::any(),
            Some(wanted) => wanted,
        };
        let mut search = Search { types: &program.types, wanted, found: start, is_there: false };
        if self.has_caller {
            self.look_at_accesses(&mut search, class);
        }
        for site in sites {
            search.is_there = false;
            match site {
                Site::Object(object) => search.look(program.objects[*object].ty, start),
                // What is accessed is known later; then this is asked again.
                Site::Heap(_) if is_of_caller && !self.accesses.contains_key(&class) => continue,
                Site::Heap(_) | Site::Arguments | Site::Strings => self.look_at_accesses(&mut search, class),
            }
            // It is accessed as bytes, as something else, or not at all: the pointer may be anywhere.
            if !search.is_there {
                return anywhere;
            }
        }
        search.found
    }

    /// Where a pointer points in memory that nobody here knows: to the start, unless the program moves pointers of this
    /// type. Then another one may point to where they get.
    fn offsets_in_unknown_memory(
        &self,
        class: ClassId,
        origin: Origin,
        pointee: Option<Accessed>,
    ) -> Congruence {
        let start = Congruence::exact(0);
        // Code that returns `void *` allocates, as is assumed.
        if pointee.is_none() && origin != Origin::Input {
            return start;
        }
        let types = &self.program.types;
        let accesses = self.accesses.get(&class).into_iter().flatten();
        let moved = accesses.filter(|(ty, offset)| {
            *offset != start && (pointee.is_none() || Accessed::of(types, *ty) == pointee)
        });
        moved.fold(start, |found, (ty, offset)| found.join(self.elements(*ty, *offset)))
    }

    /// Where memory of which only the accesses are known has parts of a type: in arrays of what is accessed.
    fn look_at_accesses(&self, search: &mut Search, class: ClassId) {
        for (ty, offset) in self.accesses.get(&class).into_iter().flatten() {
            search.look(*ty, self.elements(*ty, *offset));
        }
    }

    /// Where elements are of which some are accessed. What is accessed at one place only need not be in an array: nobody
    /// here sees other elements.
    fn elements(&self, ty: Ty, accessed: Congruence) -> Congruence {
        match accessed.as_exact() {
            Some(_) => accessed,
            None => accessed.plus_multiples(self.program.types.size_of(ty).unwrap_or(1).max(1)),
        }
    }

    /// With which types memory is accessed through pointers, and where. Changes if that does.
    fn note_accesses(&mut self) {
        let mut accesses = Accesses::new();
        for (id, place) in self.program.places.iter_enumerated() {
            if let (PlaceKind::Deref(_), Some(pointer)) = (&place.kind, self.result.places[id]) {
                let class = self.result.classes.find(pointer.class);
                accesses.entry(class).or_default().insert((place.ty, pointer.offset));
            }
        }
        // Who copies or sets more bytes than an element has accesses others, too.
        for (class, bytes) in self.copied() {
            let Some(own) = accesses.get_mut(&class) else { continue };
            let element = |(ty, offset): (Ty, Congruence)| {
                let size = self.program.types.size_of(ty).unwrap_or(1).max(1);
                (ty, if bytes > size { offset.plus_multiples(size) } else { offset })
            };
            *own = std::mem::take(own).into_iter().map(element).collect();
        }
        if accesses != self.accesses {
            self.accesses = accesses;
            self.result.classes.changed = true;
        }
    }

    /// The classes of which bytes are copied or set, and how many bytes these are at most.
    fn copied(&self) -> BTreeMap<ClassId, u64> {
        let mut copied = BTreeMap::new();
        for expr in self.program.exprs.iter() {
            let ExprKind::Call(Callee::Direct(function), arguments) = &expr.kind else { continue };
            let called = routine(&self.program.functions[*function].name);
            if !matches!(called, Some(Routine::CopyMemory | Routine::SetMemory)) {
                continue;
            }
            let bytes = arguments.get(2).and_then(|bytes| match self.program.exprs[*bytes].kind {
                ExprKind::Int(bytes) => u64::try_from(bytes).ok(),
                _ => None,
            });
            for pointer in arguments.iter().filter_map(|argument| self.result.exprs[*argument]) {
                let most = copied.entry(self.result.classes.find(pointer.class)).or_insert(0);
                *most = bytes.unwrap_or(u64::MAX).max(*most);
            }
        }
        copied
    }

    /// An argument of code that is not known: it may keep the address.
    pub(super) fn pass_out(&mut self, value: Option<Pointer>) {
        if let Some(pointer) = value {
            self.result.classes.update(pointer.class, |c| !std::mem::replace(&mut c.is_passed_out, true));
        }
    }

    /// The objects that code in other files can reach and that are mentioned: those with external linkage, and those whose
    /// address is in the initialiser of one that can be reached.
    pub(super) fn known_elsewhere(&mut self) -> Vec<ObjectId> {
        let program = self.program;
        let known = self.known_elsewhere.get_or_insert_with(|| {
            let mut known = program.external.clone();
            let mut work: Vec<ObjectId> = known.iter().copied().collect();
            while let Some(object) = work.pop() {
                let Storage::Static(parts) = &program.objects[object].storage else { continue };
                for part in parts {
                    c_sema::visit::walk_expr(program, part.value, &mut |expr| {
                        if let ExprKind::AddressOf(place) = program.exprs[expr].kind
                            && let Some(object) = root_object(program, place)
                            && known.insert(object)
                        {
                            work.push(object);
                        }
                    });
                }
            }
            known.into_iter().collect()
        });
        let objects = &self.result.objects;
        known.iter().copied().filter(|object| objects[*object].is_some()).collect()
    }

    /// Joins the classes of pointers of unknown origin with those that they may point to.
    pub(super) fn join_unknown(&mut self) {
        self.join_compared();
        self.join_subtracted();
        self.note_members_of_null();
        if self.leak.is_found_out() {
            self.result.classes.hold_numbers();
        }
        self.spread();
        self.join_types();
        self.note_accesses();
    }

    fn is_unknown(class: &Class) -> bool {
        class.has_strangers() || class.is_empty()
    }

    fn join_compared(&mut self) {
        for expr in self.program.exprs.iter() {
            // Who knows that two addresses are the same number may use one for the other.
            let (a, b, are_numbers) = match expr.kind {
                ExprKind::PointerCompare(_, a, b) | ExprKind::PointerDifference(a, b, _) => (a, b, false),
                ExprKind::Binary(c_sema::hir::BinaryOp::Compare(_), a, b) => (a, b, true),
                _ => continue,
            };
            let (Some(a), Some(b)) = (self.result.exprs[a], self.result.exprs[b]) else { continue };
            let classes = &mut self.result.classes;
            let is_unknown = |class: ClassId| Self::is_unknown(classes.get(class));
            if are_numbers || is_unknown(a.class) || is_unknown(b.class) {
                classes.unify(a.class, b.class);
            }
        }
    }

    /// The address of a member behind a pointer that is always NULL is a number.
    fn note_members_of_null(&mut self) {
        for (id, expr) in self.program.exprs.iter_enumerated() {
            if let (ExprKind::AddressOf(_), Some(pointer)) = (&expr.kind, self.result.exprs[id])
                && pointer.offset != Congruence::exact(0)
            {
                let is_number = |c: &Class| c.is_empty() && c.origin == Origin::Program && !c.has_integers;
                self.result
                    .classes
                    .update(pointer.class, |c| is_number(c) && !std::mem::replace(&mut c.has_integers, true));
            }
        }
    }

    /// Pointers to objects that are never the same are subtracted: who adds the distance is in the other object.
    fn join_subtracted(&mut self) {
        for (id, expr) in self.program.exprs.iter_enumerated() {
            let ExprKind::PointerDifference(a, b, _) = expr.kind else { continue };
            let (Some(a), Some(b)) = (self.result.exprs[a], self.result.exprs[b]) else { continue };
            let classes = &mut self.result.classes;
            let are_objects = !classes.get(a.class).is_empty() && !classes.get(b.class).is_empty();
            if are_objects && classes.find(a.class) != classes.find(b.class) {
                self.unrelated.insert(id);
                self.has_distances = true;
                classes.unify(a.class, b.class);
            }
        }
    }

    /// Who has an address of memory has what the pointers in it point to.
    fn spread(&mut self) {
        let classes = &mut self.result.classes;
        let roots: Vec<ClassId> = classes.roots().collect();
        for root in roots {
            let class = classes.get(root);
            let origin = class.origin.max(class.contents);
            if class.is_passed_out || origin != Origin::Program {
                let pointees: Vec<ClassId> = class.pointees().map(|pointer| pointer.class).collect();
                for pointee in pointees {
                    classes.update(pointee, |c| !std::mem::replace(&mut c.is_passed_out, true));
                }
            }
        }
    }

    /// The types with which the objects of each class are accessed.
    fn accessed_types(&self) -> BTreeMap<ClassId, BTreeSet<Accessed>> {
        let (program, classes) = (self.program, &self.result.classes);
        let mut types: BTreeMap<ClassId, BTreeSet<Accessed>> = BTreeMap::new();
        let mut add = |class: ClassId, ty: Ty| {
            if let Some(accessed) = Accessed::of(&program.types, ty) {
                types.entry(classes.find(class)).or_default().insert(accessed);
            }
        };
        let places: &IndexVec<_, Option<Pointer>> = &self.result.places;
        for (id, place) in program.places.iter_enumerated() {
            if let (PlaceKind::Deref(_), Some(pointer)) = (&place.kind, places[id]) {
                add(pointer.class, place.ty);
            }
        }
        for class in self.copied().into_keys() {
            types.entry(class).or_default().insert(Accessed::Int(1));
        }
        for &(class, declared) in &self.declared {
            types.entry(classes.find(class)).or_default().insert(declared);
        }
        let mut add = |class: ClassId, ty: Ty| {
            if let Some(accessed) = Accessed::of(&program.types, ty) {
                types.entry(classes.find(class)).or_default().insert(accessed);
            }
        };
        for root in classes.roots() {
            for site in &classes.get(root).sites {
                if let Site::Object(object) = site {
                    add(root, program.objects[*object].ty);
                }
            }
        }
        types
    }

    fn join_types(&mut self) {
        let types = self.accessed_types();
        let mut strangers: BTreeMap<Accessed, ClassId> = BTreeMap::new();
        for (&class, accessed) in &types {
            if self.result.classes.get(class).has_strangers() {
                for &ty in accessed {
                    match strangers.get(&ty) {
                        Some(&other) => self.result.classes.unify(other, class),
                        None => {
                            strangers.insert(ty, class);
                        }
                    }
                }
            }
        }
        if self.has_caller {
            self.join_parts(&types, &strangers);
        }
        for (&class, accessed) in &types {
            let own = self.result.classes.get(class);
            if !own.is_passed_out && !own.is_exposed {
                continue;
            }
            let mut contained = BTreeSet::new();
            for site in &own.sites {
                if let Site::Object(object) = site {
                    parts(&self.program.types, self.program.objects[*object].ty, &mut contained);
                }
            }
            // Allocated memory has the types with which it is accessed.
            accessed.iter().for_each(|whole| parts_of(&self.program.types, *whole, &mut contained));
            for ty in &contained {
                let Some(&stranger) = strangers.get(ty) else { continue };
                let other = self.result.classes.get(stranger);
                let own = self.result.classes.get(class);
                let is_reached = (own.is_passed_out && other.origin != Origin::Program)
                    || (own.is_exposed && other.has_numbers);
                if is_reached {
                    self.result.classes.unify(stranger, class);
                }
            }
        }
    }

    /// A caller that is not known may pass the address of a record with those of its members, and of its bytes.
    fn join_parts(
        &mut self,
        types: &BTreeMap<ClassId, BTreeSet<Accessed>>,
        strangers: &BTreeMap<Accessed, ClassId>,
    ) {
        for (&class, accessed) in types {
            if !self.result.classes.get(class).has_strangers() {
                continue;
            }
            let mut contained = BTreeSet::new();
            accessed.iter().for_each(|whole| parts_of(&self.program.types, *whole, &mut contained));
            for other in contained.iter().filter_map(|part| strangers.get(part)) {
                self.result.classes.unify(*other, class);
            }
        }
    }
}
