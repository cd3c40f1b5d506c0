//! The incremental solver.
//!
//! Z3's simple solver (the SMT core) is used rather than the default one, which
//! begins with tactics for one large query: our queries are many and small.
//! The assertion stack is remembered, so that a Z3 solver which an exception
//! may have left in a bad state is replaced by a new one.

use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Instant;

use rustc_hash::FxHashSet;
use term::{Model, Term};
use z3_sys::*;

use super::context::{Z3Context, text};
use super::literals::Literals;
use super::watchdog::{InterruptHandle, QueryCell, Stop, Target};
use crate::options::SolverOptions;
use crate::stack::AssertionStack;
use crate::stats::QueryStats;
use crate::traits::{CheckResult, Limits, Solver, UnknownReason, UnsatCores};

/// Z3 as an incremental solver.
pub struct Z3Solver {
    pub(super) context: Rc<Z3Context>,
    raw: Z3_solver,
    options: SolverOptions,
    assertions: AssertionStack,
    /// Assertions that Z3 cannot express, by their position, with the reason.
    rejected: Vec<(usize, String)>,
    /// Why Z3's solver cannot be used any more.
    broken: Option<String>,
    literals: Literals,
    /// The assumptions of the last query with their literals.
    assumed: Vec<(Term, Z3_ast)>,
    answer: Option<CheckResult>,
    cell: Arc<QueryCell>,
    stats: QueryStats,
}

impl Z3Solver {
    /// A solver in the thread's shared context, or in its own if the options say so.
    pub fn new(options: &SolverOptions) -> Result<Z3Solver, String> {
        let context = if options.is_isolated { Z3Context::new()? } else { Z3Context::shared()? };
        Z3Solver::in_context(context, options)
    }

    /// A solver in the given context.
    pub fn in_context(context: Rc<Z3Context>, options: &SolverOptions) -> Result<Z3Solver, String> {
        let raw = new_solver(&context, options)?;
        Ok(Z3Solver {
            context,
            raw,
            options: options.clone(),
            assertions: AssertionStack::default(),
            rejected: Vec::new(),
            broken: None,
            literals: Literals::default(),
            assumed: Vec::new(),
            answer: None,
            cell: Arc::default(),
            stats: QueryStats::default(),
        })
    }

    /// Interrupts the running query from another thread.
    pub fn interrupt_handle(&self) -> InterruptHandle {
        InterruptHandle { cell: self.cell.clone() }
    }

    /// The formulas of all open scopes.
    pub fn assertions(&self) -> &[Term] {
        &self.assertions
    }

    fn assert_raw(&mut self, position: usize) {
        let context = &self.context;
        let rejection = match context.translate(self.assertions[position]) {
            Ok(ast) => {
                // SAFETY: the context keeps the formula alive.
                unsafe { Z3_solver_assert(context.raw, self.raw, ast) };
                context.error().map(|(_, message)| message)
            }
            Err(message) => Some(message),
        };
        if let Some(message) = rejection {
            self.rejected.push((position, message));
        }
    }

    /// Before the assertions change.
    fn begin_change(&mut self) {
        self.answer = None;
        if self.literals.close(&self.context, self.raw).is_err() {
            self.restart();
        }
    }

    /// After a call that opens or closes scopes. If it failed (under memory pressure, say), Z3's
    /// scopes are not ours any more, and what it answers would be about other assertions.
    fn end_change(&mut self) {
        if self.context.succeeded().is_err() {
            self.restart();
        }
    }

    /// Replaces Z3's solver by a new one with the same assertions.
    fn restart(&mut self) {
        self.assumed.clear();
        let raw = match new_solver(&self.context, &self.options) {
            Ok(raw) => raw,
            Err(message) => {
                self.broken = Some(message);
                return;
            }
        };
        self.literals.forget();
        // SAFETY: the old solver is not used any more.
        unsafe { Z3_solver_dec_ref(self.context.raw, self.raw) };
        self.raw = raw;
        self.rejected.clear();
        let mut scopes = self.assertions.scopes().to_vec().into_iter().peekable();
        for position in 0..=self.assertions.len() {
            while scopes.next_if_eq(&position).is_some() {
                // SAFETY: the solver is valid.
                unsafe { Z3_solver_push(self.context.raw, self.raw) };
                if let Err(message) = self.context.succeeded() {
                    self.broken = Some(message);
                    return;
                }
            }
            if position < self.assertions.len() {
                self.assert_raw(position);
            }
        }
    }

