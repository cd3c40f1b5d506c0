//! How often each technique was tried and how often it eliminated a variable:
//! the numbers behind the thesis' Fig. 5.5.

use std::fmt;

/// The techniques, in the order in which they are tried.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Technique {
    /// Destructive equality resolution.
    Der,
    /// Infinity-restrictor drop.
    Ird,
    /// Transitive resolution of bounds.
    Tir,
    /// Unconnected parameter drop.
    Upd,
    /// Division and remainder.
    DivMod,
    /// Destructive equality through stores.
    ArrayDer,
    /// Values instead of an array.
    ArrayValue,
    /// Case split on a Boolean variable.
    Boolean,
    /// The solver's cheap tactic.
    Light,
    /// The solver's complete tactic.
    Full,
}

impl Technique {
    /// All techniques, in the order in which they are tried.
    pub const ALL: [Technique; 10] = [
        Technique::Der,
        Technique::Ird,
        Technique::Tir,
        Technique::Upd,
        Technique::DivMod,
        Technique::ArrayDer,
        Technique::ArrayValue,
        Technique::Boolean,
        Technique::Light,
        Technique::Full,
    ];

    /// The stable name for reports.
    pub fn name(self) -> &'static str {
        match self {
            Technique::Der => "DER",
            Technique::Ird => "IRD",
            Technique::Tir => "TIR",
            Technique::Upd => "UPD",
            Technique::DivMod => "div/mod",
            Technique::ArrayDer => "array DER",
            Technique::ArrayValue => "array value",
            Technique::Boolean => "boolean",
            Technique::Light => "solver light",
            Technique::Full => "solver full",
        }
    }
}

/// Attempts and successes per technique. The unit is one variable.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct QeStatistics {
    attempts: [u64; Technique::ALL.len()],
    successes: [u64; Technique::ALL.len()],
    /// Calls of the eliminator.
    pub calls: u64,
    /// Variables that the calls were asked to eliminate and that occurred.
    pub requested: u64,
    /// Quantified variables left in the results.
    pub left: u64,
    /// Satisfiability queries: of UPD, and to confirm results of the complete tactic.
    pub queries: u64,
}

impl QeStatistics {
    /// How often the technique was tried.
    pub fn attempts(&self, technique: Technique) -> u64 {
        self.attempts[technique as usize]
    }

    /// How many variables the technique eliminated.
    pub fn successes(&self, technique: Technique) -> u64 {
        self.successes[technique as usize]
    }

    /// The rows of the table: technique, attempts, successes.
    pub fn rows(&self) -> impl Iterator<Item = (Technique, u64, u64)> {
        Technique::ALL.into_iter().map(|t| (t, self.attempts(t), self.successes(t)))
    }

    /// Adds the counts of another run.
    pub fn merge(&mut self, other: &QeStatistics) {
        for technique in Technique::ALL {
            self.attempts[technique as usize] += other.attempts(technique);
            self.successes[technique as usize] += other.successes(technique);
        }
        self.calls += other.calls;
        self.requested += other.requested;
        self.left += other.left;
        self.queries += other.queries;
    }

    pub(super) fn tried(&mut self, technique: Technique, variables: usize) {
        self.attempts[technique as usize] += variables as u64;
    }

    pub(super) fn succeeded(&mut self, technique: Technique, variables: usize) {
        self.successes[technique as usize] += variables as u64;
    }
}

impl fmt::Display for QeStatistics {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{:<14}{:>10}{:>12}", "technique", "attempts", "eliminated")?;
        for (technique, attempts, successes) in self.rows() {
            writeln!(f, "{:<14}{attempts:>10}{successes:>12}", technique.name())?;
        }
        writeln!(f, "{:<14}{:>10}{:>12}", "left", "", self.left)?;
        write!(f, "{} variables in {} calls, {} queries", self.requested, self.calls, self.queries)
    }
}
