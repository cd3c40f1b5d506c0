//! Floyd–Hoare automata, built on demand.
//!
//! The predicates of a refinement span an automaton whose traces are all
//! infeasible: a transition from `p` under a block to `q` exists only if the
//! triple `{p} block {q}` is valid, the initial state is `true`, the accepting
//! one `false`. Here it is explored already determinised: a state is a set of
//! predicates.
//!
//! - *predicate*: the successor of a set is every predicate that follows from the
//!   conjunction of the set (as in predicate abstraction).
//! - *eager*: every predicate that follows from a single member of the set.
//! - *canonical*: only the steps of the trace itself, and valid triples between
//!   assertions of the sequence at the locations where they stand.

use base::Budget;
use base::index::{IndexVec, typed_index};
use logic::{Implication, PredicateId, PredicateUnifier};
use program::{BlockId, BlockProgram, LocationId};
use refine::{HoareChecker, Validity};
use rustc_hash::FxHashMap;
use term::{Term, build as mk};

use crate::options::Generalisation;

typed_index! {
    /// A set of predicates.
    pub struct SetId;
}

/// Where a sequence puts a predicate: the predicate and the location of its position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Placed {
    /// The predicate.
    pub predicate: PredicateId,
    /// The location of the program there.
    pub location: LocationId,
}

/// The automaton of one refinement.
pub struct FloydHoare {
    generalisation: Generalisation,
    /// The predicates other than `true` and `false`, in the order of the sequences.
    predicates: Vec<PredicateId>,
    /// The sequences: predicates with their locations, and the blocks between them.
    placed: Vec<Placed>,
    /// Steps of the sequences: these triples are known to be valid.
    steps: FxHashMap<BlockId, Vec<(PredicateId, PredicateId)>>,
    sets: IndexVec<SetId, Vec<PredicateId>>,
    set_ids: FxHashMap<Vec<PredicateId>, SetId>,
    /// Successors that are computed; `None`: the set contains `false`.
    successors: FxHashMap<(SetId, BlockId), Option<SetId>>,
}

/// What the automaton needs to decide a transition.
pub struct Oracle<'a> {
    /// The program.
    pub program: &'a BlockProgram,
    /// Decides triples.
    pub hoare: &'a mut HoareChecker,
    /// Knows the predicates and implications among them.
    pub unifier: &'a PredicateUnifier,
    /// Ends the search.
    pub budget: &'a Budget,
}

impl FloydHoare {
    /// An automaton without predicates.
    pub fn new(generalisation: Generalisation) -> FloydHoare {
        let mut automaton = FloydHoare {
            generalisation,
            predicates: Vec::new(),
            placed: Vec::new(),
            steps: FxHashMap::default(),
            sets: IndexVec::new(),
            set_ids: FxHashMap::default(),
            successors: FxHashMap::default(),
        };
        automaton.intern(Vec::new());
        automaton
    }

    /// Adds a sequence of predicates with the locations and the blocks of its trace.
    pub fn add_sequence(&mut self, placed: &[Placed], blocks: &[BlockId]) {
        for entry in placed {
            if !self.placed.contains(entry) {
                self.placed.push(*entry);
            }
            let is_trivial = entry.predicate == PredicateId::TRUE || entry.predicate == PredicateId::FALSE;
            if !is_trivial && !self.predicates.contains(&entry.predicate) {
                self.predicates.push(entry.predicate);
            }
        }
        for (pair, &block) in placed.windows(2).zip(blocks) {
            let steps = self.steps.entry(block).or_default();
            let step = (pair[0].predicate, pair[1].predicate);
            if !steps.contains(&step) {
                steps.push(step);
            }
        }
    }

    /// The initial state: nothing is known.
    pub fn initial(&self) -> SetId {
        self.set_ids[&Vec::new()]
    }

    /// The number of sets that were reached.
    pub fn len(&self) -> usize {
        self.sets.len()
    }

    /// The conjunction of a set.
    pub fn formula(&self, set: SetId, unifier: &PredicateUnifier) -> Term {
        mk::and(self.sets[set].iter().map(|p| unifier.formula(*p)))
    }

    fn intern(&mut self, mut set: Vec<PredicateId>) -> SetId {
        set.sort_unstable();
        set.dedup();
        if let Some(&id) = self.set_ids.get(&set) {
            return id;
        }
        let id = self.sets.push(set.clone());
        self.set_ids.insert(set, id);
        id
    }

    /// The successor of a set under a block; `None` if `false` is in it: no execution gets there.
    pub fn successor(&mut self, set: SetId, block: BlockId, oracle: &mut Oracle) -> Option<SetId> {
        if let Some(&known) = self.successors.get(&(set, block)) {
            return known;
        }
        let members = self.sets[set].clone();
        let next = match self.generalisation {
            Generalisation::Predicate => self.predicate_successor(&members, block, oracle),
            Generalisation::Eager => self.eager_successor(&members, block, oracle),
            Generalisation::Canonical => self.canonical_successor(&members, block, oracle),
        };
        let next = next.map(|set| self.intern(set));
        self.successors.insert((set, block), next);
        next
    }

