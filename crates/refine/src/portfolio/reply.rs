//! Answers of sources in other processes as text.
//!
//! A reply holds the sequences that passed the gate there, or the failure with its kind. Whoever reads it trusts
//! nothing but the kind: sequences pass the gate of the reader, too.

use smt::{NoInterpolants, UnknownReason};
use term::parse::{Context, parse_formulas};

use crate::gate::Proposal;
use crate::sequence::{AssertionSequence, RefineFailure};

/// An answer as text.
pub(super) fn write(answer: &Result<Vec<AssertionSequence>, RefineFailure>) -> String {
    match answer {
        Ok(sequences) => {
            let mut text = "sequences\n".to_owned();
            for AssertionSequence { assertions, source, is_exact, .. } in sequences {
                let formulas: Vec<String> = assertions.iter().map(|term| term.to_smtlib_shared()).collect();
                text += &format!("{source}\n{is_exact}\n({})\n", formulas.join(" "));
            }
            text
        }
        Err(failure) => {
            let (kind, details) = details(failure);
            format!("{kind}\n{}", details.replace('\n', " "))
        }
    }
}

/// The proposals or the failure of a source with this name.
pub(super) fn read(text: &str, source: &str, context: &Context) -> Result<Vec<Proposal>, RefineFailure> {
    let mut lines = text.lines();
    let kind = lines.next().unwrap_or_default();
    if kind != "sequences" {
        return Err(failure(kind, lines.next().unwrap_or_default(), source));
    }
    let unreadable = |what: String| no_interpolants(source, NoInterpolants::Unreadable(what));
    let mut proposals = Vec::new();
    while let Some(source) = lines.next() {
        let (Some(is_exact), Some(formulas)) = (lines.next(), lines.next()) else {
            return Err(unreadable("a reply without its end".to_owned()));
        };
        let assertions = parse_formulas(formulas, context).map_err(|error| unreadable(error.to_string()))?;
        proposals.push(Proposal { assertions, source: source.to_owned(), is_exact: is_exact == "true" });
    }
    Ok(proposals)
}

fn no_interpolants(source: &str, why: NoInterpolants) -> RefineFailure {
    RefineFailure::NoInterpolants(source.to_owned(), why)
}

/// The kind of a failure, and what else there is to say about it.
fn details(failure: &RefineFailure) -> (String, String) {
    let details = match failure {
        RefineFailure::SolverUnknown(what) | RefineFailure::NotInductive(what) => what.clone(),
        RefineFailure::NoInterpolants(_, NoInterpolants::Unknown(reason)) => match reason {
            UnknownReason::Incomplete(what)
            | UnknownReason::Unsupported(what)
            | UnknownReason::Crashed(what) => what.clone(),
            UnknownReason::Timeout | UnknownReason::Memory | UnknownReason::Interrupted => String::new(),
        },
        RefineFailure::NoInterpolants(
            _,
            NoInterpolants::Unreadable(what) | NoInterpolants::NotShared(what),
        ) => what.clone(),
        RefineFailure::NoInterpolants(_, NoInterpolants::Satisfiable) | RefineFailure::Time => String::new(),
        RefineFailure::Lost(_) | RefineFailure::All(_) => failure.to_string(),
    };
    (failure.kind(), details)
}

/// The failure of this kind. One that nobody knows is a solver's.
fn failure(kind: &str, details: &str, source: &str) -> RefineFailure {
    let what = details.to_owned();
    let unknown = |reason: UnknownReason| no_interpolants(source, reason.into());
    match kind {
        "not inductive" => RefineFailure::NotInductive(what),
        "time is over" => RefineFailure::Time,
        "satisfiable" => no_interpolants(source, NoInterpolants::Satisfiable),
        "unreadable" => no_interpolants(source, NoInterpolants::Unreadable(what)),
        "not shared" => no_interpolants(source, NoInterpolants::NotShared(what)),
        "timeout" => unknown(UnknownReason::Timeout),
        "memory" => unknown(UnknownReason::Memory),
        "interrupted" => unknown(UnknownReason::Interrupted),
        "incomplete" => unknown(UnknownReason::Incomplete(what)),
        "unsupported" => unknown(UnknownReason::Unsupported(what)),
        "crashed" => unknown(UnknownReason::Crashed(what)),
        _ => RefineFailure::SolverUnknown(what),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn failures_keep_their_kind() {
        let reasons = [
            UnknownReason::Timeout,
            UnknownReason::Memory,
            UnknownReason::Interrupted,
            UnknownReason::Incomplete("a".into()),
            UnknownReason::Unsupported("b".into()),
            UnknownReason::Crashed("c".into()),
        ];
        let none = [
            NoInterpolants::Satisfiable,
            NoInterpolants::Unreadable("d".into()),
            NoInterpolants::NotShared("x".into()),
        ];
        let all = reasons.into_iter().map(NoInterpolants::from).chain(none);
        let all = all.map(|why| no_interpolants("s", why)).chain([
            RefineFailure::Time,
            RefineFailure::NotInductive("s, step 1".into()),
            RefineFailure::SolverUnknown("e".into()),
        ]);
        for failure in all {
            let text = write(&Err(failure.clone()));
            let Err(read) = read(&text, "s", &Context::new()) else { panic!("{text}") };
            assert_eq!(read, failure, "{text}");
        }
    }
}
