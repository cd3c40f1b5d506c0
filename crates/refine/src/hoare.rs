//! Hoare triples `{φ} st {ψ}` for blocks, decided as cheaply as possible.
//!
//! The layers, each counted: the cache, syntax (nothing the block changes is
//! mentioned, a conjunct is kept), implications that the caller knows, models that refuted
//! earlier triples with the same precondition and block, and the solver, which
//! keeps precondition and block asserted while the postconditions vary. Models and
//! solver only see what is connected with the postcondition ([`crate::parts`]) and
//! says something about it ([`crate::leaves`]): the triple holds if that part shows
//! it, or if precondition and block contradict each other. An undecided triple
//! counts as invalid for the caller: it costs precision, not the run.

use std::rc::Rc;
use std::time::Duration;

use base::Budget;
use program::{BlockId, BlockProgram, primed};
use rustc_hash::{FxHashMap, FxHashSet};
use smt::{CheckResult, Limits, TraceSolver};
use term::{Model, Substitution, Term, build as mk};

use crate::feasibility::within;
use crate::leaves::without_leaves;
use crate::parts::{BlockParts, Slice, is_divisible};

/// The answer to a triple.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Validity {
    /// The triple holds.
    Valid,
    /// It does not.
    Invalid,
    /// The solver does not know.
    Unknown,
}

/// How many triples each layer decided.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct HoareStatistics {
    /// Decided by syntax.
    pub syntactic: u64,
    /// Decided by an implication between known predicates.
    pub implication: u64,
    /// Decided before.
    pub cached: u64,
    /// Refuted by a model of an earlier query.
    pub model: u64,
    /// Decided by the solver.
    pub solver: u64,
    /// Not decided by the solver.
    pub unknown: u64,
}

/// What of a precondition and a block a triple is decided with.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct Premises {
    pre: Term,
    conjuncts: Vec<Term>,
}

/// What is known of premises.
#[derive(Default)]
struct Context {
    /// Models of them.
    models: Vec<Model>,
    /// They are unsatisfiable: every postcondition holds.
    is_blocked: bool,
}

/// No more models are kept for a precondition and block: evaluation costs too.
const MAX_MODELS: usize = 12;

/// The longest that a triple with quantified assertions may take: more time rarely helps.
const QUANTIFIED_LIMIT: Duration = Duration::from_millis(500);

/// Where answers are wanted soon, it is asked whether a block can be executed at all only if it has no more conjuncts
/// than this: the question takes long, most blocks can, and a trace through one that cannot teaches it as well.
const MAX_ASKED: usize = 60;

/// The longest that this question may take then.
const BLOCK_LIMIT: Duration = Duration::from_millis(300);

/// The longest that a triple may take where answers are wanted soon, if another one with the same block was too hard.
const HARD_LIMIT: Duration = Duration::from_millis(300);

/// Models are forgotten when there are so many preconditions and blocks.
const MAX_CONTEXTS: usize = 20_000;

/// Decides Hoare triples of one program.
pub struct HoareChecker {
    solver: Box<dyn TraceSolver>,
    limits: Limits,
    cache: FxHashMap<(Term, BlockId, Term), Validity>,
    /// The answers to triples of parts.
    known_parts: FxHashMap<(Term, BlockId, Term), Validity>,
    contexts: FxHashMap<Premises, Context>,
    parts: FxHashMap<BlockId, Rc<BlockParts>>,
    is_divisible: bool,
    /// Whether answers are wanted soon, see [`HoareChecker::check_soon`].
    is_hasty: bool,
    /// Whether preconditions can be satisfied.
    satisfiable: FxHashMap<Term, bool>,
    /// What the solver has asserted in its open scope.
    open: Option<Premises>,
    /// Blocks with a triple that the solver could not decide.
    hard: FxHashSet<BlockId>,
    /// Counters.
    pub statistics: HoareStatistics,
}

impl HoareChecker {
    /// A checker for blocks of `program`.
    pub fn new(mut solver: Box<dyn TraceSolver>, program: &BlockProgram, limits: Limits) -> HoareChecker {
        for &axiom in &program.cfg.axioms {
            solver.assert(axiom);
        }
        HoareChecker {
            solver,
            limits,
            cache: FxHashMap::default(),
            known_parts: FxHashMap::default(),
            contexts: FxHashMap::default(),
            parts: FxHashMap::default(),
            is_divisible: is_divisible(program),
            is_hasty: false,
            satisfiable: FxHashMap::default(),
            open: None,
            hard: FxHashSet::default(),
            statistics: HoareStatistics::default(),
        }
    }

