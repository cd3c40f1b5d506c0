//! SMT-LIB 2.6 input.
//!
//! [`parse_term`] and [`parse_sort`] read one expression over the symbols of a
//! [`Context`]; [`script`] reads whole benchmarks and [`answer`] what solvers
//! say. Sorts are checked before anything is built: bad input is an error with
//! a place, never a panic. Terms are read with an explicit stack.

pub mod answer;
pub mod operators;
pub mod script;
mod sorts;

pub use self::answer::{parse_core, parse_definition, parse_formulas, parse_model, parse_values};
pub use self::operators::build_by_name;
pub use self::script::{Command, Script, parse_script};
pub use crate::sexpr::ParseError;

use num_bigint::{BigInt, BigUint};
use num_rational::BigRational;
use num_traits::Num;
use rustc_hash::FxHashMap;

use crate::arena::Term;
use crate::build as mk;
use crate::op::{Func, Version};
use crate::print::declarations::Signature;
use crate::print::symbol;
use crate::sexpr::{Kind, NodeId, Sexprs};
use crate::sort::Sort;
use crate::subst::Substitution;
use crate::symbol::Symbol;

/// What a declared symbol stands for.
#[derive(Clone, Debug)]
enum Meaning {
    Variable(Term),
    Function(Func),
    /// `define-fun`: parameters and body, expanded where it is used.
    Macro(Vec<Term>, Term),
}

/// A sort symbol: its parameters and its definition; `None` if it is declared only.
#[derive(Clone, Debug)]
struct SortMeaning {
    parameters: Vec<String>,
    /// The definition as text, read again where it is used.
    definition: Option<String>,
}

/// The symbols that a term may use.
#[derive(Clone, Default, Debug)]
pub struct Context {
    symbols: FxHashMap<String, Meaning>,
    sorts: FxHashMap<String, SortMeaning>,
    /// Functions whose graph a model gives as an array, by name.
    arrays: FxHashMap<String, Term>,
    /// Accept names of elements of uninterpreted sorts, as models contain.
    reads_models: bool,
}

impl Context {
    /// No symbols but those of the theories.
    pub fn new() -> Context {
        Context::default()
    }

    /// Everything that occurs in the given terms.
    pub fn of(terms: &[Term]) -> Context {
        let mut context = Context::new();
        context.add_signature(&Signature::of(terms));
        context
    }

    /// Declares what a signature contains.
    pub fn add_signature(&mut self, signature: &Signature) {
        for sort in &signature.sorts {
            self.declare_sort(*sort);
        }
        for &variable in &signature.variables {
            self.declare_variable(variable);
        }
        for &function in &signature.functions {
            self.declare_function(function);
        }
    }

    /// Declares an uninterpreted sort.
    pub fn declare_sort(&mut self, name: Symbol) {
        let text = symbol::encode(name.as_str(), Version::Plain);
        self.sorts.insert(text, SortMeaning { parameters: vec![], definition: None });
    }

    /// Declares a variable under the name that it is printed with.
    pub fn declare_variable(&mut self, variable: Term) {
        let name = variable.as_var().expect("only variables can be declared");
        self.symbols.insert(symbol::encode(name.base.as_str(), name.version), Meaning::Variable(variable));
    }

    /// Declares a function under the name that it is printed with.
    pub fn declare_function(&mut self, function: Func) {
        let name = symbol::encode(function.name().as_str(), Version::Plain);
        self.symbols.insert(name, Meaning::Function(function));
    }
}

/// Reads one term.
pub fn parse_term(text: &str, context: &Context) -> Result<Term, ParseError> {
    let sexprs = Sexprs::parse(text)?;
    match sexprs.roots() {
        &[root] => TermReader::new(&sexprs, context).read(root),
        _ => Err(ParseError::new("exactly one term expected", text, 0)),
    }
}

/// Reads one sort.
pub fn parse_sort(text: &str, context: &Context) -> Result<Sort, ParseError> {
    let sexprs = Sexprs::parse(text)?;
    match sexprs.roots() {
        &[root] => sorts::read(&sexprs, root, context),
        _ => Err(ParseError::new("exactly one sort expected", text, 0)),
    }
}

/// What is still to be done; results are on the stack of values.
enum Task {
    Read(NodeId),
    /// Apply the head of this list to so many values.
    Apply(NodeId, usize),
    /// Bind these names to the last values.
    BindLet(Vec<String>),
    Unbind(usize),
    Quantify(NodeId, bool, Vec<Term>),
    Name(NodeId, String),
}

