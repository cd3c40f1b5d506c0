//! Refutes formulas about integers by intervals, without a solver.
//!
//! Each conjunct restricts the interval of terms: `x ≤ 5` that of `x`, `2·x + y ≤ z` those of all three. If one becomes
//! empty, no values satisfy the formula. What stays open is split: a disjunction into its parts, `x ≠ 3` into `x < 3` and
//! `x > 3`. Divisions and remainders by constants, which solvers find hard, are easy here. Nothing follows if the formula
//! is not refuted.
//!
//! The engines' interval analysis is other code, so that a mistake in it is found here.

mod interval;
mod simplify;
#[cfg(test)]
mod tests;

use rustc_hash::FxHashMap;
use term::{Op, Sort, Term, build as mk};

use interval::{Empty, HIGHEST, Range, decided};

/// The work for one formula.
const MAX_STEPS: u32 = 20_000;
/// Terms are not looked into deeper than this.
const MAX_DEPTH: u32 = 60;
/// Cases within cases.
const MAX_SPLITS: u32 = 12;
/// Conjuncts are looked at again so often, because others tell more by then.
const MAX_ROUNDS: usize = 4;

/// Whether intervals show that no values satisfy a formula.
pub(crate) fn refutes(formula: Term) -> bool {
    Refuter::new().refutes_all(&mk::conjuncts(formula), MAX_SPLITS)
}

/// What intervals know where some formulas hold.
pub(crate) struct Known(Refuter);

impl Known {
    /// `None` if the formulas exclude each other.
    pub(crate) fn of(formulas: &[Term]) -> Option<Known> {
        let mut refuter = Refuter::new();
        refuter.learn_all(formulas).ok()?;
        Some(Known(refuter))
    }

    /// Whether a formula certainly holds.
    pub(crate) fn implies(&mut self, formula: Term) -> bool {
        self.0.steps = MAX_STEPS;
        self.0.range(formula).value() == Some(1)
    }

    /// A term with the same value, in which no case is left that cannot be.
    pub(crate) fn simplified(&mut self, term: Term) -> Term {
        self.0.steps = MAX_STEPS;
        self.0.simplified(term, &mut FxHashMap::default())
    }
}

struct Refuter {
    /// Where the values of terms lie.
    known: FxHashMap<Term, Range>,
    /// What was known before.
    trail: Vec<(Term, Option<Range>)>,
    /// The work that is left.
    steps: u32,
    depth: u32,
}

impl Refuter {
    fn new() -> Refuter {
        Refuter { known: FxHashMap::default(), trail: Vec::new(), steps: MAX_STEPS, depth: 0 }
    }

    /// Whether no values satisfy all of these formulas and what is known. What is known stays the same.
    fn refutes_all(&mut self, parts: &[Term], splits: u32) -> bool {
        let mark = self.trail.len();
        let is_refuted = self.learn_all(parts).is_err() || (splits > 0 && self.refutes_cases(parts, splits));
        self.undo(mark);
        is_refuted
    }

    fn learn_all(&mut self, parts: &[Term]) -> Result<(), Empty> {
        for _ in 0..MAX_ROUNDS {
            let before = self.trail.len();
            parts.iter().try_for_each(|part| self.assume(*part, true))?;
            if self.trail.len() == before {
                break;
            }
        }
        Ok(())
    }

    /// Splits the open formula with the fewest cases.
    fn refutes_cases(&mut self, parts: &[Term], splits: u32) -> bool {
        let all: Vec<Vec<Term>> = parts.iter().filter_map(|part| self.cases(*part)).collect();
        let Some(cases) = all.into_iter().min_by_key(Vec::len) else { return false };
        cases.into_iter().all(|case| {
            if self.steps == 0 {
                return false;
            }
            let mark = self.trail.len();
            let is_refuted = self.assume(case, true).is_err() || self.refutes_all(parts, splits - 1);
            self.undo(mark);
            is_refuted
        })
    }

    /// The cases of an open formula, one of which holds if it does.
    fn cases(&mut self, part: Term) -> Option<Vec<Term>> {
        if self.range(part).value().is_some() {
            return None;
        }
        let (inner, is_true) = match (part.op(), part.arguments()) {
            (Op::Not, &[inner]) => (inner, false),
            _ => (part, true),
        };
        let cases: Vec<Term> = match (inner.op(), inner.arguments()) {
            (Op::Or, parts) if is_true => parts.to_vec(),
            (Op::And, parts) if !is_true => parts.iter().map(|part| mk::not(*part)).collect(),
            (Op::Eq, &[a, b]) if !is_true && a.sort() == Sort::Int => vec![mk::lt(a, b), mk::lt(b, a)],
            _ => return None,
        };
        Some(cases.into_iter().filter(|case| self.range(*case).value() != Some(0)).collect())
    }

    fn undo(&mut self, mark: usize) {
        for (term, old) in self.trail.drain(mark..).rev() {
            match old {
                Some(old) => self.known.insert(term, old),
                None => self.known.remove(&term),
            };
        }
    }

