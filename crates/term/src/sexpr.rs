//! S-expressions, the concrete syntax of SMT-LIB.
//!
//! All nodes of a text live in one flat table, in the order in which they end;
//! reading and dropping need no recursion, so depth is limited by memory only.

use std::fmt;

/// An error in a text, with its place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ParseError {
    /// What is wrong.
    pub message: String,
    /// Line, counted from one.
    pub line: usize,
    /// Column in characters, counted from one.
    pub column: usize,
}

impl ParseError {
    /// An error at a byte offset of a text.
    pub fn new(message: impl Into<String>, text: &str, offset: usize) -> ParseError {
        let before = &text.as_bytes()[..offset.min(text.len())];
        let line = before.iter().filter(|&&b| b == b'\n').count() + 1;
        let start = before.iter().rposition(|&b| b == b'\n').map_or(0, |p| p + 1);
        let column = String::from_utf8_lossy(&before[start..]).chars().count() + 1;
        ParseError { message: message.into(), line, column }
    }
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.line, self.column, self.message)
    }
}

impl std::error::Error for ParseError {}

/// A node of a [`Sexprs`] table.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct NodeId(u32);

/// What a node is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// A list; see [`Sexprs::children`].
    List,
    /// A symbol; the text is without quotes.
    Symbol,
    /// A symbol that was written in quotes.
    QuotedSymbol,
    /// `:keyword`, the text includes the colon.
    Keyword,
    /// `12`
    Numeral,
    /// `1.5`
    Decimal,
    /// `#xff`, the text is without the prefix.
    Hexadecimal,
    /// `#b01`, the text is without the prefix.
    Binary,
    /// `"..."`, the text is without the outer quotes.
    String,
}

#[derive(Clone, Copy)]
struct Node {
    kind: Kind,
    /// Byte range of the content, or the range of children.
    start: u32,
    end: u32,
    offset: u32,
    /// One behind the last byte.
    finish: u32,
}

/// The s-expressions of a text.
pub struct Sexprs<'t> {
    text: &'t str,
    nodes: Vec<Node>,
    children: Vec<NodeId>,
    roots: Vec<NodeId>,
}

impl<'t> Sexprs<'t> {
    /// Reads all s-expressions of a text.
    pub fn parse(text: &'t str) -> Result<Sexprs<'t>, ParseError> {
        if u32::try_from(text.len()).is_err() {
            return Err(ParseError::new("the text is longer than 4 GB", text, 0));
        }
        let mut reader =
            Reader { sexprs: Sexprs { text, nodes: vec![], children: vec![], roots: vec![] }, position: 0 };
        reader.read()?;
        Ok(reader.sexprs)
    }

    /// The s-expressions at the top.
    pub fn roots(&self) -> &[NodeId] {
        &self.roots
    }

    /// What the node is.
    pub fn kind(&self, node: NodeId) -> Kind {
        self.nodes[node.0 as usize].kind
    }

    /// The text of an atom; empty for a list.
    pub fn text(&self, node: NodeId) -> &'t str {
        let Node { kind, start, end, .. } = self.nodes[node.0 as usize];
        if kind == Kind::List { "" } else { &self.text[start as usize..end as usize] }
    }

    /// The elements of a list; none for an atom.
    pub fn children(&self, node: NodeId) -> &[NodeId] {
        let Node { kind, start, end, .. } = self.nodes[node.0 as usize];
        if kind == Kind::List { &self.children[start as usize..end as usize] } else { &[] }
    }

    /// The elements, if the node is a list.
    pub fn list(&self, node: NodeId) -> Option<&[NodeId]> {
        (self.kind(node) == Kind::List).then(|| self.children(node))
    }

    /// The source text of a node.
    pub fn source(&self, node: NodeId) -> &'t str {
        let Node { offset, finish, .. } = self.nodes[node.0 as usize];
        &self.text[offset as usize..finish as usize]
    }

    /// The name, if the node is a symbol.
    pub fn symbol(&self, node: NodeId) -> Option<&'t str> {
        matches!(self.kind(node), Kind::Symbol | Kind::QuotedSymbol).then(|| self.text(node))
    }

    /// True for this unquoted symbol.
    pub fn is_word(&self, node: NodeId, word: &str) -> bool {
        self.kind(node) == Kind::Symbol && self.text(node) == word
    }

    /// An error at a node.
    pub fn error(&self, node: NodeId, message: impl Into<String>) -> ParseError {
        ParseError::new(message, self.text, self.nodes[node.0 as usize].offset as usize)
    }
}

struct Reader<'t> {
    sexprs: Sexprs<'t>,
    position: usize,
}

