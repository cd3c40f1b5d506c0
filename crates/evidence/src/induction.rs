//! Checks a proof by induction over the number of cut points that an execution passes (k-induction).
//!
//! The cut points are the entry and the locations that the proof lists. Let an execution reach a target after it has
//! passed `n` cut points behind the entry.
//!
//! - `n <= k` contradicts the *base*: executions from the entry that pass at most `k` reach no target.
//! - `n > k` contradicts the *step*: from the cut point that was passed `k` cut points before the end, the execution passes
//!   exactly `k` more and reaches a target. The step says that no execution does so from any state that the invariants
//!   allow; the invariants are shown to be inductive first.
//!
//! If the proof claims that no execution passes more than `k` cut points, the base says that, too, and there is no step.
//!
//! Each part is about a graph without loops ([`program::Unrolling`]), in which no target can be reached, and that is one
//! region for [`crate::proof`].

use base::Budget;
use base::index::IndexVec;
use program::{Cfg, Induction, Proof, Unrolling};
use smt::Solver;
use term::build as mk;

use crate::proof::check_invariants;
use crate::proof_report::ProofReport;
use crate::rejection::{Rejection, place};

/// Unrolled graphs with more edges are not checked.
const MAX_EDGES: usize = 3_000_000;

/// Checks a proof by induction.
pub(crate) fn check_induction(
    cfg: &Cfg,
    proof: &Proof,
    induction: Induction,
    solver: &mut dyn Solver,
    budget: &Budget,
) -> Result<ProofReport, Rejection> {
    let invariants = Proof::of(proof.invariants.clone());
    // This also shows that the cut points cut every cycle, so that unrolled graphs are finite.
    let mut report = check_invariants(&without_targets(cfg), &invariants, solver, budget)?;
    let mut cuts = IndexVec::from_elem(None, cfg.locations.len());
    cuts[cfg.entry] = Some(mk::tt());
    for &(location, invariant) in &proof.invariants {
        if cfg.locations[location].target.is_some() {
            return Err(Rejection::Malformed(format!("{} is a target", place(cfg, location))));
        }
        cuts[location] = Some(invariant);
    }
    let Induction { steps, is_bounded } = induction;
    let base =
        Unrolling { start: cfg.entry, cuts: cuts.clone(), steps, first_target: 0, has_end: is_bounded };
    let mut check = |unrolling: &Unrolling, report: &mut ProofReport| {
        let Some(unrolled) = cfg.unrolled(unrolling, MAX_EDGES) else {
            let question = format!("is no target reached within {steps} steps");
            return Err(Rejection::Undecided { question, reason: "the graph is too large".into() });
        };
        let part = check_invariants(&unrolled, &Proof::default(), solver, budget)?;
        report.regions += part.regions;
        report.queries += part.queries;
        report.splits += part.splits;
        Ok(())
    };
    check(&base, &mut report)?;
    if !is_bounded {
        // The base is about all states at the entry.
        for start in cuts.ids().filter(|start| cuts[*start].is_some() && *start != cfg.entry) {
            let unrolling = Unrolling { start, first_target: steps, has_end: false, ..base.clone() };
            check(&unrolling, &mut report)?;
        }
    }
    Ok(report)
}

/// The graph without anything that must not be reached.
fn without_targets(cfg: &Cfg) -> Cfg {
    let mut result = cfg.clone();
    result.locations.iter_mut().for_each(|location| location.target = None);
    result
}
