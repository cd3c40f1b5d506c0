//! Notes of an executor with a trail: what its path depends on.

use std::rc::Rc;

use base::index::Idx;
use term::{Sort, Term, build as mk};

use super::compile::Operand;
use super::procedure::{Action, Assignment, Branch, EdgeCode, Jump, ProcedureCode};
use super::shadow::{Shadow, Shadows};
use super::trail::{Alternative, Place};
use super::{Ending, Executor, Frame};
use program::{EdgeId, ProcedureId};

/// The positions among enabled edges are numbers of this width.
const POSITION: u32 = 32;

impl Executor<'_> {
    fn shadows(&mut self) -> &mut Shadows {
        self.state.shadows.as_mut().expect("there is a trail")
    }

    fn edge(&mut self, edge: EdgeId) -> Place {
        let is_exact = self.shadows().trail.overapproximation.is_none();
        let &mut Frame { procedure, calls, .. } = self.top();
        Place { procedure: ProcedureId::from_usize(procedure), edge, calls, is_exact }
    }

    fn reason(&mut self, jump: Jump) -> Option<Rc<str>> {
        let Place { procedure, edge, .. } = self.edge(jump.id);
        self.program.procedures[procedure].edges[edge].provenance.overapproximation.clone()
    }

    /// Notes that the path passes an edge that allows more than the program does, whatever its effect is.
    pub(super) fn note_approximate(&mut self, jump: Jump) {
        if self.state.shadows.is_some()
            && let Some(why) = self.reason(jump)
        {
            self.shadows().trail.overapproximation.get_or_insert(why);
        }
    }

    /// Counts an edge. An execution that has taken no other edges than before for long enough ends.
    pub(super) fn note_taken(&mut self, jump: Jump) -> Result<(), Ending> {
        let (edge, steps) = (self.edge(jump.id), self.execution.steps);
        let trail = &mut self.shadows().trail;
        if trail.first_constrained.is_none() && !trail.constraints.is_empty() {
            trail.first_constrained = Some(steps - 1);
        }
        let count = trail.taken.entry(edge).or_default();
        *count += 1;
        if *count == 1 {
            trail.last_new = steps;
        }
        if trail.is_out_of_patience(steps) { Err(Ending::StepLimit) } else { Ok(()) }
    }

    /// An execution ends if it takes no edge for the first time in so many steps, if there is a trail.
    pub fn set_patience(&mut self, steps: u64) {
        if let Some(shadows) = &mut self.state.shadows {
            shadows.trail.patience = Some(steps);
        }
    }

    /// Notes which of two edges is taken.
    pub(super) fn note_branch(&mut self, branch: &Branch, holds: bool, base: usize) {
        let taken = branch.edges[usize::from(!holds)];
        if taken.is_overapproximation {
            self.note_approximate(taken);
        }
        let Some(term) = self.shadows().read(branch.condition, base).term() else { return };
        let condition = if holds { term } else { mk::not(term) };
        let edge = Some(self.edge(branch.edges[usize::from(holds)].id));
        let alternatives = vec![Alternative { condition: mk::not(condition), edge }];
        self.shadows().trail.depend(condition, alternatives);
    }

    /// Notes which of the edges is taken, or that none is. `conditions` are the terms of the assumptions among them.
    pub(super) fn note_choice(
        &mut self,
        edges: &[EdgeCode],
        conditions: &[(usize, Option<Term>)],
        enabled: &[usize],
        chosen: Option<usize>,
    ) {
        let mut holds = Vec::new();
        let mut alternatives = Vec::new();
        for &(position, term) in conditions {
            let Some(term) = term else { continue };
            let is_enabled = enabled.contains(&position);
            // What others would have to be decides nothing, unless the path chose among several.
            if chosen == Some(position) || enabled.len() > 1 {
                holds.push(if is_enabled { term } else { mk::not(term) });
            }
            if !is_enabled {
                let edge = Some(self.edge(edges[position].jump.id));
                alternatives.push(Alternative { condition: term, edge });
            }
        }
        if enabled.len() > 1 {
            let at = enabled.iter().position(|position| Some(*position) == chosen).unwrap_or(0);
            let symbol = self.shadows().trail.decide(mk::bv(at as u32, POSITION), None);
            for (other, position) in enabled.iter().enumerate().filter(|(other, _)| *other != at) {
                let edge = Some(self.edge(edges[*position].jump.id));
                let condition = mk::eq(symbol, mk::bv(other as u32, POSITION));
                alternatives.push(Alternative { condition, edge });
            }
        }
        self.shadows().trail.depend(mk::and(holds), alternatives);
        if let Some(edge) = chosen.map(|position| &edges[position])
            && edge.jump.is_overapproximation
            && matches!(edge.action, Action::Assume(_))
        {
            self.note_approximate(edge.jump);
        }
    }

    /// The values that an edge with an over-approximation computed are unknown from now on.
    pub(super) fn shade_approximation(&mut self, edge: &EdgeCode, code: &ProcedureCode, base: usize) {
        let Some(why) = self.state.shadows.is_some().then(|| self.reason(edge.jump)).flatten() else {
            return;
        };
        let Action::Assign(assignments) = &edge.action else { return };
        for assignment in assignments {
            match assignment {
                Assignment::Move(place, _) => {
                    let sort = self.sort_of(*place, code);
                    let shadow = match sort {
                        Sort::Array(_) => Shadow::open(sort, Some(&why)),
                        sort => {
                            let value = self.state.term_of_operand(*place, sort, code, base);
                            Shadow::Scalar(self.shadows().trail.approximate(value, &why))
                        }
                    };
                    *self.shadows().place(*place, base) = shadow;
                }
                // Nothing is known of which elements were meant.
                Assignment::Update(..) => self.note_approximate(edge.jump),
            }
        }
    }

    fn sort_of(&self, place: Operand, code: &ProcedureCode) -> Sort {
        match place {
            Operand::Local(position) => code.locals[position as usize].sort(),
            Operand::Global(position) => self.program.globals[position as usize].sort(),
            Operand::Temp(_) | Operand::Constant(_) => unreachable!("no variables"),
        }
    }
}
