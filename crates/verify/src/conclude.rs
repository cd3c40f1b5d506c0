//! From a graph to a verdict with evidence: the search, then the check of what it claims.

use std::time::Instant;

use base::{Budget, Statistics};
use engines::Outcome;
use evidence::Rejection;
use executions::Chosen;
use frontend::{CProgram, Source};
use narration::error_path::Stop;
use narration::invariants::VerifiedGraph;
use narration::{evidence_text, invariants};
use program::{Counterexample, Proof};
use report::{Evidence, PartyReport};
use strategy::Job;
use verdict::Reason;

use crate::apart::Apart;
use crate::findings::{Claim, Proved, Violated};
use crate::graph::Graph;
use crate::reporter::Reporter;
use crate::search::{BesideEngines, Found, Search, Times, search};
use crate::settings::Settings;
use crate::solvers::Backends;
use crate::{confirm, statistics};

/// What is verified.
pub struct Task<'a> {
    /// The program.
    pub source: &'a Source,
    /// The C program, if it may be executed.
    pub trial: Option<&'a CProgram>,
    /// How.
    pub settings: &'a Settings,
    /// What this process does of it.
    pub job: &'a Job,
    /// The sources that have processes of their own.
    pub apart: &'a Apart,
}

/// What is known about the execution of a counterexample.
pub enum Choice {
    /// What the analysis chose.
    Chosen(Chosen),
    /// The path of an execution.
    Executed(Vec<Stop>),
}

/// What is known about a graph.
pub struct Concluded {
    /// What is claimed.
    pub claim: Claim,
    /// How a violation comes about.
    pub choice: Option<Choice>,
    /// Counters and times.
    pub statistics: Statistics,
    /// What each party counted.
    pub parties: Vec<PartyReport>,
}

impl Concluded {
    /// Nothing is known.
    pub fn nothing(reason: Reason) -> Concluded {
        let (statistics, parties) = (Statistics::default(), Vec::new());
        Concluded { claim: Claim::Nothing(reason), choice: None, statistics, parties }
    }
}

/// Verifies a graph. The error says which solver is missing.
pub fn verify(
    task: &Task<'_>,
    graph: &Graph,
    executions: &mut BesideEngines<'_, '_>,
    budget: &Budget,
    reporter: &mut Reporter<'_>,
    times: &mut Times,
) -> Result<Concluded, String> {
    let Task { source, settings, job, apart, .. } = task;
    let attempt = &settings.strategy.attempts[job.attempt];
    reporter.set_graph(source, &graph.cfg);
    reporter.draw(source, &graph.cfg, attempt.parties[job.parties[0]].blocks.into());
    let backends = Backends::new(&settings.solvers)?;
    let Search { found, parties } =
        search(graph, executions, (attempt, job, apart), &backends, budget, reporter, times)?;
    let mut statistics = Statistics::default();
    let (claim, choice) = match found {
        Found::Execution(violated, path) => (Claim::Violated(violated), Some(Choice::Executed(path))),
        Found::OnlyExecution(steps) => {
            statistics.count("evidence/steps of the only execution", steps);
            let (proof, invariants, witness, refuter) = (Vec::new(), None, None, None);
            let evidence = Evidence::Checked;
            (Claim::Proved(Box::new(Proved { evidence, proof, invariants, witness, refuter })), None)
        }
        Found::Candidate(reason, violated, path) => {
            (Claim::Candidate(reason, violated), Some(Choice::Executed(path)))
        }
        Found::Claim(outcome, candidate) => {
            let start = Instant::now();
            let choices = |found: &Counterexample| {
                Choice::Chosen(confirm::choices(&graph.cfg, found, source.pointer_size))
            };
            let choice = match (&outcome, &candidate) {
                (Outcome::Unsafe(counterexample), _) => Some(choices(counterexample)),
                (_, Some(candidate)) => Some(choices(candidate)),
                _ => None,
            };
            let checker = Checker { task, graph, backends: &backends, budget };
            let claim = checker.check(outcome, candidate.as_deref(), reporter, &mut statistics)?;
            times.push(("time/evidence", start.elapsed()));
            (claim, choice)
        }
    };
    if let Some(executed) = &graph.executed {
        statistics.count("program/steps of the start", executed.start.steps);
    }
    statistics::add_queries(&mut statistics, &backends.log);
    let mut all = Statistics::default();
    parties.iter().for_each(|party| all.merge(&party.statistics));
    all.merge(&statistics);
    all.merge(&executions.statistics());
    Ok(Concluded { claim, choice, statistics: all, parties })
}

