//! From text to tokens.
//!
//! The whole text is cut at once into small tokens that only say what they are and where; the parser takes names
//! and numbers from the text. Two dialects meet here. Boogie's block comments nest, Ultimate's do not: comments
//! nest as long as that closes them, and once it does not, they end at the first `*/`. Words that only one of
//! the dialects reserves (`div`, `mod`, `lambda`, `fork`, ...) are identifiers that the parser recognises where
//! they can only mean the operator or statement.

use base::{Diagnostic, Diagnostics, FileId, Span};

/// What a token is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum TokenKind {
    End,
    Identifier,
    /// Digits.
    Integer,
    /// A decimal literal: `1.5`, `1e3`.
    Decimal,
    /// A bit-vector literal: `5bv8`.
    BitVector,
    /// A string literal with its quotes.
    Text,
    /// A character or literal that is not Boogie; already reported.
    Unknown,
    // Keywords.
    Type,
    Const,
    Function,
    Axiom,
    Var,
    Procedure,
    Implementation,
    Unique,
    Returns,
    Where,
    Free,
    Requires,
    Ensures,
    Modifies,
    Invariant,
    Assume,
    Assert,
    Havoc,
    Call,
    If,
    Then,
    Else,
    While,
    Break,
    Return,
    Goto,
    Old,
    Forall,
    Exists,
    Bool,
    Int,
    Real,
    False,
    True,
    // Punctuation and operators.
    LeftParen,
    RightParen,
    LeftBracket,
    RightBracket,
    LeftBrace,
    RightBrace,
    Comma,
    Colon,
    ColonColon,
    Semicolon,
    Assign,
    /// A single `=`.
    Define,
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
    Equal,
    NotEqual,
    /// `<:`.
    Subtype,
    Plus,
    PlusPlus,
    Minus,
    Star,
    StarStar,
    Slash,
    Percent,
    Not,
    And,
    Or,
    Implies,
    Explies,
    Iff,
}

/// A token: what it is and its bytes in the file.
#[derive(Clone, Copy, Debug)]
pub struct Token {
    /// What it is.
    pub kind: TokenKind,
    /// The offset of its first byte.
    pub start: u32,
    /// The offset after its last byte.
    pub end: u32,
}

const KEYWORDS: [(&str, TokenKind); 34] = [
    ("type", TokenKind::Type),
    ("const", TokenKind::Const),
    ("function", TokenKind::Function),
    ("axiom", TokenKind::Axiom),
    ("var", TokenKind::Var),
    ("procedure", TokenKind::Procedure),
    ("implementation", TokenKind::Implementation),
    ("unique", TokenKind::Unique),
    ("returns", TokenKind::Returns),
    ("where", TokenKind::Where),
    ("free", TokenKind::Free),
    ("requires", TokenKind::Requires),
    ("ensures", TokenKind::Ensures),
    ("modifies", TokenKind::Modifies),
    ("invariant", TokenKind::Invariant),
    ("assume", TokenKind::Assume),
    ("assert", TokenKind::Assert),
    ("havoc", TokenKind::Havoc),
    ("call", TokenKind::Call),
    ("if", TokenKind::If),
    ("then", TokenKind::Then),
    ("else", TokenKind::Else),
    ("while", TokenKind::While),
    ("break", TokenKind::Break),
    ("return", TokenKind::Return),
    ("goto", TokenKind::Goto),
    ("old", TokenKind::Old),
    ("forall", TokenKind::Forall),
    ("exists", TokenKind::Exists),
    ("bool", TokenKind::Bool),
    ("int", TokenKind::Int),
    ("real", TokenKind::Real),
    ("false", TokenKind::False),
    ("true", TokenKind::True),
];

