//! Programs that depend on nothing arbitrary are proved by executing them, and programs that do are not. Where something
//! arbitrary comes later, the start is executed.

mod tool;

use tool::{Scratch, run};

/// Programs with one execution, each of which a symbolic analysis would have to unroll.
const PROGRAMS: [(&str, &str); 20] = [
    (
        "collatz",
        "int main(void) { unsigned long n = 27; int steps = 0; while (n != 1) { n = n % 2 ? 3 * n + 1 : n / 2; steps++; } assert(steps == 111); return 0; }",
    ),
    (
        "crc",
        "int main(void) { unsigned crc = ~0u; const char *s = \"123456789\"; for (; *s; s++) { crc ^= (unsigned char)*s; for (int k = 0; k < 8; k++) crc = crc & 1 ? (crc >> 1) ^ 0xEDB88320u : crc >> 1; } assert(~crc == 0xCBF43926u); return 0; }",
    ),
    (
        "sieve",
        "int main(void) { char composite[51] = {0}; int primes = 0; for (int i = 2; i <= 50; i++) { if (composite[i]) continue; primes++; for (int j = 2 * i; j <= 50; j += i) composite[j] = 1; } assert(primes == 15); return 0; }",
    ),
    (
        "matrix",
        "int main(void) { unsigned a[2][2] = {{1, 1}, {1, 0}}, r[2][2] = {{1, 0}, {0, 1}}; for (int n = 0; n < 30; n++) { unsigned t[2][2]; for (int i = 0; i < 2; i++) for (int j = 0; j < 2; j++) { t[i][j] = 0; for (int k = 0; k < 2; k++) t[i][j] += r[i][k] * a[k][j]; } memcpy(r, t, sizeof r); } assert(r[0][1] == 832040); return 0; }",
    ),
    (
        "tokens",
        "int main(void) { char text[] = \"a,bb,,ccc\"; int count = 0; for (char *t = strtok(text, \",\"); t; t = strtok(0, \",\")) count++; assert(count == 3); return 0; }",
    ),
    (
        "fill",
        "int main(void) { int a[1000]; for (int i = 0; i < 1000; i++) a[i] = i; long sum = 0; for (int i = 0; i < 1000; i++) sum += a[i]; assert(sum == 499500); return 0; }",
    ),
    (
        "million",
        "int main(void) { unsigned x = 1; for (int i = 0; i < 1000000; i++) x = x * 1664525u + 1013904223u; assert(x != 0); return 0; }",
    ),
    (
        "fibonacci",
        "static unsigned fib(unsigned n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); } int main(void) { assert(fib(17) == 1597); return 0; }",
    ),
    (
        "ackermann",
        "static int ack(int m, int n) { return m == 0 ? n + 1 : n == 0 ? ack(m - 1, 1) : ack(m - 1, ack(m, n - 1)); } int main(void) { assert(ack(2, 5) == 13); return 0; }",
    ),
    (
        "bubble",
        "int main(void) { int a[] = {9, 4, 7, 1, 8, 2, 6, 3, 5}; int n = 9; for (int i = 0; i < n; i++) for (int j = 0; j + 1 < n - i; j++) if (a[j] > a[j + 1]) { int t = a[j]; a[j] = a[j + 1]; a[j + 1] = t; } for (int i = 0; i < n; i++) assert(a[i] == i + 1); return 0; }",
    ),
    (
        "list",
        "struct cell { int value; struct cell *next; }; int main(void) { struct cell *list = 0; for (int i = 0; i < 50; i++) { struct cell *c = malloc(sizeof *c); c->value = i; c->next = list; list = c; } int sum = 0; while (list) { struct cell *next = list->next; sum += list->value; free(list); list = next; } assert(sum == 1225); return 0; }",
    ),
    (
        "reverse",
        "int main(void) { char s[] = \"palindrome\"; for (size_t i = 0, j = strlen(s) - 1; i < j; i++, j--) { char c = s[i]; s[i] = s[j]; s[j] = c; } assert(strcmp(s, \"emordnilap\") == 0); return 0; }",
    ),
    (
        "gcd",
        "int main(void) { int sum = 0; for (int a = 1; a < 40; a++) for (int b = 1; b < 40; b++) { int x = a, y = b; while (y) { int r = x % y; x = y; y = r; } sum += x == 1; } assert(sum == 947); return 0; }",
    ),
    (
        "queens",
        "static int place(int row, unsigned cols, unsigned left, unsigned right) { if (row == 6) return 1; int n = 0; for (int c = 0; c < 6; c++) { unsigned b = 1u << c; if (b & (cols | left | right)) continue; n += place(row + 1, cols | b, (left | b) << 1, (right | b) >> 1); } return n; } int main(void) { assert(place(0, 0, 0, 0) == 4); return 0; }",
    ),
    (
        "machine",
        "int main(void) { const char *p = \"+++[>++<-]>\"; unsigned char tape[4] = {0}, *c = tape; int loop[8], depth = 0; for (int i = 0; p[i]; i++) switch (p[i]) { case '+': ++*c; break; case '-': --*c; break; case '>': c++; break; case '<': c--; break; case '[': loop[depth++] = i; break; case ']': if (*c) i = loop[depth - 1]; else depth--; } assert(*c == 6); return 0; }",
    ),
    (
        "hanoi",
        "static int moves; static void hanoi(int n, int a, int b, int c) { if (!n) return; hanoi(n - 1, a, c, b); moves++; hanoi(n - 1, c, b, a); } int main(void) { hanoi(10, 0, 1, 2); assert(moves == 1023); return 0; }",
    ),
    (
        "pascal",
        "int main(void) { int row[21] = {1}; for (int n = 1; n <= 20; n++) for (int k = n; k > 0; k--) row[k] += row[k - 1]; assert(row[10] == 184756); return 0; }",
    ),
    (
        "float",
        "int main(void) { double x = 1.0; for (int i = 0; i < 20; i++) x = (x + 2.0 / x) / 2.0; assert(x * x > 1.999999 && x * x < 2.000001); return 0; }",
    ),
    (
        "pointers",
        "static int add(int a, int b) { return a + b; } static int mul(int a, int b) { return a * b; } int main(void) { int (*ops[])(int, int) = {add, mul}; int x = 1; for (int i = 1; i < 10; i++) x = ops[i % 2](x, i); assert(x > 0); return 0; }",
    ),
    (
        "unread",
        "int main(void) { int unset, set = 3; int copy = unset; for (int i = 0; i < 500; i++) set = (set * 7 + 1) % 1000; (void)copy; assert(set < 1000); return 0; }",
    ),
];

