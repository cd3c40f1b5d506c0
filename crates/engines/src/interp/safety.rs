//! Universal safety interpolants (Def. 2), made sound.
//!
//! The safety interpolant of a location is a conjunction that is *half* at first. It is *full* if all executions that
//! begin there in one of its states are safe. The paper calls it full if those of all successors are full, or if the
//! location is the last reachable one of a spurious path. That says nothing about branches that the path does not take,
//! nor whether the successor's interpolant holds behind them; and on a loop it is circular.
//!
//! Ours is full if it belongs to a set of locations such that every block from one of them, begun in a state of its
//! interpolant, ends at a location of the set in a state of *its* interpolant, or at a location that was full before.
//! The largest such set is taken, which is right for loops: executions stay in the interpolants forever, and that of a
//! target is `false`. Each step is a Hoare triple that was checked, so the full interpolants are inductive together, and
//! become a part of the proof as they are. A triple that is not decided makes the interpolant half.
//!
//! What is full stays full. If a path leads through a full location all the same, because it does not imply the
//! interpolant, a new conjunction begins beside the old one, and becomes a disjunct once it is full.

use base::index::IndexVec;
use program::{Block, BlockId, BlockProgram, LocationId, Trace};
use refine::Validity;
use rustc_hash::FxHashSet;
use term::{Term, build as mk};

use super::interpolation::{Interpolation, Spurious};
use super::shape::Shape;
use crate::cegar::Tools;

/// A conjunction with more parts, or a full interpolant with more disjuncts, is not extended.
const MAX_PARTS: usize = 12;

/// The safety interpolant of a location.
#[derive(Clone, Debug)]
struct Interpolant {
    /// The conjunction that is not full, since the last one was.
    half: Vec<Term>,
    /// States from which everything is safe.
    full: Vec<Term>,
}

impl Interpolant {
    fn half(&self) -> Term {
        mk::and(self.half.iter().copied())
    }

    fn full(&self) -> Term {
        mk::or(self.full.iter().copied())
    }

    fn is_full(&self) -> bool {
        !self.full.is_empty()
    }
}

/// The safety interpolants of all locations.
pub struct Safety {
    at: IndexVec<LocationId, Interpolant>,
    /// The conjuncts of full interpolants.
    facts: FxHashSet<Term>,
    /// How many locations have a full one that is not `true` from the beginning.
    pub learned: u64,
    /// How many triples were asked.
    pub triples: u64,
}

impl Safety {
    /// Full and `true` where no target can be reached any more, `false` at targets, half and `true` elsewhere.
    pub fn new(program: &BlockProgram, shape: &Shape) -> Safety {
        let initial = |location: LocationId| {
            let full = if shape.reaches_target[location] { Vec::new() } else { vec![mk::tt()] };
            Interpolant { half: Vec::new(), full }
        };
        let at = program.cfg.locations.ids().map(initial).collect();
        Safety { at, facts: FxHashSet::default(), learned: 0, triples: 0 }
    }

    /// States of a location from which everything is safe.
    pub fn full(&self, location: LocationId) -> Term {
        self.at[location].full()
    }

    /// Whether the interpolant of a location is full.
    pub fn is_full(&self, location: LocationId) -> bool {
        self.at[location].is_full()
    }

    /// What of a formula is a part of a full interpolant and concerns no variable that the block changes. It holds behind
    /// the block, where a state with it can be pruned without a question about its path.
    pub fn kept<'a>(&'a self, formula: Term, block: &'a Block) -> impl Iterator<Item = Term> + 'a {
        let is_changed = |variable: &Term| block.modified.binary_search(variable).is_ok();
        mk::conjuncts(formula)
            .into_iter()
            .filter(|fact| self.facts.contains(fact))
            .filter(move |fact| !fact.free_variables().iter().any(is_changed))
    }

    /// The flag and the formula, for people.
    pub fn told(&self, program: &BlockProgram, location: LocationId) -> (bool, Term) {
        let interpolant = &self.at[location];
        match (program.target(location), interpolant.is_full()) {
            (Some(_), _) => (true, mk::ff()),
            (None, true) => (true, interpolant.full()),
            (None, false) => (false, interpolant.half()),
        }
    }

    /// Learns from a spurious path. Returns the locations that have become full.
    pub fn update(
        &mut self,
        (program, shape): (&BlockProgram, &Shape),
        trace: &Trace,
        spurious: &Spurious,
        interpolation: &mut Interpolation,
        tools: &mut Tools<'_>,
    ) -> Vec<LocationId> {
        let mut new_full = Vec::new();
        let mut changed = Vec::new();
        let last = spurious.length.saturating_sub(1);
        for position in (1..=last).rev() {
            if tools.budget.check().is_err() {
                break;
            }
            let location = trace.location(program, position);
            let next = trace.location(program, position + 1);
            if position < last && !self.is_full(next) {
                // Whether a loop is full is not known before all of it has interpolants.
                new_full.extend(self.settle(program, shape, &std::mem::take(&mut changed), tools));
                if !self.is_full(next) && !shape.is_on_cycle[next] {
                    break;
                }
            }
            let own = spurious.interpolants[position];
            let interpolant = match position == last {
                true => Some(own),
                false => self.before(program, trace, position, own, interpolation, tools),
            };
            if let Some(interpolant) = interpolant
                && self.conjoin(location, interpolant)
            {
                changed.push(location);
                if !shape.is_on_cycle[location] {
                    new_full.extend(self.settle(program, shape, &std::mem::take(&mut changed), tools));
                }
            }
        }
        new_full.extend(self.settle(program, shape, &changed, tools));
        new_full
    }