/// Operators and punctuation, longer ones before their prefixes.
const SYMBOLS: [(&str, TokenKind); 50] = [
    ("<==>", TokenKind::Iff),
    ("==>", TokenKind::Implies),
    ("<==", TokenKind::Explies),
    ("::", TokenKind::ColonColon),
    (":=", TokenKind::Assign),
    ("<=", TokenKind::LessEqual),
    (">=", TokenKind::GreaterEqual),
    ("==", TokenKind::Equal),
    ("!=", TokenKind::NotEqual),
    ("<:", TokenKind::Subtype),
    ("++", TokenKind::PlusPlus),
    ("**", TokenKind::StarStar),
    ("&&", TokenKind::And),
    ("||", TokenKind::Or),
    ("(", TokenKind::LeftParen),
    (")", TokenKind::RightParen),
    ("[", TokenKind::LeftBracket),
    ("]", TokenKind::RightBracket),
    ("{", TokenKind::LeftBrace),
    ("}", TokenKind::RightBrace),
    (",", TokenKind::Comma),
    (":", TokenKind::Colon),
    (";", TokenKind::Semicolon),
    ("=", TokenKind::Define),
    ("<", TokenKind::Less),
    (">", TokenKind::Greater),
    ("+", TokenKind::Plus),
    ("-", TokenKind::Minus),
    ("*", TokenKind::Star),
    ("/", TokenKind::Slash),
    ("%", TokenKind::Percent),
    ("!", TokenKind::Not),
    ("\u{2200}", TokenKind::Forall),
    ("\u{2203}", TokenKind::Exists),
    ("\u{2227}", TokenKind::And),
    ("\u{2228}", TokenKind::Or),
    ("\u{ac}", TokenKind::Not),
    ("\u{21d2}", TokenKind::Implies),
    ("\u{21d0}", TokenKind::Explies),
    ("\u{21d4}", TokenKind::Iff),
    ("\u{2260}", TokenKind::NotEqual),
    ("\u{2264}", TokenKind::LessEqual),
    ("\u{2265}", TokenKind::GreaterEqual),
    ("\u{2254}", TokenKind::Assign),
    ("\u{2022}", TokenKind::ColonColon),
    ("\u{2261}", TokenKind::Equal),
    ("\u{27fa}", TokenKind::Iff),
    ("\u{27f9}", TokenKind::Implies),
    ("\u{2295}", TokenKind::PlusPlus),
    ("\u{2212}", TokenKind::Minus),
];

/// The keyword that a word is, if any.
pub fn keyword(word: &str) -> Option<TokenKind> {
    // Names are often long or start otherwise, and this is asked for every word of a program.
    let may_be = (2..=14).contains(&word.len()) && word.as_bytes().iter().all(u8::is_ascii_lowercase);
    let known = may_be.then(|| KEYWORDS.iter().find(|(text, _)| *text == word)).flatten();
    known.map(|&(_, kind)| kind)
}

impl TokenKind {
    /// How messages name a token of this kind.
    pub fn describe(self) -> String {
        let fixed = KEYWORDS.iter().chain(&SYMBOLS).find(|(_, kind)| *kind == self);
        match (fixed, self) {
            (Some((text, _)), _) => format!("`{text}`"),
            (_, TokenKind::End) => "the end of the file".into(),
            (_, TokenKind::Identifier) => "an identifier".into(),
            (_, TokenKind::Text) => "a string".into(),
            (_, TokenKind::Unknown) => "an unknown character".into(),
            _ => "a number".into(),
        }
    }
}

/// Cuts a text into tokens; the last is [`TokenKind::End`]. What is not a token is reported and left out as
/// [`TokenKind::Unknown`].
pub fn tokenize(file: FileId, text: &str, diagnostics: &mut Diagnostics) -> Vec<Token> {
    let mut lexer = Lexer { file, text, position: 0, nesting: true, tokens: Vec::new(), diagnostics };
    while lexer.skip_blanks() {
        lexer.token();
    }
    let end = text.len();
    lexer.push(TokenKind::End, end);
    lexer.tokens
}

struct Lexer<'a> {
    file: FileId,
    text: &'a str,
    position: usize,
    /// Whether block comments nest.
    nesting: bool,
    tokens: Vec<Token>,
    diagnostics: &'a mut Diagnostics,
}

fn starts_identifier(c: char) -> bool {
    c.is_alphabetic() || "'~#$^_.?`\\".contains(c)
}

fn continues_identifier(c: char) -> bool {
    starts_identifier(c) || c.is_numeric()
}

