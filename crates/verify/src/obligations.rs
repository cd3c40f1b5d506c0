//! Several obligations in one run: each is proved, violated, or unknown.
//!
//! All obligations are verified together, so that they share the work. One that is violated is closed: executions end
//! there from then on, and the others go on. If there is no answer, the obligations are divided, by property and then in
//! halves, so that a hard one keeps nobody else from being proved. What is proved of one obligation is that no execution
//! violates it before it violates another: nobody knows what a program does behind undefined behaviour.

use std::collections::VecDeque;
use std::time::{Duration, Instant};

use base::Arithmetic;
use frontend::{Front, ProgramOptions, Request, Source};
use report::{Decided, Obligation, Report, Status};
use strategy::Strategy;
use verdict::{Reason, Verdict};

use worker::Limits;

use crate::message::{Channel, Ending, Message, Wishes};
use crate::settings::Settings;
use crate::supervise::{Finished, Watcher, unanswered, verify};

/// The obligations of a program, in the order of their places. The error says what is wrong with the input.
pub fn list(
    program: &ProgramOptions,
    strategy: &Strategy,
    limits: Limits,
) -> Result<Vec<Obligation>, String> {
    let arithmetics: Vec<Arithmetic> = strategy.attempts.iter().map(|attempt| attempt.arithmetic).collect();
    let program = program.clone();
    let work = move |_: &mut Channel| match read(&program, &arithmetics) {
        Ok(obligations) => Message::Obligations(obligations),
        Err(text) => Message::BadInput(text),
    };
    let run = worker::run(limits, work, |_| {})
        .map_err(|error| format!("error: cannot start a worker process: {error}\n"))?;
    match run.ending {
        Ending::Finished(Message::Obligations(obligations)) => Ok(obligations),
        Ending::Finished(Message::BadInput(text)) => Err(text),
        other => Err(format!("error: the program was not read: {}\n", unanswered(other))),
    }
}

/// What may go wrong in one arithmetic and cannot in another is an obligation.
fn read(program: &ProgramOptions, arithmetics: &[Arithmetic]) -> Result<Vec<Obligation>, String> {
    let request = Request::new(program)?;
    let mut all: Vec<Obligation> = Vec::new();
    let mut add = |source: &Source| {
        let new: Vec<Obligation> =
            source.obligations().into_iter().filter(|one| !all.contains(one)).collect();
        all.extend(new);
    };
    match Front::load(&request, program)? {
        Front::Ready(source) => add(&source),
        Front::C(program) => {
            let mut known = Vec::new();
            for &arithmetic in arithmetics {
                if !known.contains(&arithmetic) {
                    add(&program.lower(arithmetic)?);
                    known.push(arithmetic);
                }
            }
        }
    }
    all.sort_by(|a, b| a.order().cmp(&b.order()));
    Ok(all)
}

/// Obligations that are verified together.
struct Group {
    members: Vec<Obligation>,
    /// How long the last attempt took, without a limit of time.
    time: Option<Duration>,
}

