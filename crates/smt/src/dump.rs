//! Every query as a file that any SMT-LIB 2 solver can replay.
//!
//! The files are numbered across all solvers that write into one folder. A
//! file is written before the query starts, so that one which takes the process
//! down is there, and once more with the answer. Assumptions are named by
//! literals, as the solvers get them.

use std::fmt::Write;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};

use term::print::declarations;
use term::{Model, Term};

use crate::stack::AssertionStack;
use crate::stats::QueryStats;
use crate::traits::{CheckResult, Limits, Solver, UnsatCores};

/// A folder for queries. Clones count together.
#[derive(Clone, Debug)]
pub struct DumpFolder {
    path: PathBuf,
    next: Arc<AtomicU32>,
    /// Writing has failed.
    has_failed: Arc<AtomicBool>,
}

impl DumpFolder {
    /// The folder at this path, which is created if necessary. Files of an earlier run with the
    /// same names are replaced.
    pub fn new(path: &Path) -> io::Result<DumpFolder> {
        std::fs::create_dir_all(path)?;
        Ok(DumpFolder {
            path: path.to_owned(),
            next: Arc::new(AtomicU32::new(1)),
            has_failed: Arc::default(),
        })
    }

    pub(crate) fn next_file(&self, solver: &str) -> PathBuf {
        let number = self.next.fetch_add(1, Ordering::Relaxed);
        self.path.join(format!("{number:06}-{solver}.smt2"))
    }

    /// Writes a file. If that fails, the user is told once, and the analysis goes on without it.
    pub(crate) fn write(&self, file: &Path, text: &str) {
        if self.has_failed.load(Ordering::Relaxed) {
            return;
        }
        if let Err(error) = std::fs::write(file, text)
            && !self.has_failed.swap(true, Ordering::Relaxed)
        {
            eprintln!("warning: queries are no longer written: {}: {error}", file.display());
        }
    }
}

impl PartialEq for DumpFolder {
    fn eq(&self, other: &DumpFolder) -> bool {
        self.path == other.path
    }
}

impl Eq for DumpFolder {}

/// A solver whose queries are written to files.
pub struct Dumping<S> {
    inner: S,
    folder: DumpFolder,
    assertions: AssertionStack,
}

impl<S> Dumping<S> {
    /// Writes the queries of a solver, which must not have any assertions yet.
    pub fn new(inner: S, folder: DumpFolder) -> Dumping<S> {
        Dumping { inner, folder, assertions: AssertionStack::default() }
    }
}

/// The query as a script, with the answer if it is known.
pub(crate) fn script(assertions: &[Term], assumptions: &[Term], answer: Option<&CheckResult>) -> String {
    let mut out = String::new();
    // Writing to a string cannot fail.
    let status = match answer {
        None => None,
        Some(CheckResult::Sat) => Some("sat"),
        Some(CheckResult::Unsat) => Some("unsat"),
        Some(CheckResult::Unknown(reason)) => {
            let _ = writeln!(out, "; no answer: {}", format!("{reason}").replace('\n', " "));
            Some("unknown")
        }
    };
    if let Some(status) = status {
        let _ = writeln!(out, "(set-info :status {status})");
    }
    out.push_str("(set-logic ALL)\n");
    let formulas: Vec<Term> = assertions.iter().chain(assumptions).copied().collect();
    out.push_str(&declarations(&formulas));
    for formula in assertions {
        let _ = writeln!(out, "(assert {})", formula.to_smtlib_shared());
    }
    for (index, formula) in assumptions.iter().enumerate() {
        let _ = writeln!(out, "(declare-fun %!{index} () Bool)");
        let _ = writeln!(out, "(assert (=> %!{index} {}))", formula.to_smtlib_shared());
    }
    let literals: Vec<String> = (0..assumptions.len()).map(|index| format!("%!{index}")).collect();
    match literals.is_empty() {
        true => out.push_str("(check-sat)\n"),
        false => {
            let _ = writeln!(out, "(check-sat-assuming ({}))", literals.join(" "));
        }
    }
    out
}

impl<S: Solver> Solver for Dumping<S> {
    fn push(&mut self) {
        self.assertions.push();
        self.inner.push();
    }

