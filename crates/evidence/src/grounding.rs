//! Queries with instances in place of quantifiers.
//!
//! A breach is possible if some formulas have a common model. What is assumed of all numbers is weakened to its
//! instances at the indices that occur ([`instances`]); a claim about all numbers that is to be refuted is refuted by
//! one number, for which a new variable stands. If the weaker formulas have no common model, the original ones have
//! none either. The answer "there is one" says nothing.

use instances::{Indices, Universal, grounded};
use term::{Op, Sort, Term, build as mk};

/// The known formulas and the breach without quantifiers, if the breach can be told without them.
pub(crate) fn ground(known: &[Term], breach: Term) -> Option<(Vec<Term>, Term)> {
    let mut numbers = Vec::new();
    let breach = refuted(breach, &mut numbers)?;
    let mut indices = Indices::default();
    // What happens in the region comes first: the number that a claim is refuted for is among the values anyway.
    known.iter().flat_map(|formula| mk::conjuncts(*formula)).for_each(|part| indices.read(part));
    indices.read(breach);
    let known = known.iter().flat_map(|formula| grounded(*formula, &numbers, indices.list())).collect();
    Some((known, breach))
}

/// A breach without quantifiers: `¬∀ q. φ(q)` holds if and only if `¬φ(q0)` holds for some number `q0`. The cases of a
/// disjunction share their numbers, since one of them suffices; conjuncts may not.
fn refuted(breach: Term, numbers: &mut Vec<Term>) -> Option<Term> {
    if !breach.has_quantifier() {
        return Some(breach);
    }
    let mut all =
        |parts: &[Term]| -> Option<Vec<Term>> { parts.iter().map(|part| refuted(*part, numbers)).collect() };
    match breach.op() {
        Op::And => {
            let is_single = breach.arguments().iter().filter(|part| part.has_quantifier()).count() == 1;
            Some(mk::and(all(breach.arguments()).filter(|_| is_single)?))
        }
        Op::Or => Some(mk::or(all(breach.arguments())?)),
        Op::Not if breach.arguments()[0].op() == Op::And => {
            let parts: Vec<Term> =
                breach.arguments()[0].arguments().iter().map(|part| mk::not(*part)).collect();
            Some(mk::or(all(&parts)?))
        }
        Op::Not => {
            let universal = Universal::of(breach.arguments()[0])?;
            while numbers.len() < universal.arity() {
                numbers.push(mk::fresh_var("each", Sort::Int));
            }
            Some(mk::not(universal.at(&numbers[..universal.arity()])))
        }
        _ => None,
    }
}
