//! Broken, deep and long input: no panic, no overflow, no endless loop.
//!
//! The snippets of the other tests are mutated with a fixed random sequence; what still parses must survive
//! printing and parsing again.

use crate::{check_roundtrip, check_roundtrip_in, parse_valid};
use base::{Diagnostics, SourceMap};
use c_syntax::{Interner, MAX_DEPTH, Style, parse};

/// All C snippets of the other tests.
fn snippets() -> Vec<&'static str> {
    let files = [
        include_str!("expressions.rs"),
        include_str!("declarations.rs"),
        include_str!("statements.rs"),
        include_str!("errors.rs"),
    ];
    let parts = files.iter().flat_map(|file| file.split("r##\"").skip(1));
    parts.map(|part| part.split("\"##").next().expect("split gives at least one part")).collect()
}

/// A linear congruential generator: the same numbers on every run.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 33) as usize % bound.max(1)
    }
}

/// Deletes, doubles, swaps or inserts something.
fn mutate(text: &str, other: &str, random: &mut Random) -> String {
    const INSERTS: &[&str] = &[
        "(",
        ")",
        "{",
        "}",
        "[",
        "]",
        ";",
        ",",
        "*",
        "int ",
        "T ",
        "x",
        "\"",
        "'",
        "\\",
        "#",
        "\n",
        "/*",
        "//",
        "...",
        "__attribute__((",
        "=",
        ":",
        "?",
        "case ",
        "else ",
        "struct ",
        "typedef ",
        "0x",
        "1e",
        "L\"",
        "&&",
        "\u{e9}",
        "[[",
        "static ",
        "sizeof ",
        "({",
        "})",
        "asm(",
        "enum {",
        "# 3 \"f\"\n",
        "_Pragma(\"x\")",
        "\\\n",
        "\0",
    ];
    let chars: Vec<char> = text.chars().collect();
    let at = random.below(chars.len());
    let to = (at + random.below(12)).min(chars.len());
    let collect = |range: &[char]| range.iter().collect::<String>();
    let (head, cut, tail) = (collect(&chars[..at]), collect(&chars[at..to]), collect(&chars[to..]));
    match random.below(6) {
        0 => head + &tail,
        1 => head + &cut + &cut + &tail,
        2 | 3 => head + INSERTS[random.below(INSERTS.len())] + &cut + &tail,
        4 => head,
        _ => head + &other.chars().skip(random.below(other.len())).collect::<String>(),
    }
}

#[test]
fn mutated_input_never_panics() {
    let snippets = snippets();
    assert!(snippets.len() > 80, "the snippets were not found");
    let mut random = Random(42);
    let mut valid = 0;
    for _ in 0..30_000 {
        let mut text = snippets[random.below(snippets.len())].to_string();
        for _ in 0..=random.below(3) {
            text = mutate(&text, snippets[random.below(snippets.len())], &mut random);
        }
        let mut sources = SourceMap::new();
        let file = sources.add_file("t.c", text.as_str());
        let (mut names, mut diagnostics) = (Interner::new(), Diagnostics::new());
        let ast = parse(&sources, file, &mut names, &mut diagnostics);
        if diagnostics.has_errors() {
            assert!(!diagnostics.render(&sources).is_empty());
        } else {
            valid += 1;
            check_roundtrip(&ast, &mut names);
        }
    }
    assert!(valid > 500, "only {valid} mutants parse");
}

/// The text with `count` copies of `open`, then `middle`, then `count` copies of `close`.
fn nested(before: &str, open: &str, middle: &str, close: &str, after: &str, count: usize) -> String {
    [before, &open.repeat(count), middle, &close.repeat(count), after].concat()
}

#[test]
fn deep_input_parses_up_to_the_limit() {
    let depth = MAX_DEPTH as usize - 10;
    for text in [
        nested("int x = ", "(", "1", ")", ";", depth),
        nested("int x = ", "1||1&&1|1^1&1==1<1<<1+1*(", "1", ")", ";", depth),
        nested("int x = ", "f(", "1", ")", ";", depth),
        nested("int x = ", "- ", "1", "", ";", depth),
        nested("int x = ", "(int)", "1", "", ";", depth),
        nested("int x = ", "a ? b : ", "1", "", ";", depth),
        nested("int x = ", "a = ", "1", "", ";", depth),
        nested("int x[] = ", "{", "1", "}", ";", depth),
        nested("int x = ", "({", "1;", "});", "", depth / 2),
        nested("void f(void)", "{", "", "}", "", depth),
        nested("void f(int x) {", "if (x) { } else {", "", "}", "}", depth / 2),
        nested("void f(void) {", "for (;;) ", ";", "", "}", depth),
        nested("", "struct {", "int x;", "} a;", "", depth),
        nested("void f(", "int (*p)(", "void", ")", ");", depth),
    ] {
        let mut names = Interner::new();
        let ast = parse_valid(&text, &mut names);
        check_roundtrip_in(Style::Plain, &ast, &mut names);
    }
}

#[test]
fn deeper_input_is_refused_with_one_message() {
    for text in [
        nested("int x = ", "(", "1", ")", ";", 100_000),
        nested("int x = ", "- ", "1", "", ";", 100_000),
        nested("void f(void)", "{", "", "}", "", 100_000),
        nested("", "struct {", "", "", "", 100_000),
        nested("int x[] = ", "{", "", "", "", 100_000),
        nested("void f(", "int (*p)(", "", "", "", 100_000),
        nested("void f(void) {", "while (1) ", "", "", "", 100_000),
        nested("int x = ", "sizeof(__typeof__(", "", "", "", 100_000),
    ] {
        let mut sources = SourceMap::new();
        let file = sources.add_file("t.c", text);
        let mut diagnostics = Diagnostics::new();
        parse(&sources, file, &mut Interner::new(), &mut diagnostics);
        let messages: Vec<_> = diagnostics.iter().map(|diagnostic| diagnostic.message.clone()).collect();
        assert_eq!(messages, ["the input nests deeper than 2000 levels"]);
    }
}

#[test]
fn long_input_is_not_deep() {
    let cases: String = (0..20_000).map(|value| format!("case {value}: ")).collect();
    for text in [
        nested("int x = ", "1 + ", "1", "", ";", 100_000),
        nested("int x = (", "1, ", "1", "", ");", 100_000),
        nested("int x[] = {", "1, ", "1", "", "};", 100_000),
        nested("int x = a", ".b[1](2)", "", "", ";", 50_000),
        nested("void f(int x) {", "if (x) x = 1; else ", ";", "", "}", 50_000),
        nested("int ", "(", "x", ")", ";", 100_000),
        nested("int ", "*", "x", "", ";", 100_000),
        nested("int x", "[2]", "", "", ";", 100_000),
        nested("char *s = ", "\"abc\" ", "", "", ";", 100_000),
        nested("void f(int x) { switch (x) {", &cases, ";", "", "}}", 1),
    ] {
        let mut names = Interner::new();
        let ast = parse_valid(&text, &mut names);
        check_roundtrip_in(Style::Plain, &ast, &mut names);
    }
}
