//! The types of library functions and builtins that gcc knows without a declaration.
//!
//! Each is written as `result(parameters)`, one letter for each type: `v` void, `b` _Bool, `c` char, `h` unsigned short,
//! `i` int, `u` unsigned, `l` long, `m` unsigned long, `q` long long, `Q` unsigned long long, `z` size_t, `f` float,
//! `d` double, `D` long double, `P` void *, `S` char *, `I` int *, `.` more arguments.

use super::Checker;
use crate::types::{FunctionType, Ty, Type};

/// Functions of the library, by the types that gcc gives them.
const LIBRARY: &[(&str, &[&str])] = &[
    ("v()", &["abort"]),
    ("v(i)", &["exit", "_exit", "_Exit"]),
    ("P(z)", &["malloc", "alloca", "valloc"]),
    ("P(zz)", &["calloc", "aligned_alloc"]),
    ("P(Pz)", &["realloc"]),
    ("v(P)", &["free"]),
    ("P(PPz)", &["memcpy", "memmove", "mempcpy"]),
    ("P(Piz)", &["memset", "memchr"]),
    ("i(PPz)", &["memcmp", "bcmp"]),
    ("v(Pz)", &["bzero"]),
    ("v(PPz)", &["bcopy"]),
    ("z(S)", &["strlen"]),
    ("z(Sz)", &["strnlen"]),
    ("S(SS)", &["strcpy", "strcat", "stpcpy", "strstr", "strpbrk"]),
    ("S(SSz)", &["strncpy", "strncat", "stpncpy"]),
    ("i(SS)", &["strcmp", "strcasecmp"]),
    ("i(SSz)", &["strncmp", "strncasecmp"]),
    ("S(Si)", &["strchr", "strrchr", "index", "rindex"]),
    ("z(SS)", &["strspn", "strcspn"]),
    ("S(S)", &["strdup"]),
    ("S(Sz)", &["strndup"]),
    ("i(S.)", &["printf", "scanf"]),
    ("i(PS.)", &["fprintf", "fscanf"]),
    ("i(SS.)", &["sprintf", "sscanf"]),
    ("i(SzS.)", &["snprintf"]),
    ("i(SP)", &["vprintf", "vscanf"]),
    ("i(PSP)", &["vfprintf", "vfscanf"]),
    ("i(SSP)", &["vsprintf", "vsscanf"]),
    ("i(SzSP)", &["vsnprintf"]),
    ("i(S)", &["puts"]),
    (
        "i(i)",
        &[
            "putchar", "abs", "isalnum", "isalpha", "isascii", "isblank", "iscntrl", "isdigit", "isgraph",
            "islower", "isprint", "ispunct", "isspace", "isupper", "isxdigit", "toascii", "tolower",
            "toupper", "ffs",
        ],
    ),
    ("l(l)", &["labs"]),
    ("q(q)", &["llabs"]),
    ("i(SP)", &["fputs"]),
    ("i(iP)", &["fputc", "putc"]),
    ("z(PzzP)", &["fwrite"]),
    ("i(l)", &["ffsl"]),
    ("i(q)", &["ffsll"]),
    ("d(dI)", &["frexp"]),
    ("f(fI)", &["frexpf"]),
    ("D(DI)", &["frexpl"]),
    ("d(di)", &["ldexp", "scalbn", "powi"]),
    ("f(fi)", &["ldexpf", "scalbnf", "powif"]),
    ("D(Di)", &["ldexpl", "scalbnl", "powil"]),
    ("d(dl)", &["scalbln"]),
    ("f(fl)", &["scalblnf"]),
    ("D(Dl)", &["scalblnl"]),
    ("d(dP)", &["modf"]),
    ("f(fP)", &["modff"]),
    ("D(DP)", &["modfl"]),
    ("d(ddd)", &["fma"]),
    ("f(fff)", &["fmaf"]),
    ("D(DDD)", &["fmal"]),
    ("d(ddI)", &["remquo"]),
    ("f(ffI)", &["remquof"]),
    ("D(DDI)", &["remquol"]),
];

/// Functions of one floating-point number, each also with the suffixes `f` and `l`.
const MATH: &[&str] = &[
    "acos",
    "acosh",
    "asin",
    "asinh",
    "atan",
    "atanh",
    "cbrt",
    "ceil",
    "cos",
    "cosh",
    "erf",
    "erfc",
    "exp",
    "exp10",
    "exp2",
    "expm1",
    "fabs",
    "floor",
    "gamma",
    "j0",
    "j1",
    "lgamma",
    "log",
    "log10",
    "log1p",
    "log2",
    "logb",
    "nearbyint",
    "rint",
    "round",
    "roundeven",
    "significand",
    "sin",
    "sinh",
    "sqrt",
    "tan",
    "tanh",
    "tgamma",
    "trunc",
    "y0",
    "y1",
];

