//! The tree that an engine explored: what holds in its states, what became of them, and the R-, S- and E-interpolants of
//! their locations.

use std::collections::BTreeMap;

use engines::{Attributes, Ending, Exploration};
use narration::{formula, statement_text};
use program::{BlockProgram, LocationId, Target};
use report::drawing::{Graph, Node};

/// Texts are cut to so many characters.
const MAX_TEXT: usize = 160;
/// A larger tree is cut.
const MAX_STATES: usize = 3000;

/// Draws a tree. The kinds of its nodes are `pruned` (by S), `cut` (by E), `covered`, `refuted`, `violation`, `limit`.
pub fn draw(program: &BlockProgram, exploration: &Exploration) -> Graph {
    let attributes: BTreeMap<LocationId, &Attributes> =
        exploration.attributes.iter().map(|attributes| (attributes.location, attributes)).collect();
    let mut graph = Graph::default();
    for (position, state) in exploration.states.iter().take(MAX_STATES).enumerate() {
        let mut statements = vec![format!("p: {}", cut(formula::text(state.label)))];
        if let Some(attributes) = attributes.get(&state.location) {
            statements.extend(told(attributes));
        }
        graph.nodes.push(Node {
            location: program.cfg.location_name(state.location).to_string(),
            title: String::new(),
            kind: kind(program, state.location, state.ending).to_string(),
            statements,
            place: None,
        });
        if let Some((parent, block)) = state.parent {
            graph.edges.push((parent, position, cut(statement_text::of_block(program, block))));
        }
    }
    graph
}

fn kind(program: &BlockProgram, location: LocationId, ending: Ending) -> &'static str {
    match ending {
        Ending::Open | Ending::Explored | Ending::End => "",
        Ending::Target => match program.target(location) {
            Some(Target::Limit(_)) => "limit",
            _ => "violation",
        },
        Ending::Refuted => "refuted",
        Ending::Covered => "covered",
        Ending::PrunedBySafety => "pruned",
        Ending::CutByError => "cut",
    }
}

fn told(attributes: &Attributes) -> Vec<String> {
    let list = |formulas: &[term::Term], joint: &str, nothing: &str| match formulas.is_empty() {
        true => nothing.to_string(),
        false => formulas.iter().map(|one| formula::text(*one)).collect::<Vec<_>>().join(joint),
    };
    let mut lines = vec![format!("R: {}", cut(list(&attributes.reachability, ", ", "true")))];
    if let Some((is_full, safe)) = attributes.safety {
        let flag = if is_full { "full" } else { "half" };
        lines.push(format!("S: {flag}, {}", cut(formula::text(safe))));
    }
    if let Some(disjuncts) = &attributes.error {
        lines.push(format!("E: {}", cut(list(disjuncts, " || ", "false"))));
    }
    lines
}

fn cut(text: String) -> String {
    formula::cut(&text, MAX_TEXT)
}
