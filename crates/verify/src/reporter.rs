//! The observer of a run: tells the parent how far the analysis is, and every refinement if that is asked for.

use base::Arithmetic;
use engines::{Exploration, Observer};
use frontend::Source;
use narration::{drawing, formula, statement_text};
use program::{
    AbstractTrace, BlockEncoding, BlockProgram, Cfg, ConjunctName, LandmarkKind, LocationId, Target, Trace,
};
use refine::{Detail, Explanation};
use report::refinement::{Iteration, Refinement, Sequence, TraceStep};
use report::{Place, Whereabouts};
use rustc_hash::FxHashMap;
use strategy::schedule::ScheduleObserver;
use term::Term;

use crate::exploration;
use crate::message::{Channel, Message, Progress, Wishes};

/// Reports to the parent.
pub struct Reporter<'c> {
    channel: &'c mut Channel,
    progress: Progress,
    wishes: Wishes,
    /// The arithmetic, if there is a choice.
    arithmetic: Option<Arithmetic>,
    /// The names of the parties, and whose turn it is.
    parties: Vec<String>,
    /// Whether each of them excludes traces by their length, counted in passes of loops.
    by_length: Vec<bool>,
    turn: usize,
    /// How much of the refinements a report has already.
    told: usize,
    /// The loops of the graph, and their functions.
    loops: FxHashMap<LocationId, (Place, Option<String>)>,
    /// Whether every path to a violation is excluded until the shortest one that is left.
    is_complete: bool,
}

/// So many bytes of refinements go into a report; of later ones only the sizes are told.
const MAX_TOLD: usize = 4 << 20;

