//! Variadic arguments: a stack of slots that all calls share.
//!
//! A call puts what stands for `...` into slots behind those in use, one for each scalar (a record takes one for each of
//! its leaves), and gives them back when it returns. Slots are kept in one array for each kind of scalar. A `va_list`
//! is a position in the stack, kept in memory like any other number: at the start of the object, as
//! [`VA_LIST_LEAF`]. So it can be passed on by value or by address, copied, and kept in records, and its slots are still
//! there as long as the function has not returned that was called with `...`.

use c_sema::hir::{ExprId, FunctionId, PlaceId};
use c_sema::types::{FloatKind, IntKind, Ty, Type};
use term::{Sort, Term, build as mk};

use super::body::Body;
use super::value::{Address, PointerValue, Value};
use crate::memory::leaves::{Leaf, Scalar, VA_LIST_LEAF, leaves};

/// The widest types that a slot holds.
const WIDE_INT: IntKind = IntKind::LongLong;
const WIDE_FLOAT: FloatKind = FloatKind::LongDouble;

/// The slots: integers, floats, bases and offsets of pointers.
struct Slots {
    ints: Term,
    floats: Term,
    bases: Term,
    offsets: Term,
}

/// A scalar that a slot has no room for.
fn is_too_wide(scalar: Scalar) -> bool {
    matches!(scalar, Scalar::Int(IntKind::Int128 | IntKind::UInt128) | Scalar::Float(FloatKind::Quad))
}

impl Body<'_, '_> {
    fn slots(&mut self) -> Slots {
        let word = self.lowerer.word();
        let int = self.lowerer.encoder.sort(&Type::Int(WIDE_INT));
        let float = self.lowerer.encoder.sort(&Type::Float(WIDE_FLOAT));
        let mut array = |name, sort| self.lowerer.named_global(name, Sort::array(word, sort));
        Slots {
            ints: array("va.ints", int),
            floats: array("va.floats", float),
            bases: array("va.bases", word),
            offsets: array("va.offsets", word),
        }
    }

    /// The first slot that is not in use.
    fn top_of_slots(&mut self) -> Term {
        self.lowerer.uses_variadic = true;
        let word = self.lowerer.word();
        self.lowerer.named_global(super::VARIADIC_TOP, word)
    }

    /// The first slot of the call that begins.
    fn first_of_call(&mut self) -> Term {
        let word = self.lowerer.word();
        self.lowerer.named_global("va.first", word)
    }

    /// Passes what stands for `...`; gives what the stack shrinks to when the call returns.
    pub fn pass_variadic(&mut self, function: FunctionId, values: &[Value], types: &[Ty]) -> Option<Term> {
        let fixed = self.lowerer.program.functions[function].parameters.len();
        if !self.lowerer.reads_variadic(function) {
            return None;
        }
        let (top, first) = (self.top_of_slots(), self.first_of_call());
        let start = self.keep("va.start", top);
        let before = self.slots();
        let Slots { mut ints, mut floats, mut bases, mut offsets } = self.slots();
        let mut count = 0;
        for (scalar, value) in self.variadic_scalars(values, types, fixed) {
            let index = self.add_words(start, self.lowerer.word_constant(count));
            count += 1;
            match (value, scalar) {
                (Value::Number(term), Scalar::Float(kind)) => {
                    let other = self.other_register();
                    ints = mk::store(ints, index, other);
                    let term = self.convert_number(&Type::Float(kind), &Type::Float(WIDE_FLOAT), term);
                    floats = mk::store(floats, index, term);
                }
                (Value::Number(term), Scalar::Int(kind)) => {
                    // What is read as a pointer is NULL, if this is 0.
                    let zero = self.lowerer.word_constant(0);
                    let word = self.convert_number(&Type::Int(kind), &Type::Int(IntKind::Long), term);
                    (bases, offsets) = (mk::store(bases, index, zero), mk::store(offsets, index, word));
                    let term = self.convert_number(&Type::Int(kind), &Type::Int(WIDE_INT), term);
                    ints = mk::store(ints, index, term);
                }
                (Value::Pointer(pointer), _) => {
                    // It may be read as a number.
                    let number = self.number_from_pointer(pointer, WIDE_INT);
                    ints = mk::store(ints, index, number);
                    bases = mk::store(bases, index, pointer.base);
                    offsets = mk::store(offsets, index, self.real_offset(pointer));
                }
                _ => {}
            }
        }
        let next = self.add_words(start, self.lowerer.word_constant(count));
        self.assign_all(vec![
            (before.ints, ints),
            (before.floats, floats),
            (before.bases, bases),
            (before.offsets, offsets),
            (first, start),
            (top, next),
        ]);
        Some(start)
    }

    /// What is read as an integer where a float was passed: what happens to be in another register.
    fn other_register(&mut self) -> Term {
        let sort = self.lowerer.encoder.sort(&Type::Int(WIDE_INT));
        let any = self.fresh("other.register", sort);
        self.havoc_flagged(vec![any], "an argument is read with another type");
        any
    }

