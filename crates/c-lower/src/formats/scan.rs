//! Models of calls of `scanf`, `fscanf` and `sscanf`.

use std::fmt::Write;

use super::specification::{Scan, Scanned, scanned};
use super::{Model, Parameter};

/// A number that is scanned.
struct Target {
    /// Its type.
    ty: &'static str,
    /// The function that gives any value of it.
    input: &'static str,
    /// The types in which glibc reads it, signed and unsigned.
    read: (&'static str, &'static str),
}

fn integer(scan: &Scan) -> Target {
    let is_signed = matches!(scan.letter, b'd' | b'i');
    let (ty, input) = match (scan.length, is_signed) {
        ("hh", true) => ("signed char", "char"),
        ("hh", false) => ("unsigned char", "uchar"),
        ("h", true) => ("short", "short"),
        ("h", false) => ("unsigned short", "ushort"),
        ("l", true) => ("long", "long"),
        ("l", false) => ("unsigned long", "ulong"),
        ("ll" | "j", true) => ("long long", "longlong"),
        ("ll" | "j", false) => ("unsigned long long", "ulonglong"),
        ("z" | "t", true) => ("ssize_t", "long"),
        ("z" | "t", false) => ("size_t", "ulong"),
        (_, true) => ("int", "int"),
        (_, false) => ("unsigned", "uint"),
    };
    let is_longest = matches!(scan.length, "ll" | "j");
    let read = if is_longest { ("long long", "unsigned long long") } else { ("long", "unsigned long") };
    Target { ty, input, read }
}

/// The type of a floating-point number that is scanned.
fn float(scan: &Scan) -> Option<&'static str> {
    match scan.length {
        "" => Some("float"),
        "l" => Some("double"),
        _ => None,
    }
}

/// The condition that a character, an expression of type `int`, is a blank.
const IS_BLANK: &str = "(c == 32 || (c >= 9 && c <= 13))";

/// The condition that a character is in a set, which is not empty.
fn is_in(set: &[u8]) -> String {
    let mut ranges: Vec<(u8, u8)> = Vec::new();
    for &byte in set {
        match ranges.last_mut() {
            Some((_, last)) if last.checked_add(1) == Some(byte) => *last = byte,
            _ => ranges.push((byte, byte)),
        }
    }
    let range = |(first, last): &(u8, u8)| match first == last {
        true => format!("c == {first}"),
        false => format!("(c >= {first} && c <= {last})"),
    };
    format!("({})", ranges.iter().map(range).collect::<Vec<_>>().join(" || "))
}

/// The largest number with so many digits, if it matters for any type.
fn largest(digits: u32) -> Option<u64> {
    (digits <= 18).then(|| 10u64.pow(digits) - 1)
}

struct Writer {
    body: String,
    arguments: Vec<(usize, Parameter)>,
    next: usize,
}

impl Writer {
    fn line(&mut self, text: &str) {
        let _ = writeln!(self.body, "    {text}");
    }

    fn target(&mut self, scan: &Scan, ty: &'static str) -> Option<String> {
        if scan.is_suppressed {
            return None;
        }
        let index = self.next;
        self.next += 1;
        self.arguments.push((index, Parameter::Pointer(ty)));
        Some(format!("a{index}"))
    }

    fn model(self, start: &str, names: &[&str]) -> Model {
        let named = names.iter().map(|name| name.to_string());
        let others = self.arguments[names.len()..].iter().map(|(index, _)| format!("a{index}"));
        let parameters: Vec<String> = named
            .chain(others)
            .zip(&self.arguments)
            .map(|(name, (_, parameter))| parameter.declaration(&name))
            .collect();
        let parameters = if parameters.is_empty() { "void".to_string() } else { parameters.join(", ") };
        let text = format!("static int NAME({parameters})\n{{\n{start}{}    return count;\n}}\n", self.body);
        Model { text, arguments: self.arguments }
    }
}

/// The model of a call that scans what the program does not know.
pub fn of_input(format: &[u8], first: usize) -> Option<Model> {
    let parts = scanned(format)?;
    let mut writer = Writer { body: String::new(), arguments: Vec::new(), next: first };
    let mut number = 0;
    for part in &parts {
        let Scanned::Conversion(scan) = part else { continue };
        if scan.is_suppressed {
            continue;
        }
        number += 1;
        writer.line(&format!("if (count >= {number}) {{"));
        writer.input(scan)?;
        writer.line("}");
    }
    let start = format!(
        "    int count = __VERIFIER_nondet_number_of_values();\n    __VERIFIER_assume(count >= -1 && count <= {number});\n"
    );
    Some(writer.model(&start, &[]))
}

