//! A party: an engine, where its assertions come from, and how much code is a step of its traces.

use engines::{
    AbstractionKind, ENGINES, EngineKind, EngineOptions, Generalisation, Grain, InterpOptions,
    PredicateOptions,
};
use logic::SolverTactic;
use program::{BlockEncoding, BlockOperator, BlockProgram, Cfg};
use refine::{CoreGranularity, SOURCES, Selection, SourceChoice};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::choice::choice;

choice! {
    /// How much code becomes one step of a trace.
    pub enum Blocks {
        Statement = "statement", "Every statement is a step";
        Sequence = "sequence", "Straight-line code is a step";
        LoopFree = "loop-free", "Loop-free code is a step";
        LoopsAndCalls = "loops-and-calls", "Loop-free code is a step, and functions begin with a new one";
    }
}

choice! {
    /// The granularity of infeasible cores.
    pub enum Core {
        Statement = "statement", "A step is kept or dropped as a whole";
        Conjunct = "conjunct", "Each conjunct of a step is kept or dropped on its own";
        Inequality = "inequality", "By conjuncts, and numeric equalities by their two inequalities";
        Minimal = "minimal", "By conjuncts and inequalities, then shrunk until none can be left out";
    }
}

choice! {
    /// How the assertions of a trace become a Floyd-Hoare automaton.
    pub enum Automaton {
        Canonical = "canonical", "The trace and the back edges that its assertions allow";
        Eager = "eager", "Every valid transition between the assertions, non-deterministic";
        Predicate = "predicate", "On demand: the successor is the conjunction of all assertions that hold, deterministic";
    }
}

choice! {
    /// What a state of predicate analysis knows.
    pub enum Abstracted {
        Boolean = "boolean", "The strongest Boolean combination of the predicates";
        Cartesian = "cartesian", "The strongest conjunction of predicates and negated predicates";
        Combined = "combined", "As boolean; single predicates are asked first";
        None = "none", "No abstraction: assertions are conjoined to states (Impact)";
    }
}

choice! {
    /// Which state of an abstract reachability graph, or of value analysis, is next.
    pub enum Search {
        ReversePostorder = "reverse-postorder", "The one whose location comes first in the program";
        BreadthFirst = "breadth-first", "The oldest";
        DepthFirst = "depth-first", "The youngest";
    }
}

choice! {
    /// Where a predicate is used, or a variable is tracked.
    pub enum Scope {
        Location = "location", "At the location of its assertion";
        Function = "function", "In the copy of the function that has this location";
        Global = "global", "Everywhere";
    }
}

choice! {
    /// What of an assertion predicate analysis takes as predicates.
    pub enum Predicates {
        Atoms = "atoms", "Its atoms";
        Whole = "whole", "The whole assertion";
    }
}

choice! {
    /// What predicate analysis builds again after a refinement.
    pub enum Restart {
        Pivot = "pivot", "What is below the first state that learned something";
        Entry = "entry", "Everything";
    }
}

choice! {
    /// Which interpolants InterpChecker uses.
    pub enum Interpolants {
        R = "r", "Reachability: predicates of locations";
        Rs = "rs", "And safety: cut off prefixes behind which everything is safe";
        Re = "re", "And error: complete prefixes that may reach an error";
        Rse = "rse", "All three";
    }
}

impl Interpolants {
    /// Whether there are safety interpolants.
    pub fn has_safety(self) -> bool {
        matches!(self, Interpolants::Rs | Interpolants::Rse)
    }

    /// Whether there are error interpolants.
    pub fn has_error(self) -> bool {
        matches!(self, Interpolants::Re | Interpolants::Rse)
    }
}

choice! {
    /// The solver's part in quantifier elimination.
    pub enum Qe {
        None = "none", "Only the built-in techniques";
        Light = "light", "Cheap, best effort";
        Full = "full", "Complete where the theory allows, under a limit";
    }
}

impl From<Blocks> for BlockEncoding {
    fn from(blocks: Blocks) -> BlockEncoding {
        match blocks {
            Blocks::Statement => BlockEncoding::Statement,
            Blocks::Sequence => BlockEncoding::Sequence,
            Blocks::LoopFree | Blocks::LoopsAndCalls => BlockEncoding::LoopFree,
        }
    }
}

impl From<Core> for CoreGranularity {
    fn from(core: Core) -> CoreGranularity {
        match core {
            Core::Statement => CoreGranularity::Statement,
            Core::Conjunct | Core::Inequality => CoreGranularity::Conjunct,
            Core::Minimal => CoreGranularity::Minimal,
        }
    }
}

impl From<Automaton> for Generalisation {
    fn from(automaton: Automaton) -> Generalisation {
        match automaton {
            Automaton::Canonical => Generalisation::Canonical,
            Automaton::Eager => Generalisation::Eager,
            Automaton::Predicate => Generalisation::Predicate,
        }
    }
}

