//! Executions as people read them: what they print, line by line, and that the command that repeats one can be pasted.

mod tool;

use expect_test::{Expect, expect};
use tool::{Answer, Scratch, plain_command, run_command};

/// The answer about a program, with names of files as they are in its folder.
fn answer(name: &str, files: &[(&str, &str)], options: &[&str]) -> (Scratch, Answer) {
    let scratch = Scratch::new(&format!("stories-{name}"));
    let paths: Vec<String> = files.iter().map(|(name, text)| scratch.write(name, text)).collect();
    let sources = files.iter().filter(|(name, _)| name.ends_with(".c")).map(|(name, _)| *name);
    let arguments: Vec<&str> = ["verify"].into_iter().chain(sources).chain(options.iter().copied()).collect();
    assert!(!paths.is_empty());
    let mut command = plain_command(&[&arguments[..], &["--timeout", "60s"]].concat());
    command.current_dir(scratch.path(""));
    (scratch, run_command(command))
}

/// The command that the answer tells, executed.
#[track_caller]
fn pasted(scratch: &Scratch, answer: &Answer) -> String {
    let line = answer.stderr.lines().find_map(|line| line.strip_prefix("The same by `principia "));
    let line = line.unwrap_or_else(|| panic!("no command in:\n{}", answer.stderr)).trim_end_matches('`');
    let words: Vec<&str> = line.split(' ').map(|word| word.trim_matches('\'')).collect();
    let mut command = plain_command(&words);
    command.current_dir(scratch.path(""));
    run_command(command).verdict().to_string()
}

#[track_caller]
fn check(name: &str, text: &str, options: &[&str], story: Expect, repeated: &str) {
    let (scratch, answer) = answer(name, &[("a.c", text)], options);
    story.assert_eq(&format!("{}{}", answer.stderr, answer.stdout));
    assert_eq!(pasted(&scratch, &answer), repeated);
}

