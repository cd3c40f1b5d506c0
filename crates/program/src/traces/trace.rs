//! Traces and their formulas (Craig vs. Newton, Sect. 4.1).
//!
//! A trace is a path of blocks `st₁, ..., stₙ`. Its trace formula is the
//! conjunction of `F₁, ..., Fₙ`, where `Fᵢ` is the transition formula of `stᵢ`
//! over indexed variables: `x` before the block is `x@k` with `k = index(x, i-1)`,
//! the last position that modified `x`, and `x` after it is `x@i`. Auxiliary
//! variables of the i-th block are indexed by `i` too.

use rustc_hash::FxHashMap;
use term::{Model, Substitution, Term, Version, build as mk};

use super::block::{BlockId, primed};
use super::block_program::BlockProgram;
use crate::ir::{EdgeId, LocationId};

/// A path of blocks from the entry.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Trace {
    /// The blocks, in order.
    pub blocks: Vec<BlockId>,
}

/// The name of a conjunct of a trace formula: the position of the block in the
/// trace (counted from 0) and of the conjunct in the block.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct ConjunctName {
    /// The position in the trace.
    pub step: usize,
    /// The position in the block.
    pub conjunct: usize,
}

/// The trace formula, conjunct by conjunct.
#[derive(Clone, Debug)]
pub struct TraceFormula {
    /// For each step, its conjuncts over indexed variables.
    pub steps: Vec<Vec<Term>>,
    /// For each step, the index of the variables after it, for those that were modified so far.
    indices: Vec<FxHashMap<Term, u32>>,
}

impl Trace {
    /// The number of blocks.
    pub fn len(&self) -> usize {
        self.blocks.len()
    }

    /// True for the trace without blocks.
    pub fn is_empty(&self) -> bool {
        self.blocks.is_empty()
    }

    /// The location before the given step, or behind the last one.
    pub fn location(&self, program: &BlockProgram, position: usize) -> LocationId {
        match self.blocks.get(position) {
            Some(&block) => program.blocks[block].source,
            None => match self.blocks.last() {
                Some(&block) => program.blocks[block].destination,
                None => program.cfg.entry,
            },
        }
    }

    /// The trace formula.
    pub fn formula(&self, program: &BlockProgram) -> TraceFormula {
        let mut index: FxHashMap<Term, u32> = FxHashMap::default();
        let mut formula = TraceFormula { steps: Vec::new(), indices: Vec::new() };
        for (step, &id) in self.blocks.iter().enumerate() {
            let block = &program.blocks[id];
            let position = step as u32 + 1;
            let mut rename = Substitution::new();
            for conjunct in &block.conjuncts {
                for &variable in conjunct.formula.free_variables() {
                    if variable.as_var().is_some_and(|name| name.version == Version::Plain) {
                        rename.insert(variable, at(variable, index.get(&variable).copied().unwrap_or(0)));
                    }
                }
            }
            for &auxiliary in &block.auxiliaries {
                rename.insert(auxiliary, at(auxiliary, position));
            }
            for &variable in &block.modified {
                rename.insert(primed(variable), at(variable, position));
                index.insert(variable, position);
            }
            formula.steps.push(rename.apply_all(block.conjuncts.iter().map(|c| c.formula)));
            formula.indices.push(index.clone());
        }
        formula
    }

    /// The edges of the control-flow graph that the trace takes in a model of its formula.
    pub fn edges(&self, program: &BlockProgram, model: &Model) -> Vec<EdgeId> {
        let mut edges = Vec::new();
        for (step, &id) in self.blocks.iter().enumerate() {
            let mut is_true = |selector: Term| {
                model.get(at(selector, step as u32 + 1)).is_some_and(|value| value.is_true())
            };
            edges.extend(program.blocks[id].edges(&mut is_true));
        }
        edges
    }
}

/// The indexed variable `x@index`.
pub fn at(variable: Term, index: u32) -> Term {
    mk::with_version(variable, Version::At(index))
}

impl TraceFormula {
    /// The index of a variable after the given number of steps: `index(x, i)`.
    pub fn index(&self, variable: Term, position: usize) -> u32 {
        match position {
            0 => 0,
            _ => self.indices[position - 1].get(&variable).copied().unwrap_or(0),
        }
    }

    /// The whole formula as a term.
    pub fn conjunction(&self) -> Term {
        mk::and(self.steps.iter().flatten().copied())
    }

    /// Renames a formula over program variables to the indices at a position: `renameᵢ(φ)`.
    pub fn rename(&self, formula: Term, position: usize) -> Term {
        let pairs = formula.free_variables().iter().map(|v| (*v, at(*v, self.index(*v, position))));
        pairs.collect::<Substitution>().apply(formula)
    }
}
