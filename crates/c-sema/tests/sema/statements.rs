//! Statements: loops, switches, labels, returns, assembly.

use expect_test::expect;

use crate::{body, typed};

#[test]
fn loops_and_branches() {
    body(
        "int i; int *p; float f1;",
        "if (i) i = 1; else if (p) i = 2; else i = 3; while (f1) { i++; continue; } do { break; } while (i); for (i = 0; i < 3; i++) ; for (;;) break; for (int j = 0, k = 1; j < k; j++) { int m = j; }",
        expect![[r#"
            block
              if i
                (i = 1)
              else
                if p
                  (i = 2)
                else
                  (i = 3)
              while f1
                block
                  i++
                  continue
              do-while i
                block
                  break
              for (i = 0); (i < 3); i++
                empty
              for ; ;
                break
              block
                declare j: int
                init j = 0
                declare k: int
                init k = 1
                for ; (j < k); j++
                  block
                    declare m: int
                    init m = j
                    end m
                end j, k
        "#]],
    );
}

#[test]
fn switches_have_labels_and_ranges() {
    body(
        "char c; enum e { A, B } e; unsigned long ul;",
        "switch (c) { case 'a': case 'b' ... 'd': c = 1; break; default: c = 2; case -1: ; } switch (e) { case A: { int x; case B: x = 1; } } switch (ul) { case -1: int y = 2; c = y; } switch (c) case 3: c = 4; switch (c) { int z; case 1: z = 2; }",
        expect![[r#"
            block
              switch (int)c [case 97, case 98 ... 100, case -1, default]
                block
                  case 97:
                  case 98 ... 100:
                  (c = (char)1)
                  break
                  default:
                  (c = (char)2)
                  case -1:
              switch e [case 0, case 1]
                block
                  case 0:
                  block
                    declare x: int
                    case 1:
                    (x = 1)
                    end x
              switch ul [case 18446744073709551615]
                block
                  case 18446744073709551615:
                  declare y: int
                  init y = 2
                  (c = (char)y)
                  end y
              switch (int)c [case 3]
                block
                  case 3:
                  (c = (char)4)
              block
                declare z: int
                switch (int)c [case 1]
                  block
                    case 1:
                    (z = 2)
                end z
        "#]],
    );
}

#[test]
fn labels_are_local_if_declared() {
    body(
        "int i;",
        "goto end; { __label__ l; goto l; l: i = 1; } { __label__ l; l: if (i) goto l; } again: i--; if (i) goto again; end: ;",
        expect![[r#"
            block
              goto end
              block
                goto l
                l:
                (i = 1)
              block
                l:
                if i
                  goto l
              again:
              i--
              if i
                goto again
              end:
        "#]],
    );
}

#[test]
fn returns_convert() {
    typed(
        "char f(void) { return 300; } void g(void) { return; } void h(void) { return g(); } int *i(void) { return 0; } struct s { int x; } j(void) { struct s s = { 1 }; return s; } int k(void) { }",
        expect![[r#"
            struct s { x@0: int } size 4 align 4
            function f: char (void) ()
              block
                return (char)44
            function g: void (void) ()
              block
                return
            function h: void (void) ()
              block
                g()
                return
            function i: int *(void) ()
              block
                return (int *)0
            function j: struct s (void) ()
              block
                declare s: struct s
                init s = zero {0: 1}
                return s
                end s
            function k: int (void) ()
              block
        "#]],
    );
}

#[test]
fn assembly_writes_places() {
    body(
        "int a, b, *p;",
        "asm(\"\" ::: \"memory\"); __asm__ volatile(\"add %1, %0\" : \"+r\"(a) : \"r\"(b), \"m\"(*p) : \"cc\"); asm(\"x\" : \"=m\"(*p)); asm goto(\"\" :::: l); l: ;",
        expect![[r#"
            block
              asm empty memory () from ()
              asm (a) from (a, b, *p)
              asm (*p) from ()
              unsupported<void>(`asm goto`)
              l:
        "#]],
    );
}

#[test]
fn main_returns_zero() {
    typed(
        "int main(int argc, char **argv) { if (argc) return 1; }",
        expect![[r#"
        function main: int (int, char **) (argc: int, argv: char **)
          block
            block
              if argc
                return 1
            return 0
    "#]],
    );
}
