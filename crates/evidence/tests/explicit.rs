//! The proof checker against explicit enumeration of states.
//!
//! Over three Booleans, everything about a graph can be computed: the states that
//! reach each location, and whether given invariants are inductive. For random
//! graphs, the strongest invariants are accepted exactly if no target is reachable,
//! and random invariants are accepted exactly if they are inductive edge by edge
//! between cut points, which enumeration decides.

use base::Budget;
use base::index::{Idx, IndexVec};
use evidence::{Rejection, check_proof};
use program::{Cfg, Limit, LocationId, Proof, Provenance, Statement, Target};
use proptest::prelude::*;
use smt::{SolverOptions, Z3Solver};
use term::{Model, Sort, Term, build as mk};

/// The values of the three variables, one bit each.
type State = usize;
/// A set of states, one bit each.
type States = u8;

const ALL: States = 0xff;

fn variables() -> [Term; 3] {
    ["a", "b", "c"].map(|name| mk::var(name, Sort::Bool))
}

fn value(state: State, position: usize) -> Term {
    mk::bool(state >> position & 1 == 1)
}

fn evaluate(state: State, formula: Term) -> bool {
    let mut model = Model::default();
    for (position, variable) in variables().into_iter().enumerate() {
        model.insert(variable, value(state, position));
    }
    model.eval(formula).is_true()
}

fn states_of(set: States) -> impl Iterator<Item = State> {
    (0..8).filter(move |state| set >> state & 1 == 1)
}

/// The formula that holds in exactly these states.
fn formula(set: States) -> Term {
    let of_state = |state: State| {
        let equal = |(position, variable): (usize, Term)| mk::eq(variable, value(state, position));
        mk::and(variables().into_iter().enumerate().map(equal))
    };
    mk::or(states_of(set).map(of_state))
}

/// The states behind a statement.
fn post(set: States, statement: &Statement) -> States {
    let variables = variables();
    let position = |v: &Term| variables.iter().position(|other| other == v).expect("one of the three");
    let mut after = 0;
    for state in states_of(set) {
        match statement {
            Statement::Assume(condition) => after |= u8::from(evaluate(state, *condition)) << state,
            Statement::Assign(pairs) => {
                let mut next = state;
                for (variable, expression) in pairs {
                    let bit = 1 << position(variable);
                    next = if evaluate(state, *expression) { next | bit } else { next & !bit };
                }
                after |= 1 << next;
            }
            Statement::Havoc(havoced) => {
                let mask: State = havoced.iter().map(|v| 1 << position(v)).sum();
                for next in (0..8).filter(|next| next & !mask == state & !mask) {
                    after |= 1 << next;
                }
            }
            Statement::Call(_) => unreachable!("there are no calls"),
        }
    }
    after
}

fn statement(kind: usize) -> Statement {
    let [a, b, c] = variables();
    match kind {
        0 => Statement::Assume(mk::or2(a, b)),
        1 => Statement::Assume(mk::not(a)),
        2 => Statement::Assume(mk::and2(c, mk::not(b))),
        3 => Statement::Assign(vec![(a, b), (b, a)]),
        4 => Statement::Assign(vec![(c, mk::xor(a, b)), (a, mk::tt())]),
        5 => Statement::assign(b, mk::ff()),
        6 => Statement::Havoc(vec![c]),
        7 => Statement::assign(a, mk::not(a)),
        8 => Statement::Assume(mk::eq(a, c)),
        _ => Statement::skip(),
    }
}

/// Locations in number, edges as numbers; the last location is a target.
fn graph(locations: usize, edges: &[(usize, usize, usize)]) -> Cfg {
    let mut cfg = Cfg::new();
    cfg.variables = variables().to_vec();
    for _ in 1..locations {
        cfg.locations.push(Default::default());
    }
    let last = LocationId::from_usize(locations - 1);
    cfg.locations[last].target = Some(Target::Limit(Limit::Recursion));
    for &(source, destination, kind) in edges {
        let source = LocationId::from_usize(source % (locations - 1));
        let destination = LocationId::from_usize(destination % locations);
        cfg.add_edge(source, destination, statement(kind), Provenance::default());
    }
    cfg
}

