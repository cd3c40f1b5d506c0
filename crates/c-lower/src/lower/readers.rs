//! Functions of the C library that read memory: what they read must be valid ([`crate::library::Reading`]).
//!
//! A string is read byte by byte up to its end, as the function does it, and the violation is at the call. Pointers to
//! memory of code that is not known are left alone: what they point to is not known either.

use c_sema::hir::{ExprId, ObjectId, Storage};
use c_sema::types::{IntKind, Type};
use term::{Term, build as mk};

use super::body::Body;
use super::value::{Address, PointerValue, Value};
use crate::library::{
    Conversion, Effects, Reading, conversions, format_argument, readings, takes_list, verifier_of,
};
use crate::memory::classes::{ClassId, Origin, Pointer, Site};
use crate::memory::congruence::Congruence;
use crate::memory::leaves::{Leaf, Scalar};

/// What a call reads through one of its arguments.
struct Read {
    argument: usize,
    reading: Reading,
    /// The most bytes of a string that are read.
    limit: Option<Term>,
}

impl Body<'_, '_> {
    /// What a function reads is valid, where that matters. Of functions that are not known well enough, it must be alive.
    pub fn check_read_arguments(
        &mut self,
        name: &str,
        effects: Effects,
        arguments: &[ExprId],
        values: &[Value],
    ) {
        if !self.lowerer.options.properties.valid_deref {
            return;
        }
        let reads = self.reads(name, arguments, values);
        for (index, (&argument, value)) in arguments.iter().zip(values).enumerate() {
            let Value::Pointer(pointer) = value else { continue };
            if effects.writes(index).is_some() {
                continue;
            }
            match reads.iter().find(|read| read.argument == index) {
                Some(read) => self.check_read(name, read, argument, *pointer, (arguments, values)),
                None => self.require_alive(name, argument, *pointer),
            }
        }
    }

    /// What a call reads, by the table and by its format.
    fn reads(&mut self, name: &str, arguments: &[ExprId], values: &[Value]) -> Vec<Read> {
        let of_table = readings(name).iter();
        let mut reads: Vec<Read> =
            of_table.map(|&(argument, reading)| Read { argument, reading, limit: None }).collect();
        let Some(format) = format_argument(name) else { return reads };
        reads.push(Read { argument: format, reading: Reading::String, limit: None });
        let text = arguments.get(format).and_then(|&text| self.lowerer.program.literal(text));
        let Some(found) = text.filter(|_| !takes_list(name)).and_then(|text| conversions(&text)) else {
            return reads;
        };
        for (position, conversion) in found.into_iter().enumerate() {
            let argument = format + 1 + position;
            let Conversion::String { limit, is_limited_before } = conversion else { continue };
            let limit = match (limit, is_limited_before) {
                (Some(limit), _) => Some(self.lowerer.word_constant(limit.into())),
                (None, true) => self.number_argument(argument - 1, (arguments, values)),
                (None, false) => None,
            };
            // glibc prints `(null)`.
            reads.push(Read { argument, reading: Reading::StringOrNull, limit });
        }
        reads
    }

    /// An argument as a number of bytes. A negative precision is none, and so is a very large one.
    fn number_argument(&mut self, index: usize, (arguments, values): (&[ExprId], &[Value])) -> Option<Term> {
        let (Some(Value::Number(number)), Some(&argument)) = (values.get(index), arguments.get(index)) else {
            return None;
        };
        let ty = self.expr_type(argument);
        matches!(ty, Type::Int(_)).then(|| self.number_as_word(&ty, *number))
    }

    fn check_read(
        &mut self,
        name: &str,
        read: &Read,
        argument: ExprId,
        pointer: PointerValue,
        call: (&[ExprId], &[Value]),
    ) {
        if self.lowerer.program.literal(argument).is_some() {
            return;
        }
        let Some(address) = self.known_memory(argument, pointer) else { return };
        match read.reading {
            Reading::String => self.check_string(name, &address, read.limit),
            Reading::StringOrNull => {
                let (some, end) = (self.location(), self.location());
                let is_null = self.is_null(pointer);
                self.split(is_null, end, some);
                self.at = some;
                self.check_string(name, &address, read.limit);
                self.goto(end);
                self.at = end;
            }
            Reading::Bytes(size) => {
                let Some(size) = self.number_argument(size, call) else { return };
                self.check_bytes(name, &address, size);
            }
            Reading::Elements(size, count) => {
                let (Some(size), Some(count)) =
                    (self.number_argument(size, call), self.number_argument(count, call))
                else {
                    return;
                };
                let size = self.mul_words(size, count);
                self.check_bytes(name, &address, size);
            }
        }
    }

