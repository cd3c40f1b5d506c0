//! What people with C code of their own meet: memory that runs out, library functions that read, properties by name and
//! by file, other verifiers' functions, tables and relations.

mod tool;

use std::sync::atomic::{AtomicUsize, Ordering};

use tool::{Answer, Scratch, plain_command, run_command};

/// Verifies a text with options, with everything that people get by default.
fn verify(scratch: &Scratch, text: &str, options: &[&str]) -> Answer {
    let file = scratch.write("a.c", text);
    run_command(plain_command(&[&["verify", &file, "--timeout", "60s"][..], options].concat()))
}

#[track_caller]
fn check(text: &str, options: &[&str], verdict: &str, told: &[&str]) {
    static NUMBER: AtomicUsize = AtomicUsize::new(0);
    let scratch = Scratch::new(&format!("people-{}", NUMBER.fetch_add(1, Ordering::Relaxed)));
    let answer = verify(&scratch, text, options);
    assert_eq!(answer.verdict(), verdict, "{}", answer.stderr);
    for part in told {
        assert!(answer.stderr.contains(part), "no {part:?} in:\n{}", answer.stderr);
    }
}

const UNCHECKED: &str = "#include <stdlib.h>
int main(void) {
    int *p = malloc(sizeof *p);
    *p = 1;
    free(p);
    return 0;
}
";

#[test]
fn memory_may_run_out() {
    let told = [
        "malloc() fails, p = NULL",
        "a.c:4:5: error: invalid write",
        "--inputs fails",
        "confirmed by execution",
    ];
    check(UNCHECKED, &[], "FALSE(valid-deref)", &told);
}

#[test]
fn memory_never_runs_out_for_tasks_and_on_request() {
    let assumed = "assumed: memory never runs out";
    check(UNCHECKED, &["--malloc", "never-fails"], "TRUE", &[assumed]);
    // A property of SV-COMP means what its file means.
    check(UNCHECKED, &["--property", "valid-memsafety"], "TRUE", &[assumed]);
    check(UNCHECKED, &["--property", "valid-memsafety", "--malloc", "may-fail"], "FALSE(valid-deref)", &[]);
}

#[test]
fn every_allocation_may_fail() {
    let with = |body: &str| {
        format!("#include <stdlib.h>\n#include <string.h>\nint main(void) {{\n{body}\nreturn 0;\n}}\n")
    };
    let fails = |body: &str, verdict: &str| check(&with(body), &[], verdict, &["confirmed by execution"]);
    fails("char *p = strdup(\"abc\"); p[0] = 'x'; free(p);", "FALSE(valid-deref)");
    fails("int *p = calloc(4, 4); p[3] = 1; free(p);", "FALSE(valid-deref)");
    // The old memory is left if there is no new one.
    fails("int *p = malloc(4); int *q = realloc(p, 20); if (!q) return 1; free(q);", "FALSE(valid-memtrack)");
    let checked = "int *p = malloc(4); if (!p) return 1; int *q = realloc(p, 20); if (!q) { free(p); return 1; } \
                   q[4] = 1; free(q);";
    check(&with(checked), &[], "TRUE", &[]);
    // More than there can be is never there.
    let large = "size_t n = (size_t)1 << 62; char *p = calloc(n, 8); if (p) p[9] = 1; free(p);";
    check(&with(large), &[], "TRUE", &[]);
}

#[test]
fn what_volatile_means_is_told() {
    let text = "volatile int flag;\nint main(void) { return flag; }\n";
    check(
        text,
        &[],
        "TRUE",
        &["assumed: `volatile` objects (", "a.c:1) change only where the program writes them"],
    );
}

fn reader(body: &str) -> String {
    let headers = ["stdio.h", "stdlib.h", "string.h", "unistd.h"].map(|name| format!("#include <{name}>\n"));
    format!("{}int main(void) {{\n{body}\nreturn 0;\n}}\n", headers.concat())
}

