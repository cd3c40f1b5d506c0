//! Liveness: the variables of a procedure whose values may still be read.

use base::index::IndexVec;
use rustc_hash::FxHashSet;
use term::Term;

use crate::ir::{EdgeId, LocationId, Procedure};

/// For each location, the parameters, results and locals that are read later before they are written. At the exit,
/// these are the results.
pub(crate) fn live_variables(procedure: &Procedure) -> IndexVec<LocationId, FxHashSet<Term>> {
    let frame = procedure.parameters.iter().chain(&procedure.results).chain(&procedure.locals);
    let frame: FxHashSet<Term> = frame.copied().collect();
    let mut live = IndexVec::from_elem(FxHashSet::default(), procedure.locations.len());
    live[procedure.exit].extend(procedure.results.iter().copied());
    let mut incoming: IndexVec<LocationId, Vec<EdgeId>> =
        IndexVec::from_elem(Vec::new(), procedure.locations.len());
    for (id, edge) in procedure.edges.iter_enumerated() {
        incoming[edge.destination].push(id);
    }
    let mut work: Vec<LocationId> = procedure.locations.ids().collect();
    while let Some(location) = work.pop() {
        for &edge in &incoming[location] {
            let edge = &procedure.edges[edge];
            let mut before: FxHashSet<Term> = live[location].clone();
            for variable in edge.statement.modified() {
                before.remove(&variable);
            }
            let read = edge.statement.expressions();
            before.extend(read.iter().flat_map(|e| e.free_variables()).filter(|v| frame.contains(*v)));
            let known: &mut FxHashSet<Term> = &mut live[edge.source];
            let count = known.len();
            known.extend(before);
            if known.len() > count {
                work.push(edge.source);
            }
        }
    }
    live
}

#[cfg(test)]
mod tests {
    use base::index::Idx;

    use super::live_variables;
    use crate::{LocationId, read_program};

    #[test]
    fn what_is_overwritten_is_not_live() {
        let text = "
            var g: Int
            entry main
            procedure main(a: Int, b: Int) returns (r: Int) {
              var t: Int
              L0 -> L2: t := (+ a g)
              L2 -> L3: call b := main(t, 0)
              L3 -> L2: assume (< b g)
              L3 -> L1: r := b
            }";
        let program = read_program(text).expect("a program");
        let procedure = &program.procedures[program.entries[0]];
        let live = live_variables(procedure);
        let names = |location: usize| {
            let mut names: Vec<String> =
                live[LocationId::from_usize(location)].iter().map(|v| v.to_string()).collect();
            names.sort();
            names.join(" ")
        };
        assert_eq!([names(0), names(1), names(2), names(3)], ["a", "r", "t", "b t"]);
    }
}
