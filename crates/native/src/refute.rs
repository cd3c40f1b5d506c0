//! Executions that try to refute a `TRUE` for C before it is told.
//!
//! The proof was checked, but it is one about the model of the program; only an execution can tell that the model is
//! wrong. The worker that found the proof prepares what is needed ([`prepare`]); once it is gone, another one compiles
//! the program with sanitizers and a harness that draws inputs, and runs it a few times ([`execute`]): with zeros, with
//! small numbers, with random ones, and with those that the program compared its inputs with, which lead past
//! `if (x == 1234)` and assumptions. All that is bounded by a part of the time that the analysis took.
//!
//! Only what the property is about counts, and only the first thing that happens: an execution ends silently at any
//! other undefined behaviour, where an assumption does not hold, and where memory is short.

use std::path::{Path, PathBuf};
use std::sync::mpsc;
use std::time::{Duration, Instant};

use c_lower::options::{Allocation, Properties};
use c_sema::hir::ExprKind;
use c_sema::types::DataModel;
use frontend::CProgram;
use report::native::{Checks, Refuter, Shown, Tried};
use worker::{Channel, Ending, Limits, memory};

use crate::agenda::{Agenda, Chosen, Given, given};
use crate::answer::Answer;
use crate::compiled::{self, Build, Conditions, Ended, Folder};
use crate::harness::{self, drawing_harness};
use crate::portability::is_same_in_both_models;
use crate::sanitizers::{self, Finding};

/// What a property is about.
fn checks_of(properties: &Properties) -> Checks {
    Checks {
        calls: !properties.error_functions.is_empty(),
        accesses: properties.valid_deref,
        frees: properties.valid_free,
        lost: properties.valid_memtrack,
        remaining: properties.valid_memcleanup,
        overflows: properties.no_overflow,
        divisions: properties.no_division_by_zero,
        shifts: properties.valid_shift,
    }
}

/// The arguments for the compiler.
fn arguments(checks: Checks) -> &'static [&'static str] {
    match checks.is_about_memory() {
        false => &["-fsanitize=address,undefined", "-fno-sanitize-recover=all"],
        // What is only computed is not accessed, and AddressSanitizer is to see what is.
        true => &[
            "-fsanitize=address,undefined",
            "-fno-sanitize=null,bounds,alignment,pointer-overflow,object-size,nonnull-attribute",
            "-fno-sanitize-recover=all",
        ],
    }
}

/// The environment of the program.
fn environment(checks: Checks, lacks_memory: bool) -> Vec<(&'static str, String)> {
    // Memory that is not there ends the program if `malloc` never fails in the model. String functions may read
    // what they need, and no more is asked of them.
    let asan = format!(
        "detect_leaks={}:detect_stack_use_after_return=1:hard_rss_limit_mb=1024:allocator_may_return_null={}:\
         strict_memcmp=0:detect_odr_violation=0:symbolize=0",
        checks.has_leaks() as u8,
        lacks_memory as u8
    );
    let lsan = match checks.remaining {
        true => "use_stacks=0:use_registers=0:use_tls=0:use_globals=0",
        // What locals point to is lost when the program ends.
        false => "use_stacks=0:use_registers=0",
    };
    // Programs ask for these, and most systems have them.
    let usual = [("PATH", "/usr/bin:/bin"), ("HOME", "/"), ("USER", "user"), ("LANG", "C"), ("TERM", "dumb")];
    let mut environment = vec![("ASAN_OPTIONS", asan), ("LSAN_OPTIONS", lsan.to_string())];
    environment.extend(usual.map(|(name, value)| (name, value.to_string())));
    environment
}

/// The constants of a program that its inputs are likely to be compared with.
const MAX_CONSTANTS: usize = 256;

/// Prepares the executions of a program.
pub fn prepare(program: &CProgram) -> Refuter {
    let mut constants: Vec<i64> = Vec::new();
    for expr in program.program.exprs.iter().filter(|expr| expr.span.file != program.library) {
        if let ExprKind::Int(value) = expr.kind
            && !constants.contains(&(value as i64))
            && constants.len() < MAX_CONSTANTS
        {
            constants.push(value as i64);
        }
    }
    let mut refuter = Refuter {
        harness: Err(String::new()),
        files: program.texts(),
        weakened: Vec::new(),
        wrapped: Vec::new(),
        missing: compiled::missing_variables(program),
        is_32_bit: program.options.model == DataModel::Ilp32,
        is_same_on_64_bits: is_same_in_both_models(program),
        checks: checks_of(&program.options.properties),
        lacks_memory: program.options.allocation == Allocation::MayFail,
    };
    refuter.harness = drawing_harness(program, &constants).and_then(|built| {
        if !refuter.checks.is_about_memory() && !refuter.checks.is_about_numbers() && !built.observes_calls {
            return Err("there is nothing to observe".to_string());
        }
        refuter.weakened = built.weakened;
        refuter.wrapped = built.wrapped;
        refuter.missing.extend(built.missing);
        Ok(built.text)
    });
    refuter
}

