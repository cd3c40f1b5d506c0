//! Many programs in one translation unit: gcc starts once for all of them.
//!
//! Each name of a program gets the program's number, except for keywords, what begins with two underscores, and what
//! the program declares `extern`: functions of the library and of the driver.

use std::collections::BTreeSet;

/// Keywords, and words in attributes.
const KEYWORDS: &str = "auto break case char const continue default do double else enum extern float for goto if inline \
    int long register restrict return short signed sizeof static struct switch typedef union unsigned void volatile \
    while _Bool packed aligned noinline";

/// The name of a program's `main`.
pub fn main_of(number: usize) -> String {
    format!("main_{number}")
}

/// The text with names that no other program has.
pub fn renamed(text: &str, number: usize) -> String {
    let mut kept: BTreeSet<&str> = KEYWORDS.split_whitespace().collect();
    kept.extend(text.lines().filter_map(external));
    let (mut result, mut rest) = (String::new(), text);
    while let Some(first) = rest.chars().next() {
        let length = match first {
            '"' | '\'' => quoted(rest),
            '0'..='9' => word(rest),
            'a'..='z' | 'A'..='Z' | '_' => word(rest),
            _ => first.len_utf8(),
        };
        let (token, after) = rest.split_at(length);
        result.push_str(token);
        let is_name = first.is_ascii_alphabetic() || first == '_';
        if is_name && !token.starts_with("__") && !kept.contains(token) {
            result.push_str(&format!("_{number}"));
        }
        rest = after;
    }
    result
}

/// The name that a line declares `extern`.
fn external(line: &str) -> Option<&str> {
    let declared = line.trim().strip_prefix("extern ")?.split('(').next()?;
    declared.rsplit([' ', '*']).next()
}

/// How long a name or number is.
fn word(text: &str) -> usize {
    let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_';
    text.find(|c| !is_part(c)).unwrap_or(text.len())
}

/// How long a string or character is.
fn quoted(text: &str) -> usize {
    let bytes = text.as_bytes();
    let mut at = 1;
    while at < bytes.len() && bytes[at] != bytes[0] {
        at += if bytes[at] == b'\\' { 2 } else { 1 };
    }
    (at + 1).min(bytes.len())
}

#[test]
fn names_get_numbers() {
    let text =
        "extern void *malloc(Size);\nstatic int g1[2] = { 0x1f, 'a' };\nint main(void) { return g1[0]; }\n";
    let expected = "extern void *malloc(Size_7);\nstatic int g1_7[2] = { 0x1f, 'a' };\nint main_7(void) { return g1_7[0]; }\n";
    assert_eq!(renamed(text, 7), expected);
    assert_eq!(
        renamed(r#"char *s = "a\"b"; __builtin_va_list v;"#, 1),
        r#"char *s_1 = "a\"b"; __builtin_va_list v_1;"#
    );
}