#[test]
fn functions_that_read_are_checked() {
    let invalid = |body: &str, told: &str| {
        check(
            &reader(body),
            &["--malloc", "never-fails"],
            "FALSE(valid-deref)",
            &[told, "confirmed by execution"],
        );
    };
    invalid(
        "char *p = malloc(10);\nstrcpy(p, \"abc\");\nfree(p);\nputs(p);",
        "a.c:9:1: error: `puts` reads a string outside of valid memory [valid-deref]",
    );
    invalid(
        "char a[4];\nmemcpy(a, \"abcd\", 4);\nprintf(\"%s\\n\", a);",
        "a.c:8:1: error: `printf` reads a string",
    );
    invalid(
        "int n[3] = {1, 2, 3};\nfwrite(n, sizeof *n, 4, stdout);",
        "a.c:7:1: error: `fwrite` reads invalid memory",
    );
    invalid("char a[2] = {1, 2};\nwrite(1, a, 3);", "a.c:7:1: error: `write` reads invalid memory");
    invalid("char a[2] = {'1', '2'};\nfputs(a, stdout);", "a.c:7:1: error: `fputs` reads a string");
    invalid("char a[2] = {'1', '2'};\nfopen(a, \"r\");", "a.c:7:1: error: `fopen` reads a string");
}

#[test]
fn functions_that_read_valid_memory_are_fine() {
    let body = "char a[4] = \"ab\";\nconst char *names[] = {\"x\", \"yy\"};\nchar b[2] = {'1', '2'};\n\
                printf(\"%s %.2s %s%% %d\\n\", a, b, names[1], 3);\nputs(a);\nwrite(1, b, 2);\nfwrite(b, 1, 2, stdout);";
    check(&reader(body), &[], "TRUE", &[]);
}

#[test]
fn violations_in_models_are_told_at_the_call() {
    let told = [
        "a.c:7:1: error: invalid write of memory, in a function of the library that is called here",
        "a.c:6:7: note: block 1 of 4 bytes was allocated here",
    ];
    let text = reader("char *a = malloc(4);\nstrcpy(a, \"abcd\");\nfree(a);");
    check(&text, &["--malloc", "never-fails"], "FALSE(valid-deref)", &told);
    let text = reader("char a[2] = {'1', '2'};\nreturn strtol(a, 0, 10);");
    check(&text, &[], "FALSE(valid-deref)", &["a.c:7:1: error: invalid read of memory, in a function"]);
}

/// By its name, the property is about everything that the program checks; a task's file means its function alone.
#[test]
fn failed_assertions_count_by_name() {
    let scratch = Scratch::new("people-names");
    let file = scratch.write("unreach-call.prp", "CHECK( init(main()), LTL(G ! call(reach_error())) )\n");
    let text = "#include <assert.h>\nint main(void) { assert(0); return 0; }\n";
    let cases = [("unreach-call", "FALSE(unreach-call)"), (&file, "TRUE"), ("assert", "FALSE(assert)")];
    for (property, expected) in cases {
        assert_eq!(verify(&scratch, text, &["--property", property]).verdict(), expected, "{property}");
    }
}

#[test]
fn witnesses_state_the_violated_property() {
    let scratch = Scratch::new("people-witness");
    let text = "int main(int argc, char **argv) { int a[2] = {0, 0}; return a[argc]; }\n";
    let witness = scratch.write("w.yml", "");
    let answer = verify(&scratch, text, &["--witness", &witness]);
    assert_eq!(answer.verdict(), "FALSE(valid-deref)", "{}", answer.stderr);
    let written = std::fs::read_to_string(&witness).expect("a witness");
    assert!(written.contains("LTL(G valid-deref)"), "{written}");
}

#[test]
fn labels_must_exist() {
    let scratch = Scratch::new("people-labels");
    let text = "int main(void) { int x = 0; if (x) goto ERR; return 0; ERR: return 1; }\n";
    let answer = verify(&scratch, text, &["--error-label", "ERROR"]);
    assert_eq!(answer.stderr, "error: there is no label `ERROR`\nhint: there are ERR\n");
    assert_eq!(verify(&scratch, text, &["--error-label", "ERR"]).verdict(), "TRUE");
}

