//! Answers of solvers: models, values, unsatisfiable cores, interpolants.

use super::{Context, Meaning, TermReader};
use crate::arena::Term;
use crate::build as mk;
use crate::model::{FuncInterp, Model};
use crate::op::Op;
use crate::sexpr::{NodeId, ParseError, Sexprs};
use crate::sort::Sort;

/// Reads the answer to `(get-model)`. The context declares the symbols of the query; what the
/// model defines beyond them is used but not kept.
pub fn parse_model(text: &str, context: &Context) -> Result<Model, ParseError> {
    let sexprs = Sexprs::parse(text)?;
    let &[root] = sexprs.roots() else { return Err(ParseError::new("one model expected", text, 0)) };
    let mut reader = ModelReader { sexprs: &sexprs, known: context.clone(), model: Model::default() };
    reader.known.reads_models = true;
    let definitions: Vec<NodeId> =
        sexprs.children(root).iter().copied().filter(|&n| reader.is_definition(n)).collect();
    for &definition in &definitions {
        reader.declare_sorts(definition);
    }
    // Functions may be used by the values of variables (`as-array`), hence first.
    let (functions, variables): (Vec<NodeId>, Vec<NodeId>) =
        definitions.into_iter().partition(|&d| reader.has_parameters(d));
    for definition in functions.into_iter().chain(variables) {
        reader.define(definition, context)?;
    }
    Ok(reader.model)
}

/// Reads the answer to `(get-value (...))`: pairs of a term's text and its value.
pub fn parse_values(text: &str, context: &Context) -> Result<Vec<Term>, ParseError> {
    let sexprs = Sexprs::parse(text)?;
    let &[root] = sexprs.roots() else { return Err(ParseError::new("one list expected", text, 0)) };
    let mut known = context.clone();
    known.reads_models = true;
    let mut values = Vec::new();
    for &pair in sexprs.children(root) {
        let &[_, value] = sexprs.children(pair) else { return Err(sexprs.error(pair, "a pair expected")) };
        values.push(TermReader::new(&sexprs, &known).read(value)?);
    }
    Ok(values)
}

/// Reads the answer to `(get-unsat-core)`: the names.
pub fn parse_core(text: &str) -> Result<Vec<String>, ParseError> {
    let sexprs = Sexprs::parse(text)?;
    let &[root] = sexprs.roots() else { return Err(ParseError::new("one core expected", text, 0)) };
    let name = |&node: &NodeId| match sexprs.symbol(node) {
        Some(name) => Ok(name.to_string()),
        None => Err(sexprs.error(node, "a core consists of names")),
    };
    sexprs
        .list(root)
        .ok_or_else(|| sexprs.error(root, "a list of names expected"))?
        .iter()
        .map(name)
        .collect()
}

/// Reads the answer to `(get-interpolants ...)`: a list of formulas.
pub fn parse_formulas(text: &str, context: &Context) -> Result<Vec<Term>, ParseError> {
    let sexprs = Sexprs::parse(text)?;
    let &[root] = sexprs.roots() else { return Err(ParseError::new("one list expected", text, 0)) };
    let formulas = sexprs.list(root).ok_or_else(|| sexprs.error(root, "a list of formulas expected"))?;
    formulas.iter().map(|&node| read_formula(&sexprs, node, context)).collect()
}

/// Reads the answer to `(get-interpolant ...)`: the body of `(define-fun I () Bool body)`.
pub fn parse_definition(text: &str, context: &Context) -> Result<Term, ParseError> {
    let sexprs = Sexprs::parse(text)?;
    let wrong = || ParseError::new("one definition without parameters expected", text, 0);
    let &[root] = sexprs.roots() else { return Err(wrong()) };
    match *sexprs.children(root) {
        [head, _, parameters, _, body]
            if sexprs.is_word(head, "define-fun") && sexprs.children(parameters).is_empty() =>
        {
            read_formula(&sexprs, body, context)
        }
        _ => Err(wrong()),
    }
}