const HEADERS: &str = "#include <assert.h>\n#include <stdlib.h>\n#include <string.h>\n";

#[test]
fn programs_without_inputs_are_executed() {
    let scratch = Scratch::new("only-execution");
    for (name, text) in PROGRAMS {
        let file = scratch.write(&format!("{name}.c"), format!("{HEADERS}{text}\n"));
        // Where memory may run out, there is more than one execution.
        let options = ["--property", "assert", "--malloc", "never-fails", "--timeout", "20s", "--no-execute"];
        let answer = run(&[&["verify", &file, "--stats"], &options[..]].concat());
        assert_eq!(answer.verdict(), "TRUE", "{name}: {}", answer.stderr);
        assert!(answer.stderr.contains("steps of the only execution"), "{name}: {}", answer.stderr);
    }
}

/// What depends on something arbitrary is not decided by one execution, although zeros would violate nothing.
const OPEN: [(&str, &str); 7] = [
    ("unwritten", "int main(void) { int x; if (x == 12345) assert(0); return 0; }"),
    ("equal", "int main(void) { int x, y; if (x != y) assert(0); return 0; }"),
    ("heap", "int main(void) { int *p = malloc(8); if (p[1] == 77) assert(0); return 0; }"),
    (
        "frames",
        "static int *keep(void) { static int *last; int x; int *p = malloc(4); *p = x; int *old = last; last = p; return old; } int main(void) { keep(); int *p = keep(); int y = *p; if (y == 5) assert(0); return 0; }",
    ),
    ("argument", "int main(int argc, char **argv) { (void)argv; if (argc == 9) assert(0); return 0; }"),
    (
        "address",
        "int main(void) { int a, b; if ((unsigned long)&a < (unsigned long)&b) assert(0); return 0; }",
    ),
    ("external", "int elsewhere(void); int main(void) { if (elsewhere() == 3) assert(0); return 0; }"),
];

