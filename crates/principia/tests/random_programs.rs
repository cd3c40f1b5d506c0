//! Random small programs with finitely many states: what the engine says about them must be what looking at all
//! their states says, whatever the setup; evidence must be accepted; and few answers may be unknown.
//!
//! `PRINCIPIA_RANDOM_COUNT`, `PRINCIPIA_RANDOM_SEED` and `PRINCIPIA_RANDOM_SETUPS` (how many random setups are
//! tried beside the default) make longer runs of it.

mod random;

use std::collections::BTreeMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use random::chance::Chance;
use random::engine::{Answer, Setup, verify};
use random::execute::{Verdict, execute};
use random::generate::{self, STATE_LIMIT};
use random::shrink::shrink;
use random::statements::Program;

/// How long a run may take.
const TIME_LIMIT: Duration = Duration::from_millis(1500);

/// Of a hundred answers, so many may be unknown.
const MAX_UNKNOWN: usize = 10;

fn number(variable: &str, default: u64) -> u64 {
    std::env::var(variable).ok().and_then(|text| text.parse().ok()).unwrap_or(default)
}

/// The right answer, by all states.
fn expected(program: &Program) -> Option<Answer> {
    match execute(program, STATE_LIMIT, None) {
        Verdict::Safe => Some(Answer::Safe),
        Verdict::Unsafe => Some(Answer::Unsafe),
        Verdict::TooLarge => None,
    }
}

/// The answer, also if there is a panic.
fn answer(text: &str, setup: Setup) -> Answer {
    let run = || verify(text, setup, TIME_LIMIT);
    std::panic::catch_unwind(run).unwrap_or_else(|_| Answer::Rejected("panic".into()))
}

fn is_wrong(answer: &Answer, expected: &Answer) -> bool {
    answer != expected && !matches!(answer, Answer::Unknown(_))
}

/// The answers for a program with the setup of each, and complaints.
fn check(seed: u64, setups: u64) -> (Answer, Vec<(Setup, Answer)>, Vec<String>) {
    let program = generate::program(seed);
    let right = expected(&program).expect("large programs are not generated");
    let mut chance = Chance(!seed);
    let (mut answers, mut complaints) = (Vec::new(), Vec::new());
    for number in 0..=setups {
        let setup = if number == 0 { Setup::default() } else { Setup::random(&mut chance) };
        let given = answer(&program.text(), setup);
        if is_wrong(&given, &right) {
            let keeps = |smaller: &Program| {
                let kind = std::mem::discriminant(&given);
                let given = answer(&smaller.text(), setup);
                let is_same = std::mem::discriminant(&given) == kind;
                is_same && expected(smaller).is_some_and(|right| is_wrong(&given, &right))
            };
            let text = shrink(&program, &keeps).text();
            complaints.push(format!("seed {seed}, {setup:?}: {given:?} instead of {right:?} for\n{text}"));
        }
        answers.push((setup, given));
    }
    (right, answers, complaints)
}

#[test]
fn programs_can_be_looked_at() {
    let Ok(seed) = std::env::var("PRINCIPIA_RANDOM_SHOW") else { return };
    println!("{}", generate::program(seed.parse().expect("a number")).text());
}

/// Programs for which the solver once worked on without a limit, while it found a core.
#[test]
fn limits_hold() {
    for seed in [2079, 2612] {
        let start = Instant::now();
        let (_, answers, complaints) = check(seed, 2);
        assert!(complaints.is_empty(), "{}", complaints[0]);
        let limit = TIME_LIMIT * answers.len() as u32 + Duration::from_secs(10);
        assert!(start.elapsed() < limit, "seed {seed}: {:?}", start.elapsed());
    }
}

#[test]
fn answers_are_those_of_all_states() {
    let first = number("PRINCIPIA_RANDOM_SEED", 1);
    let count = number("PRINCIPIA_RANDOM_COUNT", 150);
    let setups = number("PRINCIPIA_RANDOM_SETUPS", 1);
    let next = AtomicU64::new(first);
    let results = Mutex::new(Vec::new());
    let threads = std::thread::available_parallelism().map_or(2, usize::from);
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                loop {
                    let seed = next.fetch_add(1, Ordering::Relaxed);
                    if seed >= first + count {
                        return;
                    }
                    // Terms live as long as their thread.
                    let result = std::thread::spawn(move || check(seed, setups)).join().expect("no panic");
                    result.2.iter().for_each(|complaint| eprintln!("{complaint}\n"));
                    results.lock().expect("no panic").push((seed, result));
                }
            });
        }
    });
    let results = results.into_inner().expect("no panic");
    let mut kinds: BTreeMap<String, usize> = BTreeMap::new();
    let (mut runs, mut unknown) = (0, 0);
    for (seed, (right, answers, _)) in &results {
        *kinds.entry(format!("programs that are {right:?}")).or_default() += 1;
        for (setup, answer) in answers {
            runs += 1;
            if let Answer::Unknown(why) = answer {
                unknown += 1;
                eprintln!("unknown: seed {seed}, {setup:?}: {why}");
                let why = why.split([':', '(']).next().unwrap_or_default().to_string();
                *kinds.entry(format!("unknown: {why}")).or_default() += 1;
            }
        }
    }
    eprintln!("{runs} runs, {unknown} unknown: {kinds:?}");
    for right in ["programs that are Safe", "programs that are Unsafe"] {
        assert!(
            count < 50 || 5 * kinds.get(right).copied().unwrap_or(0) >= results.len(),
            "{right} are too few: {kinds:?}"
        );
    }
    let complaints: Vec<&String> = results.iter().flat_map(|(_, result)| &result.2).collect();
    assert!(complaints.is_empty(), "{} wrong answers; the first: {}", complaints.len(), complaints[0]);
    assert!(100 * unknown <= MAX_UNKNOWN * runs, "{unknown} of {runs} answers are unknown");
}
