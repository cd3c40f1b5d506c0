//! Executions that are the only one of their program.
//!
//! If no condition that an execution evaluates depends on anything that the program leaves open, every execution takes the
//! same path: then it is a proof that no other location is reached. So an executor that *insists* on that gives a symbol
//! to every variable that nobody has written, stops at the first dependency, and refuses what has a value only because
//! the interpreter chose one: unspecified operations, functions, quantifiers.

use base::index::{Idx, IndexVec};
use program::{CoreProgram, LocationId, Procedure, ProcedureId, Statement};
use rustc_hash::{FxHashMap, FxHashSet};
use term::{Op, Sort, Term};

use super::shadow::Shadow;
use super::trail::Trail;
use super::value::Value;
use super::{Ending, Executor};

/// Why a program cannot be shown to have one execution, if its terms have a value that was chosen for them.
fn chosen_value(program: &CoreProgram) -> Option<&'static str> {
    if !program.axioms.is_empty() {
        return Some("there are axioms");
    }
    let edges = program.procedures.iter().flat_map(|procedure| procedure.edges.iter());
    chosen_in(edges.flat_map(|edge| edge.statement.expressions()).collect())
}

/// Whether what a statement does may be the interpreter's choice where SMT-LIB leaves it open. Integers are
/// divided by zero nowhere in an execution that is to be the only one.
pub fn is_left_open(statement: &Statement) -> bool {
    chosen_in(statement.expressions()).is_some()
}

fn chosen_in(mut work: Vec<Term>) -> Option<&'static str> {
    let mut seen = FxHashSet::default();
    while let Some(term) = work.pop() {
        if !seen.insert(term) {
            continue;
        }
        match term.op() {
            Op::RealDiv | Op::FpToUbv(_) | Op::FpToSbv(_) | Op::FpToReal => {
                return Some("an operation is not always specified");
            }
            Op::FpMin | Op::FpMax | Op::FpToBits => return Some("an operation is not fully specified"),
            Op::Apply(_) => return Some("there are functions"),
            Op::Forall(_) | Op::Exists(_) => return Some("there are quantifiers"),
            _ => work.extend(term.arguments()),
        }
    }
    None
}

/// Whether a procedure may read a number that it has not written; parameters are written by its caller. Elements of arrays
/// are not numbers in this sense: each has a decision of its own.
pub fn may_read_unwritten(procedure: &Procedure) -> bool {
    let scalars = procedure.results.iter().chain(&procedure.locals);
    let scalars = scalars.filter(|variable| !matches!(variable.sort(), Sort::Array(_)));
    let positions: FxHashMap<Term, usize> =
        scalars.enumerate().map(|(position, variable)| (*variable, position)).collect();
    let words = positions.len().div_ceil(64);
    let mut outgoing: IndexVec<LocationId, Vec<usize>> =
        IndexVec::from_elem(Vec::new(), procedure.locations.len());
    let edges: Vec<_> = procedure.edges.iter().collect();
    for (number, edge) in edges.iter().enumerate() {
        outgoing[edge.source].push(number);
    }
    // What was written on all ways to a location.
    let mut written: IndexVec<LocationId, Option<Vec<u64>>> =
        IndexVec::from_elem(None, procedure.locations.len());
    written[procedure.entry] = Some(vec![0; words]);
    let mut work = vec![procedure.entry];
    while let Some(location) = work.pop() {
        let Some(before) = written[location].clone() else { continue };
        for &number in &outgoing[location] {
            let mut after = before.clone();
            for variable in edges[number].statement.modified() {
                if let Some(position) = positions.get(&variable) {
                    after[position / 64] |= 1 << (position % 64);
                }
            }
            let known = &mut written[edges[number].destination];
            let met = match known {
                Some(known) => known.iter().zip(&after).map(|(a, b)| a & b).collect(),
                None => after,
            };
            if known.as_ref() != Some(&met) {
                *known = Some(met);
                work.push(edges[number].destination);
            }
        }
    }
    let is_unwritten = |at: LocationId, variable: &Term| {
        let (Some(position), Some(written)) = (positions.get(variable), &written[at]) else { return false };
        written[position / 64] & (1 << (position % 64)) == 0
    };
    let reads = |edge: &&program::Edge| {
        let terms = edge.statement.expressions();
        terms.iter().any(|term| term.free_variables().iter().any(|v| is_unwritten(edge.source, v)))
    };
    let mut returned = procedure.results.iter();
    edges.iter().any(reads) || returned.any(|result| is_unwritten(procedure.exit, result))
}

/// Variables that nobody has written have any value; arrays are open already.
pub fn open_numbers(variables: &[Term], values: &[Value], shadows: &mut [Shadow], trail: &mut Trail) {
    for ((variable, value), shadow) in variables.iter().zip(values).zip(shadows) {
        if !matches!(variable.sort(), Sort::Array(_)) {
            *shadow = Shadow::Scalar(trail.decide(value.to_term(variable.sort()), None));
        }
    }
}

/// An execution that is to be the only one makes no more decisions.
const MAX_DECISIONS: usize = 2_000_000;

impl<'p> Executor<'p> {
    /// Insists that the execution is the only one: it ends as *undetermined* as soon as its path depends on something
    /// that the program leaves open. The error says why that cannot be found out.
    pub fn determined(mut self) -> Result<Executor<'p>, &'static str> {
        if let Some(why) = chosen_value(self.program) {
            return Err(why);
        }
        self.is_determined = true;
        self.state.is_strict = true;
        Ok(self.with_trail())
    }

    /// Whether a procedure may read what it has not written.
    pub(super) fn reads_unwritten(&mut self, procedure: usize) -> bool {
        let (program, id) = (self.program, ProcedureId::from_usize(procedure));
        let reads = || may_read_unwritten(&program.procedures[id]);
        *self.reads_unwritten.entry(procedure).or_insert_with(reads)
    }

    /// Ends the execution if its path depends on a decision.
    pub(super) fn insist(&self) -> Result<(), Ending> {
        let trail = &self.state.shadows.as_ref().expect("there is a trail").trail;
        let accepted = self.log.as_ref().map_or(0, |log| log.accepted);
        if trail.constraints.len() > accepted || self.execution.choice.is_some() {
            return Err(Ending::Undetermined("the path depends on what is arbitrary".into()));
        }
        if trail.decisions.len() > MAX_DECISIONS {
            return Err(Ending::Undetermined("too much is arbitrary".into()));
        }
        Ok(())
    }
}
