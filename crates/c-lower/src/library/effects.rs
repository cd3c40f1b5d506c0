//! What functions of the C library without a model may do to the memory of the program.
//!
//! Effects are written as codes, most of them with the index of an argument:
//!
//! | code | meaning |
//! |---|---|
//! | `w0` | may write to the object that argument 0 points into, as far as it goes |
//! | `w0<1` | the same, but no more bytes than argument 1 says |
//! | `o0` | may write to one object of the type that the parameter points to |
//! | `s1` | may write through every pointer from argument 1 on |
//! | `r0` | returns argument 0 or NULL |
//! | `i0` | may return a pointer into the object of argument 0 |
//! | `j` | a pointer that it returns is to new memory, or to memory that later calls do not change |
//! | `g` | may change memory that the library gave to the program before, though it returns no pointer |
//! | `a` | may return memory that the program has to free |
//! | `f1` | argument 1 is a format, in which `%n` asks for writing |
//! | `k1` | keeps argument 1, to use its memory later |
//! | `n` | may never return |
//! | `x` | does what is not modelled: it calls functions of the program, or follows pointers |
//!
//! What a function returns is not known in any case.

use std::sync::LazyLock;

use rustc_hash::FxHashMap;

use super::functions::{FUNCTIONS, MATH};

/// How much a function may write.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Extent {
    /// As much as the object has.
    Object,
    /// One object of the type that the parameter points to.
    Pointee,
    /// No more bytes than an argument says.
    Argument(usize),
}

/// What a function may do.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Effects {
    codes: &'static str,
}

impl Effects {
    /// The indices that come with a code.
    fn indices(self, code: char) -> impl Iterator<Item = usize> {
        self.codes
            .split_whitespace()
            .filter_map(move |word| word.strip_prefix(code)?.split('<').next()?.parse().ok())
    }

    fn has(self, code: &str) -> bool {
        self.codes.split_whitespace().any(|word| word == code)
    }

    /// Whether and how far it writes where an argument points to.
    pub fn writes(self, argument: usize) -> Option<Extent> {
        if self.indices('s').any(|first| argument >= first) {
            return Some(Extent::Object);
        }
        if self.indices('o').any(|index| index == argument) {
            return Some(Extent::Pointee);
        }
        let word = self.codes.split_whitespace().find(|word| {
            let index = word.strip_prefix('w').and_then(|rest| rest.split('<').next());
            index.and_then(|index| index.parse().ok()) == Some(argument)
        })?;
        let limit = word.split_once('<').and_then(|(_, limit)| limit.parse().ok());
        Some(limit.map_or(Extent::Object, Extent::Argument))
    }

    /// Whether it keeps an argument for later.
    pub fn keeps(self, argument: usize) -> bool {
        self.indices('k').any(|index| index == argument)
    }

    /// The argument that it returns, if it is not NULL.
    pub fn returned(self) -> Option<usize> {
        self.indices('r').next()
    }

    /// The arguments whose objects it may return pointers into.
    pub fn entered(self) -> impl Iterator<Item = usize> {
        self.indices('i')
    }

    /// The argument that is a format for printing.
    pub fn format(self) -> Option<usize> {
        self.indices('f').next()
    }

    /// Whether memory that the library gave to the program before may change.
    pub fn changes_given(self, returns_pointer: bool) -> bool {
        self.has("g") || (returns_pointer && !self.has("j") && self.returned().is_none())
    }

    /// Whether it may allocate memory for the program.
    pub fn allocates(self) -> bool {
        self.has("a")
    }

    /// Whether it may never return.
    pub fn may_end(self) -> bool {
        self.has("n")
    }

    /// Whether what it does is not modelled at all.
    pub fn is_rejected(self) -> bool {
        self.has("x")
    }
}

/// The suffixes of the functions in `math.h`.
const SUFFIXES: [&str; 7] = ["f32x", "f64x", "f128", "f32", "f64", "f", "l"];

type Table = FxHashMap<&'static str, Effects>;

fn table(groups: &'static [(&'static str, &'static str)]) -> Table {
    let names = groups.iter().flat_map(|(codes, names)| {
        let effects = Effects { codes };
        names.split_whitespace().map(move |name| (name, effects))
    });
    names.collect()
}

static FUNCTION_TABLE: LazyLock<Table> = LazyLock::new(|| table(FUNCTIONS));
static MATH_TABLE: LazyLock<Table> = LazyLock::new(|| table(MATH));

/// Whether `math.h` has a function of this name without a suffix.
pub(super) fn is_of_numbers(base: &str) -> bool {
    MATH_TABLE.contains_key(base)
}

/// The name without what tells the type; the name itself if that is none of `math.h`.
pub(super) fn base_of_number_function(name: &str) -> &str {
    let name = name.strip_prefix("__builtin_").unwrap_or(name);
    let plain = name.strip_prefix("__").unwrap_or(name);
    let bases = SUFFIXES.iter().filter_map(|suffix| plain.strip_suffix(suffix));
    std::iter::once(plain).chain(bases).find(|base| is_of_numbers(base)).unwrap_or(name)
}

/// What a function of the library may do, or `None` if the library has no such function.
pub fn effects(name: &str) -> Option<Effects> {
    let builtin = name.strip_prefix("__builtin_");
    let name = builtin.unwrap_or(name);
    if let Some(effects) = FUNCTION_TABLE.get(name) {
        return Some(*effects);
    }
    // What else gcc knows, and what the lowering knows by name, writes nothing that is not modelled.
    let is_known = || builtin.is_some() || c_sema::is_known_to_gcc(name) || super::routine(name).is_some();
    let of_numbers = MATH_TABLE.get(base_of_number_function(name)).copied();
    of_numbers.or_else(|| is_known().then(Effects::default))
}

#[cfg(test)]
mod tests {
    use super::{Extent, effects};

    #[test]
    fn codes_are_read() {
        let of = |name: &str| effects(name).expect("the library has it");
        assert_eq!(of("snprintf").writes(0), Some(Extent::Argument(1)));
        assert_eq!(of("snprintf").writes(1), None);
        assert_eq!(of("snprintf").format(), Some(2));
        assert_eq!(of("scanf").writes(0), None);
        assert_eq!(of("scanf").writes(7), Some(Extent::Object));
        assert_eq!(of("wait4").writes(1), Some(Extent::Pointee));
        assert_eq!((of("asctime_r").returned(), of("getcwd").entered().collect()), (Some(1), vec![0]));
        assert!(of("setvbuf").keeps(1) && of("pause").may_end() && of("syscall").is_rejected());
        assert!(of("localtime").changes_given(true) && !of("getenv").changes_given(true));
        assert!(of("setenv").changes_given(false) && !of("close").changes_given(false));
    }

    #[test]
    fn functions_of_numbers_have_suffixes() {
        for name in ["sincos", "sincosf", "sincosl", "__sincosf128", "__builtin_sincos"] {
            let effects = effects(name).expect("the library has it");
            assert_eq!((effects.writes(0), effects.writes(2)), (None, Some(Extent::Pointee)), "{name}");
        }
        assert_eq!(effects("lookup_user"), None);
    }
}
