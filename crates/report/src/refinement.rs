//! `principia explain`: the refinement of each infeasible trace, side by side as in Fig. 2 of Craig vs. Newton.
//!
//! A variant that works on the infeasible core shows four columns: the trace, the assertions that the same
//! transformer yields on the trace itself, the core, and the assertions on the core. The other variants show
//! the trace, its formula (Sect. 4.1) and the assertions. With live variables, the variables that are live
//! come last. Rows are interleaved: assertion φᵢ stands below statement stᵢ, because it holds after it.

use serde::{Deserialize, Serialize};

use crate::columns::Table;

/// One refinement, as text.
#[derive(Serialize, Deserialize, Clone, PartialEq, Eq, Debug)]
pub struct Refinement {
    /// Whose refinement it is.
    pub party: String,
    /// The iteration of its CEGAR loop.
    pub iteration: usize,
    /// Whether the sequences were computed on the infeasible core.
    pub uses_core: bool,
    /// The steps of the trace.
    pub steps: Vec<TraceStep>,
    /// How many conjuncts the trace formula has.
    pub conjuncts: usize,
    /// How many of them are in the core.
    pub core_conjuncts: usize,
    /// The sequences on the trace itself, for comparison.
    pub on_trace: Vec<Sequence>,
    /// The sequences that refine the abstraction.
    pub sequences: Vec<Sequence>,
    /// The live variables at each position, if the variant uses them.
    pub live: Option<Vec<Vec<String>>>,
}

/// An iteration of the CEGAR loop.
#[derive(Serialize, Deserialize, Clone, PartialEq, Eq, Debug)]
pub struct Iteration {
    /// Whose iteration it is.
    pub party: String,
    /// Its number.
    pub number: usize,
    /// The states of the abstraction.
    pub states: usize,
    /// The length of the trace.
    pub length: usize,
    /// How many conjuncts the trace has.
    pub conjuncts: usize,
    /// How many of them are in the core.
    pub core_conjuncts: usize,
    /// Whether a sequence of assertions was perfect.
    pub is_perfect: bool,
}

/// A step of a trace.
#[derive(Serialize, Deserialize, Clone, PartialEq, Eq, Debug)]
pub struct TraceStep {
    /// The statement.
    pub statement: String,
    /// The conjuncts of the trace formula that belong to it.
    pub formula: Vec<String>,
    /// For each of them, whether it is in the core.
    pub in_core: Vec<bool>,
    /// What the core leaves of the statement.
    pub abstracted: String,
}

/// A sequence of assertions.
#[derive(Serialize, Deserialize, Clone, PartialEq, Eq, Debug)]
pub struct Sequence {
    /// The variant that computed it.
    pub source: String,
    /// `φ₀, ..., φₙ`
    pub assertions: Vec<String>,
    /// Whether it is inductive for the path program, if that was checked.
    pub perfect: Option<bool>,
    /// How many assertions still have quantifiers.
    pub quantified: usize,
}

/// A column: what stands beside each statement, and what beside each assertion.
struct Column {
    heading: String,
    statements: Vec<String>,
    assertions: Vec<String>,
}

impl Refinement {
    /// About how many bytes it has.
    pub fn length(&self) -> usize {
        let texts = |texts: &[String]| texts.iter().map(String::len).sum::<usize>();
        let step = |step: &TraceStep| step.statement.len() + texts(&step.formula) + step.abstracted.len();
        let sequences = self.sequences.iter().map(|sequence| texts(&sequence.assertions));
        self.steps.iter().map(step).chain(sequences).sum()
    }

    /// The table of the refinement.
    pub fn render(&self, width: usize) -> String {
        let columns = self.columns();
        let mut table = Table::default();
        table.heading.push("i".into());
        table.heading.extend(columns.iter().map(|column| column.heading.clone()));
        let cell = |cells: &[String], position: usize| cells.get(position).cloned().unwrap_or_default();
        for position in 0..=self.steps.len() {
            if position > 0 {
                let statements = columns.iter().map(|column| cell(&column.statements, position - 1));
                table.rows.push(std::iter::once(position.to_string()).chain(statements).collect());
            }
            let number = if position == 0 { "0".to_string() } else { String::new() };
            let assertions = columns.iter().map(|column| cell(&column.assertions, position));
            table.rows.push(std::iter::once(number).chain(assertions).collect());
        }
        format!("{}\n\n{}", self.summary(), table.render(width))
    }

