//! Another start: a graph whose executions begin in a state that was found out before.

use std::rc::Rc;

use crate::ir::{Cfg, EdgeId, Location, LocationId, Provenance, Statement};
use term::{Term, build as mk};

impl Cfg {
    /// The graph with executions that begin at another location. The variables have these values there, in which variables
    /// stand for what they hold at first, and symbols for what these edges choose, all of them a `havoc`. What is chosen comes
    /// first, with the provenance of its edges, so that inputs stay inputs; then what is assumed of it.
    pub fn starting_at(
        &self,
        location: LocationId,
        chosen: &[(EdgeId, Vec<Term>)],
        assumed: Vec<Term>,
        values: Vec<(Term, Term)>,
        text: Rc<str>,
    ) -> Cfg {
        let mut cfg = self.clone();
        let mut at = cfg.locations.push(Location { name: "start".into(), ..Location::default() });
        cfg.entry = at;
        for (edge, symbols) in chosen {
            let next = cfg.locations.push(Location::default());
            let provenance = cfg.edges[*edge].provenance.clone();
            cfg.add_edge(at, next, Statement::Havoc(symbols.clone()), provenance);
            cfg.variables.extend(symbols);
            at = next;
        }
        let provenance = Provenance { text, ..Provenance::default() };
        if !assumed.is_empty() {
            let next = cfg.locations.push(Location::default());
            cfg.add_edge(at, next, Statement::Assume(mk::and(assumed)), provenance.clone());
            at = next;
        }
        cfg.add_edge(at, location, Statement::Assign(values), provenance);
        cfg
    }
}

#[cfg(test)]
mod tests {
    use base::index::Idx;
    use term::{Sort, build as mk};

    use crate::ir::{EdgeId, LocationId, read_cfg};

    #[test]
    fn what_was_chosen_comes_first() {
        let text = "
            var x: Int
            var y: Int
            L0 -> L1 input \"read\": havoc x
            L1 -> L2: y := (+ x 1)
            L2 -> L3: assume (< y 0)";
        let cfg = read_cfg(text).expect("a graph");
        let (y, symbol) = (mk::var("y", Sort::Int), mk::var("start.0.x", Sort::Int));
        let value = mk::add([symbol, mk::int(1)]);
        let (edge, location) = (EdgeId::from_usize(0), LocationId::from_usize(2));
        let assumed = vec![mk::le(symbol, mk::int(9))];
        let chosen = [(edge, vec![symbol])];
        let started = cfg.starting_at(location, &chosen, assumed, vec![(y, value)], "before".into());
        assert_eq!(started.entry.index(), cfg.locations.len());
        let added: Vec<_> = started.edges.iter().skip(cfg.edges.len()).collect();
        assert_eq!(added[0].provenance.input.as_deref(), Some("read"));
        assert_eq!((added[0].source, added[2].destination), (started.entry, location));
        assert!(started.variables.contains(&symbol));
        crate::verify_cfg(&started).expect("the graph is well-formed");
    }
}