    /// Is `{pre} block {post}` valid, as far as that can be said soon? Blocks that cannot be executed at all may be
    /// overlooked.
    pub fn check_soon(
        &mut self,
        program: &BlockProgram,
        pre: Term,
        block: BlockId,
        post: Term,
        budget: &Budget,
    ) -> Validity {
        self.is_hasty = true;
        let validity = self.check(program, pre, block, post, budget);
        self.is_hasty = false;
        validity
    }

    /// Is `{pre} block {post}` valid?
    pub fn check(
        &mut self,
        program: &BlockProgram,
        pre: Term,
        block: BlockId,
        post: Term,
        budget: &Budget,
    ) -> Validity {
        // What was not known soon may be known later.
        if let Some(validity) = self.known(pre, block, post)
            && (self.is_hasty || validity != Validity::Unknown)
        {
            return validity;
        }
        let validity = match syntactic(program, pre, block, post) {
            Some(validity) => {
                self.statistics.syntactic += 1;
                validity
            }
            None => self.decide(program, (pre, block, post), budget),
        };
        // With more time the solver may know.
        if validity != Validity::Unknown || !budget.is_over_soon() {
            self.cache.insert((pre, block, post), validity);
        }
        validity
    }

    /// The answer to a triple that was decided before.
    pub fn known(&mut self, pre: Term, block: BlockId, post: Term) -> Option<Validity> {
        let validity = self.cache.get(&(pre, block, post)).copied();
        self.statistics.cached += u64::from(validity.is_some());
        validity
    }

    /// Records a triple that follows from others.
    pub fn learn(&mut self, pre: Term, block: BlockId, post: Term, validity: Validity) {
        self.statistics.implication += 1;
        self.cache.insert((pre, block, post), validity);
    }

    fn decide(&mut self, program: &BlockProgram, key: (Term, BlockId, Term), budget: &Budget) -> Validity {
        let (pre, block, post) = key;
        let parts = self.parts(program, block);
        if !self.is_divisible || pre.has_quantifier() || post.has_quantifier() {
            return self.ask(program, block, parts.all(pre), post, budget);
        }
        if post.is_false() {
            return self.blocked(program, pre, block, budget);
        }
        let slice = parts.connected_with(pre, after(program, block, post));
        match self.part(program, block, slice, post, budget) {
            Validity::Invalid => self.check(program, pre, block, mk::ff(), budget),
            shown => shown,
        }
    }

    /// The triple with the postcondition `false`: no execution of the block begins in a state of the precondition.
    fn blocked(&mut self, program: &BlockProgram, pre: Term, block: BlockId, budget: &Budget) -> Validity {
        let parts = self.parts(program, block);
        for slice in [parts.connected(pre), parts.all(mk::tt())] {
            if slice.groups.is_empty() {
                continue;
            }
            if self.is_hasty && slice.pre.is_true() && parts.conjuncts(&slice).count() > MAX_ASKED {
                return Validity::Unknown;
            }
            match self.part(program, block, slice, mk::ff(), budget) {
                Validity::Invalid => {}
                shown => return shown,
            }
        }
        if self.can_hold(pre, budget) { Validity::Invalid } else { Validity::Valid }
    }

    /// Whether some state satisfies a precondition.
    fn can_hold(&mut self, pre: Term, budget: &Budget) -> bool {
        if let Some(&known) = self.satisfiable.get(&pre) {
            return known;
        }
        if self.open.take().is_some() {
            self.solver.pop(1);
        }
        let can_hold = !matches!(self.solver.check(&[pre], within(self.limits, budget)), CheckResult::Unsat);
        self.satisfiable.insert(pre, can_hold);
        can_hold
    }

    /// A triple of parts of a precondition and a block: others have the same parts.
    fn part(
        &mut self,
        program: &BlockProgram,
        block: BlockId,
        slice: Slice,
        post: Term,
        budget: &Budget,
    ) -> Validity {
        let key = (slice.pre, block, post);
        if let Some(&known) = self.known_parts.get(&key)
            && (self.is_hasty || known != Validity::Unknown)
        {
            self.statistics.cached += 1;
            return known;
        }
        let validity = self.ask(program, block, slice, post, budget);
        if validity != Validity::Unknown || !budget.is_over_soon() {
            self.known_parts.insert(key, validity);
        }
        validity
    }