    fn summary(&self) -> String {
        let mut text =
            format!("Iteration {}: infeasible trace of {} steps", self.iteration, self.steps.len());
        if self.uses_core {
            text += &format!(", core of {} of {} conjuncts", self.core_conjuncts, self.conjuncts);
        }
        for sequence in &self.sequences {
            let perfect = match sequence.perfect {
                Some(true) => "perfect",
                Some(false) => "not perfect",
                None => "perfect or not was not asked",
            };
            text += &format!("; {}: {perfect}", sequence.source);
        }
        text
    }

    fn columns(&self) -> Vec<Column> {
        let mut columns = Vec::new();
        let statements: Vec<String> = self.steps.iter().map(|step| step.statement.clone()).collect();
        columns.push(Column { heading: "trace τ".into(), statements, assertions: Vec::new() });
        if self.uses_core {
            for sequence in &self.on_trace {
                columns.push(assertion_column(sequence, "τ"));
            }
            let statements = self.steps.iter().map(|step| step.abstracted.clone()).collect();
            columns.push(Column { heading: "core τ#".into(), statements, assertions: Vec::new() });
        } else {
            let statements = self.steps.iter().map(|step| step.formula.join(" && ")).collect();
            columns.push(Column { heading: "trace formula".into(), statements, assertions: Vec::new() });
        }
        for sequence in &self.sequences {
            columns.push(assertion_column(sequence, if self.uses_core { "τ#" } else { "τ" }));
        }
        if let Some(live) = &self.live {
            let assertions = live.iter().map(|names| names.join(", ")).collect();
            columns.push(Column { heading: "live".into(), statements: Vec::new(), assertions });
        }
        columns
    }
}

fn assertion_column(sequence: &Sequence, trace: &str) -> Column {
    let variant = sequence.source.split_once(':').map_or(sequence.source.as_str(), |(_, variant)| variant);
    Column {
        heading: format!("{variant} for {trace}"),
        statements: Vec::new(),
        assertions: sequence.assertions.clone(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use expect_test::expect;

    fn sequence(source: &str, assertions: &[&str]) -> Sequence {
        let assertions = assertions.iter().map(|text| text.to_string()).collect();
        Sequence { source: source.into(), assertions, perfect: Some(true), quantified: 0 }
    }

    #[test]
    fn rows_are_interleaved() {
        let step = |statement: &str, abstracted: &str| TraceStep {
            statement: statement.into(),
            formula: vec![statement.replace(":=", "==")],
            in_core: vec![statement == abstracted],
            abstracted: abstracted.into(),
        };
        let refinement = Refinement {
            party: "trace newton:it-sp loop-free".into(),
            iteration: 2,
            uses_core: true,
            steps: vec![step("x := 0", "x := 0"), step("y := 1", "havoc y"), step("x != 0", "x != 0")],
            conjuncts: 3,
            core_conjuncts: 2,
            on_trace: vec![sequence("newton:sp", &["true", "x == 0", "x == 0 && y == 1", "false"])],
            sequences: vec![sequence("newton:it-sp", &["true", "x == 0", "x == 0", "false"])],
            live: None,
        };
        expect![[r#"
            Iteration 2: infeasible trace of 3 steps, core of 2 of 3 conjuncts; newton:it-sp: perfect

            i   trace τ   sp for τ           core τ#   it-sp for τ#
            -   -------   ----------------   -------   ------------
            0             true                         true
            1   x := 0                       x := 0
                          x == 0                       x == 0
            2   y := 1                       havoc y
                          x == 0 && y == 1             x == 0
            3   x != 0                       x != 0
                          false                        false
        "#]]
        .assert_eq(&refinement.render(100));
    }
}
