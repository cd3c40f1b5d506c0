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
//! Copies of everything may be too large ([`sharing`] decides). As there is no recursion, at most one frame
//! of a procedure is active at a time, so all calls of a procedure can *share* one copy of its body and its
//! variables. A call then tells its number in the variable `p.site`, and the exit leads back to the call of that
//! number. If the callee may be active at a call, because the call graph has a cycle that the copies do not
//! show, `p.site` is 0 while it is not, and the call leads to the limit if it is not 0.
//!
//! With [`Recursion::Stack`], a call of a procedure that may be active is no limit: see [`call_stack`].
//!
//! With several entries, the graph starts with a choice among them.

mod call_stack;
mod sharing;

use std::collections::BTreeMap;
use std::rc::Rc;

use base::index::IndexVec;
use rustc_hash::{FxHashMap, FxHashSet};
use term::{Sort, Substitution, Symbol, Term, build as mk};

use self::sharing::shared_procedures;
use crate::analyses::{CallGraph, live_variables};
use crate::ir::{
    Call, Cfg, CoreProgram, Frame, Limit, Location, LocationId, ProcedureId, Provenance, Statement, Target,
    verify_cfg,
};

/// Why a program could not be inlined.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum InlineError {
    /// The copies of all bodies have more edges than allowed.
    TooLarge {
        /// The number of edges that was exceeded.
        limit: usize,
    },
}

/// How much may be copied.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Copying {
    /// Procedures share their bodies if the graph would have more edges otherwise.
    pub budget: usize,
    /// Procedures with at most so many edges are always copied.
    pub small: usize,
    /// Gives up beyond so many edges.
    pub edge_limit: usize,
    /// What becomes of recursive calls.
    pub recursion: Recursion,
}

/// What becomes of calls of procedures that may be active.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Recursion {
    /// So many frames of a recursive procedure are copied into each other before the model ends. Bodies that are shared
    /// have one.
    Copies(usize),
    /// Frames are kept on a stack, however many there are.
    Stack,
}

impl Default for Copying {
    /// A call that shares a body becomes three edges, and its exit has a choice more; that is not
    /// worth it for bodies of a few statements.
    fn default() -> Copying {
        Copying { budget: 30_000, small: 6, edge_limit: 2_000_000, recursion: Recursion::Copies(1) }
    }
}

impl Copying {
    /// The default with another budget; without one, even the smallest procedures are shared.
    pub fn within(budget: usize) -> Copying {
        let default = Copying::default();
        Copying { budget, small: default.small.min(budget), ..default }
    }
}

/// The graph of all executions of the program, each call with its own copy. Gives up beyond `edge_limit` edges.
pub fn inline(program: &CoreProgram, edge_limit: usize) -> Result<Cfg, InlineError> {
    let graph = CallGraph::new(program);
    let nothing = IndexVec::from_elem(false, program.procedures.len());
    Inliner::new(program, &graph, nothing, edge_limit).run()
}

/// The graph of all executions of the program; procedures share their bodies where copies would be too large.
pub fn inline_sharing(program: &CoreProgram, copying: &Copying) -> Result<Cfg, InlineError> {
    let graph = CallGraph::new(program);
    let recursion = copying.recursion;
    if matches!(recursion, Recursion::Copies(_)) && !graph.is_acyclic() {
        // The size of all copies depends on where recursion is cut: try it.
        let nothing = IndexVec::from_elem(false, program.procedures.len());
        let limit = copying.budget.min(copying.edge_limit);
        let inliner = Inliner::new(program, &graph, nothing, limit);
        if let Ok(cfg) = (Inliner { recursion, ..inliner }).run() {
            return Ok(cfg);
        }
    }
    let mut is_shared = shared_procedures(program, &graph, copying.budget, copying.small);
    if recursion == Recursion::Stack {
        for &procedure in &graph.order {
            is_shared[procedure] |= graph.calls_itself(procedure);
        }
        let inliner = Inliner::new(program, &graph, is_shared, copying.edge_limit);
        return (Inliner { recursion, ..inliner }).run();
    }
    Inliner::new(program, &graph, is_shared, copying.edge_limit).run()
}

