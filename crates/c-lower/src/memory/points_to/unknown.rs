//! Pointers of unknown origin: what code that is not there returns, inputs, numbers.
//!
//! Such a pointer may point to memory that nobody here knows. It may also point to an object of the program: to one whose
//! address was passed to such code (or, for a number, was turned into one), and to any that it is compared with, since the
//! program goes on with the knowledge that both are equal. Classes in which that may happen are joined. An object is
//! accessed with its own type, that of a part of it, or as bytes (C11, 6.5p7), so only pointers through which the program
//! accesses values of such types are joined; two pointers of unknown origin may point to the same object, too.

use std::collections::{BTreeMap, BTreeSet};

use base::index::IndexVec;
use c_sema::hir::{Callee, ExprKind, PlaceKind};
use c_sema::types::{RecordId, Ty, Type, Types};

use super::Analysis;
use crate::library::{Routine, routine};
use crate::memory::classes::{Class, ClassId, Origin, Pointer, Site};
use crate::memory::congruence::Congruence;
use crate::memory::leaves::Scalar;

/// The types of accesses that may meet in one object.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Accessed {
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
    let Some(own) = Accessed::of(types, ty) else { return };
    if !all.insert(own) {
        return;
    }
    let mut whole = ty;
    while let Type::Array(element, _) = types[whole] {
        whole = element;
    }
    match types[whole] {
        Type::Record(record) => {
            let fields = types.records[record].fields.iter();
            fields.filter(|field| field.bit_width.is_none()).for_each(|field| parts(types, field.ty, all));
        }
        _ => drop(all.insert(Accessed::Int(1))),
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

    /// A pointer of a type from somewhere else. To memory that nobody here knows, it points to the start; into an object
    /// of the program it may point anywhere that an array of its type has an element.
    pub(super) fn stranger(&mut self, class: ClassId, origin: Origin, ty: Ty) -> Pointer {
        self.result.classes.come_from(class, origin);
        let types = &self.program.types;
        let element = match types[ty] {
            Type::Pointer(pointee) => types.size_of(pointee).filter(|size| *size > 0),
            _ => None,
        };
        let offset = if self.result.classes.get(class).sites.is_empty() {
            Congruence::exact(0)
        } else {
            element.map_or(Congruence::any(), |size| Congruence::exact(0).plus_multiples(size))
        };
        Pointer { class, offset }
    }

    /// An argument of code that is not known: it may keep the address.
    pub(super) fn pass_out(&mut self, value: Option<Pointer>) {
        if let Some(pointer) = value {
            self.result.classes.update(pointer.class, |c| !std::mem::replace(&mut c.is_passed_out, true));
        }
    }

    /// Joins the classes of pointers of unknown origin with those that they may point to.
    pub(super) fn join_unknown(&mut self) {
        self.join_compared();
        self.spread();
        self.join_types();
    }

    fn is_unknown(class: &Class) -> bool {
        class.has_strangers() || class.is_empty()
    }

    fn join_compared(&mut self) {
        for expr in self.program.exprs.iter() {
            let (a, b) = match expr.kind {
                ExprKind::PointerCompare(_, a, b)
                | ExprKind::PointerDifference(a, b, _)
                | ExprKind::Binary(c_sema::hir::BinaryOp::Compare(_), a, b) => (a, b),
                _ => continue,
            };
            let (Some(a), Some(b)) = (self.result.exprs[a], self.result.exprs[b]) else { continue };
            let classes = &mut self.result.classes;
            if Self::is_unknown(classes.get(a.class)) || Self::is_unknown(classes.get(b.class)) {
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
        // Bytes are copied or set.
        for expr in program.exprs.iter() {
            let ExprKind::Call(Callee::Direct(function), arguments) = &expr.kind else { continue };
            let called = routine(&program.functions[*function].name);
            if !matches!(called, Some(Routine::CopyMemory | Routine::SetMemory)) {
                continue;
            }
            for pointer in arguments.iter().filter_map(|argument| self.result.exprs[*argument]) {
                types.entry(classes.find(pointer.class)).or_default().insert(Accessed::Int(1));
            }
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
            for ty in accessed.union(&contained) {
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
}
