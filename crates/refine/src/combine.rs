//! Sources made of sources: the fallback. The portfolio has a folder of its own.

use base::{Budget, Statistics};

use crate::explanation::{Detail, Explanation};
use crate::gate::Gate;
use crate::infeasible::InfeasibleTrace;
use crate::sequence::{AssertionSequence, RefineFailure};
use crate::source::Source;

/// The names of sources, separated as `--refine` reads them.
pub(crate) fn names(sources: &[Box<dyn Source>]) -> String {
    sources.iter().map(|source| source.name()).collect::<Vec<_>>().join(",")
}

/// *Fallback*: the first source that works. A source is asked only if all sources before it failed, or if the trace
/// came back after them (Newton Refinement in CPAchecker, Sect. 4.3).
pub struct FirstThatWorks {
    sources: Vec<Box<dyn Source>>,
    /// How often each source had to help out.
    successes: Vec<u64>,
    /// Which one had the last sequences.
    last: usize,
}

impl FirstThatWorks {
    /// The sources in their order.
    pub fn new(sources: Vec<Box<dyn Source>>) -> FirstThatWorks {
        let successes = vec![0; sources.len()];
        FirstThatWorks { sources, successes, last: 0 }
    }
}

impl Source for FirstThatWorks {
    fn name(&self) -> String {
        names(&self.sources)
    }

    fn sequences(
        &mut self,
        infeasible: &InfeasibleTrace<'_>,
        gate: &mut Gate<'_>,
    ) -> Result<Vec<AssertionSequence>, RefineFailure> {
        let mut failures = Vec::new();
        let count = self.sources.len();
        // What did not help against a trace that comes back is asked last.
        let first = infeasible.returns.min(count.saturating_sub(1));
        for position in (first..count).chain(0..first) {
            let source = &mut self.sources[position];
            match source.sequences(infeasible, gate) {
                Ok(sequences) => {
                    self.successes[position] += 1;
                    self.last = position;
                    return Ok(sequences);
                }
                Err(RefineFailure::Time) => return Err(RefineFailure::Time),
                Err(failure) => failures.push(failure),
            }
        }
        Err(RefineFailure::All(failures))
    }

    fn explain(&mut self, infeasible: &InfeasibleTrace<'_>, detail: Detail, budget: &Budget) -> Explanation {
        self.sources[self.last].explain(infeasible, detail, budget)
    }

    fn count(&self, statistics: &mut Statistics) {
        for (source, successes) in self.sources.iter().zip(&self.successes) {
            count_of(&**source, *successes, statistics);
        }
    }
}

/// What a member of a combination counted, added to what the members before it did.
pub(crate) fn count_of(source: &dyn Source, successes: u64, statistics: &mut Statistics) {
    let mut own = Statistics::default();
    source.count(&mut own);
    own.count(&format!("sources/{}", source.name()), successes);
    statistics.merge(&own);
}
