//! Allocation, deallocation, and operations on ranges of memory.

use c_sema::hir::{ExprId, ExprKind};
use c_sema::types::{IntKind, Type};
use term::{Op, Term, build as mk};

use super::body::Body;
use super::value::{Address, PointerValue, Value};
use crate::library::Routine;
use crate::memory::classes::{ClassId, Pointer};
use crate::memory::congruence::Congruence;
use crate::memory::leaves::{Leaf, Scalar};
use crate::memory::regions::{Component, Layout};
use crate::options::Arithmetic;

/// Ranges of more cells than this are copied by a loop.
const MAX_UNROLLED: u64 = 64;

/// What a range of memory is filled with.
enum Source<'a> {
    /// The same range elsewhere.
    Copy(&'a Address),
    /// A byte.
    Fill(u8),
}

/// A core variable that a range of memory is filled in, for one component.
struct Part<'a> {
    target: &'a Address,
    source: &'a Source<'a>,
    size: Term,
    component: Component,
    variable: Term,
    /// Whether the variable holds the offsets of pointers.
    is_offset: bool,
    by_base: bool,
}

impl Part<'_> {
    /// Where the component starts and ends, in bytes from the start of the range.
    fn range(&self) -> (i64, i64) {
        let origin = self.target.pointer.offset.rest;
        (self.component.start.div_euclid(8) - origin, (self.component.end + 7).div_euclid(8) - origin)
    }

    /// What the variable holds of an object.
    fn of(&self, base: Term) -> Term {
        if self.by_base { mk::select(self.variable, base) } else { self.variable }
    }

    /// The variable when its part for the target is changed.
    fn with(&self, part: Term) -> Term {
        if self.by_base { mk::store(self.variable, self.target.base, part) } else { part }
    }
}

impl Body<'_, '_> {
    /// A new object of a class.
    pub fn new_base(&mut self) -> Term {
        let counter = self.lowerer.heap_counter();
        let base = self.fresh("allocated", self.lowerer.word());
        let next = self.add_words(counter, self.lowerer.word_constant(1));
        self.assign_all(vec![(base, counter), (counter, next)]);
        base
    }

    fn allocated_class(&self, id: ExprId) -> Option<ClassId> {
        Some(self.lowerer.regions.points_to.exprs[id]?.class)
    }

    fn size_argument(&mut self, argument: Option<(&Value, &ExprId)>) -> Term {
        match argument {
            Some((Value::Number(term), &expr)) => {
                let (ty, word) = (self.expr_type(expr), Type::Int(IntKind::ULong));
                match ty {
                    // The program's own declaration of the function is wrong.
                    Type::Float(_) => self.convert_number(&ty, &word, *term),
                    _ => self.number_as_word(&ty, *term),
                }
            }
            _ => self.lowerer.word_constant(0),
        }
    }

    /// `malloc(n)`, `alloca(n)`
    pub fn allocate(&mut self, id: ExprId, size: Option<(&Value, &ExprId)>, is_stack: bool) -> Value {
        let size = self.size_argument(size);
        if is_stack {
            return self.allocate_bytes(id, size, true);
        }
        let size = self.keep("size", size);
        let fits = self.fits(size);
        self.unless_allocation_fails(id, fits, &mut |this| this.allocate_bytes(id, size, false))
    }

    fn allocate_bytes(&mut self, id: ExprId, size: Term, is_stack: bool) -> Value {
        let base = self.new_base();
        if let Some(class) = self.allocated_class(id) {
            self.align_allocated(class, base);
            if self.lowerer.options.properties.needs_memory_safety() {
                self.make_valid(class, base, size);
                if is_stack {
                    self.note_stack_allocation(class, base);
                } else {
                    self.watch(class, base);
                }
            } else if self.lowerer.comes_from(class, &[Routine::Reallocate]) {
                self.keep_length(class, base, size);
            }
        }
        Value::Pointer(PointerValue { base, offset: self.lowerer.word_constant(0), is_genuine: true })
    }

    /// `calloc(n, m)`
    pub fn allocate_zeroed(&mut self, id: ExprId, arguments: &[ExprId], values: &[Value]) -> Value {
        let mut sizes =
            values.iter().zip(arguments).map(|pair| self.size_argument(Some(pair))).collect::<Vec<_>>();
        let one = self.lowerer.word_constant(1);
        sizes.resize(2, one);
        let size = self.mul_words(sizes[0], sizes[1]);
        let size = self.keep("size", size);
        let fits = self.fit_together(sizes[0], sizes[1]);
        self.unless_allocation_fails(id, fits, &mut |this| {
            let value = this.allocate_bytes(id, size, false);
            if let Some(class) = this.allocated_class(id) {
                this.zero(class, value.pointer().base);
            }
            value
        })
    }

