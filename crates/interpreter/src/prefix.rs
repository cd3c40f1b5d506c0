//! The start that all executions of a graph have in common.
//!
//! As long as no condition depends on what a program leaves open, every execution takes the same path, and the state at its
//! end is a function of what was left open on the way: of what variables held at first, and of what each `havoc` chose. An
//! executor that insists on its execution being the only one ([`super::determined`]) knows this function, as the shadows
//! of the values. [`Executor::longest_start`] looks for the last edge of the common path that leads from one strongly
//! connected component into another: no execution comes back to what lies before it. [`Executor::start`] gives the state
//! behind that edge as terms.
//!
//! An assumption that is the only edge of its location changes nothing about the path: executions in which it does not hold
//! end, and violate nothing. It becomes a part of the start ([`Start::assumed`]).
//!
//! In these terms, a variable of the graph stands for what it held at first, and [`Chosen::symbol`] for what a `havoc` chose.
//! They do not depend on what was chosen in the execution that they come from, so executions with other choices
//! lead to the same terms: this is how they are checked.

use std::rc::Rc;

use base::index::Idx;
use program::{EdgeId, LocationId, ProcedureId};
use rustc_hash::{FxHashMap, FxHashSet};
use term::{Sort, Substitution, Term, build as mk};

use super::compile::Operand;
use super::shadow::{Open, Shadow};
use super::value::Value;
use super::{Ending, Executor};

/// A start with more choices is none.
const MAX_CHOICES: usize = 50_000;

/// What a `havoc` chose.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Chosen {
    /// Stands for it.
    pub symbol: Term,
    /// The edge.
    pub edge: EdgeId,
}

/// The start that all executions have in common.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Start {
    /// How many steps it has.
    pub steps: u64,
    /// Where it ends.
    pub location: LocationId,
    /// The values of variables at its end, of those that the caller asked for.
    pub values: Vec<(Term, Term)>,
    /// What was chosen on the way, in order.
    pub chosen: Vec<Chosen>,
    /// What was assumed on the way: executions in which it does not hold end there.
    pub assumed: Vec<Term>,
}

/// What an executor notes about the start of an execution.
#[derive(Default)]
pub struct Log {
    /// Edges that lead into another component.
    crossings: Vec<bool>,
    /// How often each edge was taken.
    taken: Vec<u32>,
    /// The greatest of these numbers.
    most: u32,
    /// The step of the last crossing behind an edge that was taken so often.
    last: Option<u64>,
    /// Edges must have been taken so often before a crossing counts.
    wanted: u32,
    chosen: Vec<(EdgeId, Term, Symbol)>,
    /// So many constraints of the trail are assumptions.
    pub accepted: usize,
}

/// What stands for what was chosen.
#[derive(Clone)]
enum Symbol {
    Number(Term),
    Array(Rc<Open>),
}

impl Log {
    /// Notes a step.
    pub fn count(&mut self, edge: EdgeId, steps: u64) {
        let taken = &mut self.taken[edge.index()];
        *taken += 1;
        self.most = self.most.max(*taken);
        if self.crossings[edge.index()] && self.most >= self.wanted {
            self.last = Some(steps);
        }
    }

    /// Notes what a `havoc` chose for a variable.
    pub fn choose(&mut self, edge: EdgeId, variable: Term, shadow: &Shadow) -> Result<(), Ending> {
        if self.chosen.len() >= MAX_CHOICES {
            return Err(Ending::Undetermined("too much is arbitrary".into()));
        }
        let symbol = match shadow {
            Shadow::Scalar(symbol) => Symbol::Number(*symbol),
            Shadow::Array(array) => match &array.open {
                Some(open) => Symbol::Array(open.clone()),
                None => return Ok(()),
            },
            Shadow::None => return Ok(()),
        };
        self.chosen.push((edge, variable, symbol));
        Ok(())
    }
}

