//! Comparisons of mathematical integers.
//!
//! All monomials with positive coefficients stand on the left, the others on the right. If both sides are a variable or a
//! constant, C's own conversions do the right thing for operands of one signedness. Otherwise the comparison is computed
//! in a type that holds every intermediate result; variables are cast to it.

use c_sema::types::{DataModel, IntKind};
use num_bigint::BigInt;
use num_traits::{Signed, Zero};
use term::number::Number;
use term::polynomial::{Polynomial, as_number};
use term::{Op, Term};

use super::text::{Level, Text};
use super::{Relation, TRUE, Writer};

/// The types in which comparisons are computed, the narrowest first.
const COMPUTED: [IntKind; 3] = [IntKind::Int, IntKind::LongLong, IntKind::Int128];

/// An expression with the smallest and the largest value that it can have.
struct Bounded {
    text: Text,
    low: BigInt,
    high: BigInt,
}

impl Bounded {
    fn fits(self, kind: IntKind, model: DataModel) -> Option<Bounded> {
        let (low, high) = limits(kind, model);
        (low <= self.low && self.high <= high).then_some(self)
    }
}

/// The smallest and the largest value of a type.
pub(super) fn limits(kind: IntKind, model: DataModel) -> (BigInt, BigInt) {
    let bits = kind.size(model) * 8;
    let one = BigInt::from(1);
    match kind {
        IntKind::Bool => (BigInt::zero(), one),
        _ if kind.is_signed() => (-(&one << (bits - 1)), (&one << (bits - 1)) - &one),
        _ => (BigInt::zero(), (&one << bits) - &one),
    }
}

/// An integer constant of a type that holds it.
pub(super) fn literal(value: &BigInt) -> Option<Text> {
    let magnitude = value.magnitude();
    let bits = magnitude.bits();
    let text = match bits {
        0..=31 => magnitude.to_string(),
        32..=63 => format!("{magnitude}LL"),
        64 if !value.is_negative() => format!("{magnitude}ULL"),
        _ => return None,
    };
    Some(match value.is_negative() {
        true => Text { text: format!("-{text}"), level: Level::Unary },
        false => Text::primary(text),
    })
}

