//! Format 1.0: an automaton in GraphML.
//!
//! Written is what the model says: a correctness witness has a node for each loop with invariants, which every node leads
//! to by entering the loop's head; a violation witness is a path. Read is what fits into the model: invariants of nodes
//! that are entered at a known line, and automata that are a path when ways into a sink and back to the same node are
//! left out.

use std::collections::{BTreeMap, BTreeSet};

use quick_xml::events::{BytesText, Event};
use quick_xml::{Reader, Writer};

use crate::{Content, Invariant, Location, Metadata, Segment, Waypoint, WaypointKind, Witness};

/// The keys: name, what has them, type, default.
const KEYS: [(&str, &str, &str, Option<&str>); 21] = [
    ("witness-type", "graph", "string", None),
    ("sourcecodelang", "graph", "string", None),
    ("producer", "graph", "string", None),
    ("specification", "graph", "string", None),
    ("programfile", "graph", "string", None),
    ("programhash", "graph", "string", None),
    ("architecture", "graph", "string", None),
    ("creationtime", "graph", "string", None),
    ("entry", "node", "boolean", Some("false")),
    ("violation", "node", "boolean", Some("false")),
    ("sink", "node", "boolean", Some("false")),
    ("invariant", "node", "string", None),
    ("invariant.scope", "node", "string", None),
    ("startline", "edge", "int", None),
    ("control", "edge", "string", None),
    ("assumption", "edge", "string", None),
    ("assumption.scope", "edge", "string", None),
    ("assumption.resultfunction", "edge", "string", None),
    ("enterFunction", "edge", "string", None),
    ("returnFromFunction", "edge", "string", None),
    ("enterLoopHead", "edge", "boolean", Some("false")),
];

/// What a node or an edge has, by key.
type Data = BTreeMap<String, String>;

/// An automaton.
#[derive(Default, Debug)]
struct Automaton {
    data: Data,
    nodes: Vec<(String, Data)>,
    edges: Vec<(String, String, Data)>,
}

fn data<const N: usize>(pairs: [(&str, String); N]) -> Data {
    pairs.into_iter().map(|(key, value)| (key.to_string(), value)).collect()
}

/// The text of a witness.
pub fn write(witness: &Witness) -> String {
    let mut automaton = match &witness.content {
        Content::Correctness(invariants) => of_invariants(invariants),
        Content::Violation(segments) => of_path(segments),
    };
    let kind = match witness.content {
        Content::Correctness(_) => "correctness_witness",
        Content::Violation(_) => "violation_witness",
    };
    let metadata = &witness.metadata;
    let (name, hash) = metadata.input_files.first().cloned().unwrap_or_default();
    let architecture = if metadata.data_model == "ILP32" { "32bit" } else { "64bit" };
    automaton.data = data([
        ("witness-type", kind.to_string()),
        ("sourcecodelang", "C".to_string()),
        ("producer", format!("{} {}", metadata.producer, metadata.producer_version)),
        ("specification", metadata.specification.clone()),
        ("programfile", name),
        ("programhash", hash.unwrap_or_default()),
        ("architecture", architecture.to_string()),
        ("creationtime", metadata.creation_time.clone()),
    ]);
    String::from_utf8(automaton.write().unwrap_or_default()).unwrap_or_default()
}

/// Each loop with its invariants is a node.
fn of_invariants(invariants: &[Invariant]) -> Automaton {
    let mut automaton = Automaton::default();
    automaton.nodes.push(("N0".to_string(), data([("entry", "true".to_string())])));
    let mut loops: Vec<(&Location, Vec<&str>)> = Vec::new();
    for invariant in invariants.iter().filter(|invariant| invariant.is_loop) {
        match loops.iter_mut().find(|(location, _)| **location == invariant.location) {
            Some((_, values)) => values.push(&invariant.value),
            None => loops.push((&invariant.location, vec![&invariant.value])),
        }
    }
    for (number, (location, values)) in loops.iter().enumerate() {
        let conjuncts: Vec<String> = values.iter().map(|value| format!("({value})")).collect();
        let mut node = data([("invariant", conjuncts.join(" && "))]);
        node.extend(location.function.clone().map(|function| ("invariant.scope".to_string(), function)));
        automaton.nodes.push((format!("N{}", number + 1), node));
    }
    for source in 0..automaton.nodes.len() {
        for (number, (location, _)) in loops.iter().enumerate() {
            let edge =
                data([("startline", location.line.to_string()), ("enterLoopHead", "true".to_string())]);
            automaton.edges.push((format!("N{source}"), format!("N{}", number + 1), edge));
        }
    }
    automaton
}

