//! `principia engines` and `principia strategies`: what there is.

use engines::ENGINES;
use refine::SOURCES;
use strategy::{Attempt, Strategy, presets};

/// The engines and the sources of assertions.
pub fn engines() -> String {
    let mut text = "engines (--engine)\n".to_string();
    for kind in ENGINES {
        text += &format!("  {:<17}{}\n", kind.name, kind.summary);
    }
    text += "\nsources of assertions (--refine)\n";
    for kind in SOURCES {
        let name = format!("{}:{}", kind.name, kind.parameters);
        text += &format!("  {name}\n  {:<17}{}\n", "", kind.summary);
    }
    text += "  A,B,C         the first source that works\n";
    text += "  perfect:A,B,C sources are asked until one has a perfect sequence\n";
    text
}

/// The strategies that have names.
pub fn strategies() -> String {
    presets::all().iter().map(describe).collect::<Vec<_>>().join("\n")
}

/// One strategy as a file. The error is text for people.
pub fn strategy(name: &str) -> Result<String, String> {
    presets::named(name).map(|preset| preset.to_toml()).ok_or_else(|| {
        format!("error: there is no strategy `{name}`\nhint: `principia strategies` lists them\n")
    })
}

/// A strategy for people.
pub fn describe(strategy: &Strategy) -> String {
    let mut text = format!("{}: {}\n", strategy.name, strategy.summary);
    for attempt in &strategy.attempts {
        text += &describe_attempt(attempt);
    }
    text
}

fn describe_attempt(attempt: &Attempt) -> String {
    let percent = |share: f64| format!("{:.0}%", share * 100.0);
    let mut text =
        format!("  in {} arithmetic, when {}, {}", attempt.arithmetic, attempt.when, percent(attempt.share));
    if attempt.guess_share > 0.0 {
        text += &format!("; guesses {}", percent(attempt.guess_share));
    }
    if attempt.has_executions() {
        let [trials, first, later] =
            [attempt.trial_share, attempt.search_share, attempt.later_search_share].map(percent);
        text += &format!("; executions {trials}, search {first} and {later}");
    }
    text += "\n";
    for party in &attempt.parties {
        text += &format!("    {} {}\n", party.name(), percent(party.share));
    }
    text
}
