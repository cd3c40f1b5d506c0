//! The tree that an engine explored, for people.

use program::{BlockId, LocationId};
use term::Term;

/// Why a state has no successors, or that it has some.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ending {
    /// It is not explored completely.
    Open,
    /// All its successors were explored.
    Explored,
    /// The program ends there, or cannot reach a target any more.
    End,
    /// A violation, or the end of the model.
    Target,
    /// No execution gets there.
    Refuted,
    /// Another state covers it.
    Covered,
    /// Its safety interpolant holds: everything behind it is safe.
    PrunedBySafety,
    /// Its error interpolant holds, and a completion of the path reaches the error.
    CutByError,
}

/// A state of the tree.
#[derive(Clone, Debug)]
pub struct ExploredState {
    /// The position of the state before in the list, and the block between.
    pub parent: Option<(usize, BlockId)>,
    /// Where it is.
    pub location: LocationId,
    /// What holds there.
    pub label: Term,
    /// What became of it.
    pub ending: Ending,
}

/// What is known about a location: its R-, S- and E-interpolants.
#[derive(Clone, Debug)]
pub struct Attributes {
    /// The location.
    pub location: LocationId,
    /// The predicates of the location (Def. 1).
    pub reachability: Vec<Term>,
    /// Whether the safety interpolant is full, and its formula (Def. 2).
    pub safety: Option<(bool, Term)>,
    /// The disjuncts of the error interpolant (Def. 3).
    pub error: Option<Vec<Term>>,
}

/// A tree and the attributes of its locations.
#[derive(Clone, Debug, Default)]
pub struct Exploration {
    /// The states; each comes after the state before it.
    pub states: Vec<ExploredState>,
    /// The locations of the states, each once.
    pub attributes: Vec<Attributes>,
    /// How many paths were explored, as far as they were.
    pub paths: u64,
}
