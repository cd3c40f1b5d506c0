//! The inputs of an execution on the command line.

use std::str::FromStr;

use num_rational::BigRational;

/// Inputs in order, as on the command line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Inputs(pub Vec<BigRational>);

impl FromStr for Inputs {
    type Err = String;

    fn from_str(text: &str) -> Result<Inputs, String> {
        let words = text.split(',').map(str::trim).filter(|word| !word.is_empty());
        words.map(number).collect::<Result<_, _>>().map(Inputs)
    }
}

/// Reads `12`, `-0x1f`, `1/3`, `2.5`.
fn number(word: &str) -> Result<BigRational, String> {
    let (is_negative, digits) = match word.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, word.strip_prefix('+').unwrap_or(word)),
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
    Ok(if is_negative { -magnitude } else { magnitude })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn inputs_are_numbers() {
        let inputs: Inputs = "1, -2,0x10,2.5,1/3,".parse().expect("numbers");
        let shown: Vec<String> = inputs.0.iter().map(ToString::to_string).collect();
        assert_eq!(shown, ["1", "-2", "16", "5/2", "1/3"]);
        for wrong in ["x", "1,,y", "0x", "--1", "1/0", "."] {
            assert!(wrong.parse::<Inputs>().is_err(), "{wrong}");
        }
    }
}
