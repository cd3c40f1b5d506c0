//! Literals as text that reads back as the same literal.

use crate::ast::{CharLit, Encoding, FloatLit, FloatSuffix, IntLit, Radix, StringLit};
use crate::intern::Interner;
use std::fmt::Write;

/// An integer literal.
pub(super) fn int(lit: IntLit) -> String {
    let mut text = match lit.radix {
        Radix::Binary => format!("0b{:b}", lit.value),
        Radix::Octal if lit.value == 0 => "0".to_string(),
        Radix::Octal => format!("0{:o}", lit.value),
        Radix::Decimal => lit.value.to_string(),
        Radix::Hexadecimal => format!("0x{:x}", lit.value),
    };
    if lit.unsigned {
        text.push('U');
    }
    text.push_str(["", "L", "LL"][lit.longs.min(2) as usize]);
    text
}

/// A floating-point literal.
pub(super) fn float(lit: FloatLit, names: &Interner) -> String {
    let suffix = match lit.suffix {
        FloatSuffix::None => "",
        FloatSuffix::F => "f",
        FloatSuffix::L => "L",
        FloatSuffix::Q => "q",
        FloatSuffix::W => "w",
        FloatSuffix::F16 => "f16",
        FloatSuffix::F32 => "f32",
        FloatSuffix::F64 => "f64",
        FloatSuffix::F128 => "f128",
        FloatSuffix::F32x => "f32x",
        FloatSuffix::F64x => "f64x",
        FloatSuffix::Df => "df",
        FloatSuffix::Dd => "dd",
        FloatSuffix::Dl => "dl",
    };
    format!("{}{suffix}", names.get(lit.digits))
}

fn prefix(encoding: Encoding) -> &'static str {
    match encoding {
        Encoding::Plain => "",
        Encoding::Utf8 => "u8",
        Encoding::Utf16 => "u",
        Encoding::Utf32 => "U",
        Encoding::Wide => "L",
    }
}

/// Writes a unit; says whether a digit behind it would become part of it.
fn unit(out: &mut String, unit: u32, quote: char) -> bool {
    match char::from_u32(unit) {
        Some('\n') => out.push_str("\\n"),
        Some('\t') => out.push_str("\\t"),
        Some(c) if c == quote || c == '\\' => out.extend(['\\', c]),
        Some(c @ ' '..='~') => out.push(c),
        // Three octal digits are never more than that.
        _ if unit < 0o1000 => {
            let _ = write!(out, "\\{unit:03o}");
        }
        _ => {
            let _ = write!(out, "\\x{unit:x}");
            return true;
        }
    }
    false
}

/// A string literal; it is cut in two where an escape would swallow the next character.
pub(super) fn string(lit: &StringLit) -> String {
    let mut out = format!("{}\"", prefix(lit.encoding));
    let mut open = false;
    for &value in &lit.units {
        if open {
            let _ = write!(out, "\" {}\"", prefix(lit.encoding));
        }
        open = unit(&mut out, value, '"');
    }
    out.push('"');
    out
}

/// A character literal.
pub(super) fn character(lit: CharLit) -> String {
    let mut out = format!("{}'", prefix(lit.encoding));
    if lit.encoding != Encoding::Plain || i8::try_from(lit.value).is_ok() {
        let mask = if lit.encoding == Encoding::Plain { 0xff } else { u32::MAX };
        unit(&mut out, lit.value as u32 & mask, '\'');
    } else {
        // Several characters: base 256, at least two digits, or it would be sign-extended.
        let bytes = (lit.value as u32).to_be_bytes();
        let first = bytes.iter().position(|&byte| byte != 0).unwrap_or(2).min(2);
        for &byte in &bytes[first..] {
            unit(&mut out, u32::from(byte), '\'');
        }
    }
    out.push('\'');
    out
}
