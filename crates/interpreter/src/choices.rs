//! Who decides what the program leaves open: inputs, other arbitrary values, branches.

use std::collections::VecDeque;

use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::Zero;
use term::{RoundingMode, Sort, Term, build as mk, model::default_value};

use super::trail::Decision;
use program::Provenance;

/// Decides what an execution leaves open.
pub trait Choices {
    /// The next input, for a variable of this sort. The provenance names the function that returns it.
    fn input(&mut self, provenance: &Provenance, sort: Sort) -> Term;

    /// A value that is arbitrary, but no input: of a `havoc` with its provenance, or of a variable that was never
    /// written. `None` is the default of the sort, zero.
    fn arbitrary(&mut self, provenance: Option<&Provenance>, sort: Sort) -> Option<Term>;

    /// What a global variable holds at first, if somebody knows it.
    fn initial(&mut self, _: Term) -> Option<Term> {
        None
    }

    /// An element of an array of which nothing is known, when it is read for the first time.
    fn element(&mut self, sort: Sort) -> Term {
        self.arbitrary(None, sort).unwrap_or_else(|| default_value(sort))
    }

    /// One of several edges that are enabled, by its position among them.
    fn branch(&mut self, enabled: usize) -> usize;

    /// Whether the next decisions are these; then they count as made.
    fn makes(&mut self, decisions: &[Decision]) -> bool {
        decisions.is_empty()
    }
}

/// Given inputs first, then zeros; everything else is zero, and the first branch is taken.
#[derive(Clone, Debug, Default)]
pub struct Given {
    inputs: VecDeque<Term>,
}

impl Given {
    /// These inputs: integers, or constants of the sort that is asked for.
    pub fn new(inputs: impl IntoIterator<Item = Term>) -> Given {
        Given { inputs: inputs.into_iter().collect() }
    }
}

impl Choices for Given {
    fn input(&mut self, _: &Provenance, sort: Sort) -> Term {
        self.inputs.pop_front().map_or_else(|| default_value(sort), |input| converted(input, sort))
    }

    fn arbitrary(&mut self, _: Option<&Provenance>, _: Sort) -> Option<Term> {
        None
    }

    fn branch(&mut self, _: usize) -> usize {
        0
    }
}

/// Everything at random, the same for the same seed.
#[derive(Clone, Debug)]
pub struct Random {
    state: u64,
}

impl Random {
    /// Choices that this seed determines.
    pub fn new(seed: u64) -> Random {
        Random { state: seed }
    }

    /// SplitMix64.
    fn next(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.state ^ (self.state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// A word of which small ones, positive and negative, are as likely as large ones.
    fn number(&mut self) -> i64 {
        let shift = [0, 32, 48, 56, 60, 63][(self.next() % 6) as usize];
        self.next() as i64 >> shift
    }

    fn value(&mut self, sort: Sort) -> Term {
        match sort {
            Sort::Bool => mk::bool(self.next().is_multiple_of(2)),
            Sort::Int => mk::int(self.number()),
            Sort::Real => self.fraction(),
            Sort::BitVec(width) => mk::bv_signed(self.wide_number(width), width),
            Sort::Float(format) if self.next().is_multiple_of(2) => {
                mk::fp_from_real(format, mk::rm(RoundingMode::NearestEven), self.fraction())
            }
            Sort::Float(format) => mk::float(self.wide_number(format.width()).magnitude().clone(), format),
            sort => default_value(sort),
        }
    }

    fn fraction(&mut self) -> Term {
        mk::fraction(self.number(), 1 + (self.next() % 16) as i64)
    }

    fn wide_number(&mut self, width: u32) -> BigInt {
        let mut number = BigInt::from(self.number());
        for _ in 1..width.div_ceil(64) {
            number = (number << 64u32) + BigInt::from(self.next());
        }
        number
    }
}

impl Choices for Random {
    fn input(&mut self, _: &Provenance, sort: Sort) -> Term {
        self.value(sort)
    }

    fn arbitrary(&mut self, _: Option<&Provenance>, sort: Sort) -> Option<Term> {
        Some(self.value(sort))
    }

    fn branch(&mut self, enabled: usize) -> usize {
        (self.next() % enabled as u64) as usize
    }
}

/// A constant as a constant of another sort: a number modulo 2^n, rounded to nearest, not zero.
pub fn converted(input: Term, sort: Sort) -> Term {
    if input.sort() == sort {
        return input;
    }
    if let (Some(float), Sort::Float(format)) = (mk::as_float(input), sort) {
        return mk::soft(&float.convert(format, RoundingMode::NearestEven));
    }
    let float = mk::as_float(input).map(|float| float.to_rational().unwrap_or_else(BigRational::zero));
    let rational = match term::polynomial::as_number(input) {
        _ if float.is_some() => float.unwrap_or_else(BigRational::zero),
        Some(number) => number.to_rational(),
        None => match (mk::as_signed_bv(input), input.is_true()) {
            (Some(value), _) => BigRational::from_integer(value),
            (None, is_true) => BigRational::from_integer(u8::from(is_true).into()),
        },
    };
    match sort {
        Sort::Bool => mk::bool(rational.numer() != &BigInt::ZERO),
        Sort::Int => mk::int(rational.floor().to_integer()),
        Sort::Real => mk::real(rational),
        Sort::BitVec(width) => mk::bv_signed(rational.floor().to_integer(), width),
        Sort::Float(format) => {
            mk::fp_from_real(format, mk::rm(RoundingMode::NearestEven), mk::real(rational))
        }
        sort => default_value(sort),
    }
}
