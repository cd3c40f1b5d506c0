//! Names for values and conditions, each with its definition.
//!
//! A definition restricts nothing: its name occurs in no definition before it. So formulas need only the definitions of
//! the names that they depend on, and a solver can replace names by what they mean.

use rustc_hash::{FxHashMap, FxHashSet};
use term::{Op, Sort, Symbol, Term, Version, build as mk};

/// The names of some executions.
pub struct Definitions {
    /// Names with what they stand for, each after those that it mentions.
    list: Vec<(Term, Term)>,
    /// The names of values and conditions, so that what is the same has one name.
    known: FxHashMap<Term, Term>,
    count: u32,
    boolean: Symbol,
}

impl Definitions {
    /// No names yet.
    pub fn new() -> Definitions {
        Definitions {
            list: Vec::new(),
            known: FxHashMap::default(),
            count: 0,
            boolean: Symbol::fresh("holds"),
        }
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.list.len()
    }

    /// A name of a variable that may have any value.
    pub fn unknown(&mut self, variable: Term) -> Term {
        self.count += 1;
        mk::with_version(variable, Version::At(self.count))
    }

    /// A Boolean that may be true or false.
    pub fn choice(&mut self) -> Term {
        self.count += 1;
        mk::versioned_var(self.boolean, Version::At(self.count), Sort::Bool)
    }

    /// A name for a value of a variable. Names and constants need none.
    pub fn value(&mut self, variable: Term, value: Term) -> Term {
        if value.is_var() || value.is_value() {
            return value;
        }
        if let Some(&name) = self.known.get(&value) {
            return name;
        }
        let name = self.unknown(variable);
        self.define(name, value);
        name
    }

    /// A Boolean constant, a name, or the negation of a name that stands for a condition.
    pub fn literal(&mut self, condition: Term) -> Term {
        let is_literal = |term: Term| term.is_var() || term.is_value();
        if is_literal(condition) || (condition.op() == Op::Not && is_literal(condition.arguments()[0])) {
            return condition;
        }
        if let Some(&name) = self.known.get(&condition) {
            return name;
        }
        if let Some(&name) = self.known.get(&mk::not(condition)) {
            return mk::not(name);
        }
        let name = self.choice();
        self.define(name, condition);
        name
    }

    fn define(&mut self, name: Term, meaning: Term) {
        self.known.insert(meaning, name);
        self.list.push((name, mk::eq(name, meaning)));
    }

    /// The definitions that formulas depend on.
    pub fn needed(&self, formulas: &[Term]) -> Vec<Term> {
        let mut mentioned: FxHashSet<Term> = FxHashSet::default();
        formulas.iter().for_each(|formula| mentioned.extend(formula.free_variables()));
        let mut needed = Vec::new();
        for &(name, definition) in self.list.iter().rev() {
            if mentioned.contains(&name) {
                mentioned.extend(definition.free_variables());
                needed.push(definition);
            }
        }
        needed.reverse();
        needed
    }
}