    /// The scalars of the arguments behind the fixed ones.
    fn variadic_scalars(&mut self, values: &[Value], types: &[Ty], fixed: usize) -> Vec<(Scalar, Value)> {
        let program = self.lowerer.program;
        let mut scalars = Vec::new();
        for (value, ty) in values.iter().zip(types).skip(fixed) {
            match (value, Scalar::of(&program.types, *ty)) {
                (Value::Record(leaves), _) => {
                    scalars.extend(leaves.iter().map(|(leaf, value)| (leaf.scalar, value.clone())));
                }
                (value, Some(scalar)) => scalars.push((scalar, value.clone())),
                _ => self.unsupported("a large record as a variadic argument"),
            }
        }
        if scalars.iter().any(|(scalar, _)| is_too_wide(*scalar)) {
            self.unsupported("a variadic argument of 128 bits");
        }
        scalars
    }

    /// The call has returned: its slots are free.
    pub fn return_variadic(&mut self, start: Option<Term>) {
        if let Some(start) = start {
            let top = self.top_of_slots();
            self.assign(top, start);
        }
    }

    /// Keeps where the variadic arguments are, as calls overwrite it.
    pub fn receive_variadic(&mut self, function: FunctionId) {
        if self.lowerer.reads_variadic(function) {
            let first = self.first_of_call();
            let kept = self.fresh("va.first", first.sort());
            self.assign(kept, first);
            self.variadic = Some(kept);
        }
    }

    /// `va_start`: the arguments are read from the first one on.
    pub fn va_start(&mut self, list: PlaceId) -> Value {
        let address = self.va_list(list, "write");
        match self.variadic {
            Some(first) => self.set_position(&address, first),
            None => self.unsupported("va_start in a function without `...`"),
        }
        Value::Void
    }

    /// `va_copy`
    pub fn va_copy(&mut self, to: PlaceId, from: PlaceId) -> Value {
        let to = self.va_list(to, "write");
        let from = self.va_list(from, "read");
        let position = self.load_leaf(&from, VA_LIST_LEAF);
        self.store_leaf(&to, VA_LIST_LEAF, &position);
        Value::Void
    }

    fn va_list(&mut self, list: PlaceId, what: &str) -> Address {
        let address = self.place(list);
        let ty = self.lowerer.program.places[list].ty;
        self.check_access(&address, ty, Some(VA_LIST_LEAF), what);
        address
    }

    fn set_position(&mut self, address: &Address, position: Term) {
        let word = Type::Int(IntKind::Long);
        let position = self.convert_number(&word, &Type::Int(IntKind::UInt), position);
        self.store_leaf(address, VA_LIST_LEAF, &Value::Number(position));
    }

    /// `va_arg`
    pub fn va_arg(&mut self, id: ExprId, list: PlaceId) -> Value {
        let program = self.lowerer.program;
        let ty = program.exprs[id].ty;
        let address = self.va_list(list, "read");
        let position = self.load_leaf(&address, VA_LIST_LEAF).number();
        let position = self.convert_number(&Type::Int(IntKind::UInt), &Type::Int(IntKind::Long), position);
        let position = self.keep("position", position);
        let parts = match Scalar::of(&program.types, ty) {
            Some(scalar) => Some(vec![Leaf { bit_offset: 0, bit_width: None, scalar }]),
            None => leaves(&program.types, ty),
        };
        let Some(parts) = parts else {
            self.unsupported("a large record as a variadic argument");
            return self.anything(ty);
        };
        if parts.iter().any(|leaf| is_too_wide(leaf.scalar)) {
            self.unsupported("a variadic argument of 128 bits");
            return self.anything(ty);
        }
        let mut values = Vec::with_capacity(parts.len());
        for (number, leaf) in parts.into_iter().enumerate() {
            let index = self.add_words(position, self.lowerer.word_constant(number as i128));
            let value = self.slot(leaf, index);
            values.push((leaf, self.keep_value("argument", value)));
        }
        let next = self.add_words(position, self.lowerer.word_constant(values.len() as i128));
        self.set_position(&address, next);
        match (Scalar::of(&program.types, ty), values.first()) {
            (Some(_), Some((_, value))) => value.clone(),
            _ => Value::Record(values.into()),
        }
    }

    /// What a slot holds.
    fn slot(&mut self, leaf: Leaf, index: Term) -> Value {
        let Slots { ints, floats, bases, offsets } = self.slots();
        match leaf.scalar {
            Scalar::Float(kind) => {
                let term = mk::select(floats, index);
                Value::Number(self.convert_number(&Type::Float(WIDE_FLOAT), &Type::Float(kind), term))
            }
            Scalar::Int(kind) => {
                let term = mk::select(ints, index);
                self.in_range(Scalar::Int(WIDE_INT), None, term);
                let term = self.convert_number(&Type::Int(WIDE_INT), &Type::Int(kind), term);
                if let Some(width) = leaf.bit_width {
                    return Value::Number(self.lowerer.encoder.truncate_to_width(kind, width, term));
                }
                Value::Number(term)
            }
            Scalar::Pointer => {
                let (base, offset) = (mk::select(bases, index), mk::select(offsets, index));
                self.exclude_number(base, offset);
                Value::Pointer(PointerValue { base, offset, is_genuine: false })
            }
        }
    }

    /// A number that is read as a pointer may be the address of an object, which its slot does not know.
    fn exclude_number(&mut self, base: Term, offset: Term) {
        let zero = self.lowerer.word_constant(0);
        let is_number = mk::and2(mk::eq(base, zero), mk::ne(offset, zero));
        let (number, pointer) = (self.location(), self.location());
        self.split(is_number, number, pointer);
        self.at = number;
        self.unsupported("a number that is read as a pointer from variadic arguments");
        self.at = pointer;
    }
}
