//! Procedures compiled for execution.

use base::index::{Idx, IndexVec};
use rustc_hash::FxHashMap;
use term::{Sort, Term, build as mk, model::default_value};

use super::compile::{Code, Compiler, Constants, Operand};
use super::update;
use super::value::Value;
use program::{EdgeId, LocationId, Procedure, Target};
use program::{Provenance, Statement};

/// Longer loops without an effect are executed.
const MAX_ENDLESS: usize = 8;

/// A compiled procedure.
#[derive(Debug, Default)]
pub struct ProcedureCode {
    /// What happens at each location.
    pub locations: IndexVec<LocationId, LocationCode>,
    /// The constants of its terms.
    pub constants: Vec<Value>,
    /// Parameters, results and locals; the operand `Local(n)` is the n-th of them.
    pub locals: Vec<Term>,
    /// The value of each that was never written.
    pub defaults: Vec<Value>,
    /// How many temporaries its statements need.
    pub temporaries: usize,
}

/// What happens at a location.
#[derive(Debug)]
pub enum LocationCode {
    /// The procedure ends.
    Exit,
    /// The execution ends.
    Target(Target),
    /// The execution goes round and round, and nothing changes.
    Endless,
    /// The first edge if the condition holds, the second one otherwise.
    Branch(Box<Branch>),
    /// One of the edges.
    Edges(Box<[EdgeCode]>),
}

/// Two assumptions that exclude each other.
#[derive(Debug)]
pub struct Branch {
    /// Computes the condition.
    pub code: Code,
    /// Where the condition is.
    pub condition: Operand,
    /// The edge if it holds, and the edge if it does not.
    pub edges: [Jump; 2],
}

/// Where an edge leads.
#[derive(Clone, Copy, Debug)]
pub struct Jump {
    /// The edge.
    pub id: EdgeId,
    /// Where it leads.
    pub destination: LocationId,
    /// Whether it allows more than the program does.
    pub is_overapproximation: bool,
}

/// An edge.
#[derive(Debug)]
pub struct EdgeCode {
    /// Which, and where it leads.
    pub jump: Jump,
    /// Computes what the action needs.
    pub code: Code,
    /// What it does.
    pub action: Action,
}

/// What an edge does.
#[derive(Debug)]
pub enum Action {
    /// It is enabled if this holds.
    Assume(Operand),
    /// Writes, in order. No operand is a variable that was written before.
    Assign(Box<[Assignment]>),
    /// Arbitrary values, or inputs.
    Havoc(Box<[(Operand, Sort)]>, Box<Provenance>),
    /// A call.
    Call {
        /// The position of the callee.
        procedure: usize,
        /// The arguments.
        arguments: Box<[Operand]>,
        /// The variables for the results.
        results: Box<[Operand]>,
    },
}

/// A part of an assignment.
#[derive(Debug)]
pub enum Assignment {
    /// The variable gets a value.
    Move(Operand, Operand),
    /// An array changes in place.
    Update(Operand, Box<[Write]>),
}

/// A write into an array, see [`update::Write`].
#[derive(Debug)]
pub struct Write {
    /// It happens if these have these truth values.
    pub conditions: Box<[(Operand, bool)]>,
    /// The indices from the outside in.
    pub path: Box<[Operand]>,
    /// What is written.
    pub value: Operand,
}

/// Compiles a procedure.
pub fn compile(procedure: &Procedure, globals: &FxHashMap<Term, u32>) -> ProcedureCode {
    let locals: Vec<Term> =
        procedure.parameters.iter().chain(&procedure.results).chain(&procedure.locals).copied().collect();
    let positions: FxHashMap<Term, u32> =
        locals.iter().enumerate().map(|(position, local)| (*local, position as u32)).collect();
    let place = |variable: Term| match positions.get(&variable) {
        Some(position) => Operand::Local(*position),
        None => Operand::Global(globals[&variable]),
    };
    let mut compiler =
        ProcedureCompiler { procedure, place: &place, constants: Constants::default(), temporaries: 0 };
    let mut outgoing: IndexVec<LocationId, Vec<EdgeId>> =
        IndexVec::from_elem(Vec::new(), procedure.locations.len());
    for (id, edge) in procedure.edges.iter_enumerated() {
        outgoing[edge.source].push(id);
    }
    let locations = procedure.locations.iter_enumerated().map(|(id, location)| match &location.target {
        Some(target) => LocationCode::Target(target.clone()),
        None if id == procedure.exit => LocationCode::Exit,
        None if is_endless(procedure, &outgoing, id) => LocationCode::Endless,
        None => compiler.location(&outgoing[id]),
    });
    let locations = locations.collect::<Vec<_>>().into();
    let defaults = locals.iter().map(|local| default_of(local.sort())).collect();
    let ProcedureCompiler { constants, temporaries, .. } = compiler;
    let temporaries = temporaries as usize;
    ProcedureCode { locations, constants: constants.values, locals, defaults, temporaries }
}

