//! Printing and parsing again gives the same tree, on programs that are generated from a tape of choices.
//!
//! The generator writes text, not trees, so that it also exercises redundant parentheses and alternative
//! spellings; it knows nothing of meaning. A shorter tape gives a smaller program, which is how failures shrink.

use crate::{check_roundtrip, parse_valid};
use c_syntax::Interner;
use proptest::prelude::*;

/// Takes choices from a tape; an empty tape always chooses the first, which never nests.
struct Generator<'a> {
    tape: &'a [u8],
    out: String,
    depth: u32,
}

/// The forms of expressions.
#[rustfmt::skip]
const EXPRESSIONS: &[&str] = &[
    "%N", "1", "0x1fUL", "1.5f", "'x'", "\"s\\n\"", "(%E)", "-(%E)", "- -(%A)", "!%N", "~(%A)", "*&%N", "&%N",
    "++%N", "%N--", "(%A) + (%A)", "(%A) * %N - %N", "%N << (%A) >> 2", "%N < %N == (%A)",
    "%N & (%A) | %N ^ %N", "%N && (%A) || %N", "%N ? %E : %N", "%N ?: %N", "%N = %A", "%N += %A", "(%Y)(%E)",
    "(%Y)-%N", "(%Y)%N", "(%Y)%L", "sizeof(%Y)", "sizeof %N", "sizeof((%Y)%N)", "sizeof -%N", "_Alignof(%Y)",
    "%N(%A, %A)", "%N()", "%N[%E]", "%N.%N", "%N->%N", "(%E).%N", "({ %B %B })", "&&%N",
    "_Generic(%A, %Y: %A, default: %A)", "__builtin_va_arg(%N, %Y)", "__builtin_offsetof(%Y, %N.%N[%E])",
    "__builtin_types_compatible_p(%Y, %Y)", "__func__", "L\"w\" \"\\x41\"", "(a, %N)", "__extension__ %N",
    "__real__ %N", "(%Y)%L.%N", "(T)%N", "(v)-%N",
];