#[test]
fn functions_of_other_verifiers_are_understood() {
    let text = "int nondet_int(void);\nint main(void) {\nint x = nondet_int();\n\
                __CPROVER_assume(x > 3 && x < 1000);\n__CPROVER_assert(x * 2 > 8, \"twice\");\nreturn 0;\n}\n";
    let told = ["a.c:5:1: error: assertion `twice` fails [assert]", "for CBMC", "confirmed by execution"];
    check(text, &[], "FALSE(assert)", &told);
    check(&text.replace("> 8", "> 7"), &[], "TRUE", &["`__CPROVER_assume` does what it does for CBMC"]);
    let text = "int Frama_C_interval(int, int);\nvoid __ESBMC_assert(_Bool, const char *);\nint main(void) {\n\
                int x = Frama_C_interval(1, 9);\n__ESBMC_assert(x != 10, \"ten\");\nreturn 0;\n}\n";
    check(text, &[], "TRUE", &["`Frama_C_interval` does what it does for Frama-C"]);
    check(&text.replace("10", "9"), &[], "FALSE(assert)", &["assertion `ten` fails"]);
}

#[test]
fn a_constant_table_has_an_interval() {
    let with = |size: u32| {
        let table: Vec<String> = (0..size).map(|i| (i * 7919 % 101).to_string()).collect();
        format!(
            "extern int __VERIFIER_nondet_int(void);\nextern void reach_error(void);\n\
             static const int table[{size}] = {{{}}};\n\
             int main(void) {{\nint i = __VERIFIER_nondet_int();\nif (i < 0 || i >= {size}) return 0;\n\
             if (table[i] < 0 || table[i] > 100) reach_error();\nreturn 0;\n}}\n",
            table.join(", ")
        )
    };
    check(&with(1024), &[], "TRUE", &[]);
    // The table is still there beside its interval.
    check(&with(64).replace("> 100)", "> 90)"), &[], "FALSE(unreach-call)", &["confirmed by execution"]);
    check(&with(64).replace("i >= 64", "i > 64"), &[], "FALSE(valid-deref)", &[]);
}

#[test]
fn numbers_that_grow_together_keep_a_relation() {
    let text = "extern int __VERIFIER_nondet_int(void);\nextern void reach_error(void);\nint main(void) {\n\
                int n = __VERIFIER_nondet_int();\nif (n > 1000) return 0;\nint i = 0, x = 0;\n\
                while (i < n) { i++; x += 2; }\nif (!(x >= i)) reach_error();\nreturn 0;\n}\n";
    check(text, &[], "TRUE", &[]);
    check(&text.replace("x >= i", "x >= 3 * i"), &[], "FALSE(unreach-call)", &[]);
}

#[test]
fn an_invalid_access_says_what_it_is_about() {
    let text = "#include <stdlib.h>
int main(void) {
    int a[3] = {0}, *p = malloc(20);
    if (!p) return 1;
    for (int i = 0; i <= BOUND; i++) WHERE[i] = i;
    free(p);
    return a[0];
}
";
    let with = |place: &str, bound: &str| text.replace("WHERE", place).replace("BOUND", bound);
    let note = "a.c:5:34: note: the address is at offset 12 of `a`, which has 12 bytes";
    check(&with("a", "3"), &[], "FALSE(valid-deref)", &[note]);
    let note = "note: the address is at offset 20 of block 1, which has 20 bytes";
    check(&with("p", "5"), &[], "FALSE(valid-deref)", &[note, "was allocated here"]);
    let null = "int main(void) { int *p = 0; return *p; }\n";
    check(null, &[], "FALSE(valid-deref)", &["note: the pointer is NULL"]);
}

