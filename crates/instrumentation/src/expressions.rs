//! The expressions of witnesses: C that changes nothing, and what ACSL adds to it.
//!
//! Tools write `==>`, `<==>`, `^^`, `\true` and `\false`, which C can say in other words. The connectives bind less than any
//! operator of C but `?:` and the comma, so a text falls apart at them, bracket by bracket. What speaks of other states
//! (`\old`, `\at`) or of memory (`\valid`) is not understood.

/// What stands for `\result`.
pub const RESULT: &str = "__principia_result";

/// The C expression that an expression of a witness means. The error is a sentence about it.
pub fn in_c(text: &str) -> Result<String, String> {
    let plain = text.trim().replace("\\result", RESULT).replace("\\true", "1").replace("\\false", "0");
    if let Some((_, rest)) = plain.split_once('\\') {
        let word: String = rest.chars().take_while(|c| c.is_ascii_alphanumeric() || *c == '_').collect();
        return Err(format!("`{}`: `\\{word}` is not understood", text.trim()));
    }
    if plain.contains('?') && ["==>", "^^"].iter().any(|connective| plain.contains(connective)) {
        return Err(format!("`{}`: `?:` together with connectives is not understood", text.trim()));
    }
    let plain = connectives(&plain);
    check(&plain).map_err(|why| format!("`{}` {why}", text.trim()))?;
    Ok(plain)
}

/// Replaces the connectives of ACSL.
fn connectives(text: &str) -> String {
    if !["==>", "^^"].iter().any(|connective| text.contains(connective)) {
        return text.to_string();
    }
    // Inside of brackets first.
    let (mut flat, mut inner, mut depth) = (String::new(), String::new(), 0usize);
    let mut parts: Vec<String> = Vec::new();
    for c in text.chars() {
        match c {
            '(' | '[' => {
                depth += 1;
                if depth == 1 {
                    flat.push(c);
                    continue;
                }
            }
            ')' | ']' if depth == 1 => {
                depth = 0;
                flat.push(HOLE);
                parts.push(connectives(&std::mem::take(&mut inner)));
            }
            ')' | ']' => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth == 0 { flat.push(c) } else { inner.push(c) }
    }
    flat += &inner;
    let joined = split(&flat);
    let mut parts = parts.into_iter();
    let pieces: Vec<&str> = joined.split(HOLE).collect();
    let mut out = pieces[0].to_string();
    for piece in &pieces[1..] {
        out += &parts.next().unwrap_or_default();
        out += piece;
    }
    out
}

/// Stands for what a pair of brackets holds. Order is kept, so that no number is needed.
const HOLE: char = '\u{1}';

/// A text without brackets: equivalences bind least, then implications (to the right), then exclusive disjunctions.
fn split(text: &str) -> String {
    if let Some((left, right)) = text.split_once("<==>") {
        return format!("(!({}) == !({}))", split(left), split(right));
    }
    if let Some((left, right)) = text.split_once("==>") {
        return format!("(!({}) || ({}))", split(left), split(right));
    }
    if let Some((left, right)) = text.split_once("^^") {
        return format!("(!({}) != !({}))", split(left), split(right));
    }
    text.trim().to_string()
}

/// An expression must be one, and change nothing.
fn check(text: &str) -> Result<(), String> {
    let wrong = |why: &str| Err(why.to_string());
    let bytes = text.as_bytes();
    let mut depth = 0i32;
    let mut before = Word::Nothing;
    let mut at = 0;
    while let Some(&byte) = bytes.get(at) {
        let two = bytes.get(at..at + 2).unwrap_or_default();
        let mut length = 1;
        let mut word = Word::Other;
        match byte {
            b'(' | b'[' => {
                if byte == b'(' && before == Word::Name {
                    return wrong("calls a function");
                }
                depth += 1;
            }
            b')' | b']' => {
                depth -= 1;
                if depth < 0 {
                    return wrong("is no expression");
                }
            }
            b';' | b'{' | b'}' | b'"' | b'\'' | b'#' | b'\\' | b'\n' | b'@' | b'`' => {
                return wrong("is no expression that is understood");
            }
            _ if two == b"++" || two == b"--" => return wrong("changes the program"),
            _ if [&b"=="[..], b"!=", b"<=", b">=", b"/*", b"//"].contains(&two) => {
                if two == b"/*" || two == b"//" {
                    return wrong("has a comment");
                }
                length = 2;
            }
            b'=' => return wrong("changes the program"),
            b' ' | b'\t' => word = before,
            _ if byte.is_ascii_alphanumeric() || byte == b'_' => {
                let is_letter = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
                length = bytes[at..].iter().take_while(|byte| is_letter(byte)).count();
                let name = &text[at..at + length];
                let is_operator = ["sizeof", "_Alignof", "__alignof__"].contains(&name);
                word = if byte.is_ascii_digit() || is_operator { Word::Other } else { Word::Name };
            }
            _ => {}
        }
        before = word;
        at += length;
    }
    match depth == 0 && before != Word::Nothing {
        true => Ok(()),
        false => wrong("is no expression"),
    }
}

/// What stands before a place in an expression.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Word {
    Nothing,
    Name,
    Other,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn acsl_in_c() {
        let says = |text: &str, expected: &str| assert_eq!(in_c(text).as_deref(), Ok(expected), "{text}");
        says("x == 1", "x == 1");
        says("\\result == -3", "__principia_result == -3");
        says("x > 0 ==> y[i] == 2", "(!(x > 0) || (y[i] == 2))");
        says("a ==> b ==> c", "(!(a) || ((!(b) || (c))))");
        says("(a ==> b) && c", "((!(a) || (b))) && c");
        says("a <==> b ^^ \\true", "(!(a) == !((!(b) != !(1))))");
        let fails = |text: &str, expected: &str| assert_eq!(in_c(text), Err(expected.to_string()));
        fails("\\old(x) == x", "`\\old(x) == x`: `\\old` is not understood");
        fails("x = 1", "`x = 1` changes the program");
        fails("f(x)", "`f(x)` calls a function");
        fails("1); f(", "`1); f(` is no expression");
        fails("", "`` is no expression");
    }
}
