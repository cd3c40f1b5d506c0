//! Evaluation under a model.
//!
//! Variables are replaced by their values, functions by their interpretations,
//! and the constructors fold the rest, so evaluation has the semantics of the
//! constructors by definition. What the model leaves open gets a default. The
//! result is a value unless SMT-LIB leaves an operation open (division by zero,
//! `fp.min` of two zeros, conversions out of range) or a quantifier ranges over
//! a large domain: such parts stay in the result, with values inside.
//!
//! An explicit stack is used, except for the nesting of quantifiers.

use rustc_hash::FxHashMap;

use crate::arena::Term;
use crate::build as mk;
use crate::model::{Model, default_value};
use crate::op::{Func, Op};
use crate::sort::Sort;
use crate::subst::Substitution;

/// Quantifiers with at most so many instances are expanded.
const MAX_INSTANCES: usize = 4096;

impl Model {
    /// The value of a term.
    pub fn eval(&self, term: Term) -> Term {
        Evaluator::new(self).eval(term)
    }

    /// The truth value of a formula, `None` if the model does not determine it.
    pub fn eval_bool(&self, formula: Term) -> Option<bool> {
        match self.eval(formula).op() {
            Op::True => Some(true),
            Op::False => Some(false),
            _ => None,
        }
    }
}

/// Evaluates terms under one model and remembers the values of subterms.
pub struct Evaluator<'m> {
    model: &'m Model,
    cache: FxHashMap<Term, Term>,
}

impl<'m> Evaluator<'m> {
    /// An evaluator without any values yet.
    pub fn new(model: &'m Model) -> Evaluator<'m> {
        Evaluator { model, cache: FxHashMap::default() }
    }

    /// The value of a term.
    pub fn eval(&mut self, term: Term) -> Term {
        let mut stack = vec![(term, false)];
        let mut arguments = Vec::new();
        while let Some((top, is_expanded)) = stack.pop() {
            if self.cache.contains_key(&top) {
                continue;
            }
            let value = match top.op() {
                _ if top.is_value() => top,
                Op::Var(_) => self.variable(top),
                Op::Forall(_) | Op::Exists(_) => self.quantifier(top),
                _ if !is_expanded => {
                    stack.push((top, true));
                    stack.extend(top.arguments().iter().map(|&a| (a, false)));
                    continue;
                }
                op => {
                    arguments.clear();
                    arguments.extend(top.arguments().iter().map(|a| self.cache[a]));
                    match op {
                        Op::Apply(func) => self.apply(func, &arguments),
                        _ => mk::rebuild(op, &arguments, top.sort()),
                    }
                }
            };
            self.cache.insert(top, value);
        }
        self.cache[&term]
    }

    fn variable(&self, variable: Term) -> Term {
        match self.model.get(variable) {
            Some(value) => value,
            // Bound variables of a quantifier that is kept have no value.
            None if variable.bound_variable_level().is_some() => variable,
            None => default_value(variable.sort()),
        }
    }

    fn apply(&self, func: Func, arguments: &[Term]) -> Term {
        let Some(interpretation) = self.model.function(func) else { return default_value(func.result()) };
        for (point, value) in &interpretation.entries {
            let is_here = mk::and(point.iter().zip(arguments).map(|(&p, &a)| mk::eq(p, a)));
            match is_here.op() {
                Op::True => return *value,
                Op::False => {}
                _ => return mk::apply(func, arguments), // not a value: leave it
            }
        }
        match interpretation.entries.is_empty() || arguments.iter().all(|a| a.is_value()) {
            true if interpretation.default.is_value() => interpretation.default,
            true => Evaluator::new(self.model).eval(interpretation.default_at(arguments)),
            false => mk::apply(func, arguments),
        }
    }

    fn quantifier(&self, quantified: Term) -> Term {
        let (Op::Forall(bound) | Op::Exists(bound)) = quantified.op() else {
            unreachable!("called on quantifiers only");
        };
        let is_forall = matches!(quantified.op(), Op::Forall(_));
        match instances(bound) {
            Some(instances) => self.expand(quantified.arguments()[0], bound, &instances, is_forall),
            None => self.close(quantified),
        }
    }

    /// The conjunction or disjunction of the body's values.
    fn expand(&self, body: Term, bound: &[Term], instances: &[Vec<Term>], is_forall: bool) -> Term {
        let mut rest = Vec::new();
        for instance in instances {
            let substitution: Substitution = bound.iter().copied().zip(instance.iter().copied()).collect();
            let value = Evaluator::new(self.model).eval(substitution.apply(body));
            if value == mk::bool(!is_forall) {
                return value;
            }
            rest.push(value);
        }
        if is_forall { mk::and(rest) } else { mk::or(rest) }
    }

    /// The quantifier with values for its free variables.
    fn close(&self, quantified: Term) -> Term {
        let free = quantified.free_variables().iter().filter(|v| v.bound_variable_level().is_none());
        let substitution: Substitution = free.map(|&v| (v, self.variable(v))).collect();
        substitution.apply(quantified)
    }
}

/// All values of the variables, if they are few.
fn instances(variables: &[Term]) -> Option<Vec<Vec<Term>>> {
    let mut all = vec![Vec::new()];
    for variable in variables {
        let domain: Vec<Term> = match variable.sort() {
            Sort::Bool => vec![mk::ff(), mk::tt()],
            Sort::BitVec(width) if width <= 4 => {
                (0..1u32 << width).map(|value| mk::bv(value, width)).collect()
            }
            _ => return None,
        };
        if all.len() * domain.len() > MAX_INSTANCES {
            return None;
        }
        let extend = |prefix: &Vec<Term>| {
            let extended = |&value: &Term| prefix.iter().copied().chain([value]).collect::<Vec<Term>>();
            domain.iter().map(extended).collect::<Vec<_>>()
        };
        all = all.iter().flat_map(extend).collect();
    }
    Some(all)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::FuncInterp;
    use crate::symbol::Symbol;

    #[test]
    fn values_defaults_and_functions() {
        let (x, y) = (mk::var("x", Sort::Int), mk::var("y", Sort::Int));
        let f = Func::new(Symbol::new("f"), &[Sort::Int], Sort::Int);
        let mut model = Model::default();
        model.insert(x, mk::int(3));
        let entries = vec![(vec![mk::int(3)], mk::int(10))];
        model.insert_function(f, FuncInterp { entries, default: mk::int(-1) });
        let sum = mk::add([mk::apply(f, &[x]), mk::apply(f, &[y]), y]);
        assert_eq!(model.eval(sum), mk::int(9));
        assert_eq!(model.eval_bool(mk::lt(x, y)), Some(false));
        assert_eq!(model.eval_bool(mk::eq(mk::div(x, y), mk::int(1))), None); // division by zero is open
    }

    #[test]
    fn quantifiers() {
        let (b, n) = (mk::var("b", Sort::BitVec(3)), mk::var("n", Sort::BitVec(3)));
        let x = mk::var("x", Sort::Int);
        let mut model = Model::default();
        model.insert(n, mk::bv(7u32, 3));
        model.insert(x, mk::int(2));
        assert_eq!(model.eval_bool(mk::forall(&[b], mk::bvule(b, n))), Some(true));
        assert_eq!(model.eval_bool(mk::exists(&[b], mk::bvult(n, b))), Some(false));
        let i = mk::var("i", Sort::Int);
        let kept = model.eval(mk::exists(&[i], mk::eq(mk::mul(i, i), x)));
        assert_eq!(kept, mk::exists(&[i], mk::eq(mk::mul(i, i), mk::int(2))));
    }
}
