//! `principia solvers install`: what goes wrong is told, with exit status 2, and leaves nothing behind. No registry is
//! asked: the clients are shell scripts.

mod tool;

use std::os::unix::fs::PermissionsExt;

use tool::{Answer, Scratch, command, run_command};

/// Installs with a client that is this script, or with none.
fn install(scratch: &Scratch, script: Option<&str>, arguments: &[&str]) -> Answer {
    std::fs::create_dir_all(scratch.path("bin")).expect("a folder");
    for client in ["mvn", "python3"] {
        let _ = std::fs::remove_file(scratch.path(&format!("bin/{client}")));
        if let Some(script) = script {
            let path = scratch.write(&format!("bin/{client}"), format!("#!/bin/sh\n{script}\n"));
            std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).expect("executable");
        }
    }
    let mut command = command(&[&["solvers", "install"], arguments].concat());
    command.env("PATH", scratch.path("bin")).env("PRINCIPIA_SOLVERS", scratch.path("installed"));
    run_command(command)
}

#[track_caller]
fn check_failure(scratch: &Scratch, answer: &Answer, message: &str) {
    assert_eq!(answer.status, Some(2), "{answer:?}");
    assert!(answer.stderr.contains(message), "{answer:?}");
    let left: Vec<_> = std::fs::read_dir(scratch.path("installed")).into_iter().flatten().collect();
    assert!(left.is_empty(), "{left:?}");
}

#[test]
fn what_goes_wrong_is_told_and_leaves_nothing() {
    let scratch = Scratch::new("install");
    let none = install(&scratch, None, &["smtinterpol"]);
    check_failure(&scratch, &none, "mvn is needed to get it, and was not found");
    let none = install(&scratch, None, &["cvc5"]);
    check_failure(&scratch, &none, "pip is needed to get it, and was not found");
    let failing = install(&scratch, Some("echo no network; exit 1"), &["smtinterpol"]);
    check_failure(&scratch, &failing, "mvn could not get it (is its registry reachable?)\nno network");
    let failing = install(&scratch, Some("echo No module named pip; exit 1"), &["yices"]);
    check_failure(&scratch, &failing, "pip is needed to get it");
    let lazy = install(&scratch, Some("exit 0"), &["princess"]);
    check_failure(&scratch, &lazy, "it did not leave exactly one file");
    // The client is started in the folder into which it is told to write.
    let other = install(&scratch, Some("echo other > other.jar"), &["smtinterpol"]);
    check_failure(&scratch, &other, "other.jar is not the pinned one: its SHA-256 is ");
}

#[test]
fn names_and_licences() {
    let scratch = Scratch::new("licences");
    let unknown = install(&scratch, None, &["z4"]);
    check_failure(&scratch, &unknown, "hint: these can be installed: smtinterpol, ");
    let restricted = install(&scratch, None, &["mathsat"]);
    check_failure(&scratch, &restricted, "--accept-licence says that you agree");
    let accepted = install(&scratch, None, &["mathsat", "--accept-licence"]);
    check_failure(&scratch, &accepted, "mvn is needed");
}