#[test]
fn what_is_arbitrary_is_no_single_execution() {
    let scratch = Scratch::new("open-executions");
    for (name, text) in OPEN {
        let file = scratch.write(&format!("{name}.c"), format!("{HEADERS}{text}\n"));
        let answer =
            run(&["verify", &file, "--property", "assert", "--timeout", "10s", "--stats", "--no-execute"]);
        assert_ne!(answer.verdict(), "TRUE", "{name}");
        assert!(!answer.stderr.contains("steps of the only execution"), "{name}: {}", answer.stderr);
    }
}

/// Programs with a start that nothing arbitrary has a part in, their verdicts, and whether the start is executed.
const STARTS: [(&str, &str, &str, bool); 9] = [
    (
        "primes",
        "int main(void) { int prime[20], n = 0; for (int i = 2; n < 20; i++) { int p = 1; for (int j = 0; j < n; j++) if (i % prime[j] == 0) { p = 0; break; } if (p) prime[n++] = i; } unsigned k = read(); if (k < 20) assert(prime[k] >= 2 && prime[k] <= 71); return 0; }",
        "TRUE",
        true,
    ),
    (
        "primes-wrong",
        "int main(void) { int prime[20], n = 0; for (int i = 2; n < 20; i++) { int p = 1; for (int j = 0; j < n; j++) if (i % prime[j] == 0) { p = 0; break; } if (p) prime[n++] = i; } unsigned k = read(); if (k < 20) assert(prime[k] != 41); return 0; }",
        "FALSE(assert)",
        false,
    ),
    (
        "squares",
        "static int square[30]; int main(void) { for (int i = 0; i < 30; i++) square[i] = i * i; unsigned k = read(); if (k >= 30) return 0; assert(square[k] == (int)(k * k)); return 0; }",
        "TRUE",
        true,
    ),
    (
        "input-first",
        "int main(void) { int n = read(), a[10]; for (int i = 0; i < 100; i++) a[i % 10] = n; if (n > 5) assert(a[3] > 5); return 0; }",
        "TRUE",
        true,
    ),
    (
        "input-first-wrong",
        "int main(void) { int n = read(), a[10]; for (int i = 0; i < 100; i++) a[i % 10] = n; if (n > 5) assert(a[3] < 12345); return 0; }",
        "FALSE(assert)",
        false,
    ),
    (
        "crc",
        "int main(void) { unsigned table[16]; for (unsigned i = 0; i < 16; i++) { unsigned c = i; for (int k = 0; k < 4; k++) c = c & 1 ? (c >> 1) ^ 0xEDB88320u : c >> 1; table[i] = c; } unsigned k = read() & 15; assert(k == 0 || table[k] >= 0x10000000u); return 0; }",
        "TRUE",
        true,
    ),
    (
        "unwritten",
        "int main(void) { int a[20], b[20]; for (int i = 0; i < 10; i++) a[i] = i; b[3] = a[15]; unsigned k = read(); if (k < 10) assert(a[k] == (int)k); assert(b[3] == a[15]); return 0; }",
        "TRUE",
        true,
    ),
    (
        "unwritten-wrong",
        "int main(void) { int a[20]; for (int i = 0; i < 10; i++) a[i] = i; unsigned k = read(); if (k < 11) assert(a[k] == (int)k); return 0; }",
        "FALSE(assert)",
        false,
    ),
    (
        "loop-goes-on",
        "int main(void) { int i, n = 0; for (i = 0; i < 1000; i++) if (i > 500) { if (read()) break; n = i; } assert(i > 500); return 0; }",
        "TRUE",
        false,
    ),
];

#[test]
fn the_start_that_all_executions_share_is_executed() {
    let scratch = Scratch::new("starts");
    for (name, text, verdict, is_executed) in STARTS {
        let text = format!(
            "{HEADERS}extern int __VERIFIER_nondet_int(void);\n#define read __VERIFIER_nondet_int\n{text}\n"
        );
        let file = scratch.write(&format!("{name}.c"), text);
        let options =
            ["--property", "assert", "--timeout", "100s", "--stats", "--no-execute", "--show-invariants"];
        let answer = run(&[&["verify", &file], &options[..]].concat());
        assert_eq!(answer.verdict(), verdict, "{name}: {}", answer.stderr);
        if is_executed {
            assert!(answer.stderr.contains("steps of the start"), "{name}: {}", answer.stderr);
        }
        if name == "loop-goes-on" {
            // The invariant of the loop must hold in its first iterations, too.
            assert!(!answer.stderr.contains("steps of the start"), "{name}: {}", answer.stderr);
        }
    }
}
