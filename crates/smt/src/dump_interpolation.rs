//! Every interpolation query as a file: what was asked, in the words of SMTInterpol, and, once the answer is there, the
//! checks that it has to pass. A step at which the answer is no sequence of interpolants is satisfiable, whatever solver
//! reads the file.

use std::fmt::Write;

use term::print::declarations;
use term::{Term, build as mk};

use crate::dump::DumpFolder;
use crate::traits::{Interpolation, Limits, NoInterpolants};

/// An interpolating solver whose queries are written to files.
pub struct DumpingInterpolation {
    inner: Box<dyn Interpolation>,
    folder: DumpFolder,
}

impl DumpingInterpolation {
    /// Writes the queries of a solver.
    pub fn new(inner: Box<dyn Interpolation>, folder: DumpFolder) -> DumpingInterpolation {
        DumpingInterpolation { inner, folder }
    }
}

impl Interpolation for DumpingInterpolation {
    fn sequence_interpolants(
        &mut self,
        formulas: &[Term],
        limits: Limits,
    ) -> Result<Vec<Term>, NoInterpolants> {
        let file = self.folder.next_file(&format!("{}-interpolants", self.inner.name()));
        self.folder.write(&file, &query(formulas));
        let answer = self.inner.sequence_interpolants(formulas, limits);
        let answered = match &answer {
            Ok(interpolants) => checks(formulas, interpolants),
            Err(why) => format!("; no answer: {}\n{}", why.to_string().replace('\n', " "), query(formulas)),
        };
        self.folder.write(&file, &answered);
        answer
    }

    fn name(&self) -> &str {
        self.inner.name()
    }
}

/// What is asked.
fn query(formulas: &[Term]) -> String {
    let mut out = String::from("(set-option :produce-interpolants true)\n(set-logic ALL)\n");
    out.push_str(&declarations(formulas));
    let names: Vec<String> = (1..=formulas.len()).map(|number| format!("A{number}!")).collect();
    for (formula, name) in formulas.iter().zip(&names) {
        // Writing to a string cannot fail.
        let _ = writeln!(out, "(assert (! {} :named {name}))", formula.to_smtlib_shared());
    }
    let _ = writeln!(out, "(check-sat)\n(get-interpolants {})", names.join(" "));
    out
}

/// The steps that must be unsatisfiable: `Iₖ ∧ Aₖ₊₁ ∧ ¬Iₖ₊₁`.
fn checks(formulas: &[Term], interpolants: &[Term]) -> String {
    let mut out = String::from("; every answer is unsat if these are interpolants\n(set-logic ALL)\n");
    out.push_str(&declarations(&[formulas, interpolants].concat()));
    let mut before = mk::tt();
    for (position, formula) in formulas.iter().enumerate() {
        let after = interpolants.get(position).copied().unwrap_or(mk::ff());
        let _ = writeln!(out, "(push 1)");
        for part in [before, *formula] {
            let _ = writeln!(out, "(assert {})", part.to_smtlib_shared());
        }
        // The interpolant is printed as it is, not negated.
        let _ = writeln!(out, "(assert (not {}))\n(check-sat)\n(pop 1)", after.to_smtlib_shared());
        before = after;
    }
    out
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use expect_test::expect;
    use term::Sort;

    use super::*;
    use crate::z3::{Spacer, Z3Context};

    /// Gives interpolants that are none.
    struct Wrong;

    impl Interpolation for Wrong {
        fn sequence_interpolants(&mut self, _: &[Term], _: Limits) -> Result<Vec<Term>, NoInterpolants> {
            Ok(vec![mk::le(x(), mk::int(3))])
        }

        fn name(&self) -> &str {
            "wrong"
        }
    }

    fn x() -> Term {
        mk::var("x", Sort::Int)
    }

    fn dumped(inner: Box<dyn Interpolation>, folder: &str) -> Vec<String> {
        let path: PathBuf = std::env::temp_dir().join(format!("principia-{folder}-{}", std::process::id()));
        let folder = DumpFolder::new(&path).expect("a folder");
        let mut solver = DumpingInterpolation::new(inner, folder);
        let formulas = [mk::eq(x(), mk::int(2)), mk::lt(mk::int(2), x())];
        solver.sequence_interpolants(&formulas, Limits::default()).expect("interpolants");
        let mut files: Vec<PathBuf> =
            std::fs::read_dir(&path).expect("a folder").map(|entry| entry.expect("a file").path()).collect();
        files.sort();
        let texts = files.iter().map(|file| std::fs::read_to_string(file).expect("a text")).collect();
        std::fs::remove_dir_all(path).expect("removed");
        texts
    }

    #[test]
    fn a_wrong_answer_is_reproduced() {
        let texts = dumped(Box::new(Wrong), "wrong-interpolants");
        expect![[r#"
            ; every answer is unsat if these are interpolants
            (set-logic ALL)
            (declare-fun x () Int)
            (push 1)
            (assert true)
            (assert (= x 2))
            (assert (not (<= x 3)))
            (check-sat)
            (pop 1)
            (push 1)
            (assert (<= x 3))
            (assert (<= 3 x))
            (assert (not false))
            (check-sat)
            (pop 1)
        "#]]
        .assert_eq(&texts.concat());
        let run = |text: &str| Z3Context::new().expect("Z3 starts").run_script(text).expect("a script");
        assert_eq!(run(&texts[0]), "unsat\nsat\n");
        let right = dumped(Box::new(Spacer::default()), "right-interpolants");
        assert_eq!(run(&right[0]), "unsat\nunsat\n");
    }

    #[test]
    fn queries_name_their_formulas() {
        expect![[r#"
            (set-option :produce-interpolants true)
            (set-logic ALL)
            (declare-fun x () Int)
            (assert (! (<= x 0) :named A1!))
            (assert (! (<= 1 x) :named A2!))
            (check-sat)
            (get-interpolants A1! A2!)
        "#]]
        .assert_eq(&query(&[mk::le(x(), mk::int(0)), mk::le(mk::int(1), x())]));
    }
}
