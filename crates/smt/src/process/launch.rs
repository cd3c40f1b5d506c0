//! How the process of a solver is started: a program, jars that `java` runs, or a library behind a script of ours that
//! `python3` runs.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use super::dialects::{Dialect, Launch};
use crate::packages::package;

/// Flags that let short runs of Java start fast; deep formulas need a deep stack.
const JAVA_FLAGS: [&str; 3] = ["-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xss64m"];

/// A solver that can be started.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Launcher {
    /// The program that is started.
    pub program: PathBuf,
    /// What comes before the arguments of the solver.
    pub first_arguments: Vec<OsString>,
    /// Where the solver itself is, for people.
    pub place: PathBuf,
    /// Runs in a virtual machine, whose address space says nothing about the memory that is used.
    pub is_java: bool,
    /// The version, if it is known without asking.
    pub version: Option<&'static str>,
}

impl Launcher {
    fn program(path: PathBuf) -> Launcher {
        Launcher {
            place: path.clone(),
            program: path,
            first_arguments: vec![],
            is_java: false,
            version: None,
        }
    }

    /// The arguments, with the memory that a virtual machine may use.
    pub(super) fn command_line(&self, arguments: &[&str], heap_mb: Option<u32>) -> Vec<OsString> {
        let heap = heap_mb.map(|mb| OsString::from(format!("-Xmx{mb}m")));
        let own = arguments.iter().map(OsString::from);
        heap.into_iter().chain(self.first_arguments.iter().cloned()).chain(own).collect()
    }
}

/// How the solver can be started: by what the environment names, or by the first way of its table that is there. The
/// error says what is missing.
pub fn find(dialect: &Dialect) -> Result<Launcher, String> {
    if let Some(path) = std::env::var_os(dialect.path_variable) {
        return at(dialect, Path::new(&path));
    }
    let mut missing = None;
    for launch in dialect.launches {
        match try_launch(dialect, launch) {
            Ok(Some(launcher)) => return Ok(launcher),
            Ok(None) => {}
            Err(what) => missing = missing.or(Some(what)),
        }
    }
    Err(missing.unwrap_or_else(|| {
        let install = match package(dialect.name) {
            Some(_) => format!("`principia solvers install {}` gets it, or ", dialect.name),
            None => String::new(),
        };
        format!("{} was not found; {install}set {} to its path", dialect.name, dialect.path_variable)
    }))
}

/// The solver at a path that the user gave: a jar, a library or a folder with one, or a program.
pub(super) fn at(dialect: &Dialect, path: &Path) -> Result<Launcher, String> {
    let extension = path.extension().unwrap_or_default();
    for launch in dialect.launches {
        match launch {
            Launch::Java(main) if extension == "jar" => return java(vec![path.to_path_buf()], main),
            Launch::Python(script) if extension == "so" || path.is_dir() => {
                return python(script, path.to_path_buf());
            }
            _ => {}
        }
    }
    Ok(Launcher::program(path.to_path_buf()))
}

/// `None` if the solver is not there, an error if what runs it is missing.
fn try_launch(dialect: &Dialect, launch: &Launch) -> Result<Option<Launcher>, String> {
    let package = package(dialect.name);
    let version = package.map(|package| package.version);
    let folder = package.and_then(|package| package.find());
    match launch {
        Launch::Program(names) => Ok(find_program(names).map(Launcher::program)),
        Launch::PackagedProgram(path) => {
            let program = folder.map(|folder| folder.join(path)).filter(|program| is_executable(program));
            Ok(program.map(|program| Launcher { version, ..Launcher::program(program) }))
        }
        Launch::Java(main) => {
            let Some(folder) = folder else { return Ok(None) };
            let mut jars: Vec<PathBuf> = std::fs::read_dir(&folder)
                .into_iter()
                .flatten()
                .filter_map(|entry| Some(entry.ok()?.path()))
                .filter(|path| path.extension().is_some_and(|extension| extension == "jar"))
                .collect();
            jars.sort();
            Ok(Some(Launcher { place: folder, version, ..java(jars, main)? }))
        }
        Launch::Python(script) => {
            let ours = own_folders().into_iter().map(|folder| folder.join(dialect.name));
            let Some(folder) = ours.into_iter().find(|folder| folder.is_dir()).or(folder) else {
                return Ok(None);
            };
            Ok(Some(Launcher { version, ..python(script, folder)? }))
        }
    }
}

fn java(jars: Vec<PathBuf>, main: &str) -> Result<Launcher, String> {
    let program = find_program(&["java"]).ok_or("java was not found, which runs the solver")?;
    let class_path = std::env::join_paths(&jars).map_err(|error| error.to_string())?;
    let place = jars.into_iter().next().unwrap_or_default();
    let mut first_arguments = JAVA_FLAGS.map(OsString::from).to_vec();
    first_arguments.extend(["-cp".into(), class_path, main.into()]);
    Ok(Launcher { program, first_arguments, place, is_java: true, version: None })
}

fn python(script: &str, place: PathBuf) -> Result<Launcher, String> {
    let program = find_program(&["python3"]).ok_or("python3 was not found, which runs the solver")?;
    // Isolated: what the user's own packages are called does not matter.
    let first_arguments = vec!["-I".into(), "-c".into(), script.into(), place.clone().into_os_string()];
    Ok(Launcher { program, first_arguments, place, is_java: false, version: None })
}

/// The folders beside our program. Cargo puts tests into a folder below that of the program.
fn own_folders() -> Vec<PathBuf> {
    let own = std::env::current_exe().ok();
    own.iter().flat_map(|path| path.ancestors().skip(1).take(2)).map(Path::to_path_buf).collect()
}

fn find_program(names: &[&str]) -> Option<PathBuf> {
    let mut folders = own_folders();
    folders.extend(std::env::var_os("PATH").iter().flat_map(std::env::split_paths));
    names.iter().find_map(|name| {
        folders.iter().map(|folder| folder.join(name)).find(|candidate| is_executable(candidate))
    })
}

fn is_executable(path: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    std::fs::metadata(path).is_ok_and(|data| data.is_file() && data.permissions().mode() & 0o111 != 0)
}

#[cfg(test)]
mod tests {
    use super::super::dialects::dialect;
    use super::*;

    #[test]
    fn a_path_says_how_it_is_run() {
        let smtinterpol = dialect("smtinterpol").expect("known");
        if let Ok(launcher) = at(smtinterpol, Path::new("/somewhere/other.jar")) {
            assert!(launcher.is_java && launcher.place == Path::new("/somewhere/other.jar"));
            let line = launcher.command_line(&["-q"], Some(100));
            assert_eq!(line.first().and_then(|first| first.to_str()), Some("-Xmx100m"));
            assert_eq!(line.last().and_then(|last| last.to_str()), Some("-q"));
        }
        let program = at(smtinterpol, Path::new("/bin/smtinterpol")).expect("a program");
        assert!(!program.is_java && program.first_arguments.is_empty());
        let mathsat = dialect("mathsat").expect("known");
        let library = at(mathsat, Path::new("/somewhere/libmathsat.so")).expect("python3 is there");
        assert_eq!(library.first_arguments.last().map(PathBuf::from), Some(library.place));
    }
}
