//! Which solvers there are, which of them can be used here, and how to get the others.

use std::path::PathBuf;

use crate::interpolators::interpolator;
use crate::packages::{Package, package};
use crate::process::{DIALECTS, Dialect, ask_version, find};

/// A solver that we know.
#[derive(Clone, Debug)]
pub struct SolverInfo {
    /// The name to ask for it.
    pub name: &'static str,
    /// The executable, jar, library or folder; `None` for the solver inside this program and for one that is missing.
    pub path: Option<PathBuf>,
    /// What it says its version is, `None` if it does not.
    pub version: Option<String>,
    /// The theories that it knows.
    pub theories: Vec<&'static str>,
    /// What it can do beyond deciding formulas.
    pub capabilities: Vec<&'static str>,
    /// Why it cannot be used, and what to do about it.
    pub missing: Option<String>,
    /// What a registry carries of it.
    pub package: Option<&'static Package>,
}

/// All solvers, the one in process first.
pub fn survey() -> Vec<SolverInfo> {
    let in_process = SolverInfo {
        name: "z3",
        path: None,
        version: Some(crate::z3::version()),
        theories: vec!["integers", "reals", "bit-vectors", "arrays", "floats", "quantifiers"],
        capabilities: capabilities("z3", &["quantifier elimination"]),
        missing: None,
        package: None,
    };
    std::iter::once(in_process).chain(DIALECTS.iter().map(inspect)).chain([opensmt()]).collect()
}

/// OpenSMT, which interpolates integers and reals: the registries carry no form of it that can be asked.
fn opensmt() -> SolverInfo {
    let why = "it cannot be used: registries carry it as a library of Java's native interface only, without a program \
               that runs the solver, and craig:smtinterpol knows its theories";
    SolverInfo {
        name: "opensmt",
        path: None,
        version: None,
        theories: vec!["integers", "reals"],
        capabilities: Vec::new(),
        missing: Some(why.to_owned()),
        package: None,
    }
}

fn inspect(dialect: &'static Dialect) -> SolverInfo {
    let found = find(dialect);
    let version = found.as_ref().ok().and_then(|launcher| match launcher.version {
        Some(version) => Some(version.to_owned()),
        None => ask_version(launcher, dialect),
    });
    SolverInfo {
        name: dialect.name,
        path: found.as_ref().ok().map(|launcher| launcher.place.clone()),
        version,
        theories: dialect.theories(),
        capabilities: capabilities(dialect.name, &[]),
        missing: found.err(),
        package: package(dialect.name),
    }
}

fn capabilities(name: &str, more: &[&'static str]) -> Vec<&'static str> {
    let mut all = vec!["models", "cores"];
    all.extend(interpolator(name).map(|_| "interpolants"));
    all.extend(more);
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_solver_in_process_is_always_there() {
        let solvers = survey();
        assert_eq!(solvers[0].name, "z3");
        assert!(solvers[0].version.as_deref().is_some_and(|version| version.starts_with("5.")));
        for solver in &solvers[1..] {
            assert_eq!(solver.path.is_some(), solver.missing.is_none(), "{solver:?}");
            assert!(solver.path.is_none() || solver.version.is_some(), "{solver:?}");
        }
    }

    #[test]
    fn what_is_missing_can_be_installed_or_named() {
        for solver in survey() {
            if let Some(missing) = solver.missing {
                assert!(
                    missing.contains("PRINCIPIA_SOLVER_") || missing.contains("runs the solver"),
                    "{missing}"
                );
            }
        }
    }
}
