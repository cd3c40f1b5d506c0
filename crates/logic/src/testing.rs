//! Random formulas and equivalence by solver, for the property tests.
//!
//! A formula is decoded from a tape of bytes, so that shrinking the tape
//! shrinks the formula; an exhausted tape reads as zeros, which decode to the
//! simplest choices.

use proptest::prelude::*;
use smt::{CheckResult, Limits, Solver, SolverOptions, Z3Solver};
use term::build as mk;
use term::{Sort, Term};

/// What a random formula may talk about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Theory {
    Int,
    Division,
    Real,
    Bool,
    BitVec,
    Array,
    Mixed,
}

/// A tape of choices.
#[derive(Clone, Debug)]
pub(crate) struct Tape {
    bytes: Vec<u8>,
    position: usize,
}

/// Tapes of at most the given length.
pub(crate) fn tapes(length: usize) -> impl Strategy<Value = Tape> {
    prop::collection::vec(any::<u8>(), 0..length).prop_map(|bytes| Tape { bytes, position: 0 })
}

/// The array sort of the tests.
fn array_sort() -> Sort {
    Sort::array(Sort::Int, Sort::Int)
}

/// The variables of a sort: three of each.
pub(crate) fn variables(sort: Sort) -> [Term; 3] {
    let stem = match sort {
        Sort::Bool => "p",
        Sort::Int => "x",
        Sort::Real => "r",
        Sort::BitVec(_) => "v",
        _ => "a",
    };
    [0, 1, 2].map(|i| mk::var(format!("{stem}{i}").as_str(), sort))
}

/// The sorts of a theory's variables.
pub(crate) fn sorts(theory: Theory) -> Vec<Sort> {
    match theory {
        Theory::Int | Theory::Division => vec![Sort::Int],
        Theory::Real => vec![Sort::Real],
        Theory::Bool => vec![Sort::Bool],
        Theory::BitVec => vec![Sort::BitVec(3)],
        Theory::Array => vec![array_sort(), Sort::Int],
        Theory::Mixed => vec![Sort::Int, Sort::Bool, array_sort(), Sort::Real, Sort::BitVec(3)],
    }
}

impl Tape {
    pub fn choose(&mut self, count: usize) -> usize {
        let byte = self.bytes.get(self.position).copied().unwrap_or(0);
        self.position += 1;
        byte as usize % count
    }

    /// A formula of the given depth.
    pub fn formula(&mut self, theory: Theory, depth: usize) -> Term {
        if depth == 0 {
            return self.literal(theory);
        }
        match self.choose(10) {
            0..=2 => self.literal(theory),
            3..=5 => {
                mk::and((0..2 + self.choose(2)).map(|_| self.formula(theory, depth - 1)).collect::<Vec<_>>())
            }
            6 | 7 => mk::or((0..2).map(|_| self.formula(theory, depth - 1)).collect::<Vec<_>>()),
            8 => mk::eq(self.formula(theory, depth - 1), self.formula(theory, depth - 1)),
            _ => mk::not(self.formula(theory, depth - 1)),
        }
    }

    /// A conjunction of literals.
    pub fn conjunction(&mut self, theory: Theory, length: usize) -> Vec<Term> {
        let conjunction = mk::and((0..length).map(|_| self.literal(theory)).collect::<Vec<_>>());
        mk::conjuncts(conjunction)
    }

    fn literal(&mut self, theory: Theory) -> Term {
        let sorts = sorts(theory);
        let sort = sorts[self.choose(sorts.len())];
        let divides = theory == Theory::Division;
        let (a, b) = (self.term(sort, 2, divides), self.term(sort, 2, divides));
        match (sort, self.choose(4)) {
            (Sort::Int | Sort::Real, 0) => mk::lt(a, b),
            (Sort::Int | Sort::Real, 1) => mk::le(a, b),
            (Sort::BitVec(_), 0) => mk::bvult(a, b),
            (Sort::BitVec(_), 1) => mk::bvsle(a, b),
            (Sort::Bool, 0 | 1) => a,
            (_, 2) => mk::ne(a, b),
            _ => mk::eq(a, b),
        }
    }

