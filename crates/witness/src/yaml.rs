//! Format 2.0: a list of entries in YAML.
//!
//! A witness is one entry, `invariant_set` or `violation_sequence`; other entries in a file are not for us. What is
//! written has every member that the format knows, each string in quotes, so that no reader takes one for something else.
//! Of versions after 2.0, invariants are read and everything else is named as unread.

use std::fmt::Write;

use base::{Diagnostic, FileId};
use task::yaml::{Node, Text, documents};

use crate::{Content, Invariant, Location, Metadata, Segment, Waypoint, WaypointKind, Witness};

/// The version of the format that is written.
pub const VERSION: &str = "2.0";

/// Reads a witness. The error has its place in the text.
pub fn read(text: &str, file: FileId) -> Result<Witness, Diagnostic> {
    let documents = documents(text, file)?;
    let Some(document) = documents.first() else {
        return Err(Diagnostic::global_error("the witness is empty"));
    };
    let text = Text::new(text);
    let root = Node::root(document, &text, file);
    let (mut found, mut unread) = (None, Vec::new());
    for entry in root.elements() {
        let kind = required(entry, "entry_type")?.expect_scalar("the type of the entry")?;
        let content = || required(entry, "content");
        let content = match kind.as_str() {
            _ if found.is_some() => {
                unread.push(format!("another entry `{kind}`"));
                continue;
            }
            "invariant_set" => Content::Correctness(invariants(content()?, &mut unread)?),
            "violation_sequence" => violation(content()?)?,
            _ => {
                unread.push(format!("an entry `{kind}`"));
                continue;
            }
        };
        found = Some((metadata(required(entry, "metadata")?)?, content));
    }
    match found {
        Some((metadata, content)) => Ok(Witness { metadata, content, unread }),
        None => Err(root.complain("there is neither an `invariant_set` nor a `violation_sequence`")),
    }
}

fn required<'a>(node: Node<'a>, key: &str) -> Result<Node<'a>, Diagnostic> {
    node.get(key).ok_or_else(|| node.complain(format!("there is no `{key}` here")))
}

fn text(node: Node<'_>, key: &str) -> Result<String, Diagnostic> {
    required(node, key)?.expect_scalar("a text")
}

/// A text that may be missing.
fn optional(node: Node<'_>, key: &str) -> String {
    node.get(key).and_then(Node::scalar).unwrap_or_default()
}

fn metadata(node: Node<'_>) -> Result<Metadata, Diagnostic> {
    let format_version = text(node, "format_version")?;
    if !format_version.starts_with("2.") {
        let version = required(node, "format_version")?;
        return Err(version.complain(format!("version {format_version} of the format is not known here")));
    }
    let task = required(node, "task")?;
    let hashes = task.get("input_file_hashes");
    let files = required(task, "input_files")?.elements();
    let files: Result<Vec<_>, _> = files
        .into_iter()
        .map(|file| {
            let name = file.expect_scalar("the name of a file")?;
            let hash = hashes.and_then(|hashes| hashes.get(&name)).and_then(Node::scalar);
            Ok((name, hash))
        })
        .collect();
    let producer = node.get("producer");
    Ok(Metadata {
        format_version,
        uuid: optional(node, "uuid"),
        creation_time: optional(node, "creation_time"),
        producer: producer.map(|producer| optional(producer, "name")).unwrap_or_default(),
        producer_version: producer.map(|producer| optional(producer, "version")).unwrap_or_default(),
        input_files: files?,
        specification: text(task, "specification")?,
        data_model: text(task, "data_model")?,
    })
}

fn location(node: Node<'_>) -> Result<Location, Diagnostic> {
    let number = |key: &str| -> Result<Option<u32>, Diagnostic> {
        let Some(node) = node.get(key) else { return Ok(None) };
        let number: Option<u32> = node.scalar().and_then(|text| text.parse().ok());
        // Older tools write 0 for a column that they do not know.
        let number = number.ok_or_else(|| node.complain("expected a number from 1 on"))?;
        Ok(Some(number).filter(|number| *number > 0))
    };
    Ok(Location {
        file_name: text(node, "file_name")?,
        line: number("line")?.ok_or_else(|| node.complain("there is no `line` here"))?,
        column: number("column")?,
        function: node.get("function").and_then(Node::scalar),
    })
}