impl Lexer<'_> {
    fn rest(&self) -> &str {
        &self.text[self.position..]
    }

    fn byte(&self, offset: usize) -> u8 {
        self.text.as_bytes().get(offset).copied().unwrap_or(0)
    }

    fn push(&mut self, kind: TokenKind, end: usize) {
        self.tokens.push(Token { kind, start: self.position as u32, end: end as u32 });
        self.position = end;
    }

    fn error(&mut self, end: usize, message: String, hint: &str) {
        let span = Span::new(self.file, self.position as u32, end as u32);
        self.diagnostics.push(Diagnostic::error(span, message).with_hint(hint));
        self.push(TokenKind::Unknown, end);
    }

    /// Moves to the next token; false at the end of the text.
    fn skip_blanks(&mut self) -> bool {
        loop {
            let blanks =
                self.rest().len() - self.rest().trim_start_matches(|c: char| c.is_whitespace()).len();
            self.position += blanks;
            if self.rest().starts_with('\u{feff}') {
                self.position += '\u{feff}'.len_utf8();
            } else if self.rest().starts_with("//") {
                self.position += self.rest().find('\n').unwrap_or(self.rest().len());
            } else if self.rest().starts_with("/*") {
                self.block_comment();
            } else {
                return !self.rest().is_empty();
            }
        }
    }

    fn block_comment(&mut self) {
        if self.nesting {
            match nested_comment_end(self.text.as_bytes(), self.position) {
                Some(end) => return self.position = end,
                None => self.nesting = false,
            }
        }
        match self.text[self.position + 2..].find("*/") {
            Some(length) => self.position += length + 4,
            None => {
                let hint = "close the comment with `*/`";
                let (start, end) = (self.position, self.text.len());
                self.error((start + 2).min(end), "this comment does not end".into(), hint);
                self.position = end;
            }
        }
    }

    fn token(&mut self) {
        if let Some(kind) = punctuation(self.byte(self.position)) {
            return self.push(kind, self.position + 1);
        }
        let Some(c) = self.rest().chars().next() else { return };
        if c.is_ascii_digit() {
            self.number();
        } else if starts_identifier(c) {
            let length = self.rest().find(|c| !continues_identifier(c)).unwrap_or(self.rest().len());
            let end = self.position + length;
            let kind = keyword(&self.text[self.position..end]).unwrap_or(TokenKind::Identifier);
            self.push(kind, end);
        } else if c == '"' {
            self.string();
        } else if let Some(&(symbol, kind)) =
            SYMBOLS.iter().find(|(symbol, _)| self.rest().starts_with(symbol))
        {
            self.push(kind, self.position + symbol.len());
        } else {
            let known = |c: char| {
                c.is_whitespace()
                    || continues_identifier(c)
                    || c == '"'
                    || SYMBOLS.iter().any(|s| s.0.starts_with(c))
            };
            let length = self.rest().find(known).unwrap_or(self.rest().len());
            let end = self.position + length.max(c.len_utf8());
            let hint = match c {
                '&' => "conjunction is written `&&`",
                '|' => "disjunction is written `||`",
                '@' => "names consist of letters, digits and the characters ' ~ # $ ^ _ . ? `",
                _ => "remove it",
            };
            self.error(end, format!("`{}` has no meaning in Boogie", c.escape_debug()), hint);
        }
    }

    fn number(&mut self) {
        let digits = |lexer: &Self, mut at: usize| {
            while lexer.byte(at).is_ascii_digit() {
                at += 1;
            }
            at
        };
        let mut end = digits(self, self.position);
        if self.text[self.position..end].starts_with('0')
            && end == self.position + 1
            && self.byte(end) == b'x'
        {
            let length =
                self.rest().find(|c: char| !c.is_alphanumeric() && c != '.').unwrap_or(self.rest().len());
            let message = "hexadecimal literals are not supported".into();
            return self.error(self.position + length, message, "write the number in decimal");
        }
        if self.text[end..].starts_with("bv") && self.byte(end + 2).is_ascii_digit() {
            return self.push(TokenKind::BitVector, digits(self, end + 2));
        }
        let mut kind = TokenKind::Integer;
        if self.byte(end) == b'.' && self.byte(end + 1).is_ascii_digit() {
            end = digits(self, end + 1);
            kind = TokenKind::Decimal;
        }
        let exponent = end + 1 + usize::from(self.byte(end + 1) == b'-');
        if self.byte(end) == b'e' && self.byte(exponent).is_ascii_digit() {
            end = digits(self, exponent);
            kind = TokenKind::Decimal;
        }
        self.push(kind, end);
    }

    fn string(&mut self) {
        let bytes = self.text.as_bytes();
        let mut end = self.position + 1;
        while end < bytes.len() && bytes[end] != b'"' && bytes[end] != b'\n' {
            end += if bytes[end] == b'\\' && bytes.get(end + 1) == Some(&b'"') { 2 } else { 1 };
        }
        if self.byte(end) == b'"' {
            self.push(TokenKind::Text, end + 1);
        } else {
            self.error(end, "this string does not end on its line".into(), "close the string with `\"`");
        }
    }
}

