//! Terms as C expressions: what holds at a place, in the words of the program.
//!
//! The problem: an invariant is a formula over core variables, in bit-vectors or mathematical integers. People and other
//! tools read C, where the same operator means different things by the types of its operands, and where signed overflow
//! means nothing at all.
//!
//! The method: bit-vectors are computed in unsigned types of their width and compared after a cast to the signedness
//! that the comparison has ([`bits`]). Integers are computed in the narrowest of `int`, `long long` and `__int128` in
//! which no intermediate result overflows, by the ranges of the variables' types ([`integer`]).
//!
//! **Invariant**: the expression holds whenever the formula does, and is defined whenever its variables are. What C cannot
//! say (memory, variables that the lowering made or that belong to another frame, quantifiers, floats) is left out where
//! that makes the formula weaker: a conjunct is dropped, a disjunction with such a part is dropped as a whole. Formulas
//! have the value 0 or 1.

mod bits;
mod integer;
mod scope;
#[cfg(test)]
mod tests;
mod text;

use std::cell::Cell;

use c_sema::hir::Program;
use c_sema::types::{DataModel, IntKind};
use rustc_hash::FxHashMap;
use term::polynomial::as_number;
use term::{Op, Sort, Substitution, Term, build as mk};

pub use self::scope::{Scope, Scopes};
use self::text::{Level, Text};
use crate::lower::NamedVariable;
use crate::memory::leaves::Scalar;

/// How C says what always holds.
const TRUE: &str = "1";

/// Larger formulas are left out: nobody could read them.
const MAX_SIZE: u32 = 2_000;

/// The variables that expressions may mention.
#[derive(Clone, Debug)]
pub struct Vocabulary {
    variables: FxHashMap<Term, (String, Meaning)>,
    model: DataModel,
}

/// What a variable holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Meaning {
    /// A number of a type.
    Number(IntKind),
    /// The base of a pointer, which is 0 just for NULL.
    Pointer,
}

/// A formula in C.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Expressed {
    /// The conjuncts that could be expressed, without repetitions.
    pub conjuncts: Vec<String>,
    /// How many could not.
    pub left_out: usize,
}

impl Vocabulary {
    /// What can be named in a scope. `variables` are those of the lowering.
    pub fn new(program: &Program, scopes: &Scopes, scope: &Scope, variables: &[NamedVariable]) -> Vocabulary {
        let mut vocabulary = Vocabulary { variables: FxHashMap::default(), model: program.types.model };
        for named in variables {
            let meaning = match named.scalar {
                Scalar::Int(kind) => Meaning::Number(kind),
                Scalar::Pointer if named.is_genuine => Meaning::Pointer,
                Scalar::Pointer | Scalar::Float(_) => continue,
            };
            if let Some(name) = scopes.name(program, scope, named.object) {
                vocabulary.variables.insert(named.variable, (format!("{name}{}", named.path), meaning));
            }
        }
        vocabulary
    }

    /// A formula, or something weaker.
    pub fn express(&self, formula: Term) -> Expressed {
        let mut conjuncts = Vec::new();
        collect(formula, &mut conjuncts);
        self.solve(&mut conjuncts);
        let mut expressed = Expressed::default();
        for conjunct in conjuncts.into_iter().filter(|conjunct| !conjunct.is_true()) {
            let writer = Writer { vocabulary: self, left_out: Cell::new(0) };
            let text = (conjunct.size() <= MAX_SIZE).then(|| writer.formula(conjunct, true, false)).flatten();
            expressed.left_out += writer.left_out.get() + usize::from(text.is_none());
            if let Some(Text { text, .. }) = text
                && text != TRUE
                && !expressed.conjuncts.contains(&text)
            {
                expressed.conjuncts.push(text);
            }
        }
        expressed
    }

    /// Replaces variables without a name by what they are equal to.
    fn solve(&self, conjuncts: &mut [Term]) {
        for position in 0..conjuncts.len() {
            let equation = conjuncts[position];
            if equation.op() != Op::Eq {
                continue;
            }
            let (a, b) = (equation.arguments()[0], equation.arguments()[1]);
            let is_hidden =
                |v: Term, e: Term| v.is_var() && !self.variables.contains_key(&v) && !e.has_free(v);
            let (variable, value) = match (is_hidden(a, b), is_hidden(b, a)) {
                (true, _) => (a, b),
                (_, true) => (b, a),
                _ => continue,
            };
            let mut substitution = Substitution::new();
            substitution.insert(variable, value);
            for (other, conjunct) in conjuncts.iter_mut().enumerate() {
                if other != position && conjunct.size() <= MAX_SIZE {
                    *conjunct = substitution.apply(*conjunct);
                }
            }
            // It only said what the variable is.
            conjuncts[position] = mk::tt();
        }
    }
}

/// The conjuncts of a formula.
fn collect(formula: Term, conjuncts: &mut Vec<Term>) {
    match formula.op() {
        Op::And => formula.arguments().iter().for_each(|part| collect(*part, conjuncts)),
        _ => conjuncts.push(formula),
    }
}

