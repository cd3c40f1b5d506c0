//! Sequence interpolants from Spacer, Z3's solver of constrained Horn clauses.
//!
//! For `A₁, ..., Aₙ` there is a relation `Pₖ` for each cut, over the variables that both sides of it share, and the
//! clauses `A₁ → P₁`, `Pₖ ∧ Aₖ₊₁ → Pₖ₊₁`, `Pₙ₋₁ ∧ Aₙ → error`. If the error cannot be derived, an interpretation of the
//! relations that satisfies the clauses is a sequence of interpolants. The clauses are not to be inlined or sliced
//! first: Z3 would answer with one relation of many.
//!
//! Each query has a context of its own. It costs one translation, and nothing of an interrupted query is left behind.

use std::sync::Arc;
use std::time::Duration;

use rustc_hash::FxHashSet;
use term::{Op, Sort, Term, build as mk};
use z3_sys::*;

use super::back::{Reader, View};
use super::context::{Z3Context, text};
use super::solver::{Z3Solver, set_memory_limit};
use super::watchdog::{QueryCell, Stop, Target};
use crate::options::SolverOptions;
use crate::traits::{CheckResult, Interpolation, Limits, NoInterpolants, Solver, UnknownReason};

/// The transformations of clauses that lose relations, and what makes Spacer's lemmas about single values.
const OFF: &[&str] = &[
    "xform.inline_linear",
    "xform.inline_eager",
    "xform.inline_linear_branch",
    "xform.slice",
    "xform.coi",
    "xform.subsumption_checker",
    "xform.tail_simplifier_pve",
    "spacer.ground_pobs",
];

/// Z3's steps that one query may take. The time is the limit that matters; this one is the same on every machine.
const RESOURCES: u32 = 1 << 30;

/// The longest that a query takes which gives a meaning to a relation that Z3 does not mention.
const COMPLETION_LIMIT: Duration = Duration::from_millis(300);

/// Spacer as an interpolating solver.
#[derive(Default)]
pub struct Spacer {
    cell: Arc<QueryCell>,
}

impl Interpolation for Spacer {
    fn sequence_interpolants(
        &mut self,
        formulas: &[Term],
        limits: Limits,
    ) -> Result<Vec<Term>, NoInterpolants> {
        if let Some(what) = formulas.iter().find_map(|formula| unsupported(*formula)) {
            return Err(UnknownReason::Unsupported(what).into());
        }
        let context = Z3Context::new().map_err(UnknownReason::Crashed)?;
        let horn = Horn::new(&context, formulas).map_err(UnknownReason::Crashed)?;
        Ok(completed(formulas, &horn.solve(&self.cell, limits)?))
    }

    fn name(&self) -> &str {
        "z3"
    }
}

/// What Spacer does not know: quantifiers, uninterpreted functions and sorts, floats.
fn unsupported(formula: Term) -> Option<String> {
    if formula.has_quantifier() {
        return Some("quantifiers".to_owned());
    }
    let mut found = None;
    formula.visit_once(|part| {
        if found.is_none() {
            found = match part.op() {
                Op::Apply(function) => Some(format!("the function {}", function.name())),
                _ => unknown_sort(part.sort()).map(|sort| format!("the sort {sort}")),
            };
        }
    });
    found
}

fn unknown_sort(sort: Sort) -> Option<Sort> {
    match sort {
        Sort::Bool | Sort::Int | Sort::Real | Sort::BitVec(_) => None,
        Sort::Array(array) => unknown_sort(array.index()).or_else(|| unknown_sort(array.element())),
        Sort::Float(_) | Sort::RoundingMode | Sort::Uninterpreted(_) => Some(sort),
    }
}

/// Gives the relations that Z3 does not mention a meaning. It leaves out a clause whose body it simplifies to `false`:
/// the relations behind it are `false`, up to the next that is mentioned. All others are `true`.
fn completed(formulas: &[Term], mentioned: &[Option<Term>]) -> Vec<Term> {
    let mut interpolants: Vec<Term> = Vec::new();
    for (cut, interpolant) in mentioned.iter().enumerate() {
        let before = cut.checked_sub(1).map_or(mk::tt(), |before| interpolants[before]);
        let is_false = || before.is_false() || are_contradictory(before, formulas[cut]);
        interpolants.push(match interpolant {
            Some(interpolant) => *interpolant,
            None => mk::bool(!is_false()),
        });
    }
    interpolants
}

