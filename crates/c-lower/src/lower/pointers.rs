//! Operations on pointers.

use c_sema::hir::{CompareOp, ElementSize, ExprId, Storage};
use c_sema::types::{DataModel, IntKind, Type};
use term::{Term, build as mk};

use super::body::Body;
use super::value::{PointerValue, Value};
use crate::memory::classes::{ClassId, Pointer, Site};
use crate::options::{Addresses, Arithmetic, Layout};

/// An object whose place is known by its number.
struct KnownObject {
    number: Term,
    start: Term,
    end: Term,
    is_static: bool,
}

impl Body<'_, '_> {
    pub fn add_words(&self, a: Term, b: Term) -> Term {
        match self.lowerer.options.arithmetic {
            Arithmetic::Bitvector => mk::bvadd(a, b),
            Arithmetic::Integer => mk::add2(a, b),
        }
    }

    pub fn sub_words(&self, a: Term, b: Term) -> Term {
        match self.lowerer.options.arithmetic {
            Arithmetic::Bitvector => mk::bvsub(a, b),
            Arithmetic::Integer => mk::sub(a, b),
        }
    }

    pub fn mul_words(&self, a: Term, b: Term) -> Term {
        match self.lowerer.options.arithmetic {
            Arithmetic::Bitvector => mk::bvmul(a, b),
            Arithmetic::Integer => mk::mul(a, b),
        }
    }

    /// `a <= b` as signed numbers.
    pub fn le_words(&self, a: Term, b: Term) -> Term {
        match self.lowerer.options.arithmetic {
            Arithmetic::Bitvector => mk::bvsle(a, b),
            Arithmetic::Integer => mk::le(a, b),
        }
    }

    pub fn is_null(&self, pointer: PointerValue) -> Term {
        let zero = self.lowerer.word_constant(0);
        let base = mk::eq(pointer.base, zero);
        if pointer.is_genuine { base } else { mk::and2(base, mk::eq(pointer.offset, zero)) }
    }

    /// The offset, but 0 for NULL: what cells hold that also hold converted numbers.
    pub fn real_offset(&self, pointer: PointerValue) -> Term {
        let zero = self.lowerer.word_constant(0);
        if pointer.is_genuine && pointer.offset != zero {
            return mk::ite(mk::eq(pointer.base, zero), zero, pointer.offset);
        }
        pointer.offset
    }

    pub fn equal_pointers(&self, a: PointerValue, b: PointerValue) -> Term {
        let zero = self.lowerer.word_constant(0);
        for (null, other) in [(a, b), (b, a)] {
            if null.base == zero && null.offset == zero {
                return self.is_null(other);
            }
        }
        let bases = mk::eq(a.base, b.base);
        if a.is_genuine && b.is_genuine {
            return mk::and2(bases, mk::or2(mk::eq(a.offset, b.offset), mk::eq(a.base, zero)));
        }
        mk::and2(bases, mk::eq(self.real_offset(a), self.real_offset(b)))
    }

    /// A comparison of pointers by their order, as a formula.
    pub fn compare_pointers(&mut self, op: CompareOp, a: PointerValue, b: PointerValue) -> Term {
        let order = |this: &Self, x: Term, y: Term| match op {
            CompareOp::Lt => mk::not(this.le_words(y, x)),
            CompareOp::Le => this.le_words(x, y),
            CompareOp::Gt => mk::not(this.le_words(x, y)),
            _ => this.le_words(y, x),
        };
        if a.base == b.base {
            return order(self, a.offset, b.offset);
        }
        // Pointers to different objects are ordered by addresses, which are arbitrary.
        let same = order(self, self.real_offset(a), self.real_offset(b));
        let kind = if self.lowerer.options.model == DataModel::Lp64 { IntKind::ULong } else { IntKind::UInt };
        let (x, y) = (self.number_from_pointer(a, kind), self.number_from_pointer(b, kind));
        let different = self.lowerer.encoder.compare(op, &Type::Int(kind), x, y);
        mk::ite(mk::eq(a.base, b.base), same, different)
    }

