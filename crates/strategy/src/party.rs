//! A party: an engine, where its assertions come from, and how much code is a step of its traces.

use engines::{ENGINES, EngineKind, EngineOptions, Generalisation, SearchOrder};
use logic::SolverTactic;
use program::{BlockEncoding, BlockProgram, Cfg};
use refine::{CoreGranularity, SOURCES, Selection, SourceChoice};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::choice::choice;

choice! {
    /// How much code becomes one step of a trace.
    pub enum Blocks {
        Statement = "statement", "Every statement is a step";
        Sequence = "sequence", "Straight-line code is a step";
        LoopFree = "loop-free", "Loop-free code is a step";
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
    /// Which state value analysis looks at next.
    pub enum Search {
        Breadth = "breadth", "The oldest, so that error paths are short";
        Depth = "depth", "The newest";
    }
}

choice! {
    /// Where value analysis tracks a variable.
    pub enum Scope {
        Location = "location", "At the locations where an infeasible path needs it";
        Global = "global", "Everywhere, if a path needs it anywhere";
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
            Blocks::LoopFree => BlockEncoding::LoopFree,
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
    /// What an infeasible core is made of.
    pub core: Core,
    /// How assertions become an automaton.
    pub automaton: Automaton,
    /// How hard the solver tries to eliminate quantifiers.
    pub qe: Qe,
    /// Which of the refinements of an infeasible path is taken.
    #[serde(
        serialize_with = "write_selection",
        deserialize_with = "read_selection",
        skip_serializing_if = "Option::is_none"
    )]
    pub select: Option<Selection>,
    /// Which state value analysis looks at next.
    #[serde(skip_serializing_if = "Search::is_default")]
    pub search: Search,
    /// Where value analysis tracks a variable.
    #[serde(skip_serializing_if = "Scope::is_default")]
    pub scope: Scope,
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
            core: Core::Inequality,
            automaton: Automaton::Predicate,
            qe: Qe::Light,
            select: None,
            search: Search::Breadth,
            scope: Scope::Location,
            share: 0.4,
        }
    }
}

impl Party {
    /// What distinguishes it from others: `trace newton:it-sp-lv loop-free`.
    pub fn name(&self) -> String {
        if !self.looks_at_blocks() {
            return self.engine.clone();
        }
        format!("{} {} {}", self.engine, self.refine, self.blocks)
    }

    /// Whether both do the same.
    pub fn is_like(&self, other: &Party) -> bool {
        self.essence() == other.essence()
    }

    /// Whether its engine looks at blocks, and needs assertions. Value analysis does neither.
    pub fn looks_at_blocks(&self) -> bool {
        self.engine != engines::value::KIND.name
    }

    /// What it does, and nothing that its engine does not look at.
    fn essence(&self) -> Party {
        let alone = Party { share: 0.0, ..self.clone() };
        match self.looks_at_blocks() {
            true => alone,
            false => {
                let Party { engine, select, search, scope, share, .. } = alone;
                Party { engine, select, search, scope, share, ..Party::default() }
            }
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
        EngineOptions {
            generalisation: self.automaton.into(),
            search: match self.search {
                Search::Breadth => SearchOrder::Breadth,
                Search::Depth => SearchOrder::Depth,
            },
            is_global: self.scope == Scope::Global,
            select: self.select.clone(),
            ..EngineOptions::default()
        }
    }

    /// The program in the blocks of the party.
    pub fn encode(&self, cfg: &Cfg) -> BlockProgram {
        if !self.looks_at_blocks() {
            return program::encode_blocks(cfg, BlockEncoding::Statement);
        }
        let blocks = program::encode_blocks(cfg, self.blocks.into());
        match self.core {
            Core::Inequality | Core::Minimal => blocks.split_equalities(),
            Core::Statement | Core::Conjunct => blocks,
        }
    }
}

impl Search {
    fn is_default(&self) -> bool {
        *self == Search::Breadth
    }
}

impl Scope {
    fn is_default(&self) -> bool {
        *self == Scope::Location
    }
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
