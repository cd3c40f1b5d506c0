//! The driver of the elimination: pushes quantifiers inward and applies the
//! techniques to the connected components of conjunctions.
//!
//! Termination: every technique removes a variable from its component or, in
//! the case of divisions, is counted; components worked on are counted too.
//! When a count runs out, quantifiers stay where they are.

use smt::{CheckResult, Limits, QeTactic};
use term::build as mk;
use term::{Op, Sort, Term};

use super::{Elimination, EliminationSolver, Eliminator, SolverTactic, Technique};
use super::{arrays, boolean, bounds, der, divmod, upd};
use crate::classes::Classes;
use crate::ite::remove_ites;
use crate::nnf::nnf;
use crate::rewrite::{is_quantifier, map_literals};

/// At most so many divisions are replaced by new variables in one call.
const MAX_DIVISIONS: u32 = 12;
/// At most so many components are worked on in a trial.
const MAX_TRIAL_STEPS: u32 = 64;
/// At most so many if-then-elses are removed at a time.
const MAX_ITES: usize = 8;

/// Eliminates as many as possible of the variables and of the quantifiers in the body.
pub(super) fn exists(eliminator: &mut Eliminator, variables: &[Term], body: Term) -> Term {
    let config = &eliminator.config;
    let size_limit = config.size_factor.saturating_mul(body.dag_size()).saturating_add(config.size_slack);
    let steps = config.max_steps.saturating_add(2 * variables.len() as u32);
    let mut driver =
        Driver { eliminator, size_limit, steps, divisions: MAX_DIVISIONS, may_ask: true, has_failed: false };
    driver.exists(variables.to_vec(), body)
}

struct Driver<'a> {
    eliminator: &'a mut Eliminator,
    size_limit: usize,
    /// How many more components may be worked on.
    steps: u32,
    /// How many more divisions may be replaced.
    divisions: u32,
    /// The solver's tactics may be used. Not so in a trial that may be thrown away.
    may_ask: bool,
    /// A variable was left, so that the current trial is worth nothing any more.
    has_failed: bool,
}

