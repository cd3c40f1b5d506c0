//! Programs in the hands of the system's C compiler: compiled with a harness, executed under limits.
//!
//! The caller bounds the time, and kills the process group. Here the program gets an empty environment, no input and its
//! own folder; [`crate::containment`] sees to it that it can do no harm.

use std::fs;
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::containment::contain;
use crate::harness;
use crate::replay::{Observer, Replay};

/// The address space of a program without a sanitizer. Those with one have an option for that.
const ADDRESS_SPACE: u64 = 4 << 30;

/// How much of what a program says is read.
const SAID: usize = 1 << 20;

/// How a program ended.
pub struct Ended {
    /// The exit status; `None` after a signal.
    pub status: Option<i32>,
    /// The signal that killed it.
    pub signal: Option<i32>,
    /// The start of what it wrote to standard error.
    pub errors: String,
    /// What the program was not kept from.
    pub gaps: Vec<String>,
}

impl Ended {
    /// Whether the program ended as programs do: by itself, with all inputs that it wanted.
    pub fn is_regular(&self) -> bool {
        match (self.status, self.signal) {
            (Some(harness::EXHAUSTED), _) => !self.says_harness(),
            // The shell's and the loader's way to say that there was no program.
            (Some(126 | 127), _) => false,
            (Some(_), _) | (None, Some(libc::SIGABRT)) => true,
            _ => false,
        }
    }

    fn says_harness(&self) -> bool {
        self.errors.lines().any(|line| line.starts_with(harness::SAYS))
    }

    /// The end in words.
    pub fn describe(&self) -> String {
        let said = self.errors.lines().find_map(|line| line.strip_prefix(harness::SAYS));
        let report = self.errors.lines().find(|line| line.contains("Sanitizer"));
        match (self.status, self.signal, said, report) {
            (
                Some(harness::EXHAUSTED | harness::REFUSED | harness::ENDED | harness::VIOLATED),
                _,
                Some(said),
                _,
            ) => {
                format!("the program ends: {said}")
            }
            (_, _, _, Some(report)) => format!("the sanitizer says: {}", report.trim()),
            (Some(status), ..) => format!("the program ends with status {status}"),
            (None, Some(signal), ..) => format!("the program is killed by signal {signal}"),
            _ => "the program ends".to_string(),
        }
    }
}

/// The arguments for the compiler that concern the meaning of the program.
pub fn arguments(replay: &Replay) -> Vec<&'static str> {
    let mut arguments = vec!["-std=gnu11", "-w", "-g", "-O0", "-fcommon"];
    // On 32 bits, floats are rounded after each operation only with SSE.
    arguments.extend(if replay.is_32_bit { &["-m32", "-msse2", "-mfpmath=sse"][..] } else { &["-m64"] });
    arguments.extend(replay.observer.arguments());
    arguments
}

/// The compiler: what `CC` names, or `cc`.
fn compiler() -> Command {
    let name =
        std::env::var("CC").ok().filter(|name| !name.trim().is_empty()).unwrap_or_else(|| "cc".to_string());
    let mut words = name.split_whitespace();
    let mut command = Command::new(words.next().unwrap_or("cc"));
    command.args(words);
    command
}

/// The bytes of a variable that is declared only.
const MISSING_SIZE: usize = 1 << 16;

/// Compiles and links a program with its harness. The error says why that is not possible.
pub fn compile(replay: &Replay, folder: &Path) -> Result<PathBuf, String> {
    let text = replay.harness.as_ref().map_err(Clone::clone)?;
    let write = |name: &str, text: &str| {
        fs::write(folder.join(name), text).map_err(|error| format!("cannot write {name}: {error}"))
    };
    write("harness.c", text)?;
    let mut objects = Vec::new();
    for (number, (name, text)) in replay.files.iter().enumerate() {
        let marker = format!("# 1 \"{}\"\n", name.replace(['"', '\\', '\n'], "_"));
        write(&format!("{number}.i"), &(marker + text))?;
        let object = format!("{number}.o");
        let mut command = compiler();
        // What old programs may do, but newer compilers refuse.
        command.args(arguments(replay)).arg("-fpermissive");
        command.args(["-c", &format!("{number}.i"), "-o", &object]);
        succeed(command, folder, "the compiler")?;
        objects.push(object);
    }
    for object in objects.iter().filter(|_| !replay.weakened.is_empty()) {
        weaken(&replay.weakened, object, folder)?;
    }
    let link = |more: &[&str]| {
        let mut command = compiler();
        // At small addresses, as in the layout in which violations are searched for.
        command.args(arguments(replay)).args(&objects).args(["-fno-builtin", "-no-pie", "harness.c"]);
        command.args(more).args(["-lm", "-o", "program"]);
        attempt(command, folder)
    };
    if let Err(said) = link(&[])? {
        let missing = missing_variables(&said);
        if missing.is_empty() {
            return Err(refusal("the compiler", &said, folder));
        }
        write("missing.c", &missing)?;
        link(&["missing.c"])?.map_err(|_| refusal("the compiler", &said, folder))?;
    }
    Ok(folder.join("program"))
}

