//! Quantifier elimination by Z3's tactics.
//!
//! `Light` is `qe-light`, which removes what an equation determines; `Full` is
//! `qe2` (model-based projection), or `qe` where that fails. Both are followed
//! by `simplify`. A result that speaks of symbols which Z3 has made up is
//! refused: it would only be equisatisfiable.

use std::time::{Duration, Instant};

use term::Term;
use term::build as mk;
use z3_sys::*;

use super::context::Z3Context;
use super::solver::Z3Solver;
use crate::traits::{Limits, QeTactic, QuantifierElimination, UnknownReason};

impl QuantifierElimination for Z3Solver {
    fn eliminate(&mut self, formula: Term, tactic: QeTactic, limits: Limits) -> Result<Term, UnknownReason> {
        if !formula.has_quantifier() {
            return Ok(formula);
        }
        let translated = self.context.translate(formula).map_err(UnknownReason::Unsupported)?;
        let deadline = limits.time.and_then(|limit| Instant::now().checked_add(limit));
        let names: &[&std::ffi::CStr] = match tactic {
            QeTactic::Light => &[c"qe-light"],
            QeTactic::Full => &[c"qe2", c"qe"],
        };
        let mut failure = UnknownReason::Incomplete("no tactic".to_owned());
        for name in names {
            let left = deadline.map(|deadline| deadline.saturating_duration_since(Instant::now()));
            if left == Some(Duration::ZERO) {
                return Err(UnknownReason::Timeout);
            }
            let failed = match self.context.apply_tactic(translated, name, left) {
                // A tactic whose time is over may also return its input instead of failing.
                Ok(result)
                    if tactic == QeTactic::Full && result.bound_variables() >= formula.bound_variables() =>
                {
                    "nothing was eliminated".to_owned()
                }
                Ok(result) => return Ok(result),
                Err(message) => message,
            };
            failure = match deadline {
                Some(deadline) if Instant::now() >= deadline => UnknownReason::Timeout,
                _ if failed.contains("memory") => UnknownReason::Memory,
                _ => UnknownReason::Incomplete(failed),
            };
        }
        Err(failure)
    }
}

impl Z3Context {
    fn apply_tactic(
        &self,
        formula: Z3_ast,
        name: &std::ffi::CStr,
        limit: Option<Duration>,
    ) -> Result<Term, String> {
        let raw = self.raw;
        // SAFETY: every object is counted as soon as Z3 has returned it, and released at the end.
        unsafe {
            let first = self.checked(Z3_mk_tactic(raw, name.as_ptr()))?;
            Z3_tactic_inc_ref(raw, first);
            let second = self.checked(Z3_mk_tactic(raw, c"simplify".as_ptr()))?;
            Z3_tactic_inc_ref(raw, second);
            let both = self.checked(Z3_tactic_and_then(raw, first, second))?;
            Z3_tactic_inc_ref(raw, both);
            let limited = match limit {
                Some(limit) => {
                    let millis = limit.as_millis().clamp(1, u128::from(u32::MAX - 1)) as u32;
                    self.checked(Z3_tactic_try_for(raw, both, millis))?
                }
                None => both,
            };
            Z3_tactic_inc_ref(raw, limited);
            let goal = self.checked(Z3_mk_goal(raw, false, false, false))?;
            Z3_goal_inc_ref(raw, goal);
            Z3_goal_assert(raw, goal, formula);
            let applied = self.checked(Z3_tactic_apply(raw, limited, goal));
            let result = applied.and_then(|applied| {
                Z3_apply_result_inc_ref(raw, applied);
                let result = self.read_subgoals(applied);
                Z3_apply_result_dec_ref(raw, applied);
                result
            });
            Z3_goal_dec_ref(raw, goal);
            for tactic in [limited, both, second, first] {
                Z3_tactic_dec_ref(raw, tactic);
            }
            result
        }
    }

    /// The disjunction of the subgoals, each a conjunction.
    ///
    /// # Safety
    /// The result is alive.
    unsafe fn read_subgoals(&self, applied: Z3_apply_result) -> Result<Term, String> {
        let raw = self.raw;
        let mut disjuncts = Vec::new();
        // SAFETY: goals live as long as the result, formulas as long as their goal.
        unsafe {
            for index in 0..Z3_apply_result_get_num_subgoals(raw, applied) {
                let goal = self.checked(Z3_apply_result_get_subgoal(raw, applied, index))?;
                Z3_goal_inc_ref(raw, goal);
                let mut conjuncts = Vec::new();
                for position in 0..Z3_goal_size(raw, goal) {
                    let formula = self.checked(Z3_goal_formula(raw, goal, position));
                    conjuncts.push(formula.and_then(|formula| self.read(formula)));
                }
                let is_exact = matches!(Z3_goal_precision(raw, goal), GoalPrec::Precise);
                Z3_goal_dec_ref(raw, goal);
                if !is_exact {
                    return Err("the tactic approximated the formula".to_owned());
                }
                disjuncts.push(mk::and(conjuncts.into_iter().collect::<Result<Vec<Term>, String>>()?));
            }
        }
        Ok(mk::or(disjuncts))
    }
}
