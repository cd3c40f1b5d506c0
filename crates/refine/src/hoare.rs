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
use rustc_hash::FxHashMap;
use smt::{CheckResult, Limits, TraceSolver};
use term::{Model, Substitution, Term, build as mk};

use crate::feasibility::{has_memory, within};
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

/// Formulas about the state after a block that nothing connects with other such formulas.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PostClass {
    /// Which formulas.
    pub posts: Vec<usize>,
    /// What of the precondition and the block decides about them, if both can be satisfied together.
    pub premises: Vec<Term>,
    /// Whether nothing of the block does.
    pub is_untouched: bool,
}

/// How much an answer may cost.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Effort {
    /// As little as possible: what is not known costs precision only.
    Soon,
    Full,
}

/// The block of a triple, and how it is decided.
#[derive(Clone, Copy)]
struct Step<'a> {
    program: &'a BlockProgram,
    block: BlockId,
    budget: &'a Budget,
    effort: Effort,
}

impl Step<'_> {
    /// Whether an earlier answer will do: what was not known soon may be known later.
    fn accepts(self, known: Validity) -> bool {
        self.effort == Effort::Soon || known != Validity::Unknown
    }
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

/// The longest that a triple may take where answers are wanted soon, if others were too hard: each that was divides the
/// limit again, down to the second one.
const SOON_LIMIT: Duration = Duration::from_millis(500);
const SOONEST_LIMIT: Duration = Duration::from_millis(50);

