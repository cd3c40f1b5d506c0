//! What a program gets from outside: the arguments of `main` and its standard input, in executions by the interpreter and by
//! the system's compiler.

mod tool;

use expect_test::expect;
use test_tools::Tool;
use tool::{Answer, Scratch, run};

const OPTIONS: &str = "
int strcmp(const char *, const char *);
int atoi(const char *);
void reach_error(void);
int main(int argc, char **argv) {
  int number = 0;
  for (int i = 1; i < argc; i++)
    if (strcmp(argv[i], \"-n\") == 0 && i + 1 < argc) number = atoi(argv[i + 1]);
  if (number == 42) reach_error();
  return number;
}
";

#[test]
fn run_takes_arguments() {
    let scratch = Scratch::new("environment-run");
    let path = scratch.write("a.c", OPTIONS);
    let executed = |arguments: &str| run(&["run", &path, "--arguments", arguments]).stdout;
    assert_eq!(run(&["run", &path]).stdout, "EXIT(0)\n");
    assert_eq!(executed("prog -n 7"), "EXIT(7)\n");
    assert_eq!(executed("prog a b c d e f -n \'12 \'"), "EXIT(12)\n");
    assert_eq!(executed("prog -n"), "EXIT(0)\n");
    let answer = run(&["run", &path, "--arguments", "\'"]);
    assert_eq!(answer.status, Some(2), "{answer:?}");
}

/// What verifying a program says about an execution, and how it ends.
fn verified(text: &str, options: &[&str], name: &str) -> Answer {
    let scratch = Scratch::new(name);
    let path = scratch.write("a.c", text);
    let arguments: Vec<&str> = [&["verify", path.as_str(), "--json", "-"], options].concat();
    run(&arguments)
}

#[test]
fn a_counterexample_has_arguments() {
    let text = "void reach_error(void);
int main(int argc, char **argv) {
  if (argc == 3 && argv[2][0] == 'o' && argv[2][1] == 'k' && argv[2][2] == 0) reach_error();
  return 0;
}
";
    let answer = verified(text, &["--property", "unreach-call"], "environment-arguments");
    assert_eq!(answer.verdict(), "FALSE(unreach-call)", "{answer:?}");
    let counterexample = &answer.json()["counterexample"];
    assert_eq!(counterexample["arguments"].as_array().map(Vec::len), Some(3), "{answer:?}");
    assert_eq!(counterexample["arguments"][2], "ok");
    if Tool::Cc.or_skip().is_some() {
        assert_eq!(answer.json()["execution"]["result"], "confirmed", "{answer:?}");
    }
}

#[test]
fn a_compiled_program_reads_its_standard_input() {
    let text = "int scanf(const char *, ...);
int getchar(void);
void reach_error(void);
int main(void) {
  int first, second;
  char word[8];
  if (scanf(\"%d,%d %7s\", &first, &second, word) != 3) return 0;
  if (first == -42 && second == 7 && word[0] == 'x' && word[1] == 0 && getchar() == ' ') reach_error();
  return 0;
}
";
    let answer = verified(text, &["--property", "unreach-call"], "environment-input");
    assert_eq!(answer.verdict(), "FALSE(unreach-call)", "{answer:?}");
    if Tool::Cc.or_skip().is_some() {
        assert_eq!(answer.json()["execution"]["result"], "confirmed", "{answer:?}");
    }
}

#[test]
fn what_is_assumed_about_arguments_is_told() {
    let text = "int main(int argc, char **argv) { return argc > 1 ? argv[1][0] : 0; }\n";
    let answer = verified(text, &["--property", "valid-memsafety"], "environment-assumed");
    assert_eq!(answer.verdict(), "TRUE", "{answer:?}");
    let assumed = answer.json()["assumptions"].to_string();
    expect![[r#"["`main` gets 1 to 1048575 arguments, each a string of up to 131071 characters, and a null pointer behind them"]"#]]
        .assert_eq(&assumed);
}

#[test]
fn a_compiled_program_reads_bytes() {
    let by_read = "long read(int, void *, unsigned long);
void reach_error(void);
int main(void) {
  char bytes[8];
  long n = read(0, bytes, sizeof bytes);
  if (n >= 3 && bytes[0] == 'a' && bytes[1] == 'b' && bytes[2] == '!') reach_error();
  return 0;
}
";
    let by_elements = "typedef struct file FILE;
extern FILE *stdin;
unsigned long fread(void *, unsigned long, unsigned long, FILE *);
void reach_error(void);
int main(void) {
  short numbers[4];
  unsigned long n = fread(numbers, 2, 4, stdin);
  if (n == 2 && numbers[0] == 0x4142 && numbers[1] == 'c') reach_error();
  return 0;
}
";
    for (text, name) in [(by_read, "environment-read"), (by_elements, "environment-elements")] {
        let answer = verified(text, &["--property", "unreach-call"], name);
        assert_eq!(answer.verdict(), "FALSE(unreach-call)", "{answer:?}");
        if Tool::Cc.or_skip().is_some() {
            assert_eq!(answer.json()["execution"]["result"], "confirmed", "{answer:?}");
        }
    }
}
