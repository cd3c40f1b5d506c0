//! Integers that come from bit-vectors, as wider bit-vectors.
//!
//! A solver that interpolates bit-vectors through integers answers in terms of `bv2nat`, sums, products, `div` and
//! `mod`. Such integers are bounded, so that two's complement of enough bits computes them exactly, and what is behind
//! the solver sees bit-vectors only, as in the program.

use num_bigint::BigInt;
use num_traits::{One, Signed, Zero};
use rustc_hash::FxHashMap;
use term::{Op, Sort, Term, build as mk};

/// Wider words are not worth it.
const MAX_WIDTH: u32 = 320;

/// An integer as a signed bit-vector, and its bounds.
#[derive(Clone)]
struct Word {
    bits: Term,
    low: BigInt,
    high: BigInt,
}

#[derive(Clone)]
enum Part {
    Plain(Term),
    Integer(Word),
}

/// An equivalent formula without integers; `None` if there are integers without bounds, or quantifiers.
pub(super) fn without_integers(formula: Term) -> Option<Term> {
    if formula.has_quantifier() {
        return None;
    }
    let mut parts: FxHashMap<Term, Option<Part>> = FxHashMap::default();
    formula.visit_once(|term| {
        let arguments: Option<Vec<Part>> =
            term.arguments().iter().map(|argument| parts.get(argument).cloned().flatten()).collect();
        let part = arguments.and_then(|arguments| translate(term, &arguments));
        parts.insert(term, part);
    });
    match parts.remove(&formula).flatten() {
        Some(Part::Plain(formula)) => Some(formula),
        _ => None,
    }
}

fn translate(term: Term, arguments: &[Part]) -> Option<Part> {
    let plain: Option<Vec<Term>> = arguments.iter().map(Part::plain).collect();
    let words: Option<Vec<Word>> = arguments.iter().map(Part::integer).collect();
    if let (Some(plain), false) = (&plain, matches!(term.op(), Op::IntConst(_) | Op::UbvToInt | Op::SbvToInt))
    {
        // Neither integers inside nor outside.
        let is_plain = !mentions_integers(term.sort()) || term.sort() == Sort::Bool;
        return is_plain.then(|| Part::Plain(mk::rebuild(term.op(), plain, term.sort())));
    }
    match (term.op(), plain.as_deref(), words.as_deref()) {
        (Op::IntConst(value), ..) => Word::constant(value.to_bigint()),
        (Op::UbvToInt, Some(&[bits]), _) => {
            let high = (BigInt::one() << mk::width(bits)) - 1;
            Word::bounded(mk::resize(mk::width(bits) + 1, bits, false), BigInt::zero(), high)
        }
        (Op::SbvToInt, Some(&[bits]), _) => {
            let half = BigInt::one() << (mk::width(bits) - 1);
            Word::bounded(bits, -half.clone(), half - 1)
        }
        (Op::Add, _, Some(words)) => add(words),
        (Op::Mul, _, Some([first, rest @ ..])) => {
            rest.iter().try_fold(first.clone(), |product, word| multiply(&product, word)).map(Part::Integer)
        }
        (Op::IntDiv, _, Some([a, b])) => divide(a, b, true),
        (Op::Mod, _, Some([a, b])) => divide(a, b, false),
        (Op::IntToBv(width), _, Some([word])) => Some(Part::Plain(mk::resize(width, word.bits, true))),
        (Op::Eq, _, Some([a, b])) => Some(Part::Plain(compare(a, b, mk::eq))),
        (Op::Le, _, Some([a, b])) => Some(Part::Plain(compare(a, b, mk::bvsle))),
        (Op::Lt, _, Some([a, b])) => Some(Part::Plain(compare(a, b, mk::bvslt))),
        (Op::Ite, ..) => match arguments {
            [Part::Plain(condition), Part::Integer(a), Part::Integer(b)] => {
                let (low, high) = (a.low.clone().min(b.low.clone()), a.high.clone().max(b.high.clone()));
                let width = width_for(&low, &high);
                Word::bounded(mk::ite(*condition, a.resized(width), b.resized(width)), low, high)
            }
            _ => None,
        },
        _ => None,
    }
}

fn mentions_integers(sort: Sort) -> bool {
    match sort {
        Sort::Int | Sort::Real => true,
        Sort::Array(array) => mentions_integers(array.index()) || mentions_integers(array.element()),
        _ => false,
    }
}

impl Part {
    fn plain(&self) -> Option<Term> {
        match self {
            Part::Plain(term) => Some(*term),
            Part::Integer(_) => None,
        }
    }

    fn integer(&self) -> Option<Word> {
        match self {
            Part::Plain(_) => None,
            Part::Integer(word) => Some(word.clone()),
        }
    }
}

impl Word {
    /// A word with these bounds, if it is not too wide.
    fn bounded(bits: Term, low: BigInt, high: BigInt) -> Option<Part> {
        (mk::width(bits) <= MAX_WIDTH).then_some(Part::Integer(Word { bits, low, high }))
    }

    fn constant(value: BigInt) -> Option<Part> {
        let width = width_for(&value, &value);
        Word::bounded(mk::bv_signed(value.clone(), width), value.clone(), value)
    }

    /// The same number with another width, in which it must fit.
    fn resized(&self, width: u32) -> Term {
        mk::resize(width, self.bits, true)
    }
}

/// The least width of two's complement that has all numbers between the bounds.
fn width_for(low: &BigInt, high: &BigInt) -> u32 {
    // A negative number needs as many bits as its complement.
    let bits = |value: &BigInt| if value.is_negative() { (-value - 1_u32).bits() } else { value.bits() };
    u32::try_from(bits(low).max(bits(high)) + 1).unwrap_or(u32::MAX)
}