/// Whether two formulas contradict each other, as far as that is easy to see.
fn are_contradictory(left: Term, right: Term) -> bool {
    let Ok(mut solver) = Z3Solver::new(&SolverOptions::default()) else { return false };
    solver.assert(left);
    solver.assert(right);
    solver.check(&[], Limits { time: Some(COMPLETION_LIMIT), memory_mb: None }) == CheckResult::Unsat
}

/// For each cut, the variables that occur on both sides of it, in a fixed order.
pub(crate) fn shared_variables(formulas: &[Term]) -> Vec<Vec<Term>> {
    let mut after: Vec<FxHashSet<Term>> = vec![FxHashSet::default()];
    for formula in formulas.iter().skip(1).rev() {
        let mut variables = after.last().cloned().unwrap_or_default();
        variables.extend(formula.free_variables());
        after.push(variables);
    }
    after.reverse();
    let mut before: FxHashSet<Term> = FxHashSet::default();
    let mut shared = Vec::new();
    for (formula, after) in formulas.iter().zip(&after).take(formulas.len().saturating_sub(1)) {
        before.extend(formula.free_variables());
        let mut both: Vec<Term> = before.intersection(after).copied().collect();
        both.sort_unstable();
        shared.push(both);
    }
    shared
}

/// The clauses of one query.
struct Horn<'c> {
    context: &'c Z3Context,
    raw: Z3_fixedpoint,
    /// For each cut, its relation and the variables that this is about.
    relations: Vec<(Z3_func_decl, Vec<Term>)>,
    error: Z3_func_decl,
}

impl<'c> Horn<'c> {
    fn new(context: &'c Z3Context, formulas: &[Term]) -> Result<Horn<'c>, String> {
        let shared = shared_variables(formulas);
        let relations = shared.into_iter().map(|variables| Ok((relation(context, &variables)?, variables)));
        let relations = relations.collect::<Result<Vec<_>, String>>()?;
        let error = relation(context, &[])?;
        // SAFETY: the context is valid; the object is counted at once and released on `drop`.
        let raw = unsafe {
            let raw = context.checked(Z3_mk_fixedpoint(context.raw))?;
            Z3_fixedpoint_inc_ref(context.raw, raw);
            raw
        };
        let horn = Horn { context, raw, relations, error };
        horn.configure()?;
        horn.add_clauses(formulas)?;
        Ok(horn)
    }

    fn configure(&self) -> Result<(), String> {
        let fill = |params: &super::context::Params<'_>| {
            params.set_symbol("engine", "spacer")?;
            params.set_uint("rlimit", RESOURCES)?;
            OFF.iter().try_for_each(|name| params.set_bool(name, false))
        };
        // SAFETY: all three objects are valid.
        let set = |params| unsafe { Z3_fixedpoint_set_params(self.context.raw, self.raw, params) };
        self.context.with_params(fill, set)?;
        self.context.succeeded()
    }

    fn add_clauses(&self, formulas: &[Term]) -> Result<(), String> {
        let raw = self.context.raw;
        let heads = self.relations.iter().map(|(relation, variables)| (*relation, variables.as_slice()));
        let heads: Vec<(Z3_func_decl, &[Term])> = heads.chain([(self.error, [].as_slice())]).collect();
        for (relation, _) in &heads {
            // SAFETY: the declaration is alive.
            unsafe { Z3_fixedpoint_register_relation(raw, self.raw, *relation) };
            self.context.succeeded()?;
        }
        for (position, (formula, (head, arguments))) in formulas.iter().zip(&heads).enumerate() {
            let mut bound: Vec<Term> = formula.free_variables().to_vec();
            bound.extend(*arguments);
            let body = self.context.translate(*formula)?;
            let body = match position.checked_sub(1).map(|before| &heads[before]) {
                None => self.context.hold(body),
                Some((relation, arguments)) => {
                    bound.extend(*arguments);
                    let atom = self.atom(*relation, arguments)?;
                    let parts = [atom.ast, body];
                    // SAFETY: both parts are alive.
                    let both = unsafe { Z3_mk_and(raw, 2, parts.as_ptr()) };
                    self.context.hold(self.context.checked(both)?)
                }
            };
            bound.sort_unstable();
            bound.dedup();
            let head = self.atom(*head, arguments)?;
            // SAFETY: body and head are alive.
            let clause = unsafe { Z3_mk_implies(raw, body.ast, head.ast) };
            let clause = self.context.hold(self.context.checked(clause)?);
            self.add_clause(&bound, clause.ast)?;
        }
        Ok(())
    }

