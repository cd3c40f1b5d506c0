//! The models as part of programs: lowered and executed, in both arithmetics and data models. Each program checks itself.

use c_lower::lower::lower;
use c_lower::options::{Arithmetic, Options};
use interpreter::{Ending, Executor, Given};
use term::Op;

use crate::{MODELS, with_library};

const MAX_STEPS: u64 = 200_000;

/// Executes `main`, which returns the number of the first check that fails.
#[track_caller]
fn check(checks: &[&str]) {
    let body: String = checks
        .iter()
        .enumerate()
        .map(|(i, check)| format!("    if (!({check})) return {};\n", i + 1))
        .collect();
    let text = format!("{DECLARATIONS}\nint main(void)\n{{\n{body}    return 0;\n}}\n");
    for model in MODELS {
        for arithmetic in [Arithmetic::Bitvector, Arithmetic::Integer] {
            let lowered =
                lower(&with_library(&text, model), &Options::new(model, arithmetic)).expect("a program");
            let mut executor = Executor::new(&lowered.program, Box::new(Given::default()));
            let execution = executor.run(lowered.program.entries[0], MAX_STEPS);
            let what = format!("{model:?} {arithmetic:?}: {:?}", execution.results);
            assert_eq!(execution.ending, Ending::Finished, "{what}");
            assert_eq!(execution.overapproximation, None, "{what}");
            let is_zero = match execution.results[0].op() {
                Op::IntConst(value) => value.is_zero(),
                Op::BvConst(value) => value.bits() == 0,
                _ => false,
            };
            assert!(is_zero, "{what}");
        }
    }
}

const DECLARATIONS: &str = "
typedef __typeof__(sizeof 0) size_t;
void *malloc(size_t);
void free(void *);
int memcmp(const void *, const void *, size_t);
void *memchr(const void *, int, size_t);
size_t strlen(const char *);
char *strcpy(char *, const char *);
char *strncpy(char *, const char *, size_t);
char *strcat(char *, const char *);
int strcmp(const char *, const char *);
int strncmp(const char *, const char *, size_t);
char *strchr(const char *, int);
char *strrchr(const char *, int);
char *strstr(const char *, const char *);
char *strdup(const char *);
char *strtok(char *, const char *);
int isdigit(int);
int toupper(int);
int abs(int);
int atoi(const char *);
long strtol(const char *, char **, int);
int *__errno_location(void);
void qsort(void *, size_t, size_t, int (*)(const void *, const void *));
void *bsearch(const void *, const void *, size_t, size_t, int (*)(const void *, const void *));
double modf(double, double *);
double frexp(double, int *);
char buffer[16];
char *end;
int numbers[4] = { 3, 1, 2, 1 };
int wanted = 2;
double whole;
int exponent;
static int compare(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }
";

#[test]
fn strings() {
    check(&[
        "strlen(\"abc\") == 3",
        "strcmp(strcpy(buffer, \"hello\"), \"hello\") == 0",
        "strcmp(strcat(buffer, \" you\"), \"hello you\") == 0",
        "strcmp(\"abc\", \"abd\") < 0",
        "strncmp(\"abc\", \"abd\", 2) == 0",
        "strchr(buffer, 'l') == buffer + 2",
        "strrchr(buffer, 'o') == buffer + 7",
        "strchr(buffer, 'z') == 0",
        "strstr(buffer, \"lo y\") == buffer + 3",
        "strncpy(buffer, \"x\", 3)[2] == 0 && buffer[3] == 'l'",
    ]);
}

#[test]
fn copies_and_tokens() {
    check(&[
        "(end = strdup(\"one two\")) != 0",
        "strcmp(end, \"one two\") == 0",
        "strcmp(strtok(end, \" \"), \"one\") == 0",
        "strcmp(strtok(0, \" \"), \"two\") == 0",
        "strtok(0, \" \") == 0",
        "memcmp(\"abcd\", \"abce\", 4) < 0",
        "memchr(\"abcd\", 'e', 4) == 0",
    ]);
}

#[test]
fn numbers() {
    check(&[
        "isdigit('7') && !isdigit('a')",
        "toupper('q') == 'Q'",
        "abs(-5) == 5",
        "atoi(\"  -123x\") == -123",
        "strtol(\"0x1fz\", &end, 0) == 31 && *end == 'z'",
        "*__errno_location() == 0",
        "strtol(\"99999999999999999999\", 0, 10) > 0 && *__errno_location() == 34",
    ]);
}

#[test]
fn arrays() {
    check(&[
        "(qsort(numbers, 4, sizeof(int), compare), numbers[0] == 1)",
        "numbers[1] == 1 && numbers[2] == 2 && numbers[3] == 3",
        "bsearch(&wanted, numbers, 4, sizeof(int), compare) == &numbers[2]",
    ]);
}

#[test]
fn floats() {
    check(&[
        "modf(-2.75, &whole) == -0.75",
        "whole == -2.0",
        "frexp(12.0, &exponent) == 0.75",
        "exponent == 4",
    ]);
}
