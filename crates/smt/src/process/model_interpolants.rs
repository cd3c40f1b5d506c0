//! Interpolants by model interpolation (Yices with MCSAT), one cut after the other from left to right.
//!
//! `check-sat-assuming-model` decides a formula A under values of variables, and if they contradict each other, a
//! *model interpolant* follows from A and is false under these values. For a cut between A and B: as long as B has a
//! model, A is asked about the values of the shared variables, and the model interpolant is added to B. The conjunction
//! of the model interpolants follows from A, speaks about shared variables only, and contradicts B in the end.
//!
//! The solver takes simple names only, so variables are renamed. It writes terms in its own language, see
//! [`super::yices_terms`].

use std::time::Instant;

use term::parse::{Context, parse_term, parse_values};
use term::{Substitution, Term, build as mk};

use super::dialects::Dialect;
use super::dialogue::Session;
use super::interpolating::{Failure, Interpolating, check_shared, declare, not_read, reply};
use super::yices_terms::to_smtlib;
use crate::options::SolverOptions;
use crate::traits::{Interpolation, Limits, NoInterpolants, UnknownReason};

const PROLOGUE: &str =
    "(set-option :print-success false)\n(set-option :produce-unsat-model-interpolants true)\n";

const ARGUMENTS: &[&str] = &["--mcsat", "--incremental", "--smt2-model-format"];

/// The most models that are excluded at one cut.
const MAX_MODELS: u32 = 400;

/// Yices, twice: one process has what is before the cut, the other what is behind it.
pub struct ModelInterpolation {
    before: Interpolating,
    behind: Interpolating,
}

impl ModelInterpolation {
    /// The solver. The error says what is missing.
    pub fn new(dialect: &'static Dialect, options: &SolverOptions) -> Result<ModelInterpolation, String> {
        let open = || Interpolating::new(dialect, ARGUMENTS, PROLOGUE, options);
        Ok(ModelInterpolation { before: open()?, behind: open()? })
    }

    /// An interpolant of two formulas whose variables have simple names.
    fn cut(&mut self, before: Term, behind: Term, limits: Limits) -> Result<Term, NoInterpolants> {
        let shared: Vec<Term> =
            before.free_variables().iter().copied().filter(|variable| behind.has_free(*variable)).collect();
        let dialect = self.before.dialect;
        let left = &mut self.before;
        self.behind.ask(limits, |models, deadline| {
            assert(models, behind, dialect)?;
            let answer = left.ask(limits, |session, _| {
                assert(session, before, dialect)?;
                exclude_models(session, models, &shared, deadline)
            });
            // Whatever happened to the other child, this one waits for the next command.
            answer.map_err(Failure::Told)
        })
    }
}

impl Interpolation for ModelInterpolation {
    fn sequence_interpolants(
        &mut self,
        formulas: &[Term],
        limits: Limits,
    ) -> Result<Vec<Term>, NoInterpolants> {
        if formulas.len() < 2 {
            return Ok(Vec::new());
        }
        let start = Instant::now();
        let (simple, names) = with_simple_names(formulas);
        let mut interpolants = vec![mk::tt()];
        for cut in 1..simple.len() {
            let before = mk::and2(interpolants[cut - 1], simple[cut - 1]);
            let behind = mk::and(simple[cut..].iter().copied());
            let time = limits.time.map(|limit| limit.saturating_sub(start.elapsed()));
            interpolants.push(self.cut(before, behind, Limits { time, ..limits })?);
        }
        let interpolants: Vec<Term> = interpolants[1..].iter().map(|term| names.apply(*term)).collect();
        check_shared(formulas, &interpolants)?;
        Ok(interpolants)
    }

    fn name(&self) -> &str {
        self.before.dialect.name
    }
}

/// The formulas over variables `y0`, `y1`, ..., and what these stand for.
fn with_simple_names(formulas: &[Term]) -> (Vec<Term>, Substitution) {
    let mut variables: Vec<Term> =
        formulas.iter().flat_map(|formula| formula.free_variables()).copied().collect();
    variables.sort_unstable();
    variables.dedup();
    let simple = |number: usize, variable: Term| mk::var(format!("y{number}").as_str(), variable.sort());
    let pairs =
        || variables.iter().enumerate().map(|(number, &variable)| (variable, simple(number, variable)));
    let there: Substitution = pairs().collect();
    let back: Substitution = pairs().map(|(variable, simple)| (simple, variable)).collect();
    (formulas.iter().map(|formula| there.apply(*formula)).collect(), back)
}

fn assert(session: &mut Session, formula: Term, dialect: &Dialect) -> Result<(), Failure> {
    let declarations = declare(session, formula, dialect)?;
    session.child.send(format!("{declarations}(assert {})\n", formula.to_smtlib_shared()));
    Ok(())
}

/// The conjunction of the model interpolants that exclude all models.
fn exclude_models(
    session: &mut Session,
    models: &mut Session,
    shared: &[Term],
    deadline: Option<Instant>,
) -> Result<Term, Failure> {
    let context = Context::of(shared);
    let names: Vec<String> = shared.iter().map(|variable| variable.to_smtlib_shared()).collect();
    let names = names.join(" ");
    let mut interpolant = mk::tt();
    for _ in 0..MAX_MODELS {
        let Some(values) = model(models, &names, shared, deadline)? else { return Ok(interpolant) };
        let values: Vec<String> = values.iter().map(|value| value.to_smtlib_shared()).collect();
        session.child.send(match shared {
            [] => "(check-sat)\n".to_owned(),
            _ => format!("(check-sat-assuming-model ({names}) ({}))\n", values.join(" ")),
        });
        match reply(session, deadline)?.as_str() {
            "unsat" if shared.is_empty() => return Ok(mk::ff()),
            "unsat" => {}
            "sat" => return Err(Failure::Told(NoInterpolants::Satisfiable)),
            other => return Err(UnknownReason::Incomplete(format!("it says {other}")).into()),
        }
        session.child.send("(get-unsat-model-interpolant)\n".to_owned());
        let answer = to_smtlib(&reply(session, deadline)?).map_err(not_read)?;
        let part = parse_term(&answer, &context).map_err(not_read)?;
        interpolant = mk::and2(interpolant, part);
        models.child.send(format!("(assert {})\n", part.to_smtlib_shared()));
    }
    let why = format!("{MAX_MODELS} models at one cut were not enough");
    Err(Failure::Told(UnknownReason::Incomplete(why).into()))
}

/// Values of the shared variables in a model, `None` if there is no model.
fn model(
    models: &Session,
    names: &str,
    shared: &[Term],
    deadline: Option<Instant>,
) -> Result<Option<Vec<Term>>, Failure> {
    models.child.send("(check-sat)\n".to_owned());
    match reply(models, deadline)?.as_str() {
        "unsat" => return Ok(None),
        "sat" if shared.is_empty() => return Ok(Some(Vec::new())),
        "sat" => {}
        other => return Err(UnknownReason::Incomplete(format!("it says {other}")).into()),
    }
    models.child.send(format!("(get-value ({names}))\n"));
    let values = parse_values(&reply(models, deadline)?, &Context::of(shared)).map_err(not_read)?;
    match values.len() == shared.len() && values.iter().all(|value| value.is_value()) {
        true => Ok(Some(values)),
        false => Err(Failure::Told(NoInterpolants::Unreadable("a model without values".to_owned()))),
    }
}
