//! Inductive facts by guessing and dropping (Houdini: Flanagan, Leino, FME 2001).
//!
//! Refinement learns from traces, and a trace says little about what all iterations of a loop have in common. Here it
//! is the other way round: simple facts are guessed at every location ([`candidates`]), and those that do not follow
//! along some block from the facts before it are dropped until none is left to drop. What remains is inductive, and
//! the largest such set; so it holds whenever an execution is there.
//!
//! Facts without quantifiers come first. Facts about all elements of a part of an array ([`segments`]) come after them.
//! The solver sees no quantifier: such a fact is assumed by its instances at the indices that occur ([`instances`]), and
//! it is refuted for one number. So models drop many of these facts at once, too. A fact that needs another instance is
//! lost.
//!
//! Facts only help: the engine works on a program that assumes them ([`Facts::strengthen`]), and its proof is
//! completed by them ([`Facts::complete`]) and checked like any other.

mod candidates;
mod elements;
mod harvest;
mod live;
mod objects;
mod segments;
mod traversals;

use std::time::Duration;

use base::Budget;
use base::index::{Idx, IndexVec};
use instances::{Indices, Universal};
use program::{Block, BlockId, BlockProgram, Conjunct, LocationId, Proof, ProofState};
use refine::after;
use rustc_hash::{FxHashMap, FxHashSet};
use smt::{CheckResult, Limits, TraceSolver};
use term::{Op, Sort, Term, build as mk};

use harvest::Harvest;
use traversals::Traversals;

/// Programs with more blocks than this are not worth the time.
const MAX_BLOCKS: usize = 120;

/// No more facts than these are assumed by a block.
const MAX_ASSUMED: usize = 24;

/// No more facts than these are assumed by a block of an engine that asks few questions.
const MAX_ASSUMED_AT_ONCE: usize = 400;

/// The longest that one query may take; its failure costs the facts that it is about.
const QUERY_LIMIT: Duration = Duration::from_millis(400);

/// The longest that it may take to see that a fact follows from others.
const IMPLIED_LIMIT: Duration = Duration::from_millis(50);

/// What holds at the locations of a program.
#[derive(Clone, Debug)]
pub struct Facts {
    facts: IndexVec<LocationId, Vec<Term>>,
    /// Blocks that no execution takes.
    blocked: Vec<BlockId>,
}

impl Facts {
    /// How many facts there are.
    pub fn len(&self) -> usize {
        self.facts.iter().map(Vec::len).sum()
    }

    /// Whether nothing is known.
    pub fn is_empty(&self) -> bool {
        self.len() == 0 && self.blocked.is_empty()
    }

    /// The same facts for other blocks of the same graph.
    pub fn elsewhere(self) -> Facts {
        Facts { blocked: Vec::new(), ..self }
    }

    /// The program whose blocks assume the facts before them, and without those that cannot be taken. Facts with
    /// quantifiers are left out: they make feasible traces hard to decide, and every trace implies them anyway.
    pub fn strengthen(&self, program: &BlockProgram) -> BlockProgram {
        self.strengthen_by(program, MAX_ASSUMED)
    }

    /// The same, with many more facts at each location: for engines that ask few and large questions.
    pub fn strengthen_fully(&self, program: &BlockProgram) -> BlockProgram {
        self.strengthen_by(program, MAX_ASSUMED_AT_ONCE)
    }

    fn strengthen_by(&self, program: &BlockProgram, most: usize) -> BlockProgram {
        let mut result = program.clone();
        for outgoing in result.outgoing.iter_mut() {
            outgoing.retain(|block| !self.blocked.contains(block));
        }
        for block in result.blocks.iter_mut() {
            let known = useful(&self.facts[block.source], most);
            let assumed = known.into_iter().map(Conjunct::of_no_edge);
            block.conjuncts = assumed.chain(std::mem::take(&mut block.conjuncts)).collect();
        }
        result
    }

