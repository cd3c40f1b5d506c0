//! What a report shows of a program: its source, its control-flow graph, and the model that the engine works on.
//!
//! The control-flow graph is drawn by basic blocks: a node is a sequence of statements that nothing enters or leaves in
//! between, and an edge is a condition. The abstract model has the locations between which the engine reasons, joined by
//! blocks; a proof has an invariant for each of them. Nodes of both are named after locations, `L12`.

use std::collections::{BTreeMap, BTreeSet};

use base::index::{Idx, IndexVec};
use base::{FileId, Span};
use frontend::Source;
use program::{BlockProgram, Cfg, EdgeId, LocationId, Statement, Target};
use report::Remark;
use report::drawing::{Drawing, Graph, Node, SourceFile};

use crate::statement_text;

/// Texts in graphs are cut to so many characters.
const MAX_TEXT: usize = 160;

/// Draws a program.
pub fn draw(source: &Source, blocks: &BlockProgram) -> Drawing {
    let cfg = &blocks.cfg;
    let artist =
        Artist { source, cfg, outgoing: cfg.outgoing(), loop_heads: cfg.loop_heads().into_iter().collect() };
    Drawing {
        files: files(source, cfg),
        control: artist.control(blocks),
        abstraction: artist.abstraction(blocks),
        approximations: approximations(source, cfg),
    }
}

/// The user's files as somebody wrote them, and the others that statements of the graph come from: a program that
/// simplification decides has no statement left, and people still want to see it.
fn files(source: &Source, cfg: &Cfg) -> Vec<SourceFile> {
    let edges = cfg.edges.iter().filter_map(|edge| edge.provenance.span);
    let targets = cfg.targets().filter_map(|(_, target)| match target {
        Target::Violation(violation) => violation.span,
        Target::Limit(_) => None,
    });
    let library = source.dictionary.as_ref().map(|dictionary| dictionary.library);
    let procedures = source.program.procedures.iter();
    let written = procedures.flat_map(|procedure| procedure.edges.iter());
    let written = written.filter_map(|edge| edge.provenance.span).filter(|span| Some(span.file) != library);
    let spans: Vec<Span> = edges.chain(targets).chain(written).collect();
    let read: BTreeSet<FileId> = spans.iter().map(|span| span.file).collect();
    let shown: BTreeSet<String> = spans.iter().map(|span| source.place(*span).file).collect();
    let mut found: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for &file in &read {
        let mut start = 0;
        for line in source.sources.text(file).split_inclusive('\n') {
            let place = source.place(Span::new(file, start, start));
            start += line.len() as u32;
            // A line marker stands before the line that it names, and is no line itself.
            if let (true, false, Some(before)) =
                (shown.contains(&place.file), is_line_marker(line), place.line.checked_sub(1))
            {
                let lines = found.entry(place.file).or_default();
                if lines.len() <= before as usize {
                    lines.resize(before as usize + 1, String::new());
                }
                // What a macro spreads over several lines of the generated text is one line.
                let known = &mut lines[before as usize];
                *known = format!("{known}{}{}", if known.is_empty() { "" } else { " " }, line.trim_end());
            }
        }
    }
    let written = |name: &str| source.sources.original_lines(name).map(<[String]>::to_vec);
    let file =
        |(name, lines): (String, Vec<String>)| SourceFile { lines: written(&name).unwrap_or(lines), name };
    found.into_iter().map(file).collect()
}

/// Whether a preprocessor wrote the line to say where the next one comes from.
fn is_line_marker(line: &str) -> bool {
    let rest = line.strip_prefix('#').map(str::trim_start);
    rest.is_some_and(|rest| {
        rest.starts_with(|c: char| c.is_ascii_digit()) || rest.strip_prefix("line").is_some()
    })
}

/// Where a graph allows more than the program does; each reason once for each line.
fn approximations(source: &Source, cfg: &Cfg) -> Vec<Remark> {
    let mut found = BTreeMap::new();
    for edge in cfg.edges.iter() {
        if let (Some(why), Some(span)) = (&edge.provenance.overapproximation, edge.provenance.span) {
            let place = source.place(span);
            found.entry((place.file.clone(), place.line, why.to_string())).or_insert(place);
        }
    }
    found.into_iter().map(|((_, _, text), place)| Remark { place, text }).collect()
}

