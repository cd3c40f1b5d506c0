//! Terms without the cases that intervals exclude.

use rustc_hash::FxHashMap;
use term::{Op, Sort, Term, build as mk};

use super::Refuter;

impl Refuter {
    /// A term with the same value where what is known holds. `done` has what is simplified under this knowledge.
    pub(super) fn simplified(&mut self, term: Term, done: &mut FxHashMap<Term, Term>) -> Term {
        if term.is_var() || term.is_value() || matches!(term.op(), Op::Forall(_) | Op::Exists(_)) {
            return term;
        }
        if let Some(known) = done.get(&term) {
            return *known;
        }
        if !self.may_descend() {
            return term;
        }
        let result = match self.range(term).value() {
            Some(value) if term.sort() == Sort::Bool => {
                if value == 1 {
                    mk::tt()
                } else {
                    mk::ff()
                }
            }
            Some(value) if term.sort() == Sort::Int => mk::int(value),
            _ => {
                self.depth += 1;
                let result = self.simplified_parts(term, done);
                self.depth -= 1;
                result
            }
        };
        done.insert(term, result);
        result
    }

    fn simplified_parts(&mut self, term: Term, done: &mut FxHashMap<Term, Term>) -> Term {
        let parts = term.arguments();
        match (term.op(), parts) {
            (Op::Ite, &[condition, a, b]) => match self.range(condition).value() {
                Some(1) => self.simplified(a, done),
                Some(_) => self.simplified(b, done),
                None => {
                    let mut case = |is_true: bool, part: Term| {
                        let mark = self.trail.len();
                        let is_possible = self.assume(condition, is_true).is_ok();
                        let result = is_possible.then(|| self.simplified(part, &mut FxHashMap::default()));
                        self.undo(mark);
                        result
                    };
                    match (case(true, a), case(false, b)) {
                        (Some(a), Some(b)) => mk::ite(self.simplified(condition, done), a, b),
                        (Some(only), None) | (None, Some(only)) => only,
                        (None, None) => term,
                    }
                }
            },
            (Op::Mod, &[a, b]) => {
                let (range, divisor) = (self.range(a), self.range(b).value());
                let turns = |bound: Option<i128>| Some(bound?.div_euclid(divisor.filter(|d| *d > 0)?));
                let inner = self.simplified(a, done);
                match (turns(range.low()), turns(range.high()), divisor) {
                    (Some(low), Some(high), Some(divisor)) if low == high => {
                        mk::sub(inner, mk::int(low * divisor))
                    }
                    _ => mk::rebuild(term.op(), &[inner, self.simplified(b, done)], term.sort()),
                }
            }
            _ => {
                let parts: Vec<Term> = parts.iter().map(|part| self.simplified(*part, done)).collect();
                mk::rebuild(term.op(), &parts, term.sort())
            }
        }
    }
}
