//! Inlining: from procedures to one control-flow graph.
//!
//! Every call gets its own copy of the callee's body, with the callee's
//! variables renamed per copy (`p.x`, `p.x#2`, ...). A call to a procedure that
//! is being inlined already is a recursion: its edge leads to a limit location,
//! so that whatever is proved holds for all executions that do not recurse, and
//! a proof that the limit cannot be reached is a proof for the whole program.
//!
//! A call may be executed again and again, but the callee's results and locals
//! have arbitrary values each time: the way into a copy havocs them.
//!
//! With several entries, the graph starts with a choice among them.

use std::rc::Rc;

use base::index::IndexVec;
use rustc_hash::{FxHashMap, FxHashSet};
use term::{Substitution, Symbol, Term, build as mk};

use crate::cfg::Cfg;
use crate::core_program::{CoreProgram, Location, LocationId, ProcedureId, Target};
use crate::statement::{Call, Provenance, Statement};

/// The reason of the limit locations that stand for recursive calls.
pub const RECURSION: &str = "recursion";

/// Why a program could not be inlined.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum InlineError {
    /// The copies of all bodies have more edges than allowed.
    TooLarge {
        /// The number of edges that was exceeded.
        limit: usize,
    },
}

/// The graph of all executions of the program, calls inlined. Gives up beyond `edge_limit` edges.
pub fn inline(program: &CoreProgram, edge_limit: usize) -> Result<Cfg, InlineError> {
    let mut cfg = Cfg::new();
    cfg.variables = program.globals.clone();
    cfg.axioms = program.axioms.clone();
    let mut inliner = Inliner {
        program,
        used: names_of(&program.globals),
        cfg,
        copies: FxHashMap::default(),
        edge_limit,
        work: Vec::new(),
    };
    for &entry in &program.entries {
        let name = &program.procedures[entry].name;
        let copy = inliner.add_copy(entry, Rc::new(Stack { procedure: entry, caller: None }));
        let provenance = Provenance::new(None, &format!("enter {name}"));
        let start = inliner.cfg.entry;
        inliner.cfg.add_edge(start, copy.entry, Statement::skip(), provenance);
    }
    // A work list instead of recursion: call chains may be deeper than the thread's stack.
    while let Some(job) = inliner.work.pop() {
        inliner.inline_call(job)?;
    }
    debug_assert_eq!(crate::verify_cfg(&inliner.cfg), Ok(()));
    Ok(inliner.cfg)
}

struct Inliner<'p> {
    program: &'p CoreProgram,
    cfg: Cfg,
    /// The names that are taken.
    used: FxHashSet<Symbol>,
    /// How many copies of each procedure there are.
    copies: FxHashMap<ProcedureId, u32>,
    edge_limit: usize,
    work: Vec<Job>,
}

/// The procedures that are being inlined at a call.
struct Stack {
    procedure: ProcedureId,
    caller: Option<Rc<Stack>>,
}

impl Stack {
    fn contains(&self, procedure: ProcedureId) -> bool {
        let mut current = Some(self);
        while let Some(frame) = current {
            if frame.procedure == procedure {
                return true;
            }
            current = frame.caller.as_deref();
        }
        false
    }
}

/// A call that waits for being inlined.
struct Job {
    call: Call,
    source: LocationId,
    destination: LocationId,
    provenance: Provenance,
    stack: Rc<Stack>,
}

struct Copy {
    entry: LocationId,
    exit: LocationId,
    renaming: Substitution,
}

