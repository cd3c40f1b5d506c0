//! The table of functions of the C library against the prototypes in the headers of this machine: what a prototype does
//! not promise to leave alone is listed as written, or the exception is listed here.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;

use c_lower::library::{effects, routine};
use c_lower::models::library_source;
use test_tools::Tool;

/// Headers that a plain program may include.
const HEADERS: &str = "
    aio alloca argz arpa/inet assert crypt ctype dirent dlfcn endian envz err errno error execinfo fcntl fenv fmtmsg
    fnmatch fstab ftw fts getopt glob grp iconv ifaddrs inttypes langinfo libgen libintl locale malloc math mcheck
    mntent monetary mqueue net/if netdb netinet/ether netinet/in nl_types poll pthread pty pwd regex resolv sched
    search semaphore setjmp shadow signal spawn stdio stdio_ext stdlib string strings sys/epoll sys/eventfd sys/file
    sys/fsuid sys/inotify sys/ioctl sys/ipc sys/klog sys/mman sys/mount sys/msg sys/personality sys/prctl sys/ptrace
    sys/quota sys/random sys/reboot sys/resource sys/select sys/sem sys/sendfile sys/shm sys/signalfd sys/socket
    sys/stat sys/statvfs sys/swap sys/syscall sys/sysinfo sys/time sys/timeb sys/timerfd sys/times sys/timex sys/types
    sys/uio sys/un sys/utsname sys/vfs sys/wait sys/xattr syslog termios threads time uchar ucontext ulimit unistd
    utime utmp utmpx wchar wctype wordexp
";

/// Parameters that are not `const`, and that are not written to.
const ONLY_READ: &[(&str, usize)] = &[
    ("__cmsg_nxthdr", 0),
    ("__cmsg_nxthdr", 1),
    ("__sched_cpufree", 0),
    ("alphasort", 0),
    ("alphasort", 1),
    ("alphasort64", 0),
    ("alphasort64", 1),
    ("brk", 0),
    ("dlclose", 0),
    ("dlinfo", 0),
    ("dlsym", 0),
    ("dlvsym", 0),
    ("freeaddrinfo", 0),
    ("freehostent", 0),
    ("freeifaddrs", 0),
    ("fts64_close", 0),
    ("if_freenameindex", 0),
    ("malloc_usable_size", 0),
    ("mlock", 0),
    ("mlock2", 0),
    ("mmap", 0),
    ("mmap64", 0),
    ("mprobe", 0),
    ("mprotect", 0),
    ("mremap", 0),
    ("msync", 0),
    ("munlock", 0),
    ("munmap", 0),
    ("pkey_mprotect", 0),
    ("posix_madvise", 0),
    ("remap_file_pages", 0),
    ("sem_close", 0),
    ("semop", 1),
    ("semtimedop", 1),
    ("versionsort", 0),
    ("versionsort", 1),
    ("versionsort64", 0),
    ("versionsort64", 1),
];

/// What these point to is not memory of the program, or a position in its arguments.
const HANDLES: [&str; 8] = ["FILE", "__FILE", "DIR", "FTS", "FTS64", "FTSENT", "FTSENT64", "__va_list_tag"];

/// The prototypes of a header: names and parameters.
fn prototypes(header: &str, directory: &Path) -> Option<BTreeMap<String, Vec<String>>> {
    let (source, list) = (directory.join("header.c"), directory.join("header.txt"));
    std::fs::write(&source, format!("#define _GNU_SOURCE\n#include <{header}.h>\n")).ok()?;
    let options = ["-w", "-fsyntax-only", "-aux-info"];
    let output = Command::new("gcc").args(options).arg(&list).arg(&source).output().ok()?;
    if !output.status.success() {
        return None;
    }
    let text = std::fs::read_to_string(&list).ok()?;
    Some(text.lines().filter_map(prototype).collect())
}

/// `/* file:line:NC */ extern int f (int, char *);`
fn prototype(line: &str) -> Option<(String, Vec<String>)> {
    let declaration = line.split_once(" */ ")?.1;
    let open = declaration.find(" (")?;
    // A function that returns a pointer to a function has its name inside parentheses.
    let (head, rest) = match declaration[open..].strip_prefix(" (*") {
        Some(inner) => inner.split_once(" (")?,
        None => (&declaration[..open], &declaration[open + 2..]),
    };
    let name = head.rsplit([' ', '*']).next()?.to_string();
    let (mut depth, mut parameters) = (0, vec![String::new()]);
    for letter in rest.chars() {
        match letter {
            ')' if depth == 0 => break,
            ',' if depth == 0 => parameters.push(String::new()),
            _ => {
                depth += i32::from(letter == '(') - i32::from(letter == ')');
                parameters.last_mut()?.push(letter);
            }
        }
    }
    Some((name, parameters.iter().map(|parameter| parameter.trim().to_string()).collect()))
}

/// Whether a function may write to what a parameter points to, by its type.
fn may_be_written(parameter: &str) -> bool {
    if parameter == "__SOCKADDR_ARG" {
        return true;
    }
    let Some(star) = parameter.rfind('*').filter(|_| !parameter.contains('(')) else { return false };
    let pointee = parameter[..star].trim();
    let is_constant = pointee.ends_with("const") || (pointee.starts_with("const ") && !pointee.contains('*'));
    !is_constant && !HANDLES.contains(&pointee)
}

/// Whether a parameter is a function, which may be called.
fn is_function(parameter: &str) -> bool {
    parameter.contains("(*")
        || ["_fn_t", "_func_t", "_dtor_t", "_start_t", "sighandler_t"]
            .iter()
            .any(|end| parameter.ends_with(end))
}

#[test]
fn headers_promise_what_the_table_says() {
    if Tool::Gcc.or_skip().is_none() {
        return;
    }
    let directory = Path::new(env!("CARGO_TARGET_TMPDIR")).join("headers");
    std::fs::create_dir_all(&directory).expect("the directory for tests can be written");
    let models = library_source();
    let is_model =
        |name: &str| models.contains(&format!(" {name}(")) || models.contains(&format!("*{name}("));
    let is_internal = |name: &str| name.starts_with("__builtin_") || name.starts_with("__bswap_");
    let (mut wrong, mut seen) = (Vec::new(), 0);
    for header in HEADERS.split_whitespace() {
        for (name, parameters) in prototypes(header, &directory).into_iter().flatten() {
            if is_internal(&name) || is_model(&name) || routine(&name).is_some() {
                continue;
            }
            seen += 1;
            let Some(effects) = effects(&name) else {
                wrong.push(format!("{header}.h: `{name}` is missing"));
                continue;
            };
            if effects.is_rejected() {
                continue;
            }
            for (index, parameter) in parameters.iter().enumerate() {
                let is_covered = effects.writes(index).is_some() || effects.keeps(index);
                let is_exception = ONLY_READ.contains(&(&*name, index));
                if may_be_written(parameter) && !is_covered && !is_exception {
                    wrong.push(format!("{header}.h: `{name}` may write to `{parameter}` ({index})"));
                }
                if is_function(parameter) {
                    wrong.push(format!("{header}.h: `{name}` may call `{parameter}`"));
                }
            }
        }
    }
    wrong.dedup();
    // A system may lack some of the headers.
    assert!(seen > 1000, "only {seen} functions were seen");
    assert!(wrong.is_empty(), "{} of {seen}:\n{}", wrong.len(), wrong.join("\n"));
}