impl Writer {
    fn input(&mut self, scan: &Scan) -> Option<()> {
        match scan.letter {
            b'c' if scan.width.unwrap_or(1) == 1 => {
                let target = self.target(scan, "char")?;
                self.line(&format!("*{target} = __VERIFIER_nondet_char();"));
            }
            b's' => self.word(scan, &format!("c != -1 && !{IS_BLANK}"))?,
            b'[' if !scan.set.is_empty() => self.word(scan, &is_in(&scan.set))?,
            b'd' | b'i' | b'u' | b'x' | b'X' | b'o' => {
                let Target { ty, input, .. } = integer(scan);
                let target = self.target(scan, ty)?;
                self.line(&format!("{ty} value = __VERIFIER_nondet_{input}();"));
                if let Some(width) = scan.width {
                    // A sign needs a place, too; what is negative and unsigned is large.
                    let (most, least) = (largest(width)?, largest(width - 1)?);
                    if !matches!(scan.letter, b'd' | b'i') {
                        return None;
                    }
                    self.line(&format!("__VERIFIER_assume(value <= {most}LL && value >= -{least}LL);"));
                }
                self.line(&format!("*{target} = value;"));
            }
            b'f' | b'F' | b'e' | b'E' | b'g' | b'G' | b'a' | b'A' if scan.width.is_none() => {
                let ty = float(scan)?;
                let target = self.target(scan, ty)?;
                self.line(&format!("*{target} = __VERIFIER_nondet_{ty}();"));
            }
            _ => return None,
        }
        Some(())
    }

    /// Characters as long as a condition holds, at least one.
    fn word(&mut self, scan: &Scan, condition: &str) -> Option<()> {
        let target = self.target(scan, "char")?;
        let more = scan.width.map_or("1".to_string(), |width| format!("i < {width}"));
        self.line("size_t i = 0;");
        self.line(&format!("while ({more}) {{"));
        self.line("int c = getchar();");
        self.line(&format!("if (!({condition})) break;"));
        self.line(&format!("{target}[i] = (char)c; i = i + 1;"));
        self.line("}");
        self.line("__VERIFIER_assume(i != 0);");
        self.line(&format!("{target}[i] = 0;"));
        Some(())
    }
}

/// The model of a call that scans a string.
pub fn of_string(format: &[u8]) -> Option<Model> {
    let parts = scanned(format)?;
    let arguments = vec![(0, Parameter::Pointer("const char"))];
    let mut writer = Writer { body: String::new(), arguments, next: 2 };
    for part in &parts {
        writer.line("{");
        match part {
            Scanned::Blanks => writer.blanks(),
            Scanned::Character(byte) => {
                writer.end();
                writer.line(&format!("if ((unsigned char)s[at] != {byte}) return count;"));
                writer.line("at = at + 1;");
            }
            Scanned::Conversion(scan) => writer.conversion_of_string(scan)?,
        }
        writer.line("}");
    }
    Some(writer.model("    int count = 0;\n    size_t at = 0;\n", &["s"]))
}

impl Writer {
    fn blanks(&mut self) {
        self.line("for (;;) {");
        self.line("int c = (unsigned char)s[at];");
        self.line(&format!("if (!{IS_BLANK}) break;"));
        self.line("at = at + 1;");
        self.line("}");
    }

    /// Ends at the end of the string.
    fn end(&mut self) {
        self.line("if (s[at] == 0) return count != 0 ? count : -1;");
    }

    fn conversion_of_string(&mut self, scan: &Scan) -> Option<()> {
        match scan.letter {
            b'c' if scan.width.unwrap_or(1) == 1 => {
                self.end();
                if let Some(target) = self.target(scan, "char") {
                    self.line(&format!("*{target} = s[at]; count = count + 1;"));
                }
                self.line("at = at + 1;");
            }
            b's' => {
                self.blanks();
                self.end();
                self.word_of_string(scan, &format!("c != 0 && !{IS_BLANK}"));
            }
            b'[' => {
                // The end of the string is in no set.
                let set: Vec<u8> = scan.set.iter().copied().filter(|byte| *byte != 0).collect();
                if set.is_empty() {
                    return None;
                }
                self.end();
                self.word_of_string(scan, &is_in(&set));
            }
            b'd' | b'u' | b'o' => self.integer_of_string(scan),
            b'x' | b'X' | b'i' if scan.width.is_none() => self.integer_of_string(scan),
            b'f' | b'F' | b'e' | b'E' | b'g' | b'G' | b'a' | b'A' if scan.width.is_none() => {
                self.float_of_string(scan, float(scan)?)
            }
            _ => return None,
        }
        Some(())
    }

