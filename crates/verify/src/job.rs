//! A job, inside of a worker: from files to a report.
//!
//! The steps are those of the picture in `ARCHITECTURE.md`: front end, inlining and pruning, blocks, engine,
//! evidence. Nothing here decides anything about programs; it only connects the parts that the options name.

use std::time::{Duration, Instant};

use base::{Arithmetic, Budget};
use frontend::bit_tricks::first_arithmetic;
use frontend::{CProgram, Front, ProgramOptions, Request, Source};
use narration::error_path::{self, Stop};
use narration::evidence_text;
use native::refute;
use report::Evidence;
use strategy::{Features, Job};
use verdict::Reason;
use witnessing::export;

use crate::apart::Apart;
use crate::conclude::{Choice, Concluded, Task};
use executions::Arguments;

use crate::confirm::{Chosen, Effort, Input, Unconfirmed, confirm};
use crate::findings::{Claim, Findings, Proved, Violated};
use crate::message::{self, Channel, Message, Progress, Wishes};
use crate::recursion::verify_deeper;
use crate::replay;
use crate::reporter::Reporter;
use crate::settings::Settings;
use crate::solvers::Backends;

/// Which part of the work a process does.
#[derive(Clone, Copy, Debug)]
pub struct Place {
    /// The number of its job.
    pub job: usize,
    /// So many processes work at once.
    pub workers: usize,
    /// How long it may take.
    pub limit: Option<Duration>,
}

/// Does one job of a run. The last message is returned, the others are sent.
pub fn work(
    program: &ProgramOptions,
    settings: &Settings,
    place: Place,
    wishes: Wishes,
    channel: &mut Channel,
) -> Message {
    let start = Instant::now();
    let apart = Apart::fork(settings, wishes);
    channel.progress(&Progress { phase: "reading the program".into(), ..Progress::default() });
    let prepared = match prepare(program, settings, place) {
        Ok(Ok(prepared)) => prepared,
        Ok(Err(jobs)) => return Message::NoJob(jobs),
        Err(text) => return Message::BadInput(text),
    };
    let Prepared { request, source, arithmetic, front, job, jobs } = &prepared;
    let attempt = &settings.strategy.attempts[job.attempt];
    let needs_confirmation = attempt.confirm && *arithmetic == Some(Arithmetic::Integer);
    let solver = || Backends::new(&settings.solvers).ok()?.auxiliary("explore").ok();
    let replayed = front.as_deref().and_then(|front| witnessing::replay::replay(front, solver));
    let passed = replayed.as_ref().map(|replayed| replayed.passed);
    if let Some(execution) = replayed.and_then(|replayed| replayed.execution) {
        let claim = Claim::Violated(Box::new(Violated::new(Evidence::Checked, execution)));
        let concluded = Concluded { claim, ..Concluded::nothing(Reason::Cancelled) };
        return Message::Done(Box::new(prepared.findings(concluded, passed)));
    }
    let limit = match job.share {
        1.0 => place.limit,
        share => Some(place.limit.map_or(attempt.longest, |limit| limit.mul_f64(share))),
    };
    let assumptions = source.assumptions.clone();
    channel.send(&Message::Chosen(message::Chosen {
        jobs: *jobs,
        arithmetic: *arithmetic,
        assumptions,
        limit,
    }));
    let budget = limit.map_or_else(Budget::unlimited, |limit| {
        Budget::with_timeout(limit.saturating_sub(start.elapsed()).max(Duration::from_millis(1)))
    });
    let mut reporter = Reporter::new(channel, wishes, *arithmetic);
    let warnings = source.warnings.clone()
        + &frontend::warning_about(&program.files[0], &source.program).unwrap_or_default();
    if !warnings.is_empty() && !wishes.is_repeated {
        reporter.warn(&warnings);
    }
    let mut times = vec![("time/front end", start.elapsed())];
    // Executions know nothing of a witness that the program is to follow.
    let trial = front.as_deref().filter(|_| source.shaping.is_none());
    let task = Task { source, trial, settings, job, apart: &apart };
    let mut concluded = match verify_deeper(&task, &budget, &mut reporter, &mut times) {
        Ok(concluded) => concluded,
        Err(why) => return Message::BadInput(format!("error: {why}\n")),
    };
    // What may be a violation is executed by a compiler, which decides about it; over integers, bit-vectors come next.
    concluded.claim = match concluded.claim {
        Claim::Candidate(reason, _) if !wishes.executes || needs_confirmation => Claim::Nothing(reason),
        claim => claim,
    };
    if let Some(front) = front.as_deref() {
        let completion = Completion { request, front, needs_confirmation, wishes, settings };
        let choice = concluded.choice.take();
        concluded.claim = completion.complete(concluded.claim, choice, &mut reporter);
    }
    times.push(("time/total", start.elapsed()));
    for (name, time) in times {
        concluded.statistics.time(name, time);
    }
    Message::Done(Box::new(prepared.findings(concluded, passed)))
}