/// Writes one conjunct.
struct Writer<'v> {
    vocabulary: &'v Vocabulary,
    /// Conjuncts inside of disjunctions that were left out.
    left_out: Cell<usize>,
}

impl Writer<'_> {
    /// A formula or its negation; if it need not be exact, something weaker will do.
    fn formula(&self, term: Term, positive: bool, exact: bool) -> Option<Text> {
        let arguments = term.arguments();
        match (term.op(), positive) {
            (Op::True, _) | (Op::False, _) => {
                Some(Text::primary(if term.is_true() == positive { TRUE } else { "0" }))
            }
            (Op::Not, _) => self.formula(arguments[0], !positive, exact),
            (Op::And, true) | (Op::Or, false) => {
                let parts: Vec<Option<Text>> =
                    arguments.iter().map(|part| self.formula(*part, positive, exact)).collect();
                let known: Vec<Text> = parts.iter().flatten().cloned().collect();
                if known.is_empty() || exact && known.len() < parts.len() {
                    return None;
                }
                self.left_out.set(self.left_out.get() + parts.len() - known.len());
                Some(Text::joined(&known, "&&", Level::And))
            }
            (Op::Or, true) | (Op::And, false) => {
                let parts: Option<Vec<Text>> =
                    arguments.iter().map(|part| self.formula(*part, positive, exact)).collect();
                Some(Text::joined(&parts?, "||", Level::Or))
            }
            (Op::Ite, _) => {
                let condition = self.formula(arguments[0], true, true)?;
                let then = self.formula(arguments[1], positive, exact)?;
                let otherwise = self.formula(arguments[2], positive, exact)?;
                Some(Text::conditional(&condition, &then, &otherwise))
            }
            (Op::Eq, _) => self.equation(arguments[0], arguments[1], positive),
            (Op::Distinct, _) if arguments.len() == 2 => self.equation(arguments[0], arguments[1], !positive),
            (Op::Le, true) => self.compare_integers(Relation::Le, arguments[0], arguments[1]),
            (Op::Lt, true) => self.compare_integers(Relation::Lt, arguments[0], arguments[1]),
            (Op::Le, false) => self.compare_integers(Relation::Lt, arguments[1], arguments[0]),
            (Op::Lt, false) => self.compare_integers(Relation::Le, arguments[1], arguments[0]),
            (Op::BvUle | Op::BvUlt | Op::BvSle | Op::BvSlt, _) => self.compare_bits(term, positive),
            _ => None,
        }
    }

    fn equation(&self, a: Term, b: Term, positive: bool) -> Option<Text> {
        let relation = if positive { Relation::Eq } else { Relation::Ne };
        if let Some(text) = self.null_test(a, b, relation).or_else(|| self.null_test(b, a, relation)) {
            return Some(text);
        }
        match a.sort() {
            Sort::Bool => {
                let (a, b) = (self.formula(a, true, true)?, self.formula(b, true, true)?);
                let sides = [a, b].map(|side| Text::primary(side.within(Level::Unary)));
                Some(Text::binary(&sides[0], relation.text(), &sides[1], Level::Equality))
            }
            Sort::Int => self.compare_integers(relation, a, b),
            Sort::BitVec(_) => self.equal_bits(relation, a, b),
            _ => None,
        }
    }

    /// `p == 0`
    fn null_test(&self, pointer: Term, zero: Term, relation: Relation) -> Option<Text> {
        let (name, meaning) = self.vocabulary.variables.get(&pointer)?;
        let is_zero = mk::as_bv(zero).is_some_and(|value| *value == Default::default())
            || as_number(zero).is_some_and(|value| value.is_zero());
        let is_test = *meaning == Meaning::Pointer && is_zero;
        let sides = (Text::primary(name.clone()), Text::primary("0"));
        is_test.then(|| Text::binary(&sides.0, relation.text(), &sides.1, Level::Equality))
    }

    /// A variable that is a number.
    fn variable(&self, term: Term) -> Option<(&str, IntKind)> {
        match self.vocabulary.variables.get(&term)? {
            (name, Meaning::Number(kind)) => Some((name, *kind)),
            (_, Meaning::Pointer) => None,
        }
    }
}

/// A comparison.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Relation {
    Eq,
    Ne,
    Le,
    Lt,
    Ge,
    Gt,
}

impl Relation {
    fn text(self) -> &'static str {
        match self {
            Relation::Eq => "==",
            Relation::Ne => "!=",
            Relation::Le => "<=",
            Relation::Lt => "<",
            Relation::Ge => ">=",
            Relation::Gt => ">",
        }
    }

    fn level(self) -> Level {
        match self {
            Relation::Eq | Relation::Ne => Level::Equality,
            _ => Level::Relation,
        }
    }

    /// The same with the sides exchanged.
    fn mirrored(self) -> Relation {
        match self {
            Relation::Le => Relation::Ge,
            Relation::Lt => Relation::Gt,
            Relation::Ge => Relation::Le,
            Relation::Gt => Relation::Lt,
            same => same,
        }
    }

    fn between(self, left: &Text, right: &Text) -> Text {
        Text::binary(left, self.text(), right, self.level())
    }
}
