//! The start that all executions have in common is executed instead of analysed.
//!
//! A program that fills a table and then reads inputs would have the loops of the table unrolled, or invariants guessed that
//! say what is in it. But nothing arbitrary happens there: the interpreter runs to the last place before something does at
//! which it leaves a loop or a function for good, and the analysis begins there, with the values that it found. As no
//! execution comes back, what is proved of the rest of the graph holds in the program.
//!
//! The check executes the start again, with other values for everything that is arbitrary: the state must be
//! the same function of them.

use base::index::{Idx, IndexVec};
use evidence::Rejection;
use interpreter::{Choices, Executor, Given, Start, is_left_open};
use program::{Cfg, CoreProgram, Edge, EdgeId, LocationId, Procedure, ProcedureId, Provenance, Statement};
use rustc_hash::FxHashSet;
use term::{Sort, Term, build as mk};

/// The steps of a start, at most.
const MAX_STEPS: u64 = 8_000_000;

/// The steps of a start if the graph will be built again with more copies of procedures.
const MAX_STEPS_OF_COPIES: u64 = 300_000;

/// Some edge must be taken so often: a start without loops is nothing that the analysis minds.
const REPEATED: u32 = 5;

/// So many elements of arrays are told, at most: more are too much for solvers. One with bit-vectors as indices counts as
/// five.
const MAX_ELEMENTS: usize = 500;

/// So many values that are chosen on the way are told.
const MAX_CHOSEN: usize = 100;

/// What opens the text of the edge that stands for the start.
const TEXT: &str = "what happens before anything arbitrary matters";

/// The seeds of the executions that check a start.
const SEEDS: [u64; 2] = [1, 2];

/// A start that was executed.
pub struct Executed {
    /// The graph with its start.
    pub original: Cfg,
    /// What was found out.
    pub start: Start,
    needed: FxHashSet<Term>,
}

/// The graph behind the start that all of its executions have in common, if there is one that is worth it.
pub fn skip(cfg: &Cfg, is_last: bool) -> Option<(Cfg, Executed)> {
    let crossings = crossings(cfg);
    if !cfg.axioms.is_empty() || !is_loop_left(cfg, &crossings) {
        return None;
    }
    let program = program_of(cfg);
    let entry = ProcedureId::from_usize(0);
    let mut executor = Executor::new(&program, Box::new(Given::default())).starting(crossings);
    let limit = if is_last { MAX_STEPS } else { MAX_STEPS_OF_COPIES };
    let steps = executor.longest_start(entry, limit, REPEATED)?;
    // Where it ends is known only then, and with that, what is needed there.
    let place = executor.start(entry, steps, &FxHashSet::default(), MAX_ELEMENTS)?.location;
    let needed = live(cfg, place);
    let start = executor.start(entry, steps, &needed, MAX_ELEMENTS)?;
    let (chosen, assumed) = chosen(cfg, &start)?;
    let started = cfg.starting_at(start.location, &chosen, assumed, start.values.clone(), TEXT.into());
    let executed = Executed { original: cfg.clone(), start, needed };
    // The check would reject it, perhaps only because its choices contradict an assumption on the way.
    executed.check().ok()?;
    Some((started.prune(), executed))
}

impl Executed {
    /// Checks that executions with other choices lead to the same state.
    pub fn check(&self) -> Result<(), Rejection> {
        let program = program_of(&self.original);
        let entry = ProcedureId::from_usize(0);
        for seed in SEEDS {
            let mut executor = Executor::new(&program, Box::new(Small(seed)));
            executor = executor.starting(crossings(&self.original));
            let again = executor.start(entry, self.start.steps, &self.needed, MAX_ELEMENTS);
            if again.as_ref() != Some(&self.start) {
                return Err(Rejection::Malformed("the start of the executions is not the only one".into()));
            }
        }
        Ok(())
    }
}

/// Which edges lead to where no execution comes back from, and on from there.
fn crossings(cfg: &Cfg) -> Vec<bool> {
    let (components, outgoing) = (cfg.components(), cfg.outgoing());
    let crosses = |edge: &Edge| {
        components[edge.source] != components[edge.destination]
            && cfg.locations[edge.destination].target.is_none()
            && !outgoing[edge.destination].is_empty()
    };
    cfg.edges.iter().map(crosses).collect()
}

