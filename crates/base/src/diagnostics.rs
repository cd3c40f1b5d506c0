//! Messages about the input: collected while a front end goes on, rendered as text at the end.
//!
//! A diagnostic says what is wrong, where, and (as a hint) what to do about it. The collector keeps the first
//! [`MAX_ERRORS`] errors and only counts the others: after that many, more of them help nobody.
//! Rendering shows the line in a window of [`WINDOW`] characters around the position, so that a file of one
//! huge line gives a readable message; tabs and control characters take one column each, so the caret is right.

use crate::source_map::SourceMap;
use crate::span::Span;
use std::fmt::Write;

/// The number of errors that are kept.
pub const MAX_ERRORS: usize = 20;

/// The number of warnings that are kept.
pub const MAX_WARNINGS: usize = 20;

/// The width of the shown part of a source line, in characters.
pub const WINDOW: usize = 120;

/// How bad it is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Severity {
    /// The input is rejected.
    Error,
    /// The input is accepted, but perhaps not what its author meant.
    Warning,
}

impl Severity {
    fn label(self) -> &'static str {
        match self {
            Severity::Error => "error",
            Severity::Warning => "warning",
        }
    }
}

/// A message about the input.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diagnostic {
    /// How bad it is.
    pub severity: Severity,
    /// What is wrong, in one line.
    pub message: String,
    /// Where.
    pub span: Option<Span>,
    /// What else is known, each with the place it speaks about.
    pub notes: Vec<(String, Option<Span>)>,
    /// The file and the line that line markers in the text say it is.
    pub presumed: Option<Box<(String, u32)>>,
    /// What to do about it.
    pub hint: Option<String>,
}

impl Diagnostic {
    /// An error at `span`.
    pub fn error(span: Span, message: impl Into<String>) -> Diagnostic {
        Diagnostic::new(Severity::Error, Some(span), message.into())
    }

    /// A warning at `span`.
    pub fn warning(span: Span, message: impl Into<String>) -> Diagnostic {
        Diagnostic::new(Severity::Warning, Some(span), message.into())
    }

    /// An error about the input as a whole.
    pub fn global_error(message: impl Into<String>) -> Diagnostic {
        Diagnostic::new(Severity::Error, None, message.into())
    }

    fn new(severity: Severity, span: Option<Span>, message: String) -> Diagnostic {
        Diagnostic { severity, message, span, notes: Vec::new(), presumed: None, hint: None }
    }

    /// Sets the hint.
    pub fn with_hint(mut self, hint: impl Into<String>) -> Diagnostic {
        self.hint = Some(hint.into());
        self
    }

    /// Adds a note.
    pub fn with_note(mut self, span: Option<Span>, note: impl Into<String>) -> Diagnostic {
        self.notes.push((note.into(), span));
        self
    }

    /// Adds what line markers say about the place.
    pub fn with_presumed(mut self, file: impl Into<String>, line: u32) -> Diagnostic {
        self.presumed = Some(Box::new((file.into(), line)));
        self
    }

    /// The text for people, ending in a line break.
    pub fn render(&self, sources: &SourceMap) -> String {
        let mut out = String::new();
        if let Some(span) = self.span {
            out += &sources.describe(span);
            out += ": ";
        }
        let _ = writeln!(out, "{}: {}", self.severity.label(), self.message);
        if let Some(span) = self.span {
            render_line(&mut out, sources, span);
        }
        for (note, span) in &self.notes {
            let place = span.map(|span| format!("{}: ", sources.describe(span))).unwrap_or_default();
            let _ = writeln!(out, "note: {place}{note}");
        }
        let shown = self.span.map(|span| sources.place(span));
        // Where the source map follows the line markers itself, that is no news.
        let is_news = |(file, line): &&(String, u32)| {
            shown.as_ref().is_none_or(|(name, place)| **name != **file || place.line != *line)
        };
        if let Some((file, line)) = self.presumed.as_deref().filter(is_news) {
            let _ = writeln!(out, "note: this is {file}:{line}");
        }
        if let Some(hint) = &self.hint {
            let _ = writeln!(out, "hint: {hint}");
        }
        out
    }
}

/// Writes the source line of a span, cut to a window, and the line of carets below it.
fn render_line(out: &mut String, sources: &SourceMap, span: Span) {
    let (_, position) = sources.place(span);
    let line = sources.written_line(span);
    let caret = position.column as usize - 1;
    let width = sources.snippet(span).chars().take_while(|&c| c != '\n' && c != '\r').take(WINDOW).count();
    // A third of the window before the caret is enough context; the rest shows what the span covers. Only
    // the characters up to the end of the window are looked at: the line may have megabytes.
    let length = line.chars().take(caret + WINDOW + 1).count();
    let first = if length <= WINDOW { 0 } else { caret.saturating_sub(WINDOW / 3) };
    let shown: String = line.chars().skip(first).take(WINDOW).map(printable).collect();
    let shown_length = shown.chars().count();
    let (prefix, suffix) =
        (if first > 0 { "..." } else { "" }, if length > first + WINDOW { "..." } else { "" });
    let _ = writeln!(out, "  {prefix}{}{suffix}", if suffix.is_empty() { shown.trim_end() } else { &shown });
    let before = prefix.len() + (caret - first);
    let carets = width.min((shown_length + first).saturating_sub(caret)).max(1);
    let _ = writeln!(out, "  {}{}", " ".repeat(before), "^".repeat(carets));
}

