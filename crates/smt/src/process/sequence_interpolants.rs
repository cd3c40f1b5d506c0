//! Solvers that give a sequence of interpolants at once: `(get-interpolants A1 A2 ... An)` about named assertions.

use std::time::Instant;

use term::Term;
use term::parse::{Context, parse_formulas};

use super::bounded_integers::without_integers;
use super::dialects::Dialect;
use super::dialogue::Session;
use super::interpolating::{
    Failure, Interpolating, PROLOGUE, check_shared, declare, expect_unsat, interpolants, not_read,
};
use crate::options::SolverOptions;
use crate::traits::{Interpolation, Limits, NoInterpolants};

/// A solver that gives sequences of interpolants.
pub struct SequenceInterpolation(Interpolating);

impl SequenceInterpolation {
    /// A solver of the given dialect. The error says what is missing.
    pub fn new(dialect: &'static Dialect, options: &SolverOptions) -> Result<SequenceInterpolation, String> {
        Ok(SequenceInterpolation(Interpolating::new(dialect, dialect.arguments, PROLOGUE, options)?))
    }
}

impl Interpolation for SequenceInterpolation {
    fn sequence_interpolants(
        &mut self,
        formulas: &[Term],
        limits: Limits,
    ) -> Result<Vec<Term>, NoInterpolants> {
        if formulas.len() < 2 {
            return Ok(Vec::new());
        }
        let dialect = self.0.dialect;
        let interpolants =
            self.0.ask(limits, |session, deadline| query(session, deadline, formulas, dialect))?;
        check_shared(formulas, &interpolants)?;
        // Integers of a solver that has no bit-vectors are bit-vectors again.
        Ok(interpolants.into_iter().map(|formula| without_integers(formula).unwrap_or(formula)).collect())
    }

    fn name(&self) -> &str {
        self.0.dialect.name
    }
}

fn query(
    session: &mut Session,
    deadline: Option<Instant>,
    formulas: &[Term],
    dialect: &Dialect,
) -> Result<Vec<Term>, Failure> {
    let mut question = "(get-interpolants".to_owned();
    for (position, &formula) in formulas.iter().enumerate() {
        let declarations = declare(session, formula, dialect)?;
        let text = formula.to_smtlib_shared();
        // No name of a variable is encoded like this.
        session.child.send(format!("{declarations}(assert (! {text} :named %!{position}))\n"));
        question.push_str(&format!(" %!{position}"));
    }
    expect_unsat(session, deadline)?;
    session.child.send(format!("{question})\n"));
    let answer = interpolants(session, deadline)?;
    parse_formulas(&answer, &Context::of(formulas)).map_err(not_read)
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::PermissionsExt;
    use std::path::PathBuf;

    use term::{Sort, build as mk};

    use super::super::dialects::dialect;
    use super::*;
    use crate::traits::UnknownReason;

    /// A solver that is a shell script.
    struct Fake(PathBuf);

    impl Fake {
        fn new(name: &str, script: &str) -> Fake {
            let path = std::env::temp_dir().join(format!("principia-{name}-{}", std::process::id()));
            std::fs::write(&path, format!("#!/bin/sh\n{script}\n")).expect("written");
            std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).expect("executable");
            Fake(path)
        }

        fn open(&self) -> SequenceInterpolation {
            let options = SolverOptions { path: Some(self.0.clone()), ..SolverOptions::default() };
            SequenceInterpolation::new(dialect("mathsat").expect("known"), &options).expect("it is there")
        }
    }

    impl Drop for Fake {
        fn drop(&mut self) {
            let _ = std::fs::remove_file(&self.0);
        }
    }

    fn formulas() -> [Term; 2] {
        let [x, y] = ["x", "y"].map(|name| mk::var(name, Sort::Int));
        [mk::and2(mk::le(x, y), mk::le(y, mk::int(0))), mk::lt(mk::int(0), x)]
    }

    fn answering(interpolants: &str) -> String {
        format!(
            "while read -r line; do case $line in (*echo*) echo ready;; (*check-sat*) echo unsat;; \
             (*get-interpolants*) echo '{interpolants}';; esac; done"
        )
    }

    #[test]
    fn a_solver_that_crashes_is_not_asked_for_ever() {
        let fake = Fake::new("crashing", "read line; exit 3");
        let mut solver = fake.open();
        let ask = |solver: &mut SequenceInterpolation| match solver
            .sequence_interpolants(&formulas(), Limits::millis(5000))
        {
            Err(NoInterpolants::Unknown(UnknownReason::Crashed(why))) => why,
            other => panic!("{other:?}"),
        };
        for _ in 0..3 {
            assert!(!ask(&mut solver).contains("not asked again"));
        }
        assert!(ask(&mut solver).contains("not asked again"));
    }

    #[test]
    fn a_solver_that_hangs_costs_one_query() {
        let script = "while read -r line; do case $line in (*echo*) echo ready;; esac; done";
        let fake = Fake::new("hanging", script);
        let mut solver = fake.open();
        for _ in 0..2 {
            let answer = solver.sequence_interpolants(&formulas(), Limits::millis(200));
            assert_eq!(answer, Err(UnknownReason::Timeout.into()));
        }
    }

    #[test]
    fn answers_are_not_trusted() {
        let ask = |name: &str, interpolants: &str| {
            let fake = Fake::new(name, &answering(interpolants));
            fake.open().sequence_interpolants(&formulas(), Limits::millis(5000))
        };
        let x = mk::var("x", Sort::Int);
        assert_eq!(ask("right", "((<= x 0))"), Ok(vec![mk::le(x, mk::int(0))]));
        assert_eq!(ask("unshared", "((<= y 0))"), Err(NoInterpolants::NotShared("y".to_owned())));
        let is_unread =
            |answer: &Result<Vec<Term>, NoInterpolants>| matches!(answer, Err(NoInterpolants::Unreadable(_)));
        let strange = ask("strange", "((mod_cast 0 5 x))");
        assert!(is_unread(&strange), "{strange:?}");
        let few = ask("few", "()");
        assert!(matches!(few, Err(NoInterpolants::Unknown(UnknownReason::Crashed(_)))), "{few:?}");
        let none = ask("none", "(error \"no interpolant\")");
        assert!(matches!(none, Err(NoInterpolants::Unknown(UnknownReason::Incomplete(_)))), "{none:?}");
    }
}