    /// A proof of the program from a proof of the strengthened one. Cases are about the graph, which has no facts.
    ///
    /// The facts are inductive along the blocks of `program`; the proof may be about other blocks of the same graph, whose
    /// ends are `ends`. One set of blocks may end where the other one goes on: at such a place either the facts or the
    /// proof say nothing, not even that no execution gets there, so the invariants are those of the common places.
    pub fn complete(&self, program: &BlockProgram, ends: &[LocationId], proof: &Proof) -> Proof {
        if !proof.cases.is_empty() {
            return proof.clone();
        }
        let places = program.locations();
        if !proof.states.is_empty() {
            let with_facts = |state: &ProofState| {
                let facts = mk::and(self.facts[state.location].clone());
                ProofState { formula: mk::and2(state.formula, facts), ..state.clone() }
            };
            // States that name their successors are listed by position, so none is left out.
            let has_names = proof.states.iter().any(|state| state.successors.is_some());
            let is_kept = |state: &&ProofState| has_names || places.contains(&state.location);
            return Proof::of_states(proof.states.iter().filter(is_kept).map(with_facts).collect());
        }
        if let Some(induction) = proof.induction {
            // Steps are counted at the places of the proof.
            let with_facts = |&(location, invariant): &(LocationId, Term)| {
                (location, mk::and2(invariant, mk::and(self.facts[location].clone())))
            };
            return Proof::of_induction(proof.invariants.iter().map(with_facts).collect(), induction);
        }
        // An end of the proof's blocks without an invariant is not reachable.
        let stated = |location: LocationId| {
            let found = proof.invariants.iter().find(|(other, _)| *other == location);
            found.map(|(_, invariant)| *invariant).or_else(|| ends.contains(&location).then(mk::ff))
        };
        let places = places.into_iter().filter(|location| program.target(*location).is_none());
        let with_facts = |location: LocationId| {
            Some((location, mk::and2(stated(location)?, mk::and(self.facts[location].clone()))))
        };
        Proof::of(places.filter_map(with_facts).collect())
    }
}

/// The facts that blocks assume. Each costs time in every query, so there are none if there would be too many.
fn useful(facts: &[Term], most: usize) -> Vec<Term> {
    let is_kept = |fact: &&Term| {
        // `a <= b` says nothing new beside `a < b`, which over integers is `a <= b - 1`.
        let is_implied = fact.op() == Op::Le
            && fact.arguments()[0].sort() == Sort::Int
            && facts.contains(&mk::lt(fact.arguments()[0], fact.arguments()[1]));
        !fact.has_quantifier() && !elements::is_range_of_type(**fact) && !is_implied
    };
    let kept: Vec<Term> = facts.iter().filter(is_kept).copied().collect();
    if kept.len() <= most { kept } else { Vec::new() }
}

/// Guesses facts and drops those that are not inductive. `None` if there are none, or no time.
pub fn find(program: &BlockProgram, solver: &mut dyn TraceSolver, budget: &Budget) -> Option<Facts> {
    let has_loop = !program.cfg.loop_heads().is_empty();
    if !has_loop || program.blocks.len() > MAX_BLOCKS {
        return None;
    }
    let harvest = Harvest::of(&program.cfg);
    let traversals = Traversals::of(&program.cfg);
    let guessed = candidates::of(program, &harvest, &traversals);
    let each = [mk::fresh_var("each", Sort::Int), mk::fresh_var("each", Sort::Int)];
    let open = IndexVec::from_elem(FxHashSet::default(), program.cfg.locations.len());
    let mut search =
        Search { program, solver, budget, facts: guessed, each, universals: FxHashMap::default(), open };
    search.solver.push();
    for &axiom in &program.cfg.axioms {
        search.solver.assert(axiom);
    }
    let result = search.run(&traversals);
    search.solver.pop(1);
    result.map(|blocked| Facts { facts: search.facts, blocked }).filter(|facts| !facts.is_empty())
}

struct Search<'a> {
    program: &'a BlockProgram,
    solver: &'a mut dyn TraceSolver,
    budget: &'a Budget,
    facts: IndexVec<LocationId, Vec<Term>>,
    /// The numbers for which facts about all numbers are refuted.
    each: [Term; 2],
    universals: FxHashMap<Term, Universal>,
    /// Facts that are not known to be inductive yet, while the others are.
    open: IndexVec<LocationId, FxHashSet<Term>>,
}

