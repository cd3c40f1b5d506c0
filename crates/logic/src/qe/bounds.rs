//! Linear constraints on one variable, and the two techniques that use them.
//!
//! **IRD** (infinity-restrictor drop): if a formula in negation normal form
//! restricts `x` by lower bounds and disequalities only, large values of `x`
//! satisfy all of these at once; as the formula is monotone in its literals,
//! they may all be replaced by `true`. Likewise for upper bounds.
//!
//! **TIR** (transitive resolution): `∃x. ⋀ lᵢ ≤ aᵢ·x ∧ ⋀ bⱼ·x ≤ uⱼ` is
//! `⋀ bⱼ·lᵢ ≤ aᵢ·uⱼ` over the reals. Over the integers, `x` exists iff
//! `⌈lᵢ/aᵢ⌉ ≤ ⌊uⱼ/bⱼ⌋` for all pairs, and this is the same inequality if
//! `aᵢ = 1` or `bⱼ = 1`; other pairs are left to [`super::divmod`].
//! Disequalities are split into `<` and `>` first.

use term::build as mk;
use term::number::Number;
use term::polynomial::Polynomial;
use term::{Op, Sort, Term};

use super::Elimination;
use crate::rewrite::{literals, map_literals};

/// At most so many disequalities are split: each doubles the result.
const MAX_SPLITS: usize = 3;
/// At most so many pairs of bounds are resolved.
const MAX_PAIRS: usize = 64;

/// How a literal restricts a variable.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Relation {
    /// `term ≤ coefficient·x`
    Lower,
    /// `coefficient·x ≤ term`
    Upper,
    /// `coefficient·x = term`
    Equal,
    /// `coefficient·x ≠ term`
    Distinct,
}

/// A literal that is linear in `x`, solved for a positive multiple of `x`.
#[derive(Clone, Debug)]
pub(super) struct Bound {
    pub relation: Relation,
    pub is_strict: bool,
    /// Positive.
    pub coefficient: Number,
    /// Does not contain the variable.
    pub term: Term,
}

impl Bound {
    /// Reads a literal as a constraint on `x`; `None` if it is not linear in `x`.
    pub fn of(literal: Term, x: Term) -> Option<Bound> {
        let (relation, is_strict, a, b) = match (literal.op(), literal.arguments()) {
            (Op::Le, &[a, b]) => (Relation::Upper, false, a, b),
            (Op::Lt, &[a, b]) => (Relation::Upper, true, a, b),
            (Op::Eq, &[a, b]) => (Relation::Equal, false, a, b),
            (Op::Not, &[inner]) => match (inner.op(), inner.arguments()) {
                (Op::Eq, &[a, b]) => (Relation::Distinct, false, a, b),
                _ => return None,
            },
            _ => return None,
        };
        if !a.sort().is_arithmetic() {
            return None;
        }
        // coefficient·x + rest ⋈ 0
        let difference = Polynomial::difference(a, b);
        let coefficient = difference.coefficient(x);
        let mut rest = difference.without(x);
        if coefficient.is_zero() || rest.monomials.iter().any(|(m, _)| m.has_free(x)) {
            return None;
        }
        let is_negative = coefficient.signum() < 0;
        let relation = if is_negative && relation == Relation::Upper { Relation::Lower } else { relation };
        if !is_negative {
            rest.scale(&Number::Small(-1));
        }
        let coefficient = if is_negative { coefficient.neg() } else { coefficient };
        Some(Bound { relation, is_strict, coefficient, term: rest.to_term() })
    }

    /// The bounds that a disequality splits into: below, above.
    fn sides(&self) -> [Bound; 2] {
        let is_int = self.term.sort() == Sort::Int;
        let shifted = |by: i64| if is_int { mk::add2(self.term, mk::int(by)) } else { self.term };
        [(Relation::Upper, -1), (Relation::Lower, 1)].map(|(relation, by)| Bound {
            relation,
            is_strict: !is_int,
            coefficient: self.coefficient.clone(),
            term: shifted(by),
        })
    }
}

