//! The sources of portfolios in processes of their own.
//!
//! If fewer jobs than workers are at work, the sources of `perfect:A,B` work at once in the places that are left. Their
//! processes are forked when a job begins, before the program is read: they are small then, and know the program from
//! the questions alone. All parties of a job share them, since they take turns.

use refine::{SOURCES, SourceApart, SourceChoice, Workplace};
use strategy::{Features, Qe, Strategy};

use crate::message::Wishes;
use crate::settings::Settings;
use crate::solvers::{Backends, PartyTools};

/// Sources in processes of their own.
#[derive(Clone, Default)]
pub struct Apart {
    sources: Vec<(String, Qe, SourceApart)>,
    at_once: usize,
}

impl Apart {
    /// Forks the processes that a job may need. Nothing else may happen in this process in the meantime.
    pub fn fork(settings: &Settings, wishes: Wishes) -> Apart {
        let at_once = places(&settings.strategy, settings.workers);
        // Whoever explains refinements, or writes queries, does everything in one process.
        if at_once < 2 || wishes.explains || settings.solvers.dump.is_some() {
            return Apart::default();
        }
        let mut apart = Apart { sources: Vec::new(), at_once };
        for party in settings.strategy.attempts.iter().flat_map(|attempt| &attempt.parties) {
            let SourceChoice::UntilPerfect(names) = &party.refine else { continue };
            for name in names {
                if apart.get(name, party.qe).is_none() {
                    // A source without a process is asked in this one, and so are those beside it.
                    let Ok(source) = fork(name, party.qe, settings) else { return Apart::default() };
                    apart.sources.push((name.clone(), party.qe, source));
                }
            }
        }
        apart
    }

    /// The sources with these names, and how many of them may work at once; nothing if they work in this process.
    pub fn sources(&self, choice: &SourceChoice, qe: Qe) -> Option<(Vec<SourceApart>, usize)> {
        let SourceChoice::UntilPerfect(names) = choice else { return None };
        let sources = names.iter().map(|name| self.get(name, qe)).collect::<Option<Vec<_>>>()?;
        Some((sources, self.at_once))
    }

    fn get(&self, name: &str, qe: Qe) -> Option<SourceApart> {
        let mut known = self.sources.iter();
        known.find(|(other, of, _)| other == name && *of == qe).map(|(.., source)| source.clone())
    }
}

fn fork(name: &str, qe: Qe, settings: &Settings) -> std::io::Result<SourceApart> {
    SourceApart::fork(name, || {
        let solvers = settings.solvers.clone();
        let backends = Backends::new(&solvers)?;
        let choice = SourceChoice::One(name.to_owned());
        let source = choice.open(SOURCES, &PartyTools { backends: &backends, qe })?;
        let solvers = settings.solvers.clone();
        let solver = Box::new(move || Backends::new(&solvers)?.auxiliary("hoare"));
        Ok(Workplace { source, solver })
    })
}

/// How many sources can work at once in each job.
fn places(strategy: &Strategy, workers: usize) -> usize {
    let jobs = [false, true].map(|has_bit_tricks| {
        strategy.jobs(&Features { has_arithmetic: true, has_bit_tricks }, workers).len()
    });
    workers / jobs[0].max(jobs[1]).clamp(1, workers.max(1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_what_jobs_leave() {
        let places = |name: &str, workers| {
            let strategy = strategy::presets::named(name).expect("a preset");
            places(&strategy, workers)
        };
        assert_eq!([1, 2, 4].map(|workers| places("paper", workers)), [1, 2, 4]);
        assert_eq!([1, 4, 20].map(|workers| places("default", workers)), [1, 1, 2]);
    }
}
