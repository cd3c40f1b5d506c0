//! What an execution remembers of how it depends on what the program left open.
//!
//! An execution with a trail gives a *symbol* to everything that is decided for it ([`Decision`]), computes with terms
//! over these symbols beside the values ([`super::shadow`]), and notes every condition that it depended on
//! ([`Constraint`]). All decisions that satisfy the constraints lead to the same path; what would lead elsewhere is
//! said by the alternatives. So a search needs no formulas about memory: addresses are values.
//!
//! An execution that passed over-approximations is one of the program if no constraint mentions what they made up: then
//! the path is the same for every value that they may stand for.

use std::rc::Rc;

use rustc_hash::{FxHashMap, FxHashSet};
use term::{Sort, Substitution, Term, build as mk};

use program::{EdgeId, ProcedureId};

/// Something that the program left open.
#[derive(Clone, Debug)]
pub struct Decision {
    /// Stands for the decision in constraints.
    pub symbol: Term,
    /// What was decided.
    pub value: Term,
}

/// An edge where it is taken.
///
/// Helpers that everything calls, such as one that checks an assumption, have few edges, which are taken all the time; how
/// often they were taken for a certain caller says more.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Place {
    /// The procedure.
    pub procedure: ProcedureId,
    /// Its edge.
    pub edge: EdgeId,
    /// A number for the calls that are open. Different calls may have the same, but hardly ever do.
    pub calls: u32,
    /// Whether the execution had passed no over-approximation that matters.
    pub is_exact: bool,
}

/// Another way that the execution could have gone.
#[derive(Clone, Debug)]
pub struct Alternative {
    /// What must hold for it.
    pub condition: Term,
    /// The edge that would be taken; none if only an address or the operand of an operation without terms differs.
    pub edge: Option<Place>,
}

/// Something that the path of an execution depends on.
#[derive(Clone, Debug)]
pub struct Constraint {
    /// What holds in this execution, over symbols.
    pub condition: Term,
    /// What could hold instead.
    pub alternatives: Vec<Alternative>,
    /// How many decisions had been made.
    pub decisions: usize,
}

/// The dependencies of an execution.
#[derive(Clone, Debug, Default)]
pub struct Trail {
    /// The decisions in their order.
    pub decisions: Vec<Decision>,
    /// The constraints in their order.
    pub constraints: Vec<Constraint>,
    /// How many of them come before the first over-approximation that matters.
    pub exact_constraints: usize,
    /// Their conditions.
    conditions: FxHashSet<Term>,
    /// How often edges were taken.
    pub taken: FxHashMap<Place, u32>,
    /// How many steps had been counted before the one in which the first constraint was noted.
    pub first_constrained: Option<u64>,
    /// The step at which an edge was last taken for the first time.
    pub last_new: u64,
    /// After so many steps without an edge that is taken for the first time, an execution ends, if this is set.
    pub patience: Option<u64>,
    /// Why the path may not be one of the program: an over-approximation that a constraint depends on.
    pub overapproximation: Option<Rc<str>>,
    /// The symbols of what over-approximations made up, with the reason.
    approximate: FxHashMap<Term, Rc<str>>,
    /// The symbols of values that were computed by over-approximations, and their terms over decisions.
    computed: Substitution,
    /// The symbols by sort, to be used again by the next execution.
    symbols: FxHashMap<Sort, Vec<Term>>,
    used: FxHashMap<Sort, usize>,
}

impl Trail {
    /// Forgets an execution.
    pub fn restart(&mut self) {
        let symbols = std::mem::take(&mut self.symbols);
        *self = Trail { symbols, patience: self.patience, ..Trail::default() };
    }

    /// Forgets an execution, and goes on where another one was; its symbols are among those of this one.
    pub fn restart_from(&mut self, start: &Trail) {
        let symbols = std::mem::take(&mut self.symbols);
        *self = Trail { symbols, patience: self.patience, ..start.without_symbols() };
    }

    fn without_symbols(&self) -> Trail {
        Trail {
            decisions: self.decisions.clone(),
            constraints: self.constraints.clone(),
            exact_constraints: self.exact_constraints,
            conditions: self.conditions.clone(),
            // What all executions have in common needs no counting.
            taken: FxHashMap::default(),
            first_constrained: self.first_constrained,
            last_new: self.last_new,
            patience: self.patience,
            overapproximation: self.overapproximation.clone(),
            approximate: self.approximate.clone(),
            computed: self.computed.clone(),
            symbols: FxHashMap::default(),
            used: self.used.clone(),
        }
    }

    /// A symbol that this execution has not used.
    fn symbol(&mut self, sort: Sort) -> Term {
        let used = self.used.entry(sort).or_default();
        let symbols = self.symbols.entry(sort).or_default();
        if *used == symbols.len() {
            symbols.push(mk::fresh_var("chosen", sort));
        }
        *used += 1;
        symbols[*used - 1]
    }

    /// Notes a decision, and why it allows more than the program does, if it does.
    pub fn decide(&mut self, value: Term, why: Option<&Rc<str>>) -> Term {
        let symbol = self.symbol(value.sort());
        self.decisions.push(Decision { symbol, value });
        if let Some(why) = why {
            self.approximate.insert(symbol, why.clone());
        }
        symbol
    }

    /// A symbol for what an over-approximation computed, a term over other symbols.
    pub fn approximate(&mut self, value: Term, why: &Rc<str>) -> Term {
        let symbol = self.symbol(value.sort());
        self.approximate.insert(symbol, why.clone());
        // Symbols that are no decisions are replaced at once.
        self.computed.insert(symbol, self.computed.apply(value));
        symbol
    }

    /// Notes that the path depends on a condition.
    pub fn depend(&mut self, condition: Term, alternatives: Vec<Alternative>) {
        if condition.is_true() && alternatives.is_empty() {
            return;
        }
        // What the path depends on already has no other way to go: a pointer that is used often is pinned often.
        let is_known = |condition: Term| self.conditions.contains(&condition);
        if is_known(condition) && alternatives.iter().all(|other| other.condition == mk::not(condition)) {
            return;
        }
        self.conditions.insert(condition);
        if self.overapproximation.is_none() && !self.approximate.is_empty() {
            let why = condition.free_variables().iter().find_map(|symbol| self.approximate.get(symbol));
            self.overapproximation = why.cloned();
        }
        let decisions = self.decisions.len();
        self.constraints.push(Constraint { condition, alternatives, decisions });
        if self.overapproximation.is_none() {
            self.exact_constraints = self.constraints.len();
        }
    }

    /// Notes that the path depends on a value being what it is.
    pub fn pin(&mut self, shadow: Term, value: Term) {
        let condition = mk::eq(shadow, value);
        let alternatives = vec![Alternative { condition: mk::not(condition), edge: None }];
        self.depend(condition, alternatives);
    }

    /// Whether the execution has taken no edge for the first time for too long.
    pub fn is_out_of_patience(&self, steps: u64) -> bool {
        self.patience.is_some_and(|patience| steps - self.last_new > patience)
    }

    /// A condition without the symbols that are no decisions.
    pub fn over_decisions(&self, condition: Term) -> Term {
        self.computed.apply(condition)
    }
}
