//! Newton refinement (Craig vs. Newton, Sect. 6).
//!
//! Given the unsatisfiable core of an infeasible trace, computes a sequence of
//! assertions: on the infeasible core or on the trace itself (IT), forward by
//! strongest post or backward by weakest precondition (SP, WP), projected to
//! live variables or not (LV). Every sequence is checked inductive (a step that the
//! solver cannot decide passes if it is exact by construction); the forward
//! sequence is checked perfect before a backward one is tried.
//!
//! Quantifiers that cannot be eliminated are first dropped: weaker assertions
//! forward, stronger ones backward. If that is still a proof, it is the better
//! one; otherwise the quantified assertions are kept.
//!
//! Three facts save work. Behind the last step of the core every assertion is
//! `false`, before the first one it is `true`. Projection commutes with the
//! transformers, because a variable that is not live is not read before it is
//! written, so each assertion is projected before the next one is computed. And
//! a projection that would leave a quantifier is not done: the assertion keeps
//! the variable, which is always inductive.

mod direction;
mod edges;
mod statements;

use std::collections::BTreeSet;

use base::{Budget, Statistics};
use logic::Eliminator;
use program::{AbstractTrace, BlockProgram, ConjunctName, LiveVariables, Trace};
use smt::TraceSolver;
use term::{Term, build as mk};

use crate::explanation::{Detail, Explanation};
use crate::gate::{Gate, Proposal};
use crate::infeasible::InfeasibleTrace;
use crate::sequence::{AssertionSequence, RefineFailure};
use crate::source::{Source, SourceKind};
use crate::variant::{Direction, Leftover, Level, Variant};
use edges::{EdgeStatistics, Pass, Task};
use statements::Statements;

/// How names of sources that are Newton begin.
const PREFIX: &str = "newton:";

/// Newton as a kind of source.
pub const KIND: SourceKind = SourceKind {
    name: "newton",
    parameters: Variant::FORM,
    summary: "strongest post or weakest precondition along the trace or its infeasible core (Newton)",
    full_name: |parameters| match parameters {
        "" => Some(format!("{PREFIX}{}", Variant::default())),
        _ => parameters.parse::<Variant>().ok().map(|variant| format!("{PREFIX}{variant}")),
    },
    open: |name, toolbox| {
        let variant: Variant = name.strip_prefix(PREFIX).unwrap_or(name).parse()?;
        let mut newton = Newton::new(variant, toolbox.eliminator()?);
        if variant.level == Level::Path {
            newton.ways = Some(toolbox.auxiliary("ways through blocks")?);
        }
        Ok(Box::new(newton))
    },
};

/// Newton refinement of one program's traces.
pub struct Newton {
    /// Which variant.
    pub variant: Variant,
    /// Eliminates quantifiers.
    pub eliminator: Eliminator,
    /// Finds ways through blocks on [`Level::Path`]; without it they are joined.
    pub ways: Option<Box<dyn TraceSolver>>,
    edges: EdgeStatistics,
}

impl Source for Newton {
    fn name(&self) -> String {
        format!("{PREFIX}{}", self.variant)
    }

    fn sequences(
        &mut self,
        infeasible: &InfeasibleTrace<'_>,
        gate: &mut Gate<'_>,
    ) -> Result<Vec<AssertionSequence>, RefineFailure> {
        self.eliminator.set_budget(gate.budget().clone());
        let on = self.basis(infeasible);
        let mut sequences: Vec<AssertionSequence> = Vec::new();
        let mut failure = None;
        for direction in self.directions() {
            if sequences.iter().any(|sequence| sequence.is_perfect) {
                break; // the backward pass runs only if the forward sequence was not perfect
            }
            match self.checked_sequence(infeasible, &on, direction, gate) {
                Ok(sequence) => sequences.push(sequence),
                Err(why) => failure = Some(why),
            }
        }
        match (sequences.is_empty(), failure) {
            (true, failure) => Err(failure.unwrap_or(RefineFailure::Time)),
            _ => Ok(sequences),
        }
    }

