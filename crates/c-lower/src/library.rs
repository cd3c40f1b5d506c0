//! The functions that the lowering knows by name, if the program does not define them.

/// What a known function does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Routine {
    /// `malloc(n)`: never fails, as SV-COMP has it.
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

/// Whether a function of the library, which nothing here describes, changes the memory that an argument leads to.
pub fn writes_argument(name: &str, argument: usize) -> bool {
    if let Some(first) = first_scanned(name) {
        return argument >= first;
    }
    let name = name.strip_prefix("__builtin_").unwrap_or(name);
    WRITTEN.iter().any(|(arguments, names)| arguments.contains(&argument) && names.contains(&name))
}

/// The first argument that a function of the family of `scanf` stores through.
fn first_scanned(name: &str) -> Option<usize> {
    let prefixes = ["__builtin_", "__isoc99_", "__isoc23_"];
    Some(match prefixes.iter().find_map(|prefix| name.strip_prefix(prefix)).unwrap_or(name) {
        "scanf" | "wscanf" => 1,
        "sscanf" | "fscanf" | "swscanf" | "fwscanf" => 2,
        _ => return None,
    })
}

/// Whether a function prints by a format.
pub fn format_argument(name: &str) -> Option<usize> {
    Some(match name.strip_prefix("__builtin_").unwrap_or(name) {
        "printf" | "vprintf" | "wprintf" | "printk" => 0,
        "fprintf" | "vfprintf" | "sprintf" | "vsprintf" | "dprintf" | "asprintf" => 1,
        "snprintf" | "vsnprintf" => 2,
        _ => return None,
    })
}

/// Whether the result of a function follows from its arguments and from what was called before, so that it is not any
/// value, though nothing here says which.
pub fn is_determined(name: &str) -> bool {
    const NAMES: &[&str] = &[
        "atof",
        "strtod",
        "strtof",
        "strtold",
        "strverscmp",
        "fetestexcept",
        "fegetexceptflag",
        "mbstowcs",
        "mbtowc",
        "mblen",
        "wcstombs",
        "wctomb",
        "wcsspn",
        "wcscspn",
        "wcswidth",
        "wcscoll",
        "wmemcmp",
        "ftell",
        "feof",
        "ferror",
        "fileno",
        "strcasecmp_l",
        "towlower",
        "towupper",
        "iswalpha",
        "iswdigit",
        "iswspace",
        "iswupper",
        "iswlower",
        "iswalnum",
        "iswpunct",
        "a64l",
        "mktime",
        "timegm",
        "difftime",
        "rand_r",
        "sigismember",
        "sem_getvalue",
        "pthread_equal",
        "thrd_equal",
        "inet_addr",
        "random_r",
        "mlockall",
    ];
    NAMES.contains(&name)
}

/// Functions that change memory, by the arguments that lead to it.
const WRITTEN: &[(&[usize], &[&str])] = &[
    (
        &[0],
        &[
            "sprintf",
            "snprintf",
            "vsprintf",
            "vsnprintf",
            "swprintf",
            "vswprintf",
            "asprintf",
            "vasprintf",
            "__sprintf_chk",
            "__snprintf_chk",
            "__vsprintf_chk",
            "__vsnprintf_chk",
            "__strcpy_chk",
            "__strncpy_chk",
            "__strcat_chk",
            "__strncat_chk",
            "__stpcpy_chk",
            "__memcpy_chk",
            "__memmove_chk",
            "__memset_chk",
            "fgets_unlocked",
            "fread_unlocked",
            "qsort_r",
            "gettimeofday",
            "pipe",
            "pipe2",
            "strftime",
            "basename",
            "dirname",
            "__xpg_basename",
            "wcsftime",
            "mktime",
            "timegm",
            "getcwd",
            "getwd",
            "gethostname",
            "getdomainname",
            "wait",
            "uname",
            "times",
            "sysinfo",
            "tmpnam",
            "mkstemp",
            "mkdtemp",
            "mktemp",
            "ctermid",
            "cuserid",
            "strfry",
            "memfrob",
            "rand_r",
            "sigemptyset",
            "sigfillset",
            "sigaddset",
            "sigdelset",
            "sigpending",
            "regcomp",
            "posix_openpt",
            "mbtowc",
            "mbstowcs",
            "wctomb",
            "wcstombs",
            "mbrtowc",
            "wcrtomb",
            "mbsrtowcs",
            "wcsrtombs",
            "wcsncat",
            "wcpcpy",
            "fgetws",
            "initstate",
            "seed48",
            "lcong48",
            "erand48",
            "nrand48",
            "jrand48",
            "getloadavg",
            "getresuid",
            "getresgid",
            "cfsetspeed",
            "cfmakeraw",
            "inet_aton",
        ],
    ),
    (&[0, 1], &["getline", "sigwait", "getentropy"]),
    (&[0, 1, 2], &["getdelim"]),
    (&[1, 2, 3, 4], &["select", "pselect"]),
    (&[0], &["poll", "ppoll"]),
    (&[3], &["getaddrinfo", "regexec", "socketpair", "wait4"]),
    (&[3, 4], &["getsockopt"]),
    (&[1, 4], &["getpwnam_r", "getpwuid_r", "getgrnam_r", "getgrgid_r"]),
    (
        &[2],
        &[
            "strptime",
            "getitimer",
            "setitimer",
            "waitid",
            "inet_pton",
            "inet_ntop",
            "ioctl",
            "fcntl",
            "sigaltstack",
        ],
    ),
    (&[2], &["readlinkat", "fstatat", "fstatat64", "__xstat", "__fxstat", "__lxstat", "__xstat64"]),
    (&[2], &["__fxstat64", "__lxstat64", "sigprocmask", "pthread_sigmask", "strerror_r", "strfmon"]),
    (&[2], &["remquo", "remquof", "remquol", "sched_getaffinity", "getrandom"]),
    (&[1, 2], &["accept", "getsockname", "getpeername", "sincos", "sincosf", "sincosl"]),
    (
        &[1],
        &[
            "recv",
            "recvmsg",
            "readv",
            "preadv",
            "pread",
            "pread64",
            "strtod",
            "strtof",
            "strtold",
            "__strtod_internal",
            "strtoimax",
            "strtoumax",
            "wcstol",
            "wcstoul",
            "wcstod",
            "clock_gettime",
            "clock_getres",
            "timespec_get",
            "stat",
            "fstat",
            "lstat",
            "stat64",
            "fstat64",
            "lstat64",
            "statfs",
            "fstatfs",
            "statvfs",
            "fstatvfs",
            "gmtime_r",
            "localtime_r",
            "asctime_r",
            "ctime_r",
            "waitpid",
            "wait3",
            "nanosleep",
            "getrlimit",
            "getrlimit64",
            "getrusage",
            "getgroups",
            "tcgetattr",
            "readlink",
            "realpath",
            "fgetpos",
            "ttyname_r",
            "lgamma_r",
            "random_r",
            "pthread_join",
            "thrd_join",
            "sem_getvalue",
            "sched_getparam",
            "confstr",
            "getnameinfo",
            "epoll_wait",
        ],
    ),
    (&[1, 4, 5], &["recvfrom"]),
];

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
        "__VERIFIER_assume" => Routine::Assume,
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
        "assert" => Routine::Assert,
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
        "setjmp" | "_setjmp" | "__sigsetjmp" | "sigsetjmp" | "longjmp" | "siglongjmp" => Routine::Jumps,
        _ if name.starts_with("__VERIFIER_nondet") => Routine::Nondet,
        "pthread_create" | "thrd_create" | "fork" | "vfork" | "clone" => Routine::Threads,
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
