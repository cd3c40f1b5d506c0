//! Interpolating solvers by name; a new one is a new value in the table.

use crate::options::SolverOptions;
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
pub static INTERPOLATORS: &[Interpolator] = &[Interpolator {
    name: "z3",
    summary: "Z3's Horn solver Spacer, in process: integers, reals, bit-vectors, arrays",
    open: |_| Ok(Box::new(Spacer::default())),
}];

/// The solver with this name.
pub fn interpolator(name: &str) -> Option<&'static Interpolator> {
    INTERPOLATORS.iter().find(|known| known.name == name)
}

/// Starts the solver with this name. The error says what is missing.
pub fn open_interpolator(name: &str, options: &SolverOptions) -> Result<Box<dyn Interpolation>, String> {
    let known = interpolator(name).ok_or_else(|| {
        let names: Vec<&str> = INTERPOLATORS.iter().map(|known| known.name).collect();
        format!("there is no interpolating solver called {name}; known are {}", names.join(", "))
    })?;
    (known.open)(options)
}
