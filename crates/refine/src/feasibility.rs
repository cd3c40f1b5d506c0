//! Is a trace feasible? Its formula goes to the trace solver, each conjunct as an
//! assumption, so that an unsatisfiable core names conjuncts inside blocks
//! (Sect. 4.1).

use std::time::Duration;

use base::Budget;
use program::{BlockProgram, Cfg, ConjunctName, EdgeId, Trace, TraceFormula, at, edge_formulas};
use rustc_hash::{FxHashMap, FxHashSet};
use smt::{CheckResult, Limits, TraceSolver, UnknownReason};
use term::{Model, Sort, Substitution, Term, build as mk};

/// How fine the infeasible core is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum CoreGranularity {
    /// A statement is kept whole if any conjunct of it is in the core.
    Statement,
    /// Conjuncts, as the solver gives them.
    #[default]
    Conjunct,
    /// Conjuncts, and none of them can be dropped any more.
    Minimal,
}

/// The answer of a feasibility check.
#[derive(Clone, Debug)]
pub enum Feasibility {
    /// The trace is an execution; the model gives values to the indexed variables.
    Feasible(Box<Model>),
    /// It is not; the core's conjuncts are unsatisfiable together, sorted.
    Infeasible(Vec<ConjunctName>),
    /// The solver does not know.
    Unknown(UnknownReason),
}

/// The axioms of the program over indexed variables: constants keep index 0.
pub fn indexed_axioms(program: &BlockProgram) -> Vec<Term> {
    let rename = |axiom: &Term| {
        let pairs = axiom.free_variables().iter().map(|v| (*v, at(*v, 0)));
        pairs.collect::<Substitution>().apply(*axiom)
    };
    program.cfg.axioms.iter().map(rename).collect()
}

/// Makes solvers for single hard queries.
pub type OneShotFactory = Box<dyn Fn() -> Option<Box<dyn TraceSolver>>>;

/// The longest that the incremental solver tries a trace with quantifiers before a one-shot solver does.
const QUANTIFIED_LIMIT: Duration = Duration::from_secs(1);

/// The longest that a trace is tried without its memory.
const PLAIN_LIMIT: Duration = Duration::from_secs(2);

/// Decides traces of one program. The solver lives as long as the checker and keeps the axioms.
pub struct FeasibilityChecker {
    solver: Box<dyn TraceSolver>,
    /// For traces with quantifiers that the solver does not decide, and for those with memory.
    one_shot: Option<OneShotFactory>,
    axioms: Vec<Term>,
    granularity: CoreGranularity,
    limits: Limits,
    /// How many traces were checked, and queries asked for shrinking cores.
    pub checks: u64,
    /// Queries that only served to shrink cores.
    pub core_queries: u64,
}

impl FeasibilityChecker {
    /// A checker for traces of `program`.
    pub fn new(
        mut solver: Box<dyn TraceSolver>,
        program: &BlockProgram,
        granularity: CoreGranularity,
        limits: Limits,
    ) -> FeasibilityChecker {
        let axioms = indexed_axioms(program);
        for axiom in &axioms {
            solver.assert(*axiom);
        }
        FeasibilityChecker { solver, one_shot: None, axioms, granularity, limits, checks: 0, core_queries: 0 }
    }

    /// Asks a new solver of this kind about traces with memory, and about those with quantifiers that the first one
    /// gives up on.
    pub fn with_one_shot(mut self, factory: OneShotFactory) -> FeasibilityChecker {
        self.one_shot = Some(factory);
        self
    }

    /// Decides one trace.
    pub fn check(&mut self, program: &BlockProgram, trace: &Trace, budget: &Budget) -> Feasibility {
        self.checks += 1;
        let formula = trace.formula(program);
        let (assumptions, names) = assumptions_of(&formula);
        self.solver.push();
        let result = match self.refute_without_memory(&assumptions, &names, budget) {
            Some(core) => Feasibility::Infeasible(core),
            None => match self.satisfy(&assumptions, budget) {
                Some(model) => Feasibility::Feasible(model),
                None => self.decide(&assumptions, &names, budget),
            },
        };
        self.solver.pop(1);
        match result {
            Feasibility::Infeasible(core) if self.granularity == CoreGranularity::Statement => {
                Feasibility::Infeasible(whole_statements(program, trace, &core))
            }
            other => other,
        }
    }

