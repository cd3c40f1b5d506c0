//! From tokens to the tree: recursive descent over a vector of tokens.
//!
//! **Errors.** A function that cannot go on has reported why and returns [`Abort`]; the list of statements,
//! members or items around it skips to the end of the broken one and goes on, so that one run shows up to twenty
//! errors. **Depth.** Everything that nests counts on one counter, and input beyond [`MAX_DEPTH`] is refused;
//! what is merely long (operators that associate to the left, `else if`, labels, lists) is parsed by loops.

mod asm;
mod attribute;
mod declaration;
mod declarator;
mod expr;
mod initializer;
mod item;
mod primary;
mod record;
mod scope;
mod specifiers;
mod stmt;

use crate::ast::{Ast, Expr, ExprId, ExprKind, Ident, StrId, TextRange};
use crate::intern::{Interner, Symbol};
use crate::lexer::{self, PackStates};
use crate::token::{Tok, Token};
use base::{Diagnostic, Diagnostics, FileId, Idx, Span};
use scope::Scopes;

/// How deep expressions, statements, declarators and initialisers may nest in each other.
pub const MAX_DEPTH: u32 = 2000;

/// Input whose brackets nest no deeper than this is parsed on the caller's stack: with [`MAX_DEPTH`] levels of
/// everything else it needs less than the 2 MiB that threads have.
const SHALLOW: usize = 200;

/// The stack for all other input: more than twice what [`MAX_DEPTH`] levels of the most expensive kind need.
const LARGE_STACK: usize = 16 << 20;

/// The thing being parsed is broken; the reason has been reported.
#[derive(Debug)]
struct Abort;

type Parsed<T> = Result<T, Abort>;

struct Parser<'a> {
    text: &'a str,
    tokens: Vec<Token>,
    /// The current token; never beyond the first end token.
    pos: usize,
    /// Where the token before the current one ends.
    last_end: u32,
    ints: Vec<crate::ast::IntLit>,
    floats: Vec<crate::ast::FloatLit>,
    chars: Vec<crate::ast::CharLit>,
    strings: Vec<crate::ast::StringLit>,
    packs: PackStates,
    interner: &'a mut Interner,
    diagnostics: &'a mut Diagnostics,
    ast: Ast,
    scopes: Scopes,
    depth: u32,
    /// The input nests too deeply, and what follows would only give nonsensical errors.
    gave_up: bool,
}

/// Parses a translation unit.
pub(crate) fn parse(file: FileId, text: &str, interner: &mut Interner, diagnostics: &mut Diagnostics) -> Ast {
    let lexed = lexer::lex(file, text, interner, diagnostics);
    let mut ast = Ast::new(file);
    ast.presumed = lexed.presumed;
    let mut parser = Parser {
        text,
        tokens: lexed.tokens,
        pos: 0,
        last_end: 0,
        ints: lexed.ints,
        floats: lexed.floats,
        chars: lexed.chars,
        strings: lexed.strings,
        packs: lexed.packs,
        interner,
        diagnostics,
        ast,
        scopes: Scopes::default(),
        depth: 0,
        gave_up: false,
    };
    if nesting(&parser.tokens) <= SHALLOW {
        parser.translation_unit();
    } else {
        parser.translation_unit_on_large_stack();
    }
    parser.ast
}

