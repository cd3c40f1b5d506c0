//! The formula of all executions with so many iterations of loops, layer by layer.
//!
//! Executions are cut at loop heads. A layer has, for each loop head that executions reach after that many loop heads, a
//! way: the condition under which they do, and the values of the variables. The ways of the next layer lead from there
//! along the edges of the control-flow graph to loop heads and targets; where they meet in between, they are joined.

use std::collections::BTreeMap;
use std::rc::Rc;

use base::index::IndexVec;
use base::{Budget, Exhausted};
use program::{BlockId, BlockProgram, Cfg, EdgeId, LocationId};
use rustc_hash::FxHashSet;
use term::{Model, Op, Term, build as mk};

use super::ways::{Event, Moment, Way, Ways};

/// What is the same for all layers of a program.
pub struct Map<'p> {
    /// The program.
    pub program: &'p BlockProgram,
    /// Where executions are cut: the loop heads that the entry reaches.
    pub heads: Vec<LocationId>,
    outgoing: IndexVec<LocationId, Vec<EdgeId>>,
    /// The locations, each before those that executions reach from it without a loop head in between.
    order: Vec<LocationId>,
    /// The variables that are read behind a loop head before they are written.
    live: BTreeMap<LocationId, FxHashSet<Term>>,
    /// What the blocks from a location demand of the state before them, whichever is taken.
    known: IndexVec<LocationId, Vec<Term>>,
}

/// An arrival at a target.
#[derive(Clone, Copy)]
pub struct Arrival {
    /// The target.
    pub target: LocationId,
    /// True only if an execution arrives.
    pub condition: Term,
    /// The number of the layer, beginning with 1.
    pub length: u32,
    moment: Moment,
}

/// The executions with up to so many layers.
pub struct Layers<'p> {
    map: Rc<Map<'p>>,
    ways: Ways,
    /// How executions are at loop heads after `length` layers.
    last: BTreeMap<LocationId, Way>,
    /// The number of layers.
    pub length: u32,
    /// The arrivals at targets.
    pub arrivals: Vec<Arrival>,
}

