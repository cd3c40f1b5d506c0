//! The C programs that check themselves (`tests/c/run`): each must return 0 from `main` when gcc compiled it.
//!
//! A program returns another number for each expectation that does not hold, which says where to look.

mod tool;

use std::process::{Command, Stdio};

use tool::{Scratch, files, header, in_parallel, root, run_command};

/// The data models with gcc's option for each.
const DATA_MODELS: [(&str, &str); 2] = [("ILP32", "-m32"), ("LP64", "-m64")];

/// The data models in which a program is meant to work.
fn data_models(program: &str) -> Vec<(&'static str, &'static str)> {
    let only = header(program, "data-model");
    DATA_MODELS.into_iter().filter(|(model, _)| only.as_deref().is_none_or(|only| only == *model)).collect()
}

/// Whether gcc can make programs with this option: `-m32` needs libraries that are often not there.
fn gcc_works(option: &str, scratch: &Scratch) -> bool {
    let source = scratch.write("probe.c", "int main(void) { return 0; }\n");
    let mut gcc = Command::new("gcc");
    gcc.args([option, "-o", &scratch.path("probe"), &source]).stderr(Stdio::null());
    gcc.status().is_ok_and(|status| status.success())
}

#[test]
fn gcc_agrees_with_the_programs() {
    let scratch = Scratch::new("c-run");
    let works = DATA_MODELS.map(|(_, option)| option).map(|option| gcc_works(option, &scratch));
    if !works.contains(&true) {
        println!("there is no gcc; nothing was compared");
    }
    // One data model is enough here: the tool must agree with the program in both.
    let mut tasks = Vec::new();
    for (number, program) in files("tests/c/run", "c").into_iter().enumerate() {
        let models = data_models(&program);
        let mut possible =
            DATA_MODELS.iter().zip(works).filter(|(model, works)| *works && models.contains(model));
        if let Some(((_, option), _)) = possible.next_back() {
            tasks.push((program, *option, format!("{number}")));
        }
    }
    let complaints = in_parallel(&tasks, |(program, option, binary)| {
        let binary = scratch.path(binary);
        let mut gcc = Command::new("gcc");
        // On 32 bits, floats are rounded after each operation only with SSE.
        gcc.args(["-w", "-O0", "-std=gnu11", "-fpreprocessed", "-msse2", "-mfpmath=sse", option]);
        gcc.args(["-o", &binary, program, "-lm"]).current_dir(root());
        let compiled = run_command(gcc);
        if compiled.status != Some(0) {
            return Some(format!("{program} {option}: {}", compiled.stderr));
        }
        let status = Command::new(&binary).status().expect("the program runs").code();
        let _ = std::fs::remove_file(&binary);
        (status != Some(0)).then(|| format!("{program} {option}: status {status:?}"))
    });
    let complaints: Vec<String> = complaints.into_iter().flatten().collect();
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
}