/// Reads terms of one text.
pub(crate) struct TermReader<'a, 't> {
    sexprs: &'a Sexprs<'t>,
    context: &'a Context,
    tasks: Vec<Task>,
    values: Vec<Term>,
    scopes: FxHashMap<String, Vec<Term>>,
    bound: Vec<String>,
    quantified: u32,
    /// `(! t :named n)` in the order of reading.
    pub(crate) named: Vec<(String, Term)>,
}

impl<'a, 't> TermReader<'a, 't> {
    pub(crate) fn new(sexprs: &'a Sexprs<'t>, context: &'a Context) -> TermReader<'a, 't> {
        TermReader {
            sexprs,
            context,
            tasks: Vec::new(),
            values: Vec::new(),
            scopes: FxHashMap::default(),
            bound: Vec::new(),
            quantified: 0,
            named: Vec::new(),
        }
    }

    /// Binds a name to a term for all that is read later.
    pub(crate) fn bind(&mut self, name: &str, term: Term) {
        self.scopes.entry(name.to_string()).or_default().push(term);
        self.bound.push(name.to_string());
    }

    fn unbind(&mut self, count: usize) {
        for name in self.bound.drain(self.bound.len() - count..) {
            if let Some(stack) = self.scopes.get_mut(&name) {
                stack.pop();
            }
        }
    }

    /// Reads the term at a node.
    pub(crate) fn read(&mut self, root: NodeId) -> Result<Term, ParseError> {
        self.tasks.push(Task::Read(root));
        while let Some(task) = self.tasks.pop() {
            self.step(task)?;
        }
        Ok(self.values.pop().expect("every term leaves one value"))
    }

    fn step(&mut self, task: Task) -> Result<(), ParseError> {
        match task {
            Task::Read(node) => self.enter(node)?,
            Task::Apply(node, count) => {
                let arguments = self.values.split_off(self.values.len() - count);
                let head = self.sexprs.children(node)[0];
                let term = self.apply(head, &arguments).map_err(|m| self.sexprs.error(node, m))?;
                self.values.push(term);
            }
            Task::BindLet(names) => {
                let terms = self.values.split_off(self.values.len() - names.len());
                for (name, term) in names.iter().zip(terms) {
                    self.bind(name, term);
                }
            }
            Task::Unbind(count) => self.unbind(count),
            Task::Quantify(node, is_forall, variables) => {
                let body = self.values.pop().expect("the body was read");
                if body.sort() != Sort::Bool {
                    return Err(self.sexprs.error(node, "the body of a quantifier is a formula"));
                }
                self.unbind(variables.len());
                self.values.push(mk::quantify(is_forall, &variables, body));
            }
            Task::Name(node, name) => {
                let term = *self.values.last().expect("the term was read");
                if term.sort() == Sort::Bool {
                    self.named.push((name, term));
                } else if self.named.iter().any(|(n, _)| *n == name) {
                    return Err(self.sexprs.error(node, "this name is taken"));
                }
            }
        }
        Ok(())
    }

    fn enter(&mut self, node: NodeId) -> Result<(), ParseError> {
        let error = |message: String| self.sexprs.error(node, message);
        let Some(children) = self.sexprs.list(node) else {
            let value = self.atom(node).map_err(error)?;
            self.values.push(value);
            return Ok(());
        };
        let Some(&head) = children.first() else { return Err(error("an empty list is no term".into())) };
        if self.sexprs.kind(head) == Kind::Symbol {
            match self.sexprs.text(head) {
                "let" => return self.enter_let(node),
                "forall" => return self.enter_quantifier(node, true),
                "exists" => return self.enter_quantifier(node, false),
                "!" => return self.enter_annotation(node),
                "_" | "as" => {
                    let value = self.identifier(node, &[]).map_err(error)?;
                    self.values.push(value);
                    return Ok(());
                }
                _ => {}
            }
        }
        let arguments = &children[1..];
        self.tasks.push(Task::Apply(node, arguments.len()));
        self.tasks.extend(arguments.iter().rev().map(|&a| Task::Read(a)));
        Ok(())
    }

    fn enter_let(&mut self, node: NodeId) -> Result<(), ParseError> {
        let wrong = || self.sexprs.error(node, "`let` takes bindings and a body");
        let &[_, bindings, body] = self.sexprs.children(node) else { return Err(wrong()) };
        let mut names = Vec::new();
        let mut terms = Vec::new();
        for &binding in self.sexprs.list(bindings).ok_or_else(wrong)? {
            let &[name, term] = self.sexprs.children(binding) else { return Err(wrong()) };
            names.push(self.sexprs.symbol(name).ok_or_else(wrong)?.to_string());
            terms.push(Task::Read(term));
        }
        self.tasks.push(Task::Unbind(names.len()));
        self.tasks.push(Task::Read(body));
        self.tasks.push(Task::BindLet(names));
        self.tasks.extend(terms.into_iter().rev());
        Ok(())
    }

