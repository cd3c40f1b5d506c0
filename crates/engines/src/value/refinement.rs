//! The refinement of a path: which places are to be tracked where, so that the path is excluded.
//!
//! The infeasible sliced prefixes of the path (Algorithm 1) each give a precision, and heuristics select one of them
//! (Algorithm 2).

use program::{DomainTypes, EdgeId};
use refine::{Features, Selection};
use term::Term;

use super::explore::Graph;
use super::interpolate::{ExcludedPrefix, Needed, sliced_prefixes};
use super::precision::Precision;
use super::transfer::Machine;

/// At most so many prefixes are compared.
const MAX_PREFIXES: usize = 24;

/// Refines precisions.
pub struct Refiner {
    types: DomainTypes,
    selection: Option<Selection>,
    /// How many prefixes were compared.
    pub prefixes: u64,
    /// How often the selected one was not the first.
    pub not_first: u64,
}

impl Refiner {
    /// A refiner for programs with these types of variables. Without a selection, the first prefix is taken.
    pub fn new(types: DomainTypes, selection: Option<Selection>) -> Refiner {
        Refiner { types, selection, prefixes: 0, not_first: 0 }
    }

    /// The refinement of a path; `None` if the value domain does not exclude it.
    pub fn refine(&mut self, machine: &mut Machine, path: &[EdgeId]) -> Option<ExcludedPrefix> {
        let most = if self.selection.is_some() { MAX_PREFIXES } else { 1 };
        let mut prefixes = sliced_prefixes(machine, &self.types, path, most);
        self.prefixes += prefixes.len() as u64;
        let best = match &self.selection {
            Some(selection) => {
                let features: Vec<Features> =
                    prefixes.iter().map(|prefix| self.features(machine, prefix)).collect();
                selection.best(&features)?
            }
            None if prefixes.is_empty() => return None,
            None => 0,
        };
        self.not_first += u64::from(best > 0);
        Some(prefixes.swap_remove(best))
    }

    /// All refinements of a path, the shortest prefix first.
    pub fn prefixes(&self, machine: &mut Machine, path: &[EdgeId]) -> Vec<ExcludedPrefix> {
        sliced_prefixes(machine, &self.types, path, MAX_PREFIXES)
    }

    /// The domain types of the variables.
    pub fn types(&self) -> &DomainTypes {
        &self.types
    }

    /// What heuristics know about a refinement.
    pub fn features(&self, machine: &Machine, prefix: &ExcludedPrefix) -> Features {
        let positions = || prefix.needed.iter().enumerate().filter(|(_, needed)| !needed.is_empty());
        let (first, last) = (positions().next(), positions().next_back());
        let mut variables: Vec<Term> =
            prefix.needed.iter().flatten().map(|(place, _)| machine.places.root(*place)).collect();
        variables.sort_unstable();
        variables.dedup();
        let count =
            |uses: &dyn Fn(Term) -> usize| variables.iter().map(|variable| uses(*variable) as u64).sum();
        let size: usize = prefix.needed.iter().map(Vec::len).sum();
        Features {
            length: prefix.length as u64,
            domain: self.types.score(variables.iter().copied()),
            width: first.zip(last).map_or(0, |((first, _), (last, _))| (last - first + 1) as u64),
            pivot: first.map_or(0, |(first, _)| first as u64),
            assignments: count(&|variable| self.types.assignments(variable)),
            assumptions: count(&|variable| self.types.assumptions(variable)),
            size: size as u64,
            ..Features::default()
        }
    }
}

impl ExcludedPrefix {
    /// The same refinement, of the positions alone at which states are kept: those that predicates have, too.
    pub fn at_kept(&self, is_kept: impl Fn(usize) -> bool) -> ExcludedPrefix {
        let kept = self.needed.iter().enumerate().filter(|(position, _)| is_kept(*position));
        let needed: Vec<Needed> = kept.map(|(_, needed)| needed.clone()).collect();
        ExcludedPrefix { length: needed.len(), needed }
    }

    /// Tracks what is needed; false if all of it was tracked already.
    pub fn track(&self, path: &[EdgeId], graph: &Graph, precision: &mut Precision) -> bool {
        let mut is_finer = false;
        for (edge, needed) in path.iter().zip(&self.needed) {
            let location = graph.source(*edge);
            if graph.is_kept(location) {
                for (place, _) in needed {
                    is_finer |= precision.track(location, *place);
                }
            }
        }
        is_finer
    }
}