    fn run(&mut self, assumptions: &[Term], limits: Limits) -> CheckResult {
        self.assumed.clear();
        if let Some(message) = &self.broken {
            return CheckResult::Unknown(UnknownReason::Crashed(message.clone()));
        }
        if let Some((_, message)) = self.rejected.first() {
            return CheckResult::Unknown(UnknownReason::Unsupported(message.clone()));
        }
        if self.literals.close_if_full(&self.context, self.raw).is_err() {
            self.restart();
        }
        for &assumption in assumptions {
            if assumption.is_true() {
                continue;
            }
            let is_scope_quick = || !self.assertions.iter().any(|formula| formula.has_quantifier());
            match self.literals.literal(&self.context, self.raw, assumption, is_scope_quick) {
                Ok(literal) => self.assumed.push((assumption, literal)),
                Err(message) => {
                    self.restart();
                    return CheckResult::Unknown(UnknownReason::Unsupported(message));
                }
            }
        }
        let literals: Vec<Z3_ast> = self.assumed.iter().map(|(_, literal)| *literal).collect();
        let (context, solver) = (self.context.raw, self.raw);
        // SAFETY: solver and literals are alive.
        let query = || unsafe {
            Z3_solver_check_assumptions(context, solver, literals.len() as u32, literals.as_ptr())
        };
        set_memory_limit(limits.memory_mb);
        let (answer, stopped) = self.cell.run(Target::Solver(context, solver), limits.time, query);
        let error = self.context.error();
        // The limit is for the query: what cleans up after it must not fail.
        set_memory_limit(None);
        match (answer, error) {
            (Z3_L_TRUE, None) => CheckResult::Sat,
            (Z3_L_FALSE, None) => CheckResult::Unsat,
            (_, error) => CheckResult::Unknown(self.explain(stopped, error)),
        }
    }

    fn explain(&mut self, stopped: Option<Stop>, error: Option<(Z3_error_code, String)>) -> UnknownReason {
        // SAFETY: the string is copied before the next call.
        let reason = match &error {
            Some((_, message)) => message.clone(),
            None => unsafe { text(Z3_solver_get_reason_unknown(self.context.raw, self.raw)) },
        };
        let is_memory = matches!(error, Some((ErrorCode::MemoutFail, _)))
            || reason.contains("memory")
            || reason.contains("memout");
        if error.is_some() {
            self.restart();
        }
        match stopped {
            Some(Stop::Timeout) => UnknownReason::Timeout,
            Some(Stop::Request) => UnknownReason::Interrupted,
            None if is_memory => UnknownReason::Memory,
            None if error.is_some() => UnknownReason::Crashed(reason),
            None => UnknownReason::Incomplete(reason),
        }
    }

    /// Formulas that the last answer is about.
    fn relevant_formulas(&self) -> impl Iterator<Item = Term> {
        self.assertions.iter().copied().chain(self.assumed.iter().map(|(formula, _)| *formula))
    }
}

fn new_solver(context: &Z3Context, options: &SolverOptions) -> Result<Z3_solver, String> {
    // SAFETY: counted until it is replaced or dropped.
    let raw = unsafe {
        let made =
            if options.is_one_shot { Z3_mk_solver(context.raw) } else { Z3_mk_simple_solver(context.raw) };
        let raw = context.checked(made)?;
        Z3_solver_inc_ref(context.raw, raw);
        raw
    };
    context.with_params(
        |params| {
            params.set_uint("random_seed", 0)?;
            if options.is_pattern_only { params.set_bool("mbqi", false) } else { Ok(()) }
        },
        // SAFETY: both objects are alive.
        |params| unsafe { Z3_solver_set_params(context.raw, raw, params) },
    )?;
    context.succeeded().map(|()| raw)
}