fn compare(a: &Word, b: &Word, relation: impl Fn(Term, Term) -> Term) -> Term {
    let width = mk::width(a.bits).max(mk::width(b.bits));
    relation(a.resized(width), b.resized(width))
}

/// Words are added modulo a power of two, in which the sum fits.
fn add(words: &[Word]) -> Option<Part> {
    let low: BigInt = words.iter().map(|word| &word.low).sum();
    let high: BigInt = words.iter().map(|word| &word.high).sum();
    let width = width_for(&low, &high);
    let sum = words.iter().map(|word| word.resized(width)).reduce(mk::bvadd)?;
    Word::bounded(sum, low, high)
}

fn multiply(a: &Word, b: &Word) -> Option<Word> {
    let corners = [&a.low * &b.low, &a.low * &b.high, &a.high * &b.low, &a.high * &b.high];
    let (low, high) = (corners.iter().min()?.clone(), corners.iter().max()?.clone());
    let width = width_for(&low, &high);
    Word::bounded(mk::bvmul(a.resized(width), b.resized(width)), low, high)?.integer()
}

/// `div` or `mod` by a constant, by SMT-LIB's definition: the remainder is never negative.
///
/// A dividend that may be negative is moved up by a multiple of the divisor, and the quotient down by as much.
fn divide(a: &Word, b: &Word, is_quotient: bool) -> Option<Part> {
    if b.low != b.high || b.low.is_zero() {
        return None;
    }
    let divisor = b.low.abs();
    let shift = if a.low.is_negative() { (-&a.low + &divisor - 1_u32) / &divisor } else { BigInt::zero() };
    let (low, high) = (&a.low + &shift * &divisor, &a.high + &shift * &divisor);
    let width = width_for(&low, &high).max(width_for(&divisor, &divisor));
    let constant = |value: &BigInt| mk::bv_signed(value.clone(), width);
    let moved = mk::bvadd(mk::resize(width, a.bits, true), constant(&(&shift * &divisor)));
    if !is_quotient {
        return Word::bounded(mk::bvurem(moved, constant(&divisor)), BigInt::zero(), divisor - 1);
    }
    let quotient =
        Word::bounded(mk::bvudiv(moved, constant(&divisor)), &low / &divisor, &high / &divisor)?.integer()?;
    let back = Word::constant(-shift)?.integer()?;
    let Part::Integer(result) = add(&[quotient, back])? else { return None };
    if b.low.is_positive() {
        return Some(Part::Integer(result));
    }
    let minus = Word::constant(BigInt::from(-1))?.integer()?;
    multiply(&result, &minus).map(Part::Integer)
}

#[cfg(test)]
mod tests {
    use term::parse::{Context, parse_term};
    use term::{Model, Sort, build as mk};

    use super::without_integers;

    /// Compares a formula over two words of three bits with its translation, for all values.
    fn compare(text: &str) {
        let [x, y] = ["x", "y"].map(|name| mk::var(name, Sort::BitVec(3)));
        let formula = parse_term(text, &Context::of(&[mk::eq(x, y), mk::bvult(x, y)])).expect("a formula");
        let translated = without_integers(formula).unwrap_or_else(|| panic!("{text} is bounded"));
        translated.visit_once(|term| assert_ne!(term.sort(), Sort::Int, "{translated}"));
        for (a, b) in (0..8_u32).flat_map(|a| (0..8_u32).map(move |b| (a, b))) {
            let mut model = Model::default();
            model.insert(x, mk::bv(a, 3));
            model.insert(y, mk::bv(b, 3));
            let values = (model.eval_bool(formula), model.eval_bool(translated));
            assert!(
                values.0.is_some() && values.0 == values.1,
                "{text} at {a}, {b}: {values:?}, {translated}"
            );
        }
    }

    #[test]
    fn integers_and_words_agree() {
        for text in [
            "(<= (bv2nat x) 5)",
            "(< (+ (bv2nat x) (* (- 3) (bv2nat y))) (- 4))",
            "(= (bv2nat x) (+ (* 8 (div (+ (bv2nat x) 6) 8)) (- 6)))",
            "(<= (div (- (bv2nat x) (bv2nat y)) 3) (- (bv2nat y) 2))",
            "(<= (div (- (bv2nat x) (bv2nat y)) (- 3)) (- (bv2nat y) 2))",
            "(= (mod (- (bv2nat x) (* 5 (bv2nat y))) 3) 1)",
            "(= (mod (- (sbv_to_int x) (bv2nat y)) (- 3)) 1)",
            "(= ((_ nat2bv 3) (- (bv2nat x) 9)) y)",
            "(bvult ((_ nat2bv 5) (- (bv2nat x) (bv2nat y))) (concat #b00 x))",
            "(<= (* (bv2nat x) (sbv_to_int y)) (ite (bvult x y) (- 7) (bv2nat x)))",
            "(or (= x y) (not (< (bv2nat x) (sbv_to_int y))))",
        ] {
            compare(text);
        }
    }

    #[test]
    fn integers_without_bounds_stay() {
        let (i, x) = (mk::var("i", Sort::Int), mk::var("x", Sort::BitVec(3)));
        assert_eq!(without_integers(mk::le(i, mk::ubv_to_int(x))), None);
        let by_word = mk::eq(mk::div(mk::int(5), mk::ubv_to_int(x)), mk::int(1));
        assert_eq!(without_integers(by_word), None);
    }
}