    fn explain(&mut self, infeasible: &InfeasibleTrace<'_>, detail: Detail, budget: &Budget) -> Explanation {
        let variant = self.variant;
        let basis = self.basis(infeasible);
        let live = (variant.live_variables && detail > Detail::None)
            .then(|| basis.live(infeasible.program, variant.direction));
        let on_trace = if variant.infeasible_core && detail == Detail::Full {
            vec![self.on_trace(infeasible, budget)]
        } else {
            Vec::new()
        };
        Explanation { uses_core: variant.infeasible_core, live, on_trace }
    }

    fn count(&self, statistics: &mut Statistics) {
        let elimination = self.eliminator.statistics();
        statistics.count("quantifiers/variables to eliminate", elimination.requested);
        statistics.count("quantifiers/variables left", elimination.left);
        for (technique, attempts, successes) in elimination.rows().filter(|(_, attempts, _)| *attempts > 0) {
            statistics.count(&format!("quantifiers/{} attempts", technique.name()), attempts);
            statistics.count(&format!("quantifiers/{} successes", technique.name()), successes);
        }
        self.edges.count(statistics);
    }
}

/// What assertions are computed on.
struct Basis {
    abstraction: AbstractTrace,
    /// The statements of each block, if they are the level.
    statements: Option<Vec<Statements>>,
    span: CoreSpan,
}

impl Basis {
    /// What assertions in this direction may speak about.
    fn live(&self, program: &BlockProgram, direction: Direction) -> LiveVariables {
        let always = constants(program);
        match (&self.statements, direction) {
            (Some(steps), Direction::Backward) => statements::past_live(steps, &always),
            (Some(steps), _) => statements::future_live(steps, &always),
            (None, Direction::Backward) => self.abstraction.past_live(&always),
            (None, _) => self.abstraction.future_live(&always),
        }
    }
}

impl Newton {
    /// Newton without a solver that finds ways through blocks.
    pub fn new(variant: Variant, eliminator: Eliminator) -> Newton {
        Newton { variant, eliminator, ways: None, edges: EdgeStatistics::default() }
    }

    fn basis(&self, infeasible: &InfeasibleTrace<'_>) -> Basis {
        self.basis_on(infeasible, self.variant.infeasible_core)
    }

    /// What assertions are computed on: the infeasible core or the trace.
    fn basis_on(&self, infeasible: &InfeasibleTrace<'_>, infeasible_core: bool) -> Basis {
        let InfeasibleTrace { program, trace, .. } = *infeasible;
        let core = infeasible.core_or_all();
        let abstraction = abstraction(program, trace, &core, infeasible_core);
        let statements = (self.variant.level != Level::Block)
            .then(|| statements::of_trace(program, trace, infeasible_core.then_some(&core)));
        Basis { abstraction, statements, span: CoreSpan::of(&core, trace.len()) }
    }

    /// A checked sequence in one direction: without quantifiers if that is a proof too.
    fn checked_sequence(
        &mut self,
        infeasible: &InfeasibleTrace<'_>,
        on: &Basis,
        direction: Direction,
        gate: &mut Gate<'_>,
    ) -> Result<AssertionSequence, RefineFailure> {
        let source = format!("{PREFIX}{}", Variant { direction, ..self.variant });
        let proposal = |assertions, is_exact| Proposal { assertions, source: source.clone(), is_exact };
        let drops = self.variant.leftover == Leftover::Drop || self.eliminator.config().overapproximate;
        let is_exact = !drops;
        let exact = self.assertions(infeasible, on, direction, drops, gate.budget());
        let has_quantifier = exact.iter().any(|assertion| assertion.has_quantifier());
        if has_quantifier && self.variant.leftover == Leftover::Try {
            let approximate = self.assertions(infeasible, on, direction, true, gate.budget());
            let sequence = gate.pass(infeasible, proposal(approximate, false));
            if sequence.as_ref().is_ok_and(|sequence| sequence.is_perfect) {
                return sequence;
            }
            let exact = gate.pass(infeasible, proposal(exact, is_exact));
            return match (sequence, exact) {
                (_, Ok(exact)) if exact.is_perfect => Ok(exact),
                (Ok(approximate), _) => Ok(approximate),
                (Err(_), exact) => exact,
            };
        }
        gate.pass(infeasible, proposal(exact, is_exact))
    }