/// Functions of two.
const MATH2: &[&str] = &[
    "atan2",
    "copysign",
    "drem",
    "fdim",
    "fmax",
    "fmin",
    "fmod",
    "hypot",
    "nextafter",
    "pow",
    "remainder",
    "scalb",
];

/// Functions that give an integer: their result, and their names.
const MATH_INTEGER: &[(&str, &[&str])] = &[
    ("i", &["ilogb", "finite", "isinf", "isnan", "signbit"]),
    ("l", &["lrint", "lround"]),
    ("q", &["llrint", "llround"]),
];

/// Builtins that have no function of the library behind them, without `__builtin_`.
const INTRINSICS: &[(&str, &[&str])] = &[
    ("v()", &["unreachable", "trap"]),
    ("i(u)", &["clz", "ctz", "popcount", "parity"]),
    ("i(m)", &["clzl", "ctzl", "popcountl", "parityl"]),
    ("i(Q)", &["clzll", "ctzll", "popcountll", "parityll"]),
    ("i(i)", &["clrsb"]),
    ("i(l)", &["clrsbl"]),
    ("i(q)", &["clrsbll"]),
    ("h(h)", &["bswap16"]),
    ("u(u)", &["bswap32"]),
    ("Q(Q)", &["bswap64"]),
    ("P(u)", &["return_address", "frame_address"]),
    ("P(P)", &["extract_return_addr", "frob_return_addr"]),
    ("b(iiP)", &["sadd_overflow", "ssub_overflow", "smul_overflow"]),
    ("b(llP)", &["saddl_overflow", "ssubl_overflow", "smull_overflow"]),
    ("b(qqP)", &["saddll_overflow", "ssubll_overflow", "smulll_overflow"]),
    ("b(uuP)", &["uadd_overflow", "usub_overflow", "umul_overflow"]),
    ("b(mmP)", &["uaddl_overflow", "usubl_overflow", "umull_overflow"]),
    ("b(QQP)", &["uaddll_overflow", "usubll_overflow", "umulll_overflow"]),
];

fn find(table: &[(&'static str, &[&str])], name: &str) -> Option<String> {
    table.iter().find(|(_, names)| names.contains(&name)).map(|(signature, _)| (*signature).to_string())
}

/// Whether gcc knows what a function does, so that a program cannot mean another one.
pub fn is_known_to_gcc(name: &str) -> bool {
    name.starts_with("__builtin_") || library_signature(name).is_some()
}

/// The signature of a function of the library.
fn library_signature(name: &str) -> Option<String> {
    if let Some(signature) = find(LIBRARY, name) {
        return Some(signature);
    }
    let suffixed = [(name, "d")].into_iter().chain(
        [('f', "f"), ('l', "D")]
            .into_iter()
            .filter_map(|(suffix, letter)| name.strip_suffix(suffix).map(|base| (base, letter))),
    );
    for (base, letter) in suffixed {
        if MATH.contains(&base) {
            return Some(format!("{letter}({letter})"));
        }
        if MATH2.contains(&base) {
            return Some(format!("{letter}({letter}{letter})"));
        }
        if let Some(result) = find(MATH_INTEGER, base) {
            return Some(format!("{result}({letter})"));
        }
    }
    None
}

impl<'a> Checker<'a> {
    /// The type of a function of the library.
    pub(super) fn library_type(&mut self, name: &str) -> Option<Ty> {
        Some(self.signature_type(&library_signature(name)?))
    }

    /// The type of a builtin that is no function of the library; the name is without `__builtin_`.
    pub(super) fn intrinsic_type(&mut self, name: &str) -> Option<Ty> {
        Some(self.signature_type(&find(INTRINSICS, name)?))
    }

    fn signature_type(&mut self, signature: &str) -> Ty {
        let mut letters = signature.chars();
        let result = letters.next().map_or(self.common.int, |letter| self.letter_type(letter));
        let rest = letters.as_str().trim_matches(['(', ')']);
        let is_variadic = rest.ends_with('.');
        let parameters = rest.trim_end_matches('.').chars().map(|letter| self.letter_type(letter)).collect();
        let function = FunctionType { result, parameters, is_variadic, has_prototype: true };
        self.program.types.intern(Type::Function(function))
    }

    fn letter_type(&mut self, letter: char) -> Ty {
        match letter {
            'v' => self.common.void,
            'b' => self.common.bool,
            'c' => self.common.char,
            'h' => self.common.ushort,
            'u' => self.common.uint,
            'l' => self.common.long,
            'm' => self.common.ulong,
            'q' => self.common.llong,
            'Q' => self.common.ullong,
            'z' => self.common.size,
            'f' => self.common.float,
            'd' => self.common.double,
            'D' => self.common.long_double,
            'P' => self.common.void_pointer,
            'S' => self.common.char_pointer,
            'I' => self.program.types.pointer_to(self.common.int),
            _ => self.common.int,
        }
    }
}