    /// A core without arrays, if there is one. In a large program, few traces are infeasible because of what is in the
    /// memory, which is what solvers take long for, and assertions about the memory are the last that one wants.
    fn refute_without_memory(
        &mut self,
        assumptions: &[Term],
        names: &FxHashMap<Term, Vec<ConjunctName>>,
        budget: &Budget,
    ) -> Option<Vec<ConjunctName>> {
        let plain: Vec<Term> = assumptions.iter().copied().filter(|formula| !has_memory(*formula)).collect();
        if plain.is_empty() || plain.len() == assumptions.len() {
            return None;
        }
        let limits = within(Limits { time: Some(PLAIN_LIMIT), ..self.limits }, budget);
        match self.solver.check(&plain, limits) {
            CheckResult::Unsat => Some(self.core(&plain, names, budget)),
            _ => None,
        }
    }

    /// A model of formulas about memory, if there is one. Where each definition is an assumption, a solver decides about
    /// it as about any other formula; a one-shot solver replaces variables by what defines them, and what is in the
    /// memory follows. Feasible traces take a thousandth of the time. Cores need assumptions, though.
    fn satisfy(&mut self, formulas: &[Term], budget: &Budget) -> Option<Box<Model>> {
        let is_quantified = formulas.iter().chain(&self.axioms).any(|formula| formula.has_quantifier());
        if is_quantified || !formulas.iter().any(|formula| has_memory(*formula)) {
            return None;
        }
        match self.decide_at_once(formulas, budget)? {
            Feasibility::Feasible(model) => Some(model),
            _ => None,
        }
    }

    /// The core of assumptions that the solver has just refuted.
    fn core(
        &mut self,
        assumptions: &[Term],
        names: &FxHashMap<Term, Vec<ConjunctName>>,
        budget: &Budget,
    ) -> Vec<ConjunctName> {
        let mut core = self.solver.unsat_core().unwrap_or_else(|| assumptions.to_vec());
        if self.granularity == CoreGranularity::Minimal {
            core = self.shrink(core, budget);
        }
        let mut core: Vec<ConjunctName> =
            core.iter().flat_map(|formula| names[formula].iter().take(1)).copied().collect();
        core.sort_unstable();
        core
    }

    /// A model of formulas over indexed variables, the axioms included.
    pub fn model_of(&mut self, formulas: &[Term], budget: &Budget) -> Result<Model, String> {
        match self.decide_formulas(formulas, budget) {
            Feasibility::Feasible(model) => Ok(*model),
            Feasibility::Infeasible(_) => Err("unsatisfiable".into()),
            Feasibility::Unknown(reason) => Err(format!("{reason:?}")),
        }
    }

    /// Decides a path of edges. The core of an infeasible one means nothing.
    pub fn check_path(&mut self, cfg: &Cfg, edges: &[EdgeId], budget: &Budget) -> Feasibility {
        self.checks += 1;
        let mut formulas: Vec<Term> =
            edge_formulas(cfg, edges).into_iter().flat_map(mk::conjuncts).filter(|f| !f.is_true()).collect();
        let mut seen = FxHashSet::default();
        formulas.retain(|formula| seen.insert(*formula));
        self.decide_formulas(&formulas, budget)
    }

    /// Decides formulas over indexed variables together with the axioms. The core means nothing.
    fn decide_formulas(&mut self, formulas: &[Term], budget: &Budget) -> Feasibility {
        let is_hard = |formula: &Term| formula.has_quantifier() || has_memory(*formula);
        if formulas.iter().chain(&self.axioms).any(is_hard)
            && let Some(result) = self.decide_at_once(formulas, budget)
        {
            return result;
        }
        self.solver.push();
        formulas.iter().for_each(|formula| self.solver.assert(*formula));
        let result = decide_asserted(&mut *self.solver, within(self.limits, budget));
        self.solver.pop(1);
        result
    }

    fn decide(
        &mut self,
        assumptions: &[Term],
        names: &FxHashMap<Term, Vec<ConjunctName>>,
        budget: &Budget,
    ) -> Feasibility {
        let limits = within(self.limits, budget);
        let is_quantified = assumptions.iter().chain(&self.axioms).any(|formula| formula.has_quantifier());
        let has_second = is_quantified && self.one_shot.is_some();
        let first_limits = match limits.time {
            Some(time) if has_second => Limits { time: Some(time.min(QUANTIFIED_LIMIT)), ..limits },
            _ => limits,
        };
        match self.solver.check(assumptions, first_limits) {
            CheckResult::Unknown(reason) if has_second => match self.decide_at_once(assumptions, budget) {
                Some(Feasibility::Infeasible(_)) => {
                    let mut all: Vec<ConjunctName> = names.values().flatten().copied().collect();
                    all.sort_unstable();
                    Feasibility::Infeasible(all)
                }
                Some(result) => result,
                None => Feasibility::Unknown(reason),
            },
            CheckResult::Sat => match self.solver.model() {
                Some(model) => Feasibility::Feasible(Box::new(model)),
                None => Feasibility::Unknown(UnknownReason::Incomplete("no model".into())),
            },
            CheckResult::Unknown(reason) => Feasibility::Unknown(reason),
            CheckResult::Unsat => Feasibility::Infeasible(self.core(assumptions, names, budget)),
        }
    }

