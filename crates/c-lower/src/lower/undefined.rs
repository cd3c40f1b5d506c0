//! Undefined behaviour that no property checks: NULL is dereferenced or called, an integer is divided by zero, shifted by
//! its width or more, a float is converted that does not fit.
//!
//! The machine traps, but a proof must not rest on that: by default the execution goes on with any value, on a path of its
//! own that is flagged. What is proved then holds whether the machine traps or not, and a violation behind such a step
//! is none. Reads of memory by object give any value by themselves, because no object has base 0; a class with a
//! single object needs a branch. A number as a pointer (of a device, say) is treated alike: nobody knows what is there.

use c_sema::hir::{BinaryOp, PlaceId, PlaceKind, Program};
use c_sema::types::{IntKind, Ty, Type};
use program::LocationId;
use term::{Sort, Term, build as mk};

use super::body::Body;
use super::value::{Address, PointerValue, Value};
use crate::memory::leaves::{Leaf, Scalar};
use crate::options::{Addresses, Undefined};

/// Why a path is flagged, or where it ends.
pub(super) const NULL_ACCESS: &str = "NULL or a number is dereferenced";
pub(super) const NULL_MEMBER: &str = "the address of a member of what NULL points to";
pub(super) const NO_FUNCTION: &str = "a pointer to no function is called";
pub(super) const OVERFLOW: &str = "what is compared overflows";
pub(super) const ZERO_DIVISOR: &str = "an integer is divided by zero";
pub(super) const QUOTIENT: &str = "the smallest integer is divided by -1";

/// Whether a place is a member of what a pointer points to, and not where that begins.
pub(crate) fn is_moved_from_pointer(program: &Program, mut place: PlaceId) -> bool {
    let mut distance = 0;
    while let PlaceKind::Field(outer, index) = program.places[place].kind {
        if let Type::Record(record) = program.types[program.places[outer].ty] {
            distance += program.types.records[record].fields[index].bit_offset / 8;
        }
        place = outer;
    }
    distance != 0 && matches!(program.places[place].kind, PlaceKind::Deref(_))
}

impl Body<'_, '_> {
    /// Whether an access may be one to no object, and nobody checks that.
    fn may_be_null_access(&mut self, address: &Address) -> bool {
        address.direct.is_none()
            && !self.lowerer.options.properties.valid_deref
            && self.speculation == 0
            && !self.is_known_object(address.base)
    }

    /// The base of an address is 0: NULL, or a number.
    fn is_no_object(&self, address: &Address) -> Term {
        mk::eq(address.base, self.lowerer.word_constant(0))
    }

    /// An access whose value does not depend on the branch.
    pub fn note_null_access(&mut self, address: &Address) {
        if !self.may_be_null_access(address) {
            return;
        }
        let undefined = self.is_no_object(address);
        // A number that was converted may be the address of a device, so executions do not end there.
        if self.lowerer.options.undefined() == Undefined::Ends && address.is_genuine {
            self.end_at(undefined, NULL_ACCESS);
            return;
        }
        if self.was_accessed(address.base) || undefined.is_false() {
            return;
        }
        let known = if self.accessed_at == self.at { self.accessed.clone() } else { Vec::new() };
        self.flag_where(undefined, NULL_ACCESS);
        known.into_iter().chain([address.base]).for_each(|base| self.remember_access(base));
    }

    /// Executions end if a condition holds; the answer says where.
    fn end_at(&mut self, undefined: Term, why: &'static str) {
        self.assume(mk::not(undefined));
        if let Some(span) = self.span {
            self.lowerer.endings.insert((span, why));
        }
    }

    /// What follows is only possible in executions that go on behind undefined behaviour.
    pub fn flag(&mut self, why: &str) {
        let unknown = self.fresh("unknown", Sort::Bool);
        self.havoc_flagged(vec![unknown], why);
        self.assume(unknown);
    }

    /// The same for executions, which do not choose.
    fn go_on_flagged(&mut self, why: &str) {
        if !matches!(self.lowerer.options.addresses, Addresses::Fixed(_)) {
            return self.flag(why);
        }
        self.note_flagged(why);
    }

    /// Executions in which a condition holds take a flagged path, and join the others again.
    fn flag_where(&mut self, undefined: Term, why: &str) {
        let (wrong, end) = (self.location(), self.location());
        self.split(undefined, wrong, end);
        self.at = wrong;
        self.go_on_flagged(why);
        self.goto(end);
        self.at = end;
    }

