//! What a user can choose about engines.

use refine::Selection;

/// Choices for engines. Each engine looks at what concerns it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EngineOptions {
    /// Trace abstraction: how predicates generalise to an automaton.
    pub generalisation: Generalisation,
    /// How often one path program may come back before an engine gives up on it.
    pub max_recurrences: u32,
    /// Value analysis: which state comes next.
    pub search: SearchOrder,
    /// Value analysis: whether a variable that is tracked somewhere is tracked everywhere.
    pub is_global: bool,
    /// Value analysis: which refinement of a path is taken; without it, that of the shortest prefix.
    pub select: Option<Selection>,
}

impl Default for EngineOptions {
    fn default() -> EngineOptions {
        EngineOptions {
            generalisation: Generalisation::default(),
            max_recurrences: 2000,
            search: SearchOrder::default(),
            is_global: false,
            select: None,
        }
    }
}

/// Which transitions the Floyd–Hoare automaton of a refinement has.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Generalisation {
    /// The sequence and what closes its loops.
    Canonical,
    /// All valid triples between single predicates.
    Eager,
    /// All predicates that follow from the conjunction.
    #[default]
    Predicate,
}

/// Which state an exploration looks at next.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum SearchOrder {
    /// The oldest, so that paths are short.
    #[default]
    Breadth,
    /// The newest.
    Depth,
}
