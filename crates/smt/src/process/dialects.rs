//! What to know about each solver; a new one is a new value in the table.

/// How a solver is called, and what it can do.
#[derive(Debug)]
pub struct Dialect {
    /// The name in reports and on the command line.
    pub name: &'static str,
    /// Executables to look for, the best first.
    pub executables: &'static [&'static str],
    /// Names the executable instead of the search.
    pub path_variable: &'static str,
    /// Arguments for an incremental session on the standard streams.
    pub arguments: &'static [&'static str],
    /// Arguments that make it print its version.
    pub version_arguments: &'static [&'static str],
    /// Commands at the beginning of a session, before the logic is set.
    pub prologue: &'static str,
    /// Does it know quantifiers?
    pub has_quantifiers: bool,
    /// Does it know floats?
    pub has_floats: bool,
    /// Does it know integers and reals?
    pub has_numbers: bool,
    /// Does it know `((as const ...) v)`?
    pub has_constant_arrays: bool,
    /// Does it convert between bit-vectors and integers?
    pub converts_bit_vectors: bool,
}

const COMMON: &str = "(set-option :print-success false)\n\
    (set-option :produce-models true)\n\
    (set-option :produce-unsat-assumptions true)\n";

/// All solvers that we know.
pub const DIALECTS: &[Dialect] = &[
    Dialect {
        name: "z3-smtlib",
        executables: &["z3"],
        path_variable: "PRINCIPIA_SOLVER_Z3",
        arguments: &["-in", "-smt2"],
        version_arguments: &["--version"],
        prologue: COMMON,
        has_quantifiers: true,
        has_floats: true,
        has_numbers: true,
        has_constant_arrays: true,
        converts_bit_vectors: true,
    },
    Dialect {
        name: "cvc5",
        executables: &["cvc5"],
        path_variable: "PRINCIPIA_SOLVER_CVC5",
        arguments: &["--incremental", "--lang=smt2.6", "--arrays-exp", "--fp-exp"],
        version_arguments: &["--version"],
        prologue: COMMON,
        has_quantifiers: true,
        has_floats: true,
        has_numbers: true,
        has_constant_arrays: true,
        converts_bit_vectors: true,
    },
    Dialect {
        name: "cvc4",
        executables: &["cvc4"],
        path_variable: "PRINCIPIA_SOLVER_CVC4",
        arguments: &["--incremental", "--lang=smt2.6"],
        version_arguments: &["--version"],
        prologue: COMMON,
        has_quantifiers: true,
        // Needs SymFPU, which distributions leave out.
        has_floats: false,
        has_numbers: true,
        has_constant_arrays: true,
        converts_bit_vectors: true,
    },
    Dialect {
        name: "yices",
        executables: &["yices-smt2", "yices_smt2"],
        path_variable: "PRINCIPIA_SOLVER_YICES",
        arguments: &["--incremental", "--smt2-model-format"],
        version_arguments: &["--version"],
        prologue: COMMON,
        has_quantifiers: false,
        has_floats: false,
        has_numbers: true,
        has_constant_arrays: false,
        converts_bit_vectors: false,
    },
    // A script beside our program, see the build script of this crate.
    Dialect {
        name: "bitwuzla",
        executables: &["bitwuzla-smt2"],
        path_variable: "PRINCIPIA_SOLVER_BITWUZLA",
        arguments: &[],
        version_arguments: &["--version"],
        prologue: COMMON,
        has_quantifiers: false,
        has_floats: true,
        has_numbers: false,
        has_constant_arrays: true,
        converts_bit_vectors: false,
    },
];

/// The dialect with this name.
pub fn dialect(name: &str) -> Option<&'static Dialect> {
    DIALECTS.iter().find(|dialect| dialect.name == name)
}

impl Dialect {
    /// What it can do, for people.
    pub fn capabilities(&self) -> Vec<&'static str> {
        let features = [
            (true, "models"),
            (true, "cores"),
            (self.has_quantifiers, "quantifiers"),
            (self.has_floats, "floats"),
            (!self.has_numbers, "no integers"),
        ];
        features.iter().filter(|(has, _)| *has).map(|(_, feature)| *feature).collect()
    }
}
