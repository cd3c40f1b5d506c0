//! A program as a report shows it: its files, its control-flow graph, and the model that the engine works on.

use serde::{Deserialize, Serialize};

use crate::result::{Place, Remark};

/// A program as a report shows it.
#[derive(Serialize, Deserialize, Clone, Debug, Default)]
pub struct Drawing {
    /// The files that statements come from.
    pub files: Vec<SourceFile>,
    /// The control-flow graph.
    pub control: Graph,
    /// The locations between which the engine reasons.
    pub abstraction: Graph,
    /// Where the model allows more than the program does, and why.
    pub approximations: Vec<Remark>,
}

/// A file.
#[derive(Serialize, Deserialize, Clone, Debug)]
pub struct SourceFile {
    /// The name, as places have it.
    pub name: String,
    /// Its lines.
    pub lines: Vec<String>,
}

/// A graph to draw.
#[derive(Serialize, Deserialize, Clone, Debug, Default)]
pub struct Graph {
    /// The nodes; the first is the entry.
    pub nodes: Vec<Node>,
    /// The edges, as positions of nodes and what they do.
    pub edges: Vec<(usize, usize, String)>,
}

/// A node.
#[derive(Serialize, Deserialize, Clone, Debug)]
pub struct Node {
    /// The location, `L12`.
    pub location: String,
    /// The function and line, if known.
    pub title: String,
    /// What it is: `entry`, `loop`, `violation`, `limit`, or nothing of these.
    pub kind: String,
    /// The statements.
    pub statements: Vec<String>,
    /// Where it starts.
    pub place: Option<Place>,
}

impl Graph {
    /// A tree as text, each node below its parent, deeper ones further to the right.
    pub fn outline(&self) -> String {
        let mut parents = vec![None; self.nodes.len()];
        self.edges.iter().for_each(|(from, to, statement)| parents[*to] = Some((*from, statement)));
        let mut depths = vec![0; self.nodes.len()];
        let mut children = vec![Vec::new(); self.nodes.len()];
        for (node, parent) in parents.iter().enumerate() {
            if let Some((parent, _)) = parent {
                depths[node] = depths[*parent] + 1;
                children[*parent].push(node);
            }
        }
        let mut text = String::new();
        let mut work: Vec<usize> = (0..self.nodes.len()).rev().filter(|n| parents[*n].is_none()).collect();
        while let Some(node) = work.pop() {
            work.extend(children[node].iter().rev());
            let Node { location, kind, statements, .. } = &self.nodes[node];
            let step = parents[node].map_or(String::new(), |(_, statement)| format!("  {statement}"));
            let kind = if kind.is_empty() { String::new() } else { format!(" ({kind})") };
            let notes = statements.join("; ");
            text += &format!("{}{location}{kind}  {notes}{step}\n", "  ".repeat(depths[node]));
        }
        text
    }
}