/// Each waypoint is an edge. What must be avoided is a way into the sink.
fn of_path(segments: &[Segment]) -> Automaton {
    let mut automaton = Automaton::default();
    automaton.nodes.push(("N0".to_string(), data([("entry", "true".to_string())])));
    let mut has_sink = false;
    for (number, segment) in segments.iter().enumerate() {
        let (source, target) = (format!("N{number}"), format!("N{}", number + 1));
        for waypoint in &segment.avoid {
            automaton.edges.push((source.clone(), "sink".to_string(), of_waypoint(waypoint)));
            has_sink = true;
        }
        automaton.edges.push((source, target.clone(), of_waypoint(&segment.follow)));
        let is_last = number + 1 == segments.len();
        let node = if is_last { data([("violation", "true".to_string())]) } else { Data::new() };
        automaton.nodes.push((target, node));
    }
    if has_sink {
        automaton.nodes.push(("sink".to_string(), data([("sink", "true".to_string())])));
    }
    automaton
}

fn of_waypoint(waypoint: &Waypoint) -> Data {
    let mut edge = data([("startline", waypoint.location.line.to_string())]);
    let mut add = |key: &str, value: Option<String>| {
        edge.extend(value.map(|value| (key.to_string(), value)));
    };
    let constraint = waypoint.constraint.clone();
    match waypoint.kind {
        WaypointKind::Branching => add("control", constraint.map(|value| format!("condition-{value}"))),
        WaypointKind::FunctionEnter => add("enterFunction", waypoint.callee.clone()),
        WaypointKind::FunctionReturn | WaypointKind::Assumption | WaypointKind::Outcome => {
            add("assumption", constraint.map(|value| format!("{value};")));
            add("assumption.scope", waypoint.location.function.clone());
            add("assumption.resultfunction", waypoint.callee.clone());
        }
        WaypointKind::Target => {}
    }
    edge
}

impl Automaton {
    fn write(&self) -> std::io::Result<Vec<u8>> {
        let mut bytes = b"<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n".to_vec();
        let mut writer = Writer::new_with_indent(&mut bytes, b' ', 2);
        let root = writer.create_element("graphml").with_attributes([
            ("xmlns", "http://graphml.graphdrawing.org/xmlns"),
            ("xmlns:xsi", "http://www.w3.org/2001/XMLSchema-instance"),
        ]);
        root.write_inner_content(|writer| {
            for (name, owner, ty, default) in KEYS {
                let attributes = [("id", name), ("attr.name", name), ("attr.type", ty), ("for", owner)];
                let key = writer.create_element("key").with_attributes(attributes);
                match default {
                    None => key.write_empty()?,
                    Some(value) => key.write_inner_content(|writer| {
                        writer.create_element("default").write_text_content(BytesText::new(value))?;
                        Ok(())
                    })?,
                };
            }
            let graph = writer.create_element("graph").with_attribute(("edgedefault", "directed"));
            graph.write_inner_content(|writer| {
                write_data(writer, &self.data)?;
                for (id, data) in &self.nodes {
                    let node = writer.create_element("node").with_attribute(("id", id.as_str()));
                    node.write_inner_content(|writer| write_data(writer, data))?;
                }
                for (source, target, data) in &self.edges {
                    let ends = [("source", source.as_str()), ("target", target.as_str())];
                    let edge = writer.create_element("edge").with_attributes(ends);
                    edge.write_inner_content(|writer| write_data(writer, data))?;
                }
                Ok(())
            })?;
            Ok(())
        })?;
        bytes.push(b'\n');
        Ok(bytes)
    }

