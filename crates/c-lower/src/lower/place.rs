//! Places: where an lvalue is.

use std::collections::BTreeSet;
use std::ops::Range;
use std::rc::Rc;

use c_sema::hir::{InitPart, ObjectId, PlaceId, PlaceKind};
use c_sema::types::{IntKind, Ty, Type, Types};
use term::Term;

use super::body::Body;
use super::value::{Address, Value};
use crate::memory::classes::Pointer;
use crate::memory::leaves::{Leaf, Scalar, leaves, padding};
use crate::memory::points_to::place_leaf;
use crate::memory::regions::Layout;
use crate::options::Addresses;

/// Why bytes that belong to no member are flagged.
const OPEN_BYTES: &str = "bytes between members hold anything";

/// If more bits of unions are open, the whole object is.
const MOST_OPEN_BITS: u64 = 8 * 1024;

impl Body<'_, '_> {
    /// The base of an object.
    pub fn object_base(&mut self, object: ObjectId) -> Term {
        if let Some(&number) = self.lowerer.object_bases.get(&object) {
            return self.lowerer.word_constant(number.into());
        }
        self.lowerer.frame_base(object)
    }

    /// The address of an object.
    pub fn object_address(&mut self, object: ObjectId) -> Option<Address> {
        let class = self.lowerer.regions.points_to.objects[object]?;
        Some(Address {
            pointer: Pointer { class, offset: crate::memory::congruence::Congruence::exact(0) },
            base: self.object_base(object),
            offset: self.lowerer.word_constant(0),
            direct: Some((object, 0)),
            is_genuine: true,
        })
    }

    /// Evaluates a place to its address.
    pub fn place(&mut self, id: PlaceId) -> Address {
        let program = self.lowerer.program;
        let pointer = self.lowerer.regions.points_to.places[id].expect("the analysis saw every place");
        let mut address = match program.places[id].kind {
            PlaceKind::Object(object) => self.object_address(object).expect("the analysis saw every object"),
            PlaceKind::Deref(expr) => {
                let value = self.expr(expr).pointer();
                let is_genuine = value.is_genuine;
                Address { pointer, base: value.base, offset: value.offset, direct: None, is_genuine }
            }
            PlaceKind::Field(outer, index) => {
                let address = self.place(outer);
                let Type::Record(record) = program.types[program.places[outer].ty] else {
                    unreachable!("fields are in records")
                };
                let field = &program.types.records[record].fields[index];
                // The offset of a bit-field is in its leaf.
                if field.bit_width.is_some() {
                    return address;
                }
                let bytes = field.bit_offset / 8;
                let distance = self.lowerer.word_constant(bytes.into());
                Address {
                    pointer,
                    offset: self.add_words(address.offset, distance),
                    direct: address.direct.map(|(object, offset)| (object, offset + bytes)),
                    ..address
                }
            }
        };
        if let Some(offset) = pointer.offset.as_exact()
            && address.is_genuine
        {
            address.offset = self.lowerer.word_constant(offset.into());
        }
        address
    }

    /// The same address, whatever is written from now on. C evaluates an lvalue once, and terms read memory when a
    /// statement is executed: an operation that becomes several statements must not evaluate its place in each of them.
    pub fn settled(&mut self, address: &Address) -> Address {
        let reads_memory = |body: &Self, term: Term| {
            term.free_variables().iter().any(|v| body.lowerer.cell_variables.contains(v))
        };
        let mut settled = *address;
        if reads_memory(self, address.base) {
            settled.base = self.keep("place", address.base);
        }
        if reads_memory(self, address.offset) {
            settled.offset = self.keep("place.offset", address.offset);
        }
        settled
    }

    /// The leaf that a place is, if it is a scalar.
    pub fn place_leaf(&self, id: PlaceId) -> Option<Leaf> {
        place_leaf(self.lowerer.program, id)
    }

    /// Reads what a place holds.
    pub fn load_place(&mut self, id: PlaceId) -> Value {
        let address = self.place(id);
        let ty = self.lowerer.program.places[id].ty;
        self.read_at(id, &address, ty)
    }

    /// Reads what a place holds, once its address is known.
    pub fn read_at(&mut self, id: PlaceId, address: &Address, ty: Ty) -> Value {
        let leaf = self.place_leaf(id);
        self.check_access(address, ty, leaf, "read");
        let value = self.load(address, ty, leaf);
        self.unless_null(address, ty, leaf, value)
    }

    /// Reads a value at an address; the leaf is that of a scalar.
    pub fn load(&mut self, address: &Address, ty: Ty, leaf: Option<Leaf>) -> Value {
        if let Some(leaf) = leaf {
            self.recall_callers_memory(address, ty, leaf);
            return self.load_leaf(address, leaf);
        }
        match leaves(&self.lowerer.program.types, ty) {
            Some(leaves) => {
                leaves.iter().for_each(|leaf| self.recall_callers_memory(address, ty, *leaf));
                Value::Record(leaves.into_iter().map(|leaf| (leaf, self.load_leaf(address, leaf))).collect())
            }
            None => Value::Memory(self.settled(address)),
        }
    }

    /// Writes a value at an address; the leaf is that of a scalar.
    pub fn store(&mut self, address: &Address, ty: Ty, leaf: Option<Leaf>, value: &Value) {
        match (leaf, value) {
            (Some(leaf), value) => self.store_leaf(address, leaf, value),
            (None, Value::Record(leaves)) => {
                self.store_record(address, leaves);
                self.forget_padding(address, ty);
            }
            (None, Value::Memory(source)) => {
                if let Some(size) = self.lowerer.program.types.size_of(ty) {
                    let size = self.lowerer.word_constant(size.into());
                    self.copy_memory(address, source, size);
                }
            }
            (None, Value::Void | Value::Number(_) | Value::Pointer(_)) => {
                self.unsupported("a large record of any value");
            }
        }
    }