    /// A range of memory is read or written at some addresses. If one of them is NULL and there are bytes to copy, the
    /// target holds anything, on a flagged path.
    pub fn begin_range(
        &mut self,
        target: &Address,
        source: Option<&Address>,
        size: Term,
    ) -> Option<LocationId> {
        let mut addresses = vec![*target];
        addresses.extend(source);
        addresses.retain(|address| self.may_be_null_access(address));
        let ends = self.lowerer.options.undefined() == Undefined::Ends;
        if ends && !matches!(self.lowerer.options.addresses, Addresses::Fixed(_)) {
            // A number that was converted may be the address of a device.
            addresses.retain(|address| address.is_genuine);
        }
        let is_wrong = mk::or(addresses.iter().map(|address| self.is_no_object(address)));
        let wrong = mk::and2(is_wrong, mk::ne(size, self.lowerer.word_constant(0)));
        if wrong.is_false() {
            return None;
        }
        if ends && addresses.iter().all(|address| address.is_genuine) {
            self.end_at(wrong, NULL_ACCESS);
            return None;
        }
        let (undefined, fine, end) = (self.location(), self.location(), self.location());
        self.split(wrong, undefined, fine);
        self.at = undefined;
        self.go_on_flagged(NULL_ACCESS);
        self.forget(target.pointer.class, target.base, Some(NULL_ACCESS));
        self.goto(end);
        self.at = fine;
        Some(end)
    }

    /// The address of a place. Of a member of what NULL points to, the machine gives the member's offset, which is not
    /// NULL; but pointers of most classes have only one with the base 0. Then it is that one or one with a base that no
    /// object has, flagged: whatever it is compared with, both answers are considered.
    pub fn address_of_place(&mut self, place: PlaceId) -> PointerValue {
        let address = self.place(place);
        let pointer = address.value();
        let is_exempt = !address.is_genuine
            || address.direct.is_some()
            || self.is_known_object(address.base)
            || !is_moved_from_pointer(self.lowerer.program, place);
        if is_exempt || self.was_accessed(address.base) {
            return pointer;
        }
        let undefined = self.is_no_object(&address);
        if undefined.is_true() || undefined.is_false() {
            // Of a constant, the analysis of pointers knows that it is a number.
            return PointerValue { is_genuine: undefined.is_false(), ..pointer };
        }
        if self.speculation > 0 {
            // The value matters only if it is chosen.
            let any = self.fresh("member", self.lowerer.word());
            self.havoc_flagged(vec![any], NULL_MEMBER);
            return PointerValue { base: mk::ite(undefined, any, address.base), ..pointer };
        }
        if matches!(self.lowerer.options.addresses, Addresses::Fixed(_)) {
            self.flag_where(undefined, NULL_MEMBER);
            return pointer;
        }
        if self.lowerer.options.undefined() == Undefined::Ends {
            self.end_at(undefined, NULL_MEMBER);
            return pointer;
        }
        let (wrong, fine, end) = (self.location(), self.location(), self.location());
        let base = self.fresh("member", self.lowerer.word());
        self.split(undefined, wrong, fine);
        self.at = wrong;
        let (zero, nothing) = (self.lowerer.word_constant(0), self.lowerer.word_constant(-1));
        match self.lowerer.options.properties.valid_deref {
            // It is not NULL, and any access through it is a violation.
            true => self.assign(base, nothing),
            false => {
                self.flag(NULL_MEMBER);
                self.havoc(vec![base]);
                self.assume(mk::or2(mk::eq(base, zero), mk::eq(base, nothing)));
            }
        }
        self.goto(end);
        self.at = fine;
        self.assign(base, address.base);
        self.goto(end);
        self.at = end;
        PointerValue { base, ..pointer }
    }

    /// Whether executions go on behind a call through a pointer to no function, where that is not checked: then they do, on
    /// a flagged path that begins here. `others` says that the pointer is none of those whose calls are known.
    pub fn calls_no_function(&mut self, is_known: bool, base: Term, others: &[Term]) -> bool {
        let is_wrong = match is_known {
            true => mk::and(others.iter().copied().skip(1)),
            false => mk::eq(base, self.lowerer.word_constant(0)),
        };
        if self.lowerer.options.properties.valid_deref || is_wrong.is_false() {
            return false;
        }
        if self.lowerer.options.undefined() == Undefined::Ends {
            // No path of the call is possible.
            if let Some(span) = self.span {
                self.lowerer.endings.insert((span, NO_FUNCTION));
            }
            return false;
        }
        self.assume(is_wrong);
        self.flag(NO_FUNCTION);
        true
    }

    /// Whether an access of a class with a single object needs a branch.
    fn needs_branch(&mut self, address: &Address) -> bool {
        (!address.is_genuine || self.lowerer.options.undefined() == Undefined::GoesOn)
            && self.may_be_null_access(address)
            && self.lowerer.regions.region(address.pointer.class).single.is_some()
    }