    /// Whether there is work left for another step down.
    fn may_descend(&mut self) -> bool {
        self.steps = self.steps.saturating_sub(1);
        self.steps > 0 && self.depth < MAX_DEPTH
    }

    /// Where the value of an integer or Boolean term lies.
    fn range(&mut self, term: Term) -> Range {
        if let Some(constant) = Range::of_constant(term) {
            return constant;
        }
        let sort = Range::of_sort(term.sort());
        if !matches!(term.sort(), Sort::Int | Sort::Bool) {
            return sort;
        }
        let known = self.known.get(&term).copied().unwrap_or(sort);
        if term.is_var() || known.value().is_some() || !self.may_descend() {
            return known;
        }
        self.depth += 1;
        let computed = self.computed(term);
        self.depth -= 1;
        // If both exclude each other, either is right.
        computed.meet(known).unwrap_or(known)
    }

    fn computed(&mut self, term: Term) -> Range {
        let negated = |range: Range| Range { low: 1 - range.high, high: 1 - range.low };
        match (term.op(), term.arguments()) {
            (Op::Add, parts) => parts.iter().fold(Range::point(0), |sum, part| sum.plus(self.range(*part))),
            (Op::Mul, parts) => parts.iter().fold(Range::point(1), |product, part| {
                let range = self.range(*part);
                match (product.value(), range.value()) {
                    (Some(factor), _) => range.times(factor),
                    (_, Some(factor)) => product.times(factor),
                    _ => product.product(range),
                }
            }),
            // The remainder is never negative, so the sign of the divisor changes that of the quotient only.
            (Op::IntDiv, &[a, b]) => match self.range(b).value() {
                Some(divisor) if divisor > 0 => self.range(a).divided(divisor),
                Some(divisor) if divisor < 0 => self.range(a).divided(-divisor).times(-1),
                _ => Range::ALL,
            },
            (Op::Mod, &[a, b]) => match self.range(b).value() {
                Some(divisor) if divisor != 0 => self.remainder(a, divisor.abs()),
                _ => Range::ALL,
            },
            (Op::Ite, &[condition, a, b]) => self.choice(condition, a, b),
            (Op::Not, &[a]) => negated(self.range(a)),
            (Op::And, parts) => self.connective(parts, 0),
            (Op::Or, parts) => self.connective(parts, 1),
            (Op::Le, &[a, b]) if a.sort() == Sort::Int => {
                let (a, b) = (self.range(a), self.range(b));
                let (always, never) = (a.high != HIGHEST && a.high <= b.low, a.low > b.high);
                decided(always, never)
            }
            (Op::Eq, &[a, b]) if matches!(a.sort(), Sort::Int | Sort::Bool) => {
                let (a, b) = (self.range(a), self.range(b));
                decided(a.value().is_some() && a == b, a.meet(b).is_err())
            }
            _ => Range::of_sort(term.sort()),
        }
    }

    /// A conjunction, which one `false` decides, or a disjunction, which one `true` decides.
    fn connective(&mut self, parts: &[Term], decisive: i128) -> Range {
        let mut is_open = false;
        for part in parts {
            match self.range(*part).value() {
                Some(value) if value == decisive => return Range::point(decisive),
                Some(_) => {}
                None => is_open = true,
            }
        }
        if is_open { Range { low: 0, high: 1 } } else { Range::point(1 - decisive) }
    }

    /// `a mod divisor`. A large factor is as good as the negative one that differs by the divisor.
    fn remainder(&mut self, a: Term, divisor: i128) -> Range {
        let parts = if a.op() == Op::Add { a.arguments() } else { std::slice::from_ref(&a) };
        let (mut sum, mut other) = (Range::point(0), Range::point(0));
        for &part in parts {
            let range = self.range(part);
            sum = sum.plus(range);
            other = other.plus(match (part.op(), part.arguments()) {
                (Op::Mul, &[factor, rest]) => match Range::of_constant(factor).and_then(Range::value) {
                    Some(factor) if factor < divisor && factor > divisor / 2 => {
                        self.range(rest).times(factor - divisor)
                    }
                    _ => range,
                },
                _ => range,
            });
        }
        let known = self.known.get(&a).copied().unwrap_or(Range::ALL);
        let sum = sum.meet(known).unwrap_or(known).modulo(divisor);
        sum.meet(other.modulo(divisor)).unwrap_or(sum)
    }

    fn choice(&mut self, condition: Term, a: Term, b: Term) -> Range {
        match self.range(condition).value() {
            Some(1) => return self.range(a),
            Some(_) => return self.range(b),
            None => {}
        }
        let mut case = |is_true: bool, part: Term| {
            let mark = self.trail.len();
            let range = self.assume(condition, is_true).map(|()| self.range(part));
            self.undo(mark);
            range
        };
        match (case(true, a), case(false, b)) {
            (Ok(a), Ok(b)) => a.join(b),
            (Ok(only), Err(_)) | (Err(_), Ok(only)) => only,
            (Err(_), Err(_)) => Range::of_sort(a.sort()),
        }
    }

