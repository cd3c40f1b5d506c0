//! From options to the settings of a run: the strategy that is named, changed as the options say.

use std::path::Path;
use std::thread;

use ::verify::{Settings, Solvers};
use base::Arithmetic;
use strategy::{Abstracted, Blocks, Party, Strategy, presets};

use crate::options::{AnalysisArguments, SecondSolver};

/// Nobody gets more workers unless they ask for them.
const MOST_WORKERS: usize = 4;

/// Bounded programs have no loops: trace abstraction decides all paths to a violation at once, and knows best whether none
/// is left within the bound. The error is text for people.
fn bound(strategy: &mut Strategy) -> Result<(), String> {
    for attempt in &mut strategy.attempts {
        attempt.parties.retain(Party::excludes_by_length);
    }
    strategy.attempts.retain(|attempt| !attempt.parties.is_empty());
    match strategy.attempts.is_empty() {
        true => Err(mistake("--bounded", "is about trace abstraction", "leave --engine and --blocks away")),
        false => Ok(()),
    }
}

impl AnalysisArguments {
    /// What a run is asked for. The error is text for people.
    pub fn settings(&self, arithmetic: Option<Arithmetic>) -> Result<Settings, String> {
        let cores = || thread::available_parallelism().map_or(1, |number| number.get()).min(MOST_WORKERS);
        let mut strategy = self.changed(load(&self.strategy)?, arithmetic);
        self.reject_idle_options(&strategy)?;
        if self.bounded.is_some() {
            bound(&mut strategy)?;
        }
        Ok(Settings {
            strategy,
            solvers: Solvers {
                trace: self.solver,
                auxiliary: self.aux_solver,
                second: match self.second_solver {
                    SecondSolver::Bitwuzla => "bitwuzla".parse().ok(),
                    SecondSolver::Cvc5 => "cvc5".parse().ok(),
                    SecondSolver::None => None,
                },
                dump: self.dump_queries.clone(),
            },
            is_checked: !self.no_check,
            bound: self.bounded,
            time: self.timeout,
            memory: self.memory,
            workers: self.jobs.map_or_else(cores, usize::from),
            tells_invariants: false,
            witness: None,
        })
    }

