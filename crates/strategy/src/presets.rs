//! The strategies that have names.

use base::Arithmetic;

use crate::attempt::{Attempt, When};
use crate::party::{Blocks, Party};
use crate::plan::Strategy;

/// All strategies that have names; the first is the default.
pub fn all() -> Vec<Strategy> {
    vec![standard(), bit_precise(), integers(), single(), paper()]
}

/// The strategy with this name.
pub fn named(name: &str) -> Option<Strategy> {
    all().into_iter().find(|strategy| strategy.name == name)
}

/// How much code is a step of a trace decides more than anything else how long a proof takes, and no choice is best for
/// all programs: large blocks hide the paths of a loop's body in one formula, which is good if few of them matter and
/// bad if the formula is hard. So an engine with loop-free blocks and one with straight-line blocks take turns.
///
/// Programs whose proof is an enumeration of few values are hard for both, and easy for value analysis: where values do
/// not suffice, it mostly finds that out at once. What the first engine solves in a few iterations does not need it.
///
/// Control systems store numbers, but only ask in which range a number is: range analysis needs milliseconds for many of
/// them, and gives up as soon on other programs.
///
/// Programs whose loops end after a few iterations, and those whose assertions follow from the last few iterations, need
/// many assertions, and one query of k-induction.
fn parties() -> Vec<Party> {
    vec![
        Party { blocks: Blocks::LoopFree, share: 0.4, ..Party::default() },
        Party { engine: engines::ranges::KIND.name.into(), share: 0.4, ..Party::default() },
        Party { engine: engines::value::KIND.name.into(), share: 0.4, ..Party::default() },
        Party { blocks: Blocks::Sequence, share: 0.3, ..Party::default() },
        Party { engine: engines::k_induction::KIND.name.into(), share: 0.4, ..Party::default() },
    ]
}

fn attempt(arithmetic: Arithmetic) -> Attempt {
    Attempt { arithmetic, parties: parties(), ..Attempt::default() }
}

fn standard() -> Strategy {
    let integers = attempt(Arithmetic::Integer);
    Strategy {
        name: "default".into(),
        summary:
            "integers where there are no bit tricks, then bit-vectors; ranges, values, two block sizes, k-induction, guesses, executions"
                .into(),
        attempts: vec![
            Attempt { when: When::NoBitTricks, share: 0.6, confirm: true, ..integers.clone() },
            attempt(Arithmetic::Bitvector),
            Attempt { when: When::BitTricks, ..integers },
        ],
        ..Strategy::default()
    }
}

fn bit_precise() -> Strategy {
    Strategy {
        name: "bit-precise".into(),
        summary: "bit-vectors only; ranges, values, two block sizes, k-induction, guesses, executions".into(),
        attempts: vec![attempt(Arithmetic::Bitvector)],
        ..Strategy::default()
    }
}

fn integers() -> Strategy {
    Strategy {
        name: "integers".into(),
        summary:
            "mathematical integers only; ranges, values, two block sizes, k-induction, guesses, executions"
                .into(),
        attempts: vec![attempt(Arithmetic::Integer)],
        ..Strategy::default()
    }
}

fn single() -> Strategy {
    let mut strategy = Strategy {
        name: "single".into(),
        summary: "as default, with one engine and one block size".into(),
        ..standard()
    };
    strategy.change_attempts(|mut attempt| {
        attempt.parties.truncate(1);
        attempt
    });
    strategy
}

/// What a comparison of refinements needs: nothing that could decide a task in their place. Blocks and arithmetic are
/// those of Automizer in Craig vs. Newton (Sect. 7).
fn paper() -> Strategy {
    let party = Party { blocks: Blocks::Sequence, ..Party::default() };
    let attempt = Attempt {
        arithmetic: Arithmetic::Integer,
        parties: vec![party],
        ..Attempt::default().without_guesses().without_executions()
    };
    Strategy {
        name: "paper".into(),
        summary: "one engine, one source, one block size; no guesses, no executions, no simplification"
            .into(),
        simplify: false,
        attempts: vec![attempt],
        ..Strategy::default()
    }
}