impl<'p> Map<'p> {
    /// The map of a program.
    pub fn of(program: &'p BlockProgram) -> Map<'p> {
        let cfg = &program.cfg;
        let order = cfg.reverse_postorder();
        let mut heads = cfg.loop_heads();
        heads.retain(|head| order.contains(head));
        let known = known(program);
        let all_live = live_variables(cfg, &known);
        let live = heads.iter().map(|head| (*head, all_live[*head].clone())).collect();
        Map { program, heads, outgoing: cfg.outgoing(), order, live, known }
    }
}

impl<'p> Layers<'p> {
    /// The executions that begin at a location, without any layer.
    pub fn new(map: &Rc<Map<'p>>, start: LocationId) -> Layers<'p> {
        let mut ways = Ways::new();
        let mut way = Some(ways.start());
        if map.heads.contains(&start) {
            way = way.and_then(|way| assume_known(map, &mut ways, way, start));
        }
        let last = way.into_iter().map(|way| (start, way)).collect();
        Layers { map: map.clone(), ways, last, length: 0, arrivals: Vec::new() }
    }

    /// How many formulas define their names.
    pub fn size(&self) -> usize {
        self.ways.definitions.len()
    }

    /// That an execution goes on behind the last layer.
    pub fn goes_on(&self) -> Term {
        mk::or(self.last.values().map(|way| mk::and(way.literals.iter().copied())))
    }

    /// The definitions that a formula needs.
    pub fn definitions(&self, formula: Term) -> Vec<Term> {
        self.ways.definitions.needed(&[formula])
    }

    /// Adds one more layer; it is not complete if this is cancelled.
    pub fn extend(&mut self, budget: &Budget) -> Result<(), Exhausted> {
        self.length += 1;
        let map = self.map.clone();
        let mut arriving: BTreeMap<LocationId, Vec<Way>> = BTreeMap::new();
        for (head, way) in std::mem::take(&mut self.last) {
            self.leave(head, way, &mut arriving);
        }
        for &location in map.order.iter().filter(|location| !map.heads.contains(location)) {
            let Some(ways) = arriving.remove(&location) else { continue };
            budget.check()?;
            let joined = self.ways.join(ways);
            if let Some(way) = joined.and_then(|way| assume_known(&map, &mut self.ways, way, location)) {
                self.leave(location, way, &mut arriving);
            }
        }
        for (head, ways) in arriving {
            let joined = self.ways.join(ways);
            let Some(mut way) = joined.and_then(|way| assume_known(&map, &mut self.ways, way, head)) else {
                continue;
            };
            let arrives = mk::and(way.literals.iter().copied());
            way.literals = vec![self.ways.definitions.literal(arrives)];
            way.literals.retain(|literal| !literal.is_true());
            way.keep(|variable| map.live[&head].contains(&variable));
            self.last.insert(head, way);
        }
        Ok(())
    }

    /// Takes all edges out of a location.
    fn leave(&mut self, location: LocationId, way: Way, arriving: &mut BTreeMap<LocationId, Vec<Way>>) {
        let map = self.map.clone();
        let cfg = &map.program.cfg;
        for &id in &map.outgoing[location] {
            let edge = &cfg.edges[id];
            let Some(behind) = self.ways.take(way.clone(), id, &edge.statement) else { continue };
            let target = edge.destination;
            match map.program.target(target) {
                Some(_) => {
                    let condition = mk::and(behind.literals.iter().copied());
                    let (length, moment) = (self.length, behind.moment);
                    self.arrivals.push(Arrival { target, condition, length, moment });
                }
                None => arriving.entry(target).or_default().push(behind),
            }
        }
    }

    /// The edges that a model takes to a target.
    pub fn path(&self, arrival: &Arrival, model: &Model) -> Vec<EdgeId> {
        let mut edges = Vec::new();
        let mut moment = arrival.moment;
        loop {
            match self.ways.events[moment] {
                Event::Start => break,
                Event::Edge(edge, before) => {
                    edges.push(edge);
                    moment = before;
                }
                Event::Join(selector, first, second) => {
                    moment = if is_true(selector, model) { first } else { second };
                }
            }
        }
        edges.reverse();
        edges
    }
}

/// Whether a literal holds. What a model says nothing about does not matter.
pub fn is_true(literal: Term, model: &Model) -> bool {
    match literal.op() {
        Op::Not => !is_true(literal.arguments()[0], model),
        _ => literal.is_true() || model.get(literal).is_some_and(|value| value.is_true()),
    }
}

/// The way on which holds what is known at a location.
fn assume_known(map: &Map<'_>, ways: &mut Ways, way: Way, location: LocationId) -> Option<Way> {
    map.known[location].iter().try_fold(way, |way, fact| ways.assume(way, *fact))
}

/// For each location, what all blocks from there demand of the state before them and comes from no statement: guessed facts.
fn known(program: &BlockProgram) -> IndexVec<LocationId, Vec<Term>> {
    let variables: FxHashSet<Term> = program.cfg.variables.iter().copied().collect();
    let mut known = IndexVec::from_elem(Vec::new(), program.cfg.locations.len());
    for (location, outgoing) in program.outgoing.iter_enumerated() {
        let facts = |id: &BlockId| -> Vec<Term> {
            let conjuncts = program.blocks[*id].conjuncts.iter();
            let is_fact = |formula: &Term| formula.free_variables().iter().all(|v| variables.contains(v));
            conjuncts.filter(|c| c.origin.is_none()).map(|c| c.formula).filter(is_fact).collect()
        };
        let Some((first, others)) = outgoing.split_first() else { continue };
        let mut common = facts(first);
        for other in others {
            let other = facts(other);
            common.retain(|fact| other.contains(fact));
        }
        known[location] = common;
    }
    known
}

/// For each location, the variables that are read behind it before they are written.
fn live_variables(
    cfg: &Cfg,
    known: &IndexVec<LocationId, Vec<Term>>,
) -> IndexVec<LocationId, FxHashSet<Term>> {
    let mut live: IndexVec<LocationId, FxHashSet<Term>> = known
        .iter()
        .map(|facts| facts.iter().flat_map(|fact| fact.free_variables().to_vec()).collect())
        .collect();
    let incoming = cfg.incoming();
    let mut work: Vec<LocationId> = cfg.reverse_postorder();
    let mut is_waiting = IndexVec::from_elem(true, cfg.locations.len());
    while let Some(location) = work.pop() {
        is_waiting[location] = false;
        for &edge in &incoming[location] {
            let edge = &cfg.edges[edge];
            let modified = edge.statement.modified();
            let kept: Vec<Term> = live[location].iter().copied().filter(|v| !modified.contains(v)).collect();
            let before = &mut live[edge.source];
            let count = before.len();
            before.extend(kept);
            before.extend(edge.statement.expressions().iter().flat_map(|e| e.free_variables()));
            if before.len() > count && !std::mem::replace(&mut is_waiting[edge.source], true) {
                work.push(edge.source);
            }
        }
    }
    live
}
