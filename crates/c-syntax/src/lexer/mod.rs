//! From text to tokens.
//!
//! The whole file is cut into tokens at once, so that the parser can look ahead as far as it likes. The lexer
//! interns names, reads numbers, decodes and concatenates strings, follows line markers, and leaves out
//! comments, pragmas and `_Pragma(...)`. It reports what is wrong and goes on with a substitute, so that the
//! parser finds few errors that only follow from the lexer's.

mod directive;
mod number;
mod splice;
mod string;

pub(crate) use directive::PackStates;

use crate::ast::{CharLit, Encoding, FloatLit, FloatSuffix, IntLit, Radix, StringLit};
use crate::intern::{Interner, keyword};
use crate::presumed::PresumedTable;
use crate::token::{Tok, Token};
use base::{Diagnostic, Diagnostics, FileId, Idx, Severity, Span};
use number::Number;
use splice::Splices;

/// What the lexer makes of a file.
#[derive(Debug, Default)]
pub(crate) struct Lexed {
    /// The tokens; the last few are [`Tok::Eof`].
    pub tokens: Vec<Token>,
    /// The literals, by the `data` of their tokens.
    pub ints: Vec<IntLit>,
    pub floats: Vec<FloatLit>,
    pub chars: Vec<CharLit>,
    pub strings: Vec<StringLit>,
    /// The line markers.
    pub presumed: PresumedTable,
    /// What `#pragma pack` says.
    pub packs: PackStates,
}

/// How many end tokens there are, so that looking ahead needs no check.
const END_TOKENS: usize = 4;

const IDENT: u8 = 1;
const DIGIT: u8 = 2;

/// What each byte may be part of. Bytes of characters beyond ASCII are taken as parts of names.
static CLASS: [u8; 256] = {
    let mut class = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        let c = byte as u8;
        if c.is_ascii_alphabetic() || c == b'_' || c == b'$' || c >= 0x80 {
            class[byte] = IDENT;
        } else if c.is_ascii_digit() {
            class[byte] = DIGIT;
        }
        byte += 1;
    }
    class
};

struct Lexer<'a> {
    text: &'a str,
    bytes: &'a [u8],
    pos: usize,
    /// Whether only white space was seen on this line.
    line_start: bool,
    interner: &'a mut Interner,
    out: Lexed,
    problems: Vec<(usize, usize, Severity, String, Option<&'static str>)>,
}

/// Cuts a file into tokens.
pub(crate) fn lex(file: FileId, text: &str, interner: &mut Interner, diagnostics: &mut Diagnostics) -> Lexed {
    let (clean, splices) = Splices::remove(text);
    let mut lexer = Lexer {
        text: &clean,
        bytes: clean.as_bytes(),
        pos: if clean.starts_with('\u{feff}') { 3 } else { 0 },
        line_start: true,
        interner,
        out: Lexed::default(),
        problems: Vec::new(),
    };
    lexer.out.tokens.reserve(text.len() / 5);
    lexer.run();
    let Lexer { mut out, problems, .. } = lexer;
    map_back(&mut out, &splices);
    fill_in_physical_lines(&mut out.presumed, text);
    for (start, end, severity, message, hint) in problems {
        let (start, end) = (splices.original(start as u32), splices.original_end(end as u32));
        let diagnostic = Diagnostic {
            severity,
            message,
            span: Some(Span::new(file, start, end)),
            notes: Vec::new(),
            presumed: None,
            hint: hint.map(str::to_string),
        };
        diagnostics.push(diagnostic);
    }
    out
}

/// Gives everything its offset in the text with splices.
fn map_back(out: &mut Lexed, splices: &Splices) {
    if splices.is_empty() {
        return;
    }
    for token in &mut out.tokens {
        token.start = splices.original(token.start);
        token.end = splices.original_end(token.end).max(token.start);
    }
    for marker in &mut out.presumed.markers {
        marker.offset = splices.original(marker.offset);
    }
    for (offset, _) in &mut out.packs.changes {
        *offset = splices.original(*offset);
    }
}

fn fill_in_physical_lines(presumed: &mut PresumedTable, text: &str) {
    let (mut offset, mut line) = (0, 1);
    for marker in &mut presumed.markers {
        let next = marker.offset as usize;
        line += text.as_bytes()[offset..next].iter().filter(|&&byte| byte == b'\n').count() as u32;
        offset = next;
        // The marker speaks about the line after its own.
        marker.physical = line;
    }
}