    /// The predicates that the trace's own steps lead to.
    fn known_steps(&self, members: &[PredicateId], block: BlockId) -> Vec<PredicateId> {
        let steps = self.steps.get(&block).map(Vec::as_slice).unwrap_or(&[]);
        let is_member = |p: &PredicateId| *p == PredicateId::TRUE || members.contains(p);
        steps.iter().filter(|(from, _)| is_member(from)).map(|(_, to)| *to).collect()
    }

    fn predicate_successor(
        &self,
        members: &[PredicateId],
        block: BlockId,
        oracle: &mut Oracle,
    ) -> Option<Vec<PredicateId>> {
        let known = self.known_steps(members, block);
        if known.contains(&PredicateId::FALSE) {
            return None;
        }
        let pre = mk::and(members.iter().map(|p| oracle.unifier.formula(*p)));
        if oracle.is_valid(pre, block, mk::ff()) {
            return None;
        }
        let mut next: Vec<PredicateId> = Vec::new();
        let mut refuted: Vec<PredicateId> = Vec::new();
        for &candidate in &self.predicates {
            let formula = oracle.unifier.formula(candidate);
            let holds = if known.contains(&candidate) {
                true
            } else if let Some(validity) = oracle.hoare.known(pre, block, formula) {
                validity == Validity::Valid
            } else if !oracle.touches(block, formula) {
                // The set is closed under what follows, so what the block leaves alone holds
                // afterwards only if it did before.
                members.contains(&candidate)
            } else if next.iter().any(|p| oracle.implies(*p, candidate)) {
                oracle.hoare.learn(pre, block, formula, Validity::Valid);
                true
            } else if refuted.iter().any(|p| oracle.implies(candidate, *p)) {
                oracle.hoare.learn(pre, block, formula, Validity::Invalid);
                false
            } else {
                oracle.is_valid(pre, block, formula)
            };
            if holds { next.push(candidate) } else { refuted.push(candidate) }
        }
        Some(next)
    }

    fn eager_successor(
        &self,
        members: &[PredicateId],
        block: BlockId,
        oracle: &mut Oracle,
    ) -> Option<Vec<PredicateId>> {
        let known = self.known_steps(members, block);
        let mut next = Vec::new();
        let sources: Vec<PredicateId> = members.iter().copied().chain([PredicateId::TRUE]).collect();
        for &candidate in [PredicateId::FALSE].iter().chain(&self.predicates) {
            let post = oracle.unifier.formula(candidate);
            let follows = known.contains(&candidate)
                || sources.iter().any(|p| {
                    let pre = oracle.unifier.formula(*p);
                    oracle.is_valid(pre, block, post)
                });
            if follows && candidate == PredicateId::FALSE {
                return None;
            }
            if follows {
                next.push(candidate);
            }
        }
        Some(next)
    }

    fn canonical_successor(
        &self,
        members: &[PredicateId],
        block: BlockId,
        oracle: &mut Oracle,
    ) -> Option<Vec<PredicateId>> {
        let known = self.known_steps(members, block);
        if known.contains(&PredicateId::FALSE) {
            return None;
        }
        let mut next = known;
        let data = &oracle.program.blocks[block];
        let (source, destination) = (data.source, data.destination);
        let at = |location: LocationId| self.placed.iter().filter(move |entry| entry.location == location);
        for from in at(source).filter(|e| e.predicate == PredicateId::TRUE || members.contains(&e.predicate))
        {
            for to in at(destination) {
                if to.predicate == PredicateId::TRUE || next.contains(&to.predicate) {
                    continue;
                }
                let (pre, post) =
                    (oracle.unifier.formula(from.predicate), oracle.unifier.formula(to.predicate));
                if oracle.is_valid(pre, block, post) {
                    if to.predicate == PredicateId::FALSE {
                        return None;
                    }
                    next.push(to.predicate);
                }
            }
        }
        next.retain(|p| *p != PredicateId::TRUE);
        Some(next)
    }
}

impl Oracle<'_> {
    fn is_valid(&mut self, pre: Term, block: BlockId, post: Term) -> bool {
        self.hoare.check_soon(self.program, pre, block, post, self.budget) == Validity::Valid
    }

    fn implies(&self, p: PredicateId, q: PredicateId) -> bool {
        self.unifier.known_implication(p, q) == Implication::Holds
    }

    /// Does a block mention a variable of the formula?
    fn touches(&self, block: BlockId, formula: Term) -> bool {
        let block = &self.program.blocks[block];
        formula.free_variables().iter().any(|v| {
            block.modified.binary_search(v).is_ok() || block.conjuncts.iter().any(|c| c.formula.has_free(*v))
        })
    }
}