    /// The value that was read from the only object of a class, or any if the pointer is NULL.
    pub fn unless_null(&mut self, address: &Address, ty: Ty, leaf: Option<Leaf>, value: Value) -> Value {
        if !self.needs_branch(address) || matches!(value, Value::Memory(_) | Value::Void) {
            self.note_null_access(address);
            return value;
        }
        let undefined = self.is_no_object(address);
        let (wrong, fine, end) = (self.location(), self.location(), self.location());
        self.split(undefined, wrong, fine);
        let result = self.variables_like(&value);
        self.at = fine;
        self.assign_value(&result, &value);
        self.goto(end);
        self.at = wrong;
        self.flag(NULL_ACCESS);
        let any = match leaf {
            Some(leaf) => self.arbitrary(leaf, None),
            None => self.anything(ty),
        };
        self.assign_value(&result, &any);
        self.goto(end);
        self.at = end;
        result
    }

    /// A write through a pointer that may be NULL or a number writes to no object on that path: what is read there stays
    /// arbitrary. Gives where both paths meet.
    pub fn begin_write(&mut self, address: &Address) -> Option<LocationId> {
        let is_noted = address.is_genuine && self.was_accessed(address.base);
        let goes_on = !address.is_genuine || self.lowerer.options.undefined() == Undefined::GoesOn;
        if !self.needs_branch(address) && (is_noted || !goes_on || !self.may_be_null_access(address)) {
            self.note_null_access(address);
            return None;
        }
        let undefined = self.is_no_object(address);
        let (wrong, fine, end) = (self.location(), self.location(), self.location());
        self.split(undefined, wrong, fine);
        self.at = wrong;
        self.flag(NULL_ACCESS);
        self.goto(end);
        self.at = fine;
        Some(end)
    }

    /// The write is done.
    pub fn end_write(&mut self, end: Option<LocationId>) {
        if let Some(end) = end {
            self.goto(end);
            self.at = end;
        }
    }

    /// The result of a division, or any number if the divisor is zero.
    pub fn unless_zero(
        &mut self,
        divides: Term,
        kind: IntKind,
        divide: impl FnOnce(&mut Self) -> Term,
    ) -> Term {
        if self.lowerer.options.properties.no_division_by_zero {
            return divide(self);
        }
        self.unless_trap(divides, kind, ZERO_DIVISOR, divide)
    }

    /// Whether a quotient is in the range of its type, so that the processor does not trap. By constants gcc divides in
    /// other ways.
    pub fn quotient_fits(&self, op: BinaryOp, ty: &Type, a: Term, right: &Type, b: Term) -> Term {
        if self.lowerer.options.properties.no_overflow || b.free_variables().is_empty() {
            return mk::tt();
        }
        let checks = self.lowerer.encoder.overflow_checks(op, ty, a, right, b);
        mk::not(mk::or(checks.into_iter().map(|(_, violated)| violated)))
    }

    /// The result of a division, or any number where the processor traps.
    pub fn unless_trap(
        &mut self,
        divides: Term,
        kind: IntKind,
        why: &'static str,
        divide: impl FnOnce(&mut Self) -> Term,
    ) -> Term {
        if divides.is_true() || self.speculation > 0 {
            return divide(self);
        }
        if self.lowerer.options.undefined() == Undefined::Ends {
            self.end_at(mk::not(divides), why);
            return divide(self);
        }
        let (fine, wrong, end) = (self.location(), self.location(), self.location());
        self.split(divides, fine, wrong);
        self.at = fine;
        let value = divide(self);
        let result = self.fresh("quotient", value.sort());
        self.assign(result, value);
        self.goto(end);
        self.at = wrong;
        self.flag(why);
        self.havoc(vec![result]);
        self.in_range(Scalar::Int(kind), None, result);
        self.goto(end);
        self.at = end;
        self.lowerer.encoder.declare(result, kind);
        result
    }

    /// The result of an operation, or any number of its type where C leaves it open: gcc computes a constant in another way
    /// than the processor does. Only a result that is used matters.
    pub fn unless_open(
        &mut self,
        open: Term,
        kind: IntKind,
        why: &str,
        operate: impl FnOnce(&mut Self) -> Term,
    ) -> Term {
        if open.is_false() {
            return operate(self);
        }
        let (wrong, fine, end) = (self.location(), self.location(), self.location());
        self.split(open, wrong, fine);
        self.at = fine;
        let value = operate(self);
        let result = self.fresh("open", value.sort());
        self.assign(result, value);
        self.goto(end);
        self.at = wrong;
        match self.lowerer.options.undefined() {
            Undefined::GoesOn => {
                self.havoc_flagged(vec![result], why);
                self.in_range(Scalar::Int(kind), None, result);
            }
            // An execution does what the machine does.
            Undefined::Ends => self.assign_flagged(result, value, why),
        }
        self.goto(end);
        self.at = end;
        self.lowerer.encoder.declare(result, kind);
        result
    }
}
