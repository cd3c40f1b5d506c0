//! What a user can choose about engines.

use refine::Selection;

/// Choices for engines. Each engine looks at what concerns it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EngineOptions {
    /// Trace abstraction: how predicates generalise to an automaton.
    pub generalisation: Generalisation,
    /// Predicate analysis and Impact.
    pub predicate: PredicateOptions,
    /// InterpChecker.
    pub interp: InterpOptions,
    /// How often one path program may come back before an engine gives up on it.
    pub max_recurrences: u32,
    /// Value analysis: which state comes next.
    pub search: SearchOrder,
    /// Value analysis: whether a variable that is tracked somewhere is tracked everywhere.
    pub is_global: bool,
    /// Value analysis: which refinement of a path is taken; without it, that of the shortest prefix.
    pub select: Option<Selection>,
    /// Values and predicates: whether refinements of both domains are compared, instead of values first.
    pub select_analysis: bool,
    /// Value analysis: a place that has more values at a location of a path is no longer tracked there.
    pub max_values: Option<usize>,
}

impl Default for EngineOptions {
    fn default() -> EngineOptions {
        EngineOptions {
            generalisation: Generalisation::default(),
            predicate: PredicateOptions::default(),
            interp: InterpOptions::default(),
            max_recurrences: 2000,
            search: SearchOrder::default(),
            is_global: false,
            select: None,
            select_analysis: false,
            max_values: None,
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

/// Choices for predicate analysis.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct PredicateOptions {
    /// What a state knows about its predicates.
    pub kind: AbstractionKind,
    /// Which state is looked at next.
    pub order: SearchOrder,
    /// Where a predicate is used.
    pub scope: Scope,
    /// What of an assertion becomes a predicate.
    pub grain: Grain,
    /// What is built again after a refinement.
    pub restart: Restart,
}

/// What a state knows about its predicates.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum AbstractionKind {
    /// The strongest Boolean combination.
    Boolean,
    /// The strongest conjunction of predicates and negated predicates.
    Cartesian,
    /// The strongest Boolean combination; single predicates are asked first.
    #[default]
    Combined,
    /// Assertions themselves are conjoined to states: Impact.
    None,
}

/// Which state is looked at next.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum SearchOrder {
    /// The one whose location comes first in the program.
    #[default]
    ReversePostorder,
    /// The oldest.
    BreadthFirst,
    /// The youngest.
    DepthFirst,
}

/// Where a predicate is used.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Scope {
    /// At the location of its assertion.
    #[default]
    Location,
    /// In the copy of the function that has this location.
    Function,
    /// Everywhere.
    Global,
}

/// What of an assertion becomes a predicate.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Grain {
    /// Its atoms.
    #[default]
    Atoms,
    /// The whole assertion.
    Whole,
}

/// What is built again after a refinement.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Restart {
    /// What is below the first state that learned something (lazy abstraction).
    #[default]
    Pivot,
    /// Everything.
    Entry,
}

/// Choices for InterpChecker.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct InterpOptions {
    /// Safety interpolants cut off prefixes behind which everything is safe.
    pub safety: bool,
    /// Error interpolants suggest how a prefix reaches an error.
    pub error: bool,
    /// Weights choose the branch that is explored first.
    pub weights: bool,
    /// Locations that cannot reach a target are not explored.
    pub prunes: bool,
}

impl Default for InterpOptions {
    fn default() -> InterpOptions {
        InterpOptions { safety: true, error: true, weights: false, prunes: true }
    }
}