/// Whether an execution may come to a crossing behind a loop: no other start is worth it, and without one, an endless loop
/// would be executed in vain.
fn is_loop_left(cfg: &Cfg, crossings: &[bool]) -> bool {
    let outgoing = cfg.outgoing();
    let mut work = cfg.loop_heads();
    let mut seen: FxHashSet<LocationId> = work.iter().copied().collect();
    while let Some(location) = work.pop() {
        for &edge in &outgoing[location] {
            if crossings[edge.index()] {
                return true;
            }
            let next = cfg.edges[edge].destination;
            if seen.insert(next) {
                work.push(next);
            }
        }
    }
    false
}

/// The graph as a program. Where SMT-LIB leaves a value open, it ends.
fn program_of(cfg: &Cfg) -> CoreProgram {
    let mut locations = cfg.locations.clone();
    let exit = locations.push(Default::default());
    let mut is_open: IndexVec<LocationId, bool> = IndexVec::from_elem(false, locations.len());
    for edge in cfg.edges.iter().filter(|edge| is_left_open(&edge.statement)) {
        is_open[edge.source] = true;
    }
    let mut edges = cfg.edges.clone();
    for edge in edges.iter_mut().filter(|edge| is_open[edge.source]) {
        edge.statement = Statement::Assume(mk::ff());
    }
    let procedure = Procedure { locations, edges, entry: cfg.entry, exit, ..Procedure::new("start") };
    CoreProgram {
        globals: cfg.variables.clone(),
        axioms: Vec::new(),
        procedures: std::iter::once(procedure).collect(),
        entries: vec![ProcedureId::from_usize(0)],
    }
}

/// The variables that are read behind a location before they are written.
fn live(cfg: &Cfg, start: LocationId) -> FxHashSet<Term> {
    let mut live: IndexVec<LocationId, FxHashSet<Term>> =
        IndexVec::from_elem(FxHashSet::default(), cfg.locations.len());
    let incoming = cfg.incoming();
    let mut work: Vec<LocationId> = cfg.locations.ids().collect();
    while let Some(location) = work.pop() {
        for &edge in &incoming[location] {
            let edge = &cfg.edges[edge];
            let mut before = live[location].clone();
            for variable in edge.statement.modified() {
                before.remove(&variable);
            }
            let read = edge.statement.expressions();
            before.extend(read.iter().flat_map(|term| term.free_variables()).copied());
            let known = &mut live[edge.source];
            let count = known.len();
            known.extend(before);
            if known.len() > count {
                work.push(edge.source);
            }
        }
    }
    std::mem::take(&mut live[start])
}

/// What has to be chosen and assumed: all inputs, and what the values mention, also through assumptions. What one edge
/// chooses stays together. What is assumed of other things alone holds in the execution, so it can hold.
#[expect(clippy::type_complexity, reason = "what is chosen, and what is assumed")]
fn chosen(cfg: &Cfg, start: &Start) -> Option<(Vec<(EdgeId, Vec<Term>)>, Vec<Term>)> {
    let mut rest = &start.chosen[..];
    let mut together: Vec<(EdgeId, Vec<Term>)> = Vec::new();
    while let Some(first) = rest.first() {
        let edge = first.edge;
        let count = cfg.edges[edge].statement.modified().len().min(rest.len());
        let (own, others) = rest.split_at(count);
        rest = others;
        if own.iter().any(|chosen| chosen.edge != edge) {
            return None;
        }
        together.push((edge, own.iter().map(|chosen| chosen.symbol).collect()));
    }
    let mut needed: FxHashSet<Term> =
        start.values.iter().flat_map(|(_, value)| value.free_variables()).copied().collect();
    needed.extend(&cfg.variables);
    for (edge, symbols) in &together {
        if cfg.edges[*edge].provenance.input.is_some() {
            needed.extend(symbols);
        }
    }
    let mut assumed: Vec<Term> = Vec::new();
    loop {
        let is_new = |condition: &&Term| {
            let mentions_needed = condition.free_variables().iter().any(|symbol| needed.contains(symbol));
            mentions_needed && !assumed.contains(*condition)
        };
        let new: Vec<Term> = start.assumed.iter().filter(is_new).copied().collect();
        if new.is_empty() {
            break;
        }
        needed.extend(new.iter().flat_map(|condition| condition.free_variables()));
        assumed.extend(new);
    }
    together.retain(|(_, symbols)| symbols.iter().any(|symbol| needed.contains(symbol)));
    (together.len() <= MAX_CHOSEN && assumed.len() <= 10 * MAX_CHOSEN).then_some((together, assumed))
}

/// Chooses small numbers, so that they are in the range of their types: zeros and ones.
struct Small(u64);

impl Small {
    fn next(&mut self, sort: Sort) -> Option<Term> {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let bit = (self.0 >> 40) as u32 & 1;
        Some(match sort {
            Sort::Int => mk::int(bit),
            Sort::BitVec(width) => mk::bv(bit, width),
            Sort::Bool => mk::bool(bit == 1),
            _ => return None,
        })
    }
}