/// One column for each character, whatever a terminal would make of it.
fn printable(c: char) -> char {
    match c {
        '\t' => ' ',
        c if c.is_control() => '\u{fffd}',
        c => c,
    }
}

/// The diagnostics of a run: the first [`MAX_ERRORS`] errors, the first [`MAX_WARNINGS`] warnings, and how many
/// there were.
#[derive(Clone, Debug, Default)]
pub struct Diagnostics {
    kept: Vec<Diagnostic>,
    errors: usize,
    warnings: usize,
}

impl Diagnostics {
    /// No diagnostics.
    pub fn new() -> Diagnostics {
        Diagnostics::default()
    }

    /// Adds a diagnostic; beyond the caps it is only counted.
    pub fn push(&mut self, diagnostic: Diagnostic) {
        let (count, cap) = match diagnostic.severity {
            Severity::Error => (&mut self.errors, MAX_ERRORS),
            Severity::Warning => (&mut self.warnings, MAX_WARNINGS),
        };
        *count += 1;
        if *count <= cap {
            self.kept.push(diagnostic);
        }
    }

    /// Whether there was an error.
    pub fn has_errors(&self) -> bool {
        self.errors > 0
    }

    /// How many errors there were, kept or not.
    pub fn error_count(&self) -> usize {
        self.errors
    }

    /// Whether the cap on errors is reached, so that looking for more is pointless.
    pub fn is_full(&self) -> bool {
        self.errors >= MAX_ERRORS
    }

    /// The kept diagnostics in the order in which they were found.
    pub fn iter(&self) -> std::slice::Iter<'_, Diagnostic> {
        self.kept.iter()
    }

    /// Whether there is nothing to say.
    pub fn is_empty(&self) -> bool {
        self.kept.is_empty()
    }

    /// The text for people: every kept diagnostic in source order, then how many were left out.
    pub fn render(&self, sources: &SourceMap) -> String {
        let mut sorted: Vec<&Diagnostic> = self.kept.iter().collect();
        sorted.sort_by_key(|diagnostic| diagnostic.span.map(|span| (span.file, span.start)));
        let mut out: String = sorted.iter().map(|diagnostic| diagnostic.render(sources)).collect();
        if self.errors > MAX_ERRORS {
            let _ = writeln!(out, "error: {} more errors are not shown", self.errors - MAX_ERRORS);
        }
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use expect_test::{Expect, expect};

    fn check(text: &str, needle: &str, expected: Expect) {
        let mut sources = SourceMap::new();
        let file = sources.add_file("a.bpl", text);
        let start = text.find(needle).expect("the needle is in the text") as u32;
        let span = Span::new(file, start, start + needle.len() as u32);
        let diagnostic = Diagnostic::error(span, "no good").with_hint("do better");
        expected.assert_eq(&diagnostic.render(&sources));
    }

    #[test]
    fn shows_the_line_and_carets() {
        check(
            "first\n\tassert \u{2200}x;\r\nlast",
            "\u{2200}x",
            expect![[r#"
                a.bpl:2:9: error: no good
                   assert ∀x;
                          ^^
                hint: do better
            "#]],
        );
    }

    #[test]
    fn spans_over_several_lines_are_marked_on_the_first() {
        check(
            "a b\nc",
            "b\nc",
            expect![[r#"
                a.bpl:1:3: error: no good
                  a b
                    ^
                hint: do better
            "#]],
        );
    }

    #[test]
    fn long_lines_are_cut_around_the_caret() {
        let text = format!("{}HERE{}", "a".repeat(300), "b".repeat(300));
        check(
            &text,
            "HERE",
            expect![[r#"
                a.bpl:1:301: error: no good
                  ...aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaHEREbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb...
                                                             ^^^^
                hint: do better
            "#]],
        );
    }

    #[test]
    fn positions_at_the_end_and_control_characters_are_harmless() {
        let mut sources = SourceMap::new();
        let file = sources.add_file_bytes("bin", b"\x00\xff\x07");
        let end = sources.file_span(file).at_end();
        let text = Diagnostic::warning(end, "odd").with_note(Some(end), "here").render(&sources);
        assert_eq!(text, "bin:1:4: warning: odd\n  \u{fffd}\u{fffd}\u{fffd}\n     ^\nnote: bin:1:4: here\n");
    }

    #[test]
    fn only_twenty_errors_are_kept() {
        let mut diagnostics = Diagnostics::new();
        assert!(diagnostics.is_empty() && !diagnostics.has_errors());
        for number in 0..25 {
            diagnostics.push(Diagnostic::global_error(format!("number {number}")));
        }
        let text = diagnostics.render(&SourceMap::new());
        assert!(text.ends_with("error: number 19\nerror: 5 more errors are not shown\n"), "{text}");
        assert_eq!((diagnostics.iter().count(), diagnostics.error_count()), (20, 25));
        assert!(diagnostics.is_full());
    }
}
