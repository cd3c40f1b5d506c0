//! Executions that are the only one of their program.
//!
//! If no condition that an execution evaluates depends on anything that the program leaves open, every execution takes the
//! same path: then it is a proof that no other location is reached. So an executor that *insists* on that gives a symbol
//! to every variable that nobody has written, stops at the first dependency, and refuses what has a value only because
//! the interpreter chose one: unspecified operations, functions, quantifiers.

use base::index::IndexVec;
use program::{CoreProgram, LocationId, Procedure};
use rustc_hash::{FxHashMap, FxHashSet};
use term::{Op, Sort, Term};

/// Why a program cannot be shown to have one execution, if its terms have a value that was chosen for them.
pub fn chosen_value(program: &CoreProgram) -> Option<&'static str> {
    let mut seen = FxHashSet::default();
    let edges = program.procedures.iter().flat_map(|procedure| procedure.edges.iter());
    let mut work: Vec<Term> = edges.flat_map(|edge| edge.statement.expressions()).collect();
    if !program.axioms.is_empty() {
        return Some("there are axioms");
    }
    while let Some(term) = work.pop() {
        if !seen.insert(term) {
            continue;
        }
        match term.op() {
            Op::IntDiv | Op::Mod | Op::RealDiv | Op::FpToUbv(_) | Op::FpToSbv(_) | Op::FpToReal => {
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