/// Adds to a claim about a C program what its executions by a compiler, and witnesses, need.
struct Completion<'c> {
    request: &'c Request,
    front: &'c CProgram,
    needs_confirmation: bool,
    wishes: Wishes,
    settings: &'c Settings,
}

impl Completion<'_> {
    fn complete(&self, claim: Claim, choice: Option<Choice>, reporter: &mut Reporter<'_>) -> Claim {
        match claim {
            Claim::Proved(proved) => Claim::Proved(Box::new(self.proved(*proved))),
            Claim::Violated(violated) => match self.violated(*violated, choice, reporter) {
                Ok(violated) => Claim::Violated(Box::new(violated)),
                Err(reason) => Claim::Nothing(reason),
            },
            Claim::Candidate(reason, violated) => match self.violated(*violated, choice, reporter) {
                Ok(violated) => Claim::Candidate(reason, Box::new(violated)),
                Err(reason) => Claim::Nothing(reason),
            },
            Claim::Nothing(reason) => Claim::Nothing(reason),
        }
    }

    fn proved(&self, proved: Proved) -> Proved {
        let witness = self.settings.witness.map(|format| {
            let invariants = proved.invariants.as_deref().unwrap_or_default();
            let content = export::of_proof(self.request, self.front, invariants);
            export::text(self.request, self.front, content, format, None)
        });
        // A sanitizer knows properties, not places: it would report what nobody asks for any more.
        let is_whole = !self.front.has_closed_obligations();
        let refuter = (self.wishes.executes && is_whole).then(|| refute::prepare(self.front));
        Proved { witness, refuter, ..proved }
    }

    /// The error says why it is no violation over bit-vectors.
    fn violated(
        &self,
        mut violated: Violated,
        choice: Option<Choice>,
        reporter: &mut Reporter<'_>,
    ) -> Result<Violated, Reason> {
        reporter.phase("confirming the counterexample");
        let path = match choice {
            Some(Choice::Chosen(chosen)) => self.confirm_again(&chosen, &mut violated)?,
            Some(Choice::Executed(path)) => path,
            None => return Ok(violated),
        };
        violated.witness = self.settings.witness.map(|format| {
            let execution = &violated.execution;
            let content = export::of_counterexample(self.request, self.front, &path, execution, format);
            export::text(self.request, self.front, content, format, Some(&execution.property))
        });
        Ok(violated)
    }

    /// Executes the counterexample over bit-vectors: without success it is none if that is needed. Whatever is found
    /// out serves its execution by a compiler. Gives its path.
    fn confirm_again(&self, chosen: &Chosen, violated: &mut Violated) -> Result<Vec<Stop>, Reason> {
        let is_needed = self.needs_confirmation;
        let effort = if is_needed { Effort::Needed } else { Effort::Optional };
        let inputs: Vec<Input> = chosen.inputs.iter().cloned().collect();
        let mut path = error_path::of_inputs(&inputs);
        let execution = &mut violated.execution;
        let lowered = self.front.lower_to_execute(Arithmetic::Bitvector).map_err(Unconfirmed::Unknown);
        let confirmed = lowered.and_then(|source| {
            let again = |chosen: &Chosen| confirm(&source, chosen, Some(&execution.property), effort).0;
            let plain = chosen.arguments.as_ref().and_then(Arguments::plain);
            let plain = plain.map(|plain| chosen.with_arguments(Some(plain)));
            let confirmed = match plain.and_then(|plain| again(&plain).ok()) {
                Some(confirmed) => confirmed,
                None => again(chosen)?,
            };
            path = evidence_text::retell(execution, &source, &confirmed);
            Ok(confirmed)
        });
        // The interpreter knows which characters were read.
        let known = confirmed.as_ref().ok().and_then(|confirmed| confirmed.arguments.clone());
        let chosen = chosen.with_arguments(known.or(chosen.arguments.clone()));
        let confirmed = confirmed.map(|confirmed| confirmed.inputs);
        match &confirmed {
            Err(why) if is_needed => return Err(Reason::NotConfirmed(why.to_string())),
            _ => violated.replay = replay::prepare(self.front, &chosen, confirmed, &violated.execution),
        }
        Ok(path)
    }
}

