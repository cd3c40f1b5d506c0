//! An attempt: the parties that verify a program in one arithmetic, and how they share the time.

use std::time::Duration;

use base::Arithmetic;
use serde::{Deserialize, Serialize};

use crate::choice::choice;
use crate::duration;
use crate::party::Party;

choice! {
    /// For which programs an attempt is meant.
    pub enum When {
        Always = "always", "For all programs";
        BitTricks = "bit-tricks", "For programs whose integers do not suffice as numbers";
        NoBitTricks = "no-bit-tricks", "For programs whose integers are used as numbers";
    }
}

/// What a strategy knows of a program.
#[derive(Serialize, Deserialize, Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Features {
    /// Whether there is a choice of arithmetic; other programs mean the same in every arithmetic.
    pub has_arithmetic: bool,
    /// Whether integers as numbers would be too coarse.
    pub has_bit_tricks: bool,
}

/// How a program is verified in one arithmetic. Shares are parts of the time that is left; zero leaves something out.
#[derive(Serialize, Deserialize, Clone, PartialEq, Debug)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct Attempt {
    /// What the integers of C become.
    pub arithmetic: Arithmetic,
    /// For which programs.
    pub when: When,
    /// The share of the attempt, if another one waits for its end.
    pub share: f64,
    /// The longest it takes if there is no limit and another one waits.
    #[serde(with = "duration")]
    pub longest: Duration,
    /// Whether counterexamples must be confirmed by an execution over bit-vectors.
    pub confirm: bool,
    /// Not more than so many frames of a recursive procedure are copied into each other before there is a stack.
    pub copies: usize,
    /// The share of copies.
    pub copies_share: f64,
    /// The share of guessing facts about loops.
    pub guess_share: f64,
    /// The share of executions with random inputs.
    pub trial_share: f64,
    /// The share of the concolic search: at first, and after each round of turns.
    pub search_share: f64,
    /// See `search_share`.
    pub later_search_share: f64,
    /// With a candidate for a violation, so much time is kept for its compilation and execution.
    #[serde(with = "duration")]
    pub candidate_time: Duration,
    /// So many iterations of the first party pass before anything else is tried: what it finds soon is short.
    pub opening: u64,
    /// The share of the opening.
    pub opening_share: f64,
    /// With a block of more conjuncts than this, parties with small blocks come first.
    pub large_block: usize,
    /// Nothing is interrupted before, so that what takes less time is the same in every run.
    #[serde(with = "duration")]
    pub shortest_turn: Duration,
    /// The longest turn if there is no limit.
    #[serde(with = "duration")]
    pub longest_turn: Duration,
    /// Who takes part, in the order of their turns.
    #[serde(rename = "party")]
    pub parties: Vec<Party>,
}

impl Default for Attempt {
    fn default() -> Attempt {
        Attempt {
            arithmetic: Arithmetic::Bitvector,
            when: When::Always,
            share: 1.0,
            longest: Duration::from_secs(600),
            confirm: false,
            copies: 64,
            copies_share: 0.5,
            guess_share: 0.15,
            trial_share: 0.2,
            search_share: 0.15,
            later_search_share: 0.2,
            candidate_time: Duration::from_secs(8),
            opening: 8,
            opening_share: 0.12,
            large_block: 40,
            shortest_turn: Duration::from_secs(2),
            longest_turn: Duration::from_secs(60),
            parties: vec![Party::default()],
        }
    }
}

impl Attempt {
    /// Whether it is meant for such a program.
    pub fn is_for(&self, features: &Features) -> bool {
        match self.when {
            When::Always => true,
            When::BitTricks => features.has_bit_tricks,
            When::NoBitTricks => !features.has_bit_tricks,
        }
    }

    /// Leaves guessed facts out.
    pub fn without_guesses(self) -> Attempt {
        Attempt { guess_share: 0.0, ..self }
    }

    /// Leaves executions out.
    pub fn without_executions(self) -> Attempt {
        Attempt { trial_share: 0.0, search_share: 0.0, later_search_share: 0.0, ..self }
    }

    /// Whether programs are executed beside the engines.
    pub fn has_executions(&self) -> bool {
        self.trial_share > 0.0 || self.search_share > 0.0 || self.later_search_share > 0.0
    }

    /// What is wrong with it, if something is.
    pub(crate) fn complaint(&self) -> Option<String> {
        let shares = [
            ("share", self.share),
            ("copies-share", self.copies_share),
            ("guess-share", self.guess_share),
            ("trial-share", self.trial_share),
            ("search-share", self.search_share),
            ("later-search-share", self.later_search_share),
            ("opening-share", self.opening_share),
        ];
        let parties = self.parties.iter().map(|party| ("share of a party", party.share));
        let wrong = shares.into_iter().chain(parties).find(|(_, share)| !(0.0..=1.0).contains(share));
        if let Some((name, share)) = wrong {
            return Some(format!("{name} = {share} is not between 0 and 1"));
        }
        let needed = [("share", self.share), ("opening-share", self.opening_share)];
        let parties = self.parties.iter().map(|party| ("share of a party", party.share));
        if let Some((name, _)) = needed.into_iter().chain(parties).find(|(_, share)| *share == 0.0) {
            return Some(format!("a {name} of zero leaves no time"));
        }
        if self.parties.is_empty() {
            return Some("an attempt has no party".to_string());
        }
        self.parties.iter().find_map(|party| party.engine().err())
    }
}