    /// `realloc(p, n)`: a new object with the contents of the old one, which is freed. With no bytes, what happens is up to
    /// the library: there may also be no new object.
    pub fn reallocate(&mut self, id: ExprId, arguments: &[ExprId], values: &[Value]) -> Value {
        let size = self.size_argument(values.get(1).zip(arguments.get(1)));
        let (Some(Value::Pointer(old)), Some(&argument)) = (values.first(), arguments.first()) else {
            let fits = self.fits(size);
            return self.unless_allocation_fails(id, fits, &mut |this| this.allocate_bytes(id, size, false));
        };
        let old = *old;
        let size = self.keep("size", size);
        self.check_free(argument, old);
        // Where it fails, the old memory is as before.
        let fits = self.fits(size);
        self.unless_allocation_fails(id, fits, &mut |this| {
            this.succeed_to_reallocate(id, argument, old, size)
        })
    }

    fn succeed_to_reallocate(
        &mut self,
        id: ExprId,
        argument: ExprId,
        old: PointerValue,
        size: Term,
    ) -> Value {
        // The new memory may be where the old one was.
        self.note_freed(argument, old);
        let zero = self.lowerer.word_constant(0);
        let is_freed = mk::and2(mk::eq(size, zero), mk::not(self.is_null(old)));
        if is_freed == mk::ff() {
            return self.move_object(id, argument, old, size);
        }
        let (empty, gone, moved, end) = (self.location(), self.location(), self.location(), self.location());
        self.split(is_freed, empty, moved);
        self.at = empty;
        let is_null = self.fresh("unknown", term::Sort::Bool);
        self.havoc_flagged(vec![is_null], "realloc with no bytes");
        self.split(is_null, gone, moved);
        self.at = moved;
        let value = self.move_object(id, argument, old, size);
        let result = self.variables_like(&value);
        self.assign_value(&result, &value);
        self.goto(end);
        self.at = gone;
        self.release(argument, old);
        let null = Value::Pointer(PointerValue { base: zero, offset: zero, is_genuine: true });
        self.assign_value(&result, &null);
        self.goto(end);
        self.at = end;
        match result {
            Value::Pointer(pointer) => Value::Pointer(PointerValue { is_genuine: true, ..pointer }),
            other => other,
        }
    }

    fn move_object(&mut self, id: ExprId, argument: ExprId, old: PointerValue, size: Term) -> Value {
        let value = self.allocate_bytes(id, size, false);
        let base = value.pointer().base;
        if let Some(class) = self.allocated_class(id) {
            self.move_contents(class, old, base, size);
            self.release(argument, old);
        }
        value
    }

    /// `free(p)`
    pub fn free(&mut self, arguments: &[ExprId], values: &[Value]) -> Value {
        if let (Some(Value::Pointer(pointer)), Some(&argument)) = (values.first(), arguments.first()) {
            let pointer = *pointer;
            self.check_free(argument, pointer);
            self.note_freed(argument, pointer);
            self.release(argument, pointer);
        }
        Value::Void
    }

    fn check_free(&mut self, argument: ExprId, pointer: PointerValue) {
        if !self.lowerer.options.properties.valid_free {
            return;
        }
        let address = self.address_of(argument, pointer);
        let freeable = address.as_ref().map_or(mk::ff(), |address| self.is_freeable(address));
        let is_null = self.is_null(pointer);
        let violated = mk::not(mk::or2(is_null, freeable));
        match address {
            Some(address) => self.check_pointer(&address, violated, "valid-free", "invalid free"),
            None => self.check(violated, "valid-free", "invalid free"),
        }
    }

    fn release(&mut self, argument: ExprId, pointer: PointerValue) {
        if !self.lowerer.options.properties.needs_memory_safety() {
            return;
        }
        let Some(address) = self.address_of(argument, pointer) else { return };
        let class = address.pointer.class;
        if self.lowerer.has_heap(class) || self.lowerer.is_of_callers(class) {
            self.make_invalid(class, address.base);
            self.unwatch(address.base);
        }
    }

