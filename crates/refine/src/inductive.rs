//! Checks of assertion sequences: inductive for the trace (Def. 3.2), and
//! perfect, that is, inductive for its path program (Sect. 7.1).

use base::Budget;
use program::{BlockProgram, LocationId, PathProgram, Trace};
use term::Term;

use crate::hoare::{HoareChecker, Validity};

/// The first step at which a sequence is not inductive for a trace, or not known to be. If the
/// sequence is exact, inductive by construction, a step that the solver cannot decide is no gap.
pub fn first_gap(
    hoare: &mut HoareChecker,
    program: &BlockProgram,
    trace: &Trace,
    assertions: &[Term],
    is_exact: bool,
    budget: &Budget,
) -> Option<(usize, Validity)> {
    debug_assert_eq!(assertions.len(), trace.len() + 1);
    debug_assert!(assertions[0].is_true() && assertions[trace.len()].is_false());
    trace.blocks.iter().enumerate().find_map(|(step, &block)| {
        match hoare.check(program, assertions[step], block, assertions[step + 1], budget) {
            Validity::Valid => None,
            Validity::Unknown if is_exact && budget.check().is_ok() => None,
            gap => Some((step, gap)),
        }
    })
}

/// Is the sequence inductive for the path program, so that it provides loop invariants? Then each location
/// has one assertion into which every block of the path program leads, from all assertions before it.
pub fn is_perfect(
    hoare: &mut HoareChecker,
    program: &BlockProgram,
    trace: &Trace,
    assertions: &[Term],
    budget: &Budget,
) -> bool {
    let visits = PathProgram::visits(program, trace);
    let positions = |location| {
        let (_, positions) = visits.iter().find(|(other, _)| *other == location).expect("visited");
        positions.as_slice()
    };
    let blocks = PathProgram::of(trace).blocks;
    let mut leads_to = |location: LocationId, invariant: Term| {
        let arriving = blocks.iter().filter(|id| program.blocks[**id].destination == location);
        arriving.copied().all(|id| {
            positions(program.blocks[id].source).iter().all(|&before| {
                // The trace's own steps are inductive already.
                let is_step = trace.blocks.get(before) == Some(&id) && assertions[before + 1] == invariant;
                is_step
                    || hoare.check_soon(program, assertions[before], id, invariant, budget) == Validity::Valid
            })
        })
    };
    visits.iter().all(|(location, positions)| {
        candidates(positions).into_iter().any(|position| leads_to(*location, assertions[position]))
    })
}

/// The visits whose assertion may be the weakest of a location: usually the first or the last one.
fn candidates(positions: &[usize]) -> Vec<usize> {
    const FEW: usize = 3;
    match positions {
        [first, .., last] if positions.len() > FEW => vec![*first, *last],
        few => few.to_vec(),
    }
}