fn invariants(content: Node<'_>, unread: &mut Vec<String>) -> Result<Vec<Invariant>, Diagnostic> {
    let mut found = Vec::new();
    for element in content.elements() {
        let Some(node) = element.get("invariant") else {
            let what = ["function_contract", "precondition", "ghost_variable"]
                .into_iter()
                .find(|key| element.get(key).is_some());
            match what {
                Some(what) => unread.push(format!("a `{what}`")),
                None => return Err(element.complain("there is no `invariant` here")),
            }
            continue;
        };
        let kind = required(node, "type")?;
        let is_loop = match kind.scalar().as_deref() {
            Some("loop_invariant") => true,
            Some("location_invariant") => false,
            Some(other) if other.ends_with("transition_invariant") => {
                unread.push(format!("a `{other}`"));
                continue;
            }
            _ => return Err(kind.complain("expected `loop_invariant` or `location_invariant`")),
        };
        expect_c(node)?;
        let location = location(required(node, "location")?)?;
        found.push(Invariant { is_loop, location, value: text(node, "value")? });
    }
    Ok(found)
}

/// Expressions in other languages are not understood.
fn expect_c(node: Node<'_>) -> Result<(), Diagnostic> {
    match node.get("format") {
        Some(format) if !FORMATS.contains(&format.scalar().unwrap_or_default().as_str()) => {
            Err(format.complain("only C expressions are understood"))
        }
        _ => Ok(()),
    }
}

/// What constraints may be written in; of the others, `\result` and the connectives of ACSL are what we understand.
const FORMATS: [&str; 3] = ["c_expression", "ext_c_expression", "acsl_expression"];

fn violation(content: Node<'_>) -> Result<Content, Diagnostic> {
    let mut segments = Vec::new();
    for node in content.elements() {
        let mut avoid = Vec::new();
        let mut follow = None;
        for point in required(node, "segment")?.elements() {
            let point = required(point, "waypoint")?;
            let action = required(point, "action")?;
            match action.scalar().as_deref() {
                _ if follow.is_some() => {
                    return Err(point.complain("the waypoint to follow is the last one of a segment"));
                }
                Some("follow") => follow = Some(waypoint(point)?),
                Some("avoid") => avoid.push(waypoint(point)?),
                _ => return Err(action.complain("expected `follow` or `avoid`")),
            }
        }
        let follow = follow.ok_or_else(|| node.complain("the segment has no waypoint to follow"))?;
        segments.push(Segment { avoid, follow });
    }
    let is_target = |segment: &Segment| segment.follow.kind == WaypointKind::Target;
    let targets = segments.iter().filter(|segment| is_target(segment)).count();
    if targets != 1 || !segments.last().is_some_and(is_target) {
        return Err(content.complain("the last segment, and no other, follows a `target`"));
    }
    Ok(Content::Violation(segments))
}

fn waypoint(node: Node<'_>) -> Result<Waypoint, Diagnostic> {
    let kind_node = required(node, "type")?;
    let name = kind_node.expect_scalar("a type")?;
    let known = WaypointKind::NAMES.iter().find(|(_, known)| *known == name);
    let Some((kind, _)) = known else {
        return Err(kind_node.complain(format!("there is no waypoint `{name}`")));
    };
    let constraint = match node.get("constraint") {
        None => None,
        Some(constraint) => {
            expect_c(constraint)?;
            Some(text(constraint, "value")?)
        }
    };
    let needs_one = matches!(kind, WaypointKind::Assumption | WaypointKind::Branching);
    if needs_one && constraint.is_none() {
        return Err(node.complain(format!("a waypoint `{name}` needs a constraint")));
    }
    Ok(Waypoint { kind: *kind, location: location(required(node, "location")?)?, constraint, callee: None })
}

