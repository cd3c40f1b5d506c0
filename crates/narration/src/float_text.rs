//! Floating-point numbers as people write them.

use num_traits::ToPrimitive;
use term::softfloat::SoftFloat;
use term::{FloatSort, RoundingMode, Term, build as mk};

/// A floating-point constant in C: `0.1f`, `2.5`, `-inf`, `nan`. The shortest text that is read back as the same number.
pub fn in_c(value: Term) -> Option<String> {
    let float = mk::as_float(value)?;
    let text = plain(&float, mk::float_format(value));
    let is_single = mk::float_format(value) == FloatSort::SINGLE && float.to_rational().is_some();
    Some(if is_single { format!("{text}f") } else { text })
}

/// A floating-point constant as `principia run --inputs` takes it.
pub fn as_input(value: Term) -> Option<String> {
    mk::as_float(value).map(|float| plain(&float, mk::float_format(value)))
}

fn plain(float: &SoftFloat, format: FloatSort) -> String {
    let sign = if float.sign() == Some(true) { "-" } else { "" };
    if float.is_nan() {
        return "nan".to_string();
    }
    if float.is_infinite() {
        return format!("{sign}inf");
    }
    let bits = float.to_bits().to_u64();
    match (format, bits) {
        (FloatSort::SINGLE, Some(bits)) => format!("{:?}", f32::from_bits(bits as u32)),
        (FloatSort::DOUBLE, Some(bits)) => format!("{:?}", f64::from_bits(bits)),
        _ => other(float),
    }
}

/// A number of another format: as a double if it is one, as a fraction otherwise.
fn other(float: &SoftFloat) -> String {
    let double = float.convert(FloatSort::DOUBLE, RoundingMode::NearestEven);
    match (double.to_rational() == float.to_rational(), double.to_bits().to_u64()) {
        (true, Some(bits)) => format!("{:?}", f64::from_bits(bits)),
        _ => float.to_rational().map(|rational| rational.to_string()).unwrap_or_default(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use num_bigint::BigUint;

    #[test]
    fn floats_are_written_as_in_c() {
        let single = |value: f32| mk::float(BigUint::from(value.to_bits()), FloatSort::SINGLE);
        let double = |value: f64| mk::float(BigUint::from(value.to_bits()), FloatSort::DOUBLE);
        let shown =
            [single(0.1), single(-0.0), single(f32::INFINITY), double(1e300), double(f64::NAN), double(2.0)];
        let texts: Vec<String> = shown.iter().filter_map(|value| in_c(*value)).collect();
        assert_eq!(texts, ["0.1f", "-0.0f", "inf", "1e300", "nan", "2.0"]);
        let texts: Vec<String> = shown.iter().filter_map(|value| as_input(*value)).collect();
        assert_eq!(texts, ["0.1", "-0.0", "inf", "1e300", "nan", "2.0"]);
    }
}
