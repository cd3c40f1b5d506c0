//! The contents of character and string literals: escapes and encodings.
//!
//! A literal is a sequence of characters (of the source, or by `\u`) and of plain code units (by `\x` and octal
//! escapes). Characters are encoded as the prefix says, units are taken as they are, cut to their width.

use crate::ast::{CharLit, Encoding};

/// A message about a part of a literal: its offset from the start of the content, its length, whether it is an
/// error, and the text.
pub(super) type Complaint = (usize, usize, bool, String);

/// Decodes the text between the quotes, appending to `units`.
pub(super) fn decode(
    content: &str,
    encoding: Encoding,
    units: &mut Vec<u32>,
    complaints: &mut Vec<Complaint>,
) {
    let mut rest = content;
    while let Some(at) = rest.find('\\') {
        encode_all(&rest[..at], encoding, units);
        let escape = &rest[at..];
        let offset = content.len() - escape.len();
        let length = decode_escape(escape, encoding, units, &mut |length, error, text| {
            complaints.push((offset, length, error, text));
        });
        rest = &escape[length..];
    }
    encode_all(rest, encoding, units);
}

/// Decodes an escape sequence at the start of `text` and returns its length.
fn decode_escape(
    text: &str,
    encoding: Encoding,
    units: &mut Vec<u32>,
    complain: &mut dyn FnMut(usize, bool, String),
) -> usize {
    let Some(letter) = text[1..].chars().next() else {
        return 1; // Unterminated, which the lexer has reported.
    };
    let simple = match letter {
        'n' => Some(10),
        't' => Some(9),
        'r' => Some(13),
        'a' => Some(7),
        'b' => Some(8),
        'f' => Some(12),
        'v' => Some(11),
        'e' | 'E' => Some(27),
        '\\' | '\'' | '"' | '?' => Some(letter as u32),
        _ => None,
    };
    if let Some(unit) = simple {
        units.push(unit);
        return 2;
    }
    match letter {
        '0'..='7' | 'x' => numeric_escape(text, encoding, units, complain),
        'u' | 'U' => {
            let wanted = if letter == 'u' { 4 } else { 8 };
            let count = digits(&text[2..], 16, wanted);
            let code = u32::from_str_radix(&text[2..2 + count], 16).ok().and_then(char::from_u32);
            match code {
                Some(code) if count == wanted => encode(code, encoding, units),
                _ => {
                    let message = format!("`\\{letter}` needs {wanted} hexadecimal digits of a character");
                    complain(2 + count, true, message);
                }
            }
            2 + count
        }
        other => {
            complain(1 + other.len_utf8(), false, format!("unknown escape sequence `\\{other}`"));
            encode(other, encoding, units);
            1 + other.len_utf8()
        }
    }
}

/// How many digits stand at the start of a text, at most `most`.
fn digits(text: &str, radix: u32, most: usize) -> usize {
    text.chars().take(most).take_while(|digit| digit.is_digit(radix)).count()
}

/// Decodes `\101` or `\x41` and returns its length.
fn numeric_escape(
    text: &str,
    encoding: Encoding,
    units: &mut Vec<u32>,
    complain: &mut dyn FnMut(usize, bool, String),
) -> usize {
    let (start, radix, most) = if text.starts_with("\\x") { (2, 16, usize::MAX) } else { (1, 8, 3) };
    let end = start + digits(&text[start..], radix, most);
    if end == start {
        complain(end, true, "`\\x` without hexadecimal digits".to_string());
    }
    push_unit(&text[start..end], radix, encoding, units, &mut |message| complain(end, false, message));
    end
}

