//! Which arithmetic `--arithmetic auto` tries first.
//!
//! Integers are easier for solvers, as long as they mean the same. The lowering knows best whether they do: what it
//! cannot express exactly it flags. So a program without floating-point numbers and without flags that the
//! bit-precise lowering does not have, too, is verified over integers first.

use c_lower::options::Arithmetic;
use program::CoreProgram;
use term::{Sort, Term};

use crate::c_program::CProgram;
use crate::source::Source;

/// The arithmetic to try first, with the program in it.
pub fn first_arithmetic(program: &CProgram) -> Result<(Arithmetic, Source), String> {
    let integer = program.lower(Arithmetic::Integer)?;
    if !has_floats(&integer.program) {
        let flags = flags(&integer.program);
        if flags == 0 || flags <= self::flags(&program.lower(Arithmetic::Bitvector)?.program) {
            return Ok((Arithmetic::Integer, integer));
        }
    }
    Ok((Arithmetic::Bitvector, program.lower(Arithmetic::Bitvector)?))
}

/// The number of statements that are not exact.
fn flags(program: &CoreProgram) -> usize {
    let edges = program.procedures.iter().flat_map(|procedure| procedure.edges.iter());
    edges.filter(|edge| edge.provenance.overapproximation.is_some()).count()
}

fn has_floats(program: &CoreProgram) -> bool {
    let locals = program
        .procedures
        .iter()
        .flat_map(|procedure| procedure.parameters.iter().chain(&procedure.results).chain(&procedure.locals));
    program.globals.iter().chain(locals).any(|variable: &Term| is_float(variable.sort()))
}

fn is_float(sort: Sort) -> bool {
    match sort {
        Sort::Float(_) => true,
        Sort::Array(array) => is_float(array.element()),
        _ => false,
    }
}
