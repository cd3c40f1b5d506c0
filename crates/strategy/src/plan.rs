//! The strategy of a run.

use std::time::Duration;

use base::Arithmetic;
use serde::{Deserialize, Serialize};

use crate::attempt::{Attempt, Features, When};
use crate::duration;
use crate::party::Party;

/// What a run does.
#[derive(Serialize, Deserialize, Clone, PartialEq, Debug)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct Strategy {
    /// Its name.
    pub name: String,
    /// One line for people.
    pub summary: String,
    /// Whether statements are simplified by the constants and intervals of their variables.
    pub simplify: bool,
    /// Procedures share their bodies if the program with all calls inlined has more statements.
    pub inline_budget: usize,
    /// Without a limit of time.
    pub rounds: Rounds,
    /// The attempts, in their order.
    #[serde(rename = "attempt")]
    pub attempts: Vec<Attempt>,
}

/// Without a limit of time, rounds of increasing length begin anew, so that no attempt waits for long.
#[derive(Serialize, Deserialize, Clone, PartialEq, Debug)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct Rounds {
    /// The length of the first round.
    #[serde(with = "duration")]
    pub first: Duration,
    /// How much longer each round is than the one before.
    pub growth: u32,
}

impl Default for Rounds {
    fn default() -> Rounds {
        Rounds { first: Duration::from_secs(50), growth: 4 }
    }
}

impl Default for Strategy {
    fn default() -> Strategy {
        Strategy {
            name: String::new(),
            summary: String::new(),
            simplify: true,
            inline_budget: program::Copying::default().budget,
            rounds: Rounds::default(),
            attempts: vec![Attempt::default()],
        }
    }
}

impl Strategy {
    /// The attempts that are meant for such a program, in their order. Without a choice of arithmetic, only the first
    /// one is.
    pub fn attempts_for(&self, features: &Features) -> Vec<usize> {
        let all = self.attempts.iter().enumerate();
        let meant = all.filter(|(_, attempt)| attempt.is_for(features)).map(|(index, _)| index);
        meant.take(if features.has_arithmetic { usize::MAX } else { 1 }).collect()
    }

    /// Whether it depends on the program what is done.
    pub fn needs_features(&self) -> bool {
        self.attempts.iter().any(|attempt| attempt.when != When::Always)
    }

    /// Changes every attempt.
    pub fn change_attempts(&mut self, change: impl Fn(Attempt) -> Attempt) {
        self.attempts = std::mem::take(&mut self.attempts).into_iter().map(change).collect();
    }

    /// Changes every party. Those that do the same afterwards become one.
    pub fn change_parties(&mut self, change: impl Fn(&mut Party)) {
        for attempt in &mut self.attempts {
            let mut kept: Vec<Party> = Vec::new();
            for mut party in std::mem::take(&mut attempt.parties) {
                change(&mut party);
                if !kept.iter().any(|other| other.is_like(&party)) {
                    kept.push(party);
                }
            }
            attempt.parties = kept;
        }
    }

    /// Keeps to one arithmetic. Its counterexamples are those of the arithmetic that was asked for.
    pub fn fix_arithmetic(&mut self, arithmetic: Arithmetic) {
        let position = self.attempts.iter().position(|attempt| attempt.arithmetic == arithmetic);
        let chosen = self.attempts[position.unwrap_or(0)].clone();
        self.attempts =
            vec![Attempt { arithmetic, when: When::Always, share: 1.0, confirm: false, ..chosen }];
    }

    /// What shows every refinement of one engine on the program as it is.
    pub fn for_explanation(&self) -> Strategy {
        let mut strategy = Strategy { simplify: false, ..self.clone() };
        strategy.change_attempts(|attempt| {
            let mut attempt = attempt.without_guesses().without_executions();
            // Of an engine that finds assertions, there is more to show.
            let shown = attempt.parties.iter().position(Party::looks_at_blocks).unwrap_or(0);
            attempt.parties = vec![attempt.parties.swap_remove(shown)];
            attempt
        });
        strategy
    }

    /// What is wrong with it, if something is.
    pub(crate) fn complaint(&self) -> Option<String> {
        if self.attempts.is_empty() {
            return Some("there is no attempt".to_string());
        }
        if self.rounds.growth < 2 {
            return Some("rounds grow at least by a factor of 2".to_string());
        }
        for has_bit_tricks in [false, true] {
            let features = Features { has_arithmetic: true, has_bit_tricks };
            if self.attempts_for(&features).is_empty() {
                let which = if has_bit_tricks { "with" } else { "without" };
                return Some(format!("there is no attempt for programs {which} bit tricks"));
            }
        }
        self.attempts.iter().find_map(Attempt::complaint)
    }
}
