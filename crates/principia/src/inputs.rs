//! The inputs of an execution on the command line.

use std::str::FromStr;

use num_rational::BigRational;
use num_traits::Zero;
use term::{FloatSort, Term, build as mk};

/// Inputs in order, as on the command line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Inputs(pub Vec<Number>);

/// An input.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Number {
    /// A number.
    Rational(BigRational),
    /// The zero that has a sign.
    NegativeZero,
    /// `inf` or `-inf`.
    Infinity {
        /// Whether it is the negative one.
        is_negative: bool,
    },
    /// `nan`
    Nan,
    /// `fails` or `succeeds`: an allocation.
    Allocation {
        /// Whether it fails.
        fails: bool,
    },
}

impl Number {
    /// The constant. Floating-point ones are converted to what the program reads.
    pub fn term(&self) -> Term {
        match self {
            Number::Rational(value) => mk::real(value.clone()),
            Number::NegativeZero => mk::fp_zero(FloatSort::DOUBLE, true),
            Number::Infinity { is_negative } => mk::fp_infinity(FloatSort::DOUBLE, *is_negative),
            Number::Nan => mk::fp_nan(FloatSort::DOUBLE),
            Number::Allocation { fails } => mk::bool(*fails),
        }
    }
}

impl Inputs {
    /// Whether some of them say what allocations do.
    pub fn tell_allocations(&self) -> bool {
        self.0.iter().any(|input| matches!(input, Number::Allocation { .. }))
    }
}

impl FromStr for Inputs {
    type Err = String;

    fn from_str(text: &str) -> Result<Inputs, String> {
        let words = text.split(',').map(str::trim).filter(|word| !word.is_empty());
        words.map(number).collect::<Result<_, _>>().map(Inputs)
    }
}

/// The largest exponent that is read: no type of C has numbers of that size.
const MAX_EXPONENT: i32 = 20_000;

/// Reads `12`, `-0x1f`, `1/3`, `2.5`, `1e5`, `0.1f`, `-inf`, `nan`.
fn number(word: &str) -> Result<Number, String> {
    let (is_negative, digits) = match word.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, word.strip_prefix('+').unwrap_or(word)),
    };
    match digits.to_ascii_lowercase().as_str() {
        "inf" | "infinity" => return Ok(Number::Infinity { is_negative }),
        "nan" => return Ok(Number::Nan),
        "fails" | "succeeds" => return Ok(Number::Allocation { fails: digits == "fails" }),
        _ => {}
    }
    let is_hexadecimal = digits.starts_with("0x") || digits.starts_with("0X");
    let is_decimal = !is_hexadecimal && digits.contains(['.', 'e', 'E']);
    let (digits, exponent) = match digits.split_once(['e', 'E']).filter(|_| !is_hexadecimal) {
        Some((digits, exponent)) => {
            let exponent: Option<i32> = exponent.trim_end_matches(['f', 'F']).parse().ok();
            let exponent = exponent.filter(|exponent| exponent.abs() <= MAX_EXPONENT);
            (digits, exponent.ok_or_else(|| format!("`{word}` is not a number"))?)
        }
        None if is_decimal => (digits.trim_end_matches(['f', 'F']), 0),
        None => (digits, 0),
    };
    let magnitude = if let Some(hexadecimal) = digits.strip_prefix("0x").or_else(|| digits.strip_prefix("0X"))
    {
        num_bigint::BigInt::parse_bytes(hexadecimal.as_bytes(), 16).map(BigRational::from_integer)
    } else if let Some((whole, fraction)) = digits.split_once('.') {
        let scale = num_bigint::BigInt::from(10u32).pow(fraction.len() as u32);
        let all = num_bigint::BigInt::parse_bytes(format!("{whole}{fraction}").as_bytes(), 10);
        all.map(|all| BigRational::new(all, scale))
    } else {
        digits.parse().ok()
    };
    let magnitude = magnitude.filter(|_| digits.starts_with(|c: char| c.is_ascii_digit()));
    let magnitude = magnitude.ok_or_else(|| format!("`{word}` is not a number"))?;
    let magnitude = magnitude * BigRational::from_integer(10.into()).pow(exponent);
    Ok(match is_negative {
        true if is_decimal && magnitude.is_zero() => Number::NegativeZero,
        true => Number::Rational(-magnitude),
        false => Number::Rational(magnitude),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn inputs_are_numbers() {
        let inputs: Inputs = "1, -2,0x10,2.5,1/3,1e5,-2.5e-1f,0.1f,0".parse().expect("numbers");
        let shown = inputs.0.iter().map(|input| match input {
            Number::Rational(value) => value.to_string(),
            other => format!("{other:?}"),
        });
        let shown: Vec<String> = shown.collect();
        assert_eq!(shown, ["1", "-2", "16", "5/2", "1/3", "100000", "-1/4", "1/10", "0"]);
        let special: Inputs = "-0.0,inf,-INF,nan".parse().expect("numbers");
        let infinity = |is_negative| Number::Infinity { is_negative };
        assert_eq!(special.0, [Number::NegativeZero, infinity(false), infinity(true), Number::Nan]);
        for wrong in ["x", "1,,y", "0x", "--1", "1/0", ".", "1e", "1e99999999", "1f"] {
            assert!(wrong.parse::<Inputs>().is_err(), "{wrong}");
        }
    }
}