impl From<Abstracted> for AbstractionKind {
    fn from(abstracted: Abstracted) -> AbstractionKind {
        match abstracted {
            Abstracted::Boolean => AbstractionKind::Boolean,
            Abstracted::Cartesian => AbstractionKind::Cartesian,
            Abstracted::Combined => AbstractionKind::Combined,
            Abstracted::None => AbstractionKind::None,
        }
    }
}

impl From<Search> for engines::SearchOrder {
    fn from(search: Search) -> engines::SearchOrder {
        match search {
            Search::ReversePostorder => engines::SearchOrder::ReversePostorder,
            Search::BreadthFirst => engines::SearchOrder::BreadthFirst,
            Search::DepthFirst => engines::SearchOrder::DepthFirst,
        }
    }
}

impl From<Scope> for engines::Scope {
    fn from(scope: Scope) -> engines::Scope {
        match scope {
            Scope::Location => engines::Scope::Location,
            Scope::Function => engines::Scope::Function,
            Scope::Global => engines::Scope::Global,
        }
    }
}

impl From<Predicates> for Grain {
    fn from(predicates: Predicates) -> Grain {
        match predicates {
            Predicates::Atoms => Grain::Atoms,
            Predicates::Whole => Grain::Whole,
        }
    }
}

impl From<Restart> for engines::Restart {
    fn from(restart: Restart) -> engines::Restart {
        match restart {
            Restart::Pivot => engines::Restart::Pivot,
            Restart::Entry => engines::Restart::Entry,
        }
    }
}

impl From<Qe> for SolverTactic {
    fn from(qe: Qe) -> SolverTactic {
        match qe {
            Qe::None => SolverTactic::None,
            Qe::Light => SolverTactic::Light,
            Qe::Full => SolverTactic::Full,
        }
    }
}

/// An engine with all that it needs, and its share of the time.
#[derive(Serialize, Deserialize, Clone, PartialEq, Debug)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct Party {
    /// The engine.
    pub engine: String,
    /// Where its assertions come from.
    #[serde(serialize_with = "write_source", deserialize_with = "read_source")]
    pub refine: SourceChoice,
    /// How much code is a step of a trace.
    pub blocks: Blocks,
    /// Steps end after so many statements; 0 is no limit.
    pub block_size: u32,
    /// What an infeasible core is made of.
    pub core: Core,
    /// How assertions become an automaton.
    pub automaton: Automaton,
    /// What a state of predicate analysis knows.
    pub abstraction: Abstracted,
    /// Which state of an abstract reachability graph, or of value analysis, is next.
    pub search: Search,
    /// Where a predicate is used, or a variable is tracked.
    pub precision: Scope,
    /// What of an assertion predicate analysis takes as predicates.
    pub predicates: Predicates,
    /// What predicate analysis builds again after a refinement.
    pub restart: Restart,
    /// Which interpolants InterpChecker uses.
    pub interpolants: Interpolants,
    /// Whether InterpChecker explores the branch first that makes a safety interpolant full.
    pub weights: bool,
    /// How hard the solver tries to eliminate quantifiers.
    pub qe: Qe,
    /// Which of the refinements of an infeasible path is taken.
    #[serde(
        serialize_with = "write_selection",
        deserialize_with = "read_selection",
        skip_serializing_if = "Option::is_none"
    )]
    pub select: Option<Selection>,
    /// Whether refinements by values and by predicates are compared, instead of values first.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub select_analysis: bool,
    /// A variable with more values at a location of a path is no longer tracked there; 0 is no limit.
    #[serde(skip_serializing_if = "is_zero")]
    pub max_values: u32,
    /// The part of the time that is left after which a turn is interrupted. It belongs to the position in the list:
    /// where large blocks make parties change places ([`Attempt::large_block`](crate::Attempt)), the shares stay.
    pub share: f64,
}

impl Default for Party {
    fn default() -> Party {
        Party {
            engine: ENGINES[0].name.to_string(),
            refine: SourceChoice::default(),
            blocks: Blocks::LoopFree,
            block_size: 0,
            core: Core::Inequality,
            automaton: Automaton::Predicate,
            abstraction: Abstracted::Combined,
            search: Search::ReversePostorder,
            precision: Scope::Location,
            predicates: Predicates::Atoms,
            restart: Restart::Pivot,
            interpolants: Interpolants::Rse,
            weights: false,
            qe: Qe::Light,
            select: None,
            select_analysis: false,
            max_values: 0,
            share: 0.4,
        }
    }
}

