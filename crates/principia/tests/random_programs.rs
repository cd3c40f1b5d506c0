//! Random small programs with finitely many states: what `principia verify` says about them must be what looking at all
//! their states says, whatever the options; evidence must be accepted; and few answers may be unknown.
//!
//! `PRINCIPIA_RANDOM_COUNT`, `PRINCIPIA_RANDOM_SEED` and `PRINCIPIA_RANDOM_SETUPS` (how many random setups are
//! tried beside the default) make longer runs of it; `PRINCIPIA_RANDOM_SHOW` prints the program of a seed.

mod random;
mod tool;

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use random::chance::Chance;
use random::execute::{Verdict, execute};
use random::generate::{self, STATE_LIMIT};
use random::shrink::shrink;
use random::statements::Program;
use random::tool_runs::{Answer, Setup, verify};
use test_tools::number_from;
use tool::{Scratch, in_parallel};

/// How long a run may take: the few runs that are not done in a second are not done at all.
const TIME_LIMIT: Duration = Duration::from_secs(8);

/// Of the programs that a run looks at by default, those that have no answer with the default options, each with the kind
/// of the reason.
const SEEDS: std::ops::RangeInclusive<u64> = 1..=150;
const UNSOLVED: [(u64, &str); 3] = [(2, "solver unknown"), (19, "timeout"), (23, "timeout")];

/// Of a hundred answers with random options or about other programs, so many may be unknown.
const MAX_UNKNOWN: usize = 10;

/// The right answer, by all states.
fn expected(program: &Program) -> Option<Answer> {
    match execute(program, STATE_LIMIT, None) {
        Verdict::Safe => Some(Answer::Safe),
        Verdict::Unsafe => Some(Answer::Unsafe),
        Verdict::TooLarge => None,
    }
}

fn is_wrong(answer: &Answer, expected: &Answer) -> bool {
    answer != expected && !matches!(answer, Answer::Unknown(_))
}

/// What came of one program.
struct Checked {
    seed: u64,
    right: Answer,
    answers: Vec<(Setup, Answer)>,
    complaints: Vec<String>,
}

/// Asks the tool about a program, by default and with some random setups.
fn check(seed: u64, setups: u64, scratch: &Scratch) -> Checked {
    let program = generate::program(seed);
    let right = expected(&program).expect("large programs are not generated");
    let mut chance = Chance(!seed);
    let (mut answers, mut complaints) = (Vec::new(), Vec::new());
    for number in 0..=setups {
        let setup = if number == 0 { Setup::default() } else { Setup::random(&mut chance) };
        let name = format!("{seed}-{number}");
        let ask = |program: &Program| verify(&program.text(), &setup, TIME_LIMIT, scratch, &name);
        let given = ask(&program);
        if is_wrong(&given, &right) {
            let keeps = |smaller: &Program| {
                let kind = std::mem::discriminant(&given);
                let given = ask(smaller);
                let is_same = std::mem::discriminant(&given) == kind;
                is_same && expected(smaller).is_some_and(|right| is_wrong(&given, &right))
            };
            let text = shrink(&program, &keeps).text();
            let complaint = format!("seed {seed}, {setup}: {given:?} instead of {right:?} for\n{text}");
            eprintln!("{complaint}\n");
            complaints.push(complaint);
        }
        if number == 0 && SEEDS.contains(&seed) {
            complaints.extend(surprise(seed, &given));
        }
        answers.push((setup, given));
    }
    Checked { seed, right, answers, complaints }
}

/// A complaint if a program is newly unsolved, or newly solved.
fn surprise(seed: u64, given: &Answer) -> Option<String> {
    let pinned = UNSOLVED.iter().find(|(unsolved, _)| *unsolved == seed).map(|(_, kind)| *kind);
    match (pinned, given) {
        (None, Answer::Unknown(why)) => Some(format!("seed {seed} is not solved any more: {why}")),
        (Some(_), Answer::Safe | Answer::Unsafe) => {
            Some(format!("seed {seed} is solved now: remove it from UNSOLVED"))
        }
        (Some(kind), Answer::Unknown(why)) if !why.starts_with(kind) => {
            Some(format!("seed {seed} is not solved for another reason: {why} instead of {kind}"))
        }
        _ => None,
    }
}

/// Both directions fail: a program that is not solved any more, and one that is solved now.
#[test]
fn changes_are_told() {
    let unknown = |why: &str| Answer::Unknown(why.to_string());
    assert_eq!(surprise(1, &Answer::Safe), None);
    assert!(surprise(1, &unknown("timeout")).is_some());
    let (seed, kind) = UNSOLVED[0];
    assert_eq!(surprise(seed, &unknown(kind)), None);
    assert!(surprise(seed, &unknown("no progress")).is_some() && surprise(seed, &Answer::Safe).is_some());
}

#[test]
fn programs_can_be_looked_at() {
    let Some(seed) = number_from("PRINCIPIA_RANDOM_SHOW") else { return };
    println!("{}", generate::program(seed).text());
}

/// Programs for which the solver once worked on without a limit, while it found a core.
#[test]
fn limits_hold() {
    let scratch = Scratch::new("random-limits");
    for seed in [2079, 2612] {
        let start = Instant::now();
        let checked = check(seed, 2, &scratch);
        assert!(checked.complaints.is_empty(), "{}", checked.complaints[0]);
        let limit = (TIME_LIMIT + Duration::from_secs(2)) * checked.answers.len() as u32;
        assert!(start.elapsed() < limit, "seed {seed}: {:?}", start.elapsed());
    }
}

#[test]
fn answers_are_those_of_all_states() {
    let first = number_from("PRINCIPIA_RANDOM_SEED").unwrap_or(*SEEDS.start());
    let count = number_from("PRINCIPIA_RANDOM_COUNT").unwrap_or(SEEDS.count() as u64);
    let setups = number_from("PRINCIPIA_RANDOM_SETUPS").unwrap_or(1);
    let scratch = Scratch::new("random-programs");
    let seeds: Vec<u64> = (first..first + count).collect();
    let results = in_parallel(&seeds, |seed| check(*seed, setups, &scratch));
    let mut kinds: BTreeMap<String, usize> = BTreeMap::new();
    let (mut runs, mut unknown) = (0, 0);
    for checked in &results {
        *kinds.entry(format!("programs that are {:?}", checked.right)).or_default() += 1;
        for (setup, answer) in &checked.answers {
            runs += 1;
            if let Answer::Unknown(why) = answer {
                unknown += 1;
                eprintln!("unknown: seed {}, {setup}: {why}", checked.seed);
                let why = why.split([':', '(']).next().unwrap_or_default().to_string();
                *kinds.entry(format!("unknown: {why}")).or_default() += 1;
            }
        }
    }
    eprintln!("{runs} runs, {unknown} unknown: {kinds:?}");
    let complaints: Vec<&String> = results.iter().flat_map(|checked| &checked.complaints).collect();
    assert!(complaints.is_empty(), "{} wrong answers; the first: {}", complaints.len(), complaints[0]);
    for right in ["programs that are Safe", "programs that are Unsafe"] {
        let found = kinds.get(right).copied().unwrap_or(0);
        assert!(count < 50 || 5 * found >= results.len(), "{right} are too few: {kinds:?}");
    }
    assert!(100 * unknown <= MAX_UNKNOWN * runs, "{unknown} of {runs} answers are unknown");
}
