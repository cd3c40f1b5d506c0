//! Reading and writing the components of objects.

use std::rc::Rc;

use c_sema::hir::{BinaryOp, FunctionId, Storage};
use c_sema::types::{IntKind, Type};
use program::{Provenance, Statement};
use term::{Sort, Term, build as mk};

use super::Lowerer;
use super::body::Body;
use super::value::{Address, PointerValue, Value};
use crate::arith::{Encoded, EncodedBytes};
use crate::memory::classes::{ClassId, Pointer, Site};
use crate::memory::leaves::{Leaf, Scalar, unsigned_of_size};
use crate::memory::regions::{Component, Layout};
use crate::options::Arithmetic;

/// The variables that hold a component.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct CellVariables {
    /// The values; for pointers the bases.
    pub value: Term,
    /// For pointers whose offset is not known: the offsets.
    pub offset: Option<Term>,
}

/// How a component is indexed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Indexing {
    pub by_base: bool,
    pub by_offset: bool,
}

impl Indexing {
    /// The sort of a variable that holds values of a sort.
    fn sort(self, word: Sort, value: Sort) -> Sort {
        let inner = if self.by_offset { Sort::array(word, value) } else { value };
        if self.by_base { Sort::array(word, inner) } else { inner }
    }

    pub fn read(self, variable: Term, base: Term, offset: Term) -> Term {
        let inner = if self.by_base { mk::select(variable, base) } else { variable };
        if self.by_offset { mk::select(inner, offset) } else { inner }
    }

    pub fn write(self, variable: Term, base: Term, offset: Term, value: Term) -> Term {
        match (self.by_base, self.by_offset) {
            (false, false) => value,
            (true, false) => mk::store(variable, base, value),
            (false, true) => mk::store(variable, offset, value),
            (true, true) => mk::store(variable, base, mk::store(mk::select(variable, base), offset, value)),
        }
    }
}

