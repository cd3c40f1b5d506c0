//! What functions of the C library read through their arguments.
//!
//! Functions with a model read by what the model does. For the others, this table says which arguments are strings, and
//! which are as many bytes as other arguments say; formats for printing say it themselves ([`conversions`]).

/// How much a function reads where an argument points to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reading {
    /// A string, up to its end.
    String,
    /// A string, unless the pointer is NULL.
    StringOrNull,
    /// As many bytes as an argument says.
    Bytes(usize),
    /// As many elements as an argument says, of a size that another one says.
    Elements(usize, usize),
}

use Reading::{Bytes, Elements, String as Text, StringOrNull};

const FIRST: &[(usize, Reading)] = &[(0, Text)];
const SECOND: &[(usize, Reading)] = &[(1, Text)];
const BOTH: &[(usize, Reading)] = &[(0, Text), (1, Text)];
const SENT: &[(usize, Reading)] = &[(1, Bytes(2))];

const FUNCTIONS: &[(&str, &[(usize, Reading)])] = &[
    (
        "puts fputs fputs_unlocked open open64 creat creat64 remove unlink rmdir mkdir mkfifo chdir chroot chmod chown \
         lchown access eaccess stat stat64 lstat lstat64 truncate truncate64 getenv secure_getenv system opendir atof \
         strtod strtof strtold strtoimax strtoumax readlink realpath unsetenv shm_open shm_unlink mknod",
        FIRST,
    ),
    ("openat openat64 mkdirat unlinkat fstatat faccessat fchmodat fchownat", SECOND),
    ("fopen fopen64 rename link symlink popen setenv", BOTH),
    ("freopen freopen64", &[(0, StringOrNull), (1, Text)]),
    ("perror", &[(0, StringOrNull)]),
    ("write pwrite pwrite64 send sendto", SENT),
    ("fwrite fwrite_unlocked", &[(0, Elements(1, 2))]),
];

/// What a function reads, argument by argument.
pub fn readings(name: &str) -> &'static [(usize, Reading)] {
    let name = name.strip_prefix("__builtin_").unwrap_or(name);
    let found = FUNCTIONS.iter().find(|(names, _)| names.split_whitespace().any(|known| known == name));
    found.map_or(&[], |(_, readings)| readings)
}

/// A part of a format that takes an argument.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Conversion {
    /// A number, a pointer, or a width.
    Other,
    /// A string of bytes.
    String {
        /// The most bytes that are read, if the format says so.
        limit: Option<u64>,
        /// Whether the argument before says it.
        is_limited_before: bool,
    },
}

/// What the arguments behind a format are for, in their order; `None` if that is not known.
pub fn conversions(format: &[u8]) -> Option<Vec<Conversion>> {
    let mut found = Vec::new();
    let mut rest = format.iter().copied().take_while(|&byte| byte != 0).peekable();
    while let Some(byte) = rest.next() {
        if byte != b'%' {
            continue;
        }
        while rest.next_if(|byte| b"-+ #0'".contains(byte)).is_some() {}
        if rest.next_if_eq(&b'*').is_some() {
            found.push(Conversion::Other);
        }
        while rest.next_if(u8::is_ascii_digit).is_some() {}
        let (mut limit, mut is_limited_before) = (None, false);
        if rest.next_if_eq(&b'.').is_some() {
            let mut precision = 0u64;
            while let Some(digit) = rest.next_if(u8::is_ascii_digit) {
                precision = precision.saturating_mul(10).saturating_add(u64::from(digit - b'0'));
            }
            limit = Some(precision);
            if rest.next_if_eq(&b'*').is_some() {
                (limit, is_limited_before) = (None, true);
                found.push(Conversion::Other);
            }
        }
        let mut is_wide = false;
        while let Some(modifier) = rest.next_if(|byte| b"hljztLq".contains(byte)) {
            is_wide |= modifier == b'l';
        }
        match rest.next()? {
            // Arguments by number.
            b'$' => return None,
            b'%' | b'm' => {}
            b's' if !is_wide => found.push(Conversion::String { limit, is_limited_before }),
            _ => found.push(Conversion::Other),
        }
    }
    Some(found)
}

#[cfg(test)]
mod tests {
    use super::{Conversion, Reading, conversions, readings};

    #[test]
    fn formats_say_what_is_read() {
        let string = |limit, is_limited_before| Conversion::String { limit, is_limited_before };
        assert_eq!(
            conversions(b"%d%% %-5s, %.3s|%*.*s %ls%p\0%s"),
            Some(vec![
                Conversion::Other,
                string(None, false),
                string(Some(3), false),
                Conversion::Other,
                Conversion::Other,
                string(None, true),
                Conversion::Other,
                Conversion::Other,
            ])
        );
        assert_eq!(conversions(b"%1$s"), None);
        assert_eq!(conversions(b"100%"), None);
    }

    #[test]
    fn functions_say_what_they_read() {
        assert_eq!(readings("fopen"), [(0, Reading::String), (1, Reading::String)]);
        assert_eq!(readings("fwrite"), [(0, Reading::Elements(1, 2))]);
        assert_eq!(readings("getpid"), []);
    }
}
