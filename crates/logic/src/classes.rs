//! Classes of things that are connected by the variables that they share.

use rustc_hash::FxHashMap;
use term::Term;

/// Numbered things in classes: those that share a variable, directly or through others, belong together.
#[derive(Default, Debug)]
pub struct Classes {
    parents: Vec<usize>,
    /// For each variable, a thing that has it.
    holders: FxHashMap<Term, usize>,
}

impl Classes {
    /// A new thing, in a class of its own. Numbers count from 0.
    pub fn add(&mut self) -> usize {
        self.parents.push(self.parents.len());
        self.parents.len() - 1
    }

    /// Puts two things into one class.
    pub fn join(&mut self, a: usize, b: usize) {
        let (a, b) = (self.class(a), self.class(b));
        self.parents[a.max(b)] = a.min(b);
    }

    /// A thing has a variable: it belongs to the others that have it.
    pub fn has(&mut self, thing: usize, variable: Term) {
        let holder = *self.holders.entry(variable).or_insert(thing);
        self.join(thing, holder);
    }

    /// The class of a thing: the smallest number in it.
    pub fn class(&mut self, mut thing: usize) -> usize {
        while self.parents[thing] != thing {
            self.parents[thing] = self.parents[self.parents[thing]];
            thing = self.parents[thing];
        }
        thing
    }

    /// The class that has a variable, if any has.
    pub fn class_with(&mut self, variable: Term) -> Option<usize> {
        let holder = *self.holders.get(&variable)?;
        Some(self.class(holder))
    }
}

#[cfg(test)]
mod tests {
    use term::{Sort, build as mk};

    use super::Classes;

    #[test]
    fn sharing_is_transitive() {
        let [x, y, z] = ["x", "y", "z"].map(|name| mk::var(name, Sort::Int));
        let mut classes = Classes::default();
        let things = [(); 4].map(|()| classes.add());
        classes.has(things[1], x);
        classes.has(things[2], y);
        classes.has(things[3], y);
        assert_eq!([0, 1, 2, 2], things.map(|thing| classes.class(thing)));
        classes.has(things[3], x);
        assert_eq!([0, 1, 1, 1], things.map(|thing| classes.class(thing)));
        assert_eq!((Some(1), None), (classes.class_with(y), classes.class_with(z)));
    }
}
