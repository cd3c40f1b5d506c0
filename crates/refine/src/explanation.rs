//! How sequences of assertions came about, for people.

use program::LiveVariables;
use term::Term;

/// How much somebody wants to know about a refinement.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub enum Detail {
    /// Nothing beyond the sequences.
    #[default]
    None,
    /// What costs little.
    Cheap,
    /// Also what has to be computed for that purpose.
    Full,
}

/// How sequences came about.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Explanation {
    /// Whether they were computed on the infeasible core, and not on the trace.
    pub uses_core: bool,
    /// The variables that were live at each position, if that mattered.
    pub live: Option<LiveVariables>,
    /// What the same computation yields on the trace itself: the name of the source and the assertions, which nobody
    /// has checked.
    pub on_trace: Vec<(String, Vec<Term>)>,
}