/// The same for a triple about a state without memory, after a question that left the memory out: hardly ever is there an
/// answer later.
const MEMORY_LIMIT: Duration = Duration::from_millis(150);

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
    /// Whether preconditions can be satisfied.
    satisfiable: FxHashMap<Term, bool>,
    /// What the solver has asserted in its open scope.
    open: Option<Premises>,
    /// How many triples without quantifiers the solver could not decide.
    hard: u32,
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
            satisfiable: FxHashMap::default(),
            open: None,
            hard: 0,
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
        self.triple(Step { program, block, budget, effort: Effort::Soon }, pre, post)
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
        self.triple(Step { program, block, budget, effort: Effort::Full }, pre, post)
    }

    fn triple(&mut self, step: Step<'_>, pre: Term, post: Term) -> Validity {
        let block = step.block;
        if let Some(validity) = self.known(pre, block, post)
            && step.accepts(validity)
        {
            return validity;
        }
        let validity = match syntactic(step.program, pre, block, post) {
            Some(validity) => {
                self.statistics.syntactic += 1;
                validity
            }
            None => self.decide(step, pre, post),
        };
        // With more time the solver may know.
        if validity != Validity::Unknown || !step.budget.is_over_soon() {
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

    fn decide(&mut self, step: Step<'_>, pre: Term, post: Term) -> Validity {
        let parts = self.parts(step);
        if !self.is_divisible || pre.has_quantifier() || post.has_quantifier() {
            return self.ask(step, parts.all(pre), post);
        }
        if post.is_false() {
            return self.blocked(step, pre);
        }
        let slice = parts.connected_with(pre, after(step.program, step.block, post));
        match self.part(step, slice, post) {
            Validity::Invalid => self.triple(step, pre, mk::ff()),
            shown => shown,
        }
    }

    /// The triple with the postcondition `false`: no execution of the block begins in a state of the precondition.
    fn blocked(&mut self, step: Step<'_>, pre: Term) -> Validity {
        let parts = self.parts(step);
        let slice = parts.connected(pre);
        if !slice.groups.is_empty() {
            match self.part(step, slice, mk::ff()) {
                Validity::Invalid => {}
                shown => return shown,
            }
        }
        // Most blocks can be executed, a solver takes long to say so, and a trace through one that cannot teaches it
        // as well.
        if step.effort == Effort::Soon {
            return Validity::Unknown;
        }
        match self.part(step, parts.all(mk::tt()), mk::ff()) {
            Validity::Invalid if self.can_hold(pre, step.budget) => Validity::Invalid,
            Validity::Invalid => Validity::Valid,
            shown => shown,
        }
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
    fn part(&mut self, step: Step<'_>, slice: Slice, post: Term) -> Validity {
        let key = (slice.pre, step.block, post);
        if let Some(&known) = self.known_parts.get(&key)
            && step.accepts(known)
        {
            self.statistics.cached += 1;
            return known;
        }
        let validity = self.ask(step, slice, post);
        if validity != Validity::Unknown || !step.budget.is_over_soon() {
            self.known_parts.insert(key, validity);
        }
        validity
    }

    /// Asks models and the solver, first without the memory where an answer is wanted soon.
    fn ask(&mut self, step: Step<'_>, slice: Slice, post: Term) -> Validity {
        let negated = mk::not(after(step.program, step.block, post));
        if self.contexts.len() > MAX_CONTEXTS {
            self.contexts.clear();
        }
        let pre = slice.pre;
        let parts = self.parts(step);
        let conjuncts: Vec<Term> = parts.conjuncts(&slice).collect();
        if !self.is_divisible {
            return self.ask_about(step, Premises { pre, conjuncts }, negated, SOON_LIMIT);
        }
        let about_state = has_memory(pre) || has_memory(negated);
        let mut soon = SOON_LIMIT;
        if step.effort == Effort::Soon && !about_state && conjuncts.iter().any(|part| has_memory(*part)) {
            let plain = conjuncts.iter().copied().filter(|part| !has_memory(*part)).collect();
            let plain = Premises { pre, conjuncts: without_leaves(plain, &[pre, negated]) };
            let validity = self.ask_about(step, plain, negated, soon);
            match validity {
                Validity::Invalid if !post.is_false() => {}
                // What is in the memory rarely blocks a block, and a solver takes long to say that it does not.
                Validity::Invalid => return Validity::Unknown,
                shown => return shown,
            }
            soon = MEMORY_LIMIT;
        }
        let conjuncts = without_leaves(conjuncts, &[pre, negated]);
        self.ask_about(step, Premises { pre, conjuncts }, negated, soon)
    }

    /// Asks models and the solver about premises and the negation of what is to follow from them, so long at most if the
    /// answer is wanted soon.
    fn ask_about(&mut self, step: Step<'_>, key: Premises, negated: Term, soon: Duration) -> Validity {
        let pre = key.pre;
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
        let mut limits = within(self.limits, step.budget);
        let mut limit_to = |limit| limits.time = limits.time.map(|time| time.min(limit));
        if pre.has_quantifier() || negated.has_quantifier() {
            limit_to(QUANTIFIED_LIMIT);
        }
        // Quantifiers take their time, also in small programs, which must not depend on the clock.
        let all = [pre, negated].into_iter().chain(key.conjuncts.iter().copied());
        let is_quantified = all.into_iter().any(Term::has_quantifier);
        if step.effort == Effort::Soon && !is_quantified {
            limit_to((soon / (1 + self.hard)).max(SOONEST_LIMIT));
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
                self.hard += u32::from(!is_quantified);
                Validity::Unknown
            }
        }
    }

    /// The classes of formulas about the state after a block (see [`after`]): what holds for the formulas of one class
    /// does not depend on those of another one.
    pub fn post_classes(
        &mut self,
        program: &BlockProgram,
        pre: Term,
        block: BlockId,
        posts: &[Term],
    ) -> Vec<PostClass> {
        let parts =
            self.parts.entry(block).or_insert_with(|| Rc::new(BlockParts::of(program, block))).clone();
        let is_quantified = pre.has_quantifier() || posts.iter().any(|post| post.has_quantifier());
        if !self.is_divisible || is_quantified {
            let premises = parts.conjuncts(&parts.all(pre)).chain([pre]).collect();
            return vec![PostClass { posts: (0..posts.len()).collect(), premises, is_untouched: false }];
        }
        let class = |members: Vec<usize>| {
            let slice = parts.connected_with(pre, mk::and(members.iter().map(|member| posts[*member])));
            let conjuncts: Vec<Term> = parts.conjuncts(&slice).collect();
            let fixed: Vec<Term> = members.iter().map(|member| posts[*member]).chain([slice.pre]).collect();
            let mut premises = without_leaves(conjuncts, &fixed);
            premises.push(slice.pre);
            PostClass { posts: members, premises, is_untouched: slice.groups.is_empty() }
        };
        parts.classes_of(pre, posts).into_iter().map(class).collect()
    }

    fn parts(&mut self, step: Step<'_>) -> Rc<BlockParts> {
        let new = || Rc::new(BlockParts::of(step.program, step.block));
        self.parts.entry(step.block).or_insert_with(new).clone()
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