/// The states that get to each location from the given ones, without going on from `stops`.
fn reach(cfg: &Cfg, start: LocationId, states: States, stops: &[LocationId]) -> IndexVec<LocationId, States> {
    let mut reached = IndexVec::from_elem(0, cfg.locations.len());
    let mut work = vec![(start, states)];
    while let Some((location, states)) = work.pop() {
        for edge in cfg.edges.iter().filter(|edge| edge.source == location) {
            let new = post(states, &edge.statement) & !reached[edge.destination];
            reached[edge.destination] |= new;
            if new != 0 && !stops.contains(&edge.destination) {
                work.push((edge.destination, new));
            }
        }
    }
    reached
}

fn check(cfg: &Cfg, invariants: &[(LocationId, States)]) -> Result<(), Rejection> {
    let proof = Proof::of(invariants.iter().map(|(l, set)| (*l, formula(*set))).collect());
    let options = SolverOptions::default();
    let mut solver = Z3Solver::new(&options).expect("Z3 is there");
    check_proof(cfg, &proof, &mut solver, &Budget::unlimited()).map(|_| ())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn the_strongest_invariants_are_a_proof(
        locations in 3..7usize,
        edges in prop::collection::vec((0..100usize, 0..100usize, 0..10usize), 1..14),
    ) {
        let cfg = graph(locations, &edges);
        let mut reached = reach(&cfg, cfg.entry, ALL, &[]);
        reached[cfg.entry] = ALL;
        let target = LocationId::from_usize(locations - 1);
        let heads = cfg.loop_heads();
        let invariants: Vec<_> = heads.iter().map(|l| (*l, reached[*l])).collect();
        let result = check(&cfg, &invariants);
        prop_assert_eq!(result.is_ok(), reached[target] == 0, "{:?} in\n{}", result, cfg.to_text());
    }

    #[test]
    fn random_invariants_are_accepted_if_inductive(
        locations in 3..6usize,
        edges in prop::collection::vec((0..100usize, 0..100usize, 0..10usize), 1..10),
        sets in prop::collection::vec(prop_oneof![Just(ALL), Just(0), any::<u8>()], 6),
    ) {
        let cfg = graph(locations, &edges);
        let target = LocationId::from_usize(locations - 1);
        let mut invariants: Vec<_> = cfg.loop_heads().into_iter().map(|l| (l, sets[l.index()])).collect();
        let given = invariants.clone();
        invariants.retain(|(l, _)| *l != cfg.entry);
        let at_entry = given.iter().find(|(l, _)| *l == cfg.entry).map_or(ALL, |(_, set)| *set);
        invariants.extend([(cfg.entry, at_entry), (target, 0)]);
        let stops: Vec<LocationId> = invariants.iter().map(|(l, _)| *l).collect();
        // Only what the entry reaches in the graph counts; the checker ignores the rest as well.
        let mut in_graph = vec![cfg.entry];
        let mut next = 0;
        while let Some(&location) = in_graph.get(next) {
            next += 1;
            let behind = cfg.edges.iter().filter(|edge| edge.source == location).map(|edge| edge.destination);
            let new: Vec<_> = behind.filter(|l| !in_graph.contains(l)).collect();
            in_graph.extend(new);
        }
        let keeps = |&(from, set): &(LocationId, States)| {
            let reached = reach(&cfg, from, set, &stops);
            invariants.iter().all(|&(to, wanted)| reached[to] & !wanted == 0)
        };
        let is_inductive =
            at_entry == ALL && invariants.iter().filter(|(l, _)| in_graph.contains(l)).all(keeps);
        let result = check(&cfg, &given);
        prop_assert_eq!(result.is_ok(), is_inductive, "{:?} in\n{}", result, cfg.to_text());
    }
}
