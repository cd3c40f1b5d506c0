//! The scheduler with engines and executions that follow a script: who has a turn when, and who wins.

use std::cell::RefCell;
use std::rc::Rc;
use std::time::Duration;

use base::{Budget, Statistics};
use engines::{Engine, Observer, Outcome};
use program::{Counterexample, Proof};
use strategy::Attempt;
use strategy::schedule::{Executions, ScheduleObserver, Winner, run};
use verdict::Reason;

/// What happened, in order.
type Log = Rc<RefCell<Vec<String>>>;

/// An engine that needs some iterations for what it finds.
struct Scripted {
    name: &'static str,
    left: u64,
    outcome: fn() -> Outcome,
    /// Its turns end for lack of time.
    is_slow: bool,
    log: Log,
}

impl Engine for Scripted {
    fn run_for(&mut self, iterations: u64, budget: &Budget, _: &mut dyn Observer) -> Option<Outcome> {
        let amount = if iterations == u64::MAX { "all".to_string() } else { iterations.to_string() };
        self.log.borrow_mut().push(format!("{} {amount}", self.name));
        if budget.check().is_err() {
            return Some(Outcome::Unknown(Reason::Time));
        }
        if iterations < self.left {
            self.left -= iterations;
            return self.is_slow.then_some(Outcome::Unknown(Reason::Time));
        }
        Some((self.outcome)())
    }

    fn candidate(&self) -> Option<&Counterexample> {
        None
    }

    fn statistics(&self) -> Statistics {
        Statistics::default()
    }
}

/// Executions that find something in some part of the search.
#[derive(Default)]
struct Search {
    parts: u64,
    found_in: Option<u64>,
    is_absent: bool,
    has_candidate: bool,
    found_at_a_glance: bool,
    log: Log,
}

impl Executions for Search {
    type Found = u64;

    fn glance(&mut self, _: &Budget) -> Option<u64> {
        self.found_at_a_glance.then_some(0)
    }

    fn begin(&mut self, budget: &Budget) -> Option<u64> {
        self.go_on(budget)
    }

    fn go_on(&mut self, _: &Budget) -> Option<u64> {
        if self.is_absent {
            return None;
        }
        self.log.borrow_mut().push("search".into());
        self.parts += 1;
        self.found_in.filter(|part| *part == self.parts)
    }

    fn can_go_on(&self) -> bool {
        !self.is_absent
    }

    fn has_candidate(&self) -> bool {
        self.has_candidate
    }
}

#[derive(Default)]
struct Turns {
    last: Option<usize>,
}

impl Observer for Turns {}

impl ScheduleObserver for Turns {
    fn turn(&mut self, party: usize) {
        self.last = Some(party);
    }
}

fn safe() -> Outcome {
    Outcome::Safe(Proof::default())
}

fn stuck() -> Outcome {
    Outcome::Unknown(Reason::NoProgress("here".into()))
}

fn unsupported() -> Outcome {
    Outcome::Unknown(Reason::Unsupported("threads".into()))
}

fn coarse() -> Outcome {
    Outcome::Unknown(Reason::Overapproximation("there".into()))
}

