//! Quantifier elimination.
//!
//! Strongest postconditions and projections to live variables quantify
//! existentially, weakest preconditions universally (by duality). Most of these
//! quantifiers go away by cheap equivalences; the solver is asked only for what
//! is left. The method, in the order of the attempts:
//!
//! 1. negation normal form; inner quantifiers first; `∃` distributes over `∨`
//!    and over the components of `∧` that share no eliminated variable
//!    ([`driver`]),
//! 2. on each component DER, IRD, TIR, UPD, divisions, arrays, Booleans
//!    ([`Technique`]), the first that applies, the cheapest variable first,
//! 3. removal of if-then-elses and distribution of `∧` over `∨` where this lets
//!    the techniques finish,
//! 4. the solver's tactics, as configured.
//!
//! **Invariant**: every step is an equivalence. A variable that no step
//! eliminates stays quantified, unless an approximation is asked for; then the
//! result says so. Everything is bounded: steps by [`QeConfig::max_steps`],
//! the result by [`QeConfig::size_factor`] and [`QeConfig::size_slack`].

mod approximate;
mod arrays;
mod boolean;
mod bounds;
mod der;
mod divmod;
mod driver;
mod solve;
mod statistics;
mod upd;

#[cfg(test)]
mod properties;
#[cfg(test)]
mod tests;

use base::Budget;
use rustc_hash::FxHashMap;
use smt::{Limits, QuantifierElimination, Solver};
use term::Term;
use term::build as mk;

pub use self::statistics::{QeStatistics, Technique};
use crate::nnf::nnf;
use crate::simplify::simplify_in_context;

/// Which of the solver's tactics may be used on what the techniques leave.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum SolverTactic {
    /// None.
    None,
    /// The cheap one.
    #[default]
    Light,
    /// The cheap one, then the complete one.
    Full,
}

/// How to eliminate quantifiers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct QeConfig {
    /// What the solver may do.
    pub tactic: SolverTactic,
    /// The limits of each call of the solver.
    pub limits: Limits,
    /// Approximate instead of leaving quantifiers: existential results become weaker, universal
    /// results stronger.
    pub overapproximate: bool,
    /// The result may have `size_factor · n + size_slack` distinct nodes, for an input of `n`.
    pub size_factor: usize,
    /// See [`QeConfig::size_factor`].
    pub size_slack: usize,
    /// How many components may be worked on in one call, in addition to two per variable.
    pub max_steps: u32,
}

impl Default for QeConfig {
    fn default() -> QeConfig {
        QeConfig {
            tactic: SolverTactic::Light,
            limits: Limits::millis(500),
            overapproximate: false,
            size_factor: 4,
            size_slack: 200,
            max_steps: 400,
        }
    }
}

/// What the eliminator needs of a solver.
pub trait EliminationSolver: Solver + QuantifierElimination {}
impl<T: Solver + QuantifierElimination + ?Sized> EliminationSolver for T {}

/// The result of an elimination.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Eliminated {
    /// The formula.
    pub formula: Term,
    /// False if the formula is only an approximation of the quantified one.
    pub is_exact: bool,
    /// How many quantified variables are left in the formula.
    pub leftover: usize,
}

/// Eliminates quantifiers and counts how.
pub struct Eliminator {
    config: QeConfig,
    solver: Option<Box<dyn EliminationSolver>>,
    statistics: QeStatistics,
    budget: Budget,
    /// Results for quantified subformulas, which often come again.
    known: FxHashMap<Term, Term>,
}

impl Eliminator {
    /// An eliminator with a solver.
    pub fn new(config: QeConfig, solver: Box<dyn EliminationSolver>) -> Eliminator {
        Eliminator { solver: Some(solver), ..Eliminator::without_solver(config) }
    }

    /// An eliminator that has to do without a solver.
    pub fn without_solver(config: QeConfig) -> Eliminator {
        Eliminator {
            config,
            solver: None,
            statistics: QeStatistics::default(),
            budget: Budget::unlimited(),
            known: FxHashMap::default(),
        }
    }

    /// Once the budget is used up, variables are left quantified without further attempts.
    pub fn set_budget(&mut self, budget: Budget) {
        self.budget = budget;
    }

    /// The configuration.
    pub fn config(&self) -> &QeConfig {
        &self.config
    }

    /// From now on, over-approximate what cannot be eliminated, or keep it.
    pub fn set_overapproximate(&mut self, overapproximate: bool) {
        self.config.overapproximate = overapproximate;
    }

    /// Attempts and successes so far.
    pub fn statistics(&self) -> &QeStatistics {
        &self.statistics
    }

    /// `∃ variables. body` with as few quantifiers as possible. With
    /// [`QeConfig::overapproximate`], a formula without quantifiers that it implies.
    pub fn exists(&mut self, variables: &[Term], body: Term) -> Eliminated {
        let requested = variables.iter().filter(|&&v| body.has_free(v)).count();
        self.statistics.calls += 1;
        self.statistics.requested += requested as u64;
        let eliminated = if requested == 0 && !body.has_quantifier() {
            body
        } else {
            simplify_in_context(driver::exists(self, variables, body))
        };
        let leftover = eliminated.bound_variables();
        self.statistics.left += leftover as u64;
        if leftover > 0 && self.config.overapproximate {
            let formula = simplify_in_context(approximate::weaken(eliminated));
            return Eliminated { formula, is_exact: false, leftover: 0 };
        }
        Eliminated { formula: eliminated, is_exact: true, leftover }
    }

    /// `∀ variables. body` with as few quantifiers as possible. With
    /// [`QeConfig::overapproximate`], a formula without quantifiers that implies it
    /// (the negation of a weaker formula is stronger).
    pub fn forall(&mut self, variables: &[Term], body: Term) -> Eliminated {
        let dual = self.exists(variables, mk::not(body));
        let formula = simplify_in_context(nnf(mk::not(dual.formula), |_| false));
        Eliminated { formula, leftover: formula.bound_variables(), ..dual }
    }
}

/// What a technique achieved: `∃x. φ` is `∃ introduced. formula`, or `∃x, introduced. formula` if
/// the variable has not gone yet.
struct Elimination {
    formula: Term,
    introduced: Vec<Term>,
    is_eliminated: bool,
}

impl Elimination {
    fn of(formula: Term) -> Elimination {
        Elimination { formula, introduced: Vec::new(), is_eliminated: true }
    }
}
