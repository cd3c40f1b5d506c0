//! The source that chooses among the refinements of sliced prefixes (Algorithm 2), for any source of assertions.
//!
//! Each refinement of an infeasible sliced prefix is one of the trace, because the prefix is an abstraction of it. A
//! prefix is handed to the source as the core of the trace: what is not in the core is abstracted.

use base::{Budget, Statistics};
use program::{BlockProgram, DomainType, DomainTypes};
use smt::{Limits, TraceSolver};
use term::{Op, Term};

use super::heuristic::{Features, Selection};
use super::prefixes::{SlicedPrefix, sliced_prefixes};
use crate::explanation::{Detail, Explanation};
use crate::feasibility::indexed_axioms;
use crate::gate::Gate;
use crate::infeasible::InfeasibleTrace;
use crate::sequence::{AssertionSequence, RefineFailure};
use crate::source::Source;

/// At most so many prefixes of a trace are asked about.
const MAX_PREFIXES: usize = 8;
/// The longest that a query may take.
const LIMITS: Limits = Limits { time: Some(std::time::Duration::from_secs(2)), memory_mb: None };

/// Asks a source about each infeasible sliced prefix of a trace, and takes the best answer.
pub struct ChooseAmongPrefixes {
    source: Box<dyn Source>,
    solver: Box<dyn TraceSolver>,
    selection: Selection,
    /// What does not change within a program.
    known: Option<DomainTypes>,
    /// The core of the prefix that was chosen last.
    chosen: Vec<program::ConjunctName>,
    prefixes: u64,
    choices: u64,
    not_first: u64,
}

impl ChooseAmongPrefixes {
    /// A source for one program, which finds prefixes with this solver.
    pub fn new(
        source: Box<dyn Source>,
        solver: Box<dyn TraceSolver>,
        selection: Selection,
    ) -> ChooseAmongPrefixes {
        let (known, chosen) = Default::default();
        ChooseAmongPrefixes {
            source,
            solver,
            selection,
            known,
            chosen,
            prefixes: 0,
            choices: 0,
            not_first: 0,
        }
    }

    fn prefixes(&mut self, infeasible: &InfeasibleTrace<'_>, budget: &Budget) -> Vec<SlicedPrefix> {
        let InfeasibleTrace { program, trace, .. } = *infeasible;
        self.solver.push();
        for axiom in indexed_axioms(program) {
            self.solver.assert(axiom);
        }
        let prefixes = sliced_prefixes(program, trace, &mut *self.solver, LIMITS, MAX_PREFIXES, budget);
        self.solver.pop(1);
        prefixes
    }
}

impl Source for ChooseAmongPrefixes {
    fn name(&self) -> String {
        self.source.name()
    }

    fn sequences(
        &mut self,
        infeasible: &InfeasibleTrace<'_>,
        gate: &mut Gate<'_>,
    ) -> Result<Vec<AssertionSequence>, RefineFailure> {
        let prefixes = self.prefixes(infeasible, gate.budget());
        self.prefixes += prefixes.len() as u64;
        self.chosen = infeasible.core_or_all();
        if prefixes.len() <= 1 {
            return self.source.sequences(infeasible, gate);
        }
        self.known.get_or_insert_with(|| DomainTypes::of(&infeasible.program.cfg));
        let mut answers = Vec::new();
        for prefix in prefixes {
            let sliced = InfeasibleTrace { core: Some(&prefix.core), ..*infeasible };
            match self.source.sequences(&sliced, gate) {
                Ok(sequences) => answers.push((prefix, sequences)),
                Err(RefineFailure::Time) if answers.is_empty() => return Err(RefineFailure::Time),
                Err(RefineFailure::Time) => break,
                Err(_) => {} // another prefix may do
            }
        }
        let types = self.known.as_ref().expect("computed above");
        let features: Vec<Features> = answers
            .iter()
            .map(|(prefix, sequences)| Features {
                length: prefix.length as u64,
                ..features_of(infeasible.program, types, sequences)
            })
            .collect();
        let Some(best) = self.selection.best(&features) else {
            return self.source.sequences(infeasible, gate);
        };
        self.choices += 1;
        self.not_first += u64::from(best > 0);
        let (prefix, sequences) = answers.swap_remove(best);
        self.chosen = prefix.core;
        Ok(sequences)
    }

    fn explain(&mut self, infeasible: &InfeasibleTrace<'_>, detail: Detail, budget: &Budget) -> Explanation {
        let sliced = InfeasibleTrace { core: Some(&self.chosen), ..*infeasible };
        self.source.explain(&sliced, detail, budget)
    }

    fn count(&self, statistics: &mut Statistics) {
        self.source.count(statistics);
        statistics.count("select/prefixes", self.prefixes);
        statistics.count("select/choices", self.choices);
        statistics.count("select/not the first", self.not_first);
    }
}

/// What is known about a refinement by one sequence of assertions. The prefix ends where the assertions do.
pub fn features(program: &BlockProgram, types: &DomainTypes, sequence: &AssertionSequence) -> Features {
    let end = sequence.assertions.iter().position(|assertion| assertion.is_false());
    let length = end.unwrap_or(sequence.assertions.len()) as u64;
    Features { length, ..features_of(program, types, std::slice::from_ref(sequence)) }
}

/// What is known about a refinement, except for the length of its prefix.
fn features_of(program: &BlockProgram, types: &DomainTypes, sequences: &[AssertionSequence]) -> Features {
    let says_something = |position: &usize| {
        sequences.iter().any(|sequence| {
            let assertion = sequence.assertions[*position];
            !assertion.is_true() && !assertion.is_false()
        })
    };
    let length = sequences.first().map_or(0, |sequence| sequence.assertions.len());
    let positions: Vec<usize> = (0..length).filter(says_something).collect();
    let assertions = || sequences.iter().flat_map(|sequence| sequence.assertions.iter().copied());
    let mut variables: Vec<Term> = assertions().flat_map(|a| a.free_variables().iter().copied()).collect();
    variables.sort_unstable();
    variables.dedup();
    variables.retain(|variable| program.cfg.variables.contains(variable));
    let count = |uses: &dyn Fn(Term) -> usize| variables.iter().map(|variable| uses(*variable) as u64).sum();
    let (first, last) = (positions.first().copied(), positions.last().copied());
    Features {
        length: 0,
        domain: types.score(variables.iter().copied()),
        width: first.zip(last).map_or(0, |(first, last)| (last - first + 1) as u64),
        pivot: first.unwrap_or(0) as u64,
        assignments: count(&|variable| types.assignments(variable)),
        assumptions: count(&|variable| types.assumptions(variable)),
        quantifiers: sequences.iter().map(|sequence| sequence.quantified as u64).sum(),
        size: assertions().map(|assertion| u64::from(assertion.size())).sum(),
        form: assertions().map(|assertion| counter_equalities(assertion, types)).sum(),
        imperfection: u64::from(!sequences.iter().any(|sequence| sequence.is_perfect)),
    }
}

/// How many equalities of a formula are about loop counters.
fn counter_equalities(formula: Term, types: &DomainTypes) -> u64 {
    let mut count = 0;
    formula.visit_once(|part| {
        let is_counter = |variable: &Term| types.get(*variable) == DomainType::LoopCounter;
        count += u64::from(part.op() == Op::Eq && part.free_variables().iter().any(is_counter));
    });
    count
}