/// Verifies obligations of a program, one by one if need be. The report is that of the run that decides the verdict: a
/// violation, if there is one. The error says what is wrong with the input.
pub fn verify_all(
    program: &ProgramOptions,
    settings: &Settings,
    wishes: Wishes,
    obligations: Vec<Obligation>,
    watcher: &mut dyn Watcher,
) -> Result<Finished, String> {
    let mut statuses: Vec<Option<Status>> = vec![None; obligations.len()];
    let mut run = Run {
        program,
        settings,
        wishes,
        all: &obligations,
        unlisted: Vec::new(),
        start: Instant::now(),
        finished: Vec::new(),
        peak_memory: 0,
    };
    let mut waiting = VecDeque::from([Group { members: obligations.clone(), time: None }]);
    while let Some(mut group) = waiting.pop_front() {
        if worker::interrupted().is_some() {
            run.give_up(&group, Reason::Cancelled, &mut statuses);
            continue;
        }
        let Some(time) = run.time_for(&group, &waiting) else {
            for member in &group.members {
                run.note(member, Status::Unknown { reason: Reason::Time }, &mut statuses);
            }
            continue;
        };
        let finished = run.once(&group, time, watcher)?;
        match finished.report.verdict.clone() {
            Verdict::True => {
                for member in &group.members {
                    run.note(member, Status::Proved, &mut statuses);
                }
            }
            Verdict::False(_) => {
                let execution = finished.report.counterexample.clone().unwrap_or_default();
                let violated = Obligation::of(&execution);
                group.members.retain(|member| *member != violated);
                let is_listed = run.all.contains(&violated);
                let comes_back = run.unlisted.contains(&violated);
                run.note(&violated, Status::Violated { execution: Box::new(execution) }, &mut statuses);
                if !is_listed && !comes_back {
                    run.unlisted.push(violated);
                }
                match comes_back {
                    _ if group.members.is_empty() => {}
                    false => waiting.push_front(group),
                    true => {
                        let why = "a violation that was closed comes back".to_string();
                        run.give_up(&group, Reason::NoProgress(why), &mut statuses);
                    }
                }
            }
            Verdict::Unknown(reason) if group.members.len() == 1 || reason.is_final() => {
                let is_late = matches!(reason, Reason::Time | Reason::Memory);
                let is_late = is_late && worker::interrupted().is_none();
                match is_late && settings.time.is_none() && !run.has_violation() {
                    true => waiting.push_back(Group { time: Some(time), ..group }),
                    false => run.give_up(&group, reason, &mut statuses),
                }
            }
            Verdict::Unknown(_) => {
                for (position, part) in divide(group.members).into_iter().enumerate() {
                    waiting.insert(position, Group { members: part, time: None });
                }
            }
        }
        run.finished.push(finished);
    }
    Ok(run.answer(statuses))
}

/// Divides obligations by property, or in halves if all have the same.
fn divide(members: Vec<Obligation>) -> Vec<Vec<Obligation>> {
    let mut parts: Vec<Vec<Obligation>> = Vec::new();
    for member in &members {
        match parts.iter_mut().find(|part| part[0].property == member.property) {
            Some(part) => part.push(member.clone()),
            None => parts.push(vec![member.clone()]),
        }
    }
    if parts.len() > 1 {
        return parts;
    }
    let middle = members.len() / 2;
    vec![members[..middle].to_vec(), members[middle..].to_vec()]
}

/// A run of several rounds.
struct Run<'r> {
    program: &'r ProgramOptions,
    settings: &'r Settings,
    wishes: Wishes,
    all: &'r [Obligation],
    /// What is violated and was not listed: executions have obligations that the analysis does not see.
    unlisted: Vec<Obligation>,
    start: Instant,
    finished: Vec<Finished>,
    peak_memory: u64,
}

