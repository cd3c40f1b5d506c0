//! What helps where there is no answer: where the search was, how far it came, and what to try.
//!
//! Everything follows from typed data, the reason and what a worker told on its way; nothing is read from texts.

use base::Arithmetic;
use serde::Serialize;
use verdict::{Reason, Verdict};

use crate::result::{Place, Report, Whereabouts};

/// What helps where there is no answer.
#[derive(Serialize, Clone, PartialEq, Eq, Debug, Default)]
pub struct Help {
    /// Where the search was.
    pub place: Option<Place>,
    /// How far it came, in sentences.
    pub far: Vec<String>,
    /// What to try, in sentences.
    pub tries: Vec<String>,
}

impl Help {
    /// The help for a report; nothing if it has an answer.
    pub fn of(report: &Report) -> Option<Help> {
        let Verdict::Unknown(reason) = &report.verdict else { return None };
        let found = report.whereabouts.as_ref();
        let mut far: Vec<String> = found.map(sentence).into_iter().collect();
        if let Some(fewer) = found.and_then(|found| found.excluded).filter(|fewer| *fewer > 1) {
            far.push(format!(
                "No path to a violation is left that passes heads of loops fewer than {fewer} times, all together."
            ));
        }
        if let Some(tried) = &report.tried {
            far.push(tried.describe());
        }
        let tries = tries(reason, found, report.arithmetic);
        Some(Help { place: found.map(|found| found.place.clone()), far, tries })
    }

    /// The same for a terminal.
    pub fn text(&self) -> String {
        let far = self.far.iter().map(|sentence| format!("note: {sentence}\n"));
        let tries = self.tries.iter().map(|sentence| format!("hint: {sentence}\n"));
        far.chain(tries).collect()
    }
}

fn sentence(found: &Whereabouts) -> String {
    let Whereabouts { place, function, passes, .. } = found;
    let function = function.as_ref().map(|name| format!(" in {name}")).unwrap_or_default();
    let times = if *passes == 1 { "once".to_string() } else { format!("{passes} times") };
    format!("The last path that was excluded passes the loop at {place}{function} {times}.")
}

/// What helps at a loop, in the language of its file.
fn about_loop(place: &Place) -> &'static str {
    match place.file.ends_with(".bpl") || place.file.ends_with(".core") {
        true => "An assertion or an `assume` in the loop that says what is known there.",
        false => {
            "An assertion in the loop, or `__VERIFIER_assume(...)` about inputs, that says what is known there."
        }
    }
}

