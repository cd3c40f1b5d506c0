//! A party at work: its blocks with guessed facts, its engine, its counters.

use std::cell::{OnceCell, RefCell};
use std::rc::Rc;
use std::time::Duration;

use base::{Budget, Statistics};
use engines::{Engine, Observer, Outcome, Parts};
use program::{BlockProgram, Counterexample, LocationId};
use refine::{ChooseAmongPrefixes, FeasibilityChecker, FirstPerfect, HoareChecker, SOURCES, Source};
use smt::Limits;
use strategy::Party;
use verdict::Reason;

use crate::apart::Apart;
use crate::solvers::{Backends, PartyTools};
use crate::statistics;

/// The longest that the trace solver may take for one query; its failure costs an error location.
const TRACE_LIMIT: Duration = Duration::from_secs(120);

/// The longest that a Hoare triple may take; its failure costs precision.
const HOARE_LIMIT: Duration = Duration::from_secs(2);

/// A program with facts that help an engine.
pub struct Assisted<'f> {
    facts: Option<&'f houdini::Facts>,
    /// The blocks along which the facts are inductive.
    original: Rc<BlockProgram>,
    /// The ends of the party's own blocks.
    ends: Vec<LocationId>,
    strengthened: BlockProgram,
    /// With many more facts, made when somebody needs it.
    fully_strengthened: OnceCell<BlockProgram>,
    /// Without facts, but with the party's own ends, if they are not those of `original`.
    own: Option<BlockProgram>,
}

impl<'f> Assisted<'f> {
    /// The blocks along which facts were guessed.
    pub fn new(original: Rc<BlockProgram>, facts: Option<&'f houdini::Facts>) -> Assisted<'f> {
        let strengthened = facts.map_or_else(|| (*original).clone(), |facts| facts.strengthen(&original));
        let fully_strengthened = OnceCell::new();
        Assisted { facts, ends: original.locations(), original, strengthened, fully_strengthened, own: None }
    }

    /// The same facts for other blocks.
    pub fn with(&self, blocks: BlockProgram) -> Assisted<'f> {
        let ends = blocks.locations();
        let strengthened = match self.facts {
            Some(facts) => facts.clone().elsewhere().strengthen(&blocks),
            None => blocks.clone(),
        };
        let (original, fully_strengthened) = (self.original.clone(), OnceCell::new());
        Assisted { facts: self.facts, original, ends, strengthened, fully_strengthened, own: Some(blocks) }
    }

    /// The program for an engine.
    fn program(&self, engine: &str) -> &BlockProgram {
        match self.facts {
            Some(facts) if engine == engines::k_induction::KIND.name => {
                self.fully_strengthened.get_or_init(|| match &self.own {
                    Some(own) => facts.clone().elsewhere().strengthen_fully(own),
                    None => facts.strengthen_fully(&self.original),
                })
            }
            _ => &self.strengthened,
        }
    }

    /// What is claimed about the program without facts. Facts hold between blocks that they are inductive along, and the
    /// party's invariants between its own blocks, so other places are left out.
    pub fn without_facts(&self, outcome: Outcome) -> Outcome {
        match (outcome, self.facts) {
            (Outcome::Safe(proof), Some(facts)) => {
                Outcome::Safe(facts.complete(&self.original, &self.ends, &proof))
            }
            (outcome, _) => outcome,
        }
    }
}

/// The engine of a party, made when its first turn begins.
pub struct Runner<'r> {
    party: &'r Party,
    assisted: &'r Assisted<'r>,
    backends: &'r Backends<'r>,
    apart: &'r Apart,
    engine: Rc<RefCell<Option<Box<dyn Engine + 'r>>>>,
}

impl<'r> Runner<'r> {
    /// A party that has not begun; its queries count in the log of these solvers.
    pub fn new(
        party: &'r Party,
        assisted: &'r Assisted<'r>,
        backends: &'r Backends<'r>,
        apart: &'r Apart,
    ) -> Runner<'r> {
        Runner { party, assisted, backends, apart, engine: Rc::default() }
    }

    /// Another handle of the same party, for the scheduler.
    pub fn handle(&self) -> Box<dyn Engine + 'r> {
        let Runner { party, assisted, backends, apart, engine } = self;
        Box::new(Runner { party, assisted, backends, apart, engine: engine.clone() })
    }

    /// Makes the engine, if it is not there yet. The error says what is missing.
    pub fn open(&self) -> Result<(), String> {
        let mut engine = self.engine.borrow_mut();
        if engine.is_none() {
            let party = self.party;
            let blocks = self.assisted.program(&party.engine);
            let kind = party.engine()?;
            *engine = Some((kind.open)(blocks, &party.engine_options(), self.parts()?));
        }
        Ok(())
    }

    fn parts(&self) -> Result<Parts, String> {
        let (party, backends) = (self.party, self.backends);
        let blocks = self.assisted.program(&party.engine);
        let limit = |time| Limits { time: Some(time), memory_mb: None };
        let feasibility =
            FeasibilityChecker::new(backends.trace()?, blocks, party.core.into(), limit(TRACE_LIMIT));
        let tools = PartyTools { backends, qe: party.qe };
        let mut source: Box<dyn Source> = match self.apart.sources(&party.refine, party.qe) {
            Some((sources, at_once)) => Box::new(FirstPerfect::new(sources, at_once)),
            None => party.refine.open(SOURCES, &tools)?,
        };
        let backward = match party.engine == engines::interp::KIND.name {
            true => Some(party.refine.backward().open(SOURCES, &tools)?),
            false => None,
        };
        if let Some(selection) = &party.select {
            let solver = backends.auxiliary("prefixes")?;
            source = Box::new(ChooseAmongPrefixes::new(source, solver, selection.clone()));
        }
        Ok(Parts {
            feasibility: feasibility.with_one_shot(backends.one_shot()),
            source,
            backward,
            hoare: HoareChecker::new(backends.auxiliary("hoare")?, blocks, limit(HOARE_LIMIT)),
            auxiliary: match party.engine == engines::k_induction::KIND.name {
                true => backends.unrolling()?,
                false => backends.auxiliary("unify")?,
            },
        })
    }

    /// What may be a violation.
    pub fn candidate(&self) -> Option<Box<Counterexample>> {
        self.engine.borrow().as_ref()?.candidate().cloned().map(Box::new)
    }

    /// What the party counted; nothing if it had no turn.
    pub fn counted(&self) -> Option<Statistics> {
        let mut counted = self.engine.borrow().as_ref()?.statistics();
        statistics::add_sizes(&mut counted, &self.assisted.strengthened);
        statistics::add_queries(&mut counted, &self.backends.log);
        Some(counted)
    }
}

impl Engine for Runner<'_> {
    fn run_for(&mut self, iterations: u64, budget: &Budget, observer: &mut dyn Observer) -> Option<Outcome> {
        if let Err(why) = self.open() {
            return Some(Outcome::Unknown(Reason::Unavailable(why)));
        }
        self.engine.borrow_mut().as_mut()?.run_for(iterations, budget, observer)
    }

    fn candidate(&self) -> Option<&Counterexample> {
        None
    }

    fn statistics(&self) -> Statistics {
        self.counted().unwrap_or_default()
    }
}