impl Reader<'_> {
    fn read(&mut self) -> Result<(), ParseError> {
        let text = self.sexprs.text;
        let mut pending: Vec<NodeId> = Vec::new();
        let mut open: Vec<(usize, usize)> = Vec::new(); // offset of the parenthesis, pending before it
        loop {
            self.skip_blanks();
            let offset = self.position;
            let Some(&byte) = text.as_bytes().get(offset) else { break };
            match byte {
                b'(' => {
                    open.push((offset, pending.len()));
                    self.position += 1;
                }
                b')' => {
                    let Some((start, before)) = open.pop() else {
                        return Err(self.error("a closing parenthesis without an opening one", offset));
                    };
                    self.position += 1;
                    let from = self.sexprs.children.len();
                    self.sexprs.children.extend(pending.drain(before..));
                    let list = self.push(Kind::List, from, self.sexprs.children.len(), start);
                    pending.push(list);
                }
                _ => {
                    let atom = self.atom(byte)?;
                    pending.push(atom);
                }
            }
        }
        if let Some(&(start, _)) = open.last() {
            return Err(self.error("this parenthesis is never closed", start));
        }
        self.sexprs.roots = pending;
        Ok(())
    }

    fn error(&self, message: &str, offset: usize) -> ParseError {
        ParseError::new(message, self.sexprs.text, offset)
    }

    fn push(&mut self, kind: Kind, start: usize, end: usize, offset: usize) -> NodeId {
        let id = NodeId(self.sexprs.nodes.len() as u32);
        let finish = self.position as u32;
        self.sexprs.nodes.push(Node {
            kind,
            start: start as u32,
            end: end as u32,
            offset: offset as u32,
            finish,
        });
        id
    }

    fn skip_blanks(&mut self) {
        let bytes = self.sexprs.text.as_bytes();
        while let Some(&byte) = bytes.get(self.position) {
            if byte == b';' {
                while bytes.get(self.position).is_some_and(|&b| b != b'\n') {
                    self.position += 1;
                }
            } else if byte.is_ascii_whitespace() {
                self.position += 1;
            } else {
                break;
            }
        }
    }

    fn atom(&mut self, first: u8) -> Result<NodeId, ParseError> {
        match first {
            b'|' => self.delimited(Kind::QuotedSymbol, b'|'),
            b'"' => self.delimited(Kind::String, b'"'),
            _ => self.bare(),
        }
    }

    /// `|...|` or `"..."`, where a doubled quote stands for one.
    fn delimited(&mut self, kind: Kind, delimiter: u8) -> Result<NodeId, ParseError> {
        let bytes = self.sexprs.text.as_bytes();
        let offset = self.position;
        let mut end = offset + 1;
        loop {
            match bytes.get(end) {
                None => return Err(self.error("this quote is never closed", offset)),
                Some(&b) if b == delimiter && delimiter == b'"' && bytes.get(end + 1) == Some(&b'"') => {
                    end += 2
                }
                Some(&b) if b == delimiter => break,
                Some(_) => end += 1,
            }
        }
        self.position = end + 1;
        Ok(self.push(kind, offset + 1, end, offset))
    }

    fn bare(&mut self) -> Result<NodeId, ParseError> {
        let text = self.sexprs.text;
        let offset = self.position;
        let is_end = |b: &u8| b.is_ascii_whitespace() || matches!(b, b'(' | b')' | b';' | b'|' | b'"');
        let length = text.as_bytes()[offset..].iter().position(is_end).unwrap_or(text.len() - offset);
        self.position = offset + length.max(1);
        let atom = &text[offset..self.position];
        let digits = |s: &str| !s.is_empty() && s.bytes().all(|b| b.is_ascii_digit());
        let (kind, skipped) = match atom.as_bytes()[0] {
            b':' => (Kind::Keyword, 0),
            b'#' if atom.len() > 2 && atom.starts_with("#x") => (Kind::Hexadecimal, 2),
            b'#' if atom.len() > 2 && atom.starts_with("#b") => (Kind::Binary, 2),
            b'0'..=b'9' if digits(atom) => (Kind::Numeral, 0),
            b'0'..=b'9' if atom.split_once('.').is_some_and(|(a, b)| digits(a) && digits(b)) => {
                (Kind::Decimal, 0)
            }
            b'0'..=b'9' | b'#' => return Err(self.error("not a number, nor a symbol", offset)),
            _ => (Kind::Symbol, 0),
        };
        let is_digit = |c: char| match kind {
            Kind::Hexadecimal => c.is_ascii_hexdigit(),
            Kind::Binary => c == '0' || c == '1',
            _ => true,
        };
        if !atom[skipped..].chars().all(is_digit) {
            return Err(self.error("a digit is out of range", offset));
        }
        Ok(self.push(kind, offset + skipped, self.position, offset))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn atoms_and_lists() {
        let sexprs =
            Sexprs::parse("(a |b c| :k 12 1.50 #xfF #b01 \"s\"\"t\" ()) ; comment\n x").expect("legal");
        let [list, x] = sexprs.roots() else { panic!("two roots") };
        let kinds: Vec<_> =
            sexprs.children(*list).iter().map(|&c| (sexprs.kind(c), sexprs.text(c))).collect();
        assert_eq!(
            kinds,
            [
                (Kind::Symbol, "a"),
                (Kind::QuotedSymbol, "b c"),
                (Kind::Keyword, ":k"),
                (Kind::Numeral, "12"),
                (Kind::Decimal, "1.50"),
                (Kind::Hexadecimal, "fF"),
                (Kind::Binary, "01"),
                (Kind::String, "s\"\"t"),
                (Kind::List, ""),
            ]
        );
        assert_eq!(sexprs.text(*x), "x");
    }

    #[test]
    fn errors_have_places() {
        let error = |text: &str| Sexprs::parse(text).err().map(|e| e.to_string()).unwrap_or_default();
        assert_eq!(error("a\n (b"), "2:2: this parenthesis is never closed");
        assert_eq!(error("a )"), "1:3: a closing parenthesis without an opening one");
        assert_eq!(error("|a"), "1:1: this quote is never closed");
        assert_eq!(error("12a"), "1:1: not a number, nor a symbol");
        assert_eq!(error("#b2"), "1:1: a digit is out of range");
    }

    #[test]
    fn depth_is_no_problem() {
        let text = "(".repeat(1_000_000) + &")".repeat(1_000_000);
        assert_eq!(Sexprs::parse(&text).expect("balanced").roots().len(), 1);
    }
}