/// The name of an engine, after how many iterations it finds something, and what.
type Script = (&'static str, u64, fn() -> Outcome);

struct Setup {
    engines: Vec<Script>,
    search: Search,
    budget: Budget,
    is_slow: bool,
}

impl Setup {
    fn new(engines: &[Script]) -> Setup {
        let (engines, search) = (engines.to_vec(), Search::default());
        Setup { engines, search, budget: Budget::unlimited(), is_slow: false }
    }

    /// Who won, and what happened.
    fn run(mut self) -> (String, String) {
        let log = self.search.log.clone();
        let mut parties: Vec<Box<dyn Engine>> = Vec::new();
        for (name, left, outcome) in &self.engines {
            let (outcome, is_slow, log) = (*outcome, self.is_slow, log.clone());
            parties.push(Box::new(Scripted { name, left: *left, outcome, is_slow, log }));
        }
        let attempt = Attempt { shortest_turn: Duration::from_secs(1), ..Attempt::default() };
        let (shares, mut turns) = (vec![0.5; parties.len()], Turns::default());
        let winner = run(&mut parties, &shares, &mut self.search, &attempt, &self.budget, &mut turns);
        let winner = match winner {
            Winner::Execution(part) => format!("execution {part}"),
            Winner::Party(party, outcome) => {
                let what = match outcome {
                    Outcome::Safe(_) => "safe".to_string(),
                    Outcome::Unsafe(_) => "unsafe".to_string(),
                    Outcome::Unknown(reason) => reason.to_string(),
                };
                format!("{}: {what}", self.engines[party].0)
            }
        };
        let events = log.borrow().join(", ");
        (winner, events)
    }
}

fn is(setup: Setup, winner: &str, events: &str) {
    assert_eq!(setup.run(), (winner.to_string(), events.to_string()));
}

#[test]
fn what_the_first_finds_at_once_is_all() {
    is(Setup::new(&[("a", 5, safe), ("b", 1, safe)]), "a: safe", "a 8");
}

#[test]
fn three_parties_take_turns_and_executions_come_between() {
    // Slow turns of many parties must not leave executions without time.
    let setup = Setup::new(&[("a", 99, safe), ("b", 99, safe), ("c", 40, safe)]);
    let events = "a 8, b 8, c 8, search, a 16, b 16, search, c 16, search, a 32, b 32, search, c 32";
    is(setup, "c: safe", events);
}

#[test]
fn an_execution_wins() {
    let mut setup = Setup::new(&[("a", 999, safe), ("b", 999, safe)]);
    setup.search.found_in = Some(2);
    is(setup, "execution 2", "a 8, b 8, search, a 16, b 16, search");
}

#[test]
fn what_is_seen_at_a_glance_needs_no_party() {
    let mut setup = Setup::new(&[("a", 5, safe)]);
    setup.search.found_at_a_glance = true;
    is(setup, "execution 0", "");
}

#[test]
fn a_party_that_is_stuck_drops_out() {
    let setup = Setup::new(&[("a", 3, stuck), ("b", 20, safe), ("c", 99, safe)]);
    is(setup, "b: safe", "a 8, b 8, c 8, search, b 16");
    let setup = Setup::new(&[("a", 3, stuck), ("b", 20, stuck)]);
    is(setup, "b: no progress on trace: here", "a 8, b 8, search, b 16");
}

#[test]
fn what_is_about_the_program_ends_the_search() {
    let setup = Setup::new(&[("a", 99, safe), ("b", 2, unsupported)]);
    is(setup, "b: unsupported: threads", "a 8, b 8");
}

#[test]
fn others_go_on_for_a_while_after_an_over_approximation() {
    let setup = Setup::new(&[("a", 99, safe), ("b", 2, coarse), ("c", 5, stuck)]);
    let events = "a 8, b 8, search, a 8, c 8, search, a 16, search, a 32, search";
    is(setup, "b: over-approximation: there", events);
    let mut setup = Setup::new(&[("a", 2, coarse)]);
    setup.search.found_in = Some(2);
    is(setup, "execution 2", "a 8, search, search");
    is(Setup::new(&[("a", 20, safe), ("b", 2, coarse)]), "a: safe", "a 8, b 8, search, a 8, search, a 16");
}

#[test]
fn one_party_goes_on_while_there_are_executions() {
    is(Setup::new(&[("a", 99, safe)]), "a: safe", "a 8, search, a 16, search, a 32, search, a 64");
    let mut setup = Setup::new(&[("a", 99, safe)]);
    setup.search.is_absent = true;
    is(setup, "a: safe", "a 8, a all");
}

#[test]
fn the_last_party_is_not_interrupted_for_nothing() {
    let mut setup = Setup::new(&[("a", 20, stuck), ("b", 999, safe)]);
    setup.search.is_absent = true;
    is(setup, "b: safe", "a 8, b 8, a 16, b all");
}

#[test]
fn a_turn_that_is_interrupted_is_not_the_end() {
    let mut setup = Setup::new(&[("a", 99, safe), ("b", 20, safe)]);
    setup.is_slow = true;
    // Executions begin as soon as a party is slow.
    is(setup, "b: safe", "a 8, search, b 8, a 16, b 16");
}

#[test]
fn the_end_of_the_time_is_the_end() {
    let mut setup = Setup::new(&[("a", 99, safe), ("b", 99, safe)]);
    setup.budget = Budget::with_timeout(Duration::ZERO);
    is(setup, "a: timeout", "a 8");
}

#[test]
fn a_candidate_gets_the_rest_of_the_time() {
    let mut setup = Setup::new(&[("a", 999, safe), ("b", 999, safe)]);
    setup.budget = Budget::with_timeout(Duration::from_secs(5));
    setup.search.has_candidate = true;
    is(setup, "a: timeout", "a 8, b 8, search, a 16, b 16, search");
}