fn read_formula(sexprs: &Sexprs<'_>, node: NodeId, context: &Context) -> Result<Term, ParseError> {
    let formula = TermReader::new(sexprs, context).read(node)?;
    match formula.sort() {
        Sort::Bool => Ok(formula),
        sort => Err(sexprs.error(node, format!("a formula expected, not a term of sort {sort}"))),
    }
}

struct ModelReader<'a, 't> {
    sexprs: &'a Sexprs<'t>,
    /// The symbols of the query and what the model has defined so far.
    known: Context,
    model: Model,
}

impl ModelReader<'_, '_> {
    fn is_definition(&self, node: NodeId) -> bool {
        self.sexprs.children(node).first().is_some_and(|&head| {
            matches!(self.sexprs.text(head), "define-fun" | "declare-fun" | "declare-sort" | "define-fun-rec")
        })
    }

    fn has_parameters(&self, node: NodeId) -> bool {
        self.sexprs.children(node).get(2).is_some_and(|&p| !self.sexprs.children(p).is_empty())
    }

    /// Models may list the elements of sorts; the sorts themselves are known.
    fn declare_sorts(&mut self, node: NodeId) {
        if let &[head, name, ..] = self.sexprs.children(node)
            && self.sexprs.text(head) == "declare-sort"
            && !self.known.sorts.contains_key(self.sexprs.text(name))
        {
            let meaning = super::SortMeaning { parameters: vec![], definition: None };
            self.known.sorts.insert(self.sexprs.text(name).to_string(), meaning);
        }
    }

    fn define(&mut self, node: NodeId, query: &Context) -> Result<(), ParseError> {
        let &[head, name, parameters, result, body] = self.sexprs.children(node) else {
            return Ok(()); // a declaration of a sort's elements
        };
        if !self.sexprs.text(head).starts_with("define-fun") {
            return Ok(());
        }
        let name = self.sexprs.text(name);
        let parameters = self.sexprs.children(parameters);
        if parameters.is_empty() {
            let (_, value) = self.known.definition(self.sexprs, &[], result, body)?;
            if let Some(Meaning::Variable(variable)) = query.symbols.get(name) {
                if variable.sort() != value.sort() {
                    return Err(self.sexprs.error(body, format!("`{name}` has sort {}", variable.sort())));
                }
                self.model.insert(*variable, value);
            }
            self.known.symbols.insert(name.to_string(), Meaning::Macro(vec![], value));
            return Ok(());
        }
        let (variables, term) = self.known.definition(self.sexprs, parameters, result, body)?;
        match (self.interpretation(&variables, parameters, body)?, query.symbols.get(name)) {
            (Some(interpretation), Some(&Meaning::Function(func))) => {
                self.model.insert_function(func, interpretation);
            }
            // Yices writes the value of an array like a function.
            (Some(interpretation), Some(&Meaning::Variable(variable))) => {
                self.keep_array(name, &variables, term.sort(), &interpretation);
                match self.known.arrays.get(name) {
                    Some(&value) if value.sort() == variable.sort() => self.model.insert(variable, value),
                    _ => {
                        return Err(self
                            .sexprs
                            .error(body, format!("`{name}` has sort {}", variable.sort())));
                    }
                }
            }
            (Some(interpretation), _) => self.keep_array(name, &variables, term.sort(), &interpretation),
            (None, Some(Meaning::Variable(_))) => {
                return Err(self.sexprs.error(body, format!("the value of `{name}` is not finite")));
            }
            (None, Some(Meaning::Function(_))) => {
                return Err(self.sexprs.error(body, format!("the interpretation of `{name}` is not finite")));
            }
            (None, _) => {}
        }
        if !matches!(query.symbols.get(name), Some(Meaning::Function(_))) {
            self.known.symbols.insert(name.to_string(), Meaning::Macro(variables, term));
        }
        Ok(())
    }

