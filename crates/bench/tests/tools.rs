//! The descriptions of tools that we ship: the command lines they give, and how they read what the tools print.

use std::path::{Path, PathBuf};

use bench::record::Limits;
use bench::suite::BenchTask;
use bench::tool::Tool;
use expect_test::{Expect, expect};
use task::{DataModel, Language, Property};

fn tool(name: &str) -> Tool {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    Tool::read(&root.join(format!("contrib/tools/{name}.toml"))).unwrap_or_else(|error| panic!("{error}"))
}

fn c_task(property: &str) -> BenchTask {
    let mut property = Property::named(property).expect("a known property");
    property.file = Some(PathBuf::from("/p/x.prp"));
    BenchTask {
        name: "t/x.yml".to_string(),
        file: "/t/x.yml".into(),
        inputs: vec!["/t/x.c".into()],
        property,
        is_one_of_several: false,
        expected: None,
        language: Language::C,
        data_model: Some(DataModel::Ilp32),
    }
}

const LIMITS: Limits = Limits { cpu_seconds: 60.0, wall_seconds: 121.0, memory_bytes: Some(4 << 30) };

fn check_command(tool: &Tool, expected: Expect) {
    let options = ["--option".to_string()];
    let job = tool.job(&c_task("unreach-call"), &options, LIMITS, "/scratch".into());
    expected.assert_eq(&job.command.join(" "));
}

#[test]
fn commands_are_those_of_the_tools() {
    check_command(
        &tool("cpachecker"),
        expect![
            "cpachecker --option --no-output-files --timelimit 54s --heap 3276M --32 --spec /p/x.prp /t/x.c"
        ],
    );
    check_command(
        &tool("ultimate"),
        expect!["Ultimate.py --spec /p/x.prp --architecture 32bit --full-output --option --file /t/x.c"],
    );
    check_command(
        &tool("cbmc"),
        expect!["cbmc --32 --no-standard-checks --unwinding-assertions --slice-formula --option /t/x.c"],
    );
    check_command(
        &tool("esbmc"),
        expect![
            "esbmc --32 --no-pointer-check --no-bounds-check --no-div-by-zero-check --enable-unreachability-intrinsic --k-induction --timeout 60s --memlimit 4096m --option /t/x.c"
        ],
    );
    check_command(
        &Tool::principia("/bin/principia".as_ref()),
        expect!["/bin/principia verify /t/x.yml --jobs 1 --option --json /scratch/report.json"],
    );
}

#[test]
fn one_of_several_properties_is_named() {
    let task = BenchTask { is_one_of_several: true, ..c_task("no-overflow") };
    let job = Tool::principia("p".as_ref()).job(&task, &[], LIMITS, "/scratch".into());
    assert_eq!(
        job.command.join(" "),
        "p verify /t/x.yml --property no-overflow --jobs 1 --json /scratch/report.json"
    );
}

#[test]
fn tools_are_not_asked_what_they_cannot_answer() {
    let refusal = tool("cbmc").refusal(&c_task("termination"));
    assert_eq!(refusal.as_deref(), Some("cbmc does not check termination"));
    let refusal = tool("esbmc").refusal(&BenchTask { language: Language::Boogie, ..c_task("unreach-call") });
    assert_eq!(refusal.as_deref(), Some("esbmc does not read Boogie"));
    assert_eq!(tool("esbmc").refusal(&c_task("unreach-call")), None);
}

#[track_caller]
fn check_answer(tool: &Tool, output: &str, expected: &str) {
    let shown = match tool.answer(output) {
        Some(answer) => {
            let class = answer.class.map(|class| format!(" [{}]", class.name())).unwrap_or_default();
            let reason = answer.reason.map(|reason| format!(": {reason}")).unwrap_or_default();
            format!("{}{class}{reason}", answer.verdict)
        }
        None => "nothing".to_string(),
    };
    assert_eq!(shown, expected, "{output}");
}

#[test]
fn answers_of_principia() {
    let tool = Tool::principia("p".as_ref());
    check_answer(&tool, "warning: x\nTRUE\n", "true");
    check_answer(&tool, "FALSE(valid-deref)\n", "false(valid-deref)");
    let unknown = "TRUE is near\nUNKNOWN(solver unknown: (incomplete))\n";
    check_answer(&tool, unknown, "unknown: solver unknown: (incomplete)");
    check_answer(&tool, "UNKNOWN(timeout)\n", "unknown [timeout]: timeout");
    check_answer(&tool, "UNKNOWN(worker died: signal 11)\n", "unknown [error]: worker died: signal 11");
    check_answer(
        &tool,
        "x.bpl:1:1: error: expected `;`\n",
        "unknown [error]: x.bpl:1:1: error: expected `;`",
    );
    check_answer(&tool, "", "nothing");
}

