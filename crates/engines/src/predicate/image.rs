//! The abstract successor of a region under a block.
//!
//! Single predicates are asked first (Cartesian abstraction), with all that the checker of Hoare triples remembers.
//! What is left open falls apart into classes that share no variable, directly or through the region and the block;
//! the combinations of each class are enumerated alone. A class that the block does not touch is carried over from
//! the region. Results are remembered by region, block and predicates.

use std::rc::Rc;
use std::time::Duration;

use base::{Exhausted, Statistics};
use biodivine_lib_bdd::Bdd;
use logic::PredicateId;
use program::{BlockId, BlockProgram};
use refine::{PostClass, Validity, after};
use rustc_hash::{FxHashMap, FxHashSet};
use smt::Limits;
use term::{Term, build as mk};

use super::combinations::{Candidate, Effort, Lemmas, possible};
use super::region::{Literal, Region, Regions};
use super::vocabulary::Vocabulary;
use crate::cegar::Tools;
use crate::options::AbstractionKind;

/// The longest that a query about combinations may take.
const QUERY_LIMITS: Limits = Limits { time: Some(Duration::from_secs(1)), memory_mb: None };

/// No more queries than so many are asked for the combinations of a class.
const MAX_QUERIES: u64 = 80;

/// The same for blocks that are looked at closely.
const MOST_QUERIES: u64 = 2000;

/// What a successor is computed from.
type Question = (Term, BlockId, Vec<PredicateId>);

/// Computes abstract successors.
pub struct Images<'p> {
    program: &'p BlockProgram,
    kind: AbstractionKind,
    /// Makes regions.
    pub regions: Regions,
    known: FxHashMap<Question, Option<Rc<Region>>>,
    /// Blocks that are looked at closely, because an excluded trace through them came back.
    careful: FxHashSet<BlockId>,
    computed: u64,
    cached: u64,
    single: u64,
    carried: u64,
    effort: Effort,
    lemmas: Lemmas,
}

