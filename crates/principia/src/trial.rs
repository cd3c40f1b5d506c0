//! Executions before the analysis: with inputs that are all zero, and with random ones.
//!
//! A violation behind a hundred thousand rounds of a loop is out of reach for traces, and nothing for an execution.
//! What is found is the evidence itself: a program over bit-vectors that was executed to the violation. The effort is
//! a number of steps, so that the answer does not depend on the speed of the machine, unless time is short.

use base::Budget;
use c_lower::options::Arithmetic;

use crate::c_front::CProgram;
use crate::confirm::{Chosen, Confirmed, Effort, confirm};
use crate::evidence_text;
use crate::frontend::Source;
use crate::replay;
use crate::report::{Evidence, Execution, Report, Verdict};
use crate::route::Stop;

/// No more executions are tried.
const MAX_TRIALS: u64 = 40;

/// All executions together have no more steps.
const MAX_STEPS: u64 = 6_000_000;

/// Tries executions. A report, if one of them violates the property, and the route of that one.
pub fn find_violation(program: &CProgram, budget: &Budget) -> Option<(Report, Vec<Stop>)> {
    // Addresses are arbitrary here, unlike in `run`: a violation that depends on them is a matter of the analysis.
    let source = program.lower(Arithmetic::Bitvector).ok()?;
    let confirmed = search(&source, budget)?;
    let property = confirmed.violation.property.to_string();
    let mut execution = Execution { property: property.clone(), ..Execution::default() };
    let route = evidence_text::retell(&mut execution, &source, &confirmed);
    let replay = replay::prepare(program, &Chosen::default(), Ok(confirmed.inputs), &execution);
    let report = Report {
        evidence: Evidence::Checked,
        counterexample: Some(execution),
        replay,
        ..Report::new(Verdict::False(property))
    };
    Some((report, route))
}

fn search(source: &Source, budget: &Budget) -> Option<Confirmed> {
    let nothing = Chosen::default();
    let mut left = MAX_STEPS;
    for trial in 0..MAX_TRIALS {
        budget.check().ok()?;
        let (result, steps) = confirm(source, &nothing, None, Effort::Trial(trial));
        if let Ok(confirmed) = result {
            return Some(confirmed);
        }
        left = left.checked_sub(steps.max(1))?;
    }
    None
}