    fn add_clause(&self, bound: &[Term], clause: Z3_ast) -> Result<(), String> {
        let closed = match bound {
            [] => clause,
            _ => self.context.quantifier(true, bound, &[clause])?,
        };
        let closed = self.context.hold(closed);
        // SAFETY: the clause is alive; it has no name.
        unsafe { Z3_fixedpoint_add_rule(self.context.raw, self.raw, closed.ast, None) };
        self.context.succeeded()
    }

    fn atom(&self, relation: Z3_func_decl, arguments: &[Term]) -> Result<super::context::Held<'c>, String> {
        let arguments =
            arguments.iter().map(|v| self.context.translate(*v)).collect::<Result<Vec<_>, _>>()?;
        Ok(self.context.hold(self.context.application(relation, &arguments)?))
    }

    fn solve(&self, cell: &Arc<QueryCell>, limits: Limits) -> Result<Vec<Option<Term>>, NoInterpolants> {
        let raw = self.context.raw;
        // SAFETY: the declaration is registered with the object, and both are alive.
        let query = || unsafe { Z3_fixedpoint_query_relations(raw, self.raw, 1, [self.error].as_ptr()) };
        set_memory_limit(limits.memory_mb);
        let (answer, stopped) = cell.run(Target::Context(raw), limits.time, query);
        let error = self.context.error();
        set_memory_limit(None);
        match (answer, error) {
            (Z3_L_FALSE, None) => self.read_answer().map_err(NoInterpolants::Unreadable),
            (Z3_L_TRUE, None) => Err(NoInterpolants::Satisfiable),
            (_, error) => Err(self.explain(stopped, error).into()),
        }
    }

    fn explain(&self, stopped: Option<Stop>, error: Option<(Z3_error_code, String)>) -> UnknownReason {
        let is_memory = matches!(error, Some((ErrorCode::MemoutFail, _)));
        let message = match error {
            Some((_, message)) => message,
            // SAFETY: the string is copied before the next call.
            None => unsafe { text(Z3_fixedpoint_get_reason_unknown(self.context.raw, self.raw)) },
        };
        match stopped {
            Some(Stop::Timeout) => UnknownReason::Timeout,
            Some(Stop::Request) => UnknownReason::Interrupted,
            None if is_memory || message.contains("memory") => UnknownReason::Memory,
            None => UnknownReason::Incomplete(message),
        }
    }

    /// The interpretation of each relation that Z3 mentions.
    fn read_answer(&self) -> Result<Vec<Option<Term>>, String> {
        let mut interpolants = vec![None; self.relations.len()];
        // SAFETY: the object has just answered; the answer is held.
        let answer = unsafe { Z3_fixedpoint_get_answer(self.context.raw, self.raw) };
        let answer = self.context.hold(self.context.checked(answer)?);
        let mut stack = vec![answer.ast];
        while let Some(top) = stack.pop() {
            match self.context.view(top)? {
                View::Application { kind, arguments, .. } if kind == DeclKind::And as u32 => {
                    stack.extend(arguments);
                }
                View::Application { kind, .. } if kind == DeclKind::True as u32 => {}
                View::Quantifier { is_forall: true, bound, body } => {
                    self.read_definition(body, bound.len(), &mut interpolants)?;
                }
                _ => self.read_definition(top, 0, &mut interpolants)?,
            }
        }
        Ok(interpolants)
    }

    /// Reads `P(x₁, ..., xₘ) = φ`, where the arguments are bound variables, or the literal that it becomes if `φ` is a
    /// truth value.
    fn read_definition(
        &self,
        definition: Z3_ast,
        bound: usize,
        interpolants: &mut [Option<Term>],
    ) -> Result<(), String> {
        let View::Application { kind, arguments, .. } = self.context.view(definition)? else {
            return Err("Z3's answer is no definition of a relation".to_owned());
        };
        let is_equation = kind == DeclKind::Eq as u32 || kind == DeclKind::Iff as u32;
        match arguments[..] {
            [left, right] if is_equation => match (self.scope(left, bound)?, self.scope(right, bound)?) {
                (Some(scope), _) => self.define(scope, right, interpolants),
                (None, Some(scope)) => self.define(scope, left, interpolants),
                (None, None) => Err("Z3's answer defines something else".to_owned()),
            },
            [atom] if kind == DeclKind::Not as u32 => match self.scope(atom, bound)? {
                Some(Scope { cut, .. }) => set(interpolants, cut, mk::ff()),
                None => Err("Z3's answer denies something else".to_owned()),
            },
            _ => match self.scope(definition, bound)? {
                Some(Scope { cut, .. }) => set(interpolants, cut, mk::tt()),
                None => Err("Z3's answer asserts something else".to_owned()),
            },
        }
    }

    fn define(&self, scope: Scope, body: Z3_ast, interpolants: &mut [Option<Term>]) -> Result<(), String> {
        let mut reader = Reader { context: self.context, model: None, bound: scope.bound };
        set(interpolants, scope.cut, reader.read(body)?)
    }

    /// What the bound variables mean in a definition of the relation that `atom` applies; `None` for other terms.
    fn scope(&self, atom: Z3_ast, bound: usize) -> Result<Option<Scope>, String> {
        let View::Application { declaration, arguments, .. } = self.context.view(atom)? else {
            return Ok(None);
        };
        if declaration == self.error {
            return Ok(Some(Scope { cut: None, bound: vec![mk::tt(); bound] }));
        }
        let Some(cut) = self.relations.iter().position(|(relation, _)| *relation == declaration) else {
            return Ok(None);
        };
        let mut meaning = vec![None; bound];
        for (argument, variable) in arguments.iter().zip(&self.relations[cut].1) {
            // Z3 numbers from the innermost bound variable outwards.
            let View::Bound(index) = self.context.view(*argument)? else {
                return Err("Z3's answer has a relation of something but variables".to_owned());
            };
            let position = bound.checked_sub(1 + index as usize);
            match position.and_then(|position| meaning.get_mut(position)) {
                Some(place @ None) => *place = Some(*variable),
                _ => return Err("Z3's answer has a relation of one variable twice".to_owned()),
            }
        }
        match meaning.into_iter().collect() {
            Some(bound) => Ok(Some(Scope { cut: Some(cut), bound })),
            None => Err("Z3's answer quantifies what is no argument".to_owned()),
        }
    }
}