/// The text of a witness.
pub fn write(witness: &Witness) -> String {
    let mut out = String::new();
    let entry_type = match witness.content {
        Content::Correctness(_) => "invariant_set",
        Content::Violation(_) => "violation_sequence",
    };
    let _ = writeln!(out, "- entry_type: \"{entry_type}\"");
    write_metadata(&witness.metadata, &mut out);
    match &witness.content {
        Content::Correctness(invariants) => {
            out += if invariants.is_empty() { "  content: []\n" } else { "  content:\n" };
            invariants.iter().for_each(|invariant| write_invariant(invariant, &mut out));
        }
        Content::Violation(segments) => {
            out += "  content:\n";
            for segment in segments {
                out += "  - segment:\n";
                segment.avoid.iter().for_each(|waypoint| write_waypoint(waypoint, "avoid", &mut out));
                write_waypoint(&segment.follow, "follow", &mut out);
            }
        }
    }
    out
}

fn write_metadata(metadata: &Metadata, out: &mut String) {
    let _ = writeln!(out, "  metadata:\n    format_version: {}", quoted(&metadata.format_version));
    let _ = writeln!(out, "    uuid: {}", quoted(&metadata.uuid));
    let _ = writeln!(out, "    creation_time: {}", quoted(&metadata.creation_time));
    let _ = writeln!(out, "    producer:\n      name: {}", quoted(&metadata.producer));
    let _ =
        writeln!(out, "      version: {}\n    task:\n      input_files:", quoted(&metadata.producer_version));
    for (name, _) in &metadata.input_files {
        let _ = writeln!(out, "      - {}", quoted(name));
    }
    *out += "      input_file_hashes:\n";
    for (name, hash) in &metadata.input_files {
        let _ = writeln!(out, "        {}: {}", quoted(name), quoted(hash.as_deref().unwrap_or_default()));
    }
    let _ = writeln!(out, "      specification: {}", quoted(&metadata.specification));
    let _ = writeln!(out, "      data_model: {}\n      language: \"C\"", quoted(&metadata.data_model));
}

fn write_invariant(invariant: &Invariant, out: &mut String) {
    let kind = if invariant.is_loop { "loop_invariant" } else { "location_invariant" };
    let _ = writeln!(out, "  - invariant:\n      type: \"{kind}\"");
    write_location(&invariant.location, 6, out);
    let _ = writeln!(out, "      value: {}\n      format: \"c_expression\"", quoted(&invariant.value));
}

fn write_waypoint(waypoint: &Waypoint, action: &str, out: &mut String) {
    let kind = waypoint.kind.name();
    let _ = writeln!(out, "    - waypoint:\n        type: \"{kind}\"\n        action: \"{action}\"");
    if let Some(constraint) = &waypoint.constraint {
        let _ = writeln!(out, "        constraint:\n          value: {}", quoted(constraint));
        match waypoint.kind {
            WaypointKind::Branching => {}
            WaypointKind::FunctionReturn => *out += "          format: \"acsl_expression\"\n",
            _ => *out += "          format: \"c_expression\"\n",
        }
    }
    write_location(&waypoint.location, 8, out);
}

fn write_location(location: &Location, indent: usize, out: &mut String) {
    let indent = " ".repeat(indent);
    let _ = writeln!(out, "{indent}location:\n{indent}  file_name: {}", quoted(&location.file_name));
    let _ = writeln!(out, "{indent}  line: {}", location.line);
    if let Some(column) = location.column {
        let _ = writeln!(out, "{indent}  column: {column}");
    }
    if let Some(function) = &location.function {
        let _ = writeln!(out, "{indent}  function: {}", quoted(function));
    }
}

/// A string in double quotes, which YAML reads as JSON does.
fn quoted(text: &str) -> String {
    let mut out = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            '\n' => out += "\\n",
            '\t' => out += "\\t",
            c if c.is_control() => {
                let _ = write!(out, "\\u{:04x}", c as u32);
            }
            c => out.push(c),
        }
    }
    out + "\""
}