    /// `Craig(A, B)` for the path to a position, and its next step into a state outside of the next interpolant. That of
    /// the spurious path itself is one, unless other paths made the next interpolant stronger.
    fn before(
        &mut self,
        program: &BlockProgram,
        trace: &Trace,
        position: usize,
        own: Term,
        interpolation: &mut Interpolation,
        tools: &mut Tools<'_>,
    ) -> Option<Term> {
        let block = trace.blocks[position];
        let here = &self.at[trace.location(program, position)];
        let goal = self.wanted(program.blocks[block].destination, &|_| true);
        let pre = mk::and2(here.half(), own);
        if self.holds(program, pre, block, goal, tools) {
            return Some(own);
        }
        let path = Trace { blocks: trace.blocks[..=position].to_vec() };
        let other = interpolation.implied(&path, goal, tools).map(|assertions| assertions[position]);
        other.filter(|interpolant| !interpolant.has_quantifier()).or(Some(own))
    }

    /// What must hold behind a block to a location, if these locations belong to the set.
    fn wanted(&self, location: LocationId, is_member: &dyn Fn(LocationId) -> bool) -> Term {
        let interpolant = &self.at[location];
        let is_new = is_member(location) && (!interpolant.is_full() || !interpolant.half.is_empty());
        match is_new {
            true => mk::or2(interpolant.half(), interpolant.full()),
            false => interpolant.full(),
        }
    }

    fn holds(
        &mut self,
        program: &BlockProgram,
        pre: Term,
        block: BlockId,
        post: Term,
        tools: &mut Tools<'_>,
    ) -> bool {
        if post.is_true() || pre.is_false() {
            return true;
        }
        if pre.is_true() && post.is_false() {
            return false; // blocks can be executed
        }
        self.triples += 1;
        tools.hoare.check_soon(program, pre, block, post, tools.budget) == Validity::Valid
    }

    /// Adds a conjunct, and says whether that changes anything.
    fn conjoin(&mut self, location: LocationId, conjunct: Term) -> bool {
        let interpolant = &mut self.at[location];
        let is_known = conjunct.is_true() || interpolant.half.contains(&conjunct);
        let is_too_much = interpolant.half.len() >= MAX_PARTS || interpolant.full.len() >= MAX_PARTS;
        if is_known || is_too_much || conjunct.has_quantifier() || interpolant.full.contains(&conjunct) {
            return false;
        }
        interpolant.half.push(conjunct);
        true
    }

    /// Makes those interpolants full that have become so by a change: the largest set of locations that is closed.
    fn settle(
        &mut self,
        program: &BlockProgram,
        shape: &Shape,
        changed: &[LocationId],
        tools: &mut Tools<'_>,
    ) -> Vec<LocationId> {
        let mut members = self.affected(program, shape, changed);
        // Those at the end of the program first: what they lack is known without asking for what comes before.
        let mut work: Vec<LocationId> = members.iter().copied().collect();
        work.sort_unstable_by_key(|location| shape.rank[*location]);
        while let Some(location) = work.pop() {
            if !members.contains(&location) || self.is_closed(program, location, &members, tools) {
                continue;
            }
            members.remove(&location);
            let sources = shape.incoming[location].iter().map(|block| program.blocks[*block].source);
            work.extend(sources.filter(|source| members.contains(source)));
        }
        let mut new_full: Vec<LocationId> = members.into_iter().collect();
        new_full.sort_unstable();
        new_full.retain(|location| self.make_full(*location));
        new_full
    }

    /// The locations that may become full by a change: those from which it can be reached.
    fn affected(
        &self,
        program: &BlockProgram,
        shape: &Shape,
        changed: &[LocationId],
    ) -> FxHashSet<LocationId> {
        let mut affected = FxHashSet::default();
        let mut work = changed.to_vec();
        while let Some(location) = work.pop() {
            let interpolant = &self.at[location];
            let is_settled = interpolant.is_full() && interpolant.half.is_empty();
            if is_settled || program.target(location).is_some() || !affected.insert(location) {
                continue;
            }
            work.extend(shape.incoming[location].iter().map(|block| program.blocks[*block].source));
        }
        affected
    }

    /// Whether no block leaves the set of locations and what was full before.
    fn is_closed(
        &mut self,
        program: &BlockProgram,
        location: LocationId,
        members: &FxHashSet<LocationId>,
        tools: &mut Tools<'_>,
    ) -> bool {
        let pre = self.at[location].half();
        program.outgoing[location].iter().all(|&block| {
            let post = self.wanted(program.blocks[block].destination, &|other| members.contains(&other));
            self.holds(program, pre, block, post, tools)
        })
    }

    fn make_full(&mut self, location: LocationId) -> bool {
        let interpolant = &mut self.at[location];
        let formula = mk::and(std::mem::take(&mut interpolant.half));
        let is_new = !formula.is_false() && !interpolant.full.contains(&formula);
        let was_full = interpolant.is_full();
        if is_new {
            interpolant.full.push(formula);
            self.facts.extend(mk::conjuncts(formula));
        }
        self.learned += u64::from(is_new && !was_full);
        is_new && !was_full
    }

    /// The locations that executions from these may visit, with what is full there.
    pub fn behind(&self, program: &BlockProgram, from: Vec<LocationId>) -> Vec<(LocationId, Term)> {
        let mut seen = FxHashSet::default();
        let mut work = from;
        while let Some(location) = work.pop() {
            if self.is_full(location) && seen.insert(location) {
                work.extend(program.outgoing[location].iter().map(|b| program.blocks[*b].destination));
            }
        }
        let mut all: Vec<(LocationId, Term)> =
            seen.into_iter().map(|location| (location, self.full(location))).collect();
        all.sort_unstable();
        all
    }
}