impl<'p> Executor<'p> {
    /// Insists that the execution of a single procedure is the only one, and notes how it starts. `crossings` says which edges
    /// lead from one component into another. The program must have no calls.
    pub fn starting(mut self, crossings: Vec<bool>) -> Executor<'p> {
        self.is_determined = true;
        self.state.is_strict = true;
        let taken = vec![0; crossings.len()];
        self.log = Some(Box::new(Log { crossings, taken, ..Log::default() }));
        self.with_trail()
    }

    /// After how many steps the common start ends with a crossing, at the latest, if some edge is taken so often before.
    pub fn longest_start(&mut self, entry: ProcedureId, limit: u64, wanted: u32) -> Option<u64> {
        self.begin_log(None, wanted);
        self.run(entry, limit);
        self.log.as_ref().and_then(|log| log.last)
    }

    /// The state after so many steps, if all executions start with them and no more than `most` elements of arrays are known;
    /// one with bit-vectors as indices counts as five.
    pub fn start(
        &mut self,
        entry: ProcedureId,
        steps: u64,
        needed: &FxHashSet<Term>,
        most: usize,
    ) -> Option<Start> {
        self.begin_log(Some(steps), u32::MAX);
        let execution = self.run(entry, steps);
        if execution.ending != Ending::StepLimit || execution.steps != steps {
            return None;
        }
        if self.trail()?.overapproximation.is_some() {
            return None;
        }
        Reader::new(self, most)?.start(steps, execution.place.1, needed)
    }

    /// The path depends on an assumption where there is no other way: executions in which it does not hold end, and the
    /// others go on together. `before` is how many constraints there were without it.
    pub(super) fn accept(&mut self, before: usize) {
        let Some(known) = self.trail().map(|trail| trail.constraints.len()) else { return };
        if let Some(log) = &mut self.log
            && log.accepted == before
        {
            log.accepted = known;
        }
    }

    fn begin_log(&mut self, end: Option<u64>, wanted: u32) {
        self.pause = end.unwrap_or(u64::MAX);
        if let Some(log) = &mut self.log {
            log.taken.iter_mut().for_each(|taken| *taken = 0);
            (log.most, log.last, log.wanted) = (0, None, wanted);
            log.accepted = 0;
            log.chosen.clear();
        }
    }
}

/// Reads the state of an execution as terms.
struct Reader<'r, 'p> {
    executor: &'r Executor<'p>,
    /// What stands for the symbols of the execution.
    symbols: Substitution,
    /// What stands for arrays of arbitrary elements.
    arrays: FxHashMap<*const Open, Term>,
    chosen: Vec<Chosen>,
    /// Everything that may occur in a term.
    known: FxHashSet<Term>,
    /// So many more elements of arrays may be told.
    left: usize,
}

impl<'r, 'p> Reader<'r, 'p> {
    fn new(executor: &'r Executor<'p>, most: usize) -> Option<Reader<'r, 'p>> {
        let (log, variables) = (executor.log.as_ref()?, &executor.program.globals);
        let mut reader = Reader {
            executor,
            symbols: Substitution::new(),
            arrays: FxHashMap::default(),
            chosen: Vec::new(),
            known: variables.iter().copied().collect(),
            left: most,
        };
        for (variable, shadow) in variables.iter().zip(&executor.initial) {
            match shadow {
                Shadow::Scalar(symbol) => reader.symbols.insert(*symbol, *variable),
                Shadow::Array(array) => reader.open(array.open.as_ref()?, *variable),
                Shadow::None => return None,
            }
        }
        for (number, (edge, variable, symbol)) in log.chosen.iter().enumerate() {
            let name = format!("start.{number}.{}", variable.as_var()?);
            let own = mk::var(name.as_str(), variable.sort());
            reader.known.insert(own);
            reader.chosen.push(Chosen { symbol: own, edge: *edge });
            match symbol {
                Symbol::Number(symbol) => reader.symbols.insert(*symbol, own),
                Symbol::Array(open) => reader.open(open, own),
            }
        }
        Some(reader)
    }

    /// A term stands for an array of arbitrary elements, and so do its elements for those that were read.
    fn open(&mut self, open: &Rc<Open>, term: Term) {
        self.arrays.insert(Rc::as_ptr(open), term);
        let Sort::Array(parts) = term.sort() else { return };
        let Some(shadows) = &self.executor.state.shadows else { return };
        for (index, shadow) in shadows.decided.of(open) {
            let element = mk::select(term, index.to_term(parts.index()));
            match shadow {
                Shadow::Scalar(symbol) => self.symbols.insert(*symbol, element),
                Shadow::Array(array) => {
                    if let Some(inner) = &array.open {
                        self.open(inner, element);
                    }
                }
                Shadow::None => {}
            }
        }
    }