/// Appends the unit that digits stand for, cut to the width of the encoding.
fn push_unit(
    digits: &str,
    radix: u32,
    encoding: Encoding,
    units: &mut Vec<u32>,
    warn: &mut dyn FnMut(String),
) {
    let (mut value, mut fits) = (0u32, true);
    for digit in digits.chars() {
        let digit = digit.to_digit(radix).expect("only digits are passed");
        fits &= value.leading_zeros() >= if radix == 8 { 3 } else { 4 };
        value = value.wrapping_mul(radix).wrapping_add(digit);
    }
    let mask = match encoding {
        Encoding::Plain | Encoding::Utf8 => 0xff,
        Encoding::Utf16 => 0xffff,
        Encoding::Utf32 | Encoding::Wide => u32::MAX,
    };
    if !fits || value & !mask != 0 {
        warn("the escape sequence is out of range".to_string());
    }
    units.push(value & mask);
}

fn encode_all(text: &str, encoding: Encoding, units: &mut Vec<u32>) {
    match encoding {
        Encoding::Plain | Encoding::Utf8 => units.extend(text.bytes().map(u32::from)),
        _ => text.chars().for_each(|c| encode(c, encoding, units)),
    }
}

fn encode(c: char, encoding: Encoding, units: &mut Vec<u32>) {
    match encoding {
        Encoding::Plain | Encoding::Utf8 => {
            units.extend(c.encode_utf8(&mut [0; 4]).bytes().map(u32::from));
        }
        Encoding::Utf16 => units.extend(c.encode_utf16(&mut [0; 2]).iter().map(|&unit| u32::from(unit))),
        Encoding::Utf32 | Encoding::Wide => units.push(c as u32),
    }
}

/// The value of a character literal with these units, as gcc computes it.
pub(super) fn char_value(encoding: Encoding, units: &[u32]) -> CharLit {
    let last = units.last().copied().unwrap_or(0);
    let value = match encoding {
        Encoding::Plain if units.len() > 1 => {
            i64::from(units.iter().fold(0u32, |value, unit| (value << 8) | (unit & 0xff)) as i32)
        }
        Encoding::Plain => i64::from(last as u8 as i8),
        Encoding::Utf8 | Encoding::Utf16 | Encoding::Utf32 => i64::from(last),
        Encoding::Wide => i64::from(last as i32),
    };
    CharLit { encoding, value }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn units(content: &str, encoding: Encoding) -> Vec<u32> {
        let (mut units, mut complaints) = (Vec::new(), Vec::new());
        decode(content, encoding, &mut units, &mut complaints);
        assert!(complaints.is_empty(), "{complaints:?}");
        units
    }

    #[test]
    fn escapes() {
        assert_eq!(
            units(r#"a\n\0\101\1234\x7f\e\"\?"#, Encoding::Plain),
            [97, 10, 0, 65, 83, 52, 127, 27, 34, 63]
        );
        assert_eq!(units("\u{e9}", Encoding::Plain), [0xc3, 0xa9]);
        assert_eq!(units(r"\u00e9", Encoding::Plain), [0xc3, 0xa9]);
        assert_eq!(units(r"\xff1\U0001F600", Encoding::Utf16), [0xff1, 0xd83d, 0xde00]);
        assert_eq!(units(r"\U0001F600", Encoding::Wide), [0x1f600]);
    }

    #[test]
    fn complaints_know_their_place() {
        let (mut units, mut complaints) = (Vec::new(), Vec::new());
        decode(r"ab\x\q\400\u12", Encoding::Plain, &mut units, &mut complaints);
        let places: Vec<_> = complaints.iter().map(|(at, length, error, _)| (*at, *length, *error)).collect();
        assert_eq!(places, [(2, 2, true), (4, 2, false), (6, 4, false), (10, 4, true)]);
        assert_eq!(units, [97, 98, 0, 113, 0]);
    }

    #[test]
    fn character_values() {
        assert_eq!(char_value(Encoding::Plain, &[0xff]).value, -1);
        assert_eq!(char_value(Encoding::Plain, &[0x61, 0x62]).value, 0x6162);
        assert_eq!(char_value(Encoding::Plain, &[0xff, 0xff, 0xff, 0xff]).value, -1);
        assert_eq!(char_value(Encoding::Wide, &[0xffff_ffff]).value, -1);
        assert_eq!(char_value(Encoding::Utf32, &[0xffff_ffff]).value, 0xffff_ffff);
    }
}
