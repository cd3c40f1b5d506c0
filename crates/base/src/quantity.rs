//! Times and sizes as people write them: `500ms`, `60s`, `4GB`.

use std::time::Duration;

/// Splits `12.5GB` into the number and the unit.
fn number_and_unit(text: &str) -> Result<(f64, &str), String> {
    let text = text.trim();
    let end = text.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(text.len());
    let number: f64 = text[..end].parse().map_err(|_| format!("`{text}` does not start with a number"))?;
    Ok((number, text[end..].trim()))
}

/// Reads `500ms`, `60s`, `2min`, `1h`; a plain number counts seconds.
pub fn parse_duration(text: &str) -> Result<Duration, String> {
    let (number, unit) = number_and_unit(text)?;
    let seconds = match unit {
        "ms" => number / 1000.0,
        "" | "s" | "sec" => number,
        "min" | "m" => number * 60.0,
        "h" => number * 3600.0,
        _ => return Err(format!("unknown unit `{unit}`: use ms, s, min or h")),
    };
    match Duration::try_from_secs_f64(seconds) {
        Ok(limit) if !limit.is_zero() => Ok(limit),
        _ => Err(format!("`{text}` is not a time that a run could take")),
    }
}

/// Reads `500MB`, `4GB`, `4GiB`; a plain number counts megabytes. Units are powers of 1024.
pub fn parse_memory(text: &str) -> Result<u64, String> {
    let (number, unit) = number_and_unit(text)?;
    let factor: u64 = match unit.to_ascii_lowercase().as_str() {
        "kb" | "kib" | "k" => 1 << 10,
        "" | "mb" | "mib" | "m" => 1 << 20,
        "gb" | "gib" | "g" => 1 << 30,
        "tb" | "tib" | "t" => 1 << 40,
        _ => return Err(format!("unknown unit `{unit}`: use kB, MB, GB or TB")),
    };
    let bytes = number * factor as f64;
    if (1.0..1e18).contains(&bytes) {
        Ok(bytes as u64)
    } else {
        Err(format!("`{text}` is not an amount of memory that a run could use"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_have_units() {
        let millis = |text| parse_duration(text).map(|limit| limit.as_millis());
        assert_eq!(millis("500ms"), Ok(500));
        assert_eq!(millis("2min"), Ok(120_000));
        assert_eq!(millis("1.5s"), Ok(1500));
        assert_eq!(millis("3"), Ok(3000));
        for wrong in ["", "s", "5 parsecs", "-1s", "0s", "1.2.3s", "99999999999999999999h"] {
            assert!(millis(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn sizes_have_units() {
        assert_eq!(parse_memory("4GB"), Ok(4 << 30));
        assert_eq!(parse_memory("512"), Ok(512 << 20));
        assert_eq!(parse_memory("0.5 GiB"), Ok(1 << 29));
        for wrong in ["", "GB", "4XB", "-4GB", "0GB", "1e99"] {
            assert!(parse_memory(wrong).is_err(), "{wrong}");
        }
    }
}