    fn read(text: &str) -> Result<Automaton, String> {
        let mut automaton = Automaton::default();
        let mut reader = Reader::from_str(text);
        let mut open: Vec<String> = Vec::new();
        let mut key: Option<String> = None;
        loop {
            let event = reader.read_event();
            let position = (reader.buffer_position() as usize).min(text.len());
            let line = || 1 + text[..position].matches('\n').count();
            let wrong = |error: &dyn std::fmt::Display| format!("line {}: {error}", line());
            let event = event.map_err(|error| wrong(&error))?;
            let is_empty = matches!(event, Event::Empty(_));
            match event {
                Event::Start(start) | Event::Empty(start) => {
                    let name = String::from_utf8_lossy(start.local_name().as_ref()).into_owned();
                    let attribute = |name: &str| -> Option<String> {
                        let found = start.try_get_attribute(name).ok().flatten()?;
                        found.unescape_value().ok().map(|value| value.into_owned())
                    };
                    let id =
                        |name: &str| attribute(name).ok_or_else(|| wrong(&format!("there is no `{name}`")));
                    match name.as_str() {
                        "node" => automaton.nodes.push((id("id")?, Data::new())),
                        "edge" => automaton.edges.push((id("source")?, id("target")?, Data::new())),
                        "data" => key = Some(id("key")?),
                        _ => {}
                    }
                    if !is_empty {
                        open.push(name);
                    }
                }
                Event::End(_) => {
                    let closed = open.pop();
                    key = key.filter(|_| closed.as_deref() != Some("data"));
                }
                Event::Text(content) => {
                    let content = content.decode().map_err(|error| wrong(&error))?;
                    automaton.add(&open, key.as_deref(), &content);
                }
                Event::CData(content) => {
                    let content = content.decode().map_err(|error| wrong(&error))?;
                    automaton.add(&open, key.as_deref(), &content);
                }
                Event::GeneralRef(entity) => {
                    let name = entity.decode().map_err(|error| wrong(&error))?.into_owned();
                    let named = quick_xml::escape::resolve_predefined_entity(&name).map(str::to_string);
                    let character = entity.resolve_char_ref().ok().flatten().map(String::from);
                    let content =
                        named.or(character).ok_or_else(|| wrong(&format!("what is `&{name};`?")))?;
                    automaton.add(&open, key.as_deref(), &content);
                }
                Event::Eof if open.is_empty() => return Ok(automaton),
                Event::Eof => return Err(wrong(&"the file ends too early")),
                _ => {}
            }
        }
    }

    /// Adds text to the data of what is open.
    fn add(&mut self, open: &[String], key: Option<&str>, content: &str) {
        let (Some(key), [.., owner, _]) = (key, open) else { return };
        let data = match owner.as_str() {
            "node" => self.nodes.last_mut().map(|(_, data)| data),
            "edge" => self.edges.last_mut().map(|(_, _, data)| data),
            _ => Some(&mut self.data),
        };
        if let Some(data) = data {
            data.entry(key.to_string()).or_default().push_str(content);
        }
    }

    fn is_marked(&self, node: &str, key: &str) -> bool {
        let found = self.nodes.iter().find(|(id, _)| id == node);
        found.is_some_and(|(_, data)| data.get(key).is_some_and(|value| value.trim() == "true"))
    }
}

fn write_data<W: std::io::Write>(writer: &mut Writer<W>, data: &Data) -> std::io::Result<()> {
    for (key, value) in data {
        let element = writer.create_element("data").with_attribute(("key", key.as_str()));
        element.write_text_content(BytesText::new(value))?;
    }
    Ok(())
}

/// Reads a witness. The error is a sentence.
pub fn read(text: &str) -> Result<Witness, String> {
    let automaton = Automaton::read(text)?;
    let get = |key: &str| automaton.data.get(key).map(|value| value.trim().to_string());
    let file = get("programfile").unwrap_or_default();
    let content = match get("witness-type").as_deref() {
        Some("correctness_witness") => Content::Correctness(invariants(&automaton, &file)?),
        Some("violation_witness") => Content::Violation(path(&automaton, &file)?),
        _ => return Err("the `witness-type` is neither `correctness_witness` nor `violation_witness`".into()),
    };
    let data_model = match get("architecture").as_deref() {
        Some("32bit") => "ILP32",
        Some("64bit") => "LP64",
        _ => return Err("the `architecture` is neither `32bit` nor `64bit`".into()),
    };
    let metadata = Metadata {
        format_version: "1.0".into(),
        creation_time: get("creationtime").unwrap_or_default(),
        producer: get("producer").unwrap_or_default(),
        input_files: vec![(file, get("programhash").filter(|hash| !hash.is_empty()))],
        specification: get("specification").unwrap_or_default(),
        data_model: data_model.into(),
        ..Metadata::default()
    };
    Ok(Witness { metadata, content, unread: Vec::new() })
}

