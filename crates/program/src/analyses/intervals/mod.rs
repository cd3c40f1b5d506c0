//! Intervals: which values integer and Boolean variables can have at each location, and what becomes of the
//! statements if that is known.
//!
//! In integer arithmetic, C's operations wrap around by `ite(MAX < s, s - 2^n, s)` or by `mod`. Nearly all of this is
//! about cases that never happen, but every proof would have to show it. The analysis is the classical one (Cousot
//! and Cousot 1977): intervals are propagated along the edges until nothing changes, in reverse postorder; at loop
//! heads, bounds that grow jump to the next threshold (a constant of the program, a limit of a machine type), and two
//! more rounds without jumping make them smaller again. Then each term is rewritten under what is known where its
//! edge starts ([`rewrite`]), and edges that cannot be taken get `assume false`.
//!
//! The result has the same locations and edges. It is equivalent on all states that executions reach, not on all
//! states, so a proof about the result is one about the original only together with the intervals. These can be
//! checked: [`Intervals::known_at`] is an inductive invariant of the original graph, and under it each new statement
//! does what the old one does.

mod bounds;
mod environment;
mod evaluate;
mod fixpoint;
mod interval;
mod rewrite;

use base::index::IndexVec;
use term::Term;
use term::polynomial::Polynomial;

use crate::ir::{Cfg, Edge, LocationId, Statement, verify_cfg};
pub use bounds::Bounds;
use environment::Environment;
use evaluate::Evaluator;
pub use interval::Interval;

/// What is known at each location.
pub struct Intervals {
    /// `None` for locations that cannot be reached.
    environments: IndexVec<LocationId, Option<Environment>>,
}

impl Intervals {
    /// The intervals of a graph; `None` if that would take too long.
    pub fn of(cfg: &Cfg) -> Option<Intervals> {
        fixpoint::solve(cfg).map(|environments| Intervals { environments })
    }

    /// Whether executions may reach a location.
    pub fn is_reachable(&self, location: LocationId) -> bool {
        self.environments[location].is_some()
    }

    /// What holds whenever an execution is at a location: integer and Boolean terms, each with an interval.
    /// Nothing holds at locations that are not reachable.
    pub fn known_at(&self, location: LocationId) -> Vec<(Term, Interval)> {
        let Some(environment) = &self.environments[location] else { return Vec::new() };
        let fact = |fact: &environment::Fact| {
            let sum =
                fact.form.iter().fold(Polynomial::of(term::build::int(0)), |mut sum, (monomial, factor)| {
                    sum.add_scaled_term(*monomial, factor);
                    sum
                });
            (sum.to_term(), fact.values)
        };
        environment.bounds().into_iter().chain(environment.facts().iter().map(fact)).collect()
    }

    /// The graph with simpler statements, for the graph that was analysed.
    pub fn simplify(&self, cfg: &Cfg) -> Cfg {
        let simplified = |edge: &Edge| {
            let possible = self.environments[edge.source]
                .as_ref()
                .filter(|environment| fixpoint::transfer(environment, &edge.statement).is_some());
            let statement = match possible {
                Some(environment) => simplify_statement(environment, &edge.statement),
                None => Statement::Assume(term::build::ff()),
            };
            Edge { statement, ..edge.clone() }
        };
        let result = Cfg { edges: cfg.edges.iter().map(simplified).collect(), ..cfg.clone() };
        debug_assert_eq!(verify_cfg(&result), Ok(()));
        result
    }
}

fn simplify_statement(environment: &Environment, statement: &Statement) -> Statement {
    let rewritten = |term: Term| rewrite::rewrite(&Evaluator::new(), environment, term);
    match statement {
        Statement::Assume(condition) => {
            Statement::Assume(rewrite::rewrite_condition(&Evaluator::new(), environment, *condition))
        }
        Statement::Assign(pairs) => {
            Statement::Assign(pairs.iter().map(|(v, e)| (*v, rewritten(*e))).collect())
        }
        Statement::Havoc(_) | Statement::Call(_) => statement.clone(),
    }
}
