//! The functions that the lowering knows by name, if the program does not define them.
//!
//! Some are routines: the lowering says what they do. Others are models, in C ([`crate::models`]). Of the rest of the C
//! library only what they may change is known ([`effects`]).

mod effects;
mod functions;
mod overflow;
mod reading;
mod verifiers;

pub use effects::{Effects, Extent, effects};
pub(crate) use overflow::{OverflowBuiltin, overflow_builtin};
pub use reading::{Conversion, Reading, conversions, readings};
pub use verifiers::verifier_of;

use c_sema::hir::{Callee, Expr, ExprId, ExprKind, Program};

/// What a known function does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Routine {
    /// `malloc(n)`
    Allocate,
    /// `calloc(n, m)`
    AllocateZeroed,
    /// `alloca(n)`: lives until the function returns.
    AllocateStack,
    /// `realloc(p, n)`
    Reallocate,
    /// `free(p)`
    Free,
    /// `memcpy(to, from, n)`, `memmove`
    CopyMemory,
    /// `memset(to, byte, n)`
    SetMemory,
    /// Returns its first argument.
    FirstArgument,
    /// `__VERIFIER_nondet_*`: an input.
    Nondet,
    /// `__VERIFIER_assume(c)`
    Assume,
    /// `exit(n)`
    Exit,
    /// `abort()` and failed assertions: the program ends.
    Abort,
    /// `assert(c)` as a function, which is what the macro becomes if nobody declares it.
    Assert,
    /// Has no effect that matters, and may return anything: `printf` and the like.
    Output,
    /// Calls functions of the program, now or later.
    CallBack,
    /// `vscanf` and the like: stores through whatever the caller of its caller passed.
    ScanList,
    /// `fesetround(mode)`: only the usual mode is known.
    SetRounding,
    /// Other functions that change how floating-point numbers are rounded.
    Environment,
    /// Threads.
    Threads,
    /// `setjmp`, `longjmp`.
    Jumps,
}

/// The argument of a function that is a format for printing.
pub fn format_argument(name: &str) -> Option<usize> {
    match name.strip_prefix("__builtin_").unwrap_or(name) {
        "printf" | "vprintf" | "printk" => Some(0),
        "fprintf" | "vfprintf" => Some(1),
        name => effects(name)?.format(),
    }
}

/// Whether a function that prints takes its arguments as a `va_list`.
pub fn takes_list(name: &str) -> bool {
    name.trim_start_matches("__builtin_")
        .trim_start_matches('_')
        .trim_start_matches("obstack_")
        .starts_with('v')
}

/// Whether an object that is defined elsewhere belongs to the library: it does not hold just anything.
pub fn is_object_of_library(name: &str) -> bool {
    CHANGING_OBJECTS.contains(&name)
        || matches!(
            name,
            "stdin"
                | "stdout"
                | "stderr"
                | "optarg"
                | "optind"
                | "opterr"
                | "optopt"
                | "program_invocation_name"
                | "program_invocation_short_name"
                | "__progname"
                | "__progname_full"
                | "sys_errlist"
                | "sys_nerr"
                | "in6addr_any"
                | "in6addr_loopback"
        )
}

/// Objects that belong to the library and that its functions change.
pub const CHANGING_OBJECTS: [&str; 14] = [
    "timezone",
    "daylight",
    "tzname",
    "__timezone",
    "__daylight",
    "__tzname",
    "signgam",
    "__signgam",
    "h_errno",
    "getdate_err",
    "environ",
    "__environ",
    "_environ",
    "error_message_count",
];

/// What the standard says about a number that a function answers with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Answer {
    /// Only its sign.
    Sign,
    /// Only whether it is zero.
    Truth,
}

/// What is specified of the answer of a function, if that is not all.
pub fn answer(name: &str) -> Option<Answer> {
    let base = name.strip_prefix("__builtin_").unwrap_or(name).trim_start_matches('_');
    if matches!(base, "signbit" | "signbitf" | "signbitl") {
        return Some(Answer::Truth);
    }
    Some(match name {
        "memcmp" | "strcmp" | "strncmp" | "strcasecmp" | "strncasecmp" | "strcoll" | "wcscmp" | "wcsncmp"
        | "wmemcmp" | "wcscoll" => Answer::Sign,
        "bcmp" | "isalnum" | "isalpha" | "isascii" | "isblank" | "iscntrl" | "isdigit" | "isgraph"
        | "islower" | "isprint" | "ispunct" | "isspace" | "isupper" | "isxdigit" => Answer::Truth,
        _ => return None,
    })
}

/// Whether a program may choose the seed of its random numbers, so that they may repeat: it sets it more than once, or not
/// to what another function gives it.
pub fn chooses_seed(program: &Program) -> bool {
    let seeds = |expr: &Expr| match &expr.kind {
        ExprKind::Call(Callee::Direct(function), arguments) => {
            let name = &*program.functions[*function].name;
            matches!(name, "srand" | "srandom" | "initstate" | "setstate").then(|| arguments.clone())
        }
        _ => None,
    };
    let seeds: Vec<Vec<ExprId>> = program.exprs.iter().filter_map(seeds).collect();
    let is_given = |seed: &ExprId| matches!(program.unconverted(*seed), ExprKind::Call(..));
    seeds.len() > 1 || !seeds.iter().flatten().all(is_given)
}