    /// The assertions of the same variant on the trace instead of the core.
    fn on_trace(&mut self, infeasible: &InfeasibleTrace<'_>, budget: &Budget) -> (String, Vec<Term>) {
        let direction = match self.variant.direction {
            Direction::ForwardThenBackward => Direction::Forward,
            direction => direction,
        };
        let basis = self.basis_on(infeasible, false);
        let drops = self.variant.leftover == Leftover::Drop;
        let variant = Variant { direction, infeasible_core: false, ..self.variant };
        (format!("{PREFIX}{variant}"), self.assertions(infeasible, &basis, direction, drops, budget))
    }

    fn directions(&self) -> Vec<Direction> {
        match self.variant.direction {
            Direction::ForwardThenBackward => vec![Direction::Forward, Direction::Backward],
            direction => vec![direction],
        }
    }

    /// The assertions along an abstraction of a trace, in one direction, without the quantifiers that are left or with
    /// them.
    fn assertions(
        &mut self,
        infeasible: &InfeasibleTrace<'_>,
        on: &Basis,
        direction: Direction,
        drops: bool,
        budget: &Budget,
    ) -> Vec<Term> {
        let configured = self.eliminator.config().overapproximate;
        self.eliminator.set_overapproximate(drops);
        let live = self.variant.live_variables.then(|| on.live(infeasible.program, direction));
        let assertions = match &on.statements {
            Some(steps) => self.along_statements(infeasible, (on, steps), direction, live.as_ref(), budget),
            None => self.along_blocks(on, direction, live.as_ref(), budget),
        };
        self.eliminator.set_overapproximate(configured);
        assertions
    }

    fn along_blocks(
        &mut self,
        on: &Basis,
        direction: Direction,
        live: Option<&LiveVariables>,
        budget: &Budget,
    ) -> Vec<Term> {
        let pass = match direction {
            Direction::Backward => direction::backward,
            _ => direction::forward,
        };
        pass(&mut self.eliminator, &on.abstraction, on.span, live, budget)
    }

    fn along_statements(
        &mut self,
        infeasible: &InfeasibleTrace<'_>,
        (on, steps): (&Basis, &[Statements]),
        direction: Direction,
        live: Option<&LiveVariables>,
        budget: &Budget,
    ) -> Vec<Term> {
        let InfeasibleTrace { program, trace, .. } = *infeasible;
        let task = Task { program, trace, steps, blocks: &on.abstraction, span: on.span };
        let Newton { variant, eliminator, ways, edges: statistics } = self;
        let ways = ways.as_mut().filter(|_| variant.level == Level::Path);
        let ways = ways.map(|solver| &mut **solver as &mut dyn TraceSolver);
        let mut pass = Pass { eliminator, ways, budget, statistics };
        match direction {
            Direction::Backward => pass.backward(&task, live.map(Vec::as_slice)),
            _ => pass.forward(&task, live.map(Vec::as_slice)),
        }
    }
}

/// The variables that axioms speak of are live everywhere.
pub(crate) fn constants(program: &BlockProgram) -> BTreeSet<Term> {
    program.cfg.axioms.iter().flat_map(|axiom| axiom.free_variables()).copied().collect()
}

/// The abstract trace that assertions are computed on: the infeasible core (Def. 4.5) or the trace.
pub fn abstraction(
    program: &BlockProgram,
    trace: &Trace,
    core: &[ConjunctName],
    infeasible_core: bool,
) -> AbstractTrace {
    if infeasible_core {
        AbstractTrace::of(program, trace, |name| core.binary_search(&name).is_ok())
    } else {
        AbstractTrace::identity(program, trace)
    }
}

/// The steps between which the core lies: `first..=last`, counted from 0.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CoreSpan {
    /// Before this step every assertion is `true` (backward).
    pub first: usize,
    /// Behind this step every assertion is `false` (forward).
    pub last: usize,
}

impl CoreSpan {
    /// The span of a core of a trace with `length` steps. The core of an unsatisfiable set of
    /// axioms is empty: then the first step is as good as any.
    pub fn of(core: &[ConjunctName], length: usize) -> CoreSpan {
        let first = core.iter().map(|name| name.step).min().unwrap_or(0);
        let last = core.iter().map(|name| name.step).max().unwrap_or(0);
        CoreSpan { first, last: last.min(length.saturating_sub(1)) }
    }
}

/// The formula that every position starts from: nothing is known.
fn all(value: bool, length: usize) -> Vec<Term> {
    vec![mk::bool(value); length]
}