impl Writer<'_> {
    /// `a ⋈ b`
    pub(super) fn compare_integers(&self, mut relation: Relation, a: Term, b: Term) -> Option<Text> {
        let mut difference = Polynomial::difference(a, b);
        let has_both = difference.monomials.iter().any(|(_, factor)| factor.signum() > 0)
            && difference.monomials.iter().any(|(_, factor)| factor.signum() < 0);
        // Between integers, `a + 1 <= b` is `a < b`.
        match (relation, &difference.constant) {
            (Relation::Le, Number::Small(1)) if has_both => {
                (relation, difference.constant) = (Relation::Lt, Number::ZERO);
            }
            (Relation::Lt, Number::Small(-1)) if has_both => {
                (relation, difference.constant) = (Relation::Le, Number::ZERO);
            }
            _ => {}
        }
        let (mut left, mut right) = difference.two_sides();
        if left.is_value() {
            (left, right, relation) = (right, left, relation.mirrored());
        }
        if let Some(text) = self.plain_comparison(relation, left, right) {
            return Some(text);
        }
        COMPUTED.into_iter().find_map(|kind| {
            let (left, right) = (self.integer(left, kind)?, self.integer(right, kind)?);
            Some(relation.between(&left.text, &right.text))
        })
    }

    /// A comparison of two variables of one signedness, or of one with a constant of its type.
    fn plain_comparison(&self, relation: Relation, left: Term, right: Term) -> Option<Text> {
        let model = self.vocabulary.model;
        let (name, kind) = self.variable(left)?;
        let other = match (self.variable(right), as_number(right)) {
            (Some((other, other_kind)), _) => {
                (promoted_is_signed(kind) == promoted_is_signed(other_kind)).then(|| Text::primary(other))?
            }
            (None, Some(number)) => {
                let (value, (low, high)) = (number.to_integer()?, limits(kind, model));
                // What its type says about a variable is not worth saying.
                if relation == Relation::Le && value >= high || relation == Relation::Ge && value <= low {
                    return Some(Text::primary(TRUE));
                }
                (low <= value && value <= high).then(|| literal(&value)).flatten()?
            }
            (None, None) => return None,
        };
        Some(relation.between(&Text::primary(name), &other))
    }

    /// A term computed in a type.
    fn integer(&self, term: Term, kind: IntKind) -> Option<Bounded> {
        let model = self.vocabulary.model;
        let arguments = term.arguments();
        let bounded = match term.op() {
            Op::Var(_) => {
                let (name, own) = self.variable(term)?;
                let (low, high) = limits(own, model);
                let name = Text::primary(name);
                let is_narrow = kind == IntKind::Int || own == kind;
                Bounded { text: if is_narrow { name } else { name.cast(kind.name()) }, low, high }
            }
            Op::IntConst(value) => {
                let value = value.to_bigint();
                Bounded { text: literal(&value)?, low: value.clone(), high: value }
            }
            Op::Add => self.sum(arguments, kind)?,
            Op::Mul => self.product(arguments, kind)?,
            Op::IntDiv | Op::Mod => self.division(term, kind)?,
            Op::Ite => {
                let condition = self.formula(arguments[0], true, true)?;
                let (a, b) = (self.integer(arguments[1], kind)?, self.integer(arguments[2], kind)?);
                let text = Text::conditional(&condition, &a.text, &b.text);
                Bounded { text, low: a.low.min(b.low), high: a.high.max(b.high) }
            }
            _ => return None,
        };
        bounded.fits(kind, model)
    }

    fn sum(&self, summands: &[Term], kind: IntKind) -> Option<Bounded> {
        let mut sum: Option<Bounded> = None;
        for &summand in summands {
            let (negated, positive) = negative_part(summand);
            let part = self.integer(positive, kind)?;
            let (low, high) = if negated { (-part.high, -part.low) } else { (part.low, part.high) };
            let next = match sum {
                None if negated => {
                    let text = format!("-{}", part.text.within(Level::Unary));
                    Bounded { text: Text { text, level: Level::Unary }, low, high }
                }
                None => Bounded { text: part.text, low, high },
                Some(before) => {
                    let op = if negated { "-" } else { "+" };
                    let text = Text::binary(&before.text, op, &part.text, Level::Sum);
                    Bounded { text, low: before.low + low, high: before.high + high }
                }
            };
            sum = Some(next.fits(kind, self.vocabulary.model)?);
        }
        sum
    }

    fn product(&self, factors: &[Term], kind: IntKind) -> Option<Bounded> {
        let mut product: Option<Bounded> = None;
        for &factor in factors {
            let part = self.integer(factor, kind)?;
            let next = match product {
                None => part,
                Some(before) => {
                    let ends = [
                        &before.low * &part.low,
                        &before.low * &part.high,
                        &before.high * &part.low,
                        &before.high * &part.high,
                    ];
                    let left = before.text.within(Level::Product);
                    let text = format!("{left} * {}", part.text.within(Level::Unary));
                    let (low, high) = (ends.iter().min()?.clone(), ends.iter().max()?.clone());
                    Bounded { text: Text { text, level: Level::Product }, low, high }
                }
            };
            product = Some(next.fits(kind, self.vocabulary.model)?);
        }
        product
    }

    /// Division and remainder by a positive constant. SMT-LIB rounds down, C towards zero.
    fn division(&self, term: Term, kind: IntKind) -> Option<Bounded> {
        let divisor = as_number(term.arguments()[1])?.to_integer().filter(|divisor| divisor.is_positive())?;
        let dividend = self.integer(term.arguments()[0], kind)?;
        let by = literal(&divisor)?;
        let in_type = |text: Text, low, high| Bounded { text, low, high }.fits(kind, self.vocabulary.model);
        // The divisor must not change the type of the operation.
        in_type(by.clone(), divisor.clone(), divisor.clone())?;
        let is_natural = !dividend.low.is_negative();
        if term.op() == Op::Mod {
            let rest = Text::binary(&dividend.text, "%", &by, Level::Product);
            let high = &divisor - 1;
            if is_natural {
                return in_type(rest, BigInt::zero(), high);
            }
            let moved = in_type(Text::binary(&rest, "+", &by, Level::Sum), -high.clone(), &divisor * 2)?;
            return in_type(Text::binary(&moved.text, "%", &by, Level::Product), BigInt::zero(), high);
        }
        let quotient = Text::binary(&dividend.text, "/", &by, Level::Product);
        if is_natural {
            return in_type(quotient, &dividend.low / &divisor, &dividend.high / &divisor);
        }
        let rest = Text::binary(&dividend.text, "%", &by, Level::Product);
        let rounds_up = Text::primary(format!("({} < 0)", rest.within(Level::Sum)));
        let low = &dividend.low / &divisor - 1;
        in_type(Text::binary(&quotient, "-", &rounds_up, Level::Sum), low, dividend.high / divisor)
    }
}

/// `-c·m` as `c·m` that is subtracted.
fn negative_part(summand: Term) -> (bool, Term) {
    let negated = match summand.op() {
        Op::Mul => as_number(summand.arguments()[0]),
        _ => as_number(summand),
    };
    match negated {
        Some(number) if number.signum() < 0 => {
            let mut polynomial = Polynomial::of(summand);
            polynomial.scale(&Number::Small(-1));
            (true, polynomial.to_term())
        }
        _ => (false, summand),
    }
}

/// Whether a type is signed after promotion. `unsigned long` and larger types stay what they are.
fn promoted_is_signed(kind: IntKind) -> bool {
    kind.is_signed() || matches!(kind, IntKind::Bool | IntKind::UChar | IntKind::UShort)
}
