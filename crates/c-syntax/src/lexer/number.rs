//! Numbers: from a preprocessing number to an integer or floating-point literal.
//!
//! The lexer cuts out the longest text that looks like a number (C11 6.4.8), which may be nonsense like
//! `0x1g`; here it gets its value, or a message about the part that is wrong.

use crate::ast::{FloatSuffix, IntLit, Radix};

/// A number that was read.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Number {
    /// An integer, and whether it fits into 64 bits.
    Int(IntLit, bool),
    /// The length of the part before the suffix, and the suffix.
    Float(usize, FloatSuffix),
}

/// What is wrong with a number: a message and a hint.
pub(super) type NumberError = (String, Option<&'static str>);

/// Reads a number.
pub(super) fn read(text: &str) -> Result<Number, NumberError> {
    let bytes = text.as_bytes();
    let (radix, prefix) = match bytes {
        [b'0', b'x' | b'X', ..] => (Radix::Hexadecimal, 2),
        [b'0', b'b' | b'B', ..] => (Radix::Binary, 2),
        [b'0', ..] => (Radix::Octal, 1),
        _ => (Radix::Decimal, 0),
    };
    let hex = radix == Radix::Hexadecimal;
    let is_digit = |byte: u8| if hex { byte.is_ascii_hexdigit() } else { byte.is_ascii_digit() };
    let digits = prefix + bytes[prefix..].iter().take_while(|&&byte| is_digit(byte)).count();
    let float = match bytes.get(digits) {
        Some(b'.') => true,
        Some(b'e' | b'E') => !hex && radix != Radix::Binary,
        Some(b'p' | b'P') => hex,
        _ => false,
    };
    if float {
        return read_float(text, hex);
    }
    if digits == prefix && radix != Radix::Octal {
        let name = if hex { "0x" } else { "0b" };
        return Err((format!("no digits after `{name}`"), None));
    }
    let (value, fits) = value(&bytes[prefix..digits], radix)?;
    let (unsigned, longs) = int_suffix(&text[digits..])?;
    Ok(Number::Int(IntLit { value, radix, unsigned, longs }, fits))
}

/// The value modulo 2^64, and whether it is less than that.
fn value(digits: &[u8], radix: Radix) -> Result<(u64, bool), NumberError> {
    let (base, name) = match radix {
        Radix::Binary => (2, "binary"),
        Radix::Octal => (8, "octal"),
        Radix::Decimal => (10, "decimal"),
        Radix::Hexadecimal => (16, "hexadecimal"),
    };
    let (mut value, mut fits) = (0u64, true);
    for &byte in digits {
        let digit = u64::from((byte as char).to_digit(16).expect("only digits are passed"));
        if digit >= base {
            let hint = (radix == Radix::Octal).then_some("a leading 0 makes the number octal");
            return Err((format!("`{}` is no {name} digit", byte as char), hint));
        }
        let (product, over) = value.overflowing_mul(base);
        let (sum, over_too) = product.overflowing_add(digit);
        fits &= !over && !over_too;
        value = sum;
    }
    Ok((value, fits))
}

/// Reads `u`, `l`, `ll` in any order: whether there is a `u`, and how many `l`.
fn int_suffix(suffix: &str) -> Result<(bool, u8), NumberError> {
    let (mut unsigned, mut longs) = (false, 0);
    let mut rest = suffix.as_bytes();
    loop {
        rest = match rest {
            [] => return Ok((unsigned, longs)),
            [b'u' | b'U', rest @ ..] if !unsigned => {
                unsigned = true;
                rest
            }
            [b'l', b'l', rest @ ..] | [b'L', b'L', rest @ ..] if longs == 0 => {
                longs = 2;
                rest
            }
            [b'l' | b'L', rest @ ..] if longs == 0 => {
                longs = 1;
                rest
            }
            [b'i' | b'j' | b'I' | b'J', ..] => return Err(imaginary()),
            _ => return Err((format!("`{suffix}` is no suffix of an integer"), None)),
        };
    }
}

fn imaginary() -> NumberError {
    ("imaginary literals are not supported".to_string(), None)
}

/// Reads a floating-point literal; the part before the exponent may be anything that a number may hold.
fn read_float(text: &str, hex: bool) -> Result<Number, NumberError> {
    let bytes = text.as_bytes();
    let is_digit = |byte: &u8| if hex { byte.is_ascii_hexdigit() } else { byte.is_ascii_digit() };
    let mut at = if hex { 2 } else { 0 };
    let skip = |at: usize| at + bytes[at..].iter().take_while(|byte| is_digit(byte)).count();
    let whole = at;
    at = skip(at);
    let mut count = at - whole;
    if bytes.get(at) == Some(&b'.') {
        let fraction = at + 1;
        at = skip(fraction);
        count += at - fraction;
    }
    if count == 0 {
        return Err(("a floating-point literal without digits".to_string(), None));
    }
    match bytes.get(at) {
        Some(b'e' | b'E' | b'p' | b'P') if hex == matches!(bytes[at], b'p' | b'P') => {
            at += 1;
            at += usize::from(matches!(bytes.get(at), Some(b'+' | b'-')));
            let start = at;
            at += bytes[at..].iter().take_while(|byte| byte.is_ascii_digit()).count();
            if at == start {
                return Err(("the exponent has no digits".to_string(), None));
            }
        }
        _ if hex => {
            let hint = Some("write `p0` behind the digits");
            return Err(("a hexadecimal floating-point literal needs an exponent".to_string(), hint));
        }
        _ => {}
    }
    match float_suffix(&text[at..]) {
        Some(suffix) => Ok(Number::Float(at, suffix)),
        None if text[at..].contains(['i', 'j', 'I', 'J']) => Err(imaginary()),
        None => Err((format!("`{}` is no suffix of a floating-point literal", &text[at..]), None)),
    }
}

fn float_suffix(suffix: &str) -> Option<FloatSuffix> {
    Some(match suffix {
        "" | "d" | "D" => FloatSuffix::None,
        "f" | "F" => FloatSuffix::F,
        "l" | "L" => FloatSuffix::L,
        "q" | "Q" => FloatSuffix::Q,
        "w" | "W" => FloatSuffix::W,
        "f16" | "F16" => FloatSuffix::F16,
        "f32" | "F32" => FloatSuffix::F32,
        "f64" | "F64" => FloatSuffix::F64,
        "f128" | "F128" => FloatSuffix::F128,
        "f32x" | "F32x" => FloatSuffix::F32x,
        "f64x" | "F64x" => FloatSuffix::F64x,
        "df" | "DF" => FloatSuffix::Df,
        "dd" | "DD" => FloatSuffix::Dd,
        "dl" | "DL" => FloatSuffix::Dl,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn int(text: &str) -> (u64, Radix, bool, u8) {
        match read(text) {
            Ok(Number::Int(lit, true)) => (lit.value, lit.radix, lit.unsigned, lit.longs),
            other => panic!("{text}: {other:?}"),
        }
    }

    #[test]
    fn integers_of_all_forms() {
        assert_eq!(int("0"), (0, Radix::Octal, false, 0));
        assert_eq!(int("0755"), (0o755, Radix::Octal, false, 0));
        assert_eq!(int("0xFFul"), (255, Radix::Hexadecimal, true, 1));
        assert_eq!(int("0b101LLU"), (5, Radix::Binary, true, 2));
        assert_eq!(int("18446744073709551615ull"), (u64::MAX, Radix::Decimal, true, 2));
        assert_eq!(int("0x1e1f"), (0x1e1f, Radix::Hexadecimal, false, 0));
        assert!(matches!(read("18446744073709551616"), Ok(Number::Int(IntLit { value: 0, .. }, false))));
    }

    #[test]
    fn floats_of_all_forms() {
        for (text, length, suffix) in [
            ("1.5", 3, FloatSuffix::None),
            (".5f", 2, FloatSuffix::F),
            ("1.L", 2, FloatSuffix::L),
            ("1e10", 4, FloatSuffix::None),
            ("09.5", 4, FloatSuffix::None),
            ("089e-2q", 6, FloatSuffix::Q),
            ("0x1.8p+3f", 8, FloatSuffix::F),
            ("0x.8P-3", 7, FloatSuffix::None),
            ("2.5f128", 3, FloatSuffix::F128),
            ("1.0dd", 3, FloatSuffix::Dd),
        ] {
            assert_eq!(read(text), Ok(Number::Float(length, suffix)), "{text}");
        }
    }

    #[test]
    fn nonsense_is_refused() {
        for text in [
            "089", "0b12", "0x", "0b", "1ulu", "1lul", "1lL", "1z", "1e", "1e+", "0x1.8", "1.5i", "2j",
            "0xp1", "1.2.3", "1f",
        ] {
            assert!(read(text).is_err(), "{text}: {:?}", read(text));
        }
    }
}