impl Generator<'_> {
    fn choose(&mut self, count: usize) -> usize {
        let [first, rest @ ..] = self.tape else { return 0 };
        self.tape = rest;
        if self.depth > 12 { 0 } else { *first as usize % count }
    }

    fn pick(&mut self, options: &[&str]) {
        let text = options[self.choose(options.len())];
        self.out.push_str(text);
    }

    /// Follows a template: `%E` expression, `%A` without comma, `%S` statement, `%B` block item, `%Y` type name,
    /// `%D` declaration, `%N` name, `%L` braced initialiser; everything else stands for itself.
    fn template(&mut self, template: &str) {
        self.depth += 1;
        let mut letters = template.chars();
        while let Some(letter) = letters.next() {
            match if letter == '%' { letters.next() } else { None } {
                Some('E') => self.expr(true),
                Some('A') => self.expr(false),
                Some('S') => self.statement(),
                Some('B') => self.item(),
                Some('Y') => self.type_name(),
                Some('D') => self.declaration(),
                Some('N') => self.pick(&["a", "b", "$c", "d_1"]),
                Some('L') => self.initializer(),
                _ => self.out.push(letter),
            }
        }
        self.depth -= 1;
    }

    fn among(&mut self, templates: &[&str]) {
        let template = templates[self.choose(templates.len())];
        self.template(template);
    }

    fn expr(&mut self, comma: bool) {
        if comma && self.choose(8) == 7 {
            self.template("%A, %A");
        } else {
            self.among(EXPRESSIONS);
        }
    }

    fn initializer(&mut self) {
        self.among(&[
            "{ 1 }",
            "{ }",
            "{ %A, .%N = %A, [1 ... 2] = %A }",
            "{ %L, .%N[3] = %L, [0] = %A, }",
            "{ %N: %A }",
        ]);
    }

    fn specifiers(&mut self) {
        self.pick(&[
            "",
            "const ",
            "static ",
            "extern __inline ",
            "volatile ",
            "__attribute__((unused)) ",
            "register ",
        ]);
        self.among(&[
            "int",
            "T",
            "unsigned long",
            "char signed",
            "struct s",
            "double",
            "__typeof__(%E)",
            "struct { %D }",
            "union u { int %N; T %N : 3; }",
            "enum { P, Q = a }",
            "struct __attribute__((packed)) r { int %N[]; }",
            "long long unsigned",
            "_Bool",
            "__typeof__(%Y)",
            "_Atomic(%Y)",
        ]);
        self.pick(&["", " const", " __attribute__((aligned(4)))"]);
    }

    fn declarator(&mut self, name: &str) {
        let shapes = [
            "%N",
            "*%N",
            "%N[2]",
            "(*%N)(void)",
            "*(*%N[3])(int, T *)",
            "(*%N)[a]",
            "* const *%N",
            "(%N)",
            "%N(T, ...)",
        ];
        let shape = shapes[self.choose(shapes.len())].replace("%N", name);
        self.out.push_str(&shape);
    }

    fn declaration(&mut self) {
        self.depth += 1;
        // Struct members take no storage class or initialiser; that is for later layers to refuse.
        self.specifiers();
        self.out.push(' ');
        let name = ["x", "y", "z"][self.choose(3)];
        self.declarator(name);
        self.out.push_str("; ");
        self.depth -= 1;
    }

    fn type_name(&mut self) {
        self.depth += 1;
        self.among(&[
            "int",
            "T",
            "const T",
            "struct s",
            "unsigned",
            "__typeof__(%E)",
            "struct { %D }",
            "long double",
        ]);
        self.pick(&["", " *", " (*)(int)", " [3]", " *(*)[2]", " (*(*)(T))(void)", " * const"]);
        self.depth -= 1;
    }

    fn statement(&mut self) {
        self.among(&[
            ";",
            "%E;",
            "{ %B %B %B }",
            "if (%E) %S",
            "if (%E) %S else %S",
            "while (%E) %S",
            "do %S while (%E);",
            "return;",
            "for (;;) %S",
            "for (%E; %E; %E) %S",
            "for (int i = %A; %N; ) %S",
            "switch (%E) { case 1: %S case 2 ... 3: %S default: %S }",
            "return %E;",
            "break;",
            "continue;",
            "goto a;",
            "goto *%E;",
            "l: %S",
            "T: %S",
            "asm(\"nop\");",
            "asm volatile(\"x\" : \"=r\"(%N) : [q] \"r\"(%E) : \"memory\");",
            "__attribute__((fallthrough));",
        ]);
    }

    fn item(&mut self) {
        match self.choose(5) {
            0 => self.statement(),
            1 => self.declaration(),
            2 => self.among(&[
                "int v = %A; ",
                "T w = %L; ",
                "int m = %A, *n = %A; ",
                "{ int T = 1; T * %N; } ",
            ]),
            3 => self.among(&["_Static_assert((%E), \"m\"); ", "__label__ a, b; ", "typedef int V; "]),
            _ => self.statement(),
        }
    }

    fn program(mut self) -> String {
        self.out.push_str("typedef int T;\n");
        while !self.tape.is_empty() {
            self.among(&[
                "int a = %A;\n",
                "%D\n",
                "static int f(int a, T *b) { %B %B %B }\n",
                "g(a, b) char *a; T b; { %B }\n",
                "struct s { %D %D struct { %D }; int : 3; };\n",
                "T k[] = %L, *p;\n",
                "enum e { R, U = 1 << 2 };\n",
                "void h(T, %Y, ...) __attribute__((format(printf, 1, 2)));\n",
            ]);
        }
        self.out
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn generated_programs_survive(tape in prop::collection::vec(any::<u8>(), 0..300)) {
        let text = Generator { tape: &tape, out: String::new(), depth: 0 }.program();
        let mut names = Interner::new();
        let ast = parse_valid(&text, &mut names);
        check_roundtrip(&ast, &mut names);
    }
}

#[test]
fn different_trees_are_told_apart() {
    let mut names = Interner::new();
    let mut tree = |text: &str| parse_valid(text, &mut names);
    let first = tree("int x = a + b * c;");
    assert!(c_syntax::ast::same_syntax(&first, &tree("int\nx = (a + ((b) * c)) ;")));
    for other in
        ["int x = (a + b) * c;", "int x = a + b * d;", "int *x = a + b * c;", "static int x = a + b * c;"]
    {
        assert!(!c_syntax::ast::same_syntax(&first, &tree(other)), "{other}");
    }
}