    /// `memcpy(to, from, n)`
    pub fn call_copy(&mut self, arguments: &[ExprId], values: &[Value]) -> Value {
        let (Some(Value::Pointer(to)), Some(Value::Pointer(from))) = (values.first(), values.get(1)) else {
            return values.first().cloned().unwrap_or(Value::Void);
        };
        let (to, from) = (*to, *from);
        let size = self.size_argument(values.get(2).zip(arguments.get(2)));
        let size = self.keep("size", size);
        if let (Some(target), Some(source)) =
            (self.address_of(arguments[0], to), self.address_of(arguments[1], from))
        {
            self.check_whole_range(&source, size, "read");
            self.check_whole_range(&target, size, "write");
            let end = self.begin_range(&target, Some(&source), size);
            self.copy_memory(&target, &source, size);
            self.end_write(end);
        }
        Value::Pointer(to)
    }

    /// A range of no bytes is always allowed.
    fn check_whole_range(&mut self, address: &Address, size: Term, what: &str) {
        let zero = self.lowerer.word_constant(0);
        if size.free_variables().is_empty() {
            if size != zero {
                self.check_range(address, size, what);
            }
            return;
        }
        let (some, end) = (self.location(), self.location());
        self.split(mk::ne(size, zero), some, end);
        self.at = some;
        self.check_range(address, size, what);
        self.goto(end);
        self.at = end;
    }

    /// `memset(to, byte, n)`
    pub fn call_set(&mut self, arguments: &[ExprId], values: &[Value]) -> Value {
        let Some(Value::Pointer(to)) = values.first() else { return Value::Void };
        let to = *to;
        let size = self.size_argument(values.get(2).zip(arguments.get(2)));
        let size = self.keep("size", size);
        let Some(target) = self.address_of(arguments[0], to) else { return Value::Pointer(to) };
        self.check_whole_range(&target, size, "write");
        let constant = arguments.get(1).and_then(|&byte| match self.lowerer.program.exprs[byte].kind {
            ExprKind::Int(value) => Some(value as u8),
            _ => None,
        });
        let end = self.begin_range(&target, None, size);
        match constant {
            Some(byte) => self.fill(&target, &Source::Fill(byte), size),
            None => {
                let byte = values[1].number();
                let from = self.expr_type(arguments[1]);
                let byte = self.convert_number(&from, &Type::Int(IntKind::UChar), byte);
                self.set_bytes(&target, byte, size);
            }
        }
        self.end_write(end);
        Value::Pointer(to)
    }

    /// A loop over the bytes of a range: `step` is what happens at an offset.
    pub fn for_range(&mut self, size: Term, stride: u64, step: &mut dyn FnMut(&mut Self, Term)) {
        let word = self.lowerer.word();
        let index = self.fresh("index", word);
        let zero = self.lowerer.word_constant(0);
        self.assign(index, zero);
        let head = self.location();
        self.goto(head);
        self.at = head;
        let (body, end) = (self.location(), self.location());
        let (kind, less) = (Type::Int(IntKind::ULong), c_sema::hir::CompareOp::Lt);
        let more = self.lowerer.encoder.compare(less, &kind, index, size);
        self.split(more, body, end);
        self.at = body;
        step(self, index);
        let next = self.add_words(index, self.lowerer.word_constant(stride.into()));
        self.assign(index, next);
        self.goto(head);
        self.at = end;
    }

    fn set_bytes(&mut self, target: &Address, byte: Term, size: Term) {
        let (target, byte) = (self.settled(target), self.keep("byte", byte));
        let target = Address { pointer: Pointer { offset: Congruence::any(), ..target.pointer }, ..target };
        let leaf = Leaf { bit_offset: 0, bit_width: None, scalar: Scalar::Int(IntKind::UChar) };
        self.for_range(size, 1, &mut |this, index| {
            let offset = this.add_words(target.offset, index);
            let address = Address { offset, ..target };
            this.store_leaf(&address, leaf, &Value::Number(byte));
        });
    }

    /// Copies a range of memory. Source and target are in one class: the analysis saw to it.
    pub fn copy_memory(&mut self, target: &Address, source: &Address, size: Term) {
        let source = self.settled(source);
        self.note_copied_arguments(&source);
        self.note_copied_pointers_of_callers(&source);
        self.fill(target, &Source::Copy(&source), size);
    }

    /// Fills a range component by component.
    fn fill(&mut self, target: &Address, source: &Source, size: Term) {
        let class = target.pointer.class;
        let target = &self.settled(target);
        // Everything is read before anything is written: the ranges may overlap.
        for index in 0..self.lowerer.regions.region(class).components.len() {
            let component = self.lowerer.regions.region(class).components[index];
            let cell = self.lowerer.cell(class, index);
            let indexing = self.lowerer.indexing(class, &component);
            for (variable, is_offset) in [(Some(cell.value), false), (cell.offset, true)] {
                let Some(variable) = variable else { continue };
                let by_base = indexing.by_base;
                let part = Part { target, source, size, component, variable, is_offset, by_base };
                if indexing.by_offset { self.fill_array(&part) } else { self.fill_exact(&part) }
            }
        }
    }