struct Inliner<'p> {
    program: &'p CoreProgram,
    graph: &'p CallGraph,
    is_shared: IndexVec<ProcedureId, bool>,
    cfg: Cfg,
    /// The names that are taken.
    used: FxHashSet<Symbol>,
    /// The copies so far.
    frames: Vec<Frame>,
    /// How many copies of each procedure there are.
    copies: FxHashMap<ProcedureId, u32>,
    edge_limit: usize,
    recursion: Recursion,
    /// What is live in the procedures that have recursive calls.
    live: FxHashMap<ProcedureId, IndexVec<LocationId, FxHashSet<Term>>>,
    work: Vec<Job>,
    /// The bodies that are shared, in the order of their first call.
    bodies: Vec<SharedBody>,
    /// For each shared procedure that was called, its position in `bodies`.
    body_of: FxHashMap<ProcedureId, usize>,
}

/// The procedures that are being inlined at a call.
struct Stack {
    procedure: ProcedureId,
    caller: Option<Rc<Stack>>,
}

impl Stack {
    /// How many frames of a procedure there are.
    fn depth(&self, procedure: ProcedureId) -> usize {
        let frames = std::iter::successors(Some(self), |frame| frame.caller.as_deref());
        frames.filter(|frame| frame.procedure == procedure).count()
    }
}

/// A call that waits for being inlined.
struct Job {
    call: Call,
    source: LocationId,
    destination: LocationId,
    provenance: Provenance,
    stack: Rc<Stack>,
    frame: Option<SavedFrame>,
}

struct Copy {
    entry: LocationId,
    exit: LocationId,
    renaming: Substitution,
}

/// One copy of a body for all calls.
struct SharedBody {
    procedure: ProcedureId,
    copy: Copy,
    sites: Vec<Site>,
}

/// A call of a shared body.
struct Site {
    source: LocationId,
    /// Where the call returns to; the start of the program does not wait for it.
    destination: Option<LocationId>,
    arguments: Vec<Term>,
    results: Vec<Term>,
    provenance: Provenance,
    /// Whether the model ends here if the body is active already.
    is_checked: bool,
    /// For a recursive call with a stack: what becomes of the caller's variables.
    frame: Option<SavedFrame>,
}

/// The variables of a caller, but for those that the call assigns.
struct SavedFrame {
    /// Those that are needed afterwards.
    saved: Vec<Term>,
    /// The others. The callee changes them, and what they are afterwards means nothing.
    forgotten: Vec<Term>,
}

/// What a call of a shared body does beside passing values.
#[derive(Default)]
struct Bookkeeping {
    /// What is assigned with the parameters.
    inputs: Vec<(Term, Term)>,
    /// When the exit leads back to this call.
    guard: Option<Term>,
    /// What is assigned with the results.
    outputs: Vec<(Term, Term)>,
    /// What means nothing afterwards.
    forgotten: Vec<Term>,
}

