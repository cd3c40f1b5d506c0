//! SMT-LIB's operators by name, with sort checks.
//!
//! Constructors in [`crate::build`] trust their callers; this table does not.
//! It serves the SMT-LIB reader and the `:builtin` attributes of Boogie. Like
//! Z3, it accepts integers where a sum or a comparison has reals elsewhere.

mod bitvec;
mod core;
mod float;

use crate::arena::Term;
use crate::build as mk;
use crate::sort::Sort;
use crate::vocabulary::is_operator;

/// The widest bit-vector that is accepted, to keep hostile input from exhausting memory.
pub const MAX_WIDTH: u32 = 1 << 20;

/// Why no term was built.
enum Failure {
    /// The name means nothing here.
    Unknown,
    /// Wrong number or sorts of arguments.
    Wrong(String),
}

impl From<String> for Failure {
    fn from(message: String) -> Failure {
        Failure::Wrong(message)
    }
}

type Built = Result<Term, Failure>;

/// An application that is to be checked.
#[derive(Clone, Copy)]
struct Call<'a> {
    name: &'a str,
    indices: &'a [u32],
    arguments: &'a [Term],
}

/// Applies the SMT-LIB operator `name` with its indices (`(_ extract 7 0)`: 7 and 0) to arguments.
/// `result` is the sort of a qualified name such as `(as const S)`.
pub fn build_by_name(
    name: &str,
    indices: &[u32],
    arguments: &[Term],
    result: Option<Sort>,
) -> Result<Term, String> {
    if let Some(sort) = result {
        return qualified(name, indices, arguments, sort);
    }
    match build(Call { name, indices, arguments }) {
        Ok(term) => Ok(term),
        Err(Failure::Wrong(message)) => Err(message),
        Err(Failure::Unknown) => Err(format!("unknown function `{name}`")),
    }
}

fn build(call: Call<'_>) -> Built {
    if !is_operator(call.name) {
        return Err(Failure::Unknown);
    }
    let or_else = |result: Built, next: fn(Call<'_>) -> Built| match result {
        Err(Failure::Unknown) => next(call),
        known => known,
    };
    let built = or_else(core::build(call), core::build_arithmetic);
    let built = or_else(built, bitvec::build);
    or_else(built, float::build)
}

fn qualified(name: &str, indices: &[u32], arguments: &[Term], sort: Sort) -> Result<Term, String> {
    if name != "const" {
        let term = build_by_name(name, indices, arguments, None)?;
        return if term.sort() == sort {
            Ok(term)
        } else {
            Err(format!("`{name}` has sort {}, not {sort}", term.sort()))
        };
    }
    match (sort, arguments) {
        (Sort::Array(array), &[value]) => {
            let value = if array.element() == Sort::Real && value.sort() == Sort::Int {
                mk::to_real(value)
            } else {
                value
            };
            if value.sort() != array.element() {
                return Err(format!(
                    "a constant array of sort {sort} needs an element of sort {}",
                    array.element()
                ));
            }
            Ok(mk::const_array(sort, value))
        }
        _ => Err("`const` takes an array sort and one argument".to_string()),
    }
}

impl<'a> Call<'a> {
    fn wrong<T>(&self, expected: impl std::fmt::Display) -> Result<T, Failure> {
        let sorts: Vec<String> = self.arguments.iter().map(|a| a.sort().to_string()).collect();
        Err(Failure::Wrong(format!("`{}` takes {expected}, not ({})", self.name, sorts.join(" "))))
    }

    /// Checks the number of indices.
    fn indices<const N: usize>(&self) -> Result<[u32; N], Failure> {
        <[u32; N]>::try_from(self.indices).map_err(|_| {
            let count = self.indices.len();
            Failure::Wrong(format!("`{}` takes {N} indices, not {count}", self.name))
        })
    }

    /// Checks the number of arguments of an operator without indices.
    fn exactly<const N: usize>(&self) -> Result<[Term; N], Failure> {
        self.indices::<0>()?;
        self.arguments_exactly()
    }

    fn arguments_exactly<const N: usize>(&self) -> Result<[Term; N], Failure> {
        match <[Term; N]>::try_from(self.arguments) {
            Ok(arguments) => Ok(arguments),
            Err(_) => self.wrong(format!("{N} argument{}", if N == 1 { "" } else { "s" })),
        }
    }

    fn at_least(&self, count: usize) -> Result<&'a [Term], Failure> {
        self.indices::<0>()?;
        if self.arguments.len() < count {
            return self.wrong(format!("at least {count} argument{}", if count == 1 { "" } else { "s" }));
        }
        Ok(self.arguments)
    }

    /// At least one argument, all of one sort.
    fn uniform(&self, count: usize) -> Result<Vec<Term>, Failure> {
        let arguments = unified(self.at_least(count)?);
        match arguments.windows(2).all(|pair| pair[0].sort() == pair[1].sort()) {
            true => Ok(arguments),
            false => self.wrong("arguments of the same sort"),
        }
    }

    /// Bit-vectors of one width.
    fn bit_vectors(&self, count: usize) -> Result<Vec<Term>, Failure> {
        let arguments = self.uniform(count)?;
        match arguments[0].sort() {
            Sort::BitVec(_) => Ok(arguments),
            _ => self.wrong("bit-vectors of the same width"),
        }
    }

    /// A chainable relation: every neighbouring pair must be related.
    fn chain(&self, arguments: &[Term], relation: impl Fn(Term, Term) -> Term) -> Built {
        match arguments {
            [] | [_] => self.wrong("at least 2 arguments"),
            [a, b] => Ok(relation(*a, *b)),
            _ => Ok(mk::and(arguments.windows(2).map(|pair| relation(pair[0], pair[1])))),
        }
    }
}

/// Integers become reals where both occur.
fn unified(arguments: &[Term]) -> Vec<Term> {
    let has_real = arguments.iter().any(|a| a.sort() == Sort::Real);
    let convert = |a: Term| if has_real && a.sort() == Sort::Int { mk::to_real(a) } else { a };
    arguments.iter().map(|&a| convert(a)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::vocabulary::OPERATORS;

    #[test]
    fn all_operators_can_be_built() {
        assert!(OPERATORS.is_sorted());
        for name in OPERATORS {
            // Without arguments, every known operator complains about their number.
            let call = Call { name, indices: &[], arguments: &[] };
            assert!(!matches!(build(call), Err(Failure::Unknown)), "{name}");
        }
    }
}
