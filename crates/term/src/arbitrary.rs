//! Random terms for property tests.
//!
//! What is generated is *text*: an SMT-LIB term as nobody has simplified it.
//! Reading it gives the simplified term, and handing the text to a solver or to
//! a naive evaluator gives the reference to compare with. A text is determined
//! by a sequence of choices, so that proptest shrinks terms by shrinking the
//! sequence; where the sequence ends, the smallest leaf is chosen.

mod grammar;

use proptest::prelude::*;

use crate::arena::Term;
use crate::parse::{Context, parse_script, parse_term};
use crate::sort::{FloatSort, Sort};

/// Which theories random terms use.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Theories {
    /// Integers.
    pub ints: bool,
    /// Products, quotients and remainders of integers or reals that are not constants.
    pub nonlinear: bool,
    /// Reals.
    pub reals: bool,
    /// Bit-vectors of up to eight bits.
    pub bit_vectors: bool,
    /// Conversions between bit-vectors and integers.
    pub bit_vectors_as_ints: bool,
    /// Tiny floats.
    pub floats: bool,
    /// Arrays over the other sorts.
    pub arrays: bool,
    /// Uninterpreted sorts and functions.
    pub functions: bool,
    /// Quantifiers.
    pub quantifiers: bool,
}

impl Theories {
    /// Everything but nonlinear arithmetic.
    pub fn all() -> Theories {
        Theories {
            ints: true,
            nonlinear: false,
            reals: true,
            bit_vectors: true,
            bit_vectors_as_ints: true,
            floats: true,
            arrays: true,
            functions: true,
            quantifiers: true,
        }
    }

    /// Integers and arrays of them, without quantifiers.
    pub fn ints() -> Theories {
        Theories { ints: true, arrays: true, ..Theories::default() }
    }

    /// Bit-vectors and arrays of them, without quantifiers.
    pub fn bit_vectors() -> Theories {
        Theories { bit_vectors: true, arrays: true, ..Theories::default() }
    }
}

/// The float format of random terms: small enough for solvers, with all special cases.
pub const FLOAT: FloatSort = FloatSort { exponent: 3, significand: 4 };

/// A second format, for conversions.
pub const OTHER_FLOAT: FloatSort = FloatSort { exponent: 2, significand: 3 };

/// The declarations of all variables and functions that random terms use.
pub const DECLARATIONS: &str = "\
(declare-sort U 0)
(declare-fun p () Bool)
(declare-fun q () Bool)
(declare-fun x () Int)
(declare-fun y () Int)
(declare-fun z () Int)
(declare-fun r () Real)
(declare-fun s () Real)
(declare-fun b1 () (_ BitVec 1))
(declare-fun c1 () (_ BitVec 1))
(declare-fun b3 () (_ BitVec 3))
(declare-fun c3 () (_ BitVec 3))
(declare-fun b4 () (_ BitVec 4))
(declare-fun c4 () (_ BitVec 4))
(declare-fun b8 () (_ BitVec 8))
(declare-fun c8 () (_ BitVec 8))
(declare-fun f () (_ FloatingPoint 3 4))
(declare-fun g () (_ FloatingPoint 3 4))
(declare-fun k () (_ FloatingPoint 2 3))
(declare-fun rm () RoundingMode)
(declare-fun ai () (Array Int Int))
(declare-fun bi () (Array Int Int))
(declare-fun ab () (Array (_ BitVec 4) (_ BitVec 3)))
(declare-fun bb () (Array (_ BitVec 4) (_ BitVec 3)))
(declare-fun ap () (Array Bool Bool))
(declare-fun bp () (Array Bool Bool))
(declare-fun u () U)
(declare-fun v () U)
(declare-fun fi (Int) Int)
(declare-fun fu (U) U)
(declare-fun fp2 (U Int) Bool)
";

/// The symbols of [`DECLARATIONS`].
pub fn context() -> Context {
    parse_script(DECLARATIONS).expect("the declarations are legal").context
}

/// The sorts of random terms.
pub fn sorts(theories: Theories) -> Vec<Sort> {
    let mut sorts = vec![Sort::Bool];
    let mut add = |is_used: bool, more: &[Sort]| {
        if is_used {
            sorts.extend_from_slice(more);
        }
    };
    add(theories.ints, &[Sort::Int]);
    add(theories.reals, &[Sort::Real]);
    add(theories.bit_vectors, &[1, 3, 4, 8].map(Sort::BitVec));
    add(theories.floats, &[Sort::Float(FLOAT), Sort::Float(OTHER_FLOAT), Sort::RoundingMode]);
    add(theories.arrays, &[Sort::array(Sort::Bool, Sort::Bool)]);
    add(theories.arrays && theories.ints, &[Sort::array(Sort::Int, Sort::Int)]);
    add(theories.arrays && theories.bit_vectors, &[Sort::array(Sort::BitVec(4), Sort::BitVec(3))]);
    add(theories.functions, &[Sort::Uninterpreted("U".into())]);
    sorts
}

/// A sequence of choices.
struct Choices<'a> {
    rest: &'a [u8],
}

impl Choices<'_> {
    /// A number below `count`; zero where the sequence has ended.
    fn pick(&mut self, count: usize) -> usize {
        let Some((&first, rest)) = self.rest.split_first() else { return 0 };
        self.rest = rest;
        first as usize % count
    }

    fn is_empty(&self) -> bool {
        self.rest.is_empty()
    }
}

/// An SMT-LIB term of the given sort, as text.
pub fn text(sort: Sort, theories: Theories) -> impl Strategy<Value = String> {
    prop::collection::vec(any::<u8>(), 0..60).prop_map(move |choices| {
        let mut choices = Choices { rest: &choices };
        grammar::term(&mut choices, sort, theories, 4)
    })
}

/// An SMT-LIB term of any sort, as text.
pub fn any_text(theories: Theories) -> impl Strategy<Value = String> {
    prop::collection::vec(any::<u8>(), 0..60).prop_map(move |choices| {
        let sorts = sorts(theories);
        let mut choices = Choices { rest: &choices };
        let sort = sorts[choices.pick(sorts.len())];
        grammar::term(&mut choices, sort, theories, 4)
    })
}

/// The value of the given sort that a sequence of choices stands for, as text.
pub fn value_from(choices: &[u8], sort: Sort) -> String {
    grammar::value(&mut Choices { rest: choices }, sort)
}

/// Reads a generated text. Call it in the test, not in the strategy: terms stay on their thread.
pub fn read(text: &str) -> Term {
    match parse_term(text, &context()) {
        Ok(term) => term,
        Err(error) => unreachable!("generated terms are legal: {error} in {text}"),
    }
}