    fn pop(&mut self, scopes: u32) {
        self.assertions.pop(scopes);
        self.inner.pop(scopes);
    }

    fn assert(&mut self, formula: Term) {
        self.assertions.assert(formula);
        self.inner.assert(formula);
    }

    fn check(&mut self, assumptions: &[Term], limits: Limits) -> CheckResult {
        let file = self.folder.next_file(self.inner.name());
        self.folder.write(&file, &script(&self.assertions, assumptions, None));
        let answer = self.inner.check(assumptions, limits);
        self.folder.write(&file, &script(&self.assertions, assumptions, Some(&answer)));
        answer
    }

    fn model(&mut self) -> Option<Model> {
        self.inner.model()
    }

    fn name(&self) -> &str {
        self.inner.name()
    }

    fn set_query_kind(&mut self, kind: &'static str) {
        self.inner.set_query_kind(kind);
    }

    fn stats(&self) -> &QueryStats {
        self.inner.stats()
    }
}

impl<S: UnsatCores> UnsatCores for Dumping<S> {
    fn unsat_core(&mut self) -> Option<Vec<Term>> {
        self.inner.unsat_core()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::options::SolverOptions;
    use crate::samples::Samples;
    use crate::testing::Scripted;
    use crate::z3::{Z3Context, Z3Solver};
    use expect_test::expect;
    use term::Sort;
    use term::build as mk;

    fn folder(name: &str) -> (PathBuf, DumpFolder) {
        let path = std::env::temp_dir().join(format!("principia-dump-{name}-{}", std::process::id()));
        let folder = DumpFolder::new(&path).expect("a folder");
        (path, folder)
    }

    #[test]
    fn queries_are_self_contained() {
        let x = mk::var("x", Sort::Int);
        let assumptions = [mk::lt(x, mk::int(1)), mk::var("a b", Sort::Bool)];
        let text = script(&[mk::lt(mk::int(3), x)], &assumptions, Some(&CheckResult::Unsat));
        expect![[r#"
            (set-info :status unsat)
            (set-logic ALL)
            (declare-fun x () Int)
            (declare-fun |a b| () Bool)
            (assert (<= 4 x))
            (declare-fun %!0 () Bool)
            (assert (=> %!0 (<= x 0)))
            (declare-fun %!1 () Bool)
            (assert (=> %!1 |a b|))
            (check-sat-assuming (%!0 %!1))
        "#]]
        .assert_eq(&text);
    }

    #[test]
    fn calls_are_forwarded_as_they_are() {
        let (path, folder) = folder("forward");
        let mut solver = Dumping::new(Scripted::default(), folder);
        solver.push();
        solver.push();
        solver.pop(2);
        solver.assert(mk::tt());
        assert_eq!(solver.inner.calls, ["push", "push", "pop 2", "assert"]);
        std::fs::remove_dir_all(path).expect("removed");
    }

    #[test]
    fn files_replay_with_the_same_answer() {
        let (path, folder) = folder("replay");
        let z3 = || Z3Solver::new(&SolverOptions::default()).expect("Z3 starts");
        let mut solvers = [Dumping::new(z3(), folder.clone()), Dumping::new(z3(), folder)];
        let mut samples = Samples::new(7);
        let mut expected = Vec::new();
        for round in 0..40 {
            let solver = &mut solvers[round % 2];
            solver.push();
            solver.assert(samples.formula(3));
            expected.push(solver.check(&[samples.formula(3), samples.formula(3)], Limits::millis(5000)));
            solver.pop(1);
        }
        for (index, expected) in expected.iter().enumerate() {
            let file = path.join(format!("{:06}-z3.smt2", index + 1));
            let text = std::fs::read_to_string(file).expect("the file is there");
            let answer = Z3Context::new().expect("a context").run_script(&text).expect("Z3 reads it");
            let word = match expected {
                CheckResult::Sat => "sat",
                CheckResult::Unsat => "unsat",
                CheckResult::Unknown(_) => "unknown",
            };
            assert_eq!(answer.trim(), word, "{text}");
            assert!(text.contains(&format!("(set-info :status {word})")));
        }
        std::fs::remove_dir_all(path).expect("removed");
    }
}
