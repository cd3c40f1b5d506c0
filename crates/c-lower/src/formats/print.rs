//! Models of calls of `sprintf` and `snprintf`.

use std::fmt::Write;

use super::specification::{Conversion, Number, Printed, printed};
use super::{Model, Parameter};

/// So many characters in a row are written one by one, more by a loop.
const UNROLLED: usize = 12;

/// The characters of a number of a type of floats, at most, but for its precision and its width.
fn most_characters(conversion: &Conversion) -> u32 {
    match (conversion.letter, conversion.length) {
        (b'f' | b'F', "L") => 5000,
        (b'f' | b'F', _) => 330,
        _ => 64,
    }
}

/// The type of an integer that is printed, that of the argument, and the unsigned type in which its digits are computed.
fn integer(length: &str, is_signed: bool) -> (&'static str, &'static str, &'static str) {
    match (length, is_signed) {
        ("hh", true) => ("signed char", "int", "unsigned"),
        ("hh", false) => ("unsigned char", "int", "unsigned"),
        ("h", true) => ("short", "int", "unsigned"),
        ("h", false) => ("unsigned short", "int", "unsigned"),
        ("l", true) => ("long", "long", "unsigned long"),
        ("l", false) => ("unsigned long", "unsigned long", "unsigned long"),
        ("ll" | "j", true) => ("long long", "long long", "unsigned long long"),
        ("ll" | "j", false) => ("unsigned long long", "unsigned long long", "unsigned long long"),
        ("z" | "t", true) => ("ssize_t", "ssize_t", "size_t"),
        ("z" | "t", false) => ("size_t", "size_t", "size_t"),
        (_, true) => ("int", "int", "unsigned"),
        (_, false) => ("unsigned", "unsigned", "unsigned"),
    }
}

struct Writer {
    is_bounded: bool,
    body: String,
    arguments: Vec<(usize, Parameter)>,
    /// The next argument of the call.
    next: usize,
}

/// The model of a call that prints.
pub fn model(format: &[u8], is_bounded: bool) -> Option<Model> {
    let parts = printed(format)?;
    let first = if is_bounded { 3 } else { 2 };
    let mut arguments = vec![(0, Parameter::Pointer("char"))];
    if is_bounded {
        arguments.push((1, Parameter::Number("size_t")));
    }
    let mut writer = Writer { is_bounded, body: String::new(), arguments, next: first };
    let mut characters = Vec::new();
    for part in parts {
        match part {
            Printed::Character(byte) => characters.push(byte),
            Printed::Conversion(conversion) => {
                writer.characters(&std::mem::take(&mut characters));
                writer.conversion(&conversion);
            }
        }
    }
    writer.characters(&characters);
    Some(writer.model())
}

impl Writer {
    fn model(mut self) -> Model {
        self.body += match self.is_bounded {
            true => "    if (size != 0)\n        to[at < size ? at : size - 1] = 0;\n",
            false => "    to[at] = 0;\n",
        };
        let mut names = vec!["to".to_string()];
        if self.is_bounded {
            names.push("size".to_string());
        }
        names.extend(self.arguments[names.len()..].iter().map(|(index, _)| format!("a{index}")));
        let declared: Vec<String> = self
            .arguments
            .iter()
            .zip(&names)
            .map(|((_, parameter), name)| parameter.declaration(name))
            .collect();
        let text = format!(
            "static int NAME({})\n{{\n    size_t at = 0;\n{}    return (int)at;\n}}\n",
            declared.join(", "),
            self.body
        );
        Model { text, arguments: self.arguments }
    }

    /// Takes the next argument, and gives its name.
    fn argument(&mut self, parameter: Parameter) -> String {
        let index = self.next;
        self.next += 1;
        self.arguments.push((index, parameter));
        format!("a{index}")
    }

    fn line(&mut self, text: &str) {
        let _ = writeln!(self.body, "    {text}");
    }

    /// Writes a character.
    fn put(&self, character: &str) -> String {
        match self.is_bounded {
            true => format!("{{ if (at + 1 < size) to[at] = {character}; at = at + 1; }}"),
            false => format!("{{ to[at] = {character}; at = at + 1; }}"),
        }
    }