    /// A pointer moved by what an index says. The distance between two objects leads from one to the other, and from NULL
    /// one gets to an address: then the result is what has that address.
    pub fn moved(
        &mut self,
        pointer: PointerValue,
        index: ExprId,
        distance: Term,
        is_subtracted: bool,
        target: Option<Pointer>,
    ) -> PointerValue {
        if !self.lowerer.regions.points_to.distances.contains(&index) {
            return self.move_pointer(pointer, distance, is_subtracted, target);
        }
        let from = self.number_from_pointer(pointer, IntKind::Long);
        let address =
            if is_subtracted { self.sub_words(from, distance) } else { self.add_words(from, distance) };
        let address = match self.lowerer.options.arithmetic {
            Arithmetic::Integer => self.wrap_word(address),
            Arithmetic::Bitvector => address,
        };
        self.pointer_from_number(IntKind::Long, address, target)
    }

    /// A pointer moved by a number of bytes.
    fn move_pointer(
        &mut self,
        pointer: PointerValue,
        distance: Term,
        is_subtracted: bool,
        target: Option<Pointer>,
    ) -> PointerValue {
        // What is moved from NULL is not NULL, where the class keeps that apart.
        let is_genuine = pointer.is_genuine && self.lowerer.is_genuine(target);
        let from = if is_genuine { pointer.offset } else { self.real_offset(pointer) };
        let mut offset =
            if is_subtracted { self.sub_words(from, distance) } else { self.add_words(from, distance) };
        if let Some(exact) = target.and_then(|target| target.offset.as_exact())
            && is_genuine
        {
            offset = self.lowerer.word_constant(exact.into());
        }
        PointerValue { offset, is_genuine, ..pointer }
    }

    /// `index · size` in bytes, for the value of an index.
    pub fn distance(&mut self, index: ExprId, value: Value, element: ElementSize) -> Term {
        let index = self.value_as_word(index, value);
        match element {
            ElementSize::Constant(size) => self.mul_words(index, self.lowerer.word_constant(size.into())),
            ElementSize::Variable(size) => {
                let size = self.expr_as_word(size);
                self.mul_words(index, size)
            }
        }
    }

    /// The value of an integer expression as a word.
    pub fn expr_as_word(&mut self, expr: ExprId) -> Term {
        let value = self.expr(expr);
        self.value_as_word(expr, value)
    }

    fn value_as_word(&mut self, expr: ExprId, value: Value) -> Term {
        let program = self.lowerer.program;
        let ty = &program.types[program.exprs[expr].ty];
        let value = self.as_number(value);
        self.number_as_word(ty, value)
    }

    pub fn number_as_word(&mut self, ty: &Type, value: Term) -> Term {
        match (self.lowerer.options.arithmetic, ty) {
            // An unsigned number of a word's size wraps around as the machine has it: `p + (0 - n)`.
            (Arithmetic::Integer, Type::Int(kind))
                if !kind.is_signed()
                    && kind.size(self.lowerer.options.model) >= self.lowerer.options.model.pointer_size() =>
            {
                self.convert_number(ty, &Type::Int(IntKind::Long), value)
            }
            // The value of the type, which is not changed by what a word can hold.
            (Arithmetic::Integer, _) => value,
            (Arithmetic::Bitvector, _) => self.convert_number(ty, &Type::Int(IntKind::Long), value),
        }
    }

    /// `(a - b) / size`: for pointers into one object; otherwise C leaves it open, and the machine subtracts addresses.
    pub fn pointer_difference(&mut self, a: PointerValue, b: PointerValue, element: ElementSize) -> Term {
        let are_same = mk::eq(a.base, b.base);
        let mut bytes = self.sub_words(self.real_offset(a), self.real_offset(b));
        if !are_same.is_true() {
            bytes = self.difference_of(are_same, bytes, a, b);
        }
        let size = match element {
            ElementSize::Constant(1) => return bytes,
            ElementSize::Constant(size) => self.lowerer.word_constant(size.max(1).into()),
            ElementSize::Variable(size) => self.expr_as_word(size),
        };
        match self.lowerer.options.arithmetic {
            Arithmetic::Bitvector => mk::bvsdiv(bytes, size),
            Arithmetic::Integer => mk::div(bytes, size),
        }
    }

