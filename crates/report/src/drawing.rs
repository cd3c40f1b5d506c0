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