/// The shares and bounds of the time that the executions may take.
const SHARE: u32 = 10;
const LEAST: Duration = Duration::from_millis(300);
const MOST: Duration = Duration::from_secs(5);

/// How long the executions may take.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Allowance {
    /// The processor time.
    time: Duration,
    /// The time by the clock, in which a machine with other things to do may fall behind.
    most: Duration,
}

impl Allowance {
    /// After an analysis that took so long, if so much is left.
    pub fn after(analysis: Duration, left: Option<Duration>) -> Allowance {
        let time = (analysis / SHARE).clamp(LEAST, MOST);
        let most = left.map_or(MOST, |left| MOST.min(left.max(LEAST)));
        Allowance { time: time.min(most), most }
    }

    /// The clock of this process, which starts now.
    fn start(self) -> Clock {
        Clock { start: Instant::now(), allowance: self }
    }
}

/// What is left of an allowance.
struct Clock {
    start: Instant,
    allowance: Allowance,
}

impl Clock {
    fn is_over(&self) -> bool {
        let Allowance { time, most } = self.allowance;
        let elapsed = self.start.elapsed();
        let own = std::process::id() as libc::pid_t;
        elapsed >= most || elapsed >= time && memory::processor_time_of_tree(own) >= time
    }
}

/// Compiles and runs a program, for no longer than is allowed.
pub fn execute(refuter: &Refuter, allowance: Allowance) -> Tried {
    if let Err(why) = &refuter.harness {
        return Tried::left_out(why);
    }
    let folder = match Folder::new() {
        Ok(folder) => folder,
        Err(error) => return Tried::left_out(format!("there is no temporary folder: {error}")),
    };
    let (job_folder, job_refuter) = (folder.0.clone(), refuter.clone());
    let job = move |_: &mut Channel<Answer<Tried>>| {
        Answer::Done(Refutation::new(&job_refuter).tried(&job_folder, &allowance.start()))
    };
    let run = worker::run(Limits { time: Some(allowance.most), memory: None }, job, |_| {});
    match run.map(|run| run.ending) {
        Ok(Ending::Finished(Answer::Done(tried))) => tried,
        Ok(Ending::Timeout) => Tried::left_out(TOO_SLOW),
        Ok(Ending::Died(why)) => Tried::left_out(format!("the process died: {why}")),
        Ok(_) => Tried::left_out("the process gave no answer"),
        Err(error) => Tried::left_out(error.to_string()),
    }
}

const TOO_SLOW: &str = "the compiler takes too long";

/// How often a compiler is asked whether it has ended.
const PAUSE: Duration = Duration::from_millis(10);

/// No more executions are worth it.
const MAX_EXECUTIONS: usize = 64;

/// One of so many executions draws all of its inputs.
const FRESH: usize = 4;

/// The part of the time that one execution may take.
const PART: u32 = 3;

/// An execution that does not end by itself gets at least so much time.
const SHORTEST: Duration = Duration::from_millis(50);

/// How a program is compiled.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    /// It tells what it compares. That rounds floating-point operands.
    Traced,
    /// What gcc does on 32 bits unless it is told otherwise: intermediate results have more precision than their types.
    /// A proof about numbers of the types' precision need not hold there.
    Extended,
}

impl Kind {
    fn folder(self) -> &'static str {
        match self {
            Kind::Traced => "traced",
            Kind::Extended => "extended",
        }
    }
}

/// The executions of a program.
struct Refutation<'r> {
    refuter: &'r Refuter,
    /// Whether programs are compiled for 32 bits.
    is_32_bit: bool,
}