impl Lowerer<'_> {
    pub fn scalar_type(scalar: Scalar) -> Type {
        match scalar {
            Scalar::Int(kind) => Type::Int(kind),
            Scalar::Float(kind) => Type::Float(kind),
            Scalar::Pointer => unreachable!("pointers are not numbers"),
        }
    }

    /// The sort of a number, or of the base of a pointer.
    pub fn scalar_sort(&self, scalar: Scalar) -> Sort {
        match scalar {
            Scalar::Pointer => self.word(),
            number => self.encoder.sort(&Self::scalar_type(number)),
        }
    }

    /// Whether pointers of this kind need a variable for their offset.
    pub fn needs_offset(&self, pointee: Option<Pointer>) -> bool {
        pointee.is_some_and(|p| {
            p.offset.as_exact().is_none() || self.regions.points_to.classes.get(p.class).has_integers
        })
    }

    /// Whether base 0 always means NULL.
    pub fn is_genuine(&self, pointee: Option<Pointer>) -> bool {
        pointee.is_none_or(|p| !self.regions.points_to.classes.get(p.class).has_integers)
    }

    /// The offset of pointers without a variable for it.
    pub fn known_offset(&self, pointee: Option<Pointer>) -> Term {
        self.word_constant(pointee.and_then(|p| p.offset.as_exact()).unwrap_or(0).into())
    }

    pub fn indexing(&self, class: ClassId, component: &Component) -> Indexing {
        let by_base = self.regions.region(class).single.is_none();
        Indexing { by_base, by_offset: !component.is_exact }
    }

    /// The component's variables.
    pub fn cell(&mut self, class: ClassId, index: usize) -> CellVariables {
        let class = self.regions.points_to.classes.find(class);
        if let Some(&cell) = self.cells.get(&(class, index)) {
            return cell;
        }
        let component = self.regions.region(class).components[index];
        let indexing = self.indexing(class, &component);
        let stem = self.component_name(class, &component);
        let owner = self.owner(class);
        let (value_sort, has_offset) = match component.layout {
            Layout::Bytes => (self.encoder.byte_sort(), false),
            Layout::Typed(Scalar::Pointer, _) => (self.word(), self.needs_offset(component.pointee)),
            Layout::Typed(scalar, _) => (self.scalar_sort(scalar), false),
        };
        let sort = indexing.sort(self.word(), value_sort);
        let mut variable = |stem: &str, sort| match owner {
            Some(function) => self.local(function, stem, sort),
            None => self.global(stem, sort),
        };
        let value = variable(&stem, sort);
        let offset = has_offset.then(|| variable(&format!("{stem}.offset"), sort));
        if let (Layout::Typed(Scalar::Int(kind), _), false, false) =
            (component.layout, indexing.by_base, indexing.by_offset)
        {
            self.encoder.declare(value, kind);
        }
        self.cell_variables.extend([Some(value), offset].into_iter().flatten());
        let cell = CellVariables { value, offset };
        self.cells.insert((class, index), cell);
        cell
    }

    /// The function whose local variable a class is, if only that function touches it.
    pub fn owner(&self, class: ClassId) -> Option<FunctionId> {
        let object = self.regions.region(class).single?;
        let (Storage::Local(function) | Storage::Parameter(function)) = self.program.objects[object].storage
        else {
            return None;
        };
        let users = &self.regions.points_to.classes.get(class).users;
        users.iter().all(|user| *user == function).then_some(function)
    }

    fn component_name(&self, class: ClassId, component: &Component) -> String {
        let region = self.regions.region(class);
        let class = self.regions.points_to.classes.get(class);
        let mut name = match (region.single, class.sites.iter().next()) {
            (Some(object), _) => self.program.objects[object].name.to_string(),
            (None, Some(Site::Object(object))) => self.program.objects[*object].name.to_string(),
            (None, Some(Site::Heap(_))) => "heap".to_owned(),
            (None, Some(Site::Arguments)) => "arguments".to_owned(),
            (None, Some(Site::Strings)) => "strings".to_owned(),
            (None, None) => "memory".to_owned(),
        };
        if region.single.is_none() {
            name = format!("*{name}");
        }
        if let Some(object) = region.single
            && let Some(path) = self.field_path(self.program.objects[object].ty, component.start)
        {
            name.push_str(&path);
        } else if region.components.len() > 1 || component.start != 0 {
            name = format!("{name}+{}", component.start / 8);
            if component.start % 8 != 0 {
                name = format!("{name}.{}", component.start % 8);
            }
        }
        name.chars().map(|c| if c.is_ascii_graphic() && !"|\\\"; ".contains(c) { c } else { '_' }).collect()
    }

    /// `.a.b` for the scalar at an offset of a record.
    fn field_path(&self, ty: c_sema::types::Ty, start: i64) -> Option<String> {
        let types = &self.program.types;
        let mut path = String::new();
        let (mut ty, mut start) = (ty, u64::try_from(start).ok()?);
        loop {
            match &types[ty] {
                Type::Record(record) => {
                    let fields = &types.records[*record].fields;
                    let field = fields.iter().rev().find(|f| f.bit_offset <= start)?;
                    start -= field.bit_offset;
                    if !field.name.is_empty() {
                        path.push('.');
                        path.push_str(&field.name);
                    }
                    if field.bit_width.is_some() {
                        return (start == 0).then_some(path);
                    }
                    ty = field.ty;
                }
                _ if types.is_scalar(ty) || matches!(types[ty], Type::Array(..)) => {
                    return (start == 0).then_some(path);
                }
                _ => return None,
            }
        }
    }
}

impl Body<'_, '_> {
    /// Reads a leaf at an address.
    pub fn load_leaf(&mut self, address: &Address, leaf: Leaf) -> Value {
        let Some(index) = self.lowerer.regions.component(address.pointer, leaf.bit_offset) else {
            return self.arbitrary(leaf, None);
        };
        let class = address.pointer.class;
        let component = self.lowerer.regions.region(class).components[index];
        let cell = self.lowerer.cell(class, index);
        let indexing = self.lowerer.indexing(class, &component);
        let Layout::Typed(scalar, width) = component.layout else {
            for byte in 0..self.bytes_of(leaf).2 {
                let offset = self.leaf_offset(address, leaf);
                let offset = self.add_words(offset, self.lowerer.word_constant(byte.into()));
                self.recall_arguments(address, &component, offset);
            }
            return self.load_bytes(address, leaf, cell.value, indexing, component.pointee);
        };
        let offset = self.leaf_offset(address, leaf);
        self.recall_arguments(address, &component, offset);
        let value = indexing.read(cell.value, address.base, offset);
        if scalar == Scalar::Pointer {
            let offset = match cell.offset {
                Some(variable) => indexing.read(variable, address.base, offset),
                None => self.lowerer.known_offset(component.pointee),
            };
            let is_genuine = self.lowerer.is_genuine(component.pointee);
            return Value::Pointer(PointerValue { base: value, offset, is_genuine });
        }
        if indexing.by_base || indexing.by_offset {
            self.in_range(scalar, width, value);
            if indexing.by_offset && width.is_none() {
                self.is_of_table(address, value);
            }
        }
        self.reinterpret(scalar, value, leaf.scalar, component.pointee)
    }

