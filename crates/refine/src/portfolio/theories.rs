//! What of the theories a trace speaks about: whoever does not know one of these things does not know it in the next
//! trace either.

use std::mem::{Discriminant, discriminant};

use program::{BlockId, BlockProgram};
use rustc_hash::{FxHashMap, FxHashSet};
use term::{Op, Sort, Term};

use crate::infeasible::InfeasibleTrace;

/// A sort or a function, without its parameters.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Word {
    Sort(Discriminant<Sort>),
    Operation(Discriminant<Op>),
    /// A product of two variables.
    Product,
    /// An array of arrays.
    NestedArray,
}

/// The sorts and functions of some formulas.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Theories(FxHashSet<Word>);

impl Theories {
    /// Whether everything that occurs in the others occurs here, too.
    pub(super) fn include(&self, others: &Theories) -> bool {
        others.0.is_subset(&self.0)
    }

    fn add(&mut self, formula: Term) {
        formula.visit_once(|term| {
            self.0.insert(Word::Operation(discriminant(&term.op())));
            self.0.insert(Word::Sort(discriminant(&term.sort())));
            if let Sort::Array(array) = term.sort()
                && matches!(array.element(), Sort::Array(_))
            {
                self.0.insert(Word::NestedArray);
            }
            let has_two_variables = || term.arguments().iter().filter(|part| !part.is_value()).count() > 1;
            if matches!(term.op(), Op::Mul) && has_two_variables() {
                self.0.insert(Word::Product);
            }
        });
    }
}

/// The theories of blocks, each looked at once.
#[derive(Default)]
pub(super) struct Vocabulary {
    blocks: FxHashMap<BlockId, Theories>,
}

impl Vocabulary {
    /// What a trace and the axioms speak about.
    pub(super) fn of_trace(&mut self, infeasible: &InfeasibleTrace<'_>) -> Theories {
        let mut all = Theories::default();
        infeasible.program.cfg.axioms.iter().for_each(|axiom| all.add(*axiom));
        for &block in &infeasible.trace.blocks {
            all.0.extend(self.of_block(infeasible.program, block).0.iter().copied());
        }
        all
    }

    fn of_block(&mut self, program: &BlockProgram, block: BlockId) -> &Theories {
        self.blocks.entry(block).or_insert_with(|| {
            let mut theories = Theories::default();
            program.blocks[block].conjuncts.iter().for_each(|conjunct| theories.add(conjunct.formula));
            theories
        })
    }
}