    /// Writes a record and gives what was written, which does not change with what it was read from.
    pub fn store_record(&mut self, address: &Address, leaves: &[(Leaf, Value)]) -> Value {
        // All leaves are read before any is written: the places may overlap. The target may be found by what is written.
        let address = &self.settled(address);
        let keep = |(leaf, value): &(Leaf, Value)| (*leaf, self.keep_value("copied", value.clone()));
        let kept: Rc<[(Leaf, Value)]> = leaves.iter().map(keep).collect();
        for (leaf, value) in kept.iter() {
            self.store_leaf(address, *leaf, value);
        }
        Value::Record(kept)
    }

    /// Bytes between members hold anything once a record is written (C11, 6.2.6.1p6); only bytes that somebody reads.
    pub fn forget_padding(&mut self, address: &Address, ty: Ty) {
        // An execution has some bytes there: those that were there before.
        if matches!(self.lowerer.options.addresses, Addresses::Fixed(_)) {
            return;
        }
        let types = &self.lowerer.program.types;
        let (Some(leaves), Some(size)) = (leaves(types, ty), types.size_of(ty)) else { return };
        for leaf in padding(types, size, &leaves) {
            self.forget_padding_leaf(address, leaf);
        }
    }

    /// Bytes of a union behind the member that is initialised hold anything, too: compilers differ in what they set.
    pub fn forget_rest_of_unions(&mut self, address: &Address, ty: Ty, parts: &[InitPart]) {
        if matches!(self.lowerer.options.addresses, Addresses::Fixed(_)) {
            return;
        }
        let mut rests = Vec::new();
        find_rests(&self.lowerer.program.types, ty, 0, parts, &mut rests);
        if rests.iter().map(|rest| rest.end - rest.start).sum::<u64>() > MOST_OPEN_BITS {
            // The parts are written afterwards.
            return self.forget(address.pointer.class, address.base, Some(OPEN_BYTES));
        }
        let scalar = Scalar::Int(IntKind::UChar);
        for Range { mut start, end } in rests {
            while start < end {
                let width = (8 - start % 8).min(end - start);
                let bit_width = (width < 8).then_some(width as u32);
                self.forget_padding_leaf(address, Leaf { bit_offset: start, bit_width, scalar });
                start += width;
            }
        }
    }

    fn forget_padding_leaf(&mut self, address: &Address, leaf: Leaf) {
        let Some(index) = self.lowerer.regions.component(address.pointer, leaf.bit_offset) else { return };
        let (types, class) = (&self.lowerer.program.types, address.pointer.class);
        let is_byte = match self.lowerer.regions.region(class).components[index].layout {
            Layout::Bytes => true,
            Layout::Typed(scalar, width) => {
                matches!(scalar, Scalar::Int(_)) && scalar.size(types) == 1 && width.is_none()
            }
        };
        match (is_byte, leaf.bit_width) {
            // Nobody reads the bits beside a bit-field that is always accessed as one.
            (false, Some(_)) => {}
            (false, None) => {
                let why = Some(OPEN_BYTES);
                self.forget_components(class, &[index], address.base, why);
            }
            (true, width) => {
                let any = self.fresh("padding", self.lowerer.scalar_sort(leaf.scalar));
                self.havoc_flagged(vec![any], OPEN_BYTES);
                self.in_range(leaf.scalar, width, any);
                self.store_leaf(address, leaf, &Value::Number(any));
            }
        }
    }
}

/// The bits of unions in a type at some byte that are behind the members that parts initialise: of members that all
/// parts fit into, the shortest counts.
fn find_rests(types: &Types, ty: Ty, at: u64, parts: &[InitPart], rests: &mut Vec<Range<u64>>) {
    let Some(size) = types.size_of(ty) else { return };
    let is_inside = |part: &&InitPart| (at * 8..(at + size) * 8).contains(&part.bit_offset);
    let inside: Vec<&InitPart> = parts.iter().filter(is_inside).collect();
    let width =
        |part: &InitPart| part.bit_width.map(u64::from).or(types.size_of(part.ty).map(|size| size * 8));
    let Some(end) = inside.iter().map(|part| part.bit_offset + width(part).unwrap_or(0)).max() else {
        return;
    };
    match &types[ty] {
        Type::Array(element, _) => {
            let step = types.size_of(*element).unwrap_or(0).max(1);
            let elements: BTreeSet<u64> =
                inside.iter().map(|part| (part.bit_offset / 8 - at) / step).collect();
            for index in elements {
                find_rests(types, *element, at + index * step, parts, rests);
            }
        }
        Type::Record(record) if types.records[*record].is_union => {
            // A union that is copied as a whole.
            if inside.iter().any(|part| part.ty == ty) {
                return;
            }
            let fields = types.records[*record].fields.iter();
            let widths = fields.filter_map(|field| match field.bit_width {
                Some(width) => Some((u64::from(width), None)),
                None => Some((types.size_of(field.ty)? * 8, Some(field.ty))),
            });
            let member = widths.filter(|(width, _)| at * 8 + width >= end).min_by_key(|(width, _)| *width);
            if let Some((width, member)) = member {
                rests.push(at * 8 + width..(at + size) * 8);
                if let Some(member) = member {
                    find_rests(types, member, at, parts, rests);
                }
            }
        }
        Type::Record(record) => {
            for field in types.records[*record].fields.iter().filter(|field| field.bit_width.is_none()) {
                find_rests(types, field.ty, at + field.bit_offset / 8, parts, rests);
            }
        }
        _ => {}
    }
}