/// The token of a byte that begins no longer one: most of a program, so it is worth a quick look.
fn punctuation(byte: u8) -> Option<TokenKind> {
    Some(match byte {
        b'(' => TokenKind::LeftParen,
        b')' => TokenKind::RightParen,
        b'[' => TokenKind::LeftBracket,
        b']' => TokenKind::RightBracket,
        b'{' => TokenKind::LeftBrace,
        b'}' => TokenKind::RightBrace,
        b',' => TokenKind::Comma,
        b';' => TokenKind::Semicolon,
        _ => return None,
    })
}

/// The end of the comment that starts at `start`, where comments nest.
fn nested_comment_end(text: &[u8], start: usize) -> Option<usize> {
    let mut depth = 0usize;
    let mut at = start;
    while at + 1 < text.len() {
        match &text[at..at + 2] {
            b"/*" => {
                depth += 1;
                at += 2;
            }
            b"*/" => {
                depth -= 1;
                at += 2;
                if depth == 0 {
                    return Some(at);
                }
            }
            _ => at += 1,
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use base::SourceMap;

    fn check(text: &str, expected: &str) {
        let mut sources = SourceMap::new();
        let file = sources.add_file("a.bpl", text);
        let mut diagnostics = Diagnostics::new();
        let tokens = tokenize(file, text, &mut diagnostics);
        let shown: Vec<String> = tokens
            .iter()
            .map(|token| format!("{:?}", token.kind) + " " + &text[token.start as usize..token.end as usize])
            .collect();
        let errors: String = diagnostics.iter().map(|d| format!("!{}", d.message)).collect();
        assert_eq!(shown.join("|") + &errors, expected);
    }

    #[test]
    fn names_have_special_characters() {
        check(
            "~x~0 #t'.a? \\old x_1",
            "Identifier ~x~0|Identifier #t'.a?|Identifier \\old|Identifier x_1|End ",
        );
    }

    #[test]
    fn numbers() {
        check(
            "12 5bv8 1.5e-3 1e3 7.x",
            "Integer 12|BitVector 5bv8|Decimal 1.5e-3|Decimal 1e3|Integer 7|Identifier .x|End ",
        );
        check("0x1F", "Unknown 0x1F|End !hexadecimal literals are not supported");
    }

    #[test]
    fn comments_nest_if_that_closes_them() {
        check("/* /* a */ b */ c", "Identifier c|End ");
        check("/* /* a */ b /* c */ d", "Identifier b|Identifier d|End ");
        check("a /* b", "Identifier a|Unknown /*|End !this comment does not end");
        check("// a\nb", "Identifier b|End ");
    }

    #[test]
    fn operators_take_the_longest_match() {
        check("<==><==<=<:", "Iff <==>|Explies <==|LessEqual <=|Subtype <:|End ");
        check("\u{2200}x", "Forall \u{2200}|Identifier x|End ");
    }

    #[test]
    fn strings_and_unknown_characters() {
        check("\"a\\\"b\" \"c\n", "Text \"a\\\"b\"|Unknown \"c|End !this string does not end on its line");
        check(
            "a @@ b & c",
            "Identifier a|Unknown @@|Identifier b|Unknown &|Identifier c|End !`@` has no meaning in Boogie!`&` has no meaning in Boogie",
        );
    }
}