    /// The value of a cell that is filled with a byte.
    fn filling(&mut self, component: &Component, byte: u8, is_offset: bool) -> Term {
        let pattern = |bytes: u64| (0..bytes).fold(0i128, |sum, i| sum | (i128::from(byte) << (8 * i)));
        let word_size = self.lowerer.options.model.pointer_size();
        match component.layout {
            Layout::Bytes => self.byte_term(byte),
            Layout::Typed(Scalar::Pointer, _) if is_offset => {
                self.lowerer.word_constant(sign(pattern(word_size), word_size * 8))
            }
            Layout::Typed(Scalar::Pointer, _) => self.lowerer.word_constant(0),
            Layout::Typed(Scalar::Int(kind), Some(width)) => {
                let value = if byte == 0 { 0 } else { pattern(16) >> (component.start % 8) };
                let term =
                    self.lowerer.encoder.int_constant(wrap(value, kind, self.lowerer.options.model), kind);
                self.lowerer.encoder.truncate_to_width(kind, width, term)
            }
            Layout::Typed(Scalar::Int(IntKind::Bool), None) => {
                let byte = self.byte_term(byte);
                self.number_from_bytes(&Type::Int(IntKind::Bool), &[byte])
            }
            Layout::Typed(Scalar::Int(kind), None) => {
                let value =
                    wrap(pattern(kind.size(self.lowerer.options.model)), kind, self.lowerer.options.model);
                self.lowerer.encoder.int_constant(value, kind)
            }
            Layout::Typed(Scalar::Float(kind), _) => {
                let size = self.lowerer.program.types.float_size(kind);
                let bytes = vec![self.byte_term(byte); size as usize];
                self.number_from_bytes(&Type::Float(kind), &bytes)
            }
        }
    }

    fn byte_term(&self, byte: u8) -> Term {
        match self.lowerer.options.arithmetic {
            Arithmetic::Bitvector => mk::bv(u32::from(byte), 8),
            Arithmetic::Integer => mk::int(byte),
        }
    }

    /// A component at one known offset: it is in the range or not. It does not begin before the range and end in it:
    /// the analysis cuts components there.
    fn fill_exact(&mut self, part: &Part) {
        let (start, end) = part.range();
        if start < 0 {
            return;
        }
        let old = part.of(part.target.base);
        let new = match part.source {
            Source::Copy(from) if part.by_base => part.of(from.base),
            // One object is copied onto itself.
            Source::Copy(_) => return,
            Source::Fill(byte) => self.filling(&part.component, *byte, part.is_offset),
        };
        let is_covered = self.le_sizes(self.lowerer.word_constant(end.into()), part.size);
        let is_touched = mk::not(self.le_sizes(part.size, self.lowerer.word_constant(start.into())));
        let mut value = mk::ite(is_covered, new, old);
        let partly = mk::and2(is_touched, mk::not(is_covered));
        if partly != mk::ff() && part.component.end - part.component.start > 8 {
            let any = self.partly(value.sort());
            value = mk::ite(partly, any, value);
        }
        self.assign(part.variable, part.with(value));
    }

    /// The value of a cell of which only some bytes were written.
    fn partly(&mut self, sort: term::Sort) -> Term {
        let any = self.fresh("partly", sort);
        self.havoc_flagged(vec![any], "a value is overwritten in part");
        any
    }

    /// `a <= b` as unsigned numbers.
    pub fn le_sizes(&self, a: Term, b: Term) -> Term {
        self.lowerer.encoder.compare(c_sema::hir::CompareOp::Le, &Type::Int(IntKind::ULong), a, b)
    }

