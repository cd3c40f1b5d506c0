//! Task definitions and property files: what is read from them, and what is said about wrong ones.

use std::fs;
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};

use expect_test::{Expect, expect};
use task::{Check, Definition, Property, TaskError};

const UNREACH: &str = "CHECK( init(main()), LTL(G ! call(reach_error())) )\n";
const MEMORY: &str = "\nCHECK( init(main()), LTL(G valid-free) )\nCHECK( init(main()), LTL(G valid-deref) )\n\
                      CHECK( init(main()), LTL(G valid-memtrack) )\n\n";

/// A folder with a program and property files.
struct Folder {
    path: PathBuf,
}

impl Folder {
    fn new() -> Folder {
        static NEXT: AtomicUsize = AtomicUsize::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let path = std::env::temp_dir().join(format!("principia-task-{}-{number}", std::process::id()));
        fs::create_dir_all(path.join("properties")).expect("a folder");
        let folder = Folder { path };
        folder.write("a.c", "int main(void) { return 0; }");
        folder.write("b.c", "int f(void) { return 0; }");
        folder.write("properties/unreach-call.prp", UNREACH);
        folder.write("properties/valid-memsafety.prp", MEMORY);
        folder
    }

    fn write(&self, name: &str, text: &str) {
        fs::write(self.path.join(name), text).expect("written");
    }

    fn read(&self, definition: &str) -> Result<Definition, TaskError> {
        self.write("task.yml", definition);
        Definition::read(&self.path.join("task.yml"))
    }

    /// Text without the name of this folder.
    fn without_folder(&self, text: &str) -> String {
        text.replace(&format!("{}/", self.path.display()), "")
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.path);
    }
}

fn check(definition: &str, expected: Expect) {
    let folder = Folder::new();
    let text = match folder.read(definition) {
        Ok(definition) => {
            let names = |paths: &[PathBuf]| paths.iter().map(|p| p.display().to_string()).collect::<Vec<_>>();
            let mut text = format!(
                "{} in {:?}, {}\n",
                names(&definition.input_files).join(" "),
                definition.language,
                definition.data_model.map_or("no data model".to_string(), |model| model.to_string())
            );
            for task in definition.tasks() {
                text += &format!("{}: {:?}\n", task.property.name(), task.expected);
            }
            text
        }
        Err(error) => error.render().to_string(),
    };
    expected.assert_eq(&folder.without_folder(&text));
}

