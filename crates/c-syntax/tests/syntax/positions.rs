//! Spans and presumed locations.

use base::{Diagnostics, SourceMap, Span};
use c_syntax::ast::{Init, Item, Node};
use c_syntax::{Ast, Interner, parse};

fn parse_text(text: &str) -> (SourceMap, Ast, Interner) {
    let mut sources = SourceMap::new();
    let file = sources.add_file("t.i", text);
    let (mut names, mut diagnostics) = (Interner::new(), Diagnostics::new());
    let ast = parse(&sources, file, &mut names, &mut diagnostics);
    assert!(!diagnostics.has_errors(), "{}", diagnostics.render(&sources));
    (sources, ast, names)
}

/// The text of every expression of the first declaration's initialiser, outermost first.
fn spans(text: &str) -> Vec<String> {
    let (sources, ast, _) = parse_text(text);
    let Item::Declaration(declaration) = ast.items[0] else { panic!("a declaration") };
    let Some(Init::Expr(root)) = ast[declaration].declarators[0].init else { panic!("an initialiser") };
    let nodes = ast.walk(Node::Expr(root)).filter_map(|node| match node {
        Node::Expr(id) => Some(ast[id].range),
        _ => None,
    });
    nodes.map(|range| sources.snippet(ast.span(range)).to_string()).collect()
}

#[test]
fn expressions_know_their_text() {
    assert_eq!(
        spans("int x = f(a, -b ) * ((int) c . d);"),
        ["f(a, -b ) * ((int) c . d)", "f(a, -b )", "f", "a", "-b", "b", "(int) c . d", "c . d", "c"]
    );
}

#[test]
fn spans_cover_splices() {
    assert_eq!(spans("int x = ab\\\ncd + \\\n1;"), ["ab\\\ncd + \\\n1", "ab\\\ncd", "1"]);
}

#[test]
fn line_markers_give_the_original_place() {
    let text = "int a;\n# 10 \"x\\\\y.c\" 1 3\nint b;\n\nint c;\n#line 5\nint d;\n# 1 \"z.h\"\n# 70 \"x\\\\y.c\" 2\nint e;\n";
    let (sources, ast, _) = parse_text(text);
    let places: Vec<_> = ast
        .items
        .iter()
        .map(|item| {
            let Item::Declaration(id) = item else { panic!("a declaration") };
            ast.presumed(&sources, ast[*id].range).map(|place| (place.file.to_string(), place.line))
        })
        .collect();
    let at = |line| Some(("x\\y.c".to_string(), line));
    assert_eq!(places, [None, at(10), at(12), at(5), at(70)]);
}

#[test]
fn declarations_and_functions_know_their_text() {
    let (sources, ast, _) = parse_text(" static int x = 1 ; int f ( void ) { return x ; } ");
    let texts: Vec<&str> = ast
        .items
        .iter()
        .map(|item| {
            let range = match *item {
                Item::Declaration(id) => ast[id].range,
                Item::Function(id) => ast[id].range,
                _ => panic!("a declaration or a function"),
            };
            sources.snippet(Span::new(ast.file, range.start, range.end))
        })
        .collect();
    assert_eq!(texts, ["static int x = 1 ;", "int f ( void ) { return x ; }"]);
}