    fn start(mut self, steps: u64, location: LocationId, needed: &FxHashSet<Term>) -> Option<Start> {
        let executor = self.executor;
        let shadows = executor.state.shadows.as_ref()?;
        let mut values = Vec::new();
        for (position, variable) in executor.program.globals.iter().enumerate() {
            if !needed.contains(variable) {
                continue;
            }
            let value = &executor.state.globals[position];
            let shadow = shadows.read(Operand::Global(position as u32), 0);
            let term = self.term(value, &shadow, variable.sort())?;
            if !term.free_variables().iter().all(|variable| self.known.contains(variable)) {
                return None;
            }
            if term != *variable {
                values.push((*variable, term));
            }
        }
        let mut assumed = Vec::new();
        for constraint in &shadows.trail.constraints {
            let condition = self.symbols.apply(constraint.condition);
            if !condition.free_variables().iter().all(|variable| self.known.contains(variable)) {
                return None;
            }
            if !condition.is_true() && !assumed.contains(&condition) {
                assumed.push(condition);
            }
        }
        Some(Start { steps, location, values, chosen: self.chosen, assumed })
    }

    /// A value as a term; none if it is not known as one, or too large.
    fn term(&mut self, value: &Value, shadow: &Shadow, sort: Sort) -> Option<Term> {
        match (shadow, sort) {
            (Shadow::Scalar(term), sort) => {
                let term = self.symbols.apply(*term);
                // The shadow of a bit-vector may be narrower.
                match (term.sort(), sort) {
                    (own, sort) if own == sort => Some(term),
                    (Sort::BitVec(own), Sort::BitVec(width)) if own < width => {
                        Some(mk::zero_extend(width - own, term))
                    }
                    (Sort::BitVec(own), Sort::BitVec(width)) if own > width => {
                        Some(mk::extract(width - 1, 0, term))
                    }
                    _ => None,
                }
            }
            (Shadow::None, Sort::Array(_)) => {
                self.left = self.left.checked_sub(effort(value, sort))?;
                Some(value.to_term(sort))
            }
            (Shadow::None, _) => Some(value.to_term(sort)),
            (Shadow::Array(array), Sort::Array(parts)) => {
                let concrete = value.as_array();
                let mut stores: Vec<(Term, Term)> = Vec::new();
                let bottom = match &array.open {
                    Some(open) => *self.arrays.get(&Rc::as_ptr(open))?,
                    None => {
                        for (index, element) in concrete.entries() {
                            if !array.entries.contains_key(index) {
                                self.left = self.left.checked_sub(effort_of_one(sort))?;
                                let element = self.term(element, &Shadow::None, parts.element())?;
                                stores.push((index.to_term(parts.index()), element));
                            }
                        }
                        mk::const_array(sort, concrete.default().to_term(parts.element()))
                    }
                };
                for (index, shadow) in &array.entries {
                    self.left = self.left.checked_sub(effort_of_one(sort))?;
                    let element = self.term(concrete.read(index), shadow, parts.element())?;
                    stores.push((index.to_term(parts.index()), element));
                }
                // Tables have no order.
                stores.sort_unstable_by_key(|(index, _)| *index);
                let stored = |array, (index, element)| match mk::select(bottom, index) == element {
                    true => array,
                    false => mk::store(array, index, element),
                };
                Some(stores.into_iter().fold(bottom, stored))
            }
            (Shadow::Array(_), _) => None,
        }
    }
}

/// How much solvers have to do with an element of an array: bits of indices are compared one by one.
fn effort_of_one(sort: Sort) -> usize {
    match sort {
        Sort::Array(parts) if matches!(parts.index(), Sort::BitVec(_)) => 5,
        _ => 1,
    }
}

/// How much solvers have to do with the elements of an array.
fn effort(value: &Value, sort: Sort) -> usize {
    match (value, sort) {
        (Value::Array(array), Sort::Array(parts)) => {
            let inner = array.entries().map(|(_, element)| effort(element, parts.element()));
            inner.map(|inner| inner.max(effort_of_one(sort))).sum()
        }
        _ => 1,
    }
}
