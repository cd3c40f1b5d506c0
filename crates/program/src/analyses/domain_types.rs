//! Domain types: how a program uses its variables, beyond their sorts (Refinement Selection, Sect. 5; Apel, Beyer,
//! Friedberger, Raimondi, von Rhein: Domain Types, HVC 2013).
//!
//! A variable is *Boolean* if it only has the values 0 and 1, *equality* if it is only copied and compared for equality,
//! *linear* if it is only added, multiplied by constants and compared. It is a *loop counter* if a loop changes it by a
//! constant and tests it. Variables that are copied into each other or compared with each other have the same type,
//! except for loop counters.

use rustc_hash::FxHashMap;
use term::{Op, Sort, Term};

use crate::ir::{Cfg, Statement};

/// How a variable is used, from the types that are good to track to those that are not.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum DomainType {
    /// Only 0 and 1.
    Boolean,
    /// Only copied and compared for equality.
    Equality,
    /// Only linear arithmetic.
    Linear,
    /// Anything else.
    Other,
    /// Changed by a constant in a loop that tests it.
    LoopCounter,
}

impl DomainType {
    /// The score of a variable of this type: the lower, the better.
    pub fn score(self) -> u64 {
        match self {
            DomainType::Boolean => 2,
            DomainType::Equality => 4,
            DomainType::Linear => 8,
            DomainType::Other => 16,
            DomainType::LoopCounter => 10_000,
        }
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            DomainType::Boolean => "boolean",
            DomainType::Equality => "equality",
            DomainType::Linear => "linear",
            DomainType::Other => "other",
            DomainType::LoopCounter => "loop counter",
        }
    }
}

/// The types of the variables of a graph, and how often it uses them.
#[derive(Clone, Debug, Default)]
pub struct DomainTypes {
    types: FxHashMap<Term, DomainType>,
    assignments: FxHashMap<Term, usize>,
    assumptions: FxHashMap<Term, usize>,
}

impl DomainTypes {
    /// Classifies the variables of a graph.
    pub fn of(cfg: &Cfg) -> DomainTypes {
        let mut usage = Usage::default();
        let mut types = DomainTypes::default();
        for edge in cfg.edges.iter() {
            usage.statement(&edge.statement);
            for variable in edge.statement.modified() {
                *types.assignments.entry(variable).or_default() += 1;
            }
            if let Statement::Assume(condition) = &edge.statement {
                for variable in condition.free_variables() {
                    *types.assumptions.entry(*variable).or_default() += 1;
                }
            }
        }
        let counters = loop_counters(cfg);
        for &variable in &cfg.variables {
            let own = if counters.contains(&variable) { DomainType::LoopCounter } else { usage.of(variable) };
            types.types.insert(variable, own);
        }
        types
    }

    /// The type of a variable.
    pub fn get(&self, variable: Term) -> DomainType {
        self.types.get(&variable).copied().unwrap_or(DomainType::Other)
    }

    /// The score of a precision: the product of the scores of its variables, at most the largest number.
    pub fn score(&self, variables: impl IntoIterator<Item = Term>) -> u64 {
        variables.into_iter().fold(1, |score: u64, variable| score.saturating_mul(self.get(variable).score()))
    }

    /// How many statements change a variable.
    pub fn assignments(&self, variable: Term) -> usize {
        self.assignments.get(&variable).copied().unwrap_or(0)
    }

    /// How many assumptions read a variable.
    pub fn assumptions(&self, variable: Term) -> usize {
        self.assumptions.get(&variable).copied().unwrap_or(0)
    }
}

/// What is done with variables. Variables that are copied are one class.
#[derive(Default)]
struct Usage {
    parent: FxHashMap<Term, Term>,
    level: FxHashMap<Term, DomainType>,
}

impl Usage {
    fn root(&self, variable: Term) -> Term {
        let mut root = variable;
        while let Some(&next) = self.parent.get(&root) {
            root = next;
        }
        root
    }

