//! Telling somebody of every step of an execution.

use base::index::Idx;
use term::{Sort, Term};

use super::Executor;
use super::compile::Operand;
use super::procedure::{Jump, ProcedureCode, Write};
use program::{Edge, Procedure, ProcedureId};

/// A step of an execution, for observers.
#[derive(Debug)]
pub struct Step<'a> {
    /// The procedure.
    pub procedure: &'a Procedure,
    /// The edge.
    pub edge: &'a Edge,
    /// Whether the edge is a call that returns now. A call is told of twice: when it starts and when it returns.
    pub is_return: bool,
    /// How many calls are open around the edge.
    pub depth: usize,
    /// The variables that it wrote and their values, arrays left out: of a call that starts, the parameters of the
    /// callee.
    pub changes: Vec<(Term, Term)>,
    /// The elements of arrays that it wrote, unless they are arrays.
    pub writes: Vec<ElementWrite>,
}

/// An element of an array that was written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ElementWrite {
    /// The array, a variable.
    pub array: Term,
    /// The indices from the outside in.
    pub path: Vec<Term>,
    /// The new value.
    pub value: Term,
}

/// A function that is told of every step.
pub type Observer<'p> = Box<dyn FnMut(&Step<'_>) + 'p>;

impl Executor<'_> {
    /// Tells the observer of an edge that is no call; its effects are there already.
    pub(super) fn tell(&mut self, jump: Jump) {
        let depth = self.frames.len() - 1;
        let edge = self.edge_of(depth, jump);
        let changes = self.values(depth, &edge.statement.modified());
        self.observe(depth, jump, false, changes);
    }

    /// Tells the observer of a call whose frame is open.
    pub(super) fn tell_call(&mut self, jump: Jump, callee: usize) {
        if self.is_observed() {
            let depth = self.frames.len() - 1;
            let parameters = &self.program.procedures[ProcedureId::from_usize(callee)].parameters;
            let changes = self.values(depth, parameters);
            self.observe(depth - 1, jump, false, changes);
        }
    }

    /// Tells the observer of a call whose results are there.
    pub(super) fn tell_return(&mut self, jump: Jump) {
        let depth = self.frames.len() - 1;
        let edge = self.edge_of(depth, jump);
        let changes = self.values(depth, &edge.statement.modified());
        self.observe(depth, jump, true, changes);
    }

    fn edge_of(&self, depth: usize, jump: Jump) -> &Edge {
        &self.program.procedures[ProcedureId::from_usize(self.frames[depth].procedure)].edges[jump.id]
    }

    fn observe(&mut self, depth: usize, jump: Jump, is_return: bool, changes: Vec<(Term, Term)>) {
        let procedure = &self.program.procedures[ProcedureId::from_usize(self.frames[depth].procedure)];
        let writes = std::mem::take(&mut self.writes);
        let step = Step { procedure, edge: &procedure.edges[jump.id], is_return, depth, changes, writes };
        if let Some(observer) = &mut self.observer {
            observer(&step);
        }
    }

    /// The values of variables that a frame sees, arrays left out.
    fn values(&self, depth: usize, variables: &[Term]) -> Vec<(Term, Term)> {
        let frame = &self.frames[depth];
        let numbers = variables.iter().filter(|variable| !matches!(variable.sort(), Sort::Array(_)));
        numbers
            .map(|&variable| {
                let local = frame.code.locals.iter().position(|local| *local == variable);
                let value = match local {
                    Some(position) => &self.state.locals[frame.base + position],
                    None => &self.state.globals[self.positions[&variable] as usize],
                };
                (variable, value.to_term(variable.sort()))
            })
            .collect()
    }

    /// Notes what a statement is about to write into an array.
    pub(super) fn note_writes(
        &mut self,
        place: Operand,
        writes: &[Write],
        code: &ProcedureCode,
        base: usize,
    ) {
        let array = match place {
            Operand::Local(position) => code.locals[position as usize],
            Operand::Global(position) => self.program.globals[position as usize],
            Operand::Temp(_) | Operand::Constant(_) => return,
        };
        for write in writes {
            let happens = |(condition, wanted): &(Operand, bool)| {
                self.state.read(*condition, code, base).is_true() == *wanted
            };
            if !write.conditions.iter().all(happens) {
                continue;
            }
            let mut sort = array.sort();
            let mut path = Vec::new();
            for index in &write.path {
                let Sort::Array(array) = sort else { return };
                path.push(self.state.read(*index, code, base).to_term(array.index()));
                sort = array.element();
            }
            // Whole arrays may be large.
            if matches!(sort, Sort::Array(_)) {
                continue;
            }
            let value = self.state.read(write.value, code, base).to_term(sort);
            self.writes.push(ElementWrite { array, path, value });
        }
    }
}