impl Choices for Small {
    fn input(&mut self, _: &Provenance, sort: Sort) -> Term {
        self.next(sort).unwrap_or_else(|| term::model::default_value(sort))
    }

    fn arbitrary(&mut self, _: Option<&Provenance>, sort: Sort) -> Option<Term> {
        self.next(sort)
    }

    fn branch(&mut self, _: usize) -> usize {
        0
    }
}

#[cfg(test)]
mod tests {
    use program::read_cfg;

    use super::skip;

    const SUM: &str = "
        var n: Int
        var i: Int
        var s: Int
        var a: (Array Int Int)
        error L9 \"assert\" \"s\"
        L0 -> L1 input \"read\": havoc n
        L1 -> L2: i := 0, s := 0
        L2 -> L3: assume (< i 20)
        L3 -> L2: i := (+ i 1), s := (+ s i), a := (store a i n)
        L2 -> L4: assume (not (< i 20))
        L4 -> L5: assume (< n 5)
        L5 -> L9: assume (not (= (+ s (select a 7)) (+ 190 n)))";

    #[test]
    fn a_start_is_a_function_of_what_is_chosen() {
        let cfg = read_cfg(SUM).expect("a graph");
        let (started, executed) = skip(&cfg, true).expect("a start");
        executed.check().expect("it is the same with other inputs");
        assert!(started.loop_heads().is_empty());
        let inputs = started.edges.iter().filter(|edge| edge.provenance.input.is_some());
        assert_eq!(inputs.count(), 1);
        let sum = executed.start.values.iter().find(|(variable, _)| variable.to_string() == "s");
        assert_eq!(sum.map(|(_, value)| *value), Some(term::build::int(190)));
    }

    #[test]
    fn a_loop_that_asks_for_inputs_is_no_start() {
        let text = SUM.replace("(< i 20)", "(< i n)");
        assert!(skip(&read_cfg(&text).expect("a graph"), true).is_none());
    }

    #[test]
    fn a_loop_that_nobody_leaves_is_not_executed() {
        let text = "
            var i: Int
            error L3 \"assert\" \"i\"
            L0 -> L1: i := 0
            L1 -> L1: i := (+ i 1)
            L1 -> L3: assume (= i 1000000000001)";
        let cfg = read_cfg(text).expect("a graph");
        assert!(!super::is_loop_left(&cfg, &super::crossings(&cfg)));
        let left = read_cfg(SUM).expect("a graph");
        assert!(super::is_loop_left(&left, &super::crossings(&left)));
    }

    #[test]
    fn what_is_assumed_stays_assumed() {
        let text = SUM.replace("L1 -> L2:", "L1 -> L8: assume (<= n 100)\n        L8 -> L2:");
        let (started, executed) = skip(&read_cfg(&text).expect("a graph"), true).expect("a start");
        executed.check().expect("it is the same with other inputs");
        // The assumption behind the loop is the only way on, too.
        assert_eq!(executed.start.assumed.len(), 2);
        let assumes = |edge: &&program::Edge| match &edge.statement {
            program::Statement::Assume(condition) => condition.to_string().contains("start.0.n"),
            _ => false,
        };
        assert_eq!(started.edges.iter().filter(assumes).count(), 1);
    }

    /// The check chooses small numbers, which may contradict an assumption that zeros satisfy.
    #[test]
    fn a_start_that_the_check_cannot_repeat_is_left_alone() {
        let is_zero = |count: usize| {
            let inputs: String = (0..count)
                .map(|at| {
                    format!(
                        "L{} -> L{}: havoc n\n L{} -> L{}: assume (= n 0)\n",
                        20 + 2 * at,
                        21 + 2 * at,
                        21 + 2 * at,
                        22 + 2 * at
                    )
                })
                .collect();
            let text = SUM.replace(
                "L1 -> L2:",
                &format!("L1 -> L20: assume true\n{inputs} L{} -> L2:", 20 + 2 * count),
            );
            skip(&read_cfg(&text).expect("a graph"), true)
        };
        assert!(is_zero(8).is_none());
        assert!(is_zero(0).is_some_and(|(_, executed)| executed.check().is_ok()));
    }

    #[test]
    fn a_wrong_start_is_found_out() {
        let cfg = read_cfg(SUM).expect("a graph");
        let (_, mut executed) = skip(&cfg, true).expect("a start");
        executed.start.values[0].1 = term::build::int(1);
        assert!(executed.check().is_err());
    }
}