#[test]
fn what_is_read_is_told_at_its_call() {
    let text = "#include <stdio.h>
#include <string.h>
int main(void) {
  char line[10];
  if (!fgets(line, sizeof line, stdin)) return 1;
  line[strlen(line) - 1] = 0;
  return line[0];
}
";
    let options = ["--property", "valid-deref", "--jobs", "1"];
    check(
        "read",
        text,
        &options,
        expect![[r#"
            An execution violates the property:
                    in main:
                 5  if (!fgets(line, sizeof line, stdin)) return 1;  // fgets() reads 0, line[0] = 0, fgets() reads 0, line[1] = 0, fgets() reads 0, line[2] = 0, fgets() reads 0, line[3] = 0, fgets() reads 0, line[4] = 0, fgets() re...
                 6  line[strlen(line) - 1] = 0;
            a.c:6:3: error: invalid write of memory [valid-deref]
            a.c:6:3: note: the address is at offset -1 of `line`, which has 10 bytes
            The same by `principia run a.c --property valid-deref --inputs 0,0,0,0,0,0,0,0,0`
            confirmed by execution
            FALSE(valid-deref)
        "#]],
        "VIOLATION(valid-deref) at a.c:6",
    );
}

#[test]
fn leaks_name_the_allocation_and_are_repeated() {
    let text = "#include <stdlib.h>
struct buffer { char *data; size_t size; };
static int fill(struct buffer *b, size_t size) {
  b->data = malloc(size);
  if (!b->data) return -1;
  b->size = size;
  return 0;
}
int main(void) {
  struct buffer a, b;
  if (fill(&a, 16)) return 1;
  if (fill(&b, 32)) return 1;
  free(a.data);
  free(b.data);
  return 0;
}
";
    let options = ["--property", "valid-memtrack", "--malloc", "may-fail", "--jobs", "1"];
    check(
        "leak",
        text,
        &options,
        expect![[r#"
        An execution violates the property:
                in main:
            10  struct buffer a, b;
            11  if (fill(&a, 16)) return 1;  // b = &a of main, size = 16
                  in fill:
             4    b->data = malloc(size);    // size = 16, allocates block 1 of 16 bytes, b->data = block 1
             5    if (!b->data) return -1;
             6    b->size = size;
             7    return 0;
                in main:
            11  if (fill(&a, 16)) return 1;
            12  if (fill(&b, 32)) return 1;  // b = &b of main, size = 32
                  in fill:
             4    b->data = malloc(size);    // size = 32, malloc() fails, b->data = NULL
             5    if (!b->data) return -1;   // b->data = NULL
                in main:
            12  if (fill(&b, 32)) return 1;
        a.c:9:5: error: allocated memory is never freed [valid-memtrack]
        a.c:4:3: note: block 1 of 16 bytes was allocated here
        The same by `principia run a.c --property valid-memtrack --inputs succeeds,fails`
        confirmed by execution
        FALSE(valid-memtrack)
    "#]],
        "VIOLATION(valid-memtrack) at a.c:9",
    );
}

/// AddressSanitizer sees where a global object ends, and the compiled program confirms the execution.
#[test]
fn accesses_outside_of_globals_are_confirmed() {
    let text = "extern int __VERIFIER_nondet_int(void);
int grid[3][4];
static void set(int *row, int y) { row[y] = 7; }
int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x < 0 || x > 3) return 0;
  set(grid[x], 0);
  return grid[0][0];
}
";
    let options = ["--property", "valid-deref", "--jobs", "1"];
    check(
        "global",
        text,
        &options,
        expect![[r#"
        An execution violates the property:
                in main:
             5  int x = __VERIFIER_nondet_int();                    // __VERIFIER_nondet_int() is 3, x = 3
             6  if (x < 0 || x > 3) return 0;
             7  set(grid[x], 0);                                    // row = &grid[3], y = 0
                  in set:
             3    static void set(int *row, int y) { row[y] = 7; }  // row = &grid[3], y = 0
        a.c:3:36: error: invalid write of memory [valid-deref]
        a.c:3:36: note: the address is at offset 48 of `grid`, which has 48 bytes
        The same by `principia run a.c --property valid-deref --inputs 3`
        confirmed by execution
        FALSE(valid-deref)
    "#]],
        "VIOLATION(valid-deref) at a.c:3",
    );
}

/// `a` of one function is not `a` of another.
#[test]
fn objects_of_other_functions_say_whose_they_are() {
    let text = "#include <assert.h>
extern int __VERIFIER_nondet_int(void);
static void swap(int *a, int *b) { int t = *a; *a = *b; *b = t; }
int main(void) {
  int a[2];
  a[0] = __VERIFIER_nondet_int();
  a[1] = 3;
  swap(a, &a[1]);
  if (a[0] == 3) { int *p = &a[1]; assert(*p != 8); }
  return 0;
}
";
    let options = ["--property", "assert", "--jobs", "1"];
    check(
        "swap",
        text,
        &options,
        expect![[r#"
            An execution violates the property:
                    in main:
                 6  a[0] = __VERIFIER_nondet_int();                                      // __VERIFIER_nondet_int() is 8
                 7  a[1] = 3;                                                            // a[1] = 3
                 8  swap(a, &a[1]);                                                      // b = an address in a of main
                      in swap:
                 3    static void swap(int *a, int *b) { int t = *a; *a = *b; *b = t; }  // t = 8, a[1] = 8
                    in main:
                 9  if (a[0] == 3) { int *p = &a[1]; assert(*p != 8); }                  // p = an address in a
            a.c:9:36: error: assertion `*p != 8` fails [assert]
            The same by `principia run a.c --property assert --inputs 8`
            confirmed by execution
            FALSE(assert)
        "#]],
        "VIOLATION(assert) at a.c:9",
    );
}

/// What several files say, with a macro that the command has to define, too.
#[test]
fn files_and_macros_are_part_of_the_command() {
    let files = [
        ("a.c", "#include \"b.h\"\nint main(void) { return divide(LIMIT, __VERIFIER_nondet_int()); }\n"),
        ("b.h", "extern int __VERIFIER_nondet_int(void);\nint divide(int, int);\n"),
        ("b.c", "#include \"b.h\"\nint divide(int a, int b) { return b > LIMIT ? 0 : a / b; }\n"),
    ];
    let options = ["-D", "LIMIT=4", "--property", "no-division-by-zero", "--jobs", "1"];
    let (scratch, answer) = answer("files", &files, &options);
    expect![[r#"
        An execution violates the property:
                 in main:
          a.c:2  int main(void) { return divide(LIMIT, __VERIFIER_nondet_int()); }  // __VERIFIER_nondet_int() is 0, b = 0
                   in divide:
          b.c:2    int divide(int a, int b) { return b > LIMIT ? 0 : a / b; }       // a = 4, b = 0
        b.c:2:28: error: division by zero [no-division-by-zero]
        The same by `principia run a.c b.c --property no-division-by-zero -D 'LIMIT=4' --inputs 0`
        confirmed by execution
        FALSE(no-division-by-zero)
    "#]].assert_eq(&format!("{}{}", answer.stderr, answer.stdout));
    assert_eq!(pasted(&scratch, &answer), "VIOLATION(no-division-by-zero) at b.c:2");
}

/// Nobody is asked about leaks of a program that allocates nothing.
#[test]
fn programs_that_allocate_nothing_have_no_leaks() {
    let text = "extern int __VERIFIER_nondet_int(void);
int main(void) { int x = __VERIFIER_nondet_int(); return x > 0 ? 100 / x : 0; }
";
    let (_scratch, answer) = answer("none", &[("a.c", text)], &["--jobs", "1"]);
    expect![[r#"
        TRUE
    "#]]
    .assert_eq(&format!("{}{}", answer.stderr, answer.stdout));
}

#[test]
fn messages_say_a_place_once() {
    let text = "#include <stdio.h>\nint main(void) {\n  int x = 3\n  printf(\"%d\", x);\n}\n";
    let (_scratch, answer) = answer("syntax", &[("a.c", text)], &[]);
    expect![[r#"
        a.c:3:12: error: expected `;` after the declaration, found `printf`
            int x = 3
                     ^
        hint: put a `;` here
    "#]]
    .assert_eq(&answer.stderr);
}