struct Artist<'a> {
    source: &'a Source,
    cfg: &'a Cfg,
    outgoing: IndexVec<LocationId, Vec<EdgeId>>,
    loop_heads: BTreeSet<LocationId>,
}

impl Artist<'_> {
    fn node(&self, location: LocationId, statements: Vec<String>) -> Node {
        let target = &self.cfg.locations[location].target;
        let spans = self.outgoing[location].iter().filter_map(|edge| self.cfg.edges[*edge].provenance.span);
        let span = match target {
            Some(Target::Violation(violation)) => violation.span,
            _ => spans.min(),
        };
        let kind = match target {
            Some(Target::Violation(_)) => "violation",
            Some(Target::Limit(_)) => "limit",
            None if location == self.cfg.entry => "entry",
            None if self.loop_heads.contains(&location) => "loop",
            None => "",
        };
        let function = span.and_then(|span| self.source.names.as_ref()?.function_around(span));
        let place = span.map(|span| self.source.place(span));
        let line = place.as_ref().map(|place| place.line.to_string());
        let parts = [function.map(ToString::to_string), line].into_iter().flatten().collect::<Vec<_>>();
        let statements = match target {
            Some(Target::Violation(violation)) => vec![violation.message.to_string()],
            Some(Target::Limit(why)) => vec![why.to_string()],
            None => statements,
        };
        let location = format!("L{}", location.index());
        Node { location, title: parts.join(":"), kind: kind.to_string(), statements, place }
    }

    fn text(&self, edge: EdgeId) -> String {
        match &self.cfg.edges[edge].statement {
            Statement::Assume(condition) if condition.is_true() => String::new(),
            _ => cut(&statement_text::of_edge(self.cfg, edge)),
        }
    }

    /// The basic blocks.
    fn control(&self, blocks: &BlockProgram) -> Graph {
        let incoming = self.cfg.incoming();
        let cuts: BTreeSet<LocationId> = blocks.locations().into_iter().collect();
        let is_start = |location: LocationId| {
            let entering = &incoming[location];
            location == self.cfg.entry
                || cuts.contains(&location)
                || self.cfg.locations[location].target.is_some()
                || entering.len() > 1
                || entering.iter().any(|edge| self.outgoing[self.cfg.edges[*edge].source].len() > 1)
        };
        let mut starts: Vec<LocationId> = self.cfg.locations.ids().filter(|l| is_start(*l)).collect();
        // The entry is the first.
        starts.sort_by_key(|location| (*location != self.cfg.entry, *location));
        let positions: BTreeMap<LocationId, usize> =
            starts.iter().enumerate().map(|(position, location)| (*location, position)).collect();
        let mut graph = Graph::default();
        for (position, &start) in starts.iter().enumerate() {
            let mut statements = Vec::new();
            let mut at = start;
            loop {
                if let &[edge] = self.outgoing[at].as_slice() {
                    let text = self.text(edge);
                    statements.extend((!text.is_empty()).then_some(text));
                    at = self.cfg.edges[edge].destination;
                    if let Some(&destination) = positions.get(&at) {
                        graph.edges.push((position, destination, String::new()));
                        break;
                    }
                } else {
                    for &edge in &self.outgoing[at] {
                        let destination = positions[&self.cfg.edges[edge].destination];
                        graph.edges.push((position, destination, self.text(edge)));
                    }
                    break;
                }
            }
            graph.nodes.push(self.node(start, statements));
        }
        graph
    }

    /// The locations between blocks.
    fn abstraction(&self, blocks: &BlockProgram) -> Graph {
        let mut locations = blocks.locations();
        locations.sort_by_key(|location| (*location != self.cfg.entry, *location));
        let positions: BTreeMap<LocationId, usize> =
            locations.iter().enumerate().map(|(position, location)| (*location, position)).collect();
        let nodes = locations.iter().map(|location| self.node(*location, Vec::new())).collect();
        let edge = |id| {
            let block = &blocks.blocks[id];
            let text = cut(&statement_text::of_block(blocks, id));
            Some((*positions.get(&block.source)?, *positions.get(&block.destination)?, text))
        };
        Graph { nodes, edges: blocks.blocks.ids().filter_map(edge).collect() }
    }
}

fn cut(text: &str) -> String {
    match text.char_indices().nth(MAX_TEXT) {
        Some((end, _)) => format!("{}...", &text[..end]),
        None => text.to_string(),
    }
}