impl Driver<'_> {
    /// `∃ variables. body`
    fn exists(&mut self, mut variables: Vec<Term>, body: Term) -> Term {
        let body = self.prepare(&mut variables, body);
        retain_free(&mut variables, body);
        if variables.is_empty() {
            return body;
        }
        if body.op() == Op::Or {
            let parts: Vec<Term> =
                body.arguments().iter().map(|&part| self.exists(variables.clone(), part)).collect();
            return mk::or(parts);
        }
        let parts: Vec<Term> = components(&variables, &mk::conjuncts(body))
            .into_iter()
            .map(|(bound, conjuncts)| self.component(bound, conjuncts))
            .collect();
        mk::and(parts)
    }

    /// Negation normal form; opens existential quantifiers and adds their variables to the
    /// eliminated ones; eliminates universal quantifiers.
    fn prepare(&mut self, variables: &mut Vec<Term>, body: Term) -> Term {
        let mut body = nnf(body, Term::has_quantifier);
        while has_quantified_literal(body, |op| matches!(op, Op::Exists(_))) {
            body = map_literals(body, |literal| {
                matches!(literal.op(), Op::Exists(_)).then(|| {
                    let (opened, inner) = mk::open(literal);
                    variables.extend(opened);
                    inner
                })
            });
            body = nnf(body, Term::has_quantifier);
        }
        if has_quantified_literal(body, |op| matches!(op, Op::Forall(_))) {
            body = map_literals(body, |literal| {
                matches!(literal.op(), Op::Forall(_)).then(|| self.universal(literal))
            });
        }
        body
    }

    /// Eliminates a universal quantifier through its dual.
    fn universal(&mut self, quantified: Term) -> Term {
        if let Some(&known) = self.eliminator.known.get(&quantified) {
            return known;
        }
        let (variables, body) = mk::open(quantified);
        let had_failed = self.has_failed;
        let dual = self.exists(variables, mk::not(body));
        self.has_failed = had_failed;
        let result = nnf(mk::not(dual), |t| t.has_quantifier());
        // A universal formula again is as good as it gets; anything else may let the outer
        // elimination go on.
        let result =
            if result.bound_variables() < quantified.bound_variables() { result } else { quantified };
        // What was left because the time was over may be eliminated the next time.
        let is_complete = self.eliminator.budget.check().is_ok();
        if is_complete && self.may_ask || !result.has_quantifier() {
            self.eliminator.known.insert(quantified, result);
            self.eliminator.known.insert(result, result);
        }
        result
    }

    /// A conjunction whose conjuncts are connected by the variables.
    fn component(&mut self, variables: Vec<Term>, conjuncts: Vec<Term>) -> Term {
        if variables.is_empty() {
            return mk::and(conjuncts);
        }
        if let [only] = conjuncts.as_slice()
            && only.op() == Op::Or
            && !self.drops_out(&variables, *only)
        {
            return self.exists(variables, *only);
        }
        let is_void = self.has_failed && !self.may_ask;
        if is_void || self.steps == 0 || self.eliminator.budget.check().is_err() {
            return self.leave(&variables, mk::and(conjuncts));
        }
        self.steps -= 1;
        let order = cheapest_first(&variables, &conjuncts);
        if let Some((left, formula)) = self.solve_equalities(&order, &conjuncts) {
            return self.exists(left, formula);
        }
        for technique in Technique::ALL {
            // DER solves Boolean equalities; the others must see through them.
            if technique == Technique::Ird
                && let Some(expanded) = expand(&variables, &conjuncts)
            {
                return self.exists(variables, expanded);
            }
            if technique == Technique::Upd {
                if let Some(value) = self.unconnected(&variables, &conjuncts) {
                    return value;
                }
                continue;
            }
            for &x in &order {
                if let Some(elimination) = self.attempt(technique, x, &conjuncts, &variables) {
                    return self.proceed(x, variables, elimination);
                }
            }
        }
        self.by_cases(&variables, &conjuncts)
            .unwrap_or_else(|| self.by_solver(&variables, mk::and(conjuncts)))
    }

    fn leave(&mut self, variables: &[Term], formula: Term) -> Term {
        self.has_failed = true;
        mk::exists(variables, formula)
    }

    /// DER for all variables at once: the variables that are left, and the formula over them.
    fn solve_equalities(&mut self, order: &[Term], conjuncts: &[Term]) -> Option<(Vec<Term>, Term)> {
        let (eliminated, rest) = der::eliminate_all(order, conjuncts);
        self.eliminator.statistics.tried(Technique::Der, order.len());
        if eliminated.is_empty() {
            return None;
        }
        let formula = mk::and(rest);
        if formula.dag_size() > self.size_limit {
            return None;
        }
        self.eliminator.statistics.succeeded(Technique::Der, eliminated.len());
        let left = order.iter().copied().filter(|v| !eliminated.contains(v)).collect();
        Some((left, formula))
    }

    /// True if a disjunction is better kept whole: IRD replaces literals inside.
    fn drops_out(&self, variables: &[Term], disjunction: Term) -> bool {
        variables.iter().any(|&x| bounds::drop_infinity_restrictors(x, disjunction).is_some())
    }

    fn proceed(&mut self, x: Term, mut variables: Vec<Term>, elimination: Elimination) -> Term {
        if elimination.is_eliminated {
            variables.retain(|&v| v != x);
        }
        variables.extend(elimination.introduced);
        self.exists(variables, elimination.formula)
    }

    fn attempt(
        &mut self,
        technique: Technique,
        x: Term,
        conjuncts: &[Term],
        variables: &[Term],
    ) -> Option<Elimination> {
        // What does not contain the variable is not the technique's business.
        let (with_x, rest): (Vec<Term>, Vec<Term>) = conjuncts.iter().partition(|c| c.has_free(x));
        let elimination = match technique {
            Technique::Ird => bounds::drop_infinity_restrictors(x, mk::and(with_x)),
            Technique::Tir => bounds::resolve_bounds(x, &with_x),
            Technique::DivMod if self.divisions > 0 => divmod::eliminate(x, &with_x, variables),
            Technique::ArrayDer => arrays::unwind_stores(x, &with_x),
            Technique::ArrayValue => arrays::eliminate_values(x, &with_x),
            Technique::Boolean => boolean::split(x, mk::and(with_x), self.size_limit),
            Technique::Der | Technique::Upd | Technique::DivMod | Technique::Light | Technique::Full => {
                return None;
            }
        };
        self.eliminator.statistics.tried(technique, 1);
        let mut elimination = elimination?;
        elimination.formula = mk::and(rest.into_iter().chain([elimination.formula]));
        if elimination.formula.dag_size() > self.size_limit {
            return None;
        }
        if technique == Technique::DivMod {
            self.divisions -= 1;
        }
        let eliminated = usize::from(elimination.is_eliminated);
        self.eliminator.statistics.succeeded(technique, eliminated);
        Some(elimination)
    }

    /// UPD: decides a component that contains nothing but eliminated variables.
    fn unconnected(&mut self, variables: &[Term], conjuncts: &[Term]) -> Option<Term> {
        let Eliminator { config, solver, statistics, .. } = &mut *self.eliminator;
        statistics.tried(Technique::Upd, variables.len());
        let formula = mk::and(conjuncts.iter().copied());
        if !upd::is_closed(formula, variables) {
            return None;
        }
        let solver = solver.as_deref_mut()?;
        statistics.queries += 1;
        let value = upd::decide(formula, solver, config.limits)?;
        statistics.succeeded(Technique::Upd, variables.len());
        Some(value)
    }

    /// Removes if-then-elses or distributes over a disjunction, and keeps the result only if it
    /// leaves fewer quantified variables than giving up would.
    fn by_cases(&mut self, variables: &[Term], conjuncts: &[Term]) -> Option<Term> {
        let formula = mk::and(conjuncts.iter().copied());
        let split = remove_ites(formula, variables, MAX_ITES)
            .filter(|&removed| removed != formula)
            .or_else(|| distribute(variables, conjuncts))
            .filter(|s| s.dag_size() <= self.size_limit)?;
        let could_ask = std::mem::replace(&mut self.may_ask, false);
        let had_failed = std::mem::replace(&mut self.has_failed, false);
        let reserve = self.steps.saturating_sub(MAX_TRIAL_STEPS);
        self.steps -= reserve;
        let result = self.exists(variables.to_vec(), split);
        self.steps += reserve;
        self.has_failed = had_failed;
        self.may_ask = could_ask;
        let is_better = result.bound_variables() <= formula.bound_variables();
        (is_better && result.dag_size() <= self.size_limit).then_some(result)
    }

    /// Asks the solver; what it leaves stays quantified.
    fn by_solver(&mut self, variables: &[Term], formula: Term) -> Term {
        let mut current = mk::exists(variables, formula);
        let Eliminator { config, solver, statistics, .. } = &mut *self.eliminator;
        let Some(solver) = solver.as_deref_mut().filter(|_| self.may_ask) else {
            return self.leave(variables, formula);
        };
        let tactics: &[_] = match config.tactic {
            SolverTactic::None => &[],
            SolverTactic::Light => &[(Technique::Light, QeTactic::Light)],
            SolverTactic::Full => &[(Technique::Light, QeTactic::Light), (Technique::Full, QeTactic::Full)],
        };
        for &(technique, tactic) in tactics {
            let before = current.bound_variables();
            if before == 0 {
                break;
            }
            statistics.tried(technique, before);
            let Ok(result) = solver.eliminate(current, tactic, config.limits) else { continue };
            let after = result.bound_variables();
            if after >= before || result.dag_size() > self.size_limit {
                continue;
            }
            if tactic == QeTactic::Full {
                // Z3's `qe2` returns wrong results on bit-vectors now and then.
                statistics.queries += 2;
                if !is_equivalent(current, result, solver, config.limits) {
                    continue;
                }
            }
            statistics.succeeded(technique, before - after);
            current = result;
        }
        current
    }
}