impl<'p> Images<'p> {
    /// Nothing is known yet.
    pub fn new(program: &'p BlockProgram, kind: AbstractionKind) -> Images<'p> {
        Images {
            program,
            kind,
            regions: Regions::new(),
            known: FxHashMap::default(),
            careful: FxHashSet::default(),
            computed: 0,
            cached: 0,
            single: 0,
            carried: 0,
            effort: Effort::default(),
            lemmas: Lemmas::default(),
        }
    }

    /// What is known about a block was too weak: from now on it is looked at closely.
    pub fn look_closely(&mut self, block: BlockId) {
        if self.careful.insert(block) {
            self.known.retain(|(_, other, _), _| *other != block);
        }
    }

    /// Whether an execution may take the block from a state of the formula.
    pub fn can_take(&self, pre: Term, block: BlockId, tools: &mut Tools<'_>) -> bool {
        let is_target = self.program.target(self.program.blocks[block].destination).is_some();
        let Tools { hoare, budget, .. } = tools;
        let validity = match is_target || self.careful.contains(&block) {
            true => hoare.check(self.program, pre, block, mk::ff(), budget),
            false => hoare.check_soon(self.program, pre, block, mk::ff(), budget),
        };
        validity != Validity::Valid
    }

    /// The successor among these predicates; nothing if no execution takes the block.
    pub fn successor(
        &mut self,
        pre: &Region,
        block: BlockId,
        predicates: &[PredicateId],
        vocabulary: &Vocabulary,
        tools: &mut Tools<'_>,
    ) -> Result<Option<Rc<Region>>, Exhausted> {
        let question = (pre.formula, block, predicates.to_vec());
        if let Some(known) = self.known.get(&question) {
            self.cached += 1;
            return Ok(known.clone());
        }
        self.computed += 1;
        let image = match self.can_take(pre.formula, block, tools) {
            true => {
                let diagram = self.diagram(pre, block, predicates, vocabulary, tools);
                Some(self.regions.region(diagram, predicates, vocabulary))
            }
            false => None,
        };
        // What was interrupted is weaker than it could be.
        tools.budget.check()?;
        self.known.insert(question, image.clone());
        Ok(image)
    }

    fn diagram(
        &mut self,
        pre: &Region,
        block: BlockId,
        predicates: &[PredicateId],
        vocabulary: &Vocabulary,
        tools: &mut Tools<'_>,
    ) -> Bdd {
        let mut open: Vec<PredicateId> =
            predicates.iter().copied().filter(|predicate| Regions::can_track(*predicate)).collect();
        open.retain(|predicate| self.is_connected(pre.formula, block, vocabulary.formula(*predicate)));
        let mut literals: Vec<Literal> = Vec::new();
        if self.kind != AbstractionKind::Boolean || open.len() == 1 {
            open.retain(|&predicate| match self.value(pre, block, vocabulary.formula(predicate), tools) {
                Some(value) => {
                    literals.push((predicate, value));
                    false
                }
                None => true,
            });
        }
        let decided = self.regions.cube(&literals);
        if self.kind == AbstractionKind::Cartesian || open.len() < 2 {
            return decided;
        }
        let most = if self.careful.contains(&block) { MOST_QUERIES } else { MAX_QUERIES };
        let posts: Vec<Term> =
            open.iter().map(|p| after(self.program, block, vocabulary.formula(*p))).collect();
        let classes = tools.hoare.post_classes(self.program, pre.formula, block, &posts);
        let parts = classes.into_iter().map(|class| self.class(pre, &open, (&posts, most), class, tools));
        parts.fold(decided, |diagram, part| diagram.and(&part))
    }

    /// Whether a predicate has to do with the region or the block. If not, both values are possible.
    fn is_connected(&self, pre: Term, block: BlockId, formula: Term) -> bool {
        let block = &self.program.blocks[block];
        let is_modified = |v: &Term| block.modified.binary_search(v).is_ok();
        let occurs = |v: Term| block.conjuncts.iter().any(|conjunct| conjunct.formula.has_free(v));
        let variables = formula.free_variables();
        let is_seen = |v: &Term| match is_modified(v) {
            true => occurs(program::primed(*v)),
            false => pre.has_free(*v) || occurs(*v),
        };
        variables.is_empty() || !self.program.cfg.axioms.is_empty() || variables.iter().any(is_seen)
    }

    /// The value that a predicate has after the block, if that is known.
    fn value(&mut self, pre: &Region, block: BlockId, formula: Term, tools: &mut Tools<'_>) -> Option<bool> {
        let candidates = [(formula, true), (mk::not(formula), false)];
        let found = candidates.into_iter().find(|(post, _)| {
            self.single += 1;
            let Tools { hoare, budget, .. } = tools;
            let validity = match self.careful.contains(&block) {
                true => hoare.check(self.program, pre.formula, block, *post, budget),
                false => hoare.check_soon(self.program, pre.formula, block, *post, budget),
            };
            validity == Validity::Valid
        });
        found.map(|(_, value)| value)
    }

    /// What is possible among the predicates of a class.
    fn class(
        &mut self,
        pre: &Region,
        open: &[PredicateId],
        (posts, most): (&[Term], u64),
        class: PostClass,
        tools: &mut Tools<'_>,
    ) -> Bdd {
        if class.posts.len() < 2 && self.kind == AbstractionKind::Combined {
            return self.regions.everything(); // single predicates were asked before
        }
        let predicates: Vec<PredicateId> = class.posts.iter().map(|position| open[*position]).collect();
        // A predicate that does not occur in the region may still be related to others by its meaning.
        if class.is_untouched && predicates.iter().all(|predicate| pre.mentions(*predicate)) {
            self.carried += 1;
            return Regions::project(pre.diagram(), &predicates);
        }
        let candidate = |position: &usize| Candidate {
            predicate: open[*position],
            holds: posts[*position],
            fails: mk::not(posts[*position]),
        };
        let candidates: Vec<Candidate> = class.posts.iter().map(candidate).collect();
        let premises: Vec<Term> = self.program.cfg.axioms.iter().copied().chain(class.premises).collect();
        let Tools { auxiliary, budget, .. } = tools;
        possible(
            &self.regions,
            &premises,
            &candidates,
            &mut **auxiliary,
            (QUERY_LIMITS, most),
            budget,
            (&mut self.lemmas, &mut self.effort),
        )
    }

    /// Adds what was counted.
    pub fn count(&self, statistics: &mut Statistics) {
        statistics.count("abstraction/computed", self.computed);
        statistics.count("abstraction/cached", self.cached);
        statistics.count("abstraction/single predicates", self.single);
        statistics.count("abstraction/carried over", self.carried);
        statistics.count("abstraction/queries", self.effort.queries);
        statistics.count("abstraction/models", self.effort.models);
        statistics.count("abstraction/weak", self.effort.weak);
        statistics.count("abstraction/lemmas", self.lemmas.len() as u64);
    }
}
