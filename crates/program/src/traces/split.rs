//! Numeric equalities as two inequalities.
//!
//! An infeasible core often needs one direction of an equality only: that `x` is not negative after `x := 0; x := x + 1`
//! follows from `x' >= 0` and `x' >= x + 1`. With these, the assertions say `x >= 0` and not `x == 1`, and a loop that
//! counts is proved by its first unrollings. So a conjunct `a = b` over integers or reals, perhaps guarded by the
//! choice of a branch, becomes `a <= b` and `b <= a`; if a core keeps both, they are joined again.

use term::{Op, Sort, Term, build as mk};

use super::block::{Block, Conjunct};
use super::block_program::BlockProgram;

impl BlockProgram {
    /// Splits every numeric equality among the conjuncts.
    pub fn split_equalities(mut self) -> BlockProgram {
        for block in self.blocks.iter_mut() {
            block.split_equalities();
        }
        self
    }
}

impl Block {
    /// Splits every numeric equality among its conjuncts.
    pub fn split_equalities(&mut self) {
        let conjuncts = std::mem::take(&mut self.conjuncts);
        self.conjuncts = conjuncts.into_iter().flat_map(split).collect();
    }
}

/// One conjunct, or two of which the first knows their conjunction.
fn split(conjunct: Conjunct) -> Vec<Conjunct> {
    let Some((left, right, rest)) = equality(conjunct.formula) else { return vec![conjunct] };
    let half = |a: Term, b: Term| mk::or(rest.iter().copied().chain([mk::le(a, b)]));
    let (below, above) = (half(left, right), half(right, left));
    let (origin, shared) = (conjunct.origin, conjunct.shared);
    vec![
        Conjunct { formula: below, origin, shared: shared.clone(), joined: Some(conjunct.formula) },
        Conjunct { formula: above, origin, shared, joined: None },
    ]
}

/// The sides of the only numeric equality of a disjunction, and the other disjuncts.
fn equality(formula: Term) -> Option<(Term, Term, Vec<Term>)> {
    let disjuncts = mk::disjuncts(formula);
    let is_equality =
        |term: &Term| term.op() == Op::Eq && matches!(term.arguments()[0].sort(), Sort::Int | Sort::Real);
    let mut found = disjuncts.iter().filter(|term| is_equality(term));
    let (&only, None) = (found.next()?, found.next()) else { return None };
    let rest = disjuncts.iter().copied().filter(|term| *term != only).collect();
    Some((only.arguments()[0], only.arguments()[1], rest))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{AbstractTrace, BlockEncoding, Trace, encode_blocks, read_cfg};

    #[test]
    fn halves_are_kept_alone_or_joined() {
        let text = "var x: Int\nlimit L1 \"end\"\nL0 -> L1: x := (+ x 1)";
        let cfg = read_cfg(text).expect("a graph");
        let program = encode_blocks(&cfg, BlockEncoding::Statement).split_equalities();
        let trace = Trace { blocks: program.blocks.ids().collect() };
        assert_eq!(program.blocks[trace.blocks[0]].conjuncts.len(), 2);
        let all = AbstractTrace::identity(&program, &trace);
        assert_eq!(all.steps[0].conjuncts.len(), 1);
        assert_eq!(all.steps[0].conjuncts[0].op(), Op::Eq);
        let half = AbstractTrace::of(&program, &trace, |name| name.conjunct == 1);
        assert_eq!(half.steps[0].conjuncts.len(), 1);
        assert_ne!(half.steps[0].conjuncts[0].op(), Op::Eq);
    }
}
