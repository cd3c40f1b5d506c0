//! The functions of `math.h` and gcc's built-in ones.
//!
//! A name is a base, perhaps with `__builtin_` before it, and `f` or `l` behind it for `float` and `long double`;
//! glibc's macros call classifications with `__` before them. What SMT-LIB has is exact ([`ieee`]); other functions
//! give a fresh number with the bounds that they have, and are flagged ([`bounds`]). Where floats are reals, see [`real`].
//!
//! What the standard leaves open: `fmin` and `fmax` of zeros with different signs give the second argument, as x86 has it.
//! The sign of a NaN is open. Functions that say yes say 1; `isinf_sign` and glibc's `__isinf` say -1 for minus
//! infinity. Errors (`errno`, exceptions) are not modelled.

mod bounds;
mod ieee;
mod real;

use c_sema::types::{FloatKind, IntKind, Type};
use term::softfloat::SoftFloat;
use term::{Sort, Term, build as mk};

use super::{Encoded, Encoder, Fresh, flags};
use crate::options::Floats;

/// The name without prefix.
fn base_of(name: &str) -> &str {
    name.strip_prefix("__builtin_").unwrap_or(name)
}

/// What a name may mean: a function without suffix on `double`, or one with a suffix.
fn readings(base: &str) -> impl Iterator<Item = (&str, FloatKind)> {
    let suffixes = [
        ("", FloatKind::Double),
        ("f", FloatKind::Float),
        ("l", FloatKind::LongDouble),
        ("f16", FloatKind::Half),
        ("f32", FloatKind::Float),
        ("f64", FloatKind::Double),
        ("f128", FloatKind::Quad),
    ];
    suffixes.into_iter().filter_map(move |(suffix, kind)| Some((base.strip_suffix(suffix)?, kind)))
}

/// What kind of result a function has.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Shape {
    /// A number of the type of the function, from so many of that type.
    Float(usize),
    /// A constant of that type.
    Constant,
    /// An integer, from one number of that type.
    Int(IntKind),
}

/// The functions that are exact in IEEE arithmetic.
fn exact_shape(base: &str) -> Option<Shape> {
    Some(match base {
        "fabs" | "sqrt" | "floor" | "ceil" | "round" | "trunc" | "rint" | "nearbyint" | "roundeven" => {
            Shape::Float(1)
        }
        "fdim" | "fmin" | "fmax" | "fmod" | "remainder" | "drem" | "copysign" => Shape::Float(2),
        "fma" => Shape::Float(3),
        "nan" | "nans" | "inf" | "huge_val" => Shape::Constant,
        "lrint" | "lround" => Shape::Int(IntKind::Long),
        "llrint" | "llround" => Shape::Int(IntKind::LongLong),
        _ => return None,
    })
}

/// The function that a name means, with its type.
fn function_named(name: &str) -> Option<(&str, FloatKind, Shape, bool)> {
    let exact = |(base, kind)| Some((base, kind, exact_shape(base)?, true));
    let bounded = |(base, kind)| Some((base, kind, bounds::shape(base)?, false));
    readings(base_of(name)).find_map(exact).or_else(|| readings(base_of(name)).find_map(bounded))
}

/// Whether `nan`, `inf` and `huge_val` are meant: only `nan` is a function by itself.
fn is_constant_name(name: &str) -> bool {
    name.starts_with("__builtin_") || matches!(name, "nan" | "nanf" | "nanl")
}

impl Encoder {
    /// The type that a mathematical function returns; `None` if there is no such function.
    pub fn math_function_result(name: &str) -> Option<Type> {
        if classification_named(name).is_some() {
            return Some(Type::Int(IntKind::Int));
        }
        match function_named(name)? {
            (_, _, Shape::Constant, _) if !is_constant_name(name) => None,
            (_, _, Shape::Int(kind), _) => Some(Type::Int(kind)),
            (_, kind, ..) => Some(Type::Float(kind)),
        }
    }