    fn term(&mut self, sort: Sort, depth: usize, divides: bool) -> Term {
        let variable = variables(sort)[self.choose(3)];
        if depth == 0 {
            return variable;
        }
        match sort {
            Sort::Int => self.int_term(variable, depth, divides),
            Sort::Real => self.real_term(variable, depth),
            Sort::BitVec(width) => self.bitvec_term(variable, width, depth),
            Sort::Bool => match self.choose(4) {
                0 => mk::not(variable),
                _ => variable,
            },
            _ => self.array_term(variable, depth),
        }
    }

    fn int_term(&mut self, variable: Term, depth: usize, divides: bool) -> Term {
        let constant = mk::int(self.choose(9) as i64 - 4);
        let other = |tape: &mut Tape| tape.term(Sort::Int, depth - 1, divides);
        match self.choose(9) {
            0 | 1 => variable,
            2 => constant,
            3 => mk::add2(variable, constant),
            4 => mk::mul(constant, other(self)),
            5 => mk::sub(variable, other(self)),
            6 if divides => mk::modulo(other(self), mk::int(2 + self.choose(3))),
            7 if divides => mk::div(other(self), mk::int(2 + self.choose(3))),
            6 => mk::ite(mk::le(variable, constant), other(self), constant),
            7 => {
                let array = self.term(array_sort(), depth - 1, divides);
                mk::select(array, variable)
            }
            _ => mk::add2(other(self), variable),
        }
    }

    fn real_term(&mut self, variable: Term, depth: usize) -> Term {
        let constant = mk::fraction(self.choose(9) as i64 - 4, 1 + self.choose(2) as i64);
        match self.choose(4) {
            0 => variable,
            1 => constant,
            2 => mk::mul(constant, self.term(Sort::Real, depth - 1, false)),
            _ => mk::add2(variable, self.term(Sort::Real, depth - 1, false)),
        }
    }

    fn bitvec_term(&mut self, variable: Term, width: u32, depth: usize) -> Term {
        let sort = Sort::BitVec(width);
        let constant = mk::bv(self.choose(1 << width) as u32, width);
        let other = |tape: &mut Tape| tape.term(sort, depth - 1, false);
        match self.choose(11) {
            0 => variable,
            1 => constant,
            2 => mk::bvadd(variable, other(self)),
            3 => mk::bvsub(other(self), variable),
            4 => mk::bvmul(constant, other(self)),
            5 => mk::bvxor(variable, other(self)),
            6 => mk::bvnot(other(self)),
            7 => mk::bvand(variable, other(self)),
            8 => mk::concat(mk::extract(0, 0, other(self)), mk::extract(width - 1, 1, variable)),
            9 => mk::rotate_left(1, other(self)),
            _ => mk::extract(width - 1, 0, mk::sign_extend(2, other(self))),
        }
    }

    fn array_term(&mut self, variable: Term, depth: usize) -> Term {
        match self.choose(3) {
            0 => variable,
            _ => {
                let inner = self.term(variable.sort(), depth - 1, false);
                let (index, value) = (self.term(Sort::Int, 0, false), self.term(Sort::Int, 1, false));
                mk::store(inner, index, value)
            }
        }
    }
}

/// A solver for tests.
pub(crate) fn z3() -> Z3Solver {
    Z3Solver::new(&SolverOptions::default()).expect("Z3 is linked in")
}

/// Fails if the solver finds a model in which the formulas differ; `unknown` passes.
pub(crate) fn assert_equivalent(a: Term, b: Term, solver: &mut dyn Solver) -> Result<(), TestCaseError> {
    for (left, right) in [(a, b), (b, a)] {
        let difference = mk::and([left, mk::not(right)]);
        solver.push();
        solver.assert(difference);
        let result = solver.check(&[], Limits::millis(300));
        solver.pop(1);
        if result != CheckResult::Sat {
            continue;
        }
        // A fresh solver has to agree before we blame ourselves.
        let mut judge = z3();
        judge.assert(difference);
        let confirmed = judge.check(&[], Limits::millis(2000)) == CheckResult::Sat;
        prop_assert!(!confirmed, "{left}\ndoes not imply\n{right}");
    }
    Ok(())
}