    /// Options that would change nothing are mistakes. The error says what to use instead.
    fn reject_idle_options(&self, strategy: &Strategy) -> Result<(), String> {
        let parties: Vec<&Party> = strategy.attempts.iter().flat_map(|attempt| &attempt.parties).collect();
        let uses = |engine: &str| parties.iter().any(|party| party.engine == engine);
        let of_predicate_analysis = [
            ("--abstraction", self.abstraction.is_some()),
            ("--search", self.search.is_some()),
            ("--precision", self.precision.is_some()),
            ("--predicates", self.predicates.is_some()),
            ("--restart", self.restart.is_some()),
        ];
        let given = |options: &[(&'static str, bool)]| {
            options.iter().find(|(_, is_given)| *is_given).map(|(name, _)| *name)
        };
        let (states, predicates): (Vec<_>, Vec<_>) = of_predicate_analysis
            .into_iter()
            .partition(|(name, _)| ["--search", "--precision"].contains(name));
        if let Some(option) = given(&predicates)
            && !uses("predicate")
        {
            return Err(mistake(option, "is about predicate analysis", "add --engine predicate"));
        }
        if let Some(option) = given(&states)
            && !uses("predicate")
            && !uses("value")
            && !uses("value+predicate")
        {
            return Err(mistake(option, "is about states", "add --engine predicate or --engine value"));
        }
        if self.max_values.is_some() && !uses("value") && !uses("value+predicate") {
            return Err(mistake("--max-values", "is about values", "add --engine value"));
        }
        if self.select_analysis && !uses("value+predicate") {
            let why = "compares refinements by values and by predicates";
            return Err(mistake("--select-analysis", why, "add --engine value+predicate"));
        }
        if let Some(option) = given(&of_predicate_analysis[2..])
            && self.abstraction == Some(Abstracted::None)
        {
            return Err(mistake(
                option,
                "is about predicates, which --abstraction none does without",
                "use --abstraction boolean, cartesian or combined",
            ));
        }
        let of_sources = [
            ("--refine", self.refine.is_some()),
            ("--core", self.core.is_some()),
            ("--qe", self.qe.is_some()),
        ];
        if let Some(option) = given(&of_sources)
            && parties.iter().all(|party| !party.has_assertions())
        {
            return Err(mistake(
                option,
                "is about assertions, which value analysis, ranges and k-induction do without",
                "use --engine trace, predicate or kojak",
            ));
        }
        if self.automaton.is_some() && !uses("trace") {
            return Err(mistake("--automaton", "is about trace abstraction", "add --engine trace"));
        }
        if let Some(option) =
            given(&[("--interpolants", self.interpolants.is_some()), ("--weights", self.weights)])
            && !uses("interp")
        {
            return Err(mistake(option, "is about InterpChecker", "add --engine interp"));
        }
        if self.weights && !parties.iter().any(|party| party.interpolants.has_safety()) {
            let why = "makes safety interpolants full sooner, and there are none";
            return Err(mistake("--weights", why, "use --interpolants rs or rse"));
        }
        if self.block_size.is_some() && parties.iter().all(|party| party.blocks == Blocks::Statement) {
            return Err(mistake(
                "--block-size",
                "limits blocks, and every statement is one already",
                "use --blocks loop-free",
            ));
        }
        Ok(())
    }

    /// The strategy with what other options ask for.
    fn changed(&self, mut strategy: Strategy, arithmetic: Option<Arithmetic>) -> Strategy {
        if let Some(arithmetic) = arithmetic {
            strategy.fix_arithmetic(arithmetic);
        }
        strategy.change_parties(|party| {
            party.engine = self.engine.clone().unwrap_or_else(|| party.engine.clone());
            party.refine = self.refine.clone().unwrap_or_else(|| party.refine.clone());
            party.core = self.core.unwrap_or(party.core);
            party.blocks = self.blocks.unwrap_or(party.blocks);
            party.automaton = self.automaton.unwrap_or(party.automaton);
            party.block_size = self.block_size.unwrap_or(party.block_size);
            party.abstraction = self.abstraction.unwrap_or(party.abstraction);
            party.search = self.search.unwrap_or(party.search);
            party.precision = self.precision.unwrap_or(party.precision);
            party.predicates = self.predicates.unwrap_or(party.predicates);
            party.restart = self.restart.unwrap_or(party.restart);
            party.interpolants = self.interpolants.unwrap_or(party.interpolants);
            party.weights |= self.weights;
            party.qe = self.qe.unwrap_or(party.qe);
            party.select = self.select.clone().or_else(|| party.select.clone());
            party.select_analysis |= self.select_analysis;
            party.max_values = self.max_values.unwrap_or(party.max_values);
        });
        if self.no_guess {
            strategy.change_attempts(|attempt| attempt.without_guesses());
        }
        if self.no_concolic {
            strategy.change_attempts(|attempt| attempt.without_executions());
        }
        strategy.simplify &= !self.no_simplify;
        strategy.inline_budget = self.inline_budget.unwrap_or(strategy.inline_budget);
        strategy
    }
}

/// What is said about an option that changes nothing.
fn mistake(option: &str, why: &str, instead: &str) -> String {
    format!("error: {option} {why}\nhint: {instead}\n")
}

/// The strategy with this name, or in this file.
fn load(name: &str) -> Result<Strategy, String> {
    if let Some(preset) = presets::named(name) {
        return Ok(preset);
    }
    let path = Path::new(name);
    if path.extension().is_none_or(|extension| extension != "toml") {
        let names: Vec<String> = presets::all().into_iter().map(|preset| preset.name).collect();
        return Err(format!(
            "error: there is no strategy `{name}`\nhint: it is one of {}, or a file that ends in .toml\n",
            names.join(", ")
        ));
    }
    let text =
        std::fs::read_to_string(path).map_err(|error| format!("error: cannot read {name}: {error}\n"))?;
    let strategy = strategy::read(&text).map_err(|why| {
        format!("{name}: error: {}\nhint: `principia strategies default` prints one\n", why.trim_end())
    })?;
    let stem = path.file_stem().map_or_else(String::new, |stem| stem.to_string_lossy().into_owned());
    let name = if strategy.name.is_empty() { stem } else { strategy.name };
    Ok(Strategy { name, ..strategy })
}
