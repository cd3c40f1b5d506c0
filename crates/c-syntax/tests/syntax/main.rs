//! Tests of the parser and the printer on text: one `check` for what parses, one `errors` for what does not.
//!
//! `check` prints with explicit parentheses, so that the expectations show the shape of the tree, and makes sure
//! in passing that every snippet survives printing and parsing again in both styles.

mod declarations;
mod errors;
mod expressions;
mod positions;
mod robustness;
mod roundtrip;
mod statements;

use base::{Diagnostics, SourceMap};
use c_syntax::ast::{Node, same_syntax};
use c_syntax::{Ast, Interner, Style, parse, print};
use expect_test::Expect;

/// Parses text that has no errors.
fn parse_valid(text: &str, names: &mut Interner) -> Ast {
    let mut sources = SourceMap::new();
    let file = sources.add_file("t.c", text);
    let mut diagnostics = Diagnostics::new();
    let ast = parse(&sources, file, names, &mut diagnostics);
    let shown: String = text.chars().take(2000).collect();
    assert!(!diagnostics.has_errors(), "{}\nin: {shown}", diagnostics.render(&sources));
    check_reachable(&ast);
    ast
}

/// Makes sure that every node is reached exactly once.
fn check_reachable(ast: &Ast) {
    let nodes: Vec<Node> = ast.walk_all().collect();
    let distinct: std::collections::HashSet<&Node> = nodes.iter().collect();
    assert_eq!((nodes.len(), distinct.len()), (ast.node_count(), ast.node_count()));
}

/// Makes sure that the tree survives printing in a style and parsing.
fn check_roundtrip_in(style: Style, ast: &Ast, names: &mut Interner) {
    let text = print(ast, names, style);
    let again = parse_valid(&text, names);
    assert!(same_syntax(ast, &again), "printed:\n{text}\nprinted again:\n{}", print(&again, names, style));
}

/// Makes sure that the tree survives printing and parsing.
fn check_roundtrip(ast: &Ast, names: &mut Interner) {
    check_roundtrip_in(Style::Plain, ast, names);
    check_roundtrip_in(Style::Explicit, ast, names);
}

/// Parses text, checks the round trip, and compares what is printed.
fn check(text: &str, expected: Expect) {
    let mut names = Interner::new();
    let ast = parse_valid(text, &mut names);
    check_roundtrip(&ast, &mut names);
    expected.assert_eq(&print(&ast, &names, Style::Explicit));
}

/// Parses text that has errors, and compares the messages.
fn errors(text: &str, expected: Expect) {
    let mut sources = SourceMap::new();
    let file = sources.add_file("t.c", text);
    let mut diagnostics = Diagnostics::new();
    parse(&sources, file, &mut Interner::new(), &mut diagnostics);
    assert!(!diagnostics.is_empty(), "no messages for: {text}");
    expected.assert_eq(&diagnostics.render(&sources));
}