impl<'r> Refutation<'r> {
    fn new(refuter: &'r Refuter) -> Refutation<'r> {
        Refutation { refuter, is_32_bit: refuter.is_32_bit }
    }

    fn build(&self, kind: Kind) -> Result<Build, String> {
        let mut arguments = compiled::arguments(self.is_32_bit, self.refuter.files.len());
        arguments.extend(["-g0", "-fno-omit-frame-pointer", "-fno-strict-aliasing"]);
        arguments.extend(self::arguments(self.refuter.checks));
        if kind == Kind::Extended {
            arguments.push("-mfpmath=387");
        }
        Ok(Build {
            harness: self.refuter.harness.clone()?,
            files: self.refuter.files.clone(),
            weakened: self.refuter.weakened.clone(),
            missing: self.refuter.missing.clone(),
            arguments,
            own_arguments: match kind {
                Kind::Traced => &["-fsanitize-coverage=trace-cmp"],
                Kind::Extended => &[],
            },
            wrapped: self.refuter.wrapped.clone(),
        })
    }

    /// Compiles the program, unless that takes longer than there is time. What goes on then is killed with the worker.
    fn compile(&self, kind: Kind, folder: &Path, clock: &Clock) -> Result<PathBuf, String> {
        let build = self.build(kind)?;
        let (sender, receiver) = mpsc::channel();
        let folder = folder.join(kind.folder());
        std::fs::create_dir_all(&folder).map_err(|error| format!("cannot make a folder: {error}"))?;
        std::thread::spawn(move || sender.send(compiled::compile(&build, &folder)));
        loop {
            match receiver.recv_timeout(PAUSE) {
                Ok(compiled) => return compiled,
                Err(_) if clock.is_over() => return Err(TOO_SLOW.to_string()),
                Err(_) => {}
            }
        }
    }

    /// Whether results may have more precision than their types: only a hint, which costs another compilation.
    fn may_be_extended(&self) -> bool {
        let mentions = |text: &str| text.contains("float") || text.contains("double");
        self.refuter.is_32_bit && self.refuter.files.iter().any(|(_, text)| mentions(text))
    }

    /// Compiles and runs the program until the time is over, but once at least.
    fn tried(&mut self, folder: &Path, clock: &Clock) -> Tried {
        let mut compiled = self.compile(Kind::Traced, folder, clock);
        if compiled.is_err() && self.is_32_bit && self.refuter.is_same_on_64_bits && !clock.is_over() {
            // Many machines have no libraries for 32 bits.
            self.is_32_bit = false;
            compiled = self.compile(Kind::Traced, folder, clock);
        }
        let binary = match compiled {
            Ok(binary) => binary,
            Err(why) => return Tried::left_out(why),
        };
        let extended =
            if self.may_be_extended() { self.compile(Kind::Extended, folder, clock).ok() } else { None };
        let (mut tried, mut agenda) = (Tried::default(), Agenda::default());
        while tried.executions < MAX_EXECUTIONS && (tried.executions == 0 || !clock.is_over()) {
            let chosen = agenda.take(tried.executions % FRESH == FRESH - 1);
            let ended = match self.run(&binary, folder, &chosen, clock.allowance.time) {
                Ok(ended) => ended,
                Err(why) => {
                    tried.left_out = Some(why).filter(|_| tried.executions == 0);
                    break;
                }
            };
            tried.executions += 1;
            let Some(ended) = ended else { continue };
            let given = given(&ended.errors);
            tried.gaps.clone_from(&ended.gaps);
            let violation = self.violation(&ended).or_else(|| {
                let binary = extended.as_ref()?;
                tried.executions += 1;
                let ended = self.run(binary, folder, &chosen, clock.allowance.time).ok()??;
                self.violation(&ended)
            });
            if let Some(what) = violation {
                let inputs = given.iter().map(Given::text).collect();
                tried.violation = Some(Shown { what, inputs });
                break;
            }
            tried.completed += is_complete(&ended) as usize;
            if given.is_empty() {
                // Another execution would be the same.
                break;
            }
            agenda.learn(&chosen, &given, &ended.errors);
        }
        tried
    }

    fn run(
        &self,
        binary: &Path,
        folder: &Path,
        chosen: &Chosen,
        time: Duration,
    ) -> Result<Option<Ended>, String> {
        let mut environment = self::environment(self.refuter.checks, self.refuter.lacks_memory);
        environment.push(("PRINCIPIA_INPUTS", chosen.text()));
        let limit = Some((time / PART).max(SHORTEST));
        let needs_helper = self.refuter.checks.has_leaks();
        compiled::run(
            binary,
            folder,
            &Conditions { environment, needs_helper, limit, ..Conditions::default() },
        )
    }

    /// The violation of the property that the end of an execution shows.
    fn violation(&self, ended: &Ended) -> Option<String> {
        let errors = &ended.errors;
        if let Some((finding, line)) = sanitizers::finding(errors) {
            let counts = match finding {
                Finding::Access => self.refuter.checks.accesses && sanitizers::is_own(errors, line),
                Finding::Free => self.refuter.checks.frees && sanitizers::is_own(errors, line),
                Finding::Leak => {
                    let is_over = self.refuter.checks.remaining || errors.contains(harness::RETURNS);
                    self.refuter.checks.has_leaks() && is_over && sanitizers::has_own_leak(errors)
                }
                Finding::Overflow => self.refuter.checks.overflows && !line.starts_with("harness.c:"),
                Finding::Division => self.refuter.checks.divisions && !line.starts_with("harness.c:"),
                Finding::Shift => self.refuter.checks.shifts && !line.starts_with("harness.c:"),
                Finding::Other => false,
            };
            return counts.then(|| sanitizers::shown(line));
        }
        let said = errors.lines().find_map(|line| line.strip_prefix(harness::VIOLATION));
        said.filter(|_| ended.status == Some(harness::VIOLATED) && self.refuter.checks.calls)
            .map(|said| said.to_string())
    }
}

/// Whether an execution came to an end of its own.
fn is_complete(ended: &Ended) -> bool {
    let is_refused = ended.status == Some(harness::REFUSED) && ended.errors.contains(harness::SAYS);
    !is_refused && sanitizers::finding(&ended.errors).is_none() && ended.is_regular()
}

#[cfg(test)]
mod tests {
    use super::*;
    use frontend::{ProgramOptions, Request};