/// Whether a function with a model, or a function of numbers, may set `errno`, though that is not modelled.
pub fn sets_errno(name: &str) -> bool {
    const MODELS: [&str; 31] = [
        "getchar",
        "getchar_unlocked",
        "fgetc",
        "fgetc_unlocked",
        "getc",
        "getc_unlocked",
        "_IO_getc",
        "gets",
        "fgets",
        "getdelim",
        "__getdelim",
        "getline",
        "scanf",
        "fscanf",
        "sscanf",
        "sprintf",
        "snprintf",
        "fread",
        "read",
        "time",
        "scalbn",
        "scalbln",
        "ldexp",
        "ilogb",
        "logb",
        "nextafter",
        "nexttoward",
        "significand",
        "aligned_alloc",
        "reallocarray",
        "pvalloc",
    ];
    const NEVER: [&str; 18] = [
        "ceil",
        "copysign",
        "fabs",
        "finite",
        "floor",
        "fmax",
        "fmin",
        "fpclassify",
        "isinf",
        "isnan",
        "nan",
        "nearbyint",
        "rint",
        "round",
        "roundeven",
        "signbit",
        "trunc",
        "totalorder",
    ];
    let base = effects::base_of_number_function(name);
    MODELS.contains(&base) || (effects::is_of_numbers(base) && !NEVER.contains(&base))
}

/// The routine of a name.
pub fn routine(name: &str) -> Option<Routine> {
    let name = name.strip_prefix("__builtin_").unwrap_or(name);
    Some(match name {
        "malloc" | "valloc" => Routine::Allocate,
        "calloc" => Routine::AllocateZeroed,
        "alloca" => Routine::AllocateStack,
        "realloc" => Routine::Reallocate,
        "free" | "cfree" => Routine::Free,
        "memcpy" | "memmove" | "__memcpy" | "__memmove" => Routine::CopyMemory,
        "memset" | "__memset" => Routine::SetMemory,
        "expect" | "assume_aligned" => Routine::FirstArgument,
        "__VERIFIER_assume" | "__CPROVER_assume" | "__ESBMC_assume" => Routine::Assume,
        "exit" | "_exit" | "_Exit" | "quick_exit" | "pthread_exit" | "thrd_exit" | "err" | "errx"
        | "verr" | "verrx" => Routine::Exit,
        "abort"
        | "unreachable"
        | "trap"
        | "__assert_fail"
        | "__assert"
        | "__assert_perror_fail"
        | "__assert_rtn"
        | "_assert"
        | "_wassert"
        | "__assert_func"
        | "reach_error"
        | "__VERIFIER_error" => Routine::Abort,
        "assert" | "__VERIFIER_assert" | "__CPROVER_assert" | "__ESBMC_assert" => Routine::Assert,
        "printf"
        | "fprintf"
        | "puts"
        | "putchar"
        | "vprintf"
        | "vfprintf"
        | "fputs"
        | "fputc"
        | "putc"
        | "fflush"
        | "perror"
        | "printk"
        | "prefetch"
        | "srand"
        | "__VERIFIER_atomic_begin"
        | "__VERIFIER_atomic_end" => Routine::Output,
        "setjmp" | "_setjmp" | "__sigsetjmp" | "sigsetjmp" | "__sigsetjmp_cancel" | "longjmp"
        | "_longjmp" | "siglongjmp" | "__longjmp_chk" => Routine::Jumps,
        _ if name.starts_with("__VERIFIER_nondet") => Routine::Nondet,
        "pthread_create" | "thrd_create" | "fork" | "_Fork" | "vfork" | "forkpty" | "clone" => {
            Routine::Threads
        }
        "atexit" | "on_exit" | "at_quick_exit" | "signal" | "bsd_signal" | "__sysv_signal" | "sigset"
        | "sigaction" | "pthread_once" | "call_once" | "pthread_atfork" | "pthread_key_create"
        | "qsort_r" | "lfind" | "lsearch" | "tsearch" | "tfind" | "tdelete" | "twalk" | "ftw" | "nftw"
        | "scandir" | "glob" | "makecontext" | "swapcontext" | "setcontext" | "getopt" | "getopt_long"
        | "getopt_long_only" | "argp_parse" => Routine::CallBack,
        "fesetround" => Routine::SetRounding,
        "fesetenv" | "feupdateenv" | "fesetmode" | "_controlfp" | "fpsetround" => Routine::Environment,
        "vscanf" | "vsscanf" | "vfscanf" | "vwscanf" | "vswscanf" | "vfwscanf" | "__isoc99_vscanf"
        | "__isoc99_vsscanf" | "__isoc99_vfscanf" | "__isoc23_vscanf" | "__isoc23_vsscanf"
        | "__isoc23_vfscanf" => Routine::ScanList,
        _ => return None,
    })
}