    fn enter_quantifier(&mut self, node: NodeId, is_forall: bool) -> Result<(), ParseError> {
        let wrong = || self.sexprs.error(node, "a quantifier takes variables and a body");
        let &[_, declarations, body] = self.sexprs.children(node) else { return Err(wrong()) };
        let mut variables = Vec::new();
        let mut names = Vec::new();
        for &declaration in self.sexprs.list(declarations).ok_or_else(wrong)? {
            let &[name, sort] = self.sexprs.children(declaration) else { return Err(wrong()) };
            names.push(self.sexprs.symbol(name).ok_or_else(wrong)?);
            let sort = sorts::read(self.sexprs, sort, self.context)?;
            // Unique while the quantifier is open; it is renamed when the quantifier is built.
            self.quantified += 1;
            variables.push(mk::versioned_var(Symbol::new("?read"), Version::At(self.quantified), sort));
        }
        for (name, &variable) in names.iter().zip(&variables) {
            self.bind(name, variable);
        }
        self.tasks.push(Task::Quantify(node, is_forall, variables));
        self.tasks.push(Task::Read(body));
        Ok(())
    }

    fn enter_annotation(&mut self, node: NodeId) -> Result<(), ParseError> {
        let children = self.sexprs.children(node);
        let &[_, term, ref attributes @ ..] = children else {
            return Err(self.sexprs.error(node, "`!` takes a term and attributes"));
        };
        for pair in attributes.windows(2) {
            if self.sexprs.kind(pair[0]) == Kind::Keyword
                && self.sexprs.text(pair[0]) == ":named"
                && let Some(name) = self.sexprs.symbol(pair[1])
            {
                self.tasks.push(Task::Name(node, name.to_string()));
            }
        }
        self.tasks.push(Task::Read(term));
        Ok(())
    }

    fn atom(&self, node: NodeId) -> Result<Term, String> {
        let text = self.sexprs.text(node);
        let natural = |digits: &str, radix| BigUint::from_str_radix(digits, radix).map_err(|e| e.to_string());
        match self.sexprs.kind(node) {
            Kind::Numeral => Ok(mk::int(BigInt::from(natural(text, 10)?))),
            Kind::Decimal => {
                let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
                let digits = natural(&format!("{whole}{fraction}"), 10)?;
                let scale = BigInt::from(10u32).pow(fraction.len() as u32);
                Ok(mk::real(BigRational::new(BigInt::from(digits), scale)))
            }
            Kind::Hexadecimal => Ok(mk::bv(natural(text, 16)?, 4 * text.len() as u32)),
            Kind::Binary => Ok(mk::bv(natural(text, 2)?, text.len() as u32)),
            Kind::Symbol | Kind::QuotedSymbol => self.apply_symbol(text, &[], &[], None),
            Kind::Keyword | Kind::String | Kind::List => Err(format!("`{text}` is no term")),
        }
    }

    fn apply(&mut self, head: NodeId, arguments: &[Term]) -> Result<Term, String> {
        match self.sexprs.kind(head) {
            Kind::Symbol | Kind::QuotedSymbol => {
                self.apply_symbol(self.sexprs.text(head), &[], arguments, None)
            }
            Kind::List => self.identifier(head, arguments),
            _ => Err("a function symbol expected".to_string()),
        }
    }

    /// `(_ symbol index ...)` or `(as identifier sort)`, applied.
    fn identifier(&self, node: NodeId, arguments: &[Term]) -> Result<Term, String> {
        let children = self.sexprs.children(node);
        let (mut head, mut result) = (children, None);
        if let &[word, name, sort] = children
            && self.sexprs.is_word(word, "as")
        {
            result = Some(sorts::read(self.sexprs, sort, self.context).map_err(|e| e.message)?);
            match self.sexprs.symbol(name) {
                Some(name) => return self.apply_symbol(name, &[], arguments, result),
                None => head = self.sexprs.children(name),
            }
        }
        match *head {
            [word, name, ref indices @ ..] if self.sexprs.is_word(word, "_") => {
                let name = self.sexprs.symbol(name).ok_or("a symbol expected after `_`")?;
                self.apply_indexed(name, indices, arguments, result)
            }
            _ => Err("a function symbol expected".to_string()),
        }
    }