    fn word_of_string(&mut self, scan: &Scan, condition: &str) {
        let target = self.target(scan, "char");
        let more = scan.width.map_or("1".to_string(), |width| format!("i < {width}"));
        self.line("size_t i = 0;");
        self.line(&format!("while ({more}) {{"));
        self.line("int c = (unsigned char)s[at];");
        self.line(&format!("if (!({condition})) break;"));
        if let Some(target) = &target {
            self.line(&format!("{target}[i] = s[at];"));
        }
        self.line("i = i + 1; at = at + 1;");
        self.line("}");
        self.line("if (i == 0) return count;");
        if let Some(target) = target {
            self.line(&format!("{target}[i] = 0; count = count + 1;"));
        }
    }

    /// A decimal number goes as far as glibc reads it, be its exponent empty; infinities, what is no number, and hexadecimal
    /// numbers go anywhere. The value is what `atof` gives, which is flagged.
    fn float_of_string(&mut self, scan: &Scan, ty: &'static str) {
        self.blanks();
        self.end();
        self.line("size_t start = at;");
        self.line("if (s[at] == 45 || s[at] == 43) at = at + 1;");
        let special = "s[at] == 73 || s[at] == 105 || s[at] == 78 || s[at] == 110";
        let hexadecimal = "s[at] == 48 && (s[at + 1] == 88 || s[at + 1] == 120)";
        self.line(&format!("if ({special} || ({hexadecimal})) {{"));
        self.line("if (atof(s + start) > 0) return count;");
        self.line("while (s[at] != 0 && atof(s + start) > 0) at = at + 1;");
        self.line("} else {");
        self.line("int has_digits = 0;");
        self.line("while (digit_value(s[at]) < 10) { at = at + 1; has_digits = 1; }");
        self.line("if (s[at] == 46) at = at + 1;");
        self.line("while (digit_value(s[at]) < 10) { at = at + 1; has_digits = 1; }");
        self.line("if (!has_digits) return count;");
        self.line("if (s[at] == 69 || s[at] == 101) {");
        self.line("at = at + 1;");
        self.line("if (s[at] == 45 || s[at] == 43) at = at + 1;");
        self.line("while (digit_value(s[at]) < 10) at = at + 1;");
        self.line("}");
        self.line("}");
        let Some(target) = self.target(scan, ty) else { return };
        self.line(&format!("*{target} = ({ty})atof(s + start);"));
        self.line("count = count + 1;");
    }

    /// As `strtol` and its like read it, cut off at the largest number of the type in which it is read.
    fn integer_of_string(&mut self, scan: &Scan) {
        let Target { ty, read: (signed, unsigned), .. } = integer(scan);
        let is_signed = matches!(scan.letter, b'd' | b'i');
        self.blanks();
        self.end();
        let base = match scan.letter {
            b'o' => "8",
            b'x' | b'X' => "16",
            b'i' => "base",
            _ => "10",
        };
        let is_open = scan.width.map_or(String::new(), |width| {
            self.line(&format!("size_t behind = at + {width};"));
            " && at < behind".to_string()
        });
        self.line(&format!(
            "{unsigned} value = 0, limit = ({unsigned})-1{};",
            if is_signed { " / 2" } else { "" }
        ));
        self.line("int is_negative = s[at] == 45, is_large = 0, has_digits = 0;");
        self.line("if (is_negative || s[at] == 43) at = at + 1;");
        if is_signed {
            self.line("if (is_negative) limit = limit + 1;");
        }
        if scan.letter == b'i' {
            self.line("int base = 10;");
            self.line("if (s[at] == 48) {");
            self.line("at = at + 1; has_digits = 1; base = 8;");
            self.line("if (s[at] == 120 || s[at] == 88) { at = at + 1; base = 16; }");
            self.line("}");
        } else if base == "16" {
            self.line("if (s[at] == 48) {");
            self.line("at = at + 1; has_digits = 1;");
            self.line("if (s[at] == 120 || s[at] == 88) at = at + 1;");
            self.line("}");
        }
        self.line(&format!("while (digit_value(s[at]) < {base}{is_open}) {{"));
        self.line(&format!("{unsigned} digit = digit_value(s[at]);"));
        self.line(&format!(
            "if (value > (limit - digit) / {base}) is_large = 1; else value = value * {base} + digit;"
        ));
        self.line("at = at + 1; has_digits = 1;");
        self.line("}");
        self.line("if (!has_digits) return count;");
        self.line("if (is_large) value = limit;");
        let Some(target) = self.target(scan, ty) else { return };
        let negative = match is_signed {
            true => format!("value == 0 ? 0 : -({signed})(value - 1) - 1"),
            false => format!("is_large ? value : ({unsigned})0 - value"),
        };
        let positive = if is_signed { format!("({signed})value") } else { "value".to_string() };
        self.line(&format!("*{target} = ({ty})(is_negative ? {negative} : {positive});"));
        self.line("count = count + 1;");
    }
}