#[test]
fn scanf_reads_inputs() {
    let text = "#include <stdio.h>
int main(void) {
    int table[10] = {0}, i;
    if (scanf(\"%d\", &i) != 1 || i > 9) return 1;
    printf(\"%d\\n\", table[i]);
    return 0;
}
";
    let told = ["scanf() is 1, scanf() reads -", "a.c:5:5: error: invalid read of memory", "--inputs 1,-"];
    check(text, &[], "FALSE(valid-deref)", &told);
    check(&text.replace("i > 9", "i < 0 || i > 9"), &[], "TRUE", &[]);
    // Words need a width.
    let words = "#include <stdio.h>
int main(void) {
    char name[16], line[40];
    if (scanf(\"%15s\", name) != 1) return 1;
    snprintf(line, sizeof line, \"Hello, %s!\", name);
    return line[0] != 'H';
}
";
    check(words, &[], "TRUE", &[]);
    check(
        &words.replace("%15s", "%s"),
        &[],
        "FALSE(valid-deref)",
        &["a.c:4:5: error: invalid write of memory"],
    );
}

#[test]
fn places_in_models_are_listed_together() {
    let scratch = Scratch::new("places-in-models");
    let text =
        "#include <string.h>\nint main(void) { char a[4]; strcpy(a, \"abc\"); return (int)strlen(a) - 3; }\n";
    let file = scratch.write("a.c", text);
    let listed = run_command(plain_command(&["properties", &file])).stdout;
    assert!(
        listed.contains("in functions of the library: invalid write of memory [valid-deref]"),
        "{listed}"
    );
    assert!(!listed.contains("<library>"), "{listed}");
}

#[test]
fn models_are_not_checked_for_what_is_defined() {
    let text = "#include <stdlib.h>
int main(void) { char *end; return strtoul(\"-1\", &end, 10) != -1ul; }
";
    check(text, &["--property", "no-unsigned-overflow,no-lossy-conversion"], "TRUE", &[]);
}

#[test]
fn streams_are_closed_once_and_not_used_after_that() {
    let with = |body: &str| format!("#include <stdio.h>\nint main(void) {{\n{body}\nreturn 0;\n}}\n");
    let stream = ["--property", "valid-stream"];
    let opened = "FILE *f = fopen(\"a\", \"r\"); if (!f) return 1;\n";
    let verified = |body: &str, verdict: &str, told: &[&str]| {
        check(&with(&format!("{opened}{body}")), &stream, verdict, told);
    };
    verified("fclose(f);", "TRUE", &[]);
    verified(
        "fclose(f);\nfclose(f);",
        "FALSE(valid-stream)",
        &["a.c:5:1: error: `fclose` gets a closed stream"],
    );
    verified("fclose(f);\nrewind(f);", "FALSE(valid-stream)", &["`rewind` gets a closed stream"]);
    verified(
        "FILE *g = fopen(\"b\", \"w\");\nfclose(f);\nif (g) { fputs(\"x\", g); fclose(g); }",
        "TRUE",
        &[],
    );
    verified("FILE *g = f;\nfclose(g);\nfflush(0);\nfclose(f);", "FALSE(valid-stream)", &[]);
    let unchecked = with("FILE *f = fopen(\"a\", \"r\");\nfprintf(stderr, \"x\");\nfclose(f);");
    check(&unchecked, &stream, "FALSE(valid-stream)", &["`fclose` gets NULL instead of a stream"]);
    let twice = with("fclose(stdout);\nfclose(stdout);");
    check(&twice, &stream, "FALSE(valid-stream)", &[]);
}

#[test]
fn a_file_may_be_missing() {
    let with = |body: &str| format!("#include <stdio.h>\nint main(void) {{\n{body}\nreturn 0;\n}}\n");
    let unchecked =
        with("FILE *f = fopen(\"no such file\", \"r\");\nint c = getc(f);\nif (c == 1) return 1;");
    let told = ["a.c:4:5: error: `getc` gets NULL instead of a stream", "confirmed by execution"];
    check(&unchecked, &[], "FALSE(valid-deref)", &told);
    let checked = with(
        "FILE *f = fopen(\"no such file\", \"r\");\nif (!f) { fprintf(stderr, \"no\"); return 1; }\nint c = getc(f);\n\
         fclose(f);\nif (c == 1) return 1;",
    );
    check(&checked, &[], "TRUE", &[]);
}
