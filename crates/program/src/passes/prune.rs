//! Pruning: what lies on a way from an entry to a target.
//!
//! After inlining, [`Cfg::prune`] finds what does not matter; but then it was copied already. Before, [`Relevance`]
//! answers the same question for the graph of all procedures, with calls and returns matched:
//!
//! * A location is *reached* if it can be reached from an entry. The location behind a call is reached only if the
//!   exit of the callee is.
//! * A location *fails* if a target can be reached from it before its procedure returns: it is a target, or an edge
//!   leads to one that fails, or a call to a procedure whose entry fails. A recursive call may end at a limit, which
//!   is a target as well.
//! * A location is *relevant* if it fails, or its procedure may return from it to a relevant location.
//!
//! An edge is kept if it starts in a reached location and leads to a relevant one, or if it is a call whose callee
//! fails. Procedures that are not called any more are gone. Conditions are not looked at, except that no execution
//! passes `assume false`.

use base::index::IndexVec;

use crate::analyses::CallGraph;
use crate::ir::{
    Call, Cfg, CoreProgram, Edge, EdgeId, LocationId, Procedure, ProcedureId, Statement, verify,
};

impl CoreProgram {
    /// The program without what does not matter for the question whether a target is reached.
    pub fn prune(&self) -> CoreProgram {
        let graph = CallGraph::new(self);
        let mut relevance = Relevance::new(self, &graph);
        relevance.reach();
        relevance.fail();
        relevance.return_to_relevant();
        let result = relevance.finish();
        debug_assert_eq!(verify(&result), Ok(()));
        result
    }
}

impl Cfg {
    /// The graph without what cannot be reached from the entry or cannot reach a target. The entry
    /// stays, even if nothing else does. No execution passes `assume false`; other conditions are
    /// not looked at.
    pub fn prune(&self) -> Cfg {
        let is_passable = |edge: &Edge| !matches!(edge.statement, Statement::Assume(c) if c.is_false());
        let step = |edges: &[EdgeId], next: &dyn Fn(&Edge) -> LocationId| -> Vec<LocationId> {
            edges.iter().map(|&edge| &self.edges[edge]).filter(|edge| is_passable(edge)).map(next).collect()
        };
        let (outgoing, incoming) = (self.outgoing(), self.incoming());
        let forward = self.closure([self.entry], |l| step(&outgoing[l], &|edge| edge.destination));
        let backward =
            self.closure(self.targets().map(|(id, _)| id), |l| step(&incoming[l], &|edge| edge.source));
        let is_kept = |l: LocationId| l == self.entry || (forward[l] && backward[l]);
        let mut result = Cfg { locations: IndexVec::new(), edges: IndexVec::new(), ..self.clone() };
        let mut new_ids = IndexVec::from_elem(None, self.locations.len());
        for (id, location) in self.locations.iter_enumerated() {
            if is_kept(id) {
                new_ids[id] = Some(result.locations.push(location.clone()));
            }
        }
        result.entry = new_ids[self.entry].expect("the entry is kept");
        for edge in self.edges.iter() {
            if let (Some(source), Some(destination)) = (new_ids[edge.source], new_ids[edge.destination])
                && forward[edge.source]
                && backward[edge.destination]
                && is_passable(edge)
            {
                result.edges.push(Edge { source, destination, ..edge.clone() });
            }
        }
        result
    }

    fn closure(
        &self,
        start: impl IntoIterator<Item = LocationId>,
        successors: impl Fn(LocationId) -> Vec<LocationId>,
    ) -> IndexVec<LocationId, bool> {
        let mut seen = IndexVec::from_elem(false, self.locations.len());
        let mut work: Vec<LocationId> = start.into_iter().collect();
        while let Some(location) = work.pop() {
            if !std::mem::replace(&mut seen[location], true) {
                work.extend(successors(location));
            }
        }
        seen
    }
}

/// A location of a procedure.
type Place = (ProcedureId, LocationId);

/// A set of places.
type Places = IndexVec<ProcedureId, IndexVec<LocationId, bool>>;

struct Relevance<'p> {
    program: &'p CoreProgram,
    graph: &'p CallGraph,
    outgoing: IndexVec<ProcedureId, IndexVec<LocationId, Vec<EdgeId>>>,
    incoming: IndexVec<ProcedureId, IndexVec<LocationId, Vec<EdgeId>>>,
    /// For each procedure, the edges that call it.
    callers: IndexVec<ProcedureId, Vec<(ProcedureId, EdgeId)>>,
    reached: Places,
    failing: Places,
    relevant: Places,
}

