//! The observer of a run: tells the parent how far the analysis is, and every refinement if that is asked for.

use std::collections::BTreeSet;

use base::Budget;
use engines::Observer;
use frontend::Source;
use narration::{drawing, formula, statement_text};
use program::{AbstractTrace, BlockEncoding, BlockProgram, Cfg, ConjunctName, Trace};
use refine::newton::{CoreSpan, Newton};
use refine::{Direction, Variant};
use term::Term;

use crate::backend::Backends;
use crate::explain::{Refinement, Sequence, TraceStep};
use crate::message::{Channel, Iteration, Message, Progress, Wishes};
use crate::options::AnalysisArguments;

/// Reports to the parent.
pub struct Reporter<'c> {
    channel: &'c mut Channel,
    progress: Progress,
    wishes: Wishes,
    explainer: Option<Explainer>,
    /// How much of the refinements a report has already.
    told: usize,
}

/// So many bytes of refinements go into a report; of later ones only the sizes are told.
const MAX_TOLD: usize = 4 << 20;

struct Explainer {
    variant: Variant,
    /// Computes the assertions on the trace itself, for the comparison with those on the core.
    plain: Option<Newton>,
    budget: Budget,
}

impl<'c> Reporter<'c> {
    /// A reporter that sends what is wished for.
    pub fn new(
        channel: &'c mut Channel,
        options: &AnalysisArguments,
        wishes: Wishes,
        budget: &Budget,
    ) -> Reporter<'c> {
        let variant = options.refine.variant;
        let explainer = (wishes.explains || wishes.draws).then(|| {
            let eliminator = Backends::new(options).and_then(|backends| backends.eliminator()).ok();
            let eliminator = eliminator.filter(|_| wishes.explains && variant.infeasible_core);
            let plain = Variant { infeasible_core: false, ..variant };
            let plain = eliminator.map(|eliminator| Newton { variant: plain, eliminator });
            Explainer { variant, plain, budget: budget.clone() }
        });
        Reporter { channel, progress: Progress::default(), wishes, explainer, told: 0 }
    }

    /// Sends what a report shows of the program.
    pub fn draw(&mut self, source: &Source, cfg: &Cfg, encoding: BlockEncoding) {
        if self.wishes.draws {
            let blocks = program::encode_blocks(cfg, encoding);
            self.channel.send(&Message::Drawn(Box::new(drawing::draw(source, &blocks))));
        }
    }

    /// A new phase begins.
    pub fn phase(&mut self, name: &str) {
        self.progress.phase = name.to_string();
        self.channel.progress(&self.progress);
    }

    /// Tells something about the input.
    pub fn warn(&mut self, text: &str) {
        self.channel.send(&Message::Warning(text.to_string()));
    }
}

impl Observer for Reporter<'_> {
    fn iteration(&mut self, number: usize, states: usize) {
        self.progress.iteration = number;
        self.progress.states = states;
        self.channel.progress(&self.progress);
    }

    fn refined(&mut self, program: &BlockProgram, trace: &Trace, refinement: &refine::Refinement) {
        self.progress.trace_length = trace.len();
        if self.wishes.draws {
            self.channel.send(&Message::Iterated(Iteration {
                number: self.progress.iteration,
                states: self.progress.states,
                length: trace.len(),
                conjuncts: trace.blocks.iter().map(|block| program.blocks[*block].conjuncts.len()).sum(),
                core_conjuncts: refinement.core.len(),
                is_perfect: refinement.sequences.iter().any(|sequence| sequence.is_perfect == Some(true)),
            }));
        }
        if let Some(explainer) = self.explainer.as_mut().filter(|_| self.told < MAX_TOLD) {
            let explained = explainer.explain(self.progress.iteration, program, trace, refinement);
            if !self.wishes.explains {
                self.told += explained.length();
            }
            self.channel.send(&Message::Refined(Box::new(explained)));
        }
    }
}

impl Explainer {
    fn explain(
        &mut self,
        iteration: usize,
        program: &BlockProgram,
        trace: &Trace,
        refinement: &refine::Refinement,
    ) -> Refinement {
        let formula = trace.formula(program);
        let step = |(position, &block): (usize, &program::BlockId)| {
            let abstracted = &refinement.abstraction.steps[position];
            let in_core =
                |conjunct| refinement.core.binary_search(&ConjunctName { step: position, conjunct }).is_ok();
            TraceStep {
                statement: statement_text::of_block(program, block),
                formula: formula.steps[position].iter().map(|conjunct| formula::text(*conjunct)).collect(),
                in_core: (0..formula.steps[position].len()).map(in_core).collect(),
                abstracted: statement_text::of_abstract_step(program, block, abstracted),
            }
        };
        Refinement {
            iteration,
            steps: trace.blocks.iter().enumerate().map(step).collect(),
            conjuncts: formula.steps.iter().map(Vec::len).sum(),
            core_conjuncts: refinement.core.len(),
            on_trace: self.on_trace(program, trace, &refinement.core),
            sequences: refinement.sequences.iter().map(sequence).collect(),
            live: self.variant.live_variables.then(|| self.live(program, &refinement.abstraction)),
        }
    }

    /// The sequence of the same variant on the trace instead of the core.
    fn on_trace(&mut self, program: &BlockProgram, trace: &Trace, core: &[ConjunctName]) -> Vec<Sequence> {
        let Some(newton) = &mut self.plain else { return Vec::new() };
        let direction = match newton.variant.direction {
            Direction::ForwardThenBackward => Direction::Forward,
            direction => direction,
        };
        let identity = AbstractTrace::identity(program, trace);
        let span = CoreSpan::of(core, trace.len());
        let assertions = newton.assertions(program, &identity, span, direction, &self.budget);
        let variant = Variant { direction, ..newton.variant };
        vec![Sequence {
            source: format!("newton:{variant}"),
            quantified: assertions.iter().filter(|assertion| assertion.has_quantifier()).count(),
            assertions: assertions.into_iter().map(formula::text).collect(),
            perfect: None,
        }]
    }

    fn live(&self, program: &BlockProgram, abstraction: &AbstractTrace) -> Vec<Vec<String>> {
        let axioms = program.cfg.axioms.iter();
        let always: BTreeSet<Term> = axioms.flat_map(|axiom| axiom.free_variables()).copied().collect();
        let live = match self.variant.direction {
            Direction::Backward => abstraction.past_live(&always),
            _ => abstraction.future_live(&always),
        };
        live.into_iter().map(|set| set.into_iter().map(formula::text).collect()).collect()
    }
}

fn sequence(sequence: &refine::AssertionSequence) -> Sequence {
    Sequence {
        source: sequence.source.clone(),
        assertions: sequence.assertions.iter().map(|assertion| formula::text(*assertion)).collect(),
        perfect: sequence.is_perfect,
        quantified: sequence.quantified,
    }
}