fn line_of(edge: &Data) -> Result<Option<u32>, String> {
    let Some(text) = edge.get("startline") else { return Ok(None) };
    text.trim().parse().map(Some).map_err(|_| format!("`{text}` is no line"))
}

fn invariants(automaton: &Automaton, file: &str) -> Result<Vec<Invariant>, String> {
    let mut invariants = Vec::new();
    for (id, data) in &automaton.nodes {
        let Some(value) = data.get("invariant").map(|value| value.trim()) else { continue };
        let function = data.get("invariant.scope").cloned();
        let mut places = BTreeSet::new();
        for (_, _, edge) in automaton.edges.iter().filter(|(_, target, _)| target == id) {
            let is_loop = edge.get("enterLoopHead").is_some_and(|value| value.trim() == "true");
            places.extend(line_of(edge)?.filter(|_| is_loop));
        }
        invariants.extend(places.into_iter().map(|line| Invariant {
            is_loop: true,
            location: Location { file_name: file.into(), line, column: None, function: function.clone() },
            value: value.trim_end_matches(';').to_string(),
        }));
    }
    Ok(invariants)
}

/// The path from the entry to the violation.
fn path(automaton: &Automaton, file: &str) -> Result<Vec<Segment>, String> {
    let entries: Vec<&String> =
        automaton.nodes.iter().map(|(id, _)| id).filter(|id| automaton.is_marked(id, "entry")).collect();
    let [entry] = entries[..] else { return Err("there is not exactly one entry node".into()) };
    let mut segments: Vec<Segment> = Vec::new();
    let (mut node, mut seen) = (entry.clone(), BTreeSet::new());
    let mut last_line = None;
    while !automaton.is_marked(&node, "violation") {
        if !seen.insert(node.clone()) {
            return Err("the automaton is not a path: it has a cycle".into());
        }
        let outgoing: Vec<_> = automaton
            .edges
            .iter()
            .filter(|(source, target, _)| {
                *source == node && *target != node && !automaton.is_marked(target, "sink")
            })
            .collect();
        let [(_, target, edge)] = outgoing[..] else {
            return Err(format!("the automaton is not a path: {} edges leave `{node}`", outgoing.len()));
        };
        last_line = line_of(edge)?.or(last_line);
        segments.extend(
            waypoints(edge, last_line, file).into_iter().map(|follow| Segment { avoid: Vec::new(), follow }),
        );
        node = target.clone();
    }
    let location = Location { file_name: file.into(), line: last_line.unwrap_or(0), ..Location::default() };
    let follow = Waypoint { kind: WaypointKind::Target, location, ..Waypoint::default() };
    segments.push(Segment { avoid: Vec::new(), follow });
    Ok(segments)
}

/// What an edge asks for.
fn waypoints(edge: &Data, line: Option<u32>, file: &str) -> Vec<Waypoint> {
    let Some(line) = line else { return Vec::new() };
    let get = |key: &str| edge.get(key).map(|value| value.trim().to_string());
    let mut found = Vec::new();
    let mut add = |kind, constraint: Option<String>, callee: Option<String>| {
        let function = get("assumption.scope");
        let location = Location { file_name: file.into(), line, column: None, function };
        found.push(Waypoint { kind, location, constraint, callee });
    };
    let control = get("control");
    let assumption = get("assumption").unwrap_or_default();
    let parts = assumption.split(';').map(str::trim).filter(|part| !part.is_empty());
    let (results, others): (Vec<&str>, Vec<&str>) = parts.partition(|part| part.contains("\\result"));
    for part in results {
        add(WaypointKind::FunctionReturn, Some(part.into()), get("assumption.resultfunction"));
    }
    // What holds when a branch is taken holds before the condition is evaluated, too.
    let kind = if control.is_some() { WaypointKind::Assumption } else { WaypointKind::Outcome };
    let (foreign, plain): (Vec<&str>, Vec<&str>) = others.into_iter().partition(|part| part.contains('\\'));
    // At a visit, one waypoint is passed, so what holds together is one.
    let together: Vec<String> = plain.iter().map(|part| format!("({part})")).collect();
    for part in foreign.into_iter().map(str::to_string).chain([together.join(" && ")]) {
        if !part.is_empty() {
            add(kind, Some(part), None);
        }
    }
    if let Some(branch) = control.as_deref().and_then(|control| control.strip_prefix("condition-")) {
        add(WaypointKind::Branching, Some(branch.to_string()), None);
    }
    found
}