impl Lexer<'_> {
    fn error(&mut self, start: usize, end: usize, message: impl Into<String>, hint: Option<&'static str>) {
        self.problems.push((start, end, Severity::Error, message.into(), hint));
    }

    #[inline]
    fn peek(&self, ahead: usize) -> u8 {
        self.bytes.get(self.pos + ahead).copied().unwrap_or(0)
    }

    #[inline]
    fn push(&mut self, kind: Tok, start: usize, data: usize) {
        self.out.tokens.push(Token { kind, start: start as u32, end: self.pos as u32, data: data as u32 });
    }

    fn run(&mut self) {
        loop {
            self.skip_trivia();
            let start = self.pos;
            let Some(&byte) = self.bytes.get(start) else { break };
            self.line_start = false;
            match byte {
                _ if CLASS[byte as usize] == IDENT => self.word(),
                b'0'..=b'9' => self.number(),
                b'.' if self.peek(1).is_ascii_digit() => self.number(),
                b'"' => self.strings(),
                b'\'' => self.character(start, Encoding::Plain),
                b'\\' if matches!(self.peek(1), b'u' | b'U') => self.word(),
                _ => self.punctuator(byte),
            }
        }
        let end = self.pos;
        for _ in 0..END_TOKENS {
            self.push(Tok::Eof, end, 0);
        }
    }

    /// Skips white space, comments and directives.
    fn skip_trivia(&mut self) {
        while let Some(&byte) = self.bytes.get(self.pos) {
            match byte {
                b' ' | b'\t' | b'\r' | 0x0b | 0x0c | 0 => self.pos += 1,
                b'\n' => {
                    self.pos += 1;
                    self.line_start = true;
                }
                b'/' if self.peek(1) == b'/' => {
                    self.pos += self.bytes[self.pos..].iter().take_while(|&&byte| byte != b'\n').count();
                }
                b'/' if self.peek(1) == b'*' => self.block_comment(),
                b'#' if self.line_start => self.directive(),
                _ => return,
            }
        }
    }

    fn block_comment(&mut self) {
        let start = self.pos;
        match self.text[start + 2..].find("*/") {
            Some(length) => self.pos = start + 2 + length + 2,
            None => {
                self.pos = self.bytes.len();
                self.error(start, start + 2, "the comment is not closed", Some("close it with `*/`"));
            }
        }
    }

    /// An identifier or keyword, or a literal with a prefix.
    fn word(&mut self) {
        let start = self.pos;
        while CLASS[self.peek(0) as usize] != 0 {
            self.pos += 1;
        }
        let text = self.text;
        match self.peek(0) {
            b'\\' if matches!(self.peek(1), b'u' | b'U') => return self.word_with_escapes(start),
            b'"' if encoding(&text[start..self.pos]).is_some() => {
                self.pos = start;
                return self.strings();
            }
            b'\'' => {
                if let Some(encoding) = encoding(&text[start..self.pos]) {
                    return self.character(start, encoding);
                }
            }
            _ => {}
        }
        self.push_word(start, &text[start..self.pos]);
    }

    fn push_word(&mut self, start: usize, name: &str) {
        let symbol = self.interner.intern(name);
        self.push(keyword(symbol).unwrap_or(Tok::Ident), start, symbol.index());
    }

    /// An identifier with universal characters: `\u00e9t\u00e9`.
    fn word_with_escapes(&mut self, start: usize) {
        let mut name = self.text[start..self.pos].to_string();
        loop {
            let width = match (self.peek(0), self.peek(1)) {
                (b'\\', b'u') => 4,
                (b'\\', b'U') => 8,
                (byte, _) if CLASS[byte as usize] != 0 => {
                    let from = self.pos;
                    while CLASS[self.peek(0) as usize] != 0 {
                        self.pos += 1;
                    }
                    name.push_str(&self.text[from..self.pos]);
                    continue;
                }
                _ => break,
            };
            let digits = self.text.get(self.pos + 2..self.pos + 2 + width);
            let code = digits.and_then(|digits| u32::from_str_radix(digits, 16).ok());
            let Some(c) = code.and_then(char::from_u32).filter(|c| c.is_alphanumeric()) else {
                let message = "a universal character that cannot be part of a name";
                self.error(self.pos, self.pos + 2, message, None);
                self.pos += 2;
                continue;
            };
            name.push(c);
            self.pos += 2 + width;
        }
        self.push_word(start, &name);
    }

    fn number(&mut self) {
        let start = self.pos;
        loop {
            self.pos += match self.peek(0) {
                b'e' | b'E' | b'p' | b'P' if matches!(self.peek(1), b'+' | b'-') => 2,
                b'.' => 1,
                byte if CLASS[byte as usize] != 0 => 1,
                _ => break,
            };
        }
        let text = &self.text[start..self.pos];
        match number::read(text) {
            Ok(Number::Int(lit, fits)) => {
                if !fits {
                    let message = "the integer does not fit into 64 bits and is cut".to_string();
                    self.problems.push((start, self.pos, Severity::Warning, message, None));
                }
                self.push_int(start, lit);
            }
            Ok(Number::Float(length, suffix)) => self.push_float(start, &text[..length], suffix),
            Err((message, hint)) => {
                self.error(start, self.pos, message, hint);
                self.push_int(start, IntLit { value: 1, radix: Radix::Decimal, unsigned: false, longs: 0 });
            }
        }
    }

    fn push_int(&mut self, start: usize, lit: IntLit) {
        self.push(Tok::Int, start, self.out.ints.len());
        self.out.ints.push(lit);
    }

    fn push_float(&mut self, start: usize, digits: &str, suffix: FloatSuffix) {
        let digits = self.interner.intern(digits);
        self.push(Tok::Float, start, self.out.floats.len());
        self.out.floats.push(FloatLit { digits, suffix });
    }

    /// The end of the text between quotes; the position, at the opening quote, moves behind the closing one.
    fn quoted(&mut self, start: usize, what: &str) -> (usize, usize) {
        let quote = self.peek(0);
        let content = self.pos + 1;
        self.pos = content;
        loop {
            match self.bytes.get(self.pos) {
                Some(&byte) if byte == quote => break,
                None | Some(b'\n') => {
                    let message = format!("the {what} literal is not closed on its line");
                    self.error(start, self.pos, message, Some("close it, or write \\n for a line break"));
                    return (content, self.pos);
                }
                Some(b'\\') if !matches!(self.bytes.get(self.pos + 1), None | Some(b'\n')) => self.pos += 2,
                Some(_) => self.pos += 1,
            }
        }
        self.pos += 1;
        (content, self.pos - 1)
    }

    fn decode(&mut self, (start, end): (usize, usize), encoding: Encoding, units: &mut Vec<u32>) {
        let mut complaints = Vec::new();
        string::decode(&self.text[start..end], encoding, units, &mut complaints);
        for (offset, length, error, message) in complaints {
            let severity = if error { Severity::Error } else { Severity::Warning };
            self.problems.push((start + offset, start + offset + length, severity, message, None));
        }
    }

    /// A character literal; the position is at its quote, behind the prefix.
    fn character(&mut self, start: usize, encoding: Encoding) {
        let range = self.quoted(start, "character");
        let mut units = Vec::new();
        self.decode(range, encoding, &mut units);
        if units.is_empty() && self.text[range.1..].starts_with('\'') {
            self.error(start, self.pos, "an empty character literal", Some("the character zero is '\\0'"));
        }
        self.push(Tok::Char, start, self.out.chars.len());
        self.out.chars.push(string::char_value(encoding, &units));
    }

    /// A run of string literals, which are concatenated.
    fn strings(&mut self) {
        let start = self.pos;
        let mut pieces = Vec::new();
        let mut whole = Encoding::Plain;
        let end = loop {
            let piece = self.pos;
            let quote = self.text[piece..].find('"').map_or(piece, |length| piece + length);
            let prefix = encoding(&self.text[piece..quote]).unwrap_or(Encoding::Plain);
            if whole == Encoding::Plain {
                whole = prefix;
            } else if prefix != Encoding::Plain && prefix != whole {
                self.error(piece, quote, "strings of different encodings cannot be concatenated", None);
            }
            self.pos = quote;
            pieces.push(self.quoted(piece, "string"));
            let end = self.pos;
            self.skip_trivia();
            if !self.at_string() {
                break end;
            }
            self.line_start = false;
        };
        let mut units = Vec::new();
        for piece in pieces {
            self.decode(piece, whole, &mut units);
        }
        let data = self.out.strings.len() as u32;
        self.out.strings.push(StringLit { encoding: whole, units: units.into() });
        self.out.tokens.push(Token { kind: Tok::Str, start: start as u32, end: end as u32, data });
    }

    fn at_string(&self) -> bool {
        matches!(
            (self.peek(0), self.peek(1), self.peek(2)),
            (b'"', ..) | (b'L' | b'u' | b'U', b'"', _) | (b'u', b'8', b'"')
        )
    }

    fn punctuator(&mut self, byte: u8) {
        let start = self.pos;
        let Some((kind, length)) = punctuator(byte, self.peek(1), self.peek(2)) else {
            self.pos += 1;
            let message = format!("`{}` cannot stand here", byte.escape_ascii());
            self.error(start, self.pos, message, None);
            return;
        };
        self.pos += length;
        self.push(kind, start, 0);
        if kind == Tok::RParen {
            self.drop_pragma();
        }
    }

    /// Takes `_Pragma("...")` back if that is what the last tokens are.
    fn drop_pragma(&mut self) {
        let [.., pragma, open, text, _] = self.out.tokens[..] else { return };
        if (pragma.kind, open.kind, text.kind) == (Tok::Pragma, Tok::LParen, Tok::Str) {
            let content = self.out.strings[text.data as usize].to_text();
            self.out.packs.pragma(pragma.start, &content);
            self.out.tokens.truncate(self.out.tokens.len() - 4);
        }
    }
}

