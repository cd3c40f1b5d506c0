//! Random programs with procedures over the numbers 0, 1 and 2, and all their executions.
//!
//! `havoc` and fresh variables take these three values only, and every other variable starts as 0. Entries havoc
//! their variables first, so that this is the same with and without calls.
#![allow(dead_code)] // not every test executes procedures

use std::collections::{BTreeSet, HashSet};

use base::index::Idx;
use program::{
    Call, Cfg, CoreProgram, EdgeId, Location, LocationId, Procedure, ProcedureId, Provenance, Statement,
    Target, Violation,
};
use proptest::prelude::*;
use term::{Model, Sort, Term, build as mk};

/// A procedure that is called twice.
pub const TWO_CALLS: &str = "
    var g: Int
    entry main
    procedure inc(a: Int) returns (r: Int) {
      var t: Int
      L0 -> L2: t := (+ a g)
      L2 -> L1: r := t
    }
    procedure main() {
      var t: Int
      error L4 \"assert\" \"t > 0\"
      L0 -> L2: call t := inc(1)
      L2 -> L3: call t := inc(t)
      L3 -> L4: assume (<= t 0)
    }";

/// An edge as numbers: source, destination, kind of statement, and three choices.
type RawEdge = (usize, usize, usize, [usize; 3]);

/// A program as numbers: for each procedure, its number of locations and its edges.
#[derive(Clone, Debug)]
pub struct RawProgram {
    procedures: Vec<(usize, Vec<RawEdge>)>,
    entries: usize,
    has_recursion: bool,
}

/// Programs with up to `procedures` procedures.
pub fn programs(procedures: usize, has_recursion: bool) -> impl Strategy<Value = RawProgram> {
    let edge = (0..100usize, 0..100usize, 0..KINDS, [0..100usize, 0..100usize, 0..100usize]);
    let procedure = (3..6usize, prop::collection::vec(edge, 2..9));
    let parts = (prop::collection::vec(procedure, 1..=procedures), 1..3usize);
    parts.prop_map(move |(procedures, entries)| RawProgram { procedures, entries, has_recursion })
}

const KINDS: usize = 12;

fn variable(name: &str) -> Term {
    mk::var(name, Sort::Int)
}

impl RawProgram {
    /// The program.
    pub fn build(&self) -> CoreProgram {
        let mut program = CoreProgram { globals: vec![variable("g")], ..CoreProgram::default() };
        for number in 0..self.procedures.len() {
            program.procedures.push(self.procedure(number));
        }
        let entries = self.entries.min(self.procedures.len());
        program.entries = (0..entries).map(ProcedureId::from_usize).collect();
        program
    }

    fn procedure(&self, number: usize) -> Procedure {
        let (locations, edges) = &self.procedures[number];
        let mut procedure = Procedure::new(&format!("p{number}"));
        procedure.parameters = vec![variable("a")];
        procedure.results = vec![variable("r")];
        procedure.locals = vec![variable("t")];
        let start = if number < self.entries {
            let all = ["a", "r", "t"].map(variable).to_vec();
            procedure.append(procedure.entry, Statement::Havoc(all), Provenance::default())
        } else {
            procedure.entry
        };
        let mut places = vec![start];
        places.extend((3..*locations).map(|_| procedure.add_location()));
        let message = format!("p{number}").into();
        let violation = Violation { property: "assert".into(), message, span: None };
        let ends = [procedure.exit, procedure.add_target(Target::Violation(violation))];
        for &(source, destination, kind, choices) in edges {
            let all: Vec<LocationId> = places.iter().chain(&ends).chain(&ends[..1]).copied().collect();
            let (source, destination) = (places[source % places.len()], all[destination % all.len()]);
            procedure.add_edge(
                source,
                destination,
                self.statement(number, kind, choices),
                Provenance::default(),
            );
        }
        procedure
    }

