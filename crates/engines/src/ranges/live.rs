//! The variables of a graph whose values may still be read.

use base::index::IndexVec;
use program::{Cfg, LocationId};
use rustc_hash::FxHashMap;
use term::Term;

use super::condition::Variable;

/// For each location, whether each variable is read later before it is written.
pub fn live_variables(cfg: &Cfg, numbers: &FxHashMap<Term, Variable>) -> IndexVec<LocationId, Vec<u64>> {
    let words = numbers.len().div_ceil(64);
    let set = |terms: &mut dyn Iterator<Item = Term>| {
        let mut set = vec![0_u64; words];
        for number in terms.filter_map(|term| numbers.get(&term)) {
            set[*number as usize / 64] |= 1 << (number % 64);
        }
        set
    };
    let effects: Vec<(Vec<u64>, Vec<u64>)> = cfg
        .edges
        .iter()
        .map(|edge| {
            let expressions = edge.statement.expressions();
            let read = set(&mut expressions.iter().flat_map(|e| e.free_variables()).copied());
            (read, set(&mut edge.statement.modified().into_iter()))
        })
        .collect();
    let incoming = cfg.incoming();
    let mut live = IndexVec::from_elem(vec![0_u64; words], cfg.locations.len());
    let mut order = cfg.reverse_postorder();
    let mut is_waiting = IndexVec::from_elem(true, cfg.locations.len());
    // The last locations come first, from the end of the list.
    while let Some(location) = order.pop() {
        is_waiting[location] = false;
        for &id in &incoming[location] {
            let (source, (read, written)) = (cfg.edges[id].source, &effects[base::Idx::index(id)]);
            let mut has_changed = false;
            for word in 0..words {
                let before = read[word] | (live[location][word] & !written[word]);
                has_changed |= before & !live[source][word] != 0;
                live[source][word] |= before;
            }
            if has_changed && !std::mem::replace(&mut is_waiting[source], true) {
                order.push(source);
            }
        }
    }
    live
}
