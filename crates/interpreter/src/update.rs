//! Assignments that change an array in place.
//!
//! `a := a[i := v]` must not copy the array, nor must `a := a[i := a[i][j := v]]`, a write into an array of arrays,
//! nor a write that happens under a condition. All of them are lists of writes to `a`: along a path of indices, under
//! conditions, with terms over the old values. Terms are evaluated first; then the writes are done in order.

use term::{Op, Sort, Term, build as mk};

/// A write into an array.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Write {
    /// It happens if these have these truth values.
    pub conditions: Vec<(Term, bool)>,
    /// The indices from the outside in.
    pub path: Vec<Term>,
    /// What is written.
    pub value: Term,
}

/// The writes that turn `variable` into `term`, if that is all that the term does.
pub fn writes(variable: Term, term: Term) -> Option<Vec<Write>> {
    let mut collector = Collector::default();
    let is_update = matches!(variable.sort(), Sort::Array(_)) && collector.collect(term, variable);
    is_update.then_some(collector.writes)
}

#[derive(Default)]
struct Collector {
    conditions: Vec<(Term, bool)>,
    path: Vec<Term>,
    writes: Vec<Write>,
}

impl Collector {
    /// Collects the writes between `old` and `term`, which stand for the array at the path; says whether there is
    /// nothing else between them.
    fn collect(&mut self, term: Term, old: Term) -> bool {
        let (mut stores, mut bottom) = (Vec::new(), term);
        while bottom != old {
            match (bottom.op(), bottom.arguments()) {
                (Op::Store, &[inner, index, value]) => {
                    stores.push((inner, index, value));
                    bottom = inner;
                }
                (Op::Ite, &[condition, then, otherwise]) => {
                    if !self.branch(condition, true, then, old)
                        || !self.branch(condition, false, otherwise, old)
                    {
                        return false;
                    }
                    bottom = old;
                }
                _ => return false,
            }
        }
        for (inner, index, value) in stores.into_iter().rev() {
            self.path.push(index);
            let before = self.writes.len();
            let is_nested =
                matches!(value.sort(), Sort::Array(_)) && self.collect(value, mk::select(inner, index));
            if !is_nested {
                self.writes.truncate(before);
                self.writes.push(Write {
                    conditions: self.conditions.clone(),
                    path: self.path.clone(),
                    value,
                });
            }
            self.path.pop();
        }
        true
    }

    fn branch(&mut self, condition: Term, wanted: bool, term: Term, old: Term) -> bool {
        self.conditions.push((condition, wanted));
        let is_update = self.collect(term, old);
        self.conditions.pop();
        is_update
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn writes_are_found_through_stores_conditions_and_elements() {
        let row = Sort::array(Sort::Int, Sort::Int);
        let (a, b) = (mk::var("a", Sort::array(Sort::Int, row)), mk::var("b", Sort::array(Sort::Int, row)));
        let [i, j, v] = ["i", "j", "v"].map(|name| mk::var(name, Sort::Int));
        let c = mk::var("c", Sort::Bool);
        let inner = mk::store(mk::select(a, i), j, v);
        let nested = mk::store(a, i, inner);
        let write = |conditions: &[(Term, bool)], path: &[Term], value| Write {
            conditions: conditions.to_vec(),
            path: path.to_vec(),
            value,
        };
        assert_eq!(writes(a, nested), Some(vec![write(&[], &[i, j], v)]));
        assert_eq!(writes(a, mk::ite(c, nested, a)), Some(vec![write(&[(c, true)], &[i, j], v)]));
        let whole = mk::store(nested, v, mk::select(b, j));
        let expected = vec![write(&[], &[i, j], v), write(&[], &[v], mk::select(b, j))];
        assert_eq!(writes(a, whole), Some(expected));
        assert_eq!(writes(b, nested), None);
        assert_eq!(writes(i, v), None);
    }
}