    /// What is read from an array is in the range of its type, whatever the array held at first.
    pub fn in_range(&mut self, scalar: Scalar, width: Option<u32>, value: Term) {
        let Scalar::Int(kind) = scalar else { return };
        if let Some(range) = self.lowerer.encoder.range(kind, value) {
            self.assume(range);
        }
        if let Some(width) = width {
            let encoder = &self.lowerer.encoder;
            let fits = mk::eq(value, encoder.truncate_to_width(kind, width, value));
            self.assume(fits);
        }
    }

    /// The value of a cell as another scalar of the same size.
    fn reinterpret(&mut self, from: Scalar, value: Term, to: Scalar, pointee: Option<Pointer>) -> Value {
        match (from, to) {
            (_, Scalar::Pointer) => {
                let Scalar::Int(kind) = from else { unreachable!("floats and pointers are kept as bytes") };
                Value::Pointer(self.pointer_from_number(kind, value, pointee))
            }
            (from, to) if from == to => Value::Number(value),
            // The byte is read as it is: other values than 0 and 1 are none.
            (Scalar::Int(from), Scalar::Int(IntKind::Bool)) => {
                let byte = self.convert_number(&Type::Int(from), &Type::Int(IntKind::UChar), value);
                Value::Number(self.number_from_bytes(&Type::Int(IntKind::Bool), &[byte]))
            }
            (from, to) => {
                let (from, to) = (Lowerer::scalar_type(from), Lowerer::scalar_type(to));
                Value::Number(self.convert_number(&from, &to, value))
            }
        }
    }

    /// Writes a leaf at an address.
    pub fn store_leaf(&mut self, address: &Address, leaf: Leaf, value: &Value) {
        let Some(index) = self.lowerer.regions.component(address.pointer, leaf.bit_offset) else { return };
        let class = address.pointer.class;
        let component = self.lowerer.regions.region(class).components[index];
        let cell = self.lowerer.cell(class, index);
        let indexing = self.lowerer.indexing(class, &component);
        let Layout::Typed(scalar, _) = component.layout else {
            return self.store_bytes(address, leaf, value, cell.value, indexing);
        };
        let offset = self.leaf_offset(address, leaf);
        let mut pairs = Vec::new();
        let mut put = |variable: Term, value: Term| {
            pairs.push((variable, indexing.write(variable, address.base, offset, value)));
        };
        match (value, scalar) {
            (Value::Pointer(pointer), Scalar::Pointer) => {
                put(cell.value, pointer.base);
                if let Some(variable) = cell.offset {
                    put(variable, self.real_offset(*pointer));
                }
            }
            (Value::Pointer(pointer), Scalar::Int(kind)) => {
                let number = self.number_from_pointer(*pointer, kind);
                put(cell.value, number);
            }
            (Value::Number(term), scalar) => {
                let (from, to) = (Lowerer::scalar_type(leaf.scalar), Lowerer::scalar_type(scalar));
                let term = if from == to { *term } else { self.convert_number(&from, &to, *term) };
                put(cell.value, term);
            }
            (value, scalar) => unreachable!("{value:?} cannot be kept as {scalar:?} ({leaf:?})"),
        }
        self.assign_all(pairs);
    }

    pub fn leaf_offset(&self, address: &Address, leaf: Leaf) -> Term {
        let bytes = (leaf.bit_offset / 8) as i128;
        self.add_words(address.offset, self.lowerer.word_constant(bytes))
    }

    /// A pointer from elsewhere points to nothing that comes to life later. Other memory has other numbers below.
    pub fn is_no_later_object(&mut self, pointee: Option<Pointer>, base: Term) {
        let Some(pointee) = pointee else { return };
        let sites = &self.lowerer.regions.points_to.classes.get(pointee.class).sites;
        let has_later = sites.iter().any(|site| match site {
            Site::Heap(_) => true,
            Site::Object(object) => self.lowerer.is_per_frame(*object),
            Site::Arguments | Site::Strings => false,
        });
        if has_later {
            let counter = self.lowerer.heap_counter();
            self.assume(mk::not(self.le_words(counter, base)));
        }
    }

    /// Any value of a leaf.
    pub fn arbitrary(&mut self, leaf: Leaf, pointee: Option<Pointer>) -> Value {
        if leaf.scalar == Scalar::Pointer {
            let word = self.lowerer.word();
            let base = self.fresh("any", word);
            let mut variables = vec![base];
            // Where the value goes may have an offset, although nobody says here where it points.
            let offset = if pointee.is_none() || self.lowerer.needs_offset(pointee) {
                let offset = self.fresh("any.offset", word);
                variables.push(offset);
                offset
            } else {
                self.lowerer.known_offset(pointee)
            };
            self.havoc(variables);
            self.is_no_later_object(pointee, base);
            return Value::Pointer(PointerValue {
                base,
                offset,
                is_genuine: self.lowerer.is_genuine(pointee),
            });
        }
        let variable = self.fresh("any", self.lowerer.scalar_sort(leaf.scalar));
        self.havoc(vec![variable]);
        self.in_range(leaf.scalar, leaf.bit_width, variable);
        Value::Number(variable)
    }