    fn statement(&self, number: usize, kind: usize, choices: [usize; 3]) -> Statement {
        let names = ["g", "a", "r", "t"];
        let [x, y, _] = choices.map(|choice| variable(names[choice % 4]));
        let k = mk::int(choices[2] as i64 % 3);
        let sum = |a, b| mk::modulo(mk::add2(a, b), mk::int(3));
        match kind {
            0 => Statement::Assume(mk::eq(x, k)),
            1 => Statement::Assume(mk::ne(x, y)),
            2 => Statement::Assume(mk::le(x, k)),
            3 => Statement::assign(x, sum(x, k)),
            4 => Statement::assign(x, sum(x, y)),
            5 if x != y => Statement::Assign(vec![(x, y), (y, x)]),
            6 => Statement::Havoc(vec![x]),
            7 => Statement::assign(x, k),
            8 => Statement::assign(variable("r"), variable("a")),
            9..=11 => {
                let count = self.procedures.len();
                let callee = if self.has_recursion { choices[2] % count } else { number + 1 + choices[2] };
                if !self.has_recursion && number + 1 == count {
                    return Statement::skip();
                }
                let callee =
                    if callee < count { callee } else { number + 1 + choices[2] % (count - number - 1) };
                let procedure = ProcedureId::from_usize(callee);
                Statement::Call(Call { procedure, arguments: vec![sum(x, k)], results: vec![y] })
            }
            _ => Statement::skip(),
        }
    }
}

const DOMAIN: [i64; 3] = [0, 1, 2];

/// All ways to choose so many values.
fn choices(count: usize) -> Vec<Vec<Term>> {
    let mut all = vec![Vec::new()];
    for _ in 0..count {
        let longer =
            |some: &Vec<Term>| DOMAIN.map(|value| some.iter().copied().chain([mk::int(value)]).collect());
        all = all.iter().flat_map(longer).collect();
    }
    all
}

fn name_of(location: &Location) -> Option<String> {
    location.target.as_ref().map(|target| match target {
        Target::Violation(violation) => violation.message.to_string(),
        Target::Limit(why) => why.to_string(),
    })
}

/// The values of variables, in their order.
fn model(variables: &[Term], values: &[Term]) -> Model {
    let mut model = Model::default();
    variables.iter().zip(values).for_each(|(variable, value)| {
        model.insert(*variable, *value);
    });
    model
}

/// The values after a statement that is no call.
fn successors(statement: &Statement, variables: &[Term], values: &[Term]) -> Vec<Vec<Term>> {
    let model = model(variables, values);
    let position = |v: &Term| variables.iter().position(|other| other == v).expect("a variable");
    let mut after = values.to_vec();
    match statement {
        Statement::Assume(condition) => match model.eval_bool(*condition) {
            Some(true) => vec![after],
            _ => Vec::new(),
        },
        Statement::Assign(pairs) => {
            pairs.iter().for_each(|(v, e)| after[position(v)] = model.eval(*e));
            vec![after]
        }
        Statement::Havoc(some) => {
            let chosen = |choice: Vec<Term>| {
                let mut after = after.clone();
                some.iter().zip(choice).for_each(|(v, value)| after[position(v)] = value);
                after
            };
            choices(some.len()).into_iter().map(chosen).collect()
        }
        Statement::Call(_) => unreachable!("calls are treated elsewhere"),
    }
}

/// The targets that executions of a graph reach; `None` if there are too many states.
pub fn targets_of_graph(cfg: &Cfg, limit: usize) -> Option<BTreeSet<String>> {
    targets_of_stack(cfg, usize::MAX, limit)
}

/// The targets that executions of a graph reach whose stacks hold at most `depth` frames each; `None` if there are too
/// many states.
pub fn targets_of_stack(cfg: &Cfg, depth: usize, limit: usize) -> Option<BTreeSet<String>> {
    let depths: Vec<usize> = (0..cfg.variables.len())
        .filter(|position| cfg.variables[*position].to_string().ends_with(".depth"))
        .collect();
    let is_deep =
        |values: &[Term]| depths.iter().any(|position| mk::lt(mk::int(depth), values[*position]).is_true());
    let outgoing = cfg.outgoing();
    let mut reached = BTreeSet::new();
    let mut seen = HashSet::new();
    let initial = |variable: &Term| match variable.sort() {
        sort @ Sort::Array(_) => mk::const_array(sort, mk::int(0)),
        _ => mk::int(0),
    };
    let mut work = vec![(cfg.entry, cfg.variables.iter().map(initial).collect::<Vec<Term>>())];
    while let Some(state) = work.pop() {
        if !seen.insert(state.clone()) {
            continue;
        }
        if seen.len() > limit {
            return None;
        }
        let (location, values) = state;
        reached.extend(name_of(&cfg.locations[location]));
        for &id in &outgoing[location] {
            let edge = &cfg.edges[id];
            let after = successors(&edge.statement, &cfg.variables, &values);
            let after = after.into_iter().filter(|values| !is_deep(values));
            work.extend(after.map(|values| (edge.destination, values)));
        }
    }
    Some(reached)
}

