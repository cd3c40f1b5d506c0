//! What a session has declared, and what the solver does not understand.
//!
//! SMT-LIB forgets declarations with the scope that they were made in, and
//! allows one meaning per name. Terms do not know such limits: `x` may be an
//! integer here and a Boolean there. A formula that would need a name twice is
//! refused rather than sent with a wrong meaning.

use std::fmt::Write;

use rustc_hash::{FxHashMap, FxHashSet};
use term::print::declarations::Signature;
use term::print::symbol;
use term::{Func, Op, Sort, Symbol, Term};

use super::dialects::Dialect;
use super::float_bits::without_float_bits;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Meaning {
    Sort(Symbol),
    Variable(Term),
    Function(Func),
}

/// The declarations of the open scopes.
#[derive(Default)]
pub(super) struct Vocabulary {
    meanings: FxHashMap<String, Meaning>,
    /// The declared names, in order, and where each open scope begins.
    names: Vec<String>,
    scopes: Vec<usize>,
    /// Terms that the solver understands.
    understood: FxHashSet<Term>,
}

impl Vocabulary {
    pub(super) fn push(&mut self) {
        self.scopes.push(self.names.len());
    }

    pub(super) fn pop(&mut self) {
        let kept = self.scopes.pop().unwrap_or(0);
        self.forget(kept);
    }

    /// The formula in the solver's words, and what has to be declared and asserted before.
    pub(super) fn speak(&mut self, formula: Term, dialect: &Dialect) -> Result<(Term, String), String> {
        let (spoken, definitions) = without_float_bits(formula);
        let mut before = String::new();
        for definition in definitions {
            before.push_str(&self.declare(definition, dialect)?);
            let _ = writeln!(before, "(assert {})", definition.to_smtlib_shared());
        }
        before.push_str(&self.declare(spoken, dialect)?);
        Ok((spoken, before))
    }

    /// The declarations that a formula needs beyond those that are there.
    pub(super) fn declare(&mut self, formula: Term, dialect: &Dialect) -> Result<String, String> {
        self.check(formula, dialect)?;
        let before = self.names.len();
        let result = self.declare_signature(&Signature::of(&[formula]));
        if result.is_err() {
            self.forget(before);
        }
        result
    }

    fn forget(&mut self, kept: usize) {
        for name in self.names.drain(kept..) {
            self.meanings.remove(&name);
        }
    }

    fn declare_signature(&mut self, signature: &Signature) -> Result<String, String> {
        let mut out = String::new();
        for &sort in &signature.sorts {
            let name = symbol::plain(sort.as_str());
            let text = format!("(declare-sort {name} 0)\n");
            self.add(name, Meaning::Sort(sort), text, &mut out)?;
        }
        for &variable in &signature.variables {
            let Some(name) = variable.as_var() else { continue };
            let name = symbol::variable(name);
            let text = format!("(declare-fun {name} () {})\n", variable.sort());
            self.add(name, Meaning::Variable(variable), text, &mut out)?;
        }
        for &function in &signature.functions {
            let name = symbol::plain(function.name().as_str());
            let mut text = format!("(declare-fun {name} (");
            for parameter in function.parameters() {
                let _ = write!(text, " {parameter}");
            }
            let _ = writeln!(text, ") {})", function.result());
            self.add(name, Meaning::Function(function), text, &mut out)?;
        }
        Ok(out)
    }

    fn add(&mut self, name: String, meaning: Meaning, text: String, out: &mut String) -> Result<(), String> {
        // Sorts and functions live in different name spaces.
        let key = match meaning {
            Meaning::Sort(_) => format!("sort {name}"),
            _ => name,
        };
        match self.meanings.get(&key) {
            Some(known) if *known == meaning => Ok(()),
            Some(_) => Err(format!("the name {key} has two meanings")),
            None => {
                self.meanings.insert(key.clone(), meaning);
                self.names.push(key);
                out.push_str(&text);
                Ok(())
            }
        }
    }

    /// Refuses what the solver has no word for.
    fn check(&mut self, formula: Term, dialect: &Dialect) -> Result<(), String> {
        let mut stack = vec![formula];
        while let Some(term) = stack.pop() {
            if !self.understood.contains(&term) {
                understand(term, dialect)?;
                self.understood.insert(term);
                stack.extend(term.arguments());
            }
        }
        Ok(())
    }
}

fn understand(term: Term, dialect: &Dialect) -> Result<(), String> {
    let refuse = |what: &str| Err(format!("{} does not know {what}", dialect.name));
    if !dialect.has_floats
        && mentions(term.sort(), &|sort| matches!(sort, Sort::Float(_) | Sort::RoundingMode))
    {
        return refuse("floats");
    }
    if !dialect.has_numbers && mentions(term.sort(), &|sort| matches!(sort, Sort::Int | Sort::Real)) {
        return refuse("integers and reals");
    }
    match term.op() {
        Op::Forall(_) | Op::Exists(_) if !dialect.has_quantifiers => refuse("quantifiers"),
        Op::ConstArray if !dialect.has_constant_arrays => refuse("constant arrays"),
        Op::UbvToInt | Op::SbvToInt | Op::IntToBv(_) if !dialect.converts_bit_vectors => {
            refuse("conversions between bit-vectors and integers")
        }
        // Elsewhere they are defined, see [`super::float_bits`].
        Op::FpToBits => refuse("the bits of floats under quantifiers"),
        Op::Element(_) => refuse("elements of uninterpreted sorts"),
        _ => Ok(()),
    }
}

fn mentions(sort: Sort, is_meant: &dyn Fn(Sort) -> bool) -> bool {
    match sort {
        Sort::Array(array) => mentions(array.index(), is_meant) || mentions(array.element(), is_meant),
        sort => is_meant(sort),
    }
}
