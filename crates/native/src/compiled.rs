//! Programs in the hands of the system's C compiler: compiled with a harness, executed under limits.
//!
//! The caller bounds the time, and kills the process group. Here the program gets an empty environment, no input and its
//! own folder; [`crate::containment`] sees to it that it can do no harm.

use std::ffi::OsStr;
use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

use c_sema::hir::{Object, Storage};
use frontend::CProgram;
use report::native::Missing;
use worker::memory;

use crate::containment::contain;
use crate::harness;

/// What is compiled, and how.
#[derive(Clone, Debug)]
pub struct Build {
    /// The text of the harness.
    pub harness: String,
    /// The names and texts of the program's files, preprocessed.
    pub files: Vec<(String, String)>,
    /// The functions of the program that the harness replaces.
    pub weakened: Vec<String>,
    /// What the program declares only, if the system does not have it either.
    pub missing: Vec<Missing>,
    /// Arguments for the compiler that concern everything.
    pub arguments: Vec<&'static str>,
    /// Those that concern the files of the program only.
    pub own_arguments: &'static [&'static str],
    /// The functions whose calls the linker leads to the harness.
    pub wrapped: Vec<String>,
}

/// The variables that a program declares only, as zeros: any value will do, and if it does not, the violation is not
/// there.
pub fn missing_variables(program: &CProgram) -> Vec<Missing> {
    let objects = program.program.objects.iter();
    let external = objects.filter(|object| matches!(object.storage, Storage::External));
    let define = |object: &Object| {
        let definition = format!("char {}[{MISSING_SIZE}] __attribute__((aligned(64)));\n", object.name);
        Missing { name: object.name.to_string(), definition }
    };
    external.map(define).collect()
}

/// Under which conditions a program runs.
#[derive(Clone, Debug, Default)]
pub struct Conditions {
    /// Its name and arguments, if they matter.
    pub arguments: Option<Vec<Vec<u8>>>,
    /// What it reads on its standard input.
    pub input: Vec<u8>,
    /// Its environment.
    pub environment: Vec<(&'static str, String)>,
    /// The bytes of its address space, if they are limited. Programs with AddressSanitizer have an option for that.
    pub address_space: Option<u64>,
    /// Whether it needs a helper process, as LeakSanitizer does.
    pub needs_helper: bool,
    /// How much processor time it may take.
    pub limit: Option<Duration>,
}

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
    /// Whether the program ended as programs do: by itself, with all inputs that it wanted. A division that traps is such
    /// an end, too; an access that fails is none, as the stack may have been too small.
    pub fn is_regular(&self) -> bool {
        match (self.status, self.signal) {
            (Some(harness::EXHAUSTED), _) => !self.says_harness(),
            // The shell's and the loader's way to say that there was no program.
            (Some(126 | 127), _) => false,
            (Some(_), _) => true,
            (None, Some(libc::SIGABRT | libc::SIGFPE | libc::SIGILL | libc::SIGTRAP)) => true,
            _ => false,
        }
    }

    /// Whether an access failed: of memory that is not there, or of a stack that is too small.
    pub fn is_failed_access(&self) -> bool {
        matches!(self.signal, Some(libc::SIGSEGV | libc::SIGBUS))
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
            (None, Some(signal), ..) => {
                format!("the program is killed by signal {signal}{}", meaning(signal))
            }
            _ => "the program ends".to_string(),
        }
    }
}

/// What a signal says about a program.
fn meaning(signal: i32) -> &'static str {
    match signal {
        libc::SIGSEGV | libc::SIGBUS => ", because of an invalid access or a stack that is too small",
        libc::SIGFPE => ", because of a division by zero or one that overflows",
        libc::SIGILL | libc::SIGTRAP => ", because of a trap",
        _ => "",
    }
}

/// The arguments for the compiler that concern the meaning of a program of so many files. A global that several files
/// define without a value is one object; AddressSanitizer does not see where such an object ends.
pub fn arguments(is_32_bit: bool, files: usize) -> Vec<&'static str> {
    let common = if files > 1 { "-fcommon" } else { "-fno-common" };
    let mut arguments = vec!["-std=gnu11", "-w", "-g", "-O0", common];
    // On 32 bits, floats are rounded after each operation only with SSE.
    arguments.extend(if is_32_bit { &["-m32", "-msse2", "-mfpmath=sse"][..] } else { &["-m64"] });
    arguments
}