/// Checks what an engine claims; what does not pass is unknown.
struct Checker<'c> {
    task: &'c Task<'c>,
    graph: &'c Graph,
    backends: &'c Backends<'c>,
    budget: &'c Budget,
}

impl Checker<'_> {
    fn check(
        &self,
        outcome: Outcome,
        candidate: Option<&Counterexample>,
        reporter: &mut Reporter<'_>,
        statistics: &mut Statistics,
    ) -> Result<Claim, String> {
        let claim = match outcome {
            Outcome::Unknown(reason) => Claim::Nothing(reason),
            Outcome::Safe(proof) => {
                reporter.phase("checking the proof");
                self.proof(&proof, statistics)?
            }
            Outcome::Unsafe(counterexample) => {
                reporter.phase("checking the counterexample");
                self.counterexample(&counterexample)?
            }
        };
        let is_checked = match &claim {
            Claim::Proved(proved) => proved.evidence == Evidence::Checked,
            Claim::Violated(violated) => violated.evidence == Evidence::Checked,
            Claim::Candidate(..) | Claim::Nothing(_) => false,
        };
        if is_checked {
            match self.graph.check(&mut *self.backends.evidence()?, self.budget) {
                Ok(claims) => statistics.count("evidence/simplification", claims as u64),
                Err(rejection) => return Ok(rejected(rejection)),
            }
        }
        Ok(match (claim, candidate) {
            (Claim::Nothing(reason), Some(candidate)) => {
                let (source, cfg) = (self.task.source, &self.graph.cfg);
                let changes = evidence_text::choices(candidate);
                let execution = evidence_text::of_counterexample(source, cfg, candidate, &changes);
                Claim::Candidate(reason, Box::new(Violated::new(Evidence::None, execution)))
            }
            (claim, _) => claim,
        })
    }

    fn proof(&self, proof: &Proof, statistics: &mut Statistics) -> Result<Claim, String> {
        let Checker { task: Task { source, settings, .. }, graph, backends, budget } = self;
        let evidence = if settings.is_checked {
            match evidence::check_proof(&graph.cfg, proof, &mut *backends.evidence()?, budget) {
                Ok(checked) => {
                    statistics.count("evidence/regions", checked.regions as u64);
                    if checked.cases > 0 {
                        statistics.count("evidence/cases", checked.cases as u64);
                        statistics.count("evidence/queries", checked.queries as u64);
                    }
                }
                Err(rejection) => return Ok(rejected(rejection)),
            }
            Evidence::Checked
        } else {
            Evidence::Skipped
        };
        let invariants = settings.tells_invariants.then(|| {
            let verified = VerifiedGraph { cfg: &graph.cfg, copying: graph.copying, stages: graph.stages() };
            invariants::of_proof(source, verified, proof)
        });
        let proof = evidence_text::of_proof(source, &graph.cfg, proof);
        let (witness, refuter) = (None, None);
        Ok(Claim::Proved(Box::new(Proved { evidence, proof, invariants, witness, refuter })))
    }

    fn counterexample(&self, counterexample: &Counterexample) -> Result<Claim, String> {
        let (Task { source, settings, .. }, cfg) = (self.task, &self.graph.cfg);
        let found = |evidence, changes: &[Vec<_>]| {
            let execution = evidence_text::of_counterexample(source, cfg, counterexample, changes);
            Claim::Violated(Box::new(Violated::new(evidence, execution)))
        };
        if !settings.is_checked {
            return Ok(found(Evidence::Skipped, &evidence_text::choices(counterexample)));
        }
        let mut solver = self.backends.evidence()?;
        Ok(match evidence::replay(cfg, counterexample, &mut *solver) {
            Ok(execution) => match execution.overapproximations.first() {
                Some((_, why)) => Claim::Nothing(Reason::Overapproximation(why.to_string())),
                None => {
                    let changes: Vec<_> = execution.steps.into_iter().map(|step| step.changed).collect();
                    found(Evidence::Checked, &changes)
                }
            },
            Err(rejection) => rejected(rejection),
        })
    }
}

fn rejected(rejection: Rejection) -> Claim {
    Claim::Nothing(match rejection {
        Rejection::Exhausted(why) => Reason::from(why),
        other => Reason::EvidenceRejected(other.to_string()),
    })
}