    fn apply_indexed(
        &self,
        name: &str,
        indices: &[NodeId],
        arguments: &[Term],
        result: Option<Sort>,
    ) -> Result<Term, String> {
        if let (Some(digits), &[width], []) = (name.strip_prefix("bv"), indices, arguments)
            && let Ok(value) = BigUint::from_str_radix(digits, 10)
        {
            let width = self.sexprs.text(width).parse().unwrap_or(0);
            let is_fitting = width > 0 && width <= operators::MAX_WIDTH && value.bits() <= u64::from(width);
            return if is_fitting {
                Ok(mk::bv(value, width))
            } else {
                Err("the constant does not fit".into())
            };
        }
        if let ("as-array", &[function], []) = (name, indices, arguments) {
            let function = self.sexprs.text(function);
            let array = self.context.arrays.get(function);
            return array.copied().ok_or_else(|| format!("the model does not give `{function}` as an array"));
        }
        let number =
            |&node: &NodeId| self.sexprs.text(node).parse().map_err(|_| "an index out of range".to_string());
        let indices: Vec<u32> = indices.iter().map(number).collect::<Result<_, _>>()?;
        self.apply_symbol(name, &indices, arguments, result)
    }

    fn apply_symbol(
        &self,
        name: &str,
        indices: &[u32],
        arguments: &[Term],
        result: Option<Sort>,
    ) -> Result<Term, String> {
        if let (Some(&term), []) = (self.scopes.get(name).and_then(|stack| stack.last()), indices) {
            return if arguments.is_empty() { Ok(term) } else { Err(format!("`{name}` is no function")) };
        }
        if let Some(meaning) = self.context.symbols.get(name) {
            let term = apply_meaning(name, meaning, arguments)?;
            return match result {
                Some(sort) if sort != term.sort() => {
                    Err(format!("`{name}` has sort {}, not {sort}", term.sort()))
                }
                _ => Ok(term),
            };
        }
        if let (true, [], Some(term)) = (self.context.reads_models, arguments, self.element(name, result)) {
            return Ok(term);
        }
        if let (Some(digits), Some(sort), []) = (name.strip_prefix('@'), result, arguments)
            && let (Sort::Uninterpreted(_), Ok(number)) = (sort, digits.parse())
        {
            return Ok(mk::element(number, sort));
        }
        operators::build_by_name(name, indices, arguments, result)
    }

    /// Elements of uninterpreted sorts in models: `S!val!0` (Z3), `@S_0` (cvc5), `@uc_S_0` (CVC4), `S!0` (Princess).
    fn element(&self, name: &str, sort: Option<Sort>) -> Option<Term> {
        let (stem, number) = match (name.split_once("!val!"), name.strip_prefix('@')) {
            (Some(parts), _) => parts,
            (None, Some(rest)) => rest.rsplit_once('_')?,
            (None, None) => {
                name.rsplit_once('!').filter(|(stem, _)| self.context.sorts.contains_key(*stem))?
            }
        };
        let stem = stem.strip_prefix("uc_").unwrap_or(stem);
        let number = number.parse().ok()?;
        let sort = match sort {
            Some(sort) => sort,
            None if self.context.sorts.contains_key(stem) => sorts::uninterpreted(stem),
            None => return None,
        };
        matches!(sort, Sort::Uninterpreted(_)).then(|| mk::element(number, sort))
    }
}

fn apply_meaning(name: &str, meaning: &Meaning, arguments: &[Term]) -> Result<Term, String> {
    let coerced = |sorts: &mut dyn ExactSizeIterator<Item = Sort>| -> Result<Vec<Term>, String> {
        let expected: Vec<Sort> = sorts.collect();
        let convert = |(&a, &s): (&Term, &Sort)| {
            if s == Sort::Real && a.sort() == Sort::Int { mk::to_real(a) } else { a }
        };
        let arguments_converted: Vec<Term> = arguments.iter().zip(&expected).map(convert).collect();
        let fits = arguments.len() == expected.len()
            && arguments_converted.iter().zip(&expected).all(|(a, &s)| a.sort() == s);
        if fits {
            return Ok(arguments_converted);
        }
        let expected: Vec<String> = expected.iter().map(Sort::to_string).collect();
        let found: Vec<String> = arguments.iter().map(|a| a.sort().to_string()).collect();
        Err(format!("`{name}` takes ({}), not ({})", expected.join(" "), found.join(" ")))
    };
    match meaning {
        Meaning::Variable(variable) => coerced(&mut std::iter::empty()).map(|_| *variable),
        Meaning::Function(func) => {
            coerced(&mut func.parameters().iter().copied()).map(|arguments| mk::apply(*func, &arguments))
        }
        Meaning::Macro(parameters, body) => {
            let arguments = coerced(&mut parameters.iter().map(|p| p.sort()))?;
            let substitution: Substitution = parameters.iter().copied().zip(arguments).collect();
            Ok(substitution.apply(*body))
        }
    }
}