    /// The address of an argument, unless it may be one of code that is not known, or of a function.
    fn known_memory(&mut self, argument: ExprId, pointer: PointerValue) -> Option<Address> {
        let address = self.address_of(argument, pointer)?;
        let class = self.lowerer.regions.points_to.classes.get(address.pointer.class);
        (class.origin != Origin::OtherCode && class.functions.is_empty()).then_some(address)
    }

    /// No bytes at all may be read from anywhere.
    fn check_bytes(&mut self, name: &str, address: &Address, size: Term) {
        let size = self.keep("size", size);
        let zero = self.lowerer.word_constant(0);
        let violated = mk::and2(mk::ne(size, zero), mk::not(self.is_valid(address, size)));
        self.check_pointer(address, violated, "valid-deref", &format!("`{name}` reads invalid memory"));
    }

    /// A string is valid up to its end, or up to a limit.
    fn check_string(&mut self, name: &str, address: &Address, limit: Option<Term>) {
        let settled = self.settled(address);
        let anywhere = Pointer { offset: Congruence::any(), ..settled.pointer };
        let start = Address { pointer: anywhere, ..settled };
        if self.has_literals_only(address.pointer.class) {
            // Whatever begins in a literal ends in it.
            let one = self.lowerer.word_constant(1);
            return self.check_bytes(name, &start, one);
        }
        let limit = limit.map(|limit| self.keep("limit", limit));
        let index = self.fresh("index", self.lowerer.word());
        let (zero, one) = (self.lowerer.word_constant(0), self.lowerer.word_constant(1));
        self.assign(index, zero);
        let (head, end) = (self.location(), self.location());
        self.goto(head);
        self.at = head;
        if let Some(limit) = limit {
            let more = self.location();
            let is_over = self.le_sizes(limit, index);
            self.split(is_over, end, more);
            self.at = more;
        }
        let here = Address { offset: self.add_words(start.offset, index), ..start };
        let violated = mk::not(self.is_valid(&here, one));
        let what = format!("`{name}` reads a string outside of valid memory");
        self.check_pointer(&here, violated, "valid-deref", &what);
        let leaf = Leaf { bit_offset: 0, bit_width: None, scalar: Scalar::Int(IntKind::Char) };
        let byte = self.load_leaf(&here, leaf);
        let next = self.location();
        let is_end = mk::not(self.truth_of(&byte, &Type::Int(IntKind::Char)));
        self.split(is_end, end, next);
        self.at = next;
        let following = self.add_words(index, one);
        self.assign(index, following);
        self.goto(head);
        self.at = end;
    }

    /// Whether all objects of a class are string literals with an end.
    fn has_literals_only(&self, class: ClassId) -> bool {
        let program = self.lowerer.program;
        let is_literal = |object: ObjectId| {
            let object = &program.objects[object];
            let Storage::Static(parts) = &object.storage else { return false };
            let is_terminated = program
                .types
                .size_of(object.ty)
                .is_some_and(|size| size >= parts.len() as u64)
                && parts.last().is_none_or(|last| {
                    matches!(program.exprs[last.value].kind, c_sema::hir::ExprKind::Int(0))
                        || program.types.size_of(object.ty).is_some_and(|size| last.bit_offset / 8 + 1 < size)
                });
            object.name.starts_with('"') && is_terminated
        };
        let class = self.lowerer.regions.points_to.classes.get(class);
        !class.sites.is_empty()
            && class.origin == Origin::Program
            && class.sites.iter().all(|site| matches!(site, Site::Object(object) if is_literal(*object)))
    }

    /// A function that reads, in a way that is not known, what must be alive.
    fn require_alive(&mut self, name: &str, argument: ExprId, pointer: PointerValue) {
        if self.is_null(pointer).is_true() {
            return;
        }
        let Some(address) = self.known_memory(argument, pointer) else { return };
        let valid = self.is_valid(&address, self.lowerer.word_constant(1));
        let null = mk::eq(address.base, self.lowerer.word_constant(0));
        self.require(mk::or2(valid, null), &format!("`{name}`, which reads memory that may be invalid,"));
    }

    /// What an assertion that is a function says when it fails.
    pub fn assertion_message(&self, arguments: &[ExprId]) -> String {
        let text = arguments.get(1).and_then(|&text| self.lowerer.program.literal(text));
        match text {
            Some(text) => {
                let end = text.iter().position(|&byte| byte == 0).unwrap_or(text.len());
                format!(
                    "{}`{}` fails",
                    crate::options::FAILED_ASSERTION,
                    String::from_utf8_lossy(&text[..end])
                )
            }
            None => format!("{}fails", crate::options::FAILED_ASSERTION),
        }
    }

    /// A function of another verifier is told to be understood.
    pub fn remark_on_verifier(&mut self, name: &str) {
        if let Some(verifier) = verifier_of(name) {
            self.lowerer.assume_about(format!("`{name}` does what it does for {verifier}"));
        }
    }
}