/// Expands Boolean equalities and if-then-elses that contain one of the variables.
fn expand(variables: &[Term], conjuncts: &[Term]) -> Option<Term> {
    let formula = mk::and(conjuncts.iter().copied());
    let expanded = nnf(formula, |t| variables.iter().any(|&v| t.has_free(v)));
    (expanded != formula).then_some(expanded)
}

/// True if the solver proves the formulas equivalent.
fn is_equivalent(a: Term, b: Term, solver: &mut dyn EliminationSolver, limits: Limits) -> bool {
    [(a, b), (b, a)].into_iter().all(|(premise, conclusion)| {
        solver.push();
        solver.assert(mk::and([premise, mk::not(conclusion)]));
        let result = solver.check(&[], limits);
        solver.pop(1);
        result == CheckResult::Unsat
    })
}

fn retain_free(variables: &mut Vec<Term>, body: Term) {
    variables.retain(|&v| body.has_free(v));
    variables.sort_unstable();
    variables.dedup();
}

fn has_quantified_literal(formula: Term, is_wanted: impl Fn(Op) -> bool) -> bool {
    formula.has_quantifier()
        && crate::rewrite::literals(formula).iter().any(|l| is_quantifier(*l) && is_wanted(l.op()))
}

/// Variables with fewer and smaller conjuncts come first; arrays come last, because the terms
/// that they stand for are large and should not be rebuilt for each index that is replaced.
fn cheapest_first(variables: &[Term], conjuncts: &[Term]) -> Vec<Term> {
    let mut order = variables.to_vec();
    order.sort_by_cached_key(|&x| {
        let with_x = conjuncts.iter().filter(|c| c.has_free(x));
        let (count, size) = with_x.fold((0, 0u64), |(n, s), c| (n + 1, s + u64::from(c.size())));
        (matches!(x.sort(), Sort::Array(_)), count, size, x)
    });
    order
}