    fn load_bytes(
        &mut self,
        address: &Address,
        leaf: Leaf,
        memory: Term,
        indexing: Indexing,
        pointee: Option<Pointer>,
    ) -> Value {
        let (first, shift, size) = self.bytes_of(leaf);
        let bytes: Vec<Term> = (0..size)
            .map(|i| {
                let offset = self.add_words(address.offset, self.lowerer.word_constant((first + i).into()));
                indexing.read(memory, address.base, offset)
            })
            .collect();
        if self.lowerer.options.arithmetic == Arithmetic::Integer {
            let range = |byte: &Term| mk::and2(mk::le(mk::int(0), *byte), mk::le(*byte, mk::int(255)));
            self.assume(mk::and(bytes.iter().map(range)));
        }
        let model = self.lowerer.options.model;
        if let Some(width) = leaf.bit_width {
            let Scalar::Int(kind) = leaf.scalar else { unreachable!("bit-fields are integers") };
            let (container, value) = self.container(&bytes);
            let shifted = self.shift(BinaryOp::Shr, container, value, shift);
            // A single bit decides about a `_Bool`, not those beside it.
            let shifted = match kind {
                IntKind::Bool => self.lowerer.encoder.truncate_to_width(container, width, shifted),
                _ => shifted,
            };
            let narrowed = self.convert_number(&Type::Int(container), &Type::Int(kind), shifted);
            return Value::Number(self.lowerer.encoder.truncate_to_width(kind, width, narrowed));
        }
        match leaf.scalar {
            Scalar::Pointer => {
                let kind = unsigned_of_size(size, model).expect("pointers have 4 or 8 bytes");
                let number = self.number_from_bytes(&Type::Int(kind), &bytes);
                Value::Pointer(self.pointer_from_number(kind, number, pointee))
            }
            scalar => Value::Number(self.number_from_bytes(&Lowerer::scalar_type(scalar), &bytes)),
        }
    }

    pub fn number_from_bytes(&mut self, ty: &Type, bytes: &[Term]) -> Term {
        let encoder = self.lowerer.encoder.clone();
        let encoded = encoder.from_bytes(ty, bytes, &mut |sort| self.fresh("bytes", sort));
        self.encoded(encoded)
    }

    /// The first byte, the first bit in it, and the number of bytes that a leaf takes.
    fn bytes_of(&self, leaf: Leaf) -> (u64, u64, u64) {
        let width = leaf.width(&self.lowerer.program.types);
        let first = leaf.bit_offset / 8;
        let last = (leaf.bit_offset + width - 1) / 8;
        (first, leaf.bit_offset % 8, last - first + 1)
    }

    /// Bytes as one unsigned number of sufficient size.
    fn container(&mut self, bytes: &[Term]) -> (IntKind, Term) {
        let size = (bytes.len() as u64).next_power_of_two();
        let kind = unsigned_of_size(size, self.lowerer.options.model).unwrap_or(IntKind::UInt128);
        let mut padded = bytes.to_vec();
        let zero = match self.lowerer.options.arithmetic {
            Arithmetic::Bitvector => mk::bv(0u32, 8),
            Arithmetic::Integer => mk::int(0),
        };
        padded.resize(kind.size(self.lowerer.options.model) as usize, zero);
        (kind, self.number_from_bytes(&Type::Int(kind), &padded))
    }

    fn shift(&mut self, op: BinaryOp, kind: IntKind, value: Term, count: u64) -> Term {
        if count == 0 {
            return value;
        }
        let encoder = self.lowerer.encoder.clone();
        let ty = Type::Int(kind);
        let count = encoder.int_constant(count.into(), kind);
        let encoded = encoder.binary(op, &ty, value, &ty, count, &mut |sort| self.fresh("shifted", sort));
        self.encoded(encoded)
    }