    fn characters(&mut self, bytes: &[u8]) {
        if bytes.len() > UNROLLED && bytes.is_ascii() {
            let escaped: String = bytes.iter().map(|byte| format!("\\{byte:03o}")).collect();
            let put = self.put("text[i]");
            self.line(&format!(
                "{{ const char *text = \"{escaped}\"; for (size_t i = 0; i < {}; i++) {put} }}",
                bytes.len()
            ));
            return;
        }
        for byte in bytes {
            let put = self.put(&(*byte as i8).to_string());
            self.line(&put);
        }
    }

    /// Declares `width` and `left`, or only their values, as far as a conversion has them.
    fn width(&mut self, conversion: &Conversion) {
        let left = u32::from(conversion.is_left);
        match conversion.width {
            Number::Argument => {
                let argument = self.argument(Parameter::Number("int"));
                self.line(&format!("int left = {left} || {argument} < 0;"));
                self.line(&format!(
                    "size_t width = {argument} < 0 ? (size_t)-(long long){argument} : {argument};"
                ));
            }
            Number::Literal(width) => self.line(&format!("int left = {left}; size_t width = {width};")),
            Number::None => self.line(&format!("int left = {left}; size_t width = 0;")),
        }
    }

    /// Declares `precision`, which is negative if there is none.
    fn precision(&mut self, conversion: &Conversion) {
        match conversion.precision {
            Number::Argument => {
                let argument = self.argument(Parameter::Number("int"));
                self.line(&format!("int precision = {argument};"));
            }
            Number::Literal(precision) => self.line(&format!("int precision = {precision};")),
            Number::None => self.line("int precision = -1;"),
        }
    }

    fn pad(&mut self, condition: &str, character: u8, until: &str) {
        let put = self.put(&character.to_string());
        self.line(&format!("if ({condition}) for (size_t i = {until}; i < width; i++) {put}"));
    }

    fn conversion(&mut self, conversion: &Conversion) {
        self.line("{");
        match conversion.letter {
            b'c' => self.character(conversion),
            b's' => self.string(conversion),
            b'd' | b'i' => self.integer(conversion, true),
            b'u' | b'x' | b'X' | b'o' => self.integer(conversion, false),
            _ => self.unknown(conversion),
        }
        self.line("}");
    }

    fn character(&mut self, conversion: &Conversion) {
        self.width(conversion);
        // A precision means nothing here, but takes an argument.
        self.precision(conversion);
        let argument = self.argument(Parameter::Number("int"));
        let put = self.put(&format!("(char){argument}"));
        self.pad("!left", b' ', "1");
        self.line(&put);
        self.pad("left", b' ', "1");
    }

    /// glibc prints `(null)` for NULL, if there is room for it.
    fn string(&mut self, conversion: &Conversion) {
        let has_width = conversion.width != Number::None;
        let has_precision = conversion.precision != Number::None;
        if has_width {
            self.width(conversion);
        }
        if has_precision {
            self.precision(conversion);
        }
        let argument = self.argument(Parameter::Pointer("const char"));
        let condition = match has_precision {
            true => "(precision < 0 || n < (size_t)precision) && text[n] != 0",
            false => "text[n] != 0",
        };
        let null = match has_precision {
            true => "precision < 0 || precision >= 6 ? \"(null)\" : \"\"",
            false => "\"(null)\"",
        };
        self.line(&format!("const char *text = {argument}; size_t n = 0;"));
        self.line(&format!("if (text == 0) text = {null};"));
        if !has_width {
            let put = self.put("text[n]");
            self.line(&format!("for (; {condition}; n++) {put}"));
            return;
        }
        self.line(&format!("while ({condition}) n++;"));
        self.pad("!left", b' ', "n");
        let put = self.put("text[k]");
        self.line(&format!("for (size_t k = 0; k < n; k++) {put}"));
        self.pad("left", b' ', "n");
    }