/// Whether a path is excluded by the values that are tracked.
pub fn is_excluded(machine: &mut Machine, path: &[EdgeId], graph: &Graph, precision: &Precision) -> bool {
    machine.assignment.clear();
    for &edge in path {
        let location = graph.source(edge);
        if graph.is_kept(location) {
            let kept: Vec<_> =
                precision.at(location).iter().map(|place| (*place, machine.assignment.get(*place))).collect();
            machine.assignment.clear();
            kept.into_iter().for_each(|(place, value)| machine.assignment.set(place, value));
        }
        if machine.execute(edge).is_err() {
            return true;
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use program::{BlockEncoding, BlockProgram, encode_blocks, read_cfg};

    use super::*;
    use base::index::Idx;

    fn program(text: &str) -> BlockProgram {
        encode_blocks(&read_cfg(text).expect("a graph"), BlockEncoding::Statement)
    }

    fn path(edges: &[usize]) -> Vec<EdgeId> {
        edges.iter().map(|edge| EdgeId::from_usize(*edge)).collect()
    }

    fn refine(text: &str, edges: &[usize], selection: Option<&str>) -> Option<String> {
        let program = program(text);
        let mut machine = Machine::new(&program.cfg);
        let selection = selection.map(|text| text.parse().expect("heuristics"));
        let mut refiner = Refiner::new(DomainTypes::of(&program.cfg), selection);
        let prefix = refiner.refine(&mut machine, &path(edges))?;
        let one = |needed: &super::super::interpolate::Needed| {
            let equations = needed.iter().map(|(place, word)| {
                let value = machine.words.term(*word, machine.places.sort(*place));
                format!("{}={value}", machine.places.term(*place, &machine.words))
            });
            equations.collect::<Vec<_>>().join(",")
        };
        Some(prefix.needed.iter().map(one).collect::<Vec<_>>().join(" | "))
    }

    /// The example of Sect. 4: values know nothing of `a < 0`, so there is one prefix.
    #[test]
    fn values_find_one_prefix_where_predicates_find_two() {
        let text = "
            var a: Int
            error L3 \"assert\" \"a\"
            L0 -> L1: assume (< a 0)
            L1 -> L2: assume (= a 0)
            L2 -> L3: assume (= a 1)";
        let program = program(text);
        let mut machine = Machine::new(&program.cfg);
        let types = DomainTypes::of(&program.cfg);
        let prefixes = sliced_prefixes(&mut machine, &types, &path(&[0, 1, 2]), 10);
        assert_eq!(prefixes.iter().map(|prefix| prefix.length).collect::<Vec<_>>(), [3]);
        assert_eq!(refine(text, &[0, 1, 2], None).as_deref(), Some(" |  | a=0"));
    }

    /// Figure 1, with a value for `b`.
    const FIGURE_1: &str = "
        var b: Int
        var i: Int
        error L6 \"assert\" \"b\"
        L0 -> L1: b := 1
        L1 -> L2: i := 0
        L2 -> L3: assume (<= i 9)
        L3 -> L2: i := (+ i 1)
        L2 -> L4: assume (> i 9)
        L4 -> L6: assume (= b 0)";

    #[test]
    fn figure_1_has_two_interpolant_sequences() {
        let with = |selection| refine(FIGURE_1, &[0, 1, 4, 5], selection);
        assert_eq!(with(None).as_deref(), Some(" |  | i=0"));
        assert_eq!(with(Some("length-max")).as_deref(), Some(" | b=1 | b=1 | b=1"));
        assert_eq!(with(Some("domain-min,width-min")).as_deref(), Some(" | b=1 | b=1 | b=1"));
        assert_eq!(with(Some("domain-max")).as_deref(), Some(" |  | i=0"));
    }

    #[test]
    fn interpolants_follow_values_through_copies_and_arrays() {
        let text = "
            var x: Int
            var y: Int
            var z: Int
            var a: (Array Int Int)
            error L6 \"assert\" \"a\"
            L0 -> L1: x := 3
            L1 -> L2: z := 8
            L2 -> L3: a := (store a x 7)
            L3 -> L4: y := (select a (+ 1 2))
            L4 -> L5: havoc x
            L5 -> L6: assume (not (= y 7))";
        let needed = refine(text, &[0, 1, 2, 3, 4, 5], None).expect("infeasible");
        assert_eq!(needed, " | x=3 | x=3 | (select a 3)=7 | y=7 | y=7");
    }

    /// Both parts of the condition are false; the flag is the better reason.
    #[test]
    fn better_domain_types_are_kept() {
        let text = "
            var sum: Int
            var flag: Int
            error L3 \"assert\" \"a\"
            L0 -> L1: sum := (* sum sum)
            L1 -> L2: sum := 5
            L2 -> L4: flag := 1
            L4 -> L3: assume (and (= sum 6) (= flag 0))";
        assert_eq!(refine(text, &[0, 1, 2, 3], None).as_deref(), Some(" |  |  | flag=1"));
    }

    #[test]
    fn feasible_paths_have_no_refinement() {
        assert_eq!(refine(FIGURE_1, &[0, 1, 2, 3], Some("domain-min")), None);
    }

    /// What is tracked excludes the path, and less does not.
    #[test]
    fn refinements_exclude_their_path() {
        let program = program(FIGURE_1);
        let graph = Graph::new(&program);
        let (mut machine, path) = (Machine::new(&program.cfg), path(&[0, 1, 2, 3, 4, 5]));
        let mut precision = Precision::new(program.cfg.locations.len(), false);
        assert!(!is_excluded(&mut machine, &path, &graph, &precision));
        let mut refiner = Refiner::new(DomainTypes::of(&program.cfg), None);
        let prefix = refiner.refine(&mut machine, &path).expect("infeasible");
        assert!(prefix.track(&path, &graph, &mut precision));
        assert!(!prefix.track(&path, &graph, &mut precision));
        assert!(is_excluded(&mut machine, &path, &graph, &precision));
    }
}