/// The connected components of a conjunction: conjuncts that share a variable, directly or through
/// others, belong together. Conjuncts without any of the variables form the first component. The
/// variables are sorted.
pub(super) fn components(variables: &[Term], conjuncts: &[Term]) -> Vec<(Vec<Term>, Vec<Term>)> {
    let mut classes = Classes::default();
    let mut has_variable = vec![false; conjuncts.len()];
    for (&conjunct, has_variable) in conjuncts.iter().zip(&mut has_variable) {
        let thing = classes.add();
        for &variable in conjunct.free_variables().iter().filter(|v| variables.binary_search(v).is_ok()) {
            classes.has(thing, variable);
            *has_variable = true;
        }
    }
    let mut result: Vec<(Vec<Term>, Vec<Term>)> = vec![(Vec::new(), Vec::new())];
    let mut component_of: Vec<Option<usize>> = vec![None; conjuncts.len()];
    for (thing, &conjunct) in conjuncts.iter().enumerate() {
        if !has_variable[thing] {
            result[0].1.push(conjunct);
            continue;
        }
        let component = *component_of[classes.class(thing)].get_or_insert_with(|| {
            result.push((Vec::new(), Vec::new()));
            result.len() - 1
        });
        result[component].1.push(conjunct);
    }
    for &variable in variables {
        if let Some(component) = classes.class_with(variable).and_then(|class| component_of[class]) {
            result[component].0.push(variable);
        }
    }
    result
}

/// Distributes the conjunction over its smallest disjunction that contains one of the variables.
fn distribute(variables: &[Term], conjuncts: &[Term]) -> Option<Term> {
    let is_candidate = |c: &Term| c.op() == Op::Or && variables.iter().any(|&v| c.has_free(v));
    let (position, disjunction) = conjuncts
        .iter()
        .enumerate()
        .filter(|(_, c)| is_candidate(c))
        .min_by_key(|(i, c)| (c.arguments().len(), c.size(), *i))?;
    let rest = mk::and(conjuncts.iter().enumerate().filter(|(i, _)| *i != position).map(|(_, &c)| c));
    Some(mk::or(disjunction.arguments().iter().map(|&d| mk::and([d, rest]))))
}
