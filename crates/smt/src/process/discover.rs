//! Which solvers are installed.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use super::child::Child;
use super::dialects::{DIALECTS, Dialect};

/// How long a solver may take to say its version.
const VERSION_TIME: Duration = Duration::from_secs(3);

/// A solver that can be used.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SolverInfo {
    /// The name to ask for it.
    pub name: &'static str,
    /// The executable, `None` for the solver inside this program.
    pub path: Option<PathBuf>,
    /// What it says its version is, `None` if it does not.
    pub version: Option<String>,
    /// What it can do.
    pub capabilities: Vec<&'static str>,
}

/// All solvers that can be used here, the one in process first.
pub fn discover() -> Vec<SolverInfo> {
    let in_process = SolverInfo {
        name: "z3",
        path: None,
        version: Some(crate::z3::version()),
        capabilities: vec!["models", "cores", "quantifiers", "floats", "quantifier elimination"],
    };
    let found = DIALECTS.iter().filter_map(|dialect| {
        let path = find_executable(dialect)?;
        let version = ask_version(&path, dialect);
        Some(SolverInfo {
            name: dialect.name,
            path: Some(path),
            version,
            capabilities: dialect.capabilities(),
        })
    });
    std::iter::once(in_process).chain(found).collect()
}

/// The executable of a solver: the one that the environment names, one beside this program, or the first in `PATH`.
pub fn find_executable(dialect: &Dialect) -> Option<PathBuf> {
    if let Some(path) = std::env::var_os(dialect.path_variable) {
        return Some(PathBuf::from(path));
    }
    let own = std::env::current_exe().ok();
    // Cargo puts tests into a folder below that of the program.
    let mut folders: Vec<PathBuf> =
        own.iter().flat_map(|path| path.ancestors().skip(1).take(2)).map(Path::to_path_buf).collect();
    folders.extend(std::env::var_os("PATH").iter().flat_map(std::env::split_paths));
    dialect.executables.iter().find_map(|name| {
        folders.iter().map(|folder| folder.join(name)).find(|candidate| is_executable(candidate))
    })
}

fn is_executable(path: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    std::fs::metadata(path).is_ok_and(|data| data.is_file() && data.permissions().mode() & 0o111 != 0)
}

/// The first number with dots that the solver prints.
fn ask_version(path: &Path, dialect: &Dialect) -> Option<String> {
    let child = Child::start(path, dialect.version_arguments, None).ok()?;
    let deadline = Instant::now().checked_add(VERSION_TIME);
    while let Ok(word) = child.answer(deadline) {
        let is_version = word.contains('.') && word.starts_with(|c: char| c.is_ascii_digit());
        if is_version {
            return Some(word);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_solver_in_process_is_always_there() {
        let solvers = discover();
        assert_eq!(solvers[0].name, "z3");
        assert!(solvers[0].version.as_deref().is_some_and(|version| version.starts_with("5.")));
        for solver in &solvers[1..] {
            assert!(solver.version.is_some(), "{solver:?}");
            assert!(solver.path.is_some(), "{solver:?}");
        }
    }
}