/// A program that is ready for its analysis.
struct Prepared {
    request: Request,
    source: Source,
    /// The arithmetic, if there is a choice.
    arithmetic: Option<Arithmetic>,
    /// The C program, if it is one.
    front: Option<Box<CProgram>>,
    /// What is to be done.
    job: Job,
    /// So many jobs there are.
    jobs: usize,
}

impl Prepared {
    /// What was found out about the program.
    fn findings(&self, concluded: Concluded, passed: Option<usize>) -> Findings {
        let Concluded { claim, statistics, mut parties, .. } = concluded;
        parties.iter_mut().for_each(|party| party.arithmetic = self.arithmetic);
        let assumptions = self.source.assumptions.clone();
        Findings { claim, arithmetic: self.arithmetic, assumptions, passed, statistics, parties }
    }
}

/// Reads a program for a job; if there is no such job, says how many there are. The error is text for people.
fn prepare(
    program: &ProgramOptions,
    settings: &Settings,
    place: Place,
) -> Result<Result<Prepared, usize>, String> {
    let request = Request::new(program)?;
    let strategy = &settings.strategy;
    Ok(match Front::load(&request, program)? {
        Front::Ready(source) => {
            let mut jobs = strategy.jobs(&Features::default(), place.workers);
            let number = jobs.len();
            if place.job >= number {
                return Ok(Err(number));
            }
            let job = jobs.swap_remove(place.job);
            Ok(Prepared { request, source: *source, arithmetic: None, front: None, job, jobs: number })
        }
        Front::C(program) => {
            let (has_bit_tricks, mut lowered) = match strategy.needs_features() {
                true => {
                    let (first, source) = first_arithmetic(&program)?;
                    (first == Arithmetic::Bitvector, Some((first, source)))
                }
                false => (false, None),
            };
            let features = Features { has_arithmetic: true, has_bit_tricks };
            let mut jobs = strategy.jobs(&features, place.workers);
            let number = jobs.len();
            if place.job >= number {
                return Ok(Err(number));
            }
            let job = jobs.swap_remove(place.job);
            let arithmetic = strategy.attempts[job.attempt].arithmetic;
            let source = match lowered.take().filter(|(first, _)| *first == arithmetic) {
                Some((_, source)) => source,
                None => program.lower(arithmetic)?,
            };
            let (arithmetic, front) = (Some(arithmetic), Some(program));
            Ok(Prepared { request, source, arithmetic, front, job, jobs: number })
        }
    })
}
