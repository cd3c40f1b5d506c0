//! Witnesses: what a verifier leaves behind so that others can check its verdict, in the formats of SV-COMP.
//!
//! A **correctness witness** is a set of invariants, a **violation witness** a sequence of segments, each of which is a
//! number of waypoints to avoid and one to follow; the last one is the violation. [`yaml`] reads and writes format 2.0.
//! [`graphml`] does the same for format 1.0, where a witness is an automaton: what can be said as invariants of loops, or
//! as a path, is read into the same model.
//!
//! Nothing here knows programs: expressions are text, and locations are lines and columns, counted from 1.

pub mod graphml;
pub mod stamp;
pub mod yaml;

/// A witness.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Witness {
    /// Who made it, when, and for which task.
    pub metadata: Metadata,
    /// What it says.
    pub content: Content,
    /// What else it says, which is not understood here, in words.
    pub unread: Vec<String>,
}

/// Who made a witness, when, and for which task.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Metadata {
    /// The version of the format.
    pub format_version: String,
    /// A name that no other witness has.
    pub uuid: String,
    /// When, as ISO 8601 writes it.
    pub creation_time: String,
    /// The name of the tool.
    pub producer: String,
    /// Its version.
    pub producer_version: String,
    /// The names of the program's files, each with its SHA-256 if that is known.
    pub input_files: Vec<(String, Option<String>)>,
    /// The property as SV-COMP writes it.
    pub specification: String,
    /// `ILP32` or `LP64`.
    pub data_model: String,
}

/// What a witness says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Content {
    /// The program is correct: these invariants help to prove it.
    Correctness(Vec<Invariant>),
    /// The program is not: an execution passes these segments in order.
    Violation(Vec<Segment>),
}

/// A place in a program.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Location {
    /// The file.
    pub file_name: String,
    /// The line.
    pub line: u32,
    /// The column; without one, the first fitting place of the line is meant.
    pub column: Option<u32>,
    /// The function around it.
    pub function: Option<String>,
}

/// An invariant.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Invariant {
    /// Whether it holds whenever the condition of the loop there is about to be evaluated; otherwise it holds before
    /// the statement there.
    pub is_loop: bool,
    /// Where it holds.
    pub location: Location,
    /// A C expression.
    pub value: String,
}

/// A part of an execution: it ends when the last waypoint is passed, and passes none of the others before.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Segment {
    /// The waypoints to avoid.
    pub avoid: Vec<Waypoint>,
    /// The waypoint that ends the segment.
    pub follow: Waypoint,
}

/// Something that an execution passes.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Waypoint {
    /// What kind of thing.
    pub kind: WaypointKind,
    /// Where.
    pub location: Location,
    /// What must hold there: a C expression, for branches `true`, `false` or the value of a case.
    pub constraint: Option<String>,
    /// The function that is called or returns, if that is known.
    pub callee: Option<String>,
}

/// The kinds of waypoints.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum WaypointKind {
    /// An expression holds before a statement.
    Assumption,
    /// A branch is taken; the location is that of its keyword.
    Branching,
    /// A function is called; the location is the closing parenthesis of the call.
    FunctionEnter,
    /// A call returns, with a `\result` that satisfies the constraint.
    FunctionReturn,
    /// An expression holds after a statement; only automata say so.
    Outcome,
    /// The property is violated.
    #[default]
    Target,
}

impl WaypointKind {
    /// The kinds that YAML knows, with their names there.
    pub const NAMES: [(WaypointKind, &'static str); 5] = [
        (WaypointKind::Assumption, "assumption"),
        (WaypointKind::Branching, "branching"),
        (WaypointKind::FunctionEnter, "function_enter"),
        (WaypointKind::FunctionReturn, "function_return"),
        (WaypointKind::Target, "target"),
    ];

    /// The name in YAML.
    pub fn name(self) -> &'static str {
        WaypointKind::NAMES.iter().find(|(kind, _)| *kind == self).map_or("assumption", |(_, name)| name)
    }
}