/// The encoding that a prefix stands for.
fn encoding(prefix: &str) -> Option<Encoding> {
    match prefix {
        "L" => Some(Encoding::Wide),
        "u8" => Some(Encoding::Utf8),
        "u" => Some(Encoding::Utf16),
        "U" => Some(Encoding::Utf32),
        _ => None,
    }
}

/// The longest punctuator that starts with these bytes, and its length.
#[inline]
fn punctuator(first: u8, second: u8, third: u8) -> Option<(Tok, usize)> {
    Some(match (first, second, third) {
        (b'(', ..) => (Tok::LParen, 1),
        (b')', ..) => (Tok::RParen, 1),
        (b';', ..) => (Tok::Semi, 1),
        (b',', ..) => (Tok::Comma, 1),
        (b'{', ..) => (Tok::LBrace, 1),
        (b'}', ..) => (Tok::RBrace, 1),
        (b'[', ..) => (Tok::LBracket, 1),
        (b']', ..) => (Tok::RBracket, 1),
        (b'-', b'>', _) => (Tok::Arrow, 2),
        (b'-', b'-', _) => (Tok::MinusMinus, 2),
        (b'-', b'=', _) => (Tok::MinusAssign, 2),
        (b'-', ..) => (Tok::Minus, 1),
        (b'=', b'=', _) => (Tok::EqEq, 2),
        (b'=', ..) => (Tok::Assign, 1),
        (b'*', b'=', _) => (Tok::StarAssign, 2),
        (b'*', ..) => (Tok::Star, 1),
        (b'&', b'&', _) => (Tok::AndAnd, 2),
        (b'&', b'=', _) => (Tok::AmpAssign, 2),
        (b'&', ..) => (Tok::Amp, 1),
        (b'.', b'.', b'.') => (Tok::Ellipsis, 3),
        (b'.', ..) => (Tok::Dot, 1),
        (b'+', b'+', _) => (Tok::PlusPlus, 2),
        (b'+', b'=', _) => (Tok::PlusAssign, 2),
        (b'+', ..) => (Tok::Plus, 1),
        (b'|', b'|', _) => (Tok::OrOr, 2),
        (b'|', b'=', _) => (Tok::PipeAssign, 2),
        (b'|', ..) => (Tok::Pipe, 1),
        (b'!', b'=', _) => (Tok::Ne, 2),
        (b'!', ..) => (Tok::Bang, 1),
        (b'<', b'<', b'=') => (Tok::ShlAssign, 3),
        (b'<', b'<', _) => (Tok::Shl, 2),
        (b'<', b'=', _) => (Tok::Le, 2),
        (b'<', b':', _) => (Tok::LBracket, 2),
        (b'<', b'%', _) => (Tok::LBrace, 2),
        (b'<', ..) => (Tok::Lt, 1),
        (b'>', b'>', b'=') => (Tok::ShrAssign, 3),
        (b'>', b'>', _) => (Tok::Shr, 2),
        (b'>', b'=', _) => (Tok::Ge, 2),
        (b'>', ..) => (Tok::Gt, 1),
        (b':', b'>', _) => (Tok::RBracket, 2),
        (b':', ..) => (Tok::Colon, 1),
        (b'%', b'>', _) => (Tok::RBrace, 2),
        (b'%', b'=', _) => (Tok::PercentAssign, 2),
        (b'%', ..) => (Tok::Percent, 1),
        (b'/', b'=', _) => (Tok::SlashAssign, 2),
        (b'/', ..) => (Tok::Slash, 1),
        (b'^', b'=', _) => (Tok::CaretAssign, 2),
        (b'^', ..) => (Tok::Caret, 1),
        (b'?', ..) => (Tok::Question, 1),
        (b'~', ..) => (Tok::Tilde, 1),
        _ => return None,
    })
}