impl<'p> Relevance<'p> {
    fn new(program: &'p CoreProgram, graph: &'p CallGraph) -> Relevance<'p> {
        let neighbours = |p: &Procedure, end: fn(&Edge) -> LocationId| {
            let mut edges = IndexVec::from_elem(Vec::new(), p.locations.len());
            for (id, edge) in p.edges.iter_enumerated() {
                edges[end(edge)].push(id);
            }
            edges
        };
        let nowhere: Places =
            program.procedures.iter().map(|p| IndexVec::from_elem(false, p.locations.len())).collect();
        let mut callers = IndexVec::from_elem(Vec::new(), program.procedures.len());
        for (id, procedure) in program.procedures.iter_enumerated() {
            for (edge_id, edge) in procedure.edges.iter_enumerated() {
                if let Statement::Call(call) = &edge.statement {
                    callers[call.procedure].push((id, edge_id));
                }
            }
        }
        Relevance {
            program,
            graph,
            outgoing: program.procedures.iter().map(|p| neighbours(p, |edge| edge.source)).collect(),
            incoming: program.procedures.iter().map(|p| neighbours(p, |edge| edge.destination)).collect(),
            callers,
            reached: nowhere.clone(),
            failing: nowhere.clone(),
            relevant: nowhere,
        }
    }

    fn edge(&self, procedure: ProcedureId, edge: EdgeId) -> &'p Edge {
        &self.program.procedures[procedure].edges[edge]
    }

    /// Whether the callee can return.
    fn returns(&self, callee: ProcedureId) -> bool {
        self.reached[callee][self.program.procedures[callee].exit]
    }

    /// Whether the callee can reach a target before it returns.
    fn fails(&self, caller: ProcedureId, callee: ProcedureId) -> bool {
        let entry = self.program.procedures[callee].entry;
        self.failing[callee][entry] || self.graph.is_recursive(caller, callee)
    }

    /// Whether an execution can get from the source of an edge to its destination.
    fn is_passable(&self, statement: &Statement) -> bool {
        match statement {
            Statement::Assume(condition) => !condition.is_false(),
            Statement::Call(call) => self.returns(call.procedure),
            _ => true,
        }
    }

    fn reach(&mut self) {
        let program = self.program;
        let mut work: Vec<Place> =
            program.entries.iter().map(|&p| (p, program.procedures[p].entry)).collect();
        while let Some((procedure, location)) = work.pop() {
            if std::mem::replace(&mut self.reached[procedure][location], true) {
                continue;
            }
            for &id in &self.outgoing[procedure][location] {
                let edge = self.edge(procedure, id);
                if let Statement::Call(call) = &edge.statement {
                    work.push((call.procedure, program.procedures[call.procedure].entry));
                }
                if self.is_passable(&edge.statement) {
                    work.push((procedure, edge.destination));
                }
            }
            if location == program.procedures[procedure].exit {
                for &(caller, id) in &self.callers[procedure] {
                    let edge = self.edge(caller, id);
                    if self.reached[caller][edge.source] {
                        work.push((caller, edge.destination));
                    }
                }
            }
        }
    }

    fn fail(&mut self) {
        let program = self.program;
        let mut work: Vec<Place> = Vec::new();
        for (id, procedure) in program.procedures.iter_enumerated() {
            let targets = procedure.locations.iter_enumerated().filter(|(_, l)| l.target.is_some());
            work.extend(targets.map(|(location, _)| (id, location)));
            let is_recursion = |edge: &&Edge| match &edge.statement {
                Statement::Call(call) => self.graph.is_recursive(id, call.procedure),
                _ => false,
            };
            work.extend(procedure.edges.iter().filter(is_recursion).map(|edge| (id, edge.source)));
        }
        while let Some((procedure, location)) = work.pop() {
            if !self.reached[procedure][location]
                || std::mem::replace(&mut self.failing[procedure][location], true)
            {
                continue;
            }
            work.extend(self.predecessors(procedure, location));
            if location == program.procedures[procedure].entry {
                let callers = &self.callers[procedure];
                work.extend(callers.iter().map(|&(caller, id)| (caller, self.edge(caller, id).source)));
            }
        }
    }

    /// The locations from which an execution can get to a location in one step, which may be a
    /// whole call.
    fn predecessors(&self, procedure: ProcedureId, location: LocationId) -> Vec<Place> {
        let edges = self.incoming[procedure][location].iter().map(|&id| self.edge(procedure, id));
        let passable = edges.filter(|edge| self.is_passable(&edge.statement));
        passable.map(|edge| (procedure, edge.source)).collect()
    }

    fn return_to_relevant(&mut self) {
        let program = self.program;
        let mut work: Vec<Place> = Vec::new();
        for (id, locations) in self.failing.iter_enumerated() {
            work.extend(locations.iter_enumerated().filter(|(_, fails)| **fails).map(|(l, _)| (id, l)));
        }
        while let Some((procedure, location)) = work.pop() {
            if !self.reached[procedure][location]
                || std::mem::replace(&mut self.relevant[procedure][location], true)
            {
                continue;
            }
            work.extend(self.predecessors(procedure, location));
            for &id in &self.incoming[procedure][location] {
                let edge = self.edge(procedure, id);
                if let Statement::Call(call) = &edge.statement
                    && self.reached[procedure][edge.source]
                {
                    work.push((call.procedure, program.procedures[call.procedure].exit));
                }
            }
        }
    }

    fn is_kept(&self, procedure: ProcedureId, edge: &Edge) -> bool {
        let fails = match &edge.statement {
            Statement::Call(call) => self.fails(procedure, call.procedure),
            _ => false,
        };
        let leads_on = self.is_passable(&edge.statement) && self.relevant[procedure][edge.destination];
        self.reached[procedure][edge.source] && (fails || leads_on)
    }

    fn finish(&self) -> CoreProgram {
        let program = self.program;
        let mut is_kept = IndexVec::from_elem(false, program.procedures.len());
        let mut work = program.entries.clone();
        while let Some(procedure) = work.pop() {
            if std::mem::replace(&mut is_kept[procedure], true) {
                continue;
            }
            let edges = program.procedures[procedure].edges.iter();
            for edge in edges.filter(|edge| self.is_kept(procedure, edge)) {
                if let Statement::Call(call) = &edge.statement {
                    work.push(call.procedure);
                }
            }
        }
        let mut ids = IndexVec::from_elem(None, program.procedures.len());
        let mut result = CoreProgram { procedures: IndexVec::new(), ..program.clone() };
        for (id, procedure) in program.procedures.iter_enumerated().filter(|(id, _)| is_kept[*id]) {
            ids[id] = Some(result.procedures.push(self.reduce(id, procedure)));
        }
        let new_id = |id: ProcedureId| ids[id].expect("what is called is kept");
        result.entries = program.entries.iter().map(|&entry| new_id(entry)).collect();
        for edge in result.procedures.iter_mut().flat_map(|procedure| procedure.edges.iter_mut()) {
            if let Statement::Call(Call { procedure, .. }) = &mut edge.statement {
                *procedure = new_id(*procedure);
            }
        }
        result
    }

    /// A procedure with the edges that are kept, and the locations that they need.
    fn reduce(&self, id: ProcedureId, procedure: &Procedure) -> Procedure {
        let kept: Vec<&Edge> = procedure.edges.iter().filter(|edge| self.is_kept(id, edge)).collect();
        let mut is_needed = IndexVec::from_elem(false, procedure.locations.len());
        let ends = kept.iter().flat_map(|edge| [edge.source, edge.destination]);
        ends.chain([procedure.entry, procedure.exit]).for_each(|location| is_needed[location] = true);
        let mut ids = IndexVec::from_elem(None, procedure.locations.len());
        let mut result =
            Procedure { locations: IndexVec::new(), edges: IndexVec::new(), ..procedure.clone() };
        for (location, content) in procedure.locations.iter_enumerated().filter(|(l, _)| is_needed[*l]) {
            ids[location] = Some(result.locations.push(content.clone()));
        }
        let new_id = |location: LocationId| ids[location].expect("what edges need is kept");
        result.entry = new_id(procedure.entry);
        result.exit = new_id(procedure.exit);
        for edge in kept {
            let (source, destination) = (new_id(edge.source), new_id(edge.destination));
            result.edges.push(Edge { source, destination, ..edge.clone() });
        }
        result
    }
}