/// What to try, by the reason. Only programs in C have an arithmetic.
fn tries(reason: &Reason, found: Option<&Whereabouts>, arithmetic: Option<Arithmetic>) -> Vec<String> {
    let at_loop = found.map_or("", |found| about_loop(&found.place));
    let (other_arithmetic, exact) = match arithmetic {
        None => ("", ""),
        Some(Arithmetic::Integer) => (
            "The other arithmetic: `--arithmetic bitvector`.",
            "The other arithmetic: `--arithmetic bitvector` models every operation of integers exactly.",
        ),
        Some(Arithmetic::Bitvector) => ("The other arithmetic: `--arithmetic integer`.", ""),
    };
    let bound = found.map_or(10, |found| found.passes.clamp(5, 50));
    let bounded =
        format!("`--bounded {bound}` asks only for executions with up to {bound} iterations of each loop.");
    let all: &[&str] = match reason {
        Reason::Time => &["`--timeout` with more time, or no limit at all.", &bounded, at_loop],
        Reason::Memory => &["`--memory` with more, or `--jobs 1`, which needs less.", &bounded],
        Reason::Cancelled => &["Let it run longer, or set a limit by `--timeout`."],
        Reason::SolverUnknown(_) => &[
            "Another solver, as by `--solver cvc5`: `principia solvers` lists those that are there.",
            other_arithmetic,
        ],
        Reason::Recursion => &["`--timeout` with more time: deeper recursion is tried then.", &bounded],
        Reason::Bounded(_) => {
            &["A larger bound.", "Without `--bounded`, a proof for any number of iterations is searched."]
        }
        Reason::Unsupported(_) => &[
            "A stub: a definition of the function, or a simpler statement, that does what matters for the property.",
            "`--entry FUNCTION` begins at a function that does not need it.",
        ],
        Reason::Overapproximation(_) => {
            &["A stub: a definition that says what the code does that is not known here.", exact]
        }
        Reason::NoAssertions(_) | Reason::NoProgress(_) | Reason::ValuesCannotExclude(_) => {
            &["Another source of assertions, as in `--refine perfect:newton:it-sp-lv,craig:z3`.", &bounded]
        }
        Reason::NotConfirmed(_) => &["`--arithmetic bitvector`, which needs no confirmation."],
        Reason::Unavailable(_) => {
            &["`principia solvers` lists what is there, and `principia solvers install` gets more."]
        }
        Reason::EvidenceRejected(_) => &[
            "Another engine: `--engine predicate`.",
            other_arithmetic,
            "An engine and the check of its evidence disagree: please report the program.",
        ],
        Reason::WorkerDied(_) => &["This is a defect of principia: please report the program.", "`--jobs 1`"],
    };
    all.iter().filter(|text| !text.is_empty()).map(ToString::to_string).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use expect_test::expect;

    fn check(file: &str, reason: Reason, expected: expect_test::Expect) {
        let place = Place { file: file.into(), line: 7, column: 3 };
        let function = Some("main".to_string());
        let whereabouts = Some(Whereabouts { place, function, passes: 12, excluded: Some(12) });
        let report = Report { whereabouts, ..Report::unknown(reason) };
        expected.assert_eq(&Help::of(&report).expect("no answer").text());
    }

    #[test]
    fn help_says_where_how_far_and_what_to_try() {
        check(
            "a.c",
            Reason::Time,
            expect![[r#"
                note: The last path that was excluded passes the loop at a.c:7:3 in main 12 times.
                note: No path to a violation is left that passes heads of loops fewer than 12 times, all together.
                hint: `--timeout` with more time, or no limit at all.
                hint: `--bounded 12` asks only for executions with up to 12 iterations of each loop.
                hint: An assertion in the loop, or `__VERIFIER_assume(...)` about inputs, that says what is known there.
            "#]],
        );
    }

    /// Boogie has an `assume` of its own and no arithmetic to choose.
    #[test]
    fn help_speaks_the_language_of_the_program() {
        check(
            "a.bpl",
            Reason::Time,
            expect![[r#"
            note: The last path that was excluded passes the loop at a.bpl:7:3 in main 12 times.
            note: No path to a violation is left that passes heads of loops fewer than 12 times, all together.
            hint: `--timeout` with more time, or no limit at all.
            hint: `--bounded 12` asks only for executions with up to 12 iterations of each loop.
            hint: An assertion or an `assume` in the loop that says what is known there.
        "#]],
        );
        check(
            "a.bpl",
            Reason::SolverUnknown("incomplete".into()),
            expect![[r#"
            note: The last path that was excluded passes the loop at a.bpl:7:3 in main 12 times.
            note: No path to a violation is left that passes heads of loops fewer than 12 times, all together.
            hint: Another solver, as by `--solver cvc5`: `principia solvers` lists those that are there.
        "#]],
        );
    }

    /// The other arithmetic is offered, not the one that was tried.
    #[test]
    fn help_offers_what_was_not_tried() {
        let tries = |arithmetic| {
            let reason = Reason::SolverUnknown("incomplete".into());
            let report = Report { arithmetic, ..Report::unknown(reason) };
            Help::of(&report).expect("no answer").tries.join(" ")
        };
        assert!(tries(Some(Arithmetic::Integer)).contains("`--arithmetic bitvector`"));
        assert!(tries(Some(Arithmetic::Bitvector)).contains("`--arithmetic integer`"));
        assert!(!tries(None).contains("--arithmetic"));
    }

    #[test]
    fn answers_need_no_help() {
        assert_eq!(Help::of(&Report::new(Verdict::True)), None);
    }
}