/// What tells the linker that calls of a function `f` are calls of `__wrap_f`.
pub fn wrap_argument(name: &str) -> String {
    format!("-Wl,--wrap={name}")
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
pub fn compile(build: &Build, folder: &Path) -> Result<PathBuf, String> {
    let write = |name: &str, text: &str| {
        fs::write(folder.join(name), text).map_err(|error| format!("cannot write {name}: {error}"))
    };
    write("harness.c", &build.harness)?;
    let mut objects = Vec::new();
    for (number, (name, text)) in build.files.iter().enumerate() {
        let marker = format!("# 1 \"{}\"\n", name.replace(['"', '\\', '\n'], "_"));
        write(&format!("{number}.i"), &(marker + text))?;
        let object = format!("{number}.o");
        let mut command = compiler();
        // What old programs may do, but newer compilers refuse.
        command.args(&build.arguments).args(build.own_arguments).arg("-fpermissive");
        command.args(["-c", &format!("{number}.i"), "-o", &object]);
        succeed(command, folder, "the compiler")?;
        objects.push(object);
    }
    for object in objects.iter().filter(|_| !build.weakened.is_empty()) {
        weaken(&build.weakened, object, folder)?;
    }
    let mut command = compiler();
    // No sanitizer is needed here.
    let plain = build.arguments.iter().filter(|argument| !argument.starts_with("-fsanitize="));
    command.args(plain).args(["-fno-builtin", "-c", "harness.c", "-o", "harness.o"]);
    succeed(command, folder, "the compiler")?;
    let link = |more: &[&str]| {
        let mut command = compiler();
        // At small addresses, as in the layout in which violations are searched for.
        command.args(&build.arguments).args(&objects).args(["-fno-builtin", "-no-pie", "harness.o"]);
        command
            .args(build.wrapped.iter().map(|name| wrap_argument(name)))
            .args(more)
            .args(["-lm", "-o", "program"]);
        attempt(command, folder)
    };
    if let Err(said) = link(&[])? {
        let missing = definitions(&said, &build.missing);
        if missing.is_empty() {
            return Err(refusal("the compiler", &said, folder));
        }
        write("missing.c", &missing)?;
        link(&["missing.c"])?.map_err(|_| refusal("the compiler", &said, folder))?;
    }
    Ok(folder.join("program"))
}

/// Definitions of what a linker misses.
fn definitions(said: &str, missing: &[Missing]) -> String {
    let missed: Vec<&str> = said
        .lines()
        .filter_map(|line| line.split_once("undefined reference to `")?.1.strip_suffix('\''))
        .collect();
    let mut needed: Vec<&Missing> =
        missing.iter().filter(|known| missed.contains(&known.name.as_str())).collect();
    needed.sort_unstable_by_key(|known| &known.name);
    needed.dedup_by_key(|known| &known.name);
    needed.iter().map(|known| known.definition.as_str()).collect()
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

/// Runs a program to its end. `None`: it was killed at its limit.
pub fn run(binary: &Path, folder: &Path, conditions: &Conditions) -> Result<Option<Ended>, String> {
    let errors = folder.join("errors");
    let file = fs::File::create(&errors).map_err(|error| error.to_string())?;
    let mut command = Command::new(binary);
    command.env_clear().envs(conditions.environment.iter().map(|(name, value)| (name, value)));
    if let Some((name, arguments)) = conditions.arguments.as_ref().and_then(|all| all.split_first()) {
        command.arg0(OsStr::from_bytes(name)).args(arguments.iter().map(|one| OsStr::from_bytes(one)));
    }
    let input = standard_input(&conditions.input, folder).map_err(|error| error.to_string())?;
    command.current_dir(folder).stdin(input).stdout(Stdio::null()).stderr(file);
    let gaps = contain(&mut command, folder, conditions.address_space, conditions.needs_helper)
        .map_err(|error| format!("the program cannot be contained: {error}"))?;
    let not_started = |error| format!("the program cannot be started: {error}");
    let status = match conditions.limit {
        None => command.status().map_err(not_started)?,
        Some(limit) => match status_within(command.spawn().map_err(not_started)?, limit) {
            Some(status) => status,
            None => return Ok(None),
        },
    };
    let mut said = fs::read(&errors).unwrap_or_default();
    said.truncate(SAID);
    Ok(Some(Ended {
        status: status.code(),
        signal: status.signal(),
        errors: String::from_utf8_lossy(&said).into_owned(),
        gaps,
    }))
}

/// A file with what a program reads, or nothing.
fn standard_input(text: &[u8], folder: &Path) -> std::io::Result<Stdio> {
    if text.is_empty() {
        return Ok(Stdio::null());
    }
    let path = folder.join("input");
    fs::write(&path, text)?;
    Ok(fs::File::open(&path)?.into())
}

/// How often a program that has a limit is asked whether it has ended.
const PAUSE: Duration = Duration::from_millis(2);

/// A process that does nothing, or on a machine that does other things, may take this much longer by the clock.
const PATIENCE: u32 = 5;

/// The status of a process that ends within a limit; the others are killed.
fn status_within(mut child: Child, limit: Duration) -> Option<ExitStatus> {
    let start = Instant::now();
    let is_over = |elapsed: Duration, process: u32| {
        elapsed >= limit * PATIENCE
            || elapsed >= limit && memory::processor_time_of_tree(process as libc::pid_t) >= limit
    };
    loop {
        match child.try_wait() {
            Ok(Some(status)) => return Some(status),
            Ok(None) if !is_over(start.elapsed(), child.id()) => std::thread::sleep(PAUSE),
            _ => {
                let _ = child.kill();
                let _ = child.wait();
                return None;
            }
        }
    }
}

/// A folder of our own, removed at the end.
pub struct Folder(pub PathBuf);

impl Folder {
    /// A new folder.
    pub fn new() -> std::io::Result<Folder> {
        use std::os::unix::fs::DirBuilderExt;
        let base = std::env::temp_dir();
        // Whoever holds a name already must not decide what is executed: the folder is new.
        for attempt in 0.. {
            let path = base.join(format!("principia-replay-{}-{attempt}", std::process::id()));
            match fs::DirBuilder::new().mode(0o700).create(&path) {
                Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists && attempt < 1000 => {}
                created => return created.map(|()| Folder(path)),
            }
        }
        Err(std::io::ErrorKind::AlreadyExists.into())
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}
