//! The bits of floats for solvers that have no word for them.
//!
//! SMT-LIB goes from bits to floats only. The other direction is a fresh variable whose float is the argument; for
//! NaN, which has many bits, it is the one that our terms have.

use rustc_hash::FxHashMap;
use term::build as mk;
use term::{Op, Sort, Term};

use crate::values::nan_bits;

/// The formula without conversions of floats to bits, and the definitions of the variables that stand for them.
/// Quantified formulas stay as they are: a conversion there may depend on bound variables.
pub(super) fn without_float_bits(formula: Term) -> (Term, Vec<Term>) {
    let mut definitions = Vec::new();
    let mut has_bits = false;
    formula.visit_once(|term| has_bits |= term.op() == Op::FpToBits);
    if !has_bits || formula.has_quantifier() {
        return (formula, definitions);
    }
    let mut plain: FxHashMap<Term, Term> = FxHashMap::default();
    formula.visit_once(|term| {
        let arguments: Vec<Term> = term.arguments().iter().map(|argument| plain[argument]).collect();
        let result = match (term.op(), term.arguments()[..].first().map(|argument| argument.sort())) {
            (Op::FpToBits, Some(Sort::Float(format))) => {
                let bits = mk::var(format!("%bits!{}", term.id()).as_str(), term.sort());
                let float = arguments[0];
                let nan = mk::eq(bits, mk::bv(nan_bits(format), format.width()));
                let same = mk::eq(mk::fp_from_bits(format, bits), float);
                definitions.push(mk::ite(mk::fp_is_nan(float), nan, same));
                bits
            }
            _ if arguments[..] == *term.arguments() => term,
            (op, _) => mk::rebuild(op, &arguments, term.sort()),
        };
        plain.insert(term, result);
    });
    (plain[&formula], definitions)
}

#[cfg(test)]
mod tests {
    use term::{FloatSort, Sort, build as mk};

    use super::without_float_bits;
    use crate::{CheckResult, Limits, Solver, SolverOptions, Z3Solver};

    #[test]
    fn definitions_say_what_the_bits_are() {
        let x = mk::var("x", Sort::Float(FloatSort::SINGLE));
        let bits = mk::var("bits", Sort::BitVec(32));
        let formula = mk::eq(mk::fp_to_bits(x), bits);
        let (plain, definitions) = without_float_bits(formula);
        let mut solver = Z3Solver::new(&SolverOptions::default()).expect("Z3");
        definitions.iter().for_each(|definition| solver.assert(*definition));
        let differs = mk::not(mk::eq(plain, formula));
        assert_eq!(definitions.len(), 1);
        assert_eq!(solver.check(&[differs], Limits::default()), CheckResult::Unsat);
        assert_eq!(solver.check(&[plain], Limits::default()), CheckResult::Sat);
    }
}