    /// Asks models and the solver.
    fn ask(
        &mut self,
        program: &BlockProgram,
        block: BlockId,
        slice: Slice,
        post: Term,
        budget: &Budget,
    ) -> Validity {
        let negated = mk::not(after(program, block, post));
        if self.contexts.len() > MAX_CONTEXTS {
            self.contexts.clear();
        }
        let pre = slice.pre;
        let parts = self.parts(program, block);
        let conjuncts: Vec<Term> = parts.conjuncts(&slice).collect();
        let conjuncts = match self.is_divisible {
            true => without_leaves(conjuncts, &[pre, negated]),
            false => conjuncts,
        };
        let key = Premises { pre, conjuncts };
        if let Some(context) = self.contexts.get(&key) {
            if context.is_blocked {
                self.statistics.cached += 1;
                return Validity::Valid;
            }
            if context.models.iter().any(|model| model.eval(negated).is_true()) {
                self.statistics.model += 1;
                return Validity::Invalid;
            }
        }
        self.enter(&key);
        let mut limits = within(self.limits, budget);
        let mut limit_to = |limit| limits.time = limits.time.map(|time| time.min(limit));
        if pre.has_quantifier() || negated.has_quantifier() {
            limit_to(QUANTIFIED_LIMIT);
        }
        // Quantifiers take their time, also in small programs, which must not depend on the clock.
        let all = [pre, negated].into_iter().chain(key.conjuncts.iter().copied());
        let is_quantified = all.into_iter().any(Term::has_quantifier);
        if self.is_hasty && !is_quantified {
            if pre.is_true() && negated.is_true() {
                limit_to(BLOCK_LIMIT);
            }
            if self.hard.contains(&block) {
                limit_to(HARD_LIMIT);
            }
        }
        match self.solver.check(&[negated], limits) {
            CheckResult::Unsat => {
                self.statistics.solver += 1;
                // An empty core: the precondition and the block alone are contradictory.
                if self.solver.unsat_core().is_some_and(|core| core.is_empty()) {
                    self.contexts.entry(key).or_default().is_blocked = true;
                }
                Validity::Valid
            }
            CheckResult::Sat => {
                self.statistics.solver += 1;
                let context = self.contexts.entry(key).or_default();
                if context.models.len() < MAX_MODELS
                    && !pre.has_quantifier()
                    && let Some(model) = self.solver.model()
                {
                    context.models.push(model);
                }
                Validity::Invalid
            }
            CheckResult::Unknown(_) => {
                self.statistics.unknown += 1;
                if !is_quantified {
                    self.hard.insert(block);
                }
                Validity::Unknown
            }
        }
    }

    fn parts(&mut self, program: &BlockProgram, block: BlockId) -> Rc<BlockParts> {
        self.parts.entry(block).or_insert_with(|| Rc::new(BlockParts::of(program, block))).clone()
    }

    /// Makes the solver's open scope hold the premises.
    fn enter(&mut self, premises: &Premises) {
        if self.open.as_ref() == Some(premises) {
            return;
        }
        if self.open.is_some() {
            self.solver.pop(1);
        }
        self.solver.push();
        self.solver.assert(premises.pre);
        for &conjunct in &premises.conjuncts {
            self.solver.assert(conjunct);
        }
        self.open = Some(premises.clone());
    }
}

/// The formula over the variables after a block: modified variables are primed.
pub fn after(program: &BlockProgram, block: BlockId, formula: Term) -> Term {
    let modified = &program.blocks[block].modified;
    let touched = modified.iter().filter(|v| formula.has_free(**v));
    touched.map(|v| (*v, primed(*v))).collect::<Substitution>().apply(formula)
}

/// Decides a triple by looking at it.
fn syntactic(program: &BlockProgram, pre: Term, block: BlockId, post: Term) -> Option<Validity> {
    let block = &program.blocks[block];
    if post.is_true() || pre.is_false() || block.conjuncts.iter().any(|c| c.formula.is_false()) {
        return Some(Validity::Valid);
    }
    let is_kept = !block.modified.iter().any(|v| post.has_free(*v));
    if is_kept {
        if pre == post {
            return Some(Validity::Valid);
        }
        // Every conjunct of the postcondition is one of the precondition or of the block.
        let known = |part: Term| {
            mk::conjuncts(pre).contains(&part) || block.conjuncts.iter().any(|c| c.formula == part)
        };
        if mk::conjuncts(post).into_iter().all(known) {
            return Some(Validity::Valid);
        }
    }
    None
}
