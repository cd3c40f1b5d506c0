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

use rustc_hash::FxHashMap;
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

/// An edge of a procedure.
pub type Place = (ProcedureId, EdgeId);

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
#[derive(Debug, Default)]
pub struct Trail {
    /// The decisions in their order.
    pub decisions: Vec<Decision>,
    /// The constraints in their order.
    pub constraints: Vec<Constraint>,
    /// How often edges were taken.
    pub taken: FxHashMap<Place, u32>,
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
        if self.overapproximation.is_none() && !self.approximate.is_empty() {
            let why = condition.free_variables().iter().find_map(|symbol| self.approximate.get(symbol));
            self.overapproximation = why.cloned();
        }
        let decisions = self.decisions.len();
        self.constraints.push(Constraint { condition, alternatives, decisions });
    }

    /// Notes that the path depends on a value being what it is.
    pub fn pin(&mut self, shadow: Term, value: Term) {
        let condition = mk::eq(shadow, value);
        let alternatives = vec![Alternative { condition: mk::not(condition), edge: None }];
        self.depend(condition, alternatives);
    }

    /// A condition without the symbols that are no decisions.
    pub fn over_decisions(&self, condition: Term) -> Term {
        self.computed.apply(condition)
    }
}