    /// Asks a one-shot solver, if there is one. It gives models but no cores.
    fn decide_at_once(&mut self, formulas: &[Term], budget: &Budget) -> Option<Feasibility> {
        let mut solver = self.one_shot_solver()?;
        self.axioms.iter().chain(formulas).for_each(|formula| solver.assert(*formula));
        Some(decide_asserted(&mut *solver, within(self.limits, budget)))
    }

    /// A solver for a single query, which is best at formulas whose variables are mostly defined by others: nothing may
    /// be pushed. Nothing is asserted.
    pub fn one_shot_solver(&self) -> Option<Box<dyn TraceSolver>> {
        self.one_shot.as_ref()?()
    }

    /// Drops conjuncts one by one as long as the rest stays unsatisfiable.
    fn shrink(&mut self, core: Vec<Term>, budget: &Budget) -> Vec<Term> {
        let mut kept = core;
        let mut position = 0;
        while position < kept.len() && budget.check().is_ok() {
            let mut candidate = kept.clone();
            candidate.remove(position);
            self.core_queries += 1;
            if self.solver.check(&candidate, within(self.limits, budget)) == CheckResult::Unsat {
                let smaller = self.solver.unsat_core().unwrap_or(candidate);
                // Keep the order, so that the positions before `position` stay necessary ones.
                let members: FxHashSet<Term> = smaller.into_iter().collect();
                kept.retain(|formula| members.contains(formula));
            } else {
                position += 1;
            }
        }
        kept
    }
}

/// Decides what a solver has asserted. The core means nothing.
fn decide_asserted(solver: &mut dyn TraceSolver, limits: Limits) -> Feasibility {
    match solver.check(&[], limits) {
        CheckResult::Unknown(reason) => Feasibility::Unknown(reason),
        CheckResult::Unsat => Feasibility::Infeasible(Vec::new()),
        CheckResult::Sat => match solver.model() {
            Some(model) => Feasibility::Feasible(Box::new(model)),
            None => Feasibility::Unknown(UnknownReason::Incomplete("no model".into())),
        },
    }
}

/// Whether a formula speaks of an array.
pub fn has_memory(formula: Term) -> bool {
    formula.free_variables().iter().any(|variable| matches!(variable.sort(), Sort::Array(..)))
}

/// The limits of a query, cut to what the budget has left.
pub fn within(limits: Limits, budget: &Budget) -> Limits {
    match (limits.time, budget.remaining()) {
        (Some(time), Some(left)) => Limits { time: Some(time.min(left)), ..limits },
        (time, left) => Limits { time: time.or(left), ..limits },
    }
}

/// The conjuncts of a trace formula without duplicates, and the names of each.
fn assumptions_of(formula: &TraceFormula) -> (Vec<Term>, FxHashMap<Term, Vec<ConjunctName>>) {
    let mut assumptions = Vec::new();
    let mut names: FxHashMap<Term, Vec<ConjunctName>> = FxHashMap::default();
    for (step, conjuncts) in formula.steps.iter().enumerate() {
        for (conjunct, &term) in conjuncts.iter().enumerate() {
            let known = names.entry(term).or_default();
            if known.is_empty() && term != mk::tt() {
                assumptions.push(term);
            }
            known.push(ConjunctName { step, conjunct });
        }
    }
    (assumptions, names)
}

/// Extends a core to all conjuncts of the statements it touches.
fn whole_statements(program: &BlockProgram, trace: &Trace, core: &[ConjunctName]) -> Vec<ConjunctName> {
    let origin = |name: &ConjunctName| {
        let block = &program.blocks[trace.blocks[name.step]];
        (name.step, block.conjuncts[name.conjunct].origin)
    };
    let touched: FxHashSet<_> = core.iter().map(origin).collect();
    let mut whole = Vec::new();
    for (step, &id) in trace.blocks.iter().enumerate() {
        for conjunct in 0..program.blocks[id].conjuncts.len() {
            let name = ConjunctName { step, conjunct };
            if touched.contains(&origin(&name)) {
                whole.push(name);
            }
        }
    }
    whole
}
