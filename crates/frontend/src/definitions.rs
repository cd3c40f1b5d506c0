//! The functions that a C file defines, and what each of them depends on: what `scan` needs before it verifies anything.
//!
//! The fingerprint of a function is the preprocessed text of the file without the bodies of those functions that it cannot
//! reach. A function is reached if its name occurs in the body of one that is reached, or outside of all bodies; that is
//! more than calls, so that a verdict stays valid as long as its fingerprint does not change.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use base::{Diagnostics, SourceMap, Span};
use c_sema::types::DataModel;
use c_syntax::ast::Item;
use c_syntax::intern::Interner;

use crate::input;
use crate::options::ProgramOptions;
use crate::preprocess::{self, Need};

/// A function that a file defines.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Definition {
    /// Its name.
    pub name: String,
    /// The line, counted from one.
    pub line: u32,
    /// Everything that its meaning depends on.
    pub fingerprint: String,
}

/// The functions that a file defines itself, in its order; those of its headers are left out. The error is text for
/// people.
pub fn definitions(path: &Path, options: &ProgramOptions) -> Result<Vec<Definition>, String> {
    let model = options.data_model.unwrap_or(DataModel::Lp64);
    let text = input::read_source(path).map_err(|error| error.render())?;
    let preprocess = || preprocess::preprocess(path, options, model);
    let text = match preprocess::need(path, &text, options) {
        Need::None => text,
        Need::Useful => preprocess().unwrap_or(text),
        Need::Required => preprocess().map_err(|error| error.render())?,
    };
    let mut sources = SourceMap::new();
    let (mut names, mut diagnostics) = (Interner::new(), Diagnostics::new());
    let file = sources.add_file(path.to_string_lossy(), text);
    let tree = c_syntax::parse(&sources, file, &mut names, &mut diagnostics);
    sources.set_line_markers(file, tree.presumed.line_markers());
    if diagnostics.has_errors() {
        return Err(diagnostics.render(&sources));
    }
    let functions: Vec<(String, Span)> = tree
        .items
        .iter()
        .filter_map(|item| match item {
            Item::Function(id) => Some(&tree[*id]),
            _ => None,
        })
        .filter_map(|function| {
            let name = names.get(function.declarator.name.as_ref()?.name).to_string();
            Some((name, Span::new(file, function.range.start, function.range.end)))
        })
        .collect();
    let reach = Reach::new(sources.text(file), &functions);
    let own = std::path::absolute(path).unwrap_or_else(|_| path.to_path_buf());
    let is_own = |span: Span| {
        let (name, _) = sources.place(span);
        std::path::absolute(name).is_ok_and(|name| name == own)
    };
    let own = functions.iter().enumerate().filter(|(_, (_, span))| is_own(*span));
    let define = |(position, (name, span)): (usize, &(String, Span))| Definition {
        name: name.clone(),
        line: sources.place(*span).1.line,
        fingerprint: reach.fingerprint(position),
    };
    Ok(own.map(define).collect())
}

/// What functions can reach.
struct Reach<'t> {
    /// The text outside of all functions.
    outside: String,
    texts: Vec<&'t str>,
    /// The functions whose names occur in each function.
    mentions: Vec<BTreeSet<usize>>,
    /// Those whose names occur outside.
    outside_mentions: BTreeSet<usize>,
}