    fn store_bytes(
        &mut self,
        address: &Address,
        leaf: Leaf,
        value: &Value,
        memory: Term,
        indexing: Indexing,
    ) {
        let (first, shift, size) = self.bytes_of(leaf);
        let bytes = match (leaf.bit_width, value) {
            (Some(width), value) => self.bit_field_bytes(
                address,
                leaf,
                value.number(),
                (first, shift, size),
                width,
                memory,
                indexing,
            ),
            (None, Value::Pointer(pointer)) => {
                let kind =
                    unsigned_of_size(size, self.lowerer.options.model).expect("pointers have 4 or 8 bytes");
                let number = self.number_from_pointer(*pointer, kind);
                self.bytes_of_number(&Type::Int(kind), number, size)
            }
            (None, value) => self.bytes_of_number(&Lowerer::scalar_type(leaf.scalar), value.number(), size),
        };
        let mut array = if indexing.by_base { mk::select(memory, address.base) } else { memory };
        for (i, byte) in bytes.into_iter().enumerate() {
            let offset =
                self.add_words(address.offset, self.lowerer.word_constant((first + i as u64).into()));
            array = mk::store(array, offset, byte);
        }
        let new = if indexing.by_base { mk::store(memory, address.base, array) } else { array };
        self.assign(memory, new);
    }

    fn bytes_of_number(&mut self, ty: &Type, value: Term, size: u64) -> Vec<Term> {
        let encoder = self.lowerer.encoder.clone();
        let EncodedBytes { bytes, havoc, assume, flag, only_if } =
            encoder.to_bytes(ty, value, size, &mut |sort| self.fresh("byte", sort));
        self.encoded(Encoded { term: mk::tt(), havoc, assume, flag, only_if });
        bytes
    }

    /// The bytes around a bit-field with the field replaced.
    #[allow(clippy::too_many_arguments)]
    fn bit_field_bytes(
        &mut self,
        address: &Address,
        leaf: Leaf,
        value: Term,
        (first, shift, size): (u64, u64, u64),
        width: u32,
        memory: Term,
        indexing: Indexing,
    ) -> Vec<Term> {
        let Scalar::Int(kind) = leaf.scalar else { unreachable!("bit-fields are integers") };
        let old: Vec<Term> = (0..size)
            .map(|i| {
                let offset = self.add_words(address.offset, self.lowerer.word_constant((first + i).into()));
                indexing.read(memory, address.base, offset)
            })
            .collect();
        let (container, all) = self.container(&old);
        let encoder = self.lowerer.encoder.clone();
        // The field's bits as an unsigned number of the container: before, and now.
        let shifted = self.shift(BinaryOp::Shr, container, all, shift);
        let before = encoder.truncate_to_width(container, width, shifted);
        let wide = self.convert_number(&Type::Int(kind), &Type::Int(container), value);
        let now = encoder.truncate_to_width(container, width, wide);
        let (before, now) = (
            self.shift(BinaryOp::Shl, container, before, shift),
            self.shift(BinaryOp::Shl, container, now, shift),
        );
        let ty = Type::Int(container);
        let without =
            encoder.binary(BinaryOp::Sub, &ty, all, &ty, before, &mut |sort| self.fresh("bits", sort));
        let without = self.encoded(without);
        let with =
            encoder.binary(BinaryOp::Add, &ty, without, &ty, now, &mut |sort| self.fresh("bits", sort));
        let with = self.encoded(with);
        let mut bytes = self.bytes_of_number(&ty, with, container.size(self.lowerer.options.model));
        bytes.truncate(size as usize);
        bytes
    }

    /// Havocs everything an object holds; says why, if it is more than can happen.
    pub fn forget(&mut self, class: ClassId, base: Term, why: Option<&str>) {
        let all = 0..self.lowerer.regions.region(class).components.len();
        self.forget_components(class, &all.collect::<Vec<_>>(), base, why);
    }

    /// The same for some components.
    pub fn forget_components(&mut self, class: ClassId, components: &[usize], base: Term, why: Option<&str>) {
        for &index in components {
            let component = self.lowerer.regions.region(class).components[index];
            let cell = self.lowerer.cell(class, index);
            let by_base = self.lowerer.indexing(class, &component).by_base;
            for variable in [Some(cell.value), cell.offset].into_iter().flatten() {
                let changed = match variable.sort() {
                    Sort::Array(sort) if by_base => self.fresh("any", sort.element()),
                    _ => variable,
                };
                let overapproximation = why.map(Rc::from);
                let provenance = Provenance { overapproximation, ..self.provenance() };
                self.emit_with(Statement::Havoc(vec![changed]), provenance);
                if by_base {
                    self.assign(variable, mk::store(variable, base, changed));
                } else if let (Layout::Typed(scalar, width), true) =
                    (component.layout, variable == cell.value)
                    && component.is_exact
                {
                    self.in_range(scalar, width, variable);
                }
            }
        }
    }
}