    fn of(&self, variable: Term) -> DomainType {
        let least = match variable.sort() {
            Sort::Bool => return DomainType::Boolean,
            Sort::Array(_) | Sort::Float(_) | Sort::Real => DomainType::Other,
            _ => DomainType::Boolean,
        };
        self.level.get(&self.root(variable)).copied().unwrap_or(least).max(least)
    }

    fn raise(&mut self, variable: Term, to: DomainType) {
        let root = self.root(variable);
        let level = self.level.entry(root).or_insert(DomainType::Boolean);
        *level = (*level).max(to);
    }

    fn join(&mut self, a: Term, b: Term) {
        let (a, b) = (self.root(a), self.root(b));
        if a != b {
            if let Some(level) = self.level.get(&b).copied() {
                self.raise(a, level);
            }
            self.parent.insert(b, a);
        }
    }

    fn statement(&mut self, statement: &Statement) {
        match statement {
            Statement::Assume(condition) => self.condition(*condition),
            Statement::Assign(pairs) => pairs.iter().for_each(|(v, e)| self.equal(*v, *e)),
            Statement::Havoc(variables) => {
                variables.iter().for_each(|variable| self.raise(*variable, DomainType::Equality));
            }
            Statement::Call(_) => {}
        }
    }

    /// Two terms that are compared for equality, or one that is assigned to the other.
    fn equal(&mut self, a: Term, b: Term) {
        let (a, b) = (inside(a), inside(b));
        match (a.is_var(), b.is_var()) {
            (true, true) => self.join(a, b),
            (true, false) => self.equals_term(a, b),
            (false, true) => self.equals_term(b, a),
            (false, false) => {
                self.operands(a, DomainType::Linear);
                self.operands(b, DomainType::Linear);
            }
        }
    }

    fn equals_term(&mut self, variable: Term, term: Term) {
        match (term.op(), term.arguments()) {
            _ if term.is_value() && is_zero_or_one(term) => {}
            _ if term.is_value() => self.raise(variable, DomainType::Equality),
            (Op::Ite, &[condition, a, b]) => {
                self.condition(condition);
                self.equal(variable, a);
                self.equal(variable, b);
            }
            _ if term.sort() == Sort::Bool => self.condition(term),
            _ => {
                self.raise(variable, DomainType::Linear);
                let level = self.operands(term, DomainType::Linear);
                self.raise(variable, level);
            }
        }
    }

    fn condition(&mut self, formula: Term) {
        match (formula.op(), formula.arguments()) {
            (Op::Not | Op::And | Op::Or, parts) => parts.iter().for_each(|part| self.condition(*part)),
            (Op::Ite, parts) => parts.iter().for_each(|part| self.condition(*part)),
            (Op::Eq, &[a, b]) if a.sort() == Sort::Bool => {
                self.condition(a);
                self.condition(b);
            }
            (Op::Eq, &[a, b]) => self.equal(a, b),
            (Op::Var(_), _) => {}
            (_, parts) => parts.iter().for_each(|part| {
                self.operands(*part, DomainType::Linear);
            }),
        }
    }

    /// The variables of an arithmetic term have at least this type; so has what it is assigned to, which is returned.
    fn operands(&mut self, term: Term, least: DomainType) -> DomainType {
        let term = inside(term);
        let own = match (term.op(), term.arguments()) {
            _ if term.is_value() => return least,
            (Op::Var(_), _) => {
                self.raise(term, least);
                return least;
            }
            (Op::Add | Op::BvAdd | Op::BvSub | Op::BvNeg, _) => least,
            (Op::Mul | Op::BvMul, parts) if parts.iter().filter(|part| !part.is_value()).count() <= 1 => {
                least
            }
            (Op::Ite, &[condition, a, b]) => {
                self.condition(condition);
                return self.operands(a, least).max(self.operands(b, least));
            }
            _ if term.sort() == Sort::Bool => {
                self.condition(term);
                return least;
            }
            _ => DomainType::Other,
        };
        let own = own.max(least);
        let parts = term.arguments().iter().map(|part| self.operands(*part, own));
        parts.fold(own, DomainType::max)
    }
}