impl<'t> Reach<'t> {
    fn new(text: &'t str, functions: &[(String, Span)]) -> Reach<'t> {
        let mut positions: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
        for (position, (name, _)) in functions.iter().enumerate() {
            positions.entry(name).or_default().push(position);
        }
        let mentioned = |text: &str| -> BTreeSet<usize> {
            let words = text.split(|c: char| !c.is_alphanumeric() && c != '_');
            words.filter_map(|word| positions.get(word)).flatten().copied().collect()
        };
        let part = |span: &Span| text.get(span.start as usize..span.end as usize).unwrap_or_default();
        let texts: Vec<&str> = functions.iter().map(|(_, span)| part(span)).collect();
        let (mut outside, mut end) = (String::new(), 0);
        for (_, span) in functions {
            outside += text.get(end..span.start as usize).unwrap_or_default();
            end = end.max(span.end as usize);
        }
        outside += text.get(end..).unwrap_or_default();
        let outside = essence(&outside);
        // A prototype mentions a function without reaching it: only what stands in initialisers counts.
        let reaches = |part: &&str| ["=", "alias", "weakref", "asm"].iter().any(|word| part.contains(word));
        let initialisers: Vec<&str> = outside.split(';').filter(reaches).collect();
        let mut outside_mentions = mentioned(&initialisers.join(";"));
        // Some functions are called by nobody that the text names.
        let is_called = |text: &str| text.contains("constructor") || text.contains("destructor");
        outside_mentions.extend((0..texts.len()).filter(|at| is_called(texts[*at])));
        let mentions = texts.iter().map(|text| mentioned(text)).collect();
        Reach { outside, texts, mentions, outside_mentions }
    }

    fn fingerprint(&self, position: usize) -> String {
        let mut reached: BTreeSet<usize> = self.outside_mentions.clone();
        reached.insert(position);
        let mut work: Vec<usize> = reached.iter().copied().collect();
        while let Some(at) = work.pop() {
            work.extend(self.mentions[at].iter().filter(|next| reached.insert(**next)));
        }
        let bodies: String = reached.iter().map(|at| essence(self.texts[*at])).collect();
        format!("{}\u{0}{bodies}", self.outside)
    }
}

/// A text without comments, line markers and blanks at the ends of lines: where a line stands changes no verdict, and
/// moves with every edit above it.
fn essence(text: &str) -> String {
    let (mut out, mut letters) = (String::new(), text.chars().peekable());
    while let Some(letter) = letters.next() {
        match (letter, letters.peek()) {
            ('/', Some('/')) => {
                while letters.peek().is_some_and(|next| *next != '\n') {
                    letters.next();
                }
            }
            ('/', Some('*')) => {
                let mut last = letters.next();
                last = last.and_then(|_| letters.next());
                while let (Some(before), Some(next)) = (last, letters.next()) {
                    if (before, next) == ('*', '/') {
                        break;
                    }
                    last = Some(next);
                }
                out.push(' ');
            }
            ('"' | '\'', _) => {
                out.push(letter);
                while let Some(next) = letters.next() {
                    out.push(next);
                    match next {
                        '\\' => out.extend(letters.next()),
                        next if next == letter => break,
                        _ => {}
                    }
                }
            }
            _ => out.push(letter),
        }
    }
    let lines = out.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'));
    lines.map(|line| format!("{line}\n")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(name: &str, text: &str) -> Vec<Definition> {
        let path = std::env::temp_dir().join(format!("principia-{}-{name}.c", std::process::id()));
        std::fs::write(&path, text).expect("written");
        let found = definitions(&path, &ProgramOptions::of(vec![path.clone()])).expect("read");
        let _ = std::fs::remove_file(&path);
        found
    }

    #[test]
    fn only_what_reaches_a_change_changes() {
        let text = |body: &str| {
            format!(
                "int g(int);\nint g(int x) {{ return {body}; }}\nint f(void) {{ return g(1); }}\n\
                 int h(void) {{ return 2; }}\nint k(void) {{ return 3; }}\nint (*table)(void) = k;\n"
            )
        };
        let (before, after) = (of("before", &text("x")), of("after", &text("x + 1")));
        let changed: Vec<&str> = before
            .iter()
            .zip(&after)
            .filter(|(a, b)| a.fingerprint != b.fingerprint)
            .map(|(a, _)| a.name.as_str())
            .collect();
        assert_eq!(changed, ["g", "f"]);
        assert_eq!(before.iter().map(|one| one.line).collect::<Vec<_>>(), [2, 3, 4, 5]);
        // What a table names is reached by everybody.
        let with_table = of("table", &text("x").replace("return 3", "return 4"));
        assert!(before.iter().zip(&with_table).all(|(a, b)| a.fingerprint != b.fingerprint));
    }

    #[test]
    fn comments_and_places_do_not_matter() {
        let (one, other) = (
            "int f(void) { /* a */ return '/'; } // b\n",
            "\n# 7 \"a.c\"\n  int f(void) {   return '/'; }\n",
        );
        assert_eq!(essence(one), "int f(void) {   return '/'; }\n");
        assert_eq!(essence(one), essence(other));
        assert_eq!(essence("char *s = \"// no \\\" comment\";"), "char *s = \"// no \\\" comment\";\n");
        assert_eq!(essence("/* open"), "");
    }

    #[test]
    fn functions_of_headers_are_left_out() {
        let text = "# 1 \"other.h\"\nint inner(void) { return 1; }\n";
        assert_eq!(of("header", text), []);
    }
}
