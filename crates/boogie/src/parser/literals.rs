//! Numbers.
//!
//! Literals are exact. Their size is bounded, because reading a number of a million digits takes quadratic time
//! and `1e999999999` would not fit into memory.

use super::types::MAX_WIDTH;
use super::{Parsed, Parser};
use crate::ast::ExprKind;
use crate::lexer::Token;
use num_bigint::{BigInt, BigUint};
use num_rational::BigRational;
use num_traits::Pow;

const MAX_DIGITS: usize = 10_000;

impl Parser<'_> {
    /// The value of a token of digits.
    pub(super) fn integer_literal(&mut self, token: Token) -> Parsed<ExprKind> {
        let digits = self.text_of(token).to_owned();
        let value = self.natural(token, &digits)?;
        Ok(ExprKind::Int(value.into()))
    }

    /// The value of a decimal token: digits, a fraction, an exponent.
    pub(super) fn decimal_literal(&mut self, token: Token) -> Parsed<ExprKind> {
        let text = self.text_of(token).to_owned();
        let (mantissa, exponent) = text.split_once('e').unwrap_or((&text, "0"));
        let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
        let digits = self.natural(token, &format!("{whole}{fraction}"))?;
        let exponent: i64 = match exponent.parse::<i64>() {
            Ok(exponent) if exponent.unsigned_abs() <= MAX_DIGITS as u64 => exponent,
            _ => return Err(self.too_long(token)),
        };
        let shift = exponent - fraction.len() as i64;
        let power = BigInt::from(10).pow(shift.unsigned_abs() as u32);
        let digits = BigInt::from(digits);
        let value = if shift < 0 {
            BigRational::new(digits, power)
        } else {
            BigRational::from_integer(digits * power)
        };
        Ok(ExprKind::Real(value))
    }

    /// The value of a bit-vector token: value, `bv`, width.
    pub(super) fn bit_vector_literal(&mut self, token: Token) -> Parsed<ExprKind> {
        let text = self.text_of(token).to_owned();
        let (value, width) = text.split_once("bv").unwrap_or((&text, ""));
        let value = self.natural(token, value)?;
        let span = self.span_of(token);
        let width = match width.parse::<u32>() {
            Ok(width @ 1..=MAX_WIDTH) => width,
            _ => {
                return Err(self.error(
                    span,
                    "this width is out of range",
                    "bit-vectors have 1 to 65536 bits",
                ));
            }
        };
        if value.bits() > u64::from(width) {
            let hint =
                format!("a bv{width} is less than 2^{width}; negative numbers are written modulo 2^{width}");
            return Err(self.error(span, "this value does not fit into its width", &hint));
        }
        Ok(ExprKind::BitVector(value, width))
    }

    fn natural(&mut self, token: Token, digits: &str) -> Parsed<BigUint> {
        let value = if digits.len() > MAX_DIGITS { None } else { digits.parse().ok() };
        value.ok_or_else(|| self.too_long(token))
    }

    fn too_long(&mut self, token: Token) -> super::Reported {
        let span = self.span_of(token);
        self.error(span, "this number is too long", &format!("numbers have at most {MAX_DIGITS} digits"))
    }
}
