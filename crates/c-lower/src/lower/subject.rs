//! What an invalid access is about, for people: the object, the offset in it, and its size.
//!
//! Executions are told with the object and the offset of a pointer that violates a property. So a program that is executed
//! assigns them to variables of their own on the way to the violation. Programs that are analysed do not.

use program::{Statement, Target, Violation};
use term::{Sort, Term, build as mk};

use super::body::Body;
use super::value::Address;
use crate::options::Addresses;

/// The variable with the base of the address that violates a property.
pub const SUBJECT_BASE: &str = "violated.base";
/// The variable with its offset.
pub const SUBJECT_OFFSET: &str = "violated.at";
/// The variable with the size of the object.
pub const SUBJECT_SIZE: &str = "violated.size";

impl Body<'_, '_> {
    /// Checks what an address is used for.
    pub fn check_about(&mut self, address: &Address, violated: Term, property: &str, message: &str) {
        let is_executed = matches!(self.lowerer.options.addresses, Addresses::Fixed(_));
        if !is_executed || violated == mk::ff() {
            return self.check(violated, property, message);
        }
        let subject = self.subject(address);
        let violation = Violation { property: property.into(), message: message.into(), span: self.span };
        let error = self.procedure.add_target(Target::Violation(violation));
        let (provenance, before) = (self.provenance(), self.location());
        self.procedure.add_edge(self.at, before, Statement::Assume(violated), provenance.clone());
        self.procedure.add_edge(before, error, Statement::Assign(subject), provenance);
        self.assume(mk::not(violated));
    }

    fn subject(&mut self, address: &Address) -> Vec<(Term, Term)> {
        let word = self.lowerer.word();
        let mut named = |name: &str, value: Term| (self.lowerer.named_global(name, word), value);
        let mut subject = vec![named(SUBJECT_BASE, address.base), named(SUBJECT_OFFSET, address.offset)];
        if let Some(size) = self.size_of_object(address) {
            subject.push((self.lowerer.named_global(SUBJECT_SIZE, word), size));
        }
        subject.retain(|(variable, value)| variable.sort() == value.sort());
        subject
    }

    /// The size of the object of an address, if it has one.
    fn size_of_object(&mut self, address: &Address) -> Option<Term> {
        let class = address.pointer.class;
        let points_to = &self.lowerer.regions.points_to.classes;
        if points_to.get(class).sites.is_empty() {
            return None;
        }
        match self.lowerer.regions.region(class).single {
            Some(object) => {
                let is_tracked = self.lowerer.is_tracked(object);
                let kept = is_tracked.then(|| self.lowerer.lifetime(class).length).flatten();
                Some(kept.unwrap_or_else(|| self.object_length(object)))
            }
            None => {
                let lengths = self.lowerer.lifetime(class).length?;
                matches!(lengths.sort(), Sort::Array(_)).then(|| self.length_at(class, address.base))
            }
        }
    }
}