impl<'p> Inliner<'p> {
    fn new(
        program: &'p CoreProgram,
        graph: &'p CallGraph,
        is_shared: IndexVec<ProcedureId, bool>,
        edge_limit: usize,
    ) -> Inliner<'p> {
        let mut cfg = Cfg::new();
        cfg.variables = program.globals.clone();
        cfg.axioms = program.axioms.clone();
        Inliner {
            program,
            graph,
            is_shared,
            used: names_of(&program.globals),
            cfg,
            frames: Vec::new(),
            copies: FxHashMap::default(),
            edge_limit,
            recursion: Recursion::Copies(1),
            live: FxHashMap::default(),
            work: Vec::new(),
            bodies: Vec::new(),
            body_of: FxHashMap::default(),
        }
    }

    fn run(mut self) -> Result<Cfg, InlineError> {
        for &entry in &self.program.entries {
            self.enter(entry);
        }
        // A work list instead of recursion: call chains may be deeper than the thread's stack.
        while let Some(job) = self.work.pop() {
            self.inline_call(job)?;
        }
        let bodies = std::mem::take(&mut self.bodies);
        let mut inactive = Vec::new();
        let mut recursive: BTreeMap<usize, Vec<SharedBody>> = BTreeMap::new();
        for body in bodies {
            if self.recursion == Recursion::Stack && self.graph.calls_itself(body.procedure) {
                recursive.entry(self.graph.component(body.procedure)).or_default().push(body);
            } else {
                inactive.extend(self.connect(body));
            }
        }
        for bodies in recursive.into_values() {
            self.connect_recursive(bodies);
        }
        if !inactive.is_empty() {
            let start = Location { name: "start".into(), ..Location::default() };
            let begin = std::mem::replace(&mut self.cfg.entry, self.cfg.locations.push(start));
            let none = inactive.into_iter().map(|site| (site, mk::int(0))).collect();
            let provenance = Provenance::new(None, "no procedure is active");
            self.cfg.add_edge(self.cfg.entry, begin, Statement::Assign(none), provenance);
            self.cfg.locations[begin].name = Rc::default();
        }
        self.cfg.frames = self.frames.into();
        debug_assert_eq!(verify_cfg(&self.cfg), Ok(()));
        Ok(self.cfg)
    }

    /// The way from the start of the program into an entry.
    fn enter(&mut self, entry: ProcedureId) {
        let procedure = &self.program.procedures[entry];
        let provenance = Provenance::new(None, &format!("enter {}", procedure.name));
        let source = self.cfg.entry;
        if self.is_shared[entry] {
            let (arguments, results) = (Vec::new(), Vec::new());
            let (is_checked, frame) = (false, None);
            let site = Site { source, destination: None, arguments, results, provenance, is_checked, frame };
            self.add_site(entry, site);
        } else {
            let copy = self.add_copy(entry, Rc::new(Stack { procedure: entry, caller: None }));
            self.cfg.add_edge(source, copy.entry, Statement::skip(), provenance);
        }
    }

    fn inline_call(&mut self, job: Job) -> Result<(), InlineError> {
        if self.cfg.edges.len() > self.edge_limit {
            return Err(InlineError::TooLarge { limit: self.edge_limit });
        }
        let callee = job.call.procedure;
        let is_recursive = self.graph.is_recursive(job.stack.procedure, callee);
        if let Recursion::Copies(depth) = self.recursion
            && is_recursive
            && job.stack.depth(callee) >= depth
        {
            self.add_limit(job.source, Statement::skip(), job.provenance);
            return Ok(());
        }
        let site = Site {
            source: job.source,
            destination: Some(job.destination),
            arguments: job.call.arguments,
            results: job.call.results,
            provenance: job.provenance,
            is_checked: is_recursive && self.recursion != Recursion::Stack,
            frame: job.frame,
        };
        if self.is_shared[callee] {
            self.add_site(callee, site);
        } else {
            let stack = Rc::new(Stack { procedure: callee, caller: Some(job.stack) });
            let copy = self.add_copy(callee, stack);
            let start = self.havoc_variables(callee, &copy, site.provenance.clone());
            self.connect_site(callee, &copy, start, site, Bookkeeping::default());
        }
        Ok(())
    }

    /// An edge to a location where the model ends.
    fn add_limit(&mut self, source: LocationId, statement: Statement, provenance: Provenance) {
        let target = Some(Target::Limit(Limit::Recursion));
        let limit = self.cfg.locations.push(Location { target, ..Location::default() });
        self.cfg.add_edge(source, limit, statement, provenance);
    }

    fn add_site(&mut self, procedure: ProcedureId, site: Site) {
        let position = match self.body_of.get(&procedure) {
            Some(&position) => position,
            None => {
                let copy = self.add_copy(procedure, Rc::new(Stack { procedure, caller: None }));
                self.bodies.push(SharedBody { procedure, copy, sites: Vec::new() });
                self.body_of.insert(procedure, self.bodies.len() - 1);
                self.bodies.len() - 1
            }
        };
        self.bodies[position].sites.push(site);
    }

    /// The way into a copy that gives arbitrary values to results and locals; where it starts.
    fn havoc_variables(&mut self, id: ProcedureId, copy: &Copy, provenance: Provenance) -> LocationId {
        let procedure = &self.program.procedures[id];
        let locals = procedure.results.iter().chain(&procedure.locals);
        let fresh: Vec<Term> = locals.map(|v| copy.renaming.get(*v).unwrap_or(*v)).collect();
        if fresh.is_empty() {
            return copy.entry;
        }
        let start = self.cfg.locations.push(Location::default());
        let text = format!("variables of {}", procedure.name);
        let havoc = Provenance { text: text.into(), ..provenance };
        self.cfg.add_edge(start, copy.entry, Statement::Havoc(fresh), havoc);
        start
    }

    /// Connects all calls of a shared body. Returns the variable that tells whether the body is
    /// active, if there is need of one.
    fn connect(&mut self, body: SharedBody) -> Option<Term> {
        let SharedBody { procedure, copy, mut sites } = body;
        let start = self.havoc_variables(procedure, &copy, Provenance::default());
        let is_checked = sites.iter().any(|site| site.is_checked);
        if !is_checked && sites.len() == 1 {
            let site = sites.pop().expect("there is one");
            self.connect_site(procedure, &copy, start, site, Bookkeeping::default());
            return None;
        }
        let name = self.program.procedures[procedure].name.clone();
        let variable = fresh_variable(Symbol::new(&format!("{name}.site")), Sort::Int, &mut self.used);
        self.cfg.variables.push(variable);
        for (position, mut site) in sites.into_iter().enumerate() {
            if site.is_checked {
                let is_active = mk::ne(variable, mk::int(0));
                self.add_limit(site.source, Statement::Assume(is_active), site.provenance.clone());
                let call = Provenance { text: format!("call {name}").into(), ..site.provenance.clone() };
                site.source = self.append(site.source, Statement::Assume(mk::not(is_active)), call);
            }
            let number = mk::int(position as i64 + 1);
            let bookkeeping = Bookkeeping {
                inputs: vec![(variable, number)],
                guard: site.destination.map(|_| mk::eq(variable, number)),
                outputs: if is_checked { vec![(variable, mk::int(0))] } else { Vec::new() },
                forgotten: Vec::new(),
            };
            self.connect_site(procedure, &copy, start, site, bookkeeping);
        }
        is_checked.then_some(variable)
    }

    /// Edges into a copy and back.
    fn connect_site(
        &mut self,
        procedure: ProcedureId,
        copy: &Copy,
        start: LocationId,
        site: Site,
        bookkeeping: Bookkeeping,
    ) {
        let callee = &self.program.procedures[procedure];
        let renamed = |v: &Term| copy.renaming.get(*v).unwrap_or(*v);
        let mut inputs: Vec<_> = callee.parameters.iter().map(renamed).zip(site.arguments).collect();
        let mut outputs: Vec<_> = site.results.into_iter().zip(callee.results.iter().map(renamed)).collect();
        inputs.extend(bookkeeping.inputs);
        outputs.extend(bookkeeping.outputs);
        let with_text = |what: &str| {
            let text = format!("{what} {}", callee.name).into();
            Provenance { text, ..site.provenance.clone() }
        };
        let (back, leave, forget) =
            (with_text("return from"), with_text("leave"), with_text("variables of the caller of"));
        let exit = match bookkeeping.guard {
            None => copy.exit,
            Some(guard) => self.append(copy.exit, Statement::Assume(guard), leave),
        };
        self.cfg.add_edge(site.source, start, Statement::Assign(inputs), site.provenance);
        let Some(destination) = site.destination else { return };
        let mut end = (exit, Statement::Assign(outputs), back);
        if !bookkeeping.forgotten.is_empty() {
            let returned = self.append(end.0, end.1, end.2);
            end = (returned, Statement::Havoc(bookkeeping.forgotten), forget);
        }
        self.cfg.add_edge(end.0, destination, end.1, end.2);
    }

    fn append(&mut self, source: LocationId, statement: Statement, provenance: Provenance) -> LocationId {
        let destination = self.cfg.locations.push(Location::default());
        self.cfg.add_edge(source, destination, statement, provenance);
        destination
    }

    /// Copies a body into the graph; its calls are put on the work list.
    fn add_copy(&mut self, id: ProcedureId, stack: Rc<Stack>) -> Copy {
        let procedure = &self.program.procedures[id];
        let count = self.copies.entry(id).or_insert(0);
        *count += 1;
        let is_only_entry = self.program.entries.as_slice() == [id];
        let keeps_name = is_only_entry && stack.caller.is_none() && !self.is_shared[id];
        let mut renaming = Substitution::new();
        let mut frame = Frame::default();
        let locals = procedure.parameters.iter().chain(&procedure.results).chain(&procedure.locals);
        for &local in locals {
            let renamed = local_name(&procedure.name, local, *count, keeps_name, &mut self.used);
            renaming.insert(local, renamed);
            frame.variables.push((renamed, local));
            self.cfg.variables.push(renamed);
        }
        let offset: IndexVec<LocationId, LocationId> = procedure
            .locations
            .iter()
            .map(|location| self.cfg.locations.push(in_frame(location, self.frames.len())))
            .collect::<Vec<_>>()
            .into();
        self.frames.push(frame);
        for edge in procedure.edges.iter() {
            let (source, destination) = (offset[edge.source], offset[edge.destination]);
            match edge.statement.rename(&renaming) {
                Statement::Call(call) => {
                    let frame = self.saved_frame(id, &call, edge.destination, &renaming);
                    let (provenance, stack) = (edge.provenance.clone(), stack.clone());
                    self.work.push(Job { call, source, destination, provenance, stack, frame });
                }
                statement => {
                    self.cfg.add_edge(source, destination, statement, edge.provenance.clone());
                }
            }
        }
        Copy { entry: offset[procedure.entry], exit: offset[procedure.exit], renaming }
    }

    /// What becomes of the caller's variables at a recursive call if there is a stack: those that are live afterwards are
    /// saved.
    fn saved_frame(
        &mut self,
        caller: ProcedureId,
        call: &Call,
        destination: LocationId,
        renaming: &Substitution,
    ) -> Option<SavedFrame> {
        if self.recursion != Recursion::Stack || !self.graph.is_recursive(caller, call.procedure) {
            return None;
        }
        let procedure = &self.program.procedures[caller];
        let live = self.live.entry(caller).or_insert_with(|| live_variables(procedure));
        let variables = procedure.parameters.iter().chain(&procedure.results).chain(&procedure.locals);
        let (saved, forgotten): (Vec<Term>, Vec<Term>) =
            variables.partition(|variable| live[destination].contains(*variable));
        let renamed = |variables: Vec<Term>| {
            let renamed = variables.into_iter().map(|v| renaming.get(v).unwrap_or(v));
            renamed.filter(|v| !call.results.contains(v)).collect()
        };
        Some(SavedFrame { saved: renamed(saved), forgotten: renamed(forgotten) })
    }
}

/// A location of a procedure in a copy.
fn in_frame(location: &Location, frame: usize) -> Location {
    let mut copied = location.clone();
    copied.frame = Some(frame as u32);
    copied.landmarks.iter_mut().for_each(|landmark| landmark.frame = Some(frame as u32));
    copied
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
    let symbol = match (keeps_name, copy) {
        (true, _) => name,
        (false, 1) => Symbol::new(&format!("{procedure}.{name}")),
        (false, _) => Symbol::new(&format!("{procedure}.{name}#{copy}")),
    };
    fresh_variable(symbol, local.sort(), used)
}

/// A variable with this name, or a longer one if it is taken.
fn fresh_variable(mut symbol: Symbol, sort: Sort, used: &mut FxHashSet<Symbol>) -> Term {
    while !used.insert(symbol) {
        symbol = Symbol::new(&format!("{symbol}#"));
    }
    mk::var(symbol, sort)
}