/// What a definition is about.
struct Scope {
    /// The cut; nothing for the relation of the error.
    cut: Option<usize>,
    /// The variables that the bound ones stand for, the outermost first.
    bound: Vec<Term>,
}

fn set(interpolants: &mut [Option<Term>], cut: Option<usize>, interpolant: Term) -> Result<(), String> {
    if let Some(cut) = cut {
        let known = interpolants[cut].unwrap_or(mk::tt());
        interpolants[cut] = Some(mk::and2(known, interpolant));
    }
    Ok(())
}

/// A relation over variables of these sorts, with a name that no other symbol of the query has.
fn relation(context: &Z3Context, variables: &[Term]) -> Result<Z3_func_decl, String> {
    let sorts = variables.iter().map(|v| context.sort(v.sort())).collect::<Result<Vec<_>, _>>()?;
    let result = context.sort(Sort::Bool)?;
    // SAFETY: the context keeps the sorts alive.
    let made = unsafe {
        let name = c"P".as_ptr();
        Z3_mk_fresh_func_decl(context.raw, name, sorts.len() as u32, sorts.as_ptr(), result)
    };
    let made = context.checked(made)?;
    // SAFETY: the declaration has just been made; `Horn` releases it, or else the context, which goes with the query.
    unsafe { Z3_inc_ref(context.raw, context.checked(Z3_func_decl_to_ast(context.raw, made))?) };
    Ok(made)
}

impl Drop for Horn<'_> {
    fn drop(&mut self) {
        // SAFETY: `new` took the references.
        unsafe {
            Z3_fixedpoint_dec_ref(self.context.raw, self.raw);
            for declaration in self.relations.iter().map(|(relation, _)| *relation).chain([self.error]) {
                Z3_func_decl_to_ast(self.context.raw, declaration)
                    .inspect(|ast| Z3_dec_ref(self.context.raw, *ast));
            }
        }
    }
}