/// A term without conversions that keep its value.
fn inside(term: Term) -> Term {
    let mut term = term;
    while let Op::ZeroExtend(_) | Op::SignExtend(_) | Op::Extract(_, 0) | Op::UbvToInt | Op::SbvToInt =
        term.op()
    {
        term = term.arguments()[0];
    }
    term
}

fn is_zero_or_one(value: Term) -> bool {
    match value.op() {
        Op::True | Op::False => true,
        Op::IntConst(number) => number.is_zero() || number.is_one(),
        Op::BvConst(bits) => bits.bits() <= 1,
        _ => false,
    }
}

/// Variables that a loop changes by a constant, and tests.
fn loop_counters(cfg: &Cfg) -> rustc_hash::FxHashSet<Term> {
    let components = cfg.components();
    let is_inside = |edge: &crate::ir::Edge| components[edge.source] == components[edge.destination];
    let steps = |variable: Term, expression: Term| {
        let is_sum = matches!(expression.op(), Op::Add | Op::BvAdd | Op::BvSub);
        is_sum
            && expression.free_variables() == [variable]
            && expression.arguments().iter().all(|part| *part == variable || part.is_value())
    };
    let mut changed = rustc_hash::FxHashSet::default();
    for edge in cfg.edges.iter().filter(|edge| is_inside(edge)) {
        if let Statement::Assign(pairs) = &edge.statement {
            let counted = pairs.iter().filter(|(variable, expression)| steps(*variable, *expression));
            changed.extend(counted.map(|(variable, _)| (components[edge.source], *variable)));
        }
    }
    let mut result = rustc_hash::FxHashSet::default();
    for edge in cfg.edges.iter() {
        if let Statement::Assume(condition) = &edge.statement {
            let component = components[edge.source];
            let tested = condition.free_variables().iter().copied();
            result.extend(tested.filter(|variable| changed.contains(&(component, *variable))));
        }
    }
    result
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ir::read_cfg;

    fn types(text: &str) -> Vec<(String, DomainType)> {
        let cfg = read_cfg(text).expect("a graph");
        let types = DomainTypes::of(&cfg);
        cfg.variables.iter().map(|variable| (variable.to_string(), types.get(*variable))).collect()
    }

    const PROGRAM: &str = "
        var flag: Int
        var copy: Int
        var state: Int
        var sum: Int
        var hash: Int
        var i: Int
        L0 -> L1: flag := 1
        L1 -> L2: copy := flag
        L2 -> L3: state := 7
        L3 -> L4: sum := (+ sum 2)
        L4 -> L5: hash := (* hash hash)
        L5 -> L6: i := 0
        L6 -> L7: assume (< i 10)
        L7 -> L6: i := (+ i 1)
        L6 -> L8: assume (and (= copy 0) (= state 3) (<= sum 4))";

    #[test]
    fn variables_are_classified_by_use() {
        let expected = [
            ("flag", DomainType::Boolean),
            ("copy", DomainType::Boolean),
            ("state", DomainType::Equality),
            ("sum", DomainType::Linear),
            ("hash", DomainType::Other),
            ("i", DomainType::LoopCounter),
        ];
        let expected: Vec<(String, DomainType)> =
            expected.into_iter().map(|(name, kind)| (name.to_string(), kind)).collect();
        assert_eq!(types(PROGRAM), expected);
    }

    #[test]
    fn scores_are_products_and_saturate() {
        let cfg = read_cfg(PROGRAM).expect("a graph");
        let types = DomainTypes::of(&cfg);
        let [flag, copy, state, .., i] = cfg.variables[..] else { panic!("six variables") };
        assert_eq!(types.score([]), 1);
        assert_eq!(types.score([flag, copy, state]), 2 * 2 * 4);
        // Neither 0 nor a small number, as wrapping around would give.
        assert_eq!(types.score(std::iter::repeat_n(i, 40)), u64::MAX);
        assert!(types.score([i]) > types.score([flag, copy, state]));
    }
}