    /// The distance in bytes: that of the offsets, or of addresses if the objects are different. The latter is on a path of
    /// its own, because it is flagged.
    fn difference_of(&mut self, are_same: Term, bytes: Term, a: PointerValue, b: PointerValue) -> Term {
        let (same, different, end) = (self.location(), self.location(), self.location());
        let result = self.fresh("distance", bytes.sort());
        self.split(are_same, same, different);
        self.at = same;
        self.assign(result, bytes);
        self.goto(end);
        self.at = different;
        let (x, y) = (self.number_from_pointer(a, IntKind::Long), self.number_from_pointer(b, IntKind::Long));
        let distance = self.sub_words(x, y);
        self.assign(result, distance);
        self.goto(end);
        self.at = end;
        result
    }

    /// A pointer as a number: the address of the object, which is arbitrary, and the offset.
    pub fn number_from_pointer(&mut self, pointer: PointerValue, kind: IntKind) -> Term {
        let zero = self.lowerer.word_constant(0);
        let offset = self.real_offset(pointer);
        let number = if pointer.base == zero {
            offset
        } else if let Addresses::Fixed(layout) = self.lowerer.options.addresses {
            if layout == Layout::Near {
                self.stay_in_layout(pointer.base, offset);
            }
            self.add_words(self.fixed_address(layout, pointer.base), offset)
        } else {
            let addresses = self.lowerer.addresses();
            let address = mk::select(addresses, pointer.base);
            let sum = self.fresh("address.of", self.lowerer.word());
            let is_plausible =
                mk::and2(self.plausible_address(address), self.is_aligned(pointer.base, address));
            self.assume(mk::or2(mk::eq(pointer.base, zero), is_plausible));
            let value = mk::ite(mk::eq(pointer.base, zero), offset, self.add_words(address, offset));
            self.assign_flagged(sum, value, "the address of an object is arbitrary");
            sum
        };
        // As an integer, a number that was converted to a pointer may have left the range of words.
        let leaves_range = self.lowerer.options.arithmetic == Arithmetic::Integer
            && number.as_var().is_none()
            && self.lowerer.encoder.range(IntKind::Long, number).is_some_and(|range| range != mk::tt());
        let number = if leaves_range { self.wrap_word(number) } else { number };
        self.convert_number(&Type::Int(IntKind::Long), &Type::Int(kind), number)
    }

    /// A number of any size as a word: modulo 2^n, signed.
    fn wrap_word(&self, number: Term) -> Term {
        let bits = self.lowerer.options.model.pointer_size() * 8;
        let (half, full) = (mk::int(1i128 << (bits - 1)), mk::int(1i128 << bits));
        mk::sub(mk::modulo(mk::add2(number, half), full), half)
    }

    /// The address of an object that is known is aligned as its declaration says.
    fn is_aligned(&self, base: Term, address: Term) -> Term {
        if !self.is_known_object(base) {
            return mk::tt();
        }
        let is_it = |number: u64| self.lowerer.word_constant(number.into()) == base;
        let found = self.lowerer.object_bases.iter().find(|(_, number)| is_it(**number));
        found.map_or(mk::tt(), |(object, _)| {
            let object = &self.lowerer.program.objects[*object];
            // What is on the stack of a 32-bit program is only sure to be aligned as words are.
            let is_static = matches!(object.storage, Storage::Static(_));
            let most = if is_static { 16 } else { self.lowerer.options.model.pointer_size() };
            self.is_multiple(address, object.align.min(most))
        })
    }

    /// New memory is aligned for every type.
    pub fn align_allocated(&mut self, class: ClassId, base: Term) {
        let is_exposed = self.lowerer.regions.points_to.classes.get(class).is_exposed;
        if is_exposed && self.lowerer.options.addresses == Addresses::Arbitrary {
            let address = mk::select(self.lowerer.addresses(), base);
            let is_aligned = self.is_multiple(address, 2 * self.lowerer.options.model.pointer_size());
            self.assume(is_aligned);
        }
    }