/// An activation of a procedure.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Frame {
    procedure: ProcedureId,
    location: LocationId,
    /// The call that it waits for.
    waits_for: Option<EdgeId>,
    /// The values of its own variables.
    locals: Vec<Term>,
}

/// The values of the globals, and who is active.
type State = (Vec<Term>, Vec<Frame>);

/// The targets that executions with at most `depth` frames reach; `None` if there are too many states.
pub fn targets_of_program(program: &CoreProgram, depth: usize, limit: usize) -> Option<BTreeSet<String>> {
    let mut reached = BTreeSet::new();
    let mut seen = HashSet::new();
    let mut work: Vec<State> = Vec::new();
    for &procedure in &program.entries {
        let (location, locals) = (program.procedures[procedure].entry, vec![mk::int(0); 3]);
        work.push((vec![mk::int(0)], vec![Frame { procedure, location, waits_for: None, locals }]));
    }
    while let Some(state) = work.pop() {
        if seen.insert(state.clone()) {
            let frame = state.1.last().expect("a frame");
            reached.extend(name_of(&program.procedures[frame.procedure].locations[frame.location]));
            work.extend(steps(program, &state, depth));
        }
        if seen.len() > limit {
            return None;
        }
    }
    Some(reached)
}

fn variables_of(procedure: &Procedure) -> Vec<Term> {
    let Procedure { parameters, results, locals, .. } = procedure;
    [variable("g")].iter().chain(parameters).chain(results).chain(locals).copied().collect()
}

fn steps(program: &CoreProgram, (globals, frames): &State, depth: usize) -> Vec<State> {
    let (frame, callers) = frames.split_last().expect("a frame");
    let procedure = &program.procedures[frame.procedure];
    let variables = variables_of(procedure);
    let values: Vec<Term> = globals.iter().chain(&frame.locals).copied().collect();
    let state = |values: &[Term], location: LocationId, callers: &[Frame], procedure: ProcedureId| {
        let (globals, locals) = values.split_at(1);
        let frame = Frame { procedure, location, waits_for: None, locals: locals.to_vec() };
        (globals.to_vec(), callers.iter().cloned().chain([frame]).collect())
    };
    let mut next = Vec::new();
    if let Some((caller, below)) = callers.split_last().filter(|_| frame.location == procedure.exit) {
        let id = caller.waits_for.expect("it calls");
        let edge = &program.procedures[caller.procedure].edges[id];
        let result = frame.locals[1];
        let mut values: Vec<Term> = globals.iter().chain(&caller.locals).copied().collect();
        let caller_variables = variables_of(&program.procedures[caller.procedure]);
        let receiver = edge.statement.modified()[0];
        values[caller_variables.iter().position(|v| *v == receiver).expect("a variable")] = result;
        next.push(state(&values, edge.destination, below, caller.procedure));
    }
    let edges = procedure.edges.iter_enumerated().filter(|(_, edge)| edge.source == frame.location);
    for (id, edge) in edges {
        let Statement::Call(call) = &edge.statement else {
            let after = successors(&edge.statement, &variables, &values);
            next.extend(after.iter().map(|v| state(v, edge.destination, callers, frame.procedure)));
            continue;
        };
        if frames.len() == depth {
            continue;
        }
        let argument = model(&variables, &values).eval(call.arguments[0]);
        let waiting = Frame { waits_for: Some(id), ..frame.clone() };
        let callers: Vec<Frame> = callers.iter().cloned().chain([waiting]).collect();
        for fresh in choices(2) {
            let values: Vec<Term> = globals.iter().copied().chain([argument]).chain(fresh).collect();
            let entry = program.procedures[call.procedure].entry;
            next.push(state(&values, entry, &callers, call.procedure));
        }
    }
    next
}