    fn integer(&mut self, conversion: &Conversion, is_signed: bool) {
        let (ty, parameter, unsigned) = integer(conversion.length, is_signed);
        let is_plain = conversion.is_plain();
        if !is_plain {
            self.width(conversion);
            self.precision(conversion);
        }
        let argument = self.argument(Parameter::Number(parameter));
        let (base, ten) = match conversion.letter {
            b'o' => (8, None),
            b'x' => (16, Some('a')),
            b'X' => (16, Some('A')),
            _ => (10, None),
        };
        self.line(&format!("{ty} value = ({ty}){argument};"));
        match is_signed {
            true => self.line(&format!(
                "{unsigned} rest = value < 0 ? ({unsigned})-(value + 1) + 1 : ({unsigned})value, power = 1;"
            )),
            false => self.line(&format!("{unsigned} rest = value, power = 1;")),
        }
        let digit = match ten {
            Some(ten) => format!(
                "(char)(rest / power < 10 ? {} + rest / power : {} + (rest / power - 10))",
                b'0', ten as u8
            ),
            None => format!("(char)({} + rest / power)", b'0'),
        };
        let put = self.put(&digit);
        let digits = format!("for (; power != 0; power = power / {base}) {{ {put} rest = rest % power; }}");
        if is_plain {
            if is_signed {
                let minus = self.put("45");
                self.line(&format!("if (value < 0) {minus}"));
            }
            self.line(&format!("while (rest / power >= {base}) power = power * {base};"));
            self.line(&digits);
            return;
        }
        self.line("size_t digits = 1;");
        self.line(&format!("while (rest / power >= {base}) {{ power = power * {base}; digits++; }}"));
        self.line("if (precision == 0 && rest == 0) { digits = 0; power = 0; }");
        self.line(
            "size_t zeros = precision > 0 && (size_t)precision > digits ? (size_t)precision - digits : 0;",
        );
        if conversion.is_alternative && conversion.letter == b'o' {
            self.line("if (zeros == 0 && (rest != 0 || digits == 0)) zeros = 1;");
        }
        let plus = conversion.plus.filter(|_| is_signed).unwrap_or(0);
        let sign = if is_signed { format!("value < 0 ? 45 : {plus}") } else { "0".to_string() };
        self.line(&format!("char sign = {sign};"));
        let has_prefix = conversion.is_alternative && matches!(conversion.letter, b'x' | b'X');
        let prefix = if has_prefix { "value != 0" } else { "0" };
        self.line(&format!("int prefix = {prefix};"));
        self.line("size_t total = (sign != 0) + 2 * (size_t)prefix + zeros + digits;");
        let fills = format!("{} && precision < 0 && !left", u32::from(conversion.has_zeros));
        self.line(&format!("int fills = {fills};"));
        self.pad("!left && !fills", b' ', "total");
        let put = self.put("sign");
        self.line(&format!("if (sign != 0) {put}"));
        if has_prefix {
            let (zero, letter) = (self.put("48"), self.put(&conversion.letter.to_string()));
            self.line(&format!("if (prefix) {{ {zero} {letter} }}"));
        }
        self.pad("fills", b'0', "total");
        let put = self.put("48");
        self.line(&format!("for (size_t i = 0; i < zeros; i++) {put}"));
        self.line(&digits);
        self.pad("left", b' ', "total");
    }

    /// Characters that are not known: those of floating-point numbers and of addresses.
    fn unknown(&mut self, conversion: &Conversion) {
        self.width(conversion);
        self.precision(conversion);
        let (parameter, most) = match (conversion.letter, conversion.length) {
            (b'p', _) => ("void *", 64),
            (_, "L") => ("long double", most_characters(conversion)),
            _ => ("double", most_characters(conversion)),
        };
        self.argument(Parameter::Number(parameter));
        let put = self.put("(char)c");
        self.line("size_t n = __builtin_number_of_characters_printed();");
        self.line(&format!(
            "__VERIFIER_assume(n >= 1 && n >= width && n <= {most} + width + (precision < 0 ? 0 : (size_t)precision));"
        ));
        self.line("for (size_t i = 0; i < n; i++) {");
        self.line("int c = __builtin_character_printed();");
        self.line(&format!("__VERIFIER_assume(c > 0 && c < 128); {put}"));
        self.line("}");
    }
}