impl Inliner<'_> {
    fn inline_call(&mut self, job: Job) -> Result<(), InlineError> {
        let callee = &self.program.procedures[job.call.procedure];
        if job.stack.contains(job.call.procedure) {
            let target = Some(Target::Limit(RECURSION.into()));
            let limit = self.cfg.locations.push(Location { name: Rc::default(), target });
            self.cfg.add_edge(job.source, limit, Statement::skip(), job.provenance);
            return Ok(());
        }
        let stack = Rc::new(Stack { procedure: job.call.procedure, caller: Some(job.stack.clone()) });
        let copy = self.add_copy(job.call.procedure, stack);
        if self.cfg.edges.len() > self.edge_limit {
            return Err(InlineError::TooLarge { limit: self.edge_limit });
        }
        let renamed = |variables: &[Term]| -> Vec<Term> {
            variables.iter().map(|v| copy.renaming.get(*v).unwrap_or(*v)).collect()
        };
        let inputs = renamed(&callee.parameters).into_iter().zip(job.call.arguments).collect();
        let outputs = job.call.results.into_iter().zip(renamed(&callee.results)).collect();
        let back =
            Provenance { text: format!("return from {}", callee.name).into(), ..job.provenance.clone() };
        let fresh: Vec<Term> = renamed(&callee.results).into_iter().chain(renamed(&callee.locals)).collect();
        let mut start = copy.entry;
        if !fresh.is_empty() {
            start = self.cfg.locations.push(Location::default());
            let text = format!("variables of {}", callee.name);
            let havoc = Provenance { text: text.into(), ..job.provenance.clone() };
            self.cfg.add_edge(start, copy.entry, Statement::Havoc(fresh), havoc);
        }
        self.cfg.add_edge(job.source, start, Statement::Assign(inputs), job.provenance);
        self.cfg.add_edge(copy.exit, job.destination, Statement::Assign(outputs), back);
        Ok(())
    }

    /// Copies a body into the graph; its calls are put on the work list.
    fn add_copy(&mut self, id: ProcedureId, stack: Rc<Stack>) -> Copy {
        let procedure = &self.program.procedures[id];
        let count = self.copies.entry(id).or_insert(0);
        *count += 1;
        let is_entry = stack.caller.is_none();
        let mut renaming = Substitution::new();
        let locals = procedure.parameters.iter().chain(&procedure.results).chain(&procedure.locals);
        for &local in locals {
            let keeps_name = is_entry && self.program.entries.len() == 1;
            let renamed = local_name(&procedure.name, local, *count, keeps_name, &mut self.used);
            renaming.insert(local, renamed);
            self.cfg.variables.push(renamed);
        }
        let offset: IndexVec<LocationId, LocationId> = procedure
            .locations
            .iter()
            .map(|location| self.cfg.locations.push(location.clone()))
            .collect::<Vec<_>>()
            .into();
        for edge in procedure.edges.iter() {
            let (source, destination) = (offset[edge.source], offset[edge.destination]);
            match edge.statement.rename(&renaming) {
                Statement::Call(call) => self.work.push(Job {
                    call,
                    source,
                    destination,
                    provenance: edge.provenance.clone(),
                    stack: stack.clone(),
                }),
                statement => {
                    self.cfg.add_edge(source, destination, statement, edge.provenance.clone());
                }
            }
        }
        Copy { entry: offset[procedure.entry], exit: offset[procedure.exit], renaming }
    }
}

fn names_of(variables: &[Term]) -> FxHashSet<Symbol> {
    variables.iter().map(|v| v.as_var().expect("globals are variables").base).collect()
}

/// An unused name for a local variable in a copy. A single entry keeps its own names.
fn local_name(
    procedure: &str,
    local: Term,
    copy: u32,
    keeps_name: bool,
    used: &mut FxHashSet<Symbol>,
) -> Term {
    let name = local.as_var().expect("locals are variables").base;
    let mut symbol = match (keeps_name, copy) {
        (true, _) => name,
        (false, 1) => Symbol::new(&format!("{procedure}.{name}")),
        (false, _) => Symbol::new(&format!("{procedure}.{name}#{copy}")),
    };
    while !used.insert(symbol) {
        symbol = Symbol::new(&format!("{symbol}#"));
    }
    mk::var(symbol, local.sort())
}