    /// A component with many offsets: all of it, some cells, or a loop.
    fn fill_array(&mut self, part: &Part) {
        let Part { target, source, size, component, .. } = part;
        let before = part.of(target.base);
        let from = match source {
            Source::Copy(from) => part.of(from.base),
            Source::Fill(_) => before,
        };
        let filling = match source {
            Source::Fill(byte) => Some(self.filling(component, *byte, part.is_offset)),
            Source::Copy(_) => None,
        };
        if self.covers_object(target, *size) && self.is_same_start(target, source) {
            let array = filling.map_or(from, |value| mk::const_array(before.sort(), value));
            return self.assign(part.variable, part.with(array));
        }
        // The first cell of the component in the range: none begins before it and ends in it, as the analysis cuts
        // components there.
        let (start, end) = part.range();
        let (stride, first, width) = match component.layout {
            Layout::Bytes => (1, 0, 1),
            Layout::Typed(..) => {
                let stride = self.lowerer.regions.region(target.pointer.class).stride.max(1);
                (stride, start.rem_euclid(stride as i64) as u64, (end - start) as u64)
            }
        };
        let source_offset = match source {
            Source::Copy(from) => from.offset,
            Source::Fill(_) => target.offset,
        };
        let cell = |this: &Self, offset: Term, index: Term| {
            let shifted = this.add_words(index, this.lowerer.word_constant(first.into()));
            this.add_words(offset, shifted)
        };
        if let Some(bytes) = self.constant_word(*size)
            && bytes / stride <= MAX_UNROLLED
        {
            let mut array = before;
            let mut index = 0;
            while index + first < bytes {
                let at = self.lowerer.word_constant(index.into());
                let value = match index + first + width <= bytes {
                    true => filling.unwrap_or_else(|| mk::select(from, cell(self, source_offset, at))),
                    false => self.partly(self.element_sort(before)),
                };
                array = mk::store(array, cell(self, target.offset, at), value);
                index += stride;
            }
            return self.assign(part.variable, part.with(array));
        }
        let kept = self.fresh("source", from.sort());
        self.assign(kept, from);
        self.for_range(*size, stride, &mut |this, index| {
            let value = filling.unwrap_or_else(|| mk::select(kept, cell(this, source_offset, index)));
            let place = cell(this, target.offset, index);
            let end = this.add_words(index, this.lowerer.word_constant(i128::from(first + width)));
            let is_covered = this.le_sizes(end, *size);
            let start = this.add_words(index, this.lowerer.word_constant(first.into()));
            let is_touched = mk::not(this.le_sizes(*size, start));
            let current = part.of(target.base);
            let array = if width == 1 && first == 0 {
                mk::store(current, place, value)
            } else {
                let any = this.partly(value.sort());
                let changed = mk::store(current, place, mk::ite(is_covered, value, any));
                mk::ite(is_touched, changed, current)
            };
            this.assign(part.variable, part.with(array));
        });
    }

    fn element_sort(&self, array: Term) -> term::Sort {
        match array.sort() {
            term::Sort::Array(sort) => sort.element(),
            other => other,
        }
    }

    /// The number that a word is, if it is constant.
    fn constant_word(&self, word: Term) -> Option<u64> {
        match word.op() {
            Op::BvConst(bits) => u64::try_from(bits.clone()).ok(),
            Op::IntConst(value) => value.to_i64().and_then(|value| u64::try_from(value).ok()),
            _ => None,
        }
    }

    /// Whether a range covers the whole object that it starts in, as far as that is known.
    fn covers_object(&mut self, target: &Address, size: Term) -> bool {
        let Some(bytes) = self.constant_word(size) else { return false };
        if target.pointer.offset != Congruence::exact(0) {
            return false;
        }
        let program = self.lowerer.program;
        let sites = &self.lowerer.regions.points_to.classes.get(target.pointer.class).sites;
        !sites.is_empty()
            && sites.iter().all(|site| match site {
                crate::memory::classes::Site::Object(object) => {
                    program.types.size_of(program.objects[*object].ty).is_some_and(|size| size <= bytes)
                }
                crate::memory::classes::Site::Heap(_)
                | crate::memory::classes::Site::Arguments
                | crate::memory::classes::Site::Strings => false,
            })
    }

    fn is_same_start(&self, target: &Address, source: &Source) -> bool {
        match source {
            Source::Copy(from) => {
                from.pointer.offset == target.pointer.offset && from.offset == target.offset
            }
            Source::Fill(_) => true,
        }
    }
}

/// A pattern of bits as a signed number.
fn sign(value: i128, bits: u64) -> i128 {
    if bits >= 128 { value } else { (value << (128 - bits)) >> (128 - bits) }
}

/// A pattern of bits as a value of an integer type.
fn wrap(value: i128, kind: IntKind, model: c_sema::types::DataModel) -> i128 {
    let bits = kind.size(model) * 8;
    match kind {
        IntKind::Bool => i128::from(value != 0),
        _ if kind.is_signed() => sign(value, bits),
        _ if bits >= 128 => value,
        _ => value & ((1 << bits) - 1),
    }
}