    /// Remembers a function of one argument as an array, for `(_ as-array f)`.
    fn keep_array(&mut self, name: &str, variables: &[Term], result: Sort, interpretation: &FuncInterp) {
        if let [index] = variables {
            let sort = Sort::array(index.sort(), result);
            let mut array = mk::const_array(sort, interpretation.default);
            for (arguments, value) in interpretation.entries.iter().rev() {
                array = mk::store(array, arguments[0], *value);
            }
            self.known.arrays.insert(name.to_string(), array);
        }
    }

    /// Reads a chain of `ite` over equalities of the parameters with values.
    fn interpretation(
        &self,
        variables: &[Term],
        parameters: &[NodeId],
        body: NodeId,
    ) -> Result<Option<FuncInterp>, ParseError> {
        let term = |node: NodeId| {
            let mut reader = TermReader::new(self.sexprs, &self.known);
            for (&parameter, &variable) in parameters.iter().zip(variables) {
                if let Some(&name) = self.sexprs.children(parameter).first() {
                    reader.bind(self.sexprs.text(name), variable);
                }
            }
            reader.read(node)
        };
        let mut entries = Vec::new();
        let mut rest = body;
        while let &[head, condition, then, otherwise] = self.sexprs.children(rest)
            && self.sexprs.is_word(head, "ite")
        {
            let value = term(then)?;
            let Some(arguments) = point(variables, term(condition)?) else { return Ok(None) };
            if !value.is_value() {
                return Ok(None);
            }
            entries.push((arguments, value));
            rest = otherwise;
        }
        let default = term(rest)?;
        Ok(default.is_value().then_some(FuncInterp { entries, default }))
    }
}

/// The arguments for which a conjunction of equalities holds.
fn point(variables: &[Term], condition: Term) -> Option<Vec<Term>> {
    let mut values = vec![None; variables.len()];
    for conjunct in mk::conjuncts(condition) {
        let (variable, value) = match (conjunct.op(), conjunct.arguments()) {
            (Op::Eq, &[left, right]) if left.is_var() && right.is_value() => (left, right),
            (Op::Eq, &[left, right]) if right.is_var() && left.is_value() => (right, left),
            (Op::Not, &[inner]) => (inner, mk::ff()),
            (Op::Var(_), _) => (conjunct, mk::tt()),
            _ => return None,
        };
        let position = variables.iter().position(|v| *v == variable)?;
        values[position] = Some(value);
    }
    values.into_iter().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn interpolants_are_read() {
        let x = mk::var("x", Sort::BitVec(8));
        let context = Context::of(&[mk::eq(x, x), mk::bvult(x, mk::bv(3u32, 8))]);
        let read = |text: &str| parse_formulas(text, &context);
        let shared = read("((let ((.cse0 (bv2nat x))) (and (<= .cse0 15) (<= 0 .cse0))) true)");
        let expected =
            mk::and2(mk::le(mk::ubv_to_int(x), mk::int(15)), mk::le(mk::int(0), mk::ubv_to_int(x)));
        assert_eq!(shared, Ok(vec![expected, mk::tt()]));
        let quantified = read("((exists ((y (_ BitVec 8))) (= x (bvadd y y))))").expect("read");
        assert!(quantified[0].has_quantifier());
        // Functions of a solver's own are no terms, and neither is a bit-vector a formula.
        for wrong in ["((mod_cast 0 255 (bv2nat x)))", "(x)", "(true", "true"] {
            assert!(read(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn definitions_are_read() {
        let x = mk::var("x", Sort::Int);
        let context = Context::of(&[mk::le(x, mk::int(0))]);
        let read = |text: &str| parse_definition(text, &context);
        assert_eq!(read("(define-fun I () Bool (<= x 3))"), Ok(mk::le(x, mk::int(3))));
        for wrong in ["(define-fun I ((y Int)) Bool true)", "(define-fun I () Int x)", "none", "(fail)"] {
            assert!(read(wrong).is_err(), "{wrong}");
        }
    }
}