impl Search<'_> {
    /// Finds the facts and then the blocks that they exclude. `None`: there was no time.
    fn run(&mut self, traversals: &Traversals) -> Option<Vec<BlockId>> {
        self.fixpoint(&mut |this, block, id| this.drop_by_models(block, id))?;
        self.drop_implied();
        self.add_segments(traversals);
        let mut blocked = Vec::new();
        for (id, block) in self.program.blocks.iter_enumerated() {
            if self.budget.check().is_ok() && !self.facts[block.source].is_empty() && self.is_blocked(block) {
                blocked.push(id);
            }
        }
        Some(blocked)
    }

    /// Drops facts about three and more numbers that follow from the other facts at their location: there are many, and
    /// proofs and witnesses list all facts.
    fn drop_implied(&mut self) {
        for location in 0..self.facts.len() {
            let location = LocationId::from_usize(location);
            for position in (0..self.facts[location].len()).rev() {
                if self.budget.check().is_err() {
                    return;
                }
                let fact = self.facts[location][position];
                let variables = fact.free_variables();
                if variables.len() < 3 || variables.iter().any(|v| v.sort() != Sort::Int) {
                    continue;
                }
                let rest: Vec<Term> =
                    self.facts[location].iter().copied().filter(|other| *other != fact).collect();
                self.solver.push();
                rest.iter().for_each(|other| self.solver.assert(*other));
                self.solver.assert(mk::not(fact));
                let answer = self.solver.check(&[], self.limits(IMPLIED_LIMIT));
                self.solver.pop(1);
                if answer == CheckResult::Unsat {
                    self.facts[location] = rest;
                }
            }
        }
    }

    /// Adds the facts about parts of arrays that are inductive, if there is time for them.
    fn add_segments(&mut self, traversals: &Traversals) {
        let segments = segments::of(self.program, traversals);
        if segments.iter().all(Vec::is_empty) {
            return;
        }
        let before = self.facts.clone();
        for (location, facts) in segments.iter_enumerated() {
            for &fact in facts {
                if !before[location].contains(&fact) {
                    self.universals.extend(Universal::of(fact).map(|universal| (fact, universal)));
                    self.facts[location].push(fact);
                    self.open[location].insert(fact);
                }
            }
        }
        if self.fixpoint(&mut |this, block, id| this.drop_open(block, id)).is_none() {
            self.facts = before;
        }
    }

    /// Drops facts until no block does.
    fn fixpoint(&mut self, drop: &mut dyn FnMut(&mut Self, &Block, BlockId) -> Option<bool>) -> Option<()> {
        let mut is_open = IndexVec::from_elem(true, self.program.blocks.len());
        // In the order of the program, so that facts fail as early as they can.
        loop {
            let first = is_open.iter_enumerated().find(|(_, open)| **open).map(|(id, _)| id);
            let Some(id) = first else { return Some(()) };
            is_open[id] = false;
            let block = &self.program.blocks[id];
            if self.facts[block.destination].is_empty() {
                continue;
            }
            self.budget.check().ok()?;
            if drop(self, block, id)? {
                for &next in &self.program.outgoing[block.destination] {
                    is_open[next] = true;
                }
            }
        }
    }

    /// Assumes a block and the facts before it, those about all numbers at the indices.
    fn enter(&mut self, block: &Block, indices: &Indices) {
        self.solver.push();
        self.solver.assert(block.formula());
        for &fact in &self.facts[block.source] {
            match self.universals.get(&fact) {
                None => self.solver.assert(fact),
                Some(universal) => {
                    let each = &self.each[..universal.arity()];
                    for instance in universal.instances(each, indices.list()) {
                        self.solver.assert(instance);
                    }
                }
            }
        }
    }

    fn limits(&self, time: Duration) -> Limits {
        let time = self.budget.remaining().map_or(time, |left| left.min(time));
        Limits { time: Some(time), memory_mb: None }
    }

    /// Drops the facts behind a block that models refute; the answer is whether there were any.
    fn drop_by_models(&mut self, block: &Block, id: BlockId) -> Option<bool> {
        let destination = block.destination;
        self.enter(block, &Indices::default());
        let mut has_dropped = false;
        loop {
            let facts = self.facts[destination].clone();
            let negated: Vec<Term> =
                facts.iter().map(|fact| mk::not(after(self.program, id, *fact))).collect();
            match self.solver.check(&[mk::or(negated.iter().copied())], self.limits(QUERY_LIMIT)) {
                CheckResult::Unsat => break,
                CheckResult::Sat => {
                    let model = self.solver.model();
                    let is_refuted =
                        |term: &Term| model.as_ref().is_some_and(|model| model.eval(*term).is_true());
                    let kept: Vec<Term> = facts
                        .iter()
                        .zip(&negated)
                        .filter(|(_, negated)| !is_refuted(negated))
                        .map(|(fact, _)| *fact)
                        .collect();
                    // A model that refutes nothing is of no use.
                    self.facts[destination] = if kept.len() == facts.len() { Vec::new() } else { kept };
                }
                CheckResult::Unknown(_) => self.facts[destination].clear(),
            }
            has_dropped = true;
            if self.facts[destination].is_empty() || self.budget.check().is_err() {
                break;
            }
        }
        self.solver.pop(1);
        self.budget.check().ok()?;
        Some(has_dropped)
    }

    /// Drops the facts about parts of arrays, and those that may need them, that are not shown to hold behind a block.
    /// The others are inductive already.
    fn drop_open(&mut self, block: &Block, id: BlockId) -> Option<bool> {
        let goals: Vec<(Term, Term)> = self.facts[block.destination]
            .iter()
            .filter(|fact| self.open[block.destination].contains(fact))
            .map(|&fact| {
                let universal = self.universals.get(&fact);
                let claim = universal.map_or(fact, |universal| universal.at(&self.each[..universal.arity()]));
                (fact, mk::not(after(self.program, id, claim)))
            })
            .collect();
        if goals.is_empty() {
            return Some(false);
        }
        let mut indices = Indices::default();
        indices.read(block.formula());
        goals.iter().for_each(|(_, negated)| indices.read(*negated));
        self.read_facts(block, &mut indices);
        self.enter(block, &indices);
        let kept = self.hold(goals.clone());
        self.solver.pop(1);
        self.budget.check().ok()?;
        let has_dropped = kept.len() < goals.len();
        let kept: FxHashSet<Term> = kept.into_iter().map(|(fact, _)| fact).collect();
        let open = &self.open[block.destination];
        self.facts[block.destination].retain(|fact| !open.contains(fact) || kept.contains(fact));
        Some(has_dropped)
    }

    /// The goals that hold: no model shows the opposite of one, and the solver says that there is none.
    fn hold(&mut self, mut goals: Vec<(Term, Term)>) -> Vec<(Term, Term)> {
        while !goals.is_empty() && self.budget.check().is_ok() {
            let some = mk::or(goals.iter().map(|(_, negated)| *negated));
            match self.solver.check(&[some], self.limits(QUERY_LIMIT)) {
                CheckResult::Unsat => return goals,
                CheckResult::Sat => {
                    let count = goals.len();
                    if let Some(model) = self.solver.model() {
                        goals.retain(|(_, negated)| !model.eval(*negated).is_true());
                    }
                    if goals.len() == count {
                        return Vec::new(); // a model that refutes nothing is of no use
                    }
                }
                CheckResult::Unknown(_) if goals.len() == 1 => return Vec::new(),
                CheckResult::Unknown(_) => {
                    let others = goals.split_off(goals.len() / 2);
                    let mut kept = self.hold(goals);
                    kept.extend(self.hold(others));
                    return kept;
                }
            }
        }
        Vec::new()
    }

    /// Adds the indices in the facts before a block: one about a single element says something together with one about all
    /// elements.
    fn read_facts(&self, block: &Block, indices: &mut Indices) {
        let facts = self.facts[block.source].iter();
        facts.filter(|fact| !self.universals.contains_key(fact)).for_each(|fact| indices.read(*fact));
    }

    fn is_blocked(&mut self, block: &Block) -> bool {
        let mut indices = Indices::default();
        indices.read(block.formula());
        self.read_facts(block, &mut indices);
        self.enter(block, &indices);
        let answer = self.solver.check(&[], self.limits(QUERY_LIMIT));
        self.solver.pop(1);
        answer == CheckResult::Unsat
    }
}
