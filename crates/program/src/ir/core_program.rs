//! The core program: what front ends produce. Procedures over global and local
//! variables, each a graph of locations and edges; calls are still there.

use std::fmt;
use std::rc::Rc;

use base::Span;
use base::index::IndexVec;
use term::Term;

use super::ids::{EdgeId, LocationId, ProcedureId};
use super::statement::{Provenance, Statement};

/// What it means to reach a location.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Target {
    /// A violation of the property.
    Violation(Violation),
    /// The model ends here: an execution that gets here is not covered, and the analysis can only
    /// say why.
    Limit(Limit),
}

/// Why the model of a program ends somewhere.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Limit {
    /// A procedure that calls itself is not unfolded any further.
    Recursion,
    /// A loop has no more iterations than that.
    Iterations(u32),
    /// The language has more than the model.
    Unsupported(Rc<str>),
}

const RECURSION: &str = "recursion";
const ITERATIONS: &str = "iterations: ";
const UNSUPPORTED: &str = "unsupported: ";

impl Limit {
    /// Reads what `Display` writes; any other text is something unsupported.
    pub fn of_text(text: &str) -> Limit {
        let bound = text.strip_prefix(ITERATIONS).and_then(|bound| bound.parse().ok());
        match (text, bound) {
            (RECURSION, _) => Limit::Recursion,
            (_, Some(bound)) => Limit::Iterations(bound),
            (other, None) => Limit::Unsupported(other.strip_prefix(UNSUPPORTED).unwrap_or(other).into()),
        }
    }
}

impl fmt::Display for Limit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Limit::Recursion => f.write_str(RECURSION),
            Limit::Iterations(bound) => write!(f, "{ITERATIONS}{bound}"),
            Limit::Unsupported(what) => write!(f, "{UNSUPPORTED}{what}"),
        }
    }
}

/// A violated property.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Violation {
    /// The property as in the verdict: `assert`, `unreach-call`, `valid-deref`, ...
    pub property: Rc<str>,
    /// What went wrong, for people: the assertion that failed, ...
    pub message: Rc<str>,
    /// Where.
    pub span: Option<Span>,
}

/// A location.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Location {
    /// A name for people; empty if the location has none.
    pub name: Rc<str>,
    /// What reaching it means, if anything. Targets have no outgoing edges.
    pub target: Option<Target>,
    /// The places of the source that an execution passes here: whatever holds at the location holds there.
    pub landmarks: Vec<Landmark>,
    /// In a control-flow graph: the copy of the procedure that it belongs to, an index into [`crate::Cfg::frames`].
    pub frame: Option<u32>,
}

/// A place of the source at which people want to know what holds.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Landmark {
    /// Where: of a loop its statement, of a function its name.
    pub span: Span,
    /// What is there.
    pub kind: LandmarkKind,
    /// In a control-flow graph: the copy of the procedure, an index into [`crate::Cfg::frames`].
    pub frame: Option<u32>,
}

/// What a landmark is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum LandmarkKind {
    /// The start of a function, its parameters passed.
    FunctionEntry,
    /// The head of a loop, before its condition is evaluated.
    LoopHead,
}

/// An edge: a statement between two locations.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Edge {
    /// Where it starts.
    pub source: LocationId,
    /// Where it leads.
    pub destination: LocationId,
    /// What it does.
    pub statement: Statement,
    /// Where it comes from.
    pub provenance: Provenance,
}

/// A procedure. Its exit has no outgoing edges.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Procedure {
    /// The name.
    pub name: Rc<str>,
    /// Formal parameters.
    pub parameters: Vec<Term>,
    /// Formal results.
    pub results: Vec<Term>,
    /// Other local variables. Their initial values are arbitrary. Local names need not be unique
    /// in the program, but must differ from those of the globals.
    pub locals: Vec<Term>,
    /// The locations.
    pub locations: IndexVec<LocationId, Location>,
    /// The edges.
    pub edges: IndexVec<EdgeId, Edge>,
    /// Where the body starts.
    pub entry: LocationId,
    /// Where the body ends.
    pub exit: LocationId,
}

impl Procedure {
    /// A procedure with an entry and an exit and nothing in between.
    pub fn new(name: &str) -> Procedure {
        let mut locations = IndexVec::new();
        let entry = locations.push(Location { name: "entry".into(), ..Location::default() });
        let exit = locations.push(Location { name: "exit".into(), ..Location::default() });
        Procedure {
            name: name.into(),
            parameters: Vec::new(),
            results: Vec::new(),
            locals: Vec::new(),
            locations,
            edges: IndexVec::new(),
            entry,
            exit,
        }
    }

    /// A new location without a name.
    pub fn add_location(&mut self) -> LocationId {
        self.locations.push(Location::default())
    }

    /// A new target location.
    pub fn add_target(&mut self, target: Target) -> LocationId {
        self.locations.push(Location { target: Some(target), ..Location::default() })
    }

    /// A new edge.
    pub fn add_edge(
        &mut self,
        source: LocationId,
        destination: LocationId,
        statement: Statement,
        provenance: Provenance,
    ) -> EdgeId {
        self.edges.push(Edge { source, destination, statement, provenance })
    }

    /// Adds a statement after `source` and returns the new location behind it.
    pub fn append(&mut self, source: LocationId, statement: Statement, provenance: Provenance) -> LocationId {
        let destination = self.add_location();
        self.add_edge(source, destination, statement, provenance);
        destination
    }
}

/// A whole program.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct CoreProgram {
    /// Global variables and symbolic constants (globals that no statement modifies). Their initial
    /// values are arbitrary unless an entry assigns them.
    pub globals: Vec<Term>,
    /// Formulas that hold always: axioms about functions and symbolic constants. Their free
    /// variables are globals that no statement modifies.
    pub axioms: Vec<Term>,
    /// The procedures that have a body.
    pub procedures: IndexVec<ProcedureId, Procedure>,
    /// Where executions may start.
    pub entries: Vec<ProcedureId>,
}
