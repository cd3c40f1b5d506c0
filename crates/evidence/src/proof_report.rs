//! How much work the check of a proof was.

/// What was checked.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ProofReport {
    /// The number of loop-free regions.
    pub regions: usize,
    /// The number of cases or states.
    pub cases: usize,
    /// The number of solver queries.
    pub queries: usize,
    /// The number of regions whose query had to be split.
    pub splits: usize,
}