    fn is_multiple(&self, address: Term, of: u64) -> Term {
        if of <= 1 {
            return mk::tt();
        }
        let (of, zero) = (self.lowerer.word_constant(of.into()), self.lowerer.word_constant(0));
        let rest = match self.lowerer.options.arithmetic {
            Arithmetic::Bitvector => mk::bvurem(address, of),
            Arithmetic::Integer => mk::modulo(address, of),
        };
        mk::eq(rest, zero)
    }

    /// Objects are neither at the very start of memory nor so near its end that an address could overflow. With 32 bits, the
    /// upper half of memory is in use, too: such an address is negative as a signed number.
    fn plausible_address(&self, address: Term) -> Term {
        let low = self.lowerer.word_constant(0x1000);
        let bits = self.lowerer.options.model.pointer_size() * 8;
        let margin = 1i128 << 24;
        let high = self.lowerer.word_constant((1i128 << (bits - 1)) - margin);
        let lower_half = mk::and2(self.le_words(low, address), self.le_words(address, high));
        if self.lowerer.options.model == DataModel::Lp64 {
            return lower_half;
        }
        let (least, most) = (-(1i128 << (bits - 1)), -margin);
        let (least, most) = (self.lowerer.word_constant(least), self.lowerer.word_constant(most));
        mk::or2(lower_half, mk::and2(self.le_words(least, address), self.le_words(address, most)))
    }

    /// The bits of an address that tell the offset, where addresses are fixed.
    fn offset_bits(&self, layout: Layout) -> u32 {
        match (layout, self.lowerer.options.model.pointer_size()) {
            (Layout::Far, size) => size as u32 * 4,
            (Layout::Near, 8) => 20,
            (Layout::Near, _) => 18,
        }
    }

    /// The address of an object, where addresses are fixed: the base is in the upper bits of the word. Base 0 is at 0.
    fn fixed_address(&self, layout: Layout, base: Term) -> Term {
        let spacing = self.lowerer.word_constant(1 << self.offset_bits(layout));
        self.mul_words(base, spacing)
    }

    /// Executions in which addresses would not be unique are none.
    fn stay_in_layout(&mut self, base: Term, offset: Term) {
        let bits = self.offset_bits(Layout::Near);
        let bases = self.lowerer.options.model.pointer_size() * 8 - 1 - u64::from(bits);
        let within = |number: Term, bits: u64| {
            let (low, high) = (self.lowerer.word_constant(0), self.lowerer.word_constant(1 << bits));
            mk::and2(self.le_words(low, number), mk::not(self.le_words(high, number)))
        };
        let is_null = mk::eq(base, self.lowerer.word_constant(0));
        let stays = mk::and2(within(base, bases), within(offset, bits.into()));
        self.assume(mk::or2(is_null, stays));
    }

    /// The base and the offset behind an address, where addresses are fixed, of whatever may lie there.
    fn object_at(&self, layout: Layout, word: Term) -> (Term, Term) {
        let bits = self.offset_bits(layout);
        let spacing = self.lowerer.word_constant(1 << bits);
        let has_strings = self.lowerer.arguments().is_some();
        match self.lowerer.options.arithmetic {
            // Strings have negative bases.
            Arithmetic::Bitvector if has_strings => {
                (mk::bvashr(word, self.lowerer.word_constant(bits.into())), mk::bvurem(word, spacing))
            }
            Arithmetic::Bitvector => (mk::bvudiv(word, spacing), mk::bvurem(word, spacing)),
            Arithmetic::Integer if has_strings => {
                let word = self.wrap_word(word);
                (mk::div(word, spacing), mk::modulo(word, spacing))
            }
            Arithmetic::Integer => {
                let bits = self.lowerer.options.model.pointer_size() * 8;
                let address = mk::modulo(word, mk::int(1i128 << bits));
                (mk::div(address, spacing), mk::modulo(address, spacing))
            }
        }
    }