/// How deep brackets nest.
fn nesting(tokens: &[Token]) -> usize {
    let (mut depth, mut deepest) = (0usize, 0);
    for token in tokens {
        match token.kind {
            Tok::LParen | Tok::LBracket | Tok::LBrace => {
                depth += 1;
                deepest = deepest.max(depth);
            }
            Tok::RParen | Tok::RBracket | Tok::RBrace => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    deepest
}

impl Parser<'_> {
    /// Parses everything on a thread of its own, whose stack is large enough for the deepest input.
    fn translation_unit_on_large_stack(&mut self) {
        let result = std::thread::scope(|scope| {
            let thread = std::thread::Builder::new().stack_size(LARGE_STACK);
            thread.spawn_scoped(scope, || self.translation_unit()).map(|handle| handle.join())
        });
        match result {
            Ok(Ok(())) => {}
            Ok(Err(panic)) => std::panic::resume_unwind(panic),
            Err(error) => {
                self.diagnostics.push(Diagnostic::global_error(format!("no stack for deep input: {error}")));
            }
        }
    }
}

/// Where parsing goes on after an error.
#[derive(Clone, Copy)]
struct Checkpoint {
    pos: usize,
    depth: u32,
    scopes: usize,
}

/// The cursor.
impl Parser<'_> {
    #[inline]
    fn kind(&self) -> Tok {
        self.tokens[self.pos].kind
    }

    #[inline]
    fn token(&self) -> Token {
        self.tokens[self.pos]
    }

    /// The kind of the token `ahead` after the current one; the lexer leaves enough end tokens for up to three.
    #[inline]
    fn peek(&self, ahead: usize) -> Tok {
        self.tokens[(self.pos + ahead).min(self.tokens.len() - 1)].kind
    }

    /// Takes the current token. The end stays.
    #[inline]
    fn bump(&mut self) -> Token {
        let token = self.tokens[self.pos];
        if token.kind != Tok::Eof {
            self.pos += 1;
        }
        self.last_end = token.end;
        token
    }

    #[inline]
    fn at(&self, kind: Tok) -> bool {
        self.kind() == kind
    }

    #[inline]
    fn eat(&mut self, kind: Tok) -> bool {
        let found = self.at(kind);
        if found {
            self.bump();
        }
        found
    }

    /// Where the current token starts.
    #[inline]
    fn start(&self) -> u32 {
        self.token().start
    }

    /// From `start` to the end of the last token.
    #[inline]
    fn since(&self, start: u32) -> TextRange {
        TextRange { start, end: self.last_end.max(start) }
    }

    #[inline]
    fn symbol(token: Token) -> Symbol {
        Symbol::from_usize(token.data as usize)
    }

    /// Whether the token `ahead` is a name of a type here.
    #[inline]
    fn is_typedef_at(&self, ahead: usize) -> bool {
        let token = self.tokens[(self.pos + ahead).min(self.tokens.len() - 1)];
        token.kind == Tok::Ident && self.scopes.is_typedef(Self::symbol(token))
    }

    /// Whether a type name starts `ahead` tokens after the current one.
    #[inline]
    fn starts_type(&self, ahead: usize) -> bool {
        match self.peek(ahead) {
            Tok::Ident => self.is_typedef_at(ahead),
            Tok::Extension => ahead < 3 && self.starts_type(ahead + 1),
            Tok::Attribute => true,
            kind => kind.is_type_word(),
        }
    }

    fn expr_node(&mut self, kind: ExprKind, start: u32) -> ExprId {
        let range = self.since(start);
        self.ast.exprs.push(Expr { kind, range })
    }

    fn expect(&mut self, kind: Tok, context: &str) -> Parsed<Token> {
        if self.at(kind) {
            return Ok(self.bump());
        }
        Err(self.expected(&format!("`{}` {context}", kind.text())))
    }

    /// Takes the `)` that closes the parenthesis at `open`.
    fn close(&mut self, kind: Tok, open: Token) -> Parsed<()> {
        if self.eat(kind) {
            return Ok(());
        }
        let message = format!("expected `{}`, found {}", kind.text(), self.describe());
        let place = TextRange { start: open.start, end: open.end };
        let note = Some((place, format!("to close this `{}`", open.kind.text())));
        Err(self.report(self.here(), message, note, None))
    }

    /// Takes an identifier. Typedef names are identifiers here.
    fn ident(&mut self, context: &str) -> Parsed<Ident> {
        if self.at(Tok::Ident) {
            return Ok(self.any_word());
        }
        let hint = self.kind().is_keyword().then_some("this word is a keyword of C or of GNU C");
        let message = format!("expected {context}, found {}", self.describe());
        Err(self.report(self.here(), message, None, hint))
    }

    /// Takes the current token, an identifier or keyword, as a name.
    fn any_word(&mut self) -> Ident {
        let token = self.bump();
        Ident { name: Self::symbol(token), range: TextRange { start: token.start, end: token.end } }
    }

    fn string(&mut self, context: &str) -> Parsed<StrId> {
        match self.kind() {
            Tok::Str => Ok(self.string_literal()),
            _ => Err(self.expected(&format!("a string literal {context}"))),
        }
    }

    /// Takes the current token, a string literal. Strings that no node refers to never get into the tree.
    fn string_literal(&mut self) -> StrId {
        let token = self.bump();
        self.ast.strings.push(std::mem::take(&mut self.strings[token.data as usize]))
    }

    /// Takes the `;` at the end of something. If only that is missing, says so and goes on.
    fn semicolon(&mut self, after: &str) -> Parsed<()> {
        if self.eat(Tok::Semi) {
            return Ok(());
        }
        let place = TextRange { start: self.last_end, end: self.last_end };
        let message = format!("expected `;` after {after}, found {}", self.describe());
        let abort = self.report(place, message, None, Some("put a `;` here"));
        let next = self.kind();
        let separate = next == Tok::RBrace
            || next == Tok::Ident && self.text[self.last_end as usize..self.start() as usize].contains('\n')
            || (next.is_specifier() || (Tok::Break as u8..=Tok::Label as u8).contains(&(next as u8)));
        if separate { Ok(()) } else { Err(abort) }
    }
}