/// Z3 counts the memory of the whole process, so the limit is a global one. The soft limit ends a
/// query in good order; the hard one, which raises exceptions, is further away.
pub(super) fn set_memory_limit(megabytes: Option<u32>) {
    static CURRENT: AtomicU32 = AtomicU32::new(0);
    let wanted = megabytes.unwrap_or(0);
    if CURRENT.swap(wanted, Ordering::Relaxed) == wanted {
        return;
    }
    let soft = std::ffi::CString::new(wanted.to_string()).expect("digits");
    let hard = std::ffi::CString::new(wanted.saturating_mul(2).to_string()).expect("digits");
    // SAFETY: Z3 copies the strings.
    unsafe {
        Z3_global_param_set(c"memory_high_watermark_mb".as_ptr(), soft.as_ptr());
        Z3_global_param_set(c"memory_max_size".as_ptr(), hard.as_ptr());
    }
}

impl Solver for Z3Solver {
    fn push(&mut self) {
        self.begin_change();
        self.assertions.push();
        // SAFETY: the solver is valid.
        unsafe { Z3_solver_push(self.context.raw, self.raw) };
        self.end_change();
    }

    fn pop(&mut self, scopes: u32) {
        self.begin_change();
        let scopes = scopes.min(self.assertions.scopes().len() as u32);
        if scopes == 0 {
            return;
        }
        self.assertions.pop(scopes);
        self.rejected.retain(|(position, _)| *position < self.assertions.len());
        // SAFETY: so many scopes are open.
        unsafe { Z3_solver_pop(self.context.raw, self.raw, scopes) };
        self.end_change();
    }

    fn assert(&mut self, formula: Term) {
        self.begin_change();
        self.assertions.assert(formula);
        if !formula.is_true() {
            self.assert_raw(self.assertions.len() - 1);
        }
    }

    fn check(&mut self, assumptions: &[Term], limits: Limits) -> CheckResult {
        let start = Instant::now();
        let answer = self.run(assumptions, limits);
        self.stats.record(&answer, start.elapsed());
        if let CheckResult::Unknown(
            UnknownReason::Timeout | UnknownReason::Memory | UnknownReason::Interrupted,
        ) = answer
        {
            // What a stopped search leaves behind (instances of quantifiers above all) makes later
            // queries slow even after `pop`.
            self.restart();
        }
        self.answer = Some(answer.clone());
        answer
    }

    fn model(&mut self) -> Option<Model> {
        if self.answer != Some(CheckResult::Sat) {
            return None;
        }
        let mut variables: Vec<Term> = Vec::new();
        let mut seen = FxHashSet::default();
        for formula in self.relevant_formulas() {
            if seen.insert(formula) {
                variables.extend(formula.free_variables());
            }
        }
        variables.sort_unstable();
        variables.dedup();
        // SAFETY: the model is counted while it is read.
        unsafe {
            let raw = Z3_solver_get_model(self.context.raw, self.raw)?;
            Z3_model_inc_ref(self.context.raw, raw);
            let model = self.context.read_model(raw, &variables);
            Z3_model_dec_ref(self.context.raw, raw);
            model.ok()
        }
    }

    fn name(&self) -> &str {
        "z3"
    }

    fn set_query_kind(&mut self, kind: &'static str) {
        self.stats.set_kind(kind);
    }

    fn stats(&self) -> &QueryStats {
        &self.stats
    }
}

impl UnsatCores for Z3Solver {
    fn unsat_core(&mut self) -> Option<Vec<Term>> {
        if self.answer != Some(CheckResult::Unsat) {
            return None;
        }
        let context = self.context.raw;
        let mut literals = FxHashSet::default();
        // SAFETY: the vector is counted while it is read; its literals are alive in our tables.
        unsafe {
            let vector = Z3_solver_get_unsat_core(context, self.raw)?;
            Z3_ast_vector_inc_ref(context, vector);
            for index in 0..Z3_ast_vector_size(context, vector) {
                literals.extend(Z3_ast_vector_get(context, vector, index));
            }
            Z3_ast_vector_dec_ref(context, vector);
        }
        let mut core: Vec<Term> = Vec::new();
        for &(formula, literal) in &self.assumed {
            if literals.remove(&literal) {
                core.push(formula);
            }
        }
        literals.is_empty().then_some(core)
    }
}

impl Drop for Z3Solver {
    fn drop(&mut self) {
        self.literals.release(&self.context);
        // SAFETY: `new_solver` took the reference.
        unsafe { Z3_solver_dec_ref(self.context.raw, self.raw) };
    }
}