/// Definitions of what a linker misses, as zeros. These are variables that are declared only: any value will do, and if
/// it does not, the violation is not there. Functions are a matter of the harness.
fn missing_variables(said: &str) -> String {
    let mut names: Vec<&str> = said
        .lines()
        .filter_map(|line| line.split_once("undefined reference to `")?.1.strip_suffix('\''))
        .filter(|name| name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_'))
        .collect();
    names.sort_unstable();
    names.dedup();
    names.iter().map(|name| format!("char {name}[{MISSING_SIZE}] __attribute__((aligned(64)));\n")).collect()
}

/// Makes functions of an object weak, so that those of the harness replace them.
fn weaken(names: &[String], object: &str, folder: &Path) -> Result<(), String> {
    let mut command = Command::new("objcopy");
    command.args(names.iter().map(|name| format!("--weaken-symbol={name}"))).arg(object);
    succeed(command, folder, "objcopy")?;
    let mut command = Command::new("nm");
    command.arg(object);
    let symbols = succeed(command, folder, "nm")?;
    for line in symbols.lines() {
        let mut words = line.split_whitespace().rev();
        if let (Some(name), Some("t")) = (words.next(), words.next())
            && names.iter().any(|weakened| weakened == name)
        {
            return Err(format!("`{name}` is static"));
        }
    }
    Ok(())
}

/// Runs a tool to its end and gives its output. The error is the first line of what it says against it.
fn succeed(command: Command, folder: &Path, what: &str) -> Result<String, String> {
    attempt(command, folder)?.map_err(|said| refusal(what, &said, folder))
}

/// Runs a tool to its end and gives its output, or what it says if it does not succeed. The error says why it cannot be
/// run.
fn attempt(mut command: Command, folder: &Path) -> Result<Result<String, String>, String> {
    let name = command.get_program().to_string_lossy().into_owned();
    command.current_dir(folder).env("LC_ALL", "C").stdin(Stdio::null());
    let output = command.output().map_err(|error| format!("`{name}` cannot be run: {error}"))?;
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    Ok(if output.status.success() { Ok(text(&output.stdout)) } else { Err(text(&output.stderr)) })
}

fn refusal(what: &str, said: &str, folder: &Path) -> String {
    let reason = said.lines().find(|line| line.contains("error") || line.contains("undefined reference"));
    let reason = reason.or_else(|| said.lines().next()).unwrap_or("no reason is given");
    let reason = reason.replace(&format!("{}/", folder.display()), "");
    format!("{what} refuses the program: {}", reason.trim())
}

/// Runs a program to its end.
pub fn run(replay: &Replay, binary: &Path, folder: &Path) -> Result<Ended, String> {
    let errors = folder.join("errors");
    let file = fs::File::create(&errors).map_err(|error| error.to_string())?;
    let mut command = Command::new(binary);
    let (asan, lsan) = replay.observer.sanitizer_options();
    command.env_clear().env("ASAN_OPTIONS", asan).env("LSAN_OPTIONS", lsan).current_dir(folder);
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(file);
    let is_sanitized = !matches!(replay.observer, Observer::Harness | Observer::Overflow);
    let address_space = (!is_sanitized).then_some(ADDRESS_SPACE);
    let needs_helper = matches!(replay.observer, Observer::Leaks | Observer::Remains);
    let gaps = contain(&mut command, folder, address_space, needs_helper)
        .map_err(|error| format!("the program cannot be contained: {error}"))?;
    let status = command.status().map_err(|error| format!("the program cannot be started: {error}"))?;
    let mut said = fs::read(&errors).unwrap_or_default();
    said.truncate(SAID);
    Ok(Ended {
        status: status.code(),
        signal: status.signal(),
        errors: String::from_utf8_lossy(&said).into_owned(),
        gaps,
    })
}
