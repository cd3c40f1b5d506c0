//! Unfolding: the values of some variables become part of the location.
//!
//! Variables that only hold constants, such as the state of an automaton that runs beside the program, can be computed
//! while the graph is built: each location is copied for each combination of their values, and conditions about them are
//! decided. A value that is not a constant is not known, and the variable stays what it was. Where nobody reads a variable
//! before it is written again, its value is forgotten, so that copies meet again.
//!
//! The executions are those of the graph: a copy has the same edges, with the known values put in for the variables.

use base::index::IndexVec;
use rustc_hash::{FxHashMap, FxHashSet};
use term::{Substitution, Term};

use crate::ir::{Cfg, Edge, LocationId, Statement, verify_cfg};

/// The values of the unfolded variables, as far as they are known.
type Values = Vec<Option<Term>>;

impl Cfg {
    /// The graph with the values of these variables in its locations; `None` if it would have more edges.
    pub fn unfold(&self, variables: &[Term], edge_limit: usize) -> Option<Cfg> {
        let mut result = Cfg { locations: IndexVec::new(), edges: IndexVec::new(), ..self.clone() };
        let live = self.live_locations(variables);
        let outgoing = self.outgoing();
        let mut ids: FxHashMap<(LocationId, Values), LocationId> = FxHashMap::default();
        let start = (self.entry, vec![None; variables.len()]);
        let mut work = vec![start.clone()];
        result.entry = result.locations.push(self.locations[self.entry].clone());
        ids.insert(start, result.entry);
        while let Some((location, values)) = work.pop() {
            let source = ids[&(location, values.clone())];
            for &id in &outgoing[location] {
                let edge = &self.edges[id];
                let Some((statement, mut values)) = step(&edge.statement, variables, &values) else {
                    continue;
                };
                for (value, live) in values.iter_mut().zip(&live) {
                    value.take_if(|_| !live[edge.destination]);
                }
                let key = (edge.destination, values);
                let destination = *ids.entry(key.clone()).or_insert_with(|| {
                    work.push(key);
                    result.locations.push(self.locations[edge.destination].clone())
                });
                let provenance = edge.provenance.clone();
                result.edges.push(Edge { source, destination, statement, provenance });
                if result.edges.len() > edge_limit {
                    return None;
                }
            }
        }
        debug_assert_eq!(verify_cfg(&result), Ok(()));
        Some(result)
    }

    /// For each variable, where its value may still be read.
    fn live_locations(&self, variables: &[Term]) -> Vec<IndexVec<LocationId, bool>> {
        let incoming = self.incoming();
        let of = |variable: &Term| {
            let mut live = IndexVec::from_elem(false, self.locations.len());
            let reads = |edge: &Edge| edge.statement.expressions().iter().any(|e| e.has_free(*variable));
            let mut work: Vec<LocationId> =
                self.edges.iter().filter(|edge| reads(edge)).map(|edge| edge.source).collect();
            while let Some(location) = work.pop() {
                if std::mem::replace(&mut live[location], true) {
                    continue;
                }
                let before = incoming[location].iter().map(|&edge| &self.edges[edge]);
                work.extend(
                    before
                        .filter(|edge| !edge.statement.modified().contains(variable))
                        .map(|edge| edge.source),
                );
            }
            live
        };
        variables.iter().map(of).collect()
    }
}

/// What a statement does if these values are known; `None` if it cannot be executed.
fn step(statement: &Statement, variables: &[Term], values: &Values) -> Option<(Statement, Values)> {
    let mut known = Substitution::new();
    for (variable, value) in variables.iter().zip(values) {
        if let Some(value) = value {
            known.insert(*variable, *value);
        }
    }
    let mut values = values.clone();
    let statement = match statement {
        Statement::Assume(condition) => {
            let condition = known.apply(*condition);
            if condition.is_false() {
                return None;
            }
            Statement::Assume(condition)
        }
        Statement::Assign(pairs) => {
            let pairs: Vec<(Term, Term)> = pairs.iter().map(|(v, e)| (*v, known.apply(*e))).collect();
            for (variable, expression) in &pairs {
                if let Some(position) = variables.iter().position(|other| other == variable) {
                    values[position] = expression.is_value().then_some(*expression);
                }
            }
            Statement::Assign(pairs)
        }
        other => {
            let modified: FxHashSet<Term> = other.modified().into_iter().collect();
            for (variable, value) in variables.iter().zip(&mut values) {
                value.take_if(|_| modified.contains(variable));
            }
            other.clone()
        }
    };
    Some((statement, values))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ir::{Location, Provenance, Target, Violation};
    use term::{Sort, build as mk};

    /// A loop that counts to `bound` in `s` and fails there, if anything lets it.
    fn counter(bound: i64) -> (Cfg, Term) {
        let s = mk::var("s", Sort::Int);
        let mut cfg = Cfg::new();
        cfg.variables.push(s);
        let violation = Violation { property: "assert".into(), message: "no".into(), span: None };
        let mut location = |target| cfg.locations.push(Location { target, ..Location::default() });
        let (head, body) = (location(None), location(None));
        let (entry, error) = (cfg.entry, location(Some(Target::Violation(violation))));
        let mut edge = |from, to, statement| cfg.add_edge(from, to, statement, Provenance::default());
        edge(entry, head, Statement::assign(s, mk::int(0)));
        edge(head, body, Statement::Assume(mk::lt(s, mk::int(bound))));
        edge(body, head, Statement::assign(s, mk::add2(s, mk::int(1))));
        edge(head, error, Statement::Assume(mk::eq(s, mk::int(bound))));
        (cfg, s)
    }

    #[test]
    fn values_become_locations() {
        let (cfg, s) = counter(3);
        let unfolded = cfg.unfold(&[s], 100).expect("it is small");
        assert_eq!(unfolded.edges.len(), 1 + 3 + 3 + 1);
        assert!(unfolded.loop_heads().is_empty());
        assert_eq!(unfolded.targets().count(), 1);
        assert!(cfg.unfold(&[s], 5).is_none());
        // Nothing is known about other variables.
        let other = mk::var("other", Sort::Int);
        assert_eq!(cfg.unfold(&[other], 100).map(|same| same.edges.len()), Some(cfg.edges.len()));
    }
}
