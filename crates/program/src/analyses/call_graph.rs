//! Who calls whom: order, recursion, reachability of procedures.
//!
//! One depth-first search from the entries of the program (Tarjan's algorithm, with a stack of its own, since call
//! chains may be deeper than the thread's). A *head* is the callee of a call that closes a cycle in this search:
//! without the calls of heads, no procedure calls itself, and [`CallGraph::order`] has callees before callers.

use base::index::IndexVec;

use crate::ir::{CoreProgram, Procedure, ProcedureId, Statement};

/// The call graph of what the entries reach.
pub(crate) struct CallGraph {
    /// For each procedure, the callee of each of its calls.
    pub calls: IndexVec<ProcedureId, Vec<ProcedureId>>,
    /// The procedures that can be called; callees before callers, except for calls of heads.
    pub order: Vec<ProcedureId>,
    /// Whether a call of the procedure closes a cycle.
    pub is_head: IndexVec<ProcedureId, bool>,
    /// Procedures of one number call each other.
    component: IndexVec<ProcedureId, usize>,
}

impl CallGraph {
    /// The graph of a program.
    pub fn new(program: &CoreProgram) -> CallGraph {
        let callees = |procedure: &Procedure| {
            let calls = procedure.edges.iter().filter_map(|edge| match &edge.statement {
                Statement::Call(call) => Some(call.procedure),
                _ => None,
            });
            calls.collect::<Vec<_>>()
        };
        let calls: IndexVec<ProcedureId, Vec<ProcedureId>> = program.procedures.iter().map(callees).collect();
        let mut search = Search::new(&calls);
        for &entry in &program.entries {
            search.run(entry);
        }
        let Search { order, is_head, component, .. } = search;
        CallGraph { calls, order, is_head, component }
    }

    /// Whether the callee may be active already when this caller calls it.
    pub fn is_recursive(&self, caller: ProcedureId, callee: ProcedureId) -> bool {
        self.component[caller] == self.component[callee]
    }

    /// Whether a procedure may be active when it is called.
    pub fn calls_itself(&self, procedure: ProcedureId) -> bool {
        self.calls[procedure].iter().any(|callee| self.is_recursive(procedure, *callee))
    }

    /// The number of the procedures that call each other and this one.
    pub fn component(&self, procedure: ProcedureId) -> usize {
        self.component[procedure]
    }

    /// Whether no procedure that can be called is recursive.
    pub fn is_acyclic(&self) -> bool {
        self.is_head.iter().all(|is_head| !is_head)
    }
}

/// A number that no procedure and no component has.
const NONE: usize = usize::MAX;

struct Search<'c> {
    calls: &'c IndexVec<ProcedureId, Vec<ProcedureId>>,
    /// When each procedure was found.
    number: IndexVec<ProcedureId, usize>,
    /// The lowest number that is known to be in the same component.
    low: IndexVec<ProcedureId, usize>,
    is_open: IndexVec<ProcedureId, bool>,
    /// The procedures whose component is not complete.
    pending: Vec<ProcedureId>,
    count: usize,
    order: Vec<ProcedureId>,
    is_head: IndexVec<ProcedureId, bool>,
    component: IndexVec<ProcedureId, usize>,
}

impl<'c> Search<'c> {
    fn new(calls: &'c IndexVec<ProcedureId, Vec<ProcedureId>>) -> Search<'c> {
        Search {
            calls,
            number: IndexVec::from_elem(NONE, calls.len()),
            low: IndexVec::from_elem(NONE, calls.len()),
            is_open: IndexVec::from_elem(false, calls.len()),
            pending: Vec::new(),
            count: 0,
            order: Vec::new(),
            is_head: IndexVec::from_elem(false, calls.len()),
            component: IndexVec::from_elem(NONE, calls.len()),
        }
    }

    fn enter(&mut self, procedure: ProcedureId) {
        self.number[procedure] = self.count;
        self.low[procedure] = self.count;
        self.count += 1;
        self.is_open[procedure] = true;
        self.pending.push(procedure);
    }

    fn run(&mut self, root: ProcedureId) {
        if self.number[root] != NONE {
            return;
        }
        self.enter(root);
        let mut stack = vec![(root, 0)];
        while let Some((procedure, position)) = stack.pop() {
            let Some(&callee) = self.calls[procedure].get(position) else {
                self.leave(procedure);
                if let Some(&(caller, _)) = stack.last() {
                    self.low[caller] = self.low[caller].min(self.low[procedure]);
                }
                continue;
            };
            stack.push((procedure, position + 1));
            if self.number[callee] == NONE {
                self.enter(callee);
                stack.push((callee, 0));
            } else if self.component[callee] == NONE {
                self.is_head[callee] |= self.is_open[callee];
                self.low[procedure] = self.low[procedure].min(self.number[callee]);
            }
        }
    }

    fn leave(&mut self, procedure: ProcedureId) {
        self.is_open[procedure] = false;
        self.order.push(procedure);
        if self.low[procedure] != self.number[procedure] {
            return;
        }
        while let Some(member) = self.pending.pop() {
            self.component[member] = self.number[procedure];
            if member == procedure {
                break;
            }
        }
    }
}