/// IRD on a formula in negation normal form.
pub(super) fn drop_infinity_restrictors(x: Term, formula: Term) -> Option<Elimination> {
    if !x.sort().is_arithmetic() {
        return None;
    }
    let mut seen = [false; 2];
    for literal in literals(formula).into_iter().filter(|l| l.has_free(x)) {
        match Bound::of(literal, x)?.relation {
            Relation::Lower => seen[0] = true,
            Relation::Upper => seen[1] = true,
            Relation::Distinct => {}
            Relation::Equal => return None,
        }
    }
    if seen[0] && seen[1] {
        return None;
    }
    Some(Elimination::of(map_literals(formula, |l| l.has_free(x).then(mk::tt))))
}

/// The conjuncts that restrict a variable, all of them linear in it.
pub(super) struct Bounds {
    pub lower: Vec<Bound>,
    pub upper: Vec<Bound>,
    pub distinct: Vec<Bound>,
    /// The conjuncts without the variable.
    pub others: Vec<Term>,
}

impl Bounds {
    /// Sorts the conjuncts; `None` if one is not a lower or upper bound or a disequality.
    pub fn collect(x: Term, conjuncts: &[Term]) -> Option<Bounds> {
        if !x.sort().is_arithmetic() {
            return None;
        }
        let mut bounds =
            Bounds { lower: Vec::new(), upper: Vec::new(), distinct: Vec::new(), others: Vec::new() };
        for &conjunct in conjuncts {
            if !conjunct.has_free(x) {
                bounds.others.push(conjunct);
                continue;
            }
            let bound = Bound::of(conjunct, x)?;
            match bound.relation {
                Relation::Lower => bounds.lower.push(bound),
                Relation::Upper => bounds.upper.push(bound),
                Relation::Distinct => bounds.distinct.push(bound),
                Relation::Equal => return None,
            }
        }
        Some(bounds)
    }

    /// Resolves all pairs, after splitting the disequalities in all ways; `None` if `resolve`
    /// refuses a pair or the result would be too large.
    pub fn resolve(&self, resolve: impl Fn(&Bound, &Bound) -> Option<Term>) -> Option<Elimination> {
        let splits = self.distinct.len();
        let all = self.lower.len().max(self.upper.len()) + splits;
        if splits > MAX_SPLITS || all * all > MAX_PAIRS {
            return None;
        }
        let mut cases = Vec::new();
        for pattern in 0..1usize << splits {
            let (mut lower, mut upper) = (self.lower.clone(), self.upper.clone());
            for (i, bound) in self.distinct.iter().enumerate() {
                let [below, above] = bound.sides();
                if pattern >> i & 1 == 0 { upper.push(below) } else { lower.push(above) }
            }
            let mut parts = Vec::new();
            for l in &lower {
                for u in &upper {
                    parts.push(resolve(l, u)?);
                }
            }
            cases.push(mk::and(parts));
        }
        let others = mk::and(self.others.iter().copied());
        Some(Elimination::of(mk::and([others, mk::or(cases)])))
    }
}

/// TIR on a conjunction.
pub(super) fn resolve_bounds(x: Term, conjuncts: &[Term]) -> Option<Elimination> {
    let bounds = Bounds::collect(x, conjuncts)?;
    bounds.resolve(|lower, upper| {
        let is_exact = x.sort() == Sort::Real || lower.coefficient.is_one() || upper.coefficient.is_one();
        is_exact.then(|| real_shadow(lower, upper))
    })
}

/// `b·l ≤ a·u` for `l ≤ a·x` and `b·x ≤ u`.
pub(super) fn real_shadow(lower: &Bound, upper: &Bound) -> Term {
    let mut difference = Polynomial::constant(Number::ZERO, lower.term.sort());
    difference.add_scaled_term(lower.term, &upper.coefficient);
    difference.add_scaled_term(upper.term, &lower.coefficient.neg());
    mk::compare(difference, lower.is_strict || upper.is_strict)
}
