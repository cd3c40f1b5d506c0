//! Where tools are. A compiler is tried, because one that is there may lack the libraries of an option.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};

use super::Tool;

/// Where packages put the headers of the programs that csmith makes.
const CSMITH_HEADERS: [&str; 3] =
    ["/usr/include/csmith", "/usr/include/csmith-2.3.0", "/usr/local/include/csmith"];

/// The programs that are Chromium.
const BROWSERS: [&str; 4] = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

/// All checks that tests ask of gcc.
const CHECKS: &str = "-fsanitize=address,undefined,float-cast-overflow";

/// The program of a tool, or what else a test needs of it: the headers of csmith, the folder of BenchExec, the file of
/// a schema.
pub(crate) fn find(tool: Tool) -> Option<PathBuf> {
    match tool {
        Tool::Cc => {
            let named = std::env::var("CC").ok().filter(|name| !name.trim().is_empty());
            let compiler = named.unwrap_or_else(|| "cc".to_string());
            let words: Vec<&str> = compiler.split_whitespace().collect();
            compiles(words[0], &words[1..])
        }
        Tool::Gcc => compiles("gcc", &[]),
        Tool::Gcc32 => compiles("gcc", &["-m32"]),
        Tool::Sanitizers => compiles("gcc", &[CHECKS]),
        Tool::Sanitizers32 => compiles("gcc", &["-m32", CHECKS]),
        Tool::Csmith => {
            let mut folders = CSMITH_HEADERS.into_iter().map(PathBuf::from);
            let headers = folders.find(|folder| folder.join("csmith.h").exists());
            headers.filter(|_| in_path(&["csmith"]).is_some())
        }
        Tool::Browser => in_path(&BROWSERS),
        Tool::BenchExec => {
            let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/benchexec");
            let mut python = Command::new("python3");
            python.args(["-c", "import benchexec.tablegenerator"]).env("PYTHONPATH", &folder);
            succeeds(&mut python).then_some(folder)
        }
        Tool::Slurm => {
            let configuration = std::env::var_os("SLURM_CONF").map(PathBuf::from);
            configuration.filter(|_| succeeds(&mut Command::new("sinfo")))
        }
        Tool::SarifSchema => {
            let schema = std::env::var_os("PRINCIPIA_SARIF_SCHEMA").map(PathBuf::from);
            let has_validator = || succeeds(Command::new("python3").args(["-c", "import jsonschema"]));
            schema.filter(|path| path.is_file() && has_validator())
        }
        Tool::Solver(name) => in_path(&[name]),
    }
}

/// The first program that is in the PATH.
fn in_path(names: &[&str]) -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    let folders: Vec<PathBuf> = std::env::split_paths(&path).collect();
    names
        .iter()
        .flat_map(|name| folders.iter().map(move |folder| folder.join(name)))
        .find(|path| path.is_file())
}

/// The compiler, if it makes programs with these options.
fn compiles(compiler: &str, options: &[&str]) -> Option<PathBuf> {
    static NEXT: AtomicUsize = AtomicUsize::new(0);
    let number = NEXT.fetch_add(1, Ordering::Relaxed);
    let folder = std::env::temp_dir().join(format!("principia-try-{}-{number}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let (source, program) = (folder.join("try.c"), folder.join("try"));
    // Libraries of another word size may lie beside a compiler that cannot find their headers.
    std::fs::write(&source, "#include <stdio.h>\nint main(void) { return 0; }\n").expect("written");
    let is_working = succeeds(Command::new(compiler).args(options).arg("-o").arg(&program).arg(&source))
        && succeeds(&mut Command::new(&program));
    let _ = std::fs::remove_dir_all(&folder);
    is_working.then(|| PathBuf::from(compiler))
}

fn succeeds(command: &mut Command) -> bool {
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    command.status().is_ok_and(|status| status.success())
}
