//! Checks a claim that no target can be reached, whatever the form of its proof is.

use base::Budget;
use program::{Cfg, Proof};
use smt::Solver;

use crate::cases;
use crate::induction;
use crate::proof;
use crate::proof_report::ProofReport;
use crate::rejection::Rejection;
use crate::states;

/// Checks that a proof shows that no target can be reached. The solver must have no assertions and
/// is left without any.
pub fn check_proof(
    cfg: &Cfg,
    proof: &Proof,
    solver: &mut dyn Solver,
    budget: &Budget,
) -> Result<ProofReport, Rejection> {
    if !proof.cases.is_empty() {
        return cases::check_cases(cfg, proof, solver, budget);
    }
    if !proof.states.is_empty() {
        return states::check_states(cfg, proof, solver, budget);
    }
    match proof.induction {
        Some(induction) => induction::check_induction(cfg, proof, induction, solver, budget),
        None => proof::check_invariants(cfg, proof, solver, budget),
    }
}
