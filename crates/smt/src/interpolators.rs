//! Interpolating solvers by name; a new one is a new value in the table.

use crate::dump_interpolation::DumpingInterpolation;
use crate::options::SolverOptions;
use crate::process::{CutInterpolation, Dialect, ModelInterpolation, SequenceInterpolation, dialect};
use crate::traits::Interpolation;
use crate::z3::Spacer;

/// A solver that interpolates.
#[derive(Clone, Copy, Debug)]
pub struct Interpolator {
    /// The name in reports and on the command line.
    pub name: &'static str,
    /// One line for people.
    pub summary: &'static str,
    /// Starts it. The error says what is missing.
    pub open: fn(&SolverOptions) -> Result<Box<dyn Interpolation>, String>,
}

/// All of them.
pub static INTERPOLATORS: &[Interpolator] = &[
    Interpolator {
        name: "z3",
        summary: "Z3's Horn solver Spacer, in process: integers, reals, bit-vectors, arrays",
        open: |_| Ok(Box::new(Spacer::default())),
    },
    Interpolator {
        name: "smtinterpol",
        summary: "SMTInterpol: integers, reals, arrays, functions, bit-vectors as integers",
        open: |options| sequence("smtinterpol", options),
    },
    Interpolator {
        name: "mathsat",
        summary: "MathSAT: integers, reals, bit-vectors, floats, arrays",
        open: |options| sequence("mathsat", options),
    },
    Interpolator {
        name: "princess",
        summary: "Princess: integers, bit-vectors, arrays; answers may have quantifiers",
        open: |options| sequence("princess", options),
    },
    Interpolator {
        name: "cvc5",
        summary: "cvc5: formulas of a grammar, cut by cut",
        open: |options| Ok(Box::new(CutInterpolation::new(known_dialect("cvc5")?, options)?)),
    },
    Interpolator {
        name: "bitwuzla",
        summary: "Bitwuzla: bit-vectors, on the level of bits",
        open: |options| sequence("bitwuzla", options),
    },
    Interpolator {
        name: "yices",
        summary: "Yices: model interpolation of integers, reals and bit-vectors, also nonlinear, cut by cut",
        open: |options| Ok(Box::new(ModelInterpolation::new(known_dialect("yices")?, options)?)),
    },
];

/// A solver that gives sequences at once.
fn sequence(name: &str, options: &SolverOptions) -> Result<Box<dyn Interpolation>, String> {
    Ok(Box::new(SequenceInterpolation::new(known_dialect(name)?, options)?))
}

fn known_dialect(name: &str) -> Result<&'static Dialect, String> {
    dialect(name).ok_or_else(|| format!("there is no solver called {name}"))
}

/// The solver with this name.
pub fn interpolator(name: &str) -> Option<&'static Interpolator> {
    INTERPOLATORS.iter().find(|known| known.name == name)
}

/// Starts the solver with this name; its queries are written if the options say so. The error says what is missing.
pub fn open_interpolator(name: &str, options: &SolverOptions) -> Result<Box<dyn Interpolation>, String> {
    let known = interpolator(name).ok_or_else(|| {
        let names: Vec<&str> = INTERPOLATORS.iter().map(|known| known.name).collect();
        format!("there is no interpolating solver called {name}; known are {}", names.join(", "))
    })?;
    let solver = (known.open)(options)?;
    Ok(match &options.dump {
        Some(folder) => Box::new(DumpingInterpolation::new(solver, folder.clone())),
        None => solver,
    })
}
