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
    /// Has no effect that matters, and may return anything: `printf` and the like.
    Output,
    /// Threads.
    Threads,
    /// `setjmp`, `longjmp`.
    Jumps,
}

/// Which argument of a function of the library, if it is not NULL, leads to memory that the call changes, where
/// nothing here says how.
pub fn written_argument(name: &str) -> Option<usize> {
    let name = name.strip_prefix("__builtin_").unwrap_or(name);
    Some(match name {
        "sprintf" | "snprintf" | "vsprintf" | "vsnprintf" | "fgets" | "gets" | "fread" | "qsort" | "time"
        | "strtok" | "swprintf" | "getline" | "gettimeofday" | "pipe" | "asprintf" | "vasprintf" => 0,
        "scanf" | "vscanf" | "read" | "recv" | "recvfrom" | "recvmsg" | "readv" | "pread" | "strtol"
        | "strtoul" | "strtoll" | "strtoull" | "strtod" | "strtof" | "strtold" | "clock_gettime" | "stat"
        | "fstat" | "lstat" | "strtok_r" | "gmtime_r" | "localtime_r" => 1,
        "sscanf" | "fscanf" | "vsscanf" | "vfscanf" | "remquo" | "remquof" | "remquol" => 2,
        _ => return None,
    })
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
        "__VERIFIER_assume" => Routine::Assume,
        "exit" | "_exit" | "_Exit" | "quick_exit" => Routine::Exit,
        "abort"
        | "unreachable"
        | "trap"
        | "__assert_fail"
        | "__assert"
        | "__assert_perror_fail"
        | "__assert_rtn"
        | "_assert"
        | "reach_error"
        | "__VERIFIER_error" => Routine::Abort,
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
        _ => return None,
    })
}