    /// Learns that a formula is true, or that it is false.
    fn assume(&mut self, formula: Term, is_true: bool) -> Result<(), Empty> {
        match self.range(formula).value() {
            Some(value) if (value == 1) == is_true => return self.descend(formula, is_true),
            Some(_) => return Err(Empty),
            None => {}
        }
        self.set(formula, Range::point(i128::from(is_true)))?;
        self.descend(formula, is_true)
    }

    fn descend(&mut self, formula: Term, is_true: bool) -> Result<(), Empty> {
        if !self.may_descend() {
            return Ok(());
        }
        self.depth += 1;
        let result = self.assume_parts(formula, is_true);
        self.depth -= 1;
        result
    }

    fn assume_parts(&mut self, formula: Term, is_true: bool) -> Result<(), Empty> {
        match (formula.op(), formula.arguments()) {
            (Op::Not, &[a]) => self.assume(a, !is_true),
            (Op::And, parts) if is_true => parts.iter().try_for_each(|part| self.assume(*part, true)),
            (Op::Or, parts) if !is_true => parts.iter().try_for_each(|part| self.assume(*part, false)),
            (Op::And | Op::Or, parts) => self.assume_one(parts, is_true),
            (Op::Le, &[a, b]) if a.sort() == Sort::Int => {
                let (a, b, gap) = if is_true { (a, b, 0) } else { (b, a, 1) };
                let high = self.range(b).plus(Range::point(-gap)).high();
                self.restrict(a, Range::new(None, high))?;
                let low = self.range(a).plus(Range::point(gap)).low();
                self.restrict(b, Range::new(low, None))
            }
            (Op::Eq, &[a, b]) if a.sort() == Sort::Int => self.assume_equal(a, b, is_true),
            (Op::Eq, &[a, b]) if a.sort() == Sort::Bool => {
                match (self.range(a).value(), self.range(b).value()) {
                    (Some(value), None) => self.assume(b, (value == 1) == is_true),
                    (None, Some(value)) => self.assume(a, (value == 1) == is_true),
                    _ => Ok(()),
                }
            }
            _ => Ok(()),
        }
    }

    /// A disjunction is true, or a conjunction is false: if only one part can be the reason, it is.
    fn assume_one(&mut self, parts: &[Term], wanted: bool) -> Result<(), Empty> {
        let excluded = Some(i128::from(!wanted));
        let open: Vec<Term> =
            parts.iter().copied().filter(|part| self.range(*part).value() != excluded).collect();
        match open[..] {
            [] => Err(Empty),
            [only] => self.assume(only, wanted),
            _ => Ok(()),
        }
    }

    fn assume_equal(&mut self, a: Term, b: Term, is_equal: bool) -> Result<(), Empty> {
        let (left, right) = (self.range(a), self.range(b));
        if is_equal {
            let common = left.meet(right)?;
            self.restrict(a, common)?;
            return self.restrict(b, common);
        }
        for (term, own, other) in [(a, left, right), (b, right, left)] {
            let Some(value) = other.value() else { continue };
            let low = if own.low() == Some(value) { Some(value + 1) } else { own.low() };
            let high = if own.high() == Some(value) { Some(value - 1) } else { own.high() };
            self.restrict(term, Range::new(low, high))?;
        }
        Ok(())
    }

    /// Learns where the value of an integer term lies.
    fn restrict(&mut self, term: Term, wanted: Range) -> Result<(), Empty> {
        let before = self.range(term);
        let now = before.meet(wanted)?;
        if now == before || Range::of_constant(term).is_some() {
            return Ok(());
        }
        self.set(term, now)?;
        if !self.may_descend() {
            return Ok(());
        }
        self.depth += 1;
        let result = self.restrict_parts(term, now);
        self.depth -= 1;
        result
    }

    fn restrict_parts(&mut self, term: Term, now: Range) -> Result<(), Empty> {
        match (term.op(), term.arguments()) {
            (Op::Add, parts) => {
                for (position, part) in parts.iter().enumerate() {
                    let mut others = Range::point(0);
                    for (_, other) in parts.iter().enumerate().filter(|(other, _)| *other != position) {
                        others = others.plus(self.range(*other));
                    }
                    self.restrict(*part, now.plus(others.times(-1)))?;
                }
                Ok(())
            }
            (Op::Mul, &[factor, other]) => match Range::of_constant(factor).and_then(Range::value) {
                Some(factor) => self.restrict(other, now.undone(factor)),
                None => Ok(()),
            },
            (Op::Ite, &[condition, a, b]) => match self.range(condition).value() {
                Some(1) => self.restrict(a, now),
                Some(_) => self.restrict(b, now),
                None if self.range(a).meet(now).is_err() => self.assume(condition, false),
                None if self.range(b).meet(now).is_err() => self.assume(condition, true),
                None => Ok(()),
            },
            _ => Ok(()),
        }
    }

    fn set(&mut self, term: Term, range: Range) -> Result<(), Empty> {
        let range = self.known.get(&term).map_or(Ok(range), |known| known.meet(range))?;
        let old = self.known.insert(term, range);
        self.trail.push((term, old));
        Ok(())
    }
}