#[test]
fn answers_of_cpachecker() {
    let tool = tool("cpachecker");
    let proof = "Verification result: TRUE. No property violation found by chosen configuration.\n";
    check_answer(&tool, proof, "true");
    let violation = "Verification result: FALSE. Property violation (valid-deref: invalid pointer dereference in \
                     line 4) found by chosen configuration.\n";
    check_answer(&tool, violation, "false(valid-deref)");
    let several = "Verification result: FALSE. Property violation (valid-memtrack, valid-free) found by chosen \
                   configuration.\n";
    check_answer(&tool, several, "false(valid-memtrack)");
    let coloured = "Verification result: \u{1b}[31;1mFALSE\u{1b}[m. Property violation (valid-free: invalid free in line 3) \
                    found by chosen configuration.\n";
    check_answer(&tool, coloured, "false(valid-free)");
    let assertion = "Verification result: FALSE. Property violation (assertion in line 7) found by chosen configuration.\n";
    check_answer(&tool, assertion, "false");
    check_answer(
        &tool,
        "Verification result: UNKNOWN, incomplete analysis.\n",
        "unknown: incomplete analysis.",
    );
    let timeout = "Shutdown requested (The CPU-time limit of 60s has elapsed.), waiting for termination.\n\
                   Verification result: UNKNOWN, incomplete analysis.\n";
    check_answer(&tool, timeout, "unknown [timeout]: timeout");
    check_answer(&tool, "Exception in thread main\n", "nothing");
}

#[test]
fn answers_of_ultimate() {
    let tool = tool("ultimate");
    check_answer(&tool, "Checking for ERROR reachability\nResult:\nTRUE\n", "true");
    check_answer(&tool, "Result:\nFALSE(valid-memtrack)\n", "false(valid-memtrack)");
    check_answer(&tool, "Result:\nFALSE\n", "false");
    let unknown = "Result:\nUNKNOWN: Overapproximated counterexample\n";
    check_answer(&tool, unknown, "unknown: Overapproximated counterexample");
    check_answer(&tool, "  - TimeoutResultAtElement\nResult:\nUNKNOWN\n", "unknown [timeout]: timeout");
}

#[test]
fn answers_of_cbmc() {
    let tool = tool("cbmc");
    check_answer(&tool, "** 0 of 3 failed (1 iterations)\nVERIFICATION SUCCESSFUL\n", "true");
    let unwinding = "[main.unwind.0] line 3 unwinding assertion loop 0: FAILURE\nVERIFICATION FAILED\n";
    check_answer(&tool, &format!("[main.assertion.1] line 5 assertion x: FAILURE\n{unwinding}"), "false");
    let bound = format!("[main.assertion.1] line 5 assertion x: SUCCESS\n{unwinding}");
    check_answer(&tool, &bound, "unknown: the bound is too small");
    let pointer = "[main.pointer_dereference.7] line 9 dereference failure: pointer NULL in *p: FAILURE\n\
                   VERIFICATION FAILED\n";
    check_answer(&tool, pointer, "false(valid-deref)");
    let leak = "[__CPROVER__start.memory-leak.1] dynamically allocated memory never freed: FAILURE\n\
                VERIFICATION FAILED\n";
    check_answer(&tool, leak, "false(valid-memtrack)");
    let freed = "[__CPROVER__start.memory-leak.1] dynamically allocated memory never freed in \
                 __CPROVER_memory_leak == NULL: FAILURE\n\
                 [main.precondition_instance.3] line 12 free argument has offset zero: FAILURE\n\
                 VERIFICATION FAILED\n";
    check_answer(&tool, freed, "false(valid-free)");
}

#[test]
fn answers_of_esbmc() {
    let tool = tool("esbmc");
    check_answer(&tool, "VERIFICATION SUCCESSFUL\n\nSolution found by the inductive step (k = 2)\n", "true");
    let violated =
        |what: &str| format!("Violated property:\n  file x.c line 3\n  {what}\n\nVERIFICATION FAILED\n");
    check_answer(&tool, &violated("assertion"), "false");
    check_answer(&tool, &violated("dereference failure: NULL pointer"), "false(valid-deref)");
    check_answer(
        &tool,
        &violated("dereference failure: forgotten memory: dynamic_1"),
        "false(valid-memtrack)",
    );
    check_answer(&tool, "VERIFICATION UNKNOWN\n", "unknown");
    check_answer(&tool, "Timed out\n", "unknown [timeout]: timeout");
}