impl<'c> Reporter<'c> {
    /// A reporter that sends what is wished for about a program in this arithmetic.
    pub fn new(channel: &'c mut Channel, wishes: Wishes, arithmetic: Option<Arithmetic>) -> Reporter<'c> {
        let (progress, parties) = (Progress::default(), Vec::new());
        let loops = FxHashMap::default();
        let (by_length, turn, told, is_complete) = (Vec::new(), 0, 0, false);
        Reporter { channel, progress, wishes, arithmetic, parties, by_length, turn, told, loops, is_complete }
    }

    /// Who takes turns from now on.
    pub fn set_parties(&mut self, names: Vec<String>, by_length: Vec<bool>) {
        (self.parties, self.by_length, self.turn) = (names, by_length, 0);
    }

    fn party(&self) -> String {
        self.parties.get(self.turn).cloned().unwrap_or_default()
    }

    /// Whose turn it is, among the parties of all attempts.
    fn party_and_arithmetic(&self) -> String {
        match self.arithmetic {
            Some(arithmetic) => format!("{} {arithmetic}", self.party()),
            None => self.party(),
        }
    }

    /// A new graph is verified: its loops are where a search can be.
    pub fn set_graph(&mut self, source: &Source, cfg: &Cfg) {
        self.is_complete = cfg.targets().all(|(_, target)| matches!(target, Target::Violation(_)));
        let outgoing = cfg.outgoing();
        let place = |head: LocationId| {
            let marks = &cfg.locations[head].landmarks;
            let marked = marks.iter().find(|mark| mark.kind == LandmarkKind::LoopHead).map(|mark| mark.span);
            let spans = outgoing[head].iter().filter_map(|edge| cfg.edges[*edge].provenance.span);
            let span = marked.or(spans.min())?;
            let function = source.names.as_ref().and_then(|names| names.function_around(span));
            Some((head, (source.place(span), function.map(ToString::to_string))))
        };
        self.loops = cfg.loop_heads().into_iter().filter_map(place).collect();
    }

    /// Where the search is after a trace was excluded: the loop that it passes most often.
    fn find_whereabouts(&mut self, program: &BlockProgram, trace: &Trace) {
        let mut passes: FxHashMap<LocationId, usize> = FxHashMap::default();
        for position in 1..trace.len() {
            *passes.entry(trace.location(program, position)).or_insert(0) += 1;
        }
        let known = passes.into_iter().filter(|(location, _)| self.loops.contains_key(location));
        let most = known.max_by_key(|(location, count)| (*count, std::cmp::Reverse(*location)));
        let Some((location, passes)) = most else { return };
        let (place, function) = self.loops[&location].clone();
        let is_by_length = self.by_length.get(self.turn).is_some_and(|is_by_length| *is_by_length);
        let excluded = is_by_length.then(|| trace.len() - 1);
        let earlier = self.progress.whereabouts.take();
        let excluded =
            excluded.max(earlier.and_then(|earlier| earlier.excluded)).filter(|_| self.is_complete);
        self.progress.whereabouts = Some(Whereabouts { place, function, passes, excluded });
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

impl ScheduleObserver for Reporter<'_> {
    fn turn(&mut self, party: usize) {
        self.turn = party;
        self.progress.party = self.party();
        self.phase("verifying");
    }

    fn executions(&mut self) {
        self.phase("trying executions");
    }
}

impl Observer for Reporter<'_> {
    fn iteration(&mut self, number: usize, states: usize) {
        self.progress.iteration = number;
        self.progress.states = states;
        self.channel.progress(&self.progress);
    }

    fn doubted(&mut self) {
        self.is_complete = false;
    }

    fn detail(&self) -> Detail {
        match (self.wishes.explains, self.wishes.draws && self.told < MAX_TOLD) {
            (true, _) => Detail::Full,
            (false, true) => Detail::Cheap,
            (false, false) => Detail::None,
        }
    }

    fn explored(&mut self, program: &BlockProgram, explored: &Exploration) {
        if self.wishes.draws || self.wishes.explains {
            self.channel.send(&Message::Explored(Box::new(exploration::draw(program, explored))));
        }
    }

    fn refined(&mut self, program: &BlockProgram, trace: &Trace, refinement: &refine::Refinement) {
        self.progress.trace_length = trace.len();
        self.find_whereabouts(program, trace);
        if self.wishes.draws {
            self.channel.send(&Message::Iterated(Iteration {
                party: self.party_and_arithmetic(),
                number: self.progress.iteration,
                states: self.progress.states,
                length: trace.len(),
                conjuncts: trace.blocks.iter().map(|block| program.blocks[*block].conjuncts.len()).sum(),
                core_conjuncts: refinement.core.len(),
                is_perfect: refinement.sequences.iter().any(|sequence| sequence.is_perfect),
            }));
        }
        if self.detail() != Detail::None {
            let party = self.party_and_arithmetic();
            let explained = explain(party, self.progress.iteration, program, trace, refinement);
            if !self.wishes.explains {
                self.told += explained.length();
            }
            self.channel.send(&Message::Refined(Box::new(explained)));
        }
    }
}

/// A refinement as text.
fn explain(
    party: String,
    iteration: usize,
    program: &BlockProgram,
    trace: &Trace,
    refinement: &refine::Refinement,
) -> Refinement {
    let formula = trace.formula(program);
    let abstraction = AbstractTrace::of(program, trace, |name| refinement.core.binary_search(&name).is_ok());
    let step = |(position, &block): (usize, &program::BlockId)| {
        let in_core =
            |conjunct| refinement.core.binary_search(&ConjunctName { step: position, conjunct }).is_ok();
        TraceStep {
            statement: statement_text::of_block(program, block),
            formula: formula.steps[position].iter().map(|conjunct| formula::text(*conjunct)).collect(),
            in_core: (0..formula.steps[position].len()).map(in_core).collect(),
            abstracted: statement_text::of_abstract_step(program, block, &abstraction.steps[position]),
        }
    };
    let Explanation { uses_core, live, on_trace } = &refinement.explanation;
    let live = live.as_ref().map(|sets| {
        sets.iter().map(|set| set.iter().map(|variable| formula::text(*variable)).collect()).collect()
    });
    Refinement {
        party,
        iteration,
        uses_core: *uses_core,
        steps: trace.blocks.iter().enumerate().map(step).collect(),
        conjuncts: formula.steps.iter().map(Vec::len).sum(),
        core_conjuncts: refinement.core.len(),
        on_trace: on_trace.iter().map(unchecked).collect(),
        sequences: refinement.sequences.iter().map(sequence).collect(),
        live,
    }
}

/// Assertions that nobody has checked.
fn unchecked((source, assertions): &(String, Vec<Term>)) -> Sequence {
    Sequence {
        source: source.clone(),
        quantified: assertions.iter().filter(|assertion| assertion.has_quantifier()).count(),
        assertions: assertions.iter().map(|assertion| formula::text(*assertion)).collect(),
        perfect: None,
    }
}

fn sequence(sequence: &refine::AssertionSequence) -> Sequence {
    Sequence {
        source: sequence.source.clone(),
        assertions: sequence.assertions.iter().map(|assertion| formula::text(*assertion)).collect(),
        perfect: Some(sequence.is_perfect),
        quantified: sequence.quantified,
    }
}