/// Errors and recovery.
impl Parser<'_> {
    /// The range of the current token.
    fn here(&self) -> TextRange {
        TextRange { start: self.token().start, end: self.token().end }
    }

    /// The current token for messages.
    fn describe(&self) -> String {
        let token = self.token();
        match token.kind {
            Tok::Eof => "the end of the file".to_string(),
            Tok::Str => "a string literal".to_string(),
            kind if kind.is_keyword() || matches!(kind, Tok::Ident | Tok::Int | Tok::Float | Tok::Char) => {
                let text: String =
                    self.text[token.start as usize..token.end as usize].chars().take(60).collect();
                format!("`{text}`")
            }
            kind => format!("`{}`", kind.text()),
        }
    }

    fn expected(&mut self, what: &str) -> Abort {
        let message = format!("expected {what}, found {}", self.describe());
        self.error(self.here(), message)
    }

    fn error(&mut self, place: TextRange, message: impl Into<String>) -> Abort {
        self.report(place, message, None, None)
    }

    fn error_with_hint(&mut self, place: TextRange, message: impl Into<String>, hint: &str) -> Abort {
        self.report(place, message, None, Some(hint))
    }

    fn report(
        &mut self,
        place: TextRange,
        message: impl Into<String>,
        note: Option<(TextRange, String)>,
        hint: Option<&str>,
    ) -> Abort {
        if self.gave_up {
            return Abort;
        }
        let span = |range: TextRange| Span::new(self.ast.file, range.start, range.end);
        let mut diagnostic = Diagnostic::error(span(place), message);
        if let Some((place, note)) = note {
            diagnostic = diagnostic.with_note(Some(span(place)), note);
        }
        if !self.ast.presumed.is_empty() {
            let before = &self.text.as_bytes()[..place.start as usize];
            let line = before.iter().filter(|&&byte| byte == b'\n').count() as u32 + 1;
            if let Some(presumed) = self.ast.presumed.locate(place.start, line) {
                diagnostic = diagnostic.with_presumed(presumed.file, presumed.line);
            }
        }
        if let Some(hint) = hint {
            diagnostic = diagnostic.with_hint(hint);
        }
        self.diagnostics.push(diagnostic);
        Abort
    }

    /// Enters a level of nesting. On errors the checkpoints restore the level.
    #[inline]
    fn enter(&mut self) -> Parsed<()> {
        self.depth += 1;
        if self.depth <= MAX_DEPTH { Ok(()) } else { Err(self.too_deep()) }
    }

    #[cold]
    fn too_deep(&mut self) -> Abort {
        let message = format!("the input nests deeper than {MAX_DEPTH} levels");
        let abort = self.error_with_hint(self.here(), message, "split it into smaller parts");
        self.gave_up = true;
        abort
    }

    #[inline]
    fn leave(&mut self) {
        self.depth -= 1;
    }

    /// Whether to look no further.
    fn stopped(&self) -> bool {
        self.gave_up || self.diagnostics.is_full()
    }

    fn checkpoint(&self) -> Checkpoint {
        Checkpoint { pos: self.pos, depth: self.depth, scopes: self.scopes.depth() }
    }

    /// After an error in the thing that started at the checkpoint: goes to its end, which is behind a `;` or a
    /// `}` of its own, or before a `}` that is not.
    fn recover(&mut self, from: Checkpoint) {
        self.depth = from.depth;
        self.scopes.truncate(from.scopes);
        if self.gave_up {
            return;
        }
        let error = self.pos.max(from.pos);
        // The semicolons in the head of a `for` end nothing.
        let count_parens = self.tokens[from.pos].kind == Tok::For;
        let (mut braces, mut parens) = (0usize, 0usize);
        let mut index = from.pos;
        loop {
            match self.tokens[index].kind {
                Tok::Eof => break,
                Tok::LBrace => braces += 1,
                Tok::RBrace if braces == 0 && index >= error => break,
                Tok::RBrace => {
                    braces = braces.saturating_sub(1);
                    if braces == 0 && index >= error {
                        index += 1 + usize::from(self.tokens[index + 1].kind == Tok::Semi);
                        break;
                    }
                }
                Tok::LParen if count_parens => parens += 1,
                Tok::RParen => parens = parens.saturating_sub(1),
                Tok::Semi if braces == 0 && parens == 0 && index >= error => {
                    index += 1;
                    break;
                }
                _ => {}
            }
            index += 1;
        }
        self.pos = index.max(error);
        self.last_end = self.tokens[self.pos.saturating_sub(1)].end;
    }
}
