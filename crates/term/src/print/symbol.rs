//! Names in SMT-LIB syntax.
//!
//! Program variables may be called anything: `x'`, `and`, `a|b`. The printed
//! symbol must be legal, must differ from SMT-LIB's own symbols, and must tell
//! which variable and which version of it was meant. The encoding is injective
//! and [`decode`] inverts it:
//! * `\`, `|` and control characters are written as `%` and two hexadecimal
//!   digits, and so is `%`;
//! * the version is a suffix: `x'`, `x@3`; bound variables are `?k`;
//! * a plain name that could be mistaken for one of these, or for a symbol of
//!   SMT-LIB, gets the suffix `@`.

use std::fmt::Write;

use crate::op::{VarName, Version};
use crate::vocabulary::{is_command, is_operator};

/// The symbol for a variable, quoted if necessary.
pub fn variable(name: VarName) -> String {
    quote(&encode(name.base.as_str(), name.version))
}

/// The symbol for a function or a sort, quoted if necessary.
pub fn plain(name: &str) -> String {
    quote(&encode(name, Version::Plain))
}

/// Quotes a symbol if SMT-LIB demands it. The text must not contain `|` or `\`.
pub fn quote(symbol: &str) -> String {
    let is_simple = |c: char| c.is_ascii_alphanumeric() || "~!@$%^&*_-+=<>.?/".contains(c);
    let starts_well = |c: char| is_simple(c) && !c.is_ascii_digit() && c != '@' && c != '.';
    if symbol.starts_with(starts_well) && symbol.chars().all(is_simple) && !is_reserved_word(symbol) {
        symbol.to_string()
    } else {
        format!("|{symbol}|")
    }
}

/// The symbol, without quotes, for a version of a name.
pub fn encode(base: &str, version: Version) -> String {
    let mut text = String::with_capacity(base.len() + 2);
    for c in base.chars() {
        if c == '%' || c == '|' || c == '\\' || c.is_control() {
            let mut buffer = [0; 4];
            for byte in c.encode_utf8(&mut buffer).bytes() {
                let _ = write!(text, "%{byte:02x}");
            }
        } else {
            text.push(c);
        }
    }
    match version {
        Version::Plain => {
            if is_ambiguous(&text) {
                text.push('@');
            }
        }
        Version::Primed => text.push('\''),
        Version::At(index) => {
            let _ = write!(text, "@{index}");
        }
        Version::Bound(level) => text = format!("?{level}"),
    }
    text
}

/// The name and the version behind a symbol without quotes.
pub fn decode(symbol: &str) -> (String, Version) {
    if let Some(base) = symbol.strip_suffix('\'') {
        return (unescape(base), Version::Primed);
    }
    if let Some((base, index)) = symbol.rsplit_once('@') {
        if index.is_empty() {
            return (unescape(base), Version::Plain);
        }
        if let Some(index) = canonical_number(index) {
            return (unescape(base), Version::At(index));
        }
    }
    (unescape(symbol), Version::Plain)
}

fn canonical_number(text: &str) -> Option<u32> {
    let number: u32 = text.parse().ok()?;
    (number.to_string() == text).then_some(number)
}

fn unescape(text: &str) -> String {
    if !text.contains('%') {
        return text.to_string();
    }
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((&first, tail)) = rest.split_first() {
        let digits = tail.get(..2).and_then(|d| std::str::from_utf8(d).ok());
        match digits.and_then(|d| u8::from_str_radix(d, 16).ok()) {
            Some(byte) if first == b'%' => {
                bytes.push(byte);
                rest = &tail[2..];
            }
            _ => {
                bytes.push(first);
                rest = tail;
            }
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

fn is_ambiguous(text: &str) -> bool {
    text.is_empty()
        || text.ends_with('\'')
        || text.starts_with('?')
        || text.starts_with('@')
        || text.starts_with('.')
        || text.rsplit_once('@').is_some_and(|(_, tail)| tail.is_empty() || canonical_number(tail).is_some())
        || is_theory_symbol(text)
        || is_reserved_word(text)
}

fn is_reserved_word(text: &str) -> bool {
    const WORDS: &[&str] = &[
        "!",
        "_",
        "as",
        "exists",
        "forall",
        "let",
        "match",
        "par",
        "lambda",
        "BINARY",
        "DECIMAL",
        "HEXADECIMAL",
        "NUMERAL",
        "STRING",
    ];
    WORDS.contains(&text) || is_command(text)
}

/// Symbols with a meaning in some theory that a solver may have loaded.
fn is_theory_symbol(text: &str) -> bool {
    const OTHERS: &[&str] = &[
        "true",
        "false",
        "Bool",
        "Int",
        "Real",
        "BitVec",
        "FloatingPoint",
        "RoundingMode",
        "Array",
        "Float16",
        "Float32",
        "Float64",
        "Float128",
        "String",
        "RegLan",
        "Seq",
        "Set",
        "List",
        "Pair",
        "const",
        "map",
        "union",
        "intersection",
        "complement",
        "setminus",
        "subset",
        "pi",
        "euler",
        "sin",
        "cos",
        "tan",
        "asin",
        "acos",
        "atan",
        "sinh",
        "cosh",
        "tanh",
        "exp",
        "sqrt",
        "^",
        "root-obj",
        "model",
        "store",
        "select",
        "default",
        "array-ext",
        "as-array",
        "is",
        "tuple",
        "member",
        "insert",
        "nil",
        "cons",
        "head",
        "tail",
        "first",
        "second",
        "mkpair",
        "emptyset",
        "singleton",
        "iff",
        "if",
        "implies",
        "unsat",
        "sat",
        "unknown",
        "error",
        "partial_order",
        "linear-order",
        "tree-order",
        "int.pow2",
        "iand",
        "pow",
        "update",
        "divisible",
        "fmod",
    ];
    const PREFIXES: &[&str] = &[
        "bvsmul_", "bvumul_", "fp.", "str.", "re.", "seq.", "set.", "bag.", "sep.", "int.", "char.", "rel.",
    ];
    OTHERS.contains(&text) || PREFIXES.iter().any(|p| text.starts_with(p)) || is_operator(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn encoding_is_injective_and_inverted() {
        let bases = [
            "x",
            "x'",
            "x@3",
            "x@",
            "@",
            "",
            "'",
            "and",
            "bvadd",
            "?1",
            "?",
            "a|b",
            "a\\b",
            "50%",
            "%41",
            "let",
            "assert",
            "Int",
            "x@03",
            "x@3'",
            "ü",
            "a b",
            "\n",
            ".x",
            "x@99999999999",
            "true",
            "3",
            "fp",
            "#x",
        ];
        let versions = [Version::Plain, Version::Primed, Version::At(0), Version::At(3)];
        let mut seen = std::collections::BTreeMap::new();
        for base in bases {
            for version in versions {
                let text = encode(base, version);
                assert!(!text.contains(['|', '\\']), "{text}");
                assert_eq!(decode(&text), (base.to_string(), version), "{text}");
                let known = seen.insert(text.clone(), (base, version));
                assert_eq!(known, None, "{text}");
            }
        }
    }

    #[test]
    fn quoting() {
        for (symbol, quoted) in [
            ("x", "x"),
            ("x'", "|x'|"),
            ("x@3", "x@3"),
            ("3", "|3|"),
            ("a b", "|a b|"),
            ("let", "|let|"),
            ("", "||"),
        ] {
            assert_eq!(quote(symbol), quoted);
        }
    }
}