impl Party {
    /// What distinguishes it from others: `trace newton:it-sp-lv loop-free`.
    pub fn name(&self) -> String {
        match (self.has_assertions(), self.looks_at_blocks()) {
            (false, false) => self.engine.clone(),
            (false, true) => format!("{} {}", self.engine, self.blocks),
            (true, false) => format!("{} {}", self.engine, self.refine),
            (true, true) => format!("{} {} {}", self.engine, self.refine, self.blocks),
        }
    }

    /// Whether it excludes traces by their length, counted in passes of loops: trace abstraction looks at the shortest
    /// trace that is left, and steps without loops end at heads of loops only.
    pub fn excludes_by_length(&self) -> bool {
        self.engine == "trace" && self.blocks == Blocks::LoopFree && self.block_size == 0
    }

    /// Whether both do the same.
    pub fn is_like(&self, other: &Party) -> bool {
        self.essence() == other.essence()
    }

    /// Whether its engine looks at blocks. States of values and ranges are kept where paths meet.
    pub fn looks_at_blocks(&self) -> bool {
        let by_paths =
            [engines::value::KIND.name, engines::value::WITH_PREDICATES.name, engines::ranges::KIND.name];
        !by_paths.contains(&self.engine.as_str())
    }

    /// Whether its engine needs assertions. Value analysis alone, ranges and k-induction do not.
    pub fn has_assertions(&self) -> bool {
        let without =
            [engines::value::KIND.name, engines::ranges::KIND.name, engines::k_induction::KIND.name];
        !without.contains(&self.engine.as_str())
    }

    /// What it does, and nothing that its engine does not look at.
    fn essence(&self) -> Party {
        let alone = Party { share: 0.0, ..self.clone() };
        if self.looks_at_blocks() && self.has_assertions() {
            return alone;
        }
        if self.looks_at_blocks() {
            let Party { engine, blocks, block_size, share, .. } = alone;
            return Party { engine, blocks, block_size, share, ..Party::default() };
        }
        let Party { engine, select, select_analysis, max_values, search, precision, share, .. } = alone;
        let others = Party::default();
        let values =
            Party { engine, select, select_analysis, max_values, search, precision, share, ..others };
        match self.has_assertions() {
            true => Party { refine: alone.refine, core: alone.core, qe: alone.qe, ..values },
            false => values,
        }
    }

    /// The kind of its engine. The error is for people.
    pub fn engine(&self) -> Result<&'static EngineKind, String> {
        ENGINES.iter().find(|kind| kind.name == self.engine).ok_or_else(|| {
            let names: Vec<&str> = ENGINES.iter().map(|kind| kind.name).collect();
            format!("there is no engine `{}`; there is {}", self.engine, names.join(", "))
        })
    }

    /// What the engine is to know.
    pub fn engine_options(&self) -> EngineOptions {
        let predicate = PredicateOptions {
            kind: self.abstraction.into(),
            order: self.search.into(),
            scope: self.precision.into(),
            grain: self.predicates.into(),
            restart: self.restart.into(),
        };
        EngineOptions {
            generalisation: self.automaton.into(),
            predicate,
            interp: InterpOptions {
                safety: self.interpolants.has_safety(),
                error: self.interpolants.has_error(),
                weights: self.weights,
                prunes: true,
            },
            search: self.search.into(),
            is_global: self.precision != Scope::Location,
            select: self.select.clone(),
            select_analysis: self.select_analysis,
            max_values: (self.max_values > 0).then_some(self.max_values as usize),
            ..EngineOptions::default()
        }
    }

    /// The program in the blocks of the party.
    pub fn encode(&self, cfg: &Cfg) -> BlockProgram {
        if !self.looks_at_blocks() {
            return program::encode_blocks(cfg, BlockEncoding::Statement);
        }
        let operator = BlockOperator {
            encoding: self.blocks.into(),
            ends_at_calls: self.blocks == Blocks::LoopsAndCalls,
            max_statements: (self.block_size > 0).then_some(self.block_size),
        };
        let blocks = operator.encode(cfg);
        match self.core {
            Core::Inequality | Core::Minimal if self.has_assertions() => blocks.split_equalities(),
            _ => blocks,
        }
    }
}

fn is_zero(number: &u32) -> bool {
    *number == 0
}

fn write_selection<S: Serializer>(selection: &Option<Selection>, serializer: S) -> Result<S::Ok, S::Error> {
    match selection {
        Some(selection) => serializer.collect_str(selection),
        None => serializer.serialize_none(),
    }
}

fn read_selection<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Selection>, D::Error> {
    let text = String::deserialize(deserializer)?;
    text.parse().map(Some).map_err(serde::de::Error::custom)
}

fn write_source<S: Serializer>(source: &SourceChoice, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(source)
}

fn read_source<'de, D: Deserializer<'de>>(deserializer: D) -> Result<SourceChoice, D::Error> {
    let text = String::deserialize(deserializer)?;
    SourceChoice::parse(&text, SOURCES).map_err(serde::de::Error::custom)
}