    const PRELUDE: &str = "\
        extern int __VERIFIER_nondet_int(void);\nextern void __VERIFIER_assume(int);\nextern void reach_error(void);\n\
        extern void *malloc(unsigned long);\nextern void free(void *);\nextern void exit(int);\n\
        extern int printf(const char *, ...);\n";

    /// How executions of a program go; `None` if there is no compiler.
    fn tried(property: &str, program: &str) -> Option<Tried> {
        tried_with(property, "LP64", program)
    }

    fn tried_with(property: &str, model: &str, program: &str) -> Option<Tried> {
        let folder = Folder::new().expect("a folder");
        let path = folder.0.join("a.c");
        std::fs::write(&path, format!("{PRELUDE}{program}")).expect("written");
        let data_model = if model == "ILP32" { DataModel::Ilp32 } else { DataModel::Lp64 };
        let options = ProgramOptions {
            property: Some(property.to_string()),
            data_model: Some(data_model),
            ..ProgramOptions::of(vec![path])
        };
        let request = Request::new(&options).expect("a request");
        let program = frontend::load_c(&request, &options).expect("a program");
        let time = Duration::from_secs(20);
        let tried =
            Refutation::new(&prepare(&program)).tried(&folder.0, &Allowance { time, most: time }.start());
        let is_missing = tried.left_out.as_ref().is_some_and(|why| why.contains("cannot be run"));
        if is_missing { None } else { Some(tried) }
    }

    #[track_caller]
    fn violates(property: &str, program: &str, expected: &str, inputs: &[&str]) {
        let Some(tried) = tried(property, program) else { return };
        let shown = tried.violation.as_ref().unwrap_or_else(|| panic!("{tried:?}"));
        assert!(shown.what.contains(expected), "{tried:?}");
        assert_eq!(shown.inputs, inputs, "{tried:?}");
    }

    #[track_caller]
    fn passes(property: &str, program: &str) -> Option<Tried> {
        let tried = tried(property, program)?;
        assert!(tried.violation.is_none() && tried.left_out.is_none() && tried.executions > 0, "{tried:?}");
        Some(tried)
    }

    #[test]
    fn comparisons_lead_to_calls() {
        let chain =
            "static int is(int v) { int x = __VERIFIER_nondet_int(); __VERIFIER_assume(x == v); return x; }
            int main(void) { if (is(70) + is(-123456) == -123386) reach_error(); return 0; }";
        violates("unreach-call", chain, "call of reach_error", &["70", "-123456"]);
        let cases =
            "int main(void) { switch (__VERIFIER_nondet_int()) { case 7777: reach_error(); } return 0; }";
        violates("unreach-call", cases, "call of reach_error", &["7777"]);
        let assertion = "int main(void) { assert(__VERIFIER_nondet_int() != 1); return 0; }";
        violates("unreach-call", assertion, "call of assert", &["1"]);
        let undefined = "extern int *other(void); int main(void) { if (other()) reach_error(); return 0; }";
        violates("unreach-call", undefined, "call of reach_error", &["1"]);
    }

