//! Which procedures share one copy of their body.
//!
//! Inlining may multiply the size of a program: twenty procedures that call each other twice in a row have a million
//! copies of the last one. The size of the inlined program is known without building it: bottom-up over the call
//! graph, the size of a procedure is that of its body and of the copies inside. If it exceeds the budget, the
//! procedure is shared for which `(copies - 1) · size` is largest, and so on until it fits or sharing saves nothing
//! more. In the worst case every procedure that is called twice is shared, and the result is as large as the
//! program.
//!
//! Heads of recursion ([`CallGraph::is_head`]) are shared from the start, so that the rest has a size at all.

use base::index::IndexVec;

use crate::analyses::CallGraph;
use crate::ir::{CoreProgram, ProcedureId};

/// How many edges a call becomes beside the body.
const CALL_EDGES: usize = 3;

/// Of so many candidates, one is shared before sizes are computed again.
const BATCH: usize = 100;

/// Chooses the procedures that share one copy. Procedures of at most `small` edges are copied.
pub(crate) fn shared_procedures(
    program: &CoreProgram,
    graph: &CallGraph,
    budget: usize,
    small: usize,
) -> IndexVec<ProcedureId, bool> {
    let mut planner = Planner {
        program,
        graph,
        is_shared: graph.is_head.clone(),
        size: IndexVec::from_elem(0, graph.calls.len()),
        copies: IndexVec::from_elem(0, graph.calls.len()),
    };
    while planner.measure() > budget {
        let candidates = planner.candidates(small);
        if candidates.is_empty() {
            break;
        }
        // One by one, unless there are so many that it would take long.
        for (_, procedure) in candidates.iter().take(candidates.len().div_ceil(BATCH)) {
            planner.is_shared[*procedure] = true;
        }
    }
    planner.is_shared
}

struct Planner<'p> {
    program: &'p CoreProgram,
    graph: &'p CallGraph,
    is_shared: IndexVec<ProcedureId, bool>,
    /// The number of edges of one copy, with the copies inside.
    size: IndexVec<ProcedureId, usize>,
    /// How many copies there are.
    copies: IndexVec<ProcedureId, usize>,
}

impl Planner<'_> {
    /// The procedures that are worth sharing with what that saves, best first.
    fn candidates(&self, small: usize) -> Vec<(usize, ProcedureId)> {
        let copied = self.graph.order.iter().filter(|&&p| !self.is_shared[p] && self.size[p] > small);
        let saving = |p: ProcedureId| self.copies[p].saturating_sub(1).saturating_mul(self.size[p]);
        let mut candidates: Vec<_> =
            copied.map(|&p| (saving(p), p)).filter(|(saving, _)| *saving > 0).collect();
        candidates.sort_by_key(|(saving, _)| std::cmp::Reverse(*saving));
        candidates
    }

    /// Computes sizes and numbers of copies, and returns the size of the whole.
    fn measure(&mut self) -> usize {
        for &procedure in &self.graph.order {
            let mut size = self.program.procedures[procedure].edges.len();
            for &callee in &self.graph.calls[procedure] {
                let body = if self.is_shared[callee] { 0 } else { self.size[callee] };
                size = size.saturating_add(CALL_EDGES).saturating_add(body);
            }
            self.size[procedure] = size;
            self.copies[procedure] = usize::from(self.is_shared[procedure]);
        }
        for &entry in &self.program.entries {
            self.copies[entry] = if self.is_shared[entry] { 1 } else { self.copies[entry] + 1 };
        }
        let mut total: usize = 0;
        for &procedure in self.graph.order.iter().rev() {
            let copies = self.copies[procedure];
            let calls = self.graph.calls[procedure].len();
            let own = self.program.procedures[procedure].edges.len() + CALL_EDGES * calls;
            total = total.saturating_add(own.saturating_mul(copies));
            for &callee in self.graph.calls[procedure].iter().filter(|callee| !self.is_shared[**callee]) {
                self.copies[callee] = self.copies[callee].saturating_add(copies);
            }
        }
        total
    }
}
