//! Formats as lists of texts and conversions.

/// A part of a format for printing.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Printed {
    /// A character for itself.
    Character(u8),
    /// A conversion.
    Conversion(Conversion),
}

/// A number in a conversion.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Number {
    /// It is not there.
    None,
    /// As written.
    Literal(u32),
    /// `*`: an argument.
    Argument,
}

/// A conversion for printing.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Conversion {
    /// `-`
    pub is_left: bool,
    /// `0`
    pub has_zeros: bool,
    /// What stands before numbers that are not negative: `+`, a blank, or nothing.
    pub plus: Option<u8>,
    /// `#`
    pub is_alternative: bool,
    /// The least number of characters.
    pub width: Number,
    /// What follows the point.
    pub precision: Number,
    /// `hh`, `h`, `l`, `ll`, `j`, `z`, `t`, `L`, or nothing.
    pub length: &'static str,
    /// The letter.
    pub letter: u8,
}

impl Conversion {
    /// Whether it is nothing but a letter and a length.
    pub fn is_plain(&self) -> bool {
        !(self.is_left || self.has_zeros || self.is_alternative)
            && (self.plus, self.width, self.precision) == (None, Number::None, Number::None)
    }
}

/// A part of a format for scanning.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Scanned {
    /// Any number of blanks.
    Blanks,
    /// This character.
    Character(u8),
    /// A conversion.
    Conversion(Scan),
}

/// A conversion for scanning.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Scan {
    /// `*`: what is read is not stored.
    pub is_suppressed: bool,
    /// The greatest number of characters.
    pub width: Option<u32>,
    /// `hh`, `h`, `l`, `ll`, `j`, `z`, `t`, `L`, or nothing.
    pub length: &'static str,
    /// The letter, `[` for a set.
    pub letter: u8,
    /// The bytes of a set, in order.
    pub set: Vec<u8>,
}

/// The modifiers of length, the longer ones first.
const LENGTHS: [&str; 8] = ["hh", "ll", "h", "l", "j", "z", "t", "L"];

/// Numbers of characters up to this are understood.
const MOST_CHARACTERS: u32 = 100_000;

/// What is left of a format.
struct Rest<'f>(&'f [u8]);

impl Rest<'_> {
    fn next(&mut self) -> Option<u8> {
        let (first, rest) = self.0.split_first()?;
        self.0 = rest;
        Some(*first)
    }

    fn eat(&mut self, byte: u8) -> bool {
        let is_next = self.0.first() == Some(&byte);
        if is_next {
            self.0 = &self.0[1..];
        }
        is_next
    }

    /// Digits, if there are any. The error says that the number is too large to be understood.
    fn digits(&mut self) -> Result<Option<u32>, ()> {
        let end = self.0.iter().position(|byte| !byte.is_ascii_digit()).unwrap_or(self.0.len());
        let (digits, rest) = self.0.split_at(end);
        self.0 = rest;
        if digits.is_empty() {
            return Ok(None);
        }
        let number = std::str::from_utf8(digits).ok().and_then(|digits| digits.parse().ok());
        number.filter(|number| *number <= MOST_CHARACTERS).map(Some).ok_or(())
    }

    fn number(&mut self) -> Result<Number, ()> {
        if self.eat(b'*') {
            return Ok(Number::Argument);
        }
        Ok(self.digits()?.map_or(Number::None, Number::Literal))
    }

    fn length(&mut self) -> &'static str {
        match LENGTHS.iter().find(|length| self.0.starts_with(length.as_bytes())) {
            Some(length) => {
                self.0 = &self.0[length.len()..];
                length
            }
            None => "",
        }
    }
}

/// The parts of a format for printing; none if there is one that is not understood.
pub fn printed(format: &[u8]) -> Option<Vec<Printed>> {
    let mut rest = Rest(format);
    let mut parts = Vec::new();
    while let Some(byte) = rest.next() {
        if byte != b'%' {
            parts.push(Printed::Character(byte));
            continue;
        }
        let mut conversion = Conversion {
            is_left: false,
            has_zeros: false,
            plus: None,
            is_alternative: false,
            width: Number::None,
            precision: Number::None,
            length: "",
            letter: 0,
        };
        loop {
            match rest.0.first()? {
                b'-' => conversion.is_left = true,
                b'0' => conversion.has_zeros = true,
                b'+' => conversion.plus = Some(b'+'),
                b' ' => conversion.plus = conversion.plus.or(Some(b' ')),
                b'#' => conversion.is_alternative = true,
                _ => break,
            }
            rest.next();
        }
        conversion.width = rest.number().ok()?;
        if rest.eat(b'.') {
            conversion.precision = match rest.number().ok()? {
                Number::None => Number::Literal(0),
                number => number,
            };
        }
        conversion.length = rest.length();
        conversion.letter = rest.next()?;
        let is_whole = conversion.is_plain() && conversion.length.is_empty();
        match (conversion.letter, conversion.length) {
            (b'%', _) if is_whole => parts.push(Printed::Character(b'%')),
            (b'd' | b'i' | b'u' | b'x' | b'X' | b'o', length) if length != "L" => {
                parts.push(Printed::Conversion(conversion));
            }
            (b'c' | b's' | b'p', "") => parts.push(Printed::Conversion(conversion)),
            (b'f' | b'F' | b'e' | b'E' | b'g' | b'G' | b'a' | b'A', "" | "l" | "L") => {
                parts.push(Printed::Conversion(conversion));
            }
            _ => return None,
        }
    }
    Some(parts)
}

/// The bytes of a set, behind its bracket.
fn set(rest: &mut Rest<'_>) -> Option<Vec<u8>> {
    let is_negated = rest.eat(b'^');
    let mut has = [false; 256];
    let mut is_first = true;
    loop {
        let byte = rest.next()?;
        if byte == b']' && !is_first {
            break;
        }
        is_first = false;
        // A range, unless the dash is the last one.
        match rest.0 {
            [b'-', last, ..] if *last != b']' => {
                (byte..=*last).for_each(|byte| has[usize::from(byte)] = true);
                rest.next();
                rest.next();
            }
            _ => has[usize::from(byte)] = true,
        }
    }
    Some((0..=255u8).filter(|byte| has[usize::from(*byte)] != is_negated).collect())
}

/// The parts of a format for scanning; none if there is one that is not understood.
pub fn scanned(format: &[u8]) -> Option<Vec<Scanned>> {
    let mut rest = Rest(format);
    let mut parts = Vec::new();
    while let Some(byte) = rest.next() {
        match byte {
            b' ' | b'\t' | b'\n' | b'\r' | b'\x0b' | b'\x0c' => parts.push(Scanned::Blanks),
            b'%' if rest.eat(b'%') => {
                parts.extend([Scanned::Blanks, Scanned::Character(b'%')]);
            }
            b'%' => {
                let is_suppressed = rest.eat(b'*');
                let width = rest.digits().ok()?;
                let length = rest.length();
                let letter = rest.next()?;
                let set = if letter == b'[' { set(&mut rest)? } else { Vec::new() };
                let is_known = match letter {
                    b'd' | b'i' | b'u' | b'x' | b'X' | b'o' => length != "L",
                    b'c' | b's' | b'[' => length.is_empty(),
                    b'f' | b'F' | b'e' | b'E' | b'g' | b'G' | b'a' | b'A' => matches!(length, "" | "l" | "L"),
                    _ => false,
                };
                if !is_known || width == Some(0) {
                    return None;
                }
                parts.push(Scanned::Conversion(Scan { is_suppressed, width, length, letter, set }));
            }
            byte => parts.push(Scanned::Character(byte)),
        }
    }
    Some(parts)
}