    #[test]
    fn on_32_bits_results_may_have_more_precision_than_their_types() {
        let sum = "extern float __VERIFIER_nondet_float(void);
            int main(void) { float x = __VERIFIER_nondet_float(); __VERIFIER_assume(x == 16777216.0f);
                if (x + 1.0f != x) reach_error(); return 0; }";
        let tried = tried_with("unreach-call", "ILP32", sum).filter(|tried| tried.left_out.is_none());
        let Some(tried) = tried else {
            println!("there is no compiler for 32 bits");
            return;
        };
        assert!(tried.violation.is_some(), "{tried:?}");
        passes("unreach-call", sum);
    }

    #[test]
    fn sizes_on_32_bits_are_not_those_on_64_bits() {
        let programs = [
            "int main(void) { if (sizeof(char *) != 4) reach_error(); return 0; }",
            "struct s { int a; long long b; } s = { 1, 2 };
            int main(void) { if (((int *)&s)[1] != 2) reach_error(); return 0; }",
        ];
        for program in programs {
            let Some(tried) = tried_with("unreach-call", "ILP32", program) else { return };
            assert!(tried.violation.is_none(), "{tried:?}");
        }
    }

    #[test]
    fn only_what_the_property_is_about_counts() {
        let overflow = "int main(void) { int x = 2147483647; x += 1 + __VERIFIER_nondet_int(); reach_error(); return x; }";
        violates("no-overflow", overflow, "signed integer overflow", &["0"]);
        passes("valid-memsafety", overflow);
        let first = "int main(void) { int x = 2147483647; x++; reach_error(); return 0; }";
        passes("unreach-call", first);
        let access = "int main(void) { int *p = malloc(4); p[1] = 0; free(p); reach_error(); return 0; }";
        violates("valid-deref", access, "heap-buffer-overflow", &[]);
        passes("unreach-call", access);
        passes("valid-free", access);
        let shift = "int main(void) { int n = 40 + __VERIFIER_nondet_int() % 2; return 1 >> n; }";
        passes("no-overflow", shift);
        let twice = "int main(void) { int *p = malloc(4); free(p); free(p); return 0; }";
        violates("valid-free", twice, "double-free", &[]);
        let null = "int main(void) { int *p = 0; return *p; }";
        violates("valid-deref", null, "SEGV", &[]);
    }

    #[test]
    fn resources_that_end_do_not_count() {
        let memory = "int main(void) { char *p = malloc(1ul << 60); p[5] = 1; return 0; }";
        passes("valid-deref", memory);
        let stack = "int f(int n) { int a[1000]; a[n % 1000] = n; return n + f(n + 1) + a[0]; }
            int main(void) { return f(0); }";
        passes("valid-deref", stack);
        let frame = "int main(void) { char a[100000000]; a[0] = 1; a[50000000] = 1; return a[0]; }";
        passes("valid-deref", frame);
    }

    #[test]
    fn leaks_count_where_the_property_has_them() {
        let lost = "int main(void) { int *p = malloc(4); *p = 1; printf(\"%d\", *p); return 0; }";
        violates("valid-memsafety", lost, "detected memory leaks", &[]);
        passes("valid-deref", lost);
        let exits = "int main(void) { int *p = malloc(4); *p = 1; exit(*p); }";
        passes("valid-memsafety", exits);
        violates("valid-memcleanup", exits, "detected memory leaks", &[]);
        let kept = "int *g; int main(void) { g = malloc(4); printf(\"kept\\n\"); return 0; }";
        passes("valid-memsafety", kept);
        let output = "int main(void) { printf(\"the buffer is not ours\\n\"); return 0; }";
        passes("valid-memcleanup", output);
    }

    #[test]
    fn executions_are_counted_and_cut_off() {
        let Some(tried) = passes("no-overflow", "int main(void) { return 0; }") else { return };
        assert_eq!((tried.executions, tried.completed), (1, 1));
        let refused =
            "int main(void) { int x = __VERIFIER_nondet_int(); __VERIFIER_assume(x != x); return x + 1; }";
        let tried = passes("no-overflow", refused).expect("there is a compiler");
        assert_eq!((tried.executions, tried.completed), (MAX_EXECUTIONS, 0));
        let folder = Folder::new().expect("a folder");
        let script = folder.0.join("program");
        std::fs::write(&script, "#!/bin/sh\nwhile :; do :; done\n").expect("written");
        let mode = std::os::unix::fs::PermissionsExt::from_mode(0o755);
        std::fs::set_permissions(&script, mode).expect("executable");
        let conditions = Conditions { limit: Some(SHORTEST), ..Conditions::default() };
        assert!(compiled::run(&script, &folder.0, &conditions).expect("it starts").is_none());
    }
}