    /// A call of a mathematical function: its value, of the type that [`Encoder::math_function_result`] tells. `None` if
    /// there is no such function, or it takes other arguments.
    pub fn math_function(
        &self,
        name: &str,
        types: &[Type],
        args: &[Term],
        fresh: &mut Fresh,
    ) -> Option<Encoded> {
        Encoder::math_function_result(name)?;
        let is_number = |ty: &Type| matches!(ty, Type::Int(_) | Type::Float(_));
        let are_numbers = types.iter().all(is_number) && types.len() == args.len();
        if let Some(classification) = classification_named(name) {
            return are_numbers.then(|| self.classify(classification, types, args, fresh)).flatten();
        }
        let (base, kind, shape, is_exact) = function_named(name)?;
        let count = match shape {
            Shape::Constant => return Some(Encoded::exact(self.float_constant(&constant(base, kind)))),
            Shape::Float(count) => count,
            Shape::Int(_) => 1,
        };
        if !are_numbers || args.len() != count {
            return None;
        }
        let mut needs = Encoded::exact(mk::tt());
        let mut values = Vec::new();
        for (ty, &argument) in types.iter().zip(args) {
            needs = needs.then(|_| self.convert(ty, &Type::Float(kind), argument, fresh));
            values.push(needs.term);
        }
        Some(needs.then(|_| self.apply(base, kind, shape, is_exact, &values, fresh)))
    }

    fn apply(
        &self,
        base: &str,
        kind: FloatKind,
        shape: Shape,
        is_exact: bool,
        values: &[Term],
        fresh: &mut Fresh,
    ) -> Encoded {
        match (self.floats, is_exact, shape) {
            (_, true, Shape::Int(to)) => {
                let rounded = if base.ends_with("rint") { "rint" } else { "round" };
                let integral = self.apply(rounded, kind, Shape::Float(1), true, values, fresh);
                integral.then(|integral| self.integral_to_int(kind, to, integral, fresh))
            }
            (Floats::Ieee, true, _) => self.ieee_function(base, kind, values, fresh),
            (Floats::Real, true, _) => self.real_function(base, kind, values, fresh),
            (_, false, Shape::Int(to)) => {
                let value = fresh(self.int_sort(to));
                let assume = self.range(to, value).into_iter().collect();
                Encoded { term: value, havoc: vec![value], assume, flag: Some(flags::MATH), only_if: None }
            }
            (_, false, _) => {
                let value = fresh(self.float_sort(kind));
                let assume = match self.floats {
                    Floats::Ieee => bounds::facts(base, Encoder::format(kind), values, value),
                    Floats::Real => Vec::new(),
                };
                Encoded { term: value, havoc: vec![value], assume, flag: Some(flags::MATH), only_if: None }
            }
        }
    }

    /// A truth value that may be either, as 0 or 1.
    fn either(&self, fresh: &mut Fresh) -> Encoded {
        let truth = fresh(Sort::Bool);
        let flag = (self.floats == Floats::Real).then_some(flags::REAL);
        Encoded { term: truth, havoc: vec![truth], assume: Vec::new(), flag, only_if: None }
    }
}

/// NaN or infinity.
fn constant(base: &str, kind: FloatKind) -> SoftFloat {
    match base {
        "nan" | "nans" => SoftFloat::nan(Encoder::format(kind)),
        _ => SoftFloat::infinity(Encoder::format(kind), false),
    }
}

/// Questions about numbers of any floating-point type.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Classification {
    IsNan,
    IsInfinite,
    /// Infinite, with the sign of the infinity.
    InfiniteSign,
    IsFinite,
    IsNormal,
    IsSubnormal,
    IsZero,
    SignBit,
    /// Which of five classes, as a number of glibc's or as the caller's first five arguments say.
    Class,
    IsGreater,
    IsGreaterEqual,
    IsLess,
    IsLessEqual,
    IsLessGreater,
    IsUnordered,
}

/// The question that a name asks. Those with a suffix are glibc's.
fn classification_named(name: &str) -> Option<Classification> {
    let base = base_of(name);
    let is_glibc = base.starts_with("__");
    readings(base.strip_prefix("__").unwrap_or(base)).find_map(|(base, _)| {
        Some(match base {
            "isnan" => Classification::IsNan,
            "isinf" if is_glibc => Classification::InfiniteSign,
            "isinf" => Classification::IsInfinite,
            "isinf_sign" => Classification::InfiniteSign,
            "isfinite" | "finite" => Classification::IsFinite,
            "isnormal" => Classification::IsNormal,
            "issubnormal" => Classification::IsSubnormal,
            "iszero" => Classification::IsZero,
            "signbit" => Classification::SignBit,
            "fpclassify" => Classification::Class,
            "isgreater" => Classification::IsGreater,
            "isgreaterequal" => Classification::IsGreaterEqual,
            "isless" => Classification::IsLess,
            "islessequal" => Classification::IsLessEqual,
            "islessgreater" => Classification::IsLessGreater,
            "isunordered" => Classification::IsUnordered,
            _ => return None,
        })
    })
}
