//! The two passes along an abstract trace.

use base::Budget;
use logic::Eliminator;
use program::{AbstractTrace, LiveVariables};
use term::{Term, build as mk};

use super::{CoreSpan, all};
use crate::projection::project;
use crate::transformer::{strongest_post, weakest_precondition};

/// SP: `φ₀ = true`, `φᵢ = post(φᵢ₋₁, stᵢ)` (Def. 3.1), projected to future-live variables.
pub(super) fn forward(
    eliminator: &mut Eliminator,
    trace: &AbstractTrace,
    span: CoreSpan,
    live: Option<&LiveVariables>,
    budget: &Budget,
) -> Vec<Term> {
    let mut assertions = all(false, trace.steps.len() + 1);
    assertions[0] = mk::tt();
    for (i, step) in trace.steps.iter().enumerate().take(span.last) {
        if budget.check().is_err() {
            break; // the check for inductivity reports it
        }
        let mut assertion = strongest_post(eliminator, assertions[i], step).formula;
        if let Some(live) = live {
            assertion = project(assertion, &live[i + 1], |dead, body| {
                let projected = eliminator.exists(dead, body);
                (projected.leftover == 0).then_some(projected.formula)
            });
        }
        assertions[i + 1] = logic::simplify_in_context(assertion);
    }
    assertions
}

/// WP: `φₙ = false`, `φᵢ = wp(φᵢ₊₁, stᵢ₊₁)` (Def. 4.6), projected to past-live variables.
pub(super) fn backward(
    eliminator: &mut Eliminator,
    trace: &AbstractTrace,
    span: CoreSpan,
    live: Option<&LiveVariables>,
    budget: &Budget,
) -> Vec<Term> {
    let length = trace.steps.len();
    let mut assertions = all(true, length + 1);
    assertions[length] = mk::ff();
    for (i, step) in trace.steps.iter().enumerate().skip(span.first + 1).rev() {
        if budget.check().is_err() {
            break;
        }
        let mut assertion = weakest_precondition(eliminator, assertions[i + 1], step).formula;
        if let Some(live) = live {
            assertion = project(assertion, &live[i], |dead, body| {
                let projected = eliminator.forall(dead, body);
                (projected.leftover == 0).then_some(projected.formula)
            });
        }
        assertions[i] = logic::simplify_in_context(assertion);
    }
    assertions
}
