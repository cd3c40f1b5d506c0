//! What backs a verdict for C: of a `FALSE`, the execution as it is told, the harness, its execution by the system's
//! compiler, SARIF; of a `TRUE`, executions that do not refute it.

mod tool;

use std::os::unix::fs::PermissionsExt;
use std::process::Command;

use expect_test::{Expect, expect};
use test_tools::Tool;
use tool::unsolved::{DEFAULT, complaint, limit};
use tool::{Answer, Scratch, Task, command, header, in_parallel, run, run_command, tasks};

/// Standard error and the verdict, without the folder and without values that a solver may choose.
fn told(program: &str, arguments: &[&str], expected: Expect) {
    let scratch = Scratch::new(&format!("c-evidence-{}", expected.position.line));
    let path = scratch.write("a.c", program);
    let answer = run(&[&["verify", path.as_str(), "--no-execute"], arguments].concat());
    let text = format!("{}{}", answer.stderr, answer.stdout).replace(&scratch.path(""), "");
    expected.assert_eq(&text);
}

#[test]
fn executions_are_told_by_lines() {
    told(
        "\
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int unused = 3;
static int twice(int n) {
  int result = n;
  result = result + n;
  return result;
}
int main(void) {
  int noise = 17;
  int x = __VERIFIER_nondet_int();
  if (x < 5 || x > 5)
    return 0;
  int y = twice(x);
  for (int i = 0; i < 3; i++) y++;
  if (y == 13)
    reach_error();
  return noise;
}
",
        &[],
        expect![[r#"
            An execution violates the property:
                    in main:
                10  int noise = 17;
                11  int x = __VERIFIER_nondet_int();  // __VERIFIER_nondet_int() is 5, x = 5
                12  if (x < 5 || x > 5)
                14  int y = twice(x);                 // n = 5
                      in twice:
                 5    int result = n;                 // result = 5
                 6    result = result + n;            // result = 10
                 7    return result;
                    in main:
                14  int y = twice(x);                 // y = 10
                15  for (int i = 0; i < 3; i++) y++;  // y = 13, i = 3
                16  if (y == 13)
                17  reach_error();
            a.c:17:5: error: reach_error is called [unreach-call]
            The same by `principia run a.c --property unreach-call --inputs 5`
            FALSE(unreach-call)
        "#]],
    );
}

#[test]
fn memory_is_told() {
    told(
        "\
typedef __typeof__(sizeof 0) size_t;
extern void *malloc(size_t);
extern void free(void *);
int main(void) {
  int *p = malloc(4);
  int *q = malloc(8);
  *p = 1;
  free(q);
  q[1] = 2;
  free(p);
  return 0;
}
",
        &["--property", "valid-memsafety"],
        expect![[r#"
            An execution violates the property:
                    in main:
                 5  int *p = malloc(4);  // allocates block 1 of 4 bytes, p = block 1
                 6  int *q = malloc(8);  // allocates block 2 of 8 bytes, q = block 2
                 7  *p = 1;
                 8  free(q);             // frees block 2
                 9  q[1] = 2;            // q = block 2
            a.c:9:3: error: invalid write of memory [valid-deref]
            a.c:9:3: note: the address is at offset 4 of block 2, which has 8 bytes
            a.c:6:8: note: block 2 of 8 bytes was allocated here
            a.c:8:3: note: block 2 was freed here
            assumed: memory never runs out: `malloc` and the like do not fail
            FALSE(valid-deref)
        "#]],
    );
}

/// A program may say what else is expected: `// execution: not-confirmed` or `not-executed`.
#[test]
fn every_violation_of_the_corpus_is_confirmed_by_execution() {
    if Tool::Cc.or_skip().is_none() {
        return;
    }
    let mut tasks: Vec<Task> =
        tasks().into_iter().filter(|task| task.expected.starts_with("FALSE")).collect();
    for task in &mut tasks {
        // This is the data model for which every compiler makes programs.
        task.data_model = header(&task.program, "data-model").unwrap_or_else(|| "LP64".to_string());
    }
    assert!(tasks.len() >= 100, "only {} programs", tasks.len());
    if tasks.iter().any(|task| task.data_model == "ILP32") && Tool::Gcc32.or_skip().is_none() {
        tasks.retain(|task| task.data_model == "LP64");
    }
    let complaints = in_parallel(&tasks, |task| {
        let options = ["--json", "-", "--timeout", limit(task, DEFAULT)];
        let answer = run(&[&task.arguments()[..], &options].concat());
        if answer.verdict() != task.expected {
            return complaint(task, DEFAULT, answer.verdict());
        }
        let execution = &answer.json()["execution"];
        let expected = header(&task.program, "execution").unwrap_or_else(|| "confirmed".to_string());
        (execution["result"] != expected).then(|| format!("{}: {execution}", task.program))
    });
    let complaints: Vec<String> = complaints.into_iter().flatten().collect();
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
}

/// A program that is correct, with an input.
const CORRECT: &str = "\
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x > 100 && x < 100)
    reach_error();
  return 0;
}
";

#[test]
fn programs_are_executed_before_they_are_called_correct() {
    let scratch = Scratch::new("c-evidence-refute");
    let path = scratch.write("a.c", CORRECT);
    if Tool::Cc.or_skip().is_some() {
        let answer = run(&["verify", &path, "--stats", "--json", "-"]);
        assert_eq!(answer.verdict(), "TRUE", "{answer:?}");
        let executions = &answer.json()["executions"];
        assert!(executions["left_out"].is_null() && executions["violation"].is_null(), "{answer:?}");
        let (tried, completed) = (executions["tried"].as_u64(), executions["completed"].as_u64());
        assert!(tried >= Some(1) && completed >= Some(1) && completed <= tried, "{answer:?}");
        assert!(answer.stderr.contains("executed before the answer: "), "{answer:?}");
    }
    let answer = run(&["verify", &path, "--no-execute", "--json", "-", "--stats"]);
    assert!(answer.json()["executions"].is_null() && !answer.stderr.contains("before the answer"));
    let mut without = command(&["verify", &path, "--json", "-", "--stats"]);
    without.env("CC", "/nowhere/cc");
    let answer = run_command(without);
    assert_eq!(answer.verdict(), "TRUE", "{answer:?}");
    assert_eq!(answer.json()["executions"]["tried"], 0);
    assert!(
        answer.stderr.contains("not executed before the answer: `/nowhere/cc` cannot be run"),
        "{answer:?}"
    );
    let boogie = scratch.write("a.bpl", "procedure main() { assert 1 < 2; }");
    let answer = run(&["verify", &boogie, "--json", "-"]);
    assert!(answer.verdict() == "TRUE" && answer.json()["executions"].is_null(), "{answer:?}");
}

/// A compiler whose programs say what one that violates the property would say.
#[test]
fn an_execution_takes_a_proof_back() {
    let scratch = Scratch::new("c-evidence-refuted");
    let path = scratch.write("a.c", CORRECT);
    let lying = r#"echo "principia: input i ffffffffffffffff x" >&2; echo "principia: violation: call of reach_error" >&2; exit 71"#;
    let script = format!(
        "#!/bin/sh\nwhile [ \"$1\" != -o ]; do shift; done\ncat > \"$2\" <<'END'\n#!/bin/sh\n{lying}\nEND\nchmod +x \"$2\"\n"
    );
    let compiler = scratch.write("cc.sh", script);
    std::fs::set_permissions(&compiler, std::fs::Permissions::from_mode(0o755)).expect("executable");
    let (witness, mut refuted) = (scratch.path("w.yml"), command(&["verify", &path, "--json", "-"]));
    refuted.args(["--witness", &witness]).env("CC", compiler);
    let answer = run_command(refuted);
    let reason = "there is a proof, but the compiled program violates the property with the inputs -1: call of \
                  reach_error; this is a bug of principia, please report it";
    assert_eq!(answer.verdict(), format!("UNKNOWN(evidence rejected: {reason})"), "{answer:?}");
    assert_eq!(answer.json()["evidence"], "rejected");
    assert!(answer.json()["proof"].is_null() && !std::path::Path::new(&witness).exists(), "{answer:?}");
}

const BUG: &str = "\
extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern long long other(int);
extern void abort(void);
void reach_error(void) { abort(); }
int main(void) {
  int x = __VERIFIER_nondet_int();
  unsigned char y = __VERIFIER_nondet_uchar();
  int z = __VERIFIER_nondet_int();
  if (x == -7 && y == 200 && z == 9 && other(z) < -5000000000LL)
    reach_error();
  return 0;
}
";

/// Verifies a program with something else in the place of the compiler.
fn with_compiler(script: &str, name: &str) -> Answer {
    let scratch = Scratch::new(name);
    let program = BUG.replace("void reach_error(void) { abort(); }", "extern void reach_error(void);");
    let path = scratch.write("a.i", program);
    let compiler = scratch.write("cc.sh", script);
    std::fs::set_permissions(&compiler, std::fs::Permissions::from_mode(0o755)).expect("executable");
    let mut command = command(&["verify", &path, "--json", "-"]);
    command.env("CC", compiler);
    run_command(command)
}

/// A compiler whose programs do one thing only.
fn compiler_of(body: &str) -> String {
    format!(
        "#!/bin/sh\nwhile [ \"$1\" != -o ]; do shift; done\nprintf '#!/bin/sh\\n{body}\\n' > \"$2\"\nchmod +x \"$2\"\n"
    )
}

#[test]
fn what_an_execution_says_decides() {
    let answer = with_compiler(&compiler_of("exit 3"), "c-evidence-quiet");
    assert_eq!(answer.verdict(), "UNKNOWN(evidence rejected: the program ends with status 3)", "{answer:?}");
    assert_eq!(answer.json()["execution"]["result"], "not-reproduced");
    let answer = with_compiler(&compiler_of("kill -11 $$"), "c-evidence-crash");
    assert_eq!(answer.verdict(), "FALSE(unreach-call)", "{answer:?}");
    assert_eq!(
        answer.json()["execution"]["reason"],
        "the program is killed by signal 11, because of an invalid access or a stack that is too small"
    );
    let answer = with_compiler(&compiler_of("kill -8 $$"), "c-evidence-trap");
    assert_eq!(
        answer.verdict(),
        "UNKNOWN(evidence rejected: the program is killed by signal 8, because of a division by zero or one that overflows)"
    );
    let answer = with_compiler("#!/bin/sh\necho error: no >&2\nexit 1\n", "c-evidence-refused");
    assert_eq!(answer.verdict(), "FALSE(unreach-call)");
    assert_eq!(answer.json()["execution"]["reason"], "the compiler refuses the program: error: no");
    assert!(
        answer.stderr.contains("not executed: the compiler refuses the program: error: no\n"),
        "{answer:?}"
    );
}

/// What an execution tries that it must not do; the exit status says what was possible.
const ESCAPE: &str = r#"
#include <fcntl.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>
int main(void) {
  int done = 0;
  for (int fd = 3; fd < 64; fd++)
    if (fcntl(fd, F_GETFD) >= 0) done |= 64;
  if (socket(AF_INET, SOCK_STREAM, 0) >= 0) done |= 1;
  if (kill(getppid(), 0) == 0) done |= 2;
  int child = fork();
  if (child == 0) _exit(0);
  if (child > 0) done |= 4;
  if (open("OUTSIDE", O_CREAT | O_WRONLY, 0600) >= 0) done |= 8;
  if (truncate("KEPT", 0) == 0 || unlink("KEPT") == 0) done |= 16;
  if (open("inside", O_CREAT | O_WRONLY, 0600) < 0) done |= 32;
  return done;
}
"#;

#[test]
fn executed_programs_are_contained() {
    if !cfg!(target_arch = "x86_64") || Tool::Cc.or_skip().is_none() {
        return;
    }
    let scratch = Scratch::new("c-evidence-contained");
    let kept = scratch.write("kept", "precious");
    let escape = ESCAPE.replace("OUTSIDE", &scratch.path("outside")).replace("KEPT", &kept);
    let escape = scratch.write("escape.c", escape);
    let script = format!("#!/bin/sh\nwhile [ \"$1\" != -o ]; do shift; done\ncc {escape} -o \"$2\"\n");
    let answer = with_compiler(&script, "c-evidence-escape");
    // The system may be one that cannot protect files.
    let files = if answer.stderr.contains("changing the user's files") { 8 | 16 } else { 0 };
    let expected = format!("the program ends with status {files}");
    assert_eq!(answer.json()["execution"]["reason"], expected, "{answer:?}");
    assert!(files > 0 || std::fs::read_to_string(&kept).is_ok_and(|text| text == "precious"));
}

/// What a local of a function that has not returned points to at `exit` is not lost, though LeakSanitizer says so if it
/// looks at no stack, as it must once `main` has returned.
#[test]
fn leaks_at_exit_are_confirmed_only_if_nothing_points_there() {
    if Tool::Cc.or_skip().is_none() {
        return;
    }
    let scratch = Scratch::new("c-evidence-exit");
    let verdict = |name: &str, body: &str| {
        let declared = "extern void *malloc(unsigned long);\nextern void exit(int);\n";
        let path = scratch.write(name, format!("{declared}{body}"));
        run(&["verify", &path, "--property", "valid-memsafety"]).verdict().to_string()
    };
    let kept = "int main(void) { int *p = malloc(4); *p = 1; exit(*p); }";
    let why = "UNKNOWN(over-approximation: memory at `exit` may still be reachable)";
    assert_eq!(verdict("kept.c", kept), why);
    let lost = "void end(void) { int *p = malloc(4); p = 0; exit(p != 0); }\nint main(void) { end(); }";
    assert_eq!(verdict("lost.c", lost), "FALSE(valid-memtrack)");
}

#[test]
fn harnesses_reproduce_by_the_commands_in_their_heading() {
    if Tool::Cc.or_skip().is_none() {
        return;
    }
    let scratch = Scratch::new("c-evidence-harness");
    let (path, harness) = (scratch.write("a.c", BUG), scratch.path("HARNESS.c"));
    let answer = run(&["verify", &path, "--harness", &harness]);
    assert_eq!(answer.verdict(), "FALSE(unreach-call)", "{answer:?}");
    assert!(answer.stderr.contains("confirmed by execution\n"), "{answer:?}");
    assert!(answer.stderr.contains("a.c:11:5: error: reach_error is called [unreach-call]\n"), "{answer:?}");
    let text = std::fs::read_to_string(&harness).expect("written");
    let commands: Vec<&str> = text.lines().filter_map(|line| line.strip_prefix(" *   ")).collect();
    assert_eq!(commands.len(), 4, "{text}");
    for command in commands {
        let mut shell = Command::new("sh");
        shell.args(["-c", command]).current_dir(scratch.path(""));
        let done = run_command(shell);
        assert_eq!(done.status, Some(0), "{command}: {done:?}");
    }
    assert!(text.contains("values[] = { -7, 9 };"), "{text}");
    assert!(text.contains("unsigned char const values[] = { 200 };"), "{text}");
    let answer = run(&["verify", &path, "--no-execute", "--json", "-"]);
    assert!(answer.json()["execution"].is_null() && !answer.stderr.contains("execution\n"), "{answer:?}");
}

#[test]
fn sarif_has_the_violation_with_its_path() {
    let scratch = Scratch::new("c-evidence-sarif");
    let (path, out) = (scratch.write("a.c", BUG), scratch.path("a.sarif"));
    run(&["verify", &path, "--no-execute", "--sarif", &out]);
    let read = || -> serde_json::Value {
        serde_json::from_str(&std::fs::read_to_string(&out).expect("written")).expect("JSON")
    };
    let document = read();
    assert_eq!(document["version"], "2.1.0");
    let run_object = &document["runs"][0];
    assert_eq!(run_object["tool"]["driver"]["name"], "principia");
    assert_eq!(run_object["tool"]["driver"]["rules"][0]["id"], "unreach-call");
    let result = &run_object["results"][0];
    assert_eq!((&result["ruleId"], &result["level"]), (&"unreach-call".into(), &"error".into()));
    assert_eq!(result["message"]["text"], "reach_error is called");
    let place = &result["locations"][0]["physicalLocation"];
    assert_eq!(place["artifactLocation"]["uri"], format!("file://{path}"));
    assert_eq!(place["region"], serde_json::json!({ "startLine": 11, "startColumn": 5 }));
    let steps = result["codeFlows"][0]["threadFlows"][0]["locations"].as_array().expect("steps");
    assert!(steps.len() >= 4 && steps.iter().all(|step| step["location"]["message"]["text"].is_string()));
    let fine = scratch.write("b.c", "int main(void) { return 0; }");
    run(&["verify", &fine, "--sarif", &out]);
    assert_eq!(read()["runs"][0]["results"], serde_json::json!([]));
    let unknown = run(&["verify", &path, "--timeout", "1ms", "--sarif", &out]);
    assert_eq!(unknown.status, Some(3), "nothing is verified in a millisecond: {unknown:?}");
    let text = &read()["runs"][0]["invocations"][0]["toolExecutionNotifications"][0]["message"]["text"];
    assert_eq!(text, unknown.verdict());
}