/// Whether the only way on from a location leads back to it and does nothing.
fn is_endless(
    procedure: &Procedure,
    outgoing: &IndexVec<LocationId, Vec<EdgeId>>,
    location: LocationId,
) -> bool {
    let mut at = location;
    for _ in 0..MAX_ENDLESS {
        let &[edge] = outgoing[at].as_slice() else { return false };
        let edge = &procedure.edges[edge];
        if !edge.statement.is_skip() || procedure.locations[edge.destination].target.is_some() {
            return false;
        }
        at = edge.destination;
        if at == location {
            return true;
        }
    }
    false
}

/// The value of a variable that nobody has chosen.
pub fn default_of(sort: Sort) -> Value {
    Value::from_term(default_value(sort)).expect("defaults are constants")
}

struct ProcedureCompiler<'a> {
    procedure: &'a Procedure,
    place: &'a dyn Fn(Term) -> Operand,
    constants: Constants,
    temporaries: u32,
}

impl ProcedureCompiler<'_> {
    /// Compiles what belongs to one statement.
    fn code<T>(&mut self, build: impl FnOnce(&mut Compiler<'_>) -> T) -> (Code, T) {
        let mut compiler = Compiler::new(self.place, &mut self.constants);
        let result = build(&mut compiler);
        self.temporaries = self.temporaries.max(compiler.temporaries);
        (compiler.code, result)
    }

    fn jump(&self, id: EdgeId) -> Jump {
        let edge = &self.procedure.edges[id];
        let is_overapproximation = edge.provenance.overapproximation.is_some();
        Jump { id, destination: edge.destination, is_overapproximation }
    }

    fn location(&mut self, edges: &[EdgeId]) -> LocationCode {
        if let &[first, second] = edges
            && let Statement::Assume(condition) = self.procedure.edges[first].statement
            && let Statement::Assume(other) = self.procedure.edges[second].statement
            && mk::not(condition) == other
        {
            let (code, condition) = self.code(|compiler| compiler.operand(condition));
            let edges = [self.jump(first), self.jump(second)];
            return LocationCode::Branch(Box::new(Branch { code, condition, edges }));
        }
        LocationCode::Edges(edges.iter().map(|edge| self.edge(*edge)).collect())
    }

    fn edge(&mut self, id: EdgeId) -> EdgeCode {
        let edge = &self.procedure.edges[id];
        let place = self.place;
        let (code, action) = match &edge.statement {
            Statement::Assume(condition) => {
                let (code, condition) = self.code(|compiler| compiler.operand(*condition));
                (code, Action::Assume(condition))
            }
            Statement::Assign(pairs) => {
                let (code, writes) = self.code(|compiler| assignments(compiler, pairs, place));
                (code, Action::Assign(writes))
            }
            Statement::Havoc(variables) => {
                let places = variables.iter().map(|v| (place(*v), v.sort())).collect();
                (Code::default(), Action::Havoc(places, Box::new(edge.provenance.clone())))
            }
            Statement::Call(call) => {
                let (code, arguments) =
                    self.code(|compiler| call.arguments.iter().map(|a| compiler.operand(*a)).collect());
                let results = call.results.iter().map(|v| place(*v)).collect();
                (code, Action::Call { procedure: call.procedure.index(), arguments, results })
            }
        };
        EdgeCode { jump: self.jump(id), code, action }
    }
}

/// Compiles a parallel assignment: what reads a variable that the statement writes gets a copy.
fn assignments(
    compiler: &mut Compiler<'_>,
    pairs: &[(Term, Term)],
    place: &dyn Fn(Term) -> Operand,
) -> Box<[Assignment]> {
    let is_parallel = pairs.len() > 1;
    let mut operand = |term: Term| {
        let is_overwritten = is_parallel && pairs.iter().any(|(variable, _)| *variable == term);
        if is_overwritten { compiler.copied(term) } else { compiler.operand(term) }
    };
    let mut compiled = Vec::with_capacity(pairs.len());
    for &(variable, term) in pairs {
        compiled.push(match update::writes(variable, term) {
            None => Assignment::Move(place(variable), operand(term)),
            Some(writes) => {
                let write = |write: update::Write| Write {
                    conditions: write.conditions.iter().map(|(c, wanted)| (operand(*c), *wanted)).collect(),
                    path: write.path.iter().map(|index| operand(*index)).collect(),
                    value: operand(write.value),
                };
                Assignment::Update(place(variable), writes.into_iter().map(write).collect())
            }
        });
    }
    compiled.into()
}
