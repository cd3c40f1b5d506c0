//! Checks of assertion sequences: inductive for the trace (Def. 3.2), and
//! perfect, that is, inductive for its path program (Sect. 7.1).

use base::Budget;
use program::{BlockProgram, PathProgram, Trace};
use term::{Term, build as mk};

use crate::hoare::{HoareChecker, Validity};

/// The first step at which a sequence is not inductive for a trace, or not known to be.
pub fn first_gap(
    hoare: &mut HoareChecker,
    program: &BlockProgram,
    trace: &Trace,
    assertions: &[Term],
    budget: &Budget,
) -> Option<(usize, Validity)> {
    debug_assert_eq!(assertions.len(), trace.len() + 1);
    debug_assert!(assertions[0].is_true() && assertions[trace.len()].is_false());
    trace.blocks.iter().enumerate().find_map(|(step, &block)| {
        match hoare.check(program, assertions[step], block, assertions[step + 1], budget) {
            Validity::Valid => None,
            gap => Some((step, gap)),
        }
    })
}

/// Is the sequence inductive for the path program? At a location that the trace visits several
/// times, the path program's invariant is the disjunction of the assertions there.
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
    PathProgram::of(trace).blocks.into_iter().all(|id| {
        let block = &program.blocks[id];
        let post = mk::or(positions(block.destination).iter().map(|&p| assertions[p]));
        positions(block.source).iter().all(|&p| {
            // The trace's own steps are inductive already.
            trace.blocks.get(p) == Some(&id)
                || hoare.check(program, assertions[p], id, post, budget) == Validity::Valid
        })
    })
}