impl Run<'_> {
    /// How long a group may take; nothing if there is no time left.
    ///
    /// A first attempt at everything has half of the time, what comes later its part of the rest. Without a limit, rounds
    /// become longer; once there is a violation, people wait for the others no longer than for that one.
    fn time_for(&self, group: &Group, waiting: &VecDeque<Group>) -> Option<Duration> {
        let rounds = &self.settings.strategy.rounds;
        let elapsed = self.start.elapsed();
        let limit = match self.settings.time {
            Some(limit) => limit,
            None if self.has_violation() => (elapsed * 2).max(rounds.first / 2),
            None => return Some(group.time.map_or(rounds.first, |time| time * rounds.growth)),
        };
        let left = limit.saturating_sub(elapsed);
        if left < LEAST {
            return None;
        }
        let others: usize = waiting.iter().map(|group| group.members.len()).sum();
        let is_divisible = group.members.len() > 1;
        let share = match others {
            0 if is_divisible => 0.5,
            _ => 1.0 / (1.0 + others as f64 / group.members.len() as f64),
        };
        Some(left.mul_f64(share).max(LEAST).min(left))
    }

    fn has_violation(&self) -> bool {
        self.finished.iter().any(|finished| matches!(finished.report.verdict, Verdict::False(_)))
    }

    /// Verifies a group: executions end at all other obligations.
    fn once(&mut self, group: &Group, time: Duration, watcher: &mut dyn Watcher) -> Result<Finished, String> {
        let is_closed = |one: &&Obligation| !group.members.contains(one);
        let closed = self.all.iter().filter(is_closed).chain(&self.unlisted).cloned().collect();
        let is_repeated = self.wishes.is_repeated || !self.finished.is_empty();
        let wishes = Wishes { is_repeated, ..self.wishes };
        let program = ProgramOptions { closed, ..self.program.clone() };
        let settings = Settings { time: Some(time), ..self.settings.clone() };
        let finished = verify(&program, &settings, wishes, watcher)?;
        self.peak_memory = self.peak_memory.max(finished.peak_memory);
        Ok(finished)
    }

    fn note(&self, one: &Obligation, status: Status, statuses: &mut [Option<Status>]) {
        if let Some(position) = self.all.iter().position(|other| other == one) {
            statuses[position] = Some(status);
        }
    }

    fn give_up(&self, group: &Group, reason: Reason, statuses: &mut [Option<Status>]) {
        for member in &group.members {
            self.note(member, Status::Unknown { reason: reason.clone() }, statuses);
        }
    }

    /// The answer: a violation decides, then what is unknown. What was proved in several parts has no single proof.
    fn answer(self, statuses: Vec<Option<Status>>) -> Finished {
        let Run { all, unlisted, mut finished, peak_memory, .. } = self;
        let late = || Status::Unknown { reason: Reason::Time };
        let decided: Vec<Decided> = all
            .iter()
            .zip(statuses)
            .map(|(one, status)| Decided { obligation: one.clone(), status: status.unwrap_or_else(late) })
            .chain(unlisted.into_iter().filter_map(|one| violated(one, &finished)))
            .collect();
        let proofs = finished.iter().filter(|finished| finished.report.verdict == Verdict::True).count();
        let unknown = decided.iter().find_map(|decided| match &decided.status {
            Status::Unknown { reason } => Some(reason.clone()),
            _ => None,
        });
        let is_false = |finished: &Finished| matches!(finished.report.verdict, Verdict::False(_));
        let is_unknown = |finished: &Finished| matches!(finished.report.verdict, Verdict::Unknown(_));
        let position = finished.iter().position(is_false).or(match unknown {
            Some(_) => finished.iter().rposition(is_unknown),
            None => finished.iter().rposition(|finished| finished.report.verdict == Verdict::True),
        });
        let mut answer = match position {
            Some(position) => finished.swap_remove(position),
            None => Finished {
                report: Report::unknown(unknown.clone().unwrap_or(Reason::Time)),
                peak_memory,
                drawing: None,
                iterations: Vec::new(),
                exploration: None,
            },
        };
        if let (Some(reason), false) = (unknown, is_false(&answer)) {
            answer.report.verdict = Verdict::Unknown(reason);
        }
        if answer.report.verdict == Verdict::True && proofs > 1 {
            (answer.report.witness, answer.report.proof, answer.report.invariants) = (None, None, None);
        }
        answer.report.obligations = decided;
        answer.peak_memory = peak_memory;
        answer
    }
}

/// A violation that was not listed, with its execution.
fn violated(obligation: Obligation, finished: &[Finished]) -> Option<Decided> {
    let executions = finished.iter().filter_map(|finished| finished.report.counterexample.as_ref());
    let execution = executions.into_iter().find(|execution| Obligation::of(execution) == obligation)?;
    let status = Status::Violated { execution: Box::new(execution.clone()) };
    Some(Decided { obligation, status })
}

/// Less time is not worth another run.
const LEAST: Duration = Duration::from_millis(300);
