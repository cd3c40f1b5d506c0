//! Infeasible traces, which sources find assertions for.

use program::{BlockProgram, ConjunctName, Trace};

/// An infeasible trace of a program.
#[derive(Clone, Copy, Debug)]
pub struct InfeasibleTrace<'a> {
    /// The program.
    pub program: &'a BlockProgram,
    /// The trace.
    pub trace: &'a Trace,
    /// The unsatisfiable core of its formula, sorted, if somebody computed one.
    pub core: Option<&'a [ConjunctName]>,
    /// How often the trace came back although it was excluded.
    pub returns: usize,
}

impl InfeasibleTrace<'_> {
    /// The core, or all conjuncts of the trace formula if nobody computed one.
    pub fn core_or_all(&self) -> Vec<ConjunctName> {
        if let Some(core) = self.core {
            return core.to_vec();
        }
        let conjuncts = |(step, block): (usize, &program::BlockId)| {
            let count = self.program.blocks[*block].conjuncts.len();
            (0..count).map(move |conjunct| ConjunctName { step, conjunct })
        };
        self.trace.blocks.iter().enumerate().flat_map(conjuncts).collect()
    }
}
