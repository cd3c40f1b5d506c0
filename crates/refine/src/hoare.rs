//! Hoare triples `{φ} st {ψ}` for blocks, decided as cheaply as possible.
//!
//! The layers, each counted: the cache, syntax (nothing the block changes is
//! mentioned, a conjunct is kept), implications that the caller knows, models that refuted
//! earlier triples with the same precondition and block, and the solver, which
//! keeps precondition and block asserted while the postconditions vary. An
//! undecided triple counts as invalid for the caller: it costs precision, not
//! the run.

use std::time::Duration;

use base::Budget;
use program::{BlockId, BlockProgram, primed};
use rustc_hash::FxHashMap;
use smt::{CheckResult, Limits, TraceSolver};
use term::{Model, Substitution, Term, build as mk};

use crate::feasibility::within;

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

/// What is known of a pair of precondition and block.
#[derive(Default)]
struct Context {
    /// Models of `φ ∧ F`.
    models: Vec<Model>,
    /// `φ ∧ F` is unsatisfiable: every postcondition holds.
    is_blocked: bool,
}

/// No more models are kept for a precondition and block: evaluation costs too.
const MAX_MODELS: usize = 12;

/// The longest that a triple with quantified assertions may take: more time rarely helps.
const QUANTIFIED_LIMIT: Duration = Duration::from_millis(500);

/// Models are forgotten when there are so many preconditions and blocks.
const MAX_CONTEXTS: usize = 20_000;

/// Decides Hoare triples of one program.
pub struct HoareChecker {
    solver: Box<dyn TraceSolver>,
    limits: Limits,
    cache: FxHashMap<(Term, BlockId, Term), Validity>,
    contexts: FxHashMap<(Term, BlockId), Context>,
    /// What the solver has asserted in its open scope.
    open: Option<(Term, BlockId)>,
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
            contexts: FxHashMap::default(),
            open: None,
            statistics: HoareStatistics::default(),
        }
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
        if let Some(validity) = self.known(pre, block, post) {
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
        let negated = mk::not(after(program, block, post));
        if self.contexts.len() > MAX_CONTEXTS {
            self.contexts.clear();
        }
        let context = self.contexts.entry((pre, block)).or_default();
        if context.is_blocked {
            self.statistics.cached += 1;
            return Validity::Valid;
        }
        if context.models.iter().any(|model| model.eval(negated).is_true()) {
            self.statistics.model += 1;
            return Validity::Invalid;
        }
        self.enter(program, pre, block);
        let mut limits = within(self.limits, budget);
        if pre.has_quantifier() || negated.has_quantifier() {
            limits.time = limits.time.map(|time| time.min(QUANTIFIED_LIMIT));
        }
        match self.solver.check(&[negated], limits) {
            CheckResult::Unsat => {
                self.statistics.solver += 1;
                // An empty core: the precondition and the block alone are contradictory.
                if self.solver.unsat_core().is_some_and(|core| core.is_empty()) {
                    self.contexts.entry((pre, block)).or_default().is_blocked = true;
                }
                Validity::Valid
            }
            CheckResult::Sat => {
                self.statistics.solver += 1;
                let context = self.contexts.entry((pre, block)).or_default();
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
                Validity::Unknown
            }
        }
    }

    /// Makes the solver's open scope hold the precondition and the block.
    fn enter(&mut self, program: &BlockProgram, pre: Term, block: BlockId) {
        if self.open == Some((pre, block)) {
            return;
        }
        if self.open.is_some() {
            self.solver.pop(1);
        }
        self.solver.push();
        self.solver.assert(pre);
        for conjunct in mk::conjuncts(program.blocks[block].formula()) {
            self.solver.assert(conjunct);
        }
        self.open = Some((pre, block));
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