#[test]
fn a_task_of_sv_comp() {
    check(
        "format_version: '2.0'\n# old-file-name: x\ninput_files: 'a.c'\nproperties:\n  \
         - property_file: properties/unreach-call.prp\n    expected_verdict: true\n  \
         - property_file: ./properties/valid-memsafety.prp\n    expected_verdict: false\n    \
         subproperty: valid-deref\noptions:\n  language: C\n  data_model: ILP32\n",
        expect![[r#"
            a.c in C, ILP32
            unreach-call: Some(Expected { verdict: true, subproperty: None })
            valid-memsafety: Some(Expected { verdict: false, subproperty: Some("valid-deref") })
        "#]],
    );
}

#[test]
fn older_formats_say_less() {
    check(
        "format_version: 1.0\ninput_files: [a.c, b.c]\nproperties:\n  - property_file: properties/unreach-call.prp\n",
        expect![[r#"
            a.c b.c in C, no data model
            unreach-call: None
        "#]],
    );
    check(
        "format_version: '1.0'\ninput_files: '*.c'\nproperties: []\nsomething: new\n",
        expect![[r#"
            a.c b.c in C, no data model
        "#]],
    );
}

#[test]
fn wrong_definitions_are_shown() {
    check(
        "format_version: '3.0'\ninput_files: 'a.c'\n",
        expect![[r#"
            task.yml:1:17: error: the format 3.0 is not known
              format_version: '3.0'
                              ^^^^^
            hint: known are 1.0, 2.0 and 2.1
        "#]],
    );
    check(
        "format_version: '2.0'\ninput_files: 'missing.c'\n",
        expect![[r#"
            task.yml:2:14: error: there is no file missing.c
              input_files: 'missing.c'
                           ^^^^^^^^^^^
            hint: input files are relative to the folder of the task definition
        "#]],
    );
    check(
        "format_version: '2.0'\ninput_files: a.c\nproperties:\n  - property_file: é.prp\n    expected_verdict: perhaps\n",
        expect![[r#"
            task.yml:4:20: error: there is no file é.prp
                - property_file: é.prp
                                 ^^^^^
            hint: property files are relative to the folder of the task definition
        "#]],
    );
    check(
        "format_version: '2.0'\ninput_files: a.c\nproperties:\n  - property_file: properties/unreach-call.prp\n    \
         expected_verdict: perhaps\n",
        expect![[r#"
            task.yml:5:23: error: an expected verdict is true or false
                  expected_verdict: perhaps
                                    ^^^^^^^
        "#]],
    );
    check(
        "format_version: '2.0'\ninput_files: a.c\noptions:\n  language: Java\n",
        expect![[r#"
            task.yml:4:13: error: the language Java is not supported
                language: Java
                          ^^^^
            hint: use C or Boogie
        "#]],
    );
    check(
        "format_version: '2.0'\ninput_files: a.c\noptions:\n  data_model: LP128\n",
        expect![[r#"
            task.yml:4:15: error: `LP128` is not a data model: use ILP32 or LP64
                data_model: LP128
                            ^^^^^
        "#]],
    );
}

#[test]
fn what_is_no_definition_is_refused() {
    check(
        "",
        expect![[r#"
        error: task.yml has 0 YAML documents
        hint: a task-definition file has one
    "#]],
    );
    check(
        "just text\n",
        expect![[r#"
        task.yml:1:1: error: this is not a task definition
          just text
          ^^^^^^^^^
        hint: a task definition starts with `format_version: '2.0'`
    "#]],
    );
    check(
        "a: [1, 2\nb: 3\n",
        expect![[r#"
        task.yml:2:2: error: this is not YAML: illegal placement of ':' indicator
          b: 3
           ^
    "#]],
    );
    check(
        "input_files: a.c\n",
        expect![[r#"
        task.yml:1:1: error: `format_version` is missing
          input_files: a.c
          ^
        hint: a task definition starts with `format_version: '2.0'`
    "#]],
    );
    check(
        "format_version: '2.0'\n",
        expect![[r#"
        task.yml:1:1: error: `input_files` is missing
          format_version: '2.0'
          ^
        hint: name the program: `input_files: 'program.c'`
    "#]],
    );
    check(
        "format_version: '2.0'\ninput_files: []\n",
        expect![[r#"
        task.yml:2:14: error: a task needs an input file
          input_files: []
                       ^
    "#]],
    );
    check(
        "format_version: '2.0'\ninput_files: a.c\nproperties:\n  - nothing: 1\n",
        expect![[r#"
        task.yml:4:5: error: `property_file` is missing
            - nothing: 1
              ^^^^^^^^^^
        hint: a property is stated as `- property_file: unreach-call.prp`
    "#]],
    );
}

#[test]
fn the_property_decides_which_task() {
    let folder = Folder::new();
    let two = folder
        .read(
            "format_version: '2.0'\ninput_files: a.c\nproperties:\n  \
             - property_file: properties/unreach-call.prp\n  - property_file: properties/valid-memsafety.prp\n",
        )
        .expect("a definition");
    let message = |result: Result<task::Task, TaskError>| {
        folder.without_folder(result.expect_err("no single task").render())
    };
    expect![[r#"
        error: task.yml states 2 properties
        hint: choose one with --property: unreach-call, valid-memsafety
    "#]]
    .assert_eq(&message(two.task(None)));
    expect![[r#"
        error: task.yml does not state the property no-overflow
        hint: it states unreach-call, valid-memsafety
    "#]]
    .assert_eq(&message(two.task(Some("no-overflow"))));
    let task = two.task(Some("valid-memsafety")).expect("a task");
    assert_eq!(task.property.checks, [Check::ValidFree, Check::ValidDeref, Check::ValidMemtrack]);
    let none = folder.read("format_version: '2.0'\ninput_files: a.c\n").expect("a definition");
    assert!(message(none.task(None)).contains("states no property\nhint: name one with --property"));
}

#[track_caller]
fn check_property(text: &str, expected: Expect) {
    let shown = match Property::parse("p.prp".as_ref(), text) {
        Ok(property) => format!("{} from {}: {:?}\n", property.name(), property.entry, property.checks),
        Err(error) => error.render().to_string(),
    };
    expected.assert_eq(&shown);
}

#[test]
fn properties_have_names() {
    check_property(
        UNREACH,
        expect![[r#"
        unreach-call from main: [UnreachCall("reach_error")]
    "#]],
    );
    check_property(
        MEMORY,
        expect![[r#"
        valid-memsafety from main: [ValidFree, ValidDeref, ValidMemtrack]
    "#]],
    );
    check_property(
        "CHECK(init(main()),LTL(G!call(__VERIFIER_error())))",
        expect![[r#"
        unreach-call from main: [UnreachCall("__VERIFIER_error")]
    "#]],
    );
    check_property(
        "CHECK( init(f()), LTL(G ! overflow) )",
        expect![[r#"
        no-overflow from f: [NoOverflow]
    "#]],
    );
    check_property(
        "CHECK( init(main()), LTL(F end) )",
        expect![[r#"
        termination from main: [Termination]
    "#]],
    );
    check_property(
        "CHECK( init(main()), LTL(G valid-memcleanup) )",
        expect![[r#"
        valid-memcleanup from main: [ValidMemcleanup]
    "#]],
    );
    for name in Property::NAMES {
        assert_eq!(Property::named(name).expect("a known name").name(), name);
    }
    assert_eq!(Property::named("unreachable"), None);
}

#[test]
fn wrong_properties_are_shown() {
    let empty = Property::parse("p.prp".as_ref(), "\n").expect_err("nothing is stated");
    assert!(empty.render().contains("error: this file states no property"), "{empty}");
    check_property(
        "CHECK( init(main()), LTL(G ! label(ERROR)) )\n",
        expect![[r#"
            p.prp:1:26: error: this formula is not known
              CHECK( init(main()), LTL(G ! label(ERROR)) )
                                       ^^^^^^^^^
            hint: known are `G ! call(f())`, `G ! overflow`, `G ! data-race`, `G valid-free`, `G valid-deref`, `G valid-memtrack`, `G valid-memcleanup`, `F end`, `G assert`, `G ! division-by-zero`, `G valid-shift`, `G valid-stream`, `G ! unsigned-overflow`, `G ! lossy-conversion`, `G ! float-overflow` and `G ! nan`
        "#]],
    );
    check_property(
        "CHECK( init(main()), LTL(X end) )\n",
        expect![[r#"
            p.prp:1:26: error: this formula is not known
              CHECK( init(main()), LTL(X end) )
                                       ^^
            hint: known are `G ! call(f())`, `G ! overflow`, `G ! data-race`, `G valid-free`, `G valid-deref`, `G valid-memtrack`, `G valid-memcleanup`, `F end`, `G assert`, `G ! division-by-zero`, `G valid-shift`, `G valid-stream`, `G ! unsigned-overflow`, `G ! lossy-conversion`, `G ! float-overflow` and `G ! nan`
        "#]],
    );
    check_property(
        "CHECK( init(main()) LTL(F end) )\n",
        expect![[r#"
        p.prp:1:21: error: expected `,`
          CHECK( init(main()) LTL(F end) )
                              ^^^
        hint: a line of a property file reads `CHECK( init(main()), LTL(G ! call(reach_error())) )`
    "#]],
    );
    check_property(
        "CHECK( init(1()), LTL(F end) )\n",
        expect![[r#"
        p.prp:1:13: error: expected the name of a function
          CHECK( init(1()), LTL(F end) )
                      ^
    "#]],
    );
    check_property(
        "CHECK( init(main()), LTL(G ! call(é",
        expect![[r#"
        p.prp:1:36: error: expected `(`
          CHECK( init(main()), LTL(G ! call(é
                                             ^
        hint: a line of a property file reads `CHECK( init(main()), LTL(G ! call(reach_error())) )`
    "#]],
    );
    check_property(
        "CHECK( init(main()), LTL(F end) )\nCHECK( init(f()), LTL(F end) )\n",
        expect![[r#"
        p.prp:2:1: error: the checks start in different functions
          CHECK( init(f()), LTL(F end) )
          ^^^^^
    "#]],
    );
    check_property(
        "COVER( init(main()), FQL(COVER EDGES(@DECISIONEDGE)) )\n",
        expect![[r#"
        p.prp:1:1: error: coverage goals are not properties of executions
          COVER( init(main()), FQL(COVER EDGES(@DECISIONEDGE)) )
          ^^^^^
        hint: this task is for test generators
    "#]],
    );
}
