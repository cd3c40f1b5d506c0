//! Abstractions of traces (Def. 4.1, 4.2, 4.5) and live variables on them
//! (Def. 5.1).
//!
//! An abstract step keeps some conjuncts of its block. It reads the plain
//! variables of these conjuncts, writes the modified variables whose primed copy
//! occurs in them, and havocs the other modified variables.

use std::collections::BTreeSet;

use term::{Term, Version, build as mk};

use super::block::{BlockId, joined, primed};
use super::block_program::BlockProgram;
use super::trace::{ConjunctName, Trace};

/// A block of which some conjuncts were dropped.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AbstractStep {
    /// The conjuncts that are left, over plain, primed and auxiliary variables.
    pub conjuncts: Vec<Term>,
    /// Their positions in the block.
    pub kept: Vec<usize>,
    /// The variables that the block may change, sorted.
    pub modified: Vec<Term>,
    /// The auxiliary variables that occur in the conjuncts.
    pub auxiliaries: Vec<Term>,
}

/// An abstraction `τ#` of a trace.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AbstractTrace {
    /// The abstract statements.
    pub steps: Vec<AbstractStep>,
}

/// Variables of which the value matters at each position, `0..=n`.
pub type LiveVariables = Vec<BTreeSet<Term>>;

impl AbstractStep {
    /// The transition formula of what is left.
    pub fn formula(&self) -> Term {
        mk::and(self.conjuncts.iter().copied())
    }

    /// The program variables that the step reads.
    pub fn reads(&self) -> BTreeSet<Term> {
        let free = self.conjuncts.iter().flat_map(|c| c.free_variables()).copied();
        free.filter(|v| v.as_var().is_some_and(|name| name.version == Version::Plain))
            .filter(|v| !self.auxiliaries.contains(v))
            .collect()
    }

    /// The program variables that the step gives a value (which may depend on a choice).
    pub fn writes(&self) -> BTreeSet<Term> {
        let occurs = |v: &&Term| self.conjuncts.iter().any(|c| c.has_free(primed(**v)));
        self.modified.iter().filter(occurs).copied().collect()
    }

    /// True if everything was dropped.
    pub fn is_havoc(&self) -> bool {
        self.conjuncts.is_empty()
    }
}

impl AbstractTrace {
    /// The abstract trace that keeps the conjuncts for which `keeps` holds (Def. 4.5).
    pub fn of(program: &BlockProgram, trace: &Trace, keeps: impl Fn(ConjunctName) -> bool) -> AbstractTrace {
        let abstract_step = |(step, id): (usize, &BlockId)| {
            let block = &program.blocks[*id];
            let kept: Vec<usize> = (0..block.conjuncts.len())
                .filter(|&conjunct| keeps(ConjunctName { step, conjunct }))
                .collect();
            let conjuncts = joined(&block.conjuncts, &kept);
            let occurs = |a: &&Term| conjuncts.iter().any(|c| c.has_free(**a));
            let auxiliaries = block.auxiliaries.iter().filter(occurs).copied().collect();
            AbstractStep { conjuncts, kept, modified: block.modified.clone(), auxiliaries }
        };
        AbstractTrace { steps: trace.blocks.iter().enumerate().map(abstract_step).collect() }
    }

    /// The trace itself, as an abstraction that drops nothing.
    pub fn identity(program: &BlockProgram, trace: &Trace) -> AbstractTrace {
        AbstractTrace::of(program, trace, |_| true)
    }

    /// `FL(i)`: the variables that are read after position `i` before they are written or havoced.
    /// `always` are live everywhere: the constants that axioms speak about.
    pub fn future_live(&self, always: &BTreeSet<Term>) -> LiveVariables {
        let mut live = vec![always.clone(); self.steps.len() + 1];
        for (i, step) in self.steps.iter().enumerate().rev() {
            let mut set: BTreeSet<Term> = live[i + 1].clone();
            for variable in &step.modified {
                set.remove(variable);
            }
            set.extend(step.reads());
            set.extend(always);
            live[i] = set;
        }
        live
    }

    /// `PL(i)`: the variables that were written or read at or before position `i` and not havoced since.
    pub fn past_live(&self, always: &BTreeSet<Term>) -> LiveVariables {
        let mut live = vec![always.clone(); self.steps.len() + 1];
        for (i, step) in self.steps.iter().enumerate() {
            let mut set: BTreeSet<Term> = live[i].clone();
            set.extend(step.reads());
            for variable in &step.modified {
                set.remove(variable);
            }
            set.extend(step.writes());
            set.extend(always);
            live[i + 1] = set;
        }
        live
    }
}