    /// A number as a pointer. Constants are pointers to no object; other numbers may be the address of anything. Where
    /// addresses are fixed, a number is a pointer to no object if it lies before or behind all of them: what is there (a
    /// device, for instance) nobody knows, and memory by class would not be the same for accesses of two types.
    pub fn pointer_from_number(
        &mut self,
        kind: IntKind,
        number: Term,
        pointee: Option<Pointer>,
    ) -> PointerValue {
        let word = self.convert_number(&Type::Int(kind), &Type::Int(IntKind::Long), number);
        let zero = self.lowerer.word_constant(0);
        let is_genuine = self.lowerer.is_genuine(pointee);
        if let Addresses::Fixed(layout) = self.lowerer.options.addresses {
            // Also of a constant: it may be an address that was computed.
            let (base, offset) = self.object_at(layout, word);
            let next = self.lowerer.heap_counter();
            let mut is_none = mk::or2(mk::eq(base, zero), self.le_words(next, base));
            if self.lowerer.arguments().is_some() {
                let (is_negative, is_string) = (mk::not(self.le_words(zero, base)), self.is_string(base));
                is_none = mk::or2(is_none, mk::and2(is_negative, mk::not(is_string)));
            }
            let (base, offset) = (mk::ite(is_none, zero, base), mk::ite(is_none, word, offset));
            return PointerValue { base, offset, is_genuine: is_genuine && word == zero };
        }
        if word.free_variables().is_empty() {
            return PointerValue { base: zero, offset: word, is_genuine: word == zero };
        }
        let sort = self.lowerer.word();
        let (base, offset) = (self.fresh("from.number", sort), self.fresh("from.number.offset", sort));
        self.havoc_flagged(vec![base, offset], "a number is converted to a pointer");
        let addresses = self.lowerer.addresses();
        let address = self.add_words(mk::select(addresses, base), offset);
        let value = mk::ite(mk::eq(base, zero), offset, address);
        self.assume(mk::eq(value, word));
        self.exclude_known_objects(word, base, pointee);
        // Zero is NULL and nothing else.
        self.assume(mk::eq(mk::eq(word, zero), mk::and2(mk::eq(base, zero), mk::eq(offset, zero))));
        PointerValue { base, offset, is_genuine }
    }

    /// A number that is an address in an object of the class is a pointer to an object, and to that one if no other can
    /// be where it is: a static object has its place to itself, a local one may lie where another one was. Only the end of
    /// another object may be where it starts.
    fn exclude_known_objects(&mut self, word: Term, base: Term, pointee: Option<Pointer>) {
        const MOST_OBJECTS: usize = 8;
        let Some(pointee) = pointee else { return };
        let class = self.lowerer.regions.points_to.classes.get(pointee.class);
        let sites: Vec<Site> = class.sites.iter().copied().collect();
        if sites.len() > MOST_OBJECTS {
            return;
        }
        let is_closed = !class.has_strangers();
        let known: Vec<KnownObject> = sites.iter().filter_map(|site| self.known_object(*site)).collect();
        let is_only_one = is_closed && sites.len() == 1;
        let is_complete = is_closed && known.len() == sites.len();
        let zero = self.lowerer.word_constant(0);
        for object in &known {
            let is_inside =
                mk::and2(self.le_words(object.start, word), mk::not(self.le_words(object.end, word)));
            let is_something = mk::not(mk::eq(base, zero));
            let fits = match object.is_static || is_only_one {
                false => is_something,
                true => {
                    let ends = known.iter().filter(|other| other.number != object.number);
                    let ends =
                        ends.map(|other| mk::and2(mk::eq(base, other.number), mk::eq(word, other.end)));
                    let is_start = mk::and2(is_something, mk::eq(word, object.start));
                    let is_end = if is_complete { mk::or(ends) } else { is_start };
                    mk::or2(mk::eq(base, object.number), is_end)
                }
            };
            self.assume(mk::or2(mk::not(is_inside), fits));
        }
    }

    /// An object with a number and a size.
    fn known_object(&mut self, site: Site) -> Option<KnownObject> {
        let Site::Object(object) = site else { return None };
        let size = self.constant_size(site)?;
        let number = self.lowerer.word_constant((*self.lowerer.object_bases.get(&object)?).into());
        let start = mk::select(self.lowerer.addresses(), number);
        Some(KnownObject {
            number,
            start,
            end: self.add_words(start, self.lowerer.word_constant(size.into())),
            is_static: matches!(self.lowerer.program.objects[object].storage, Storage::Static(_)),
        })
    }
}
