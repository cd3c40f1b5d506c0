//! Calls that allocate memory, in a harness: those that fail in a counterexample fail in the compiled program, too, and
//! executions before a proof is told draw which fail.
//!
//! The linker leads calls of `malloc` to `__wrap_malloc` (`--wrap`), which asks whether it fails, and otherwise calls the
//! real one. Every wrapped call asks once, in the order of the calls, as every call in the model does.

use std::fmt::Write;

use c_lower::options::{Allocation, Options};
use executions::Input;
use term::Sort;

/// The functions that allocate, and how many arguments they have. All are of the size of a word.
const FUNCTIONS: [(&str, usize); 12] = [
    ("malloc", 1),
    ("valloc", 1),
    ("pvalloc", 1),
    ("strdup", 1),
    ("wcsdup", 1),
    ("calloc", 2),
    ("realloc", 2),
    ("aligned_alloc", 2),
    ("memalign", 2),
    ("strndup", 2),
    ("reallocarray", 3),
    ("posix_memalign", 3),
];

/// How a harness answers calls of a function.
pub struct Wrapper {
    /// The function.
    pub name: String,
    /// The definition of its wrapper.
    pub definition: String,
}

/// Whether an input says that an allocation fails: no function returns a truth value of the model.
pub fn is_outcome(input: &Input) -> bool {
    input.value.sort() == Sort::Bool
}

/// Which calls fail, in their order; the others succeed.
pub fn recorded(options: &Options, outcomes: &[bool]) -> String {
    if options.allocation == Allocation::NeverFails {
        return String::new();
    }
    let list: Vec<&str> = outcomes.iter().map(|fails| if *fails { "1" } else { "0" }).collect();
    let list = if list.is_empty() { "0".to_string() } else { list.join(", ") };
    format!(
        "\n/* Which calls that allocate memory fail. */\nstatic int principia_lacks_memory(const char *name)\n{{\n    \
         static const char fails[] = {{ {list} }};\n    static unsigned next;\n    (void)name;\n    \
         return next < sizeof fails ? fails[next++] : 0;\n}}\n"
    )
}

/// Draws which calls fail.
pub fn drawn(options: &Options) -> &'static str {
    match options.allocation {
        Allocation::NeverFails => "",
        Allocation::MayFail => {
            "\nstatic int principia_lacks_memory(const char *name)\n{\n    int fails = (principia_draw() & 3) == 1;\n    \
             principia_note(fails, 'm', name);\n    return fails;\n}\n"
        }
    }
}

/// The wrapper of a function, if it is one that allocates.
pub fn wrapper(name: &str) -> Option<Wrapper> {
    let plain = name.strip_prefix("__builtin_").unwrap_or(name);
    let (_, count) = FUNCTIONS.iter().find(|(known, _)| *known == plain.trim_start_matches("__"))?;
    let types = vec!["__SIZE_TYPE__"; *count].join(", ");
    let parameters: Vec<String> = (0..*count).map(|index| format!("__SIZE_TYPE__ a{index}")).collect();
    let arguments: Vec<String> = (0..*count).map(|index| format!("a{index}")).collect();
    // POSIX has it return the error.
    let (result, failure) = if plain == "posix_memalign" { ("int ", "12") } else { ("void *", "0") };
    let mut definition = String::new();
    let _ = write!(
        definition,
        "\nextern {result}__real_{plain}({types});\n{result}__wrap_{plain}({})\n{{\n    \
         return principia_lacks_memory(\"{plain}\") ? {failure} : __real_{plain}({});\n}}\n",
        parameters.join(", "),
        arguments.join(", "),
    );
    Some(Wrapper { name: plain.to_string(), definition })
}
