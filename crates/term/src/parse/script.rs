//! Scripts: declarations, definitions, assertions.
//!
//! Enough of the command language to read benchmarks and our own dumps. Macros
//! are expanded; options and information are kept as text.

use rustc_hash::FxHashMap;

use super::{Context, Meaning, SortMeaning, TermReader, sorts};
use crate::arena::Term;
use crate::build as mk;
use crate::op::{Func, Version};
use crate::print::symbol;
use crate::sexpr::{NodeId, ParseError, Sexprs};
use crate::sort::Sort;
use crate::symbol::Symbol;
use crate::vocabulary::is_command;

/// A command that is not a declaration.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Command {
    /// `(assert t)`, with its name if it has one.
    Assert(Term, Option<String>),
    /// `(push n)`
    Push(u32),
    /// `(pop n)`
    Pop(u32),
    /// `(check-sat)`
    CheckSat,
    /// `(check-sat-assuming (...))`
    CheckSatAssuming(Vec<Term>),
    /// `(set-logic L)`
    SetLogic(String),
    /// `(set-info :status s)`
    Status(String),
    /// Anything else: `get-model`, `set-option`, ..., by name.
    Other(String),
}

/// A script.
#[derive(Clone, Debug, Default)]
pub struct Script {
    /// The commands in order, without declarations.
    pub commands: Vec<Command>,
    /// Everything that was declared.
    pub context: Context,
}

impl Script {
    /// All asserted formulas, whatever their scope.
    pub fn assertions(&self) -> Vec<Term> {
        let formula = |command: &Command| match command {
            Command::Assert(formula, _) => Some(*formula),
            _ => None,
        };
        self.commands.iter().filter_map(formula).collect()
    }
}

/// Reads a script.
pub fn parse_script(text: &str) -> Result<Script, ParseError> {
    let sexprs = Sexprs::parse(text)?;
    let mut reader = ScriptReader { sexprs: &sexprs, script: Script::default(), named: FxHashMap::default() };
    for &root in sexprs.roots() {
        reader.command(root)?;
    }
    Ok(reader.script)
}

struct ScriptReader<'a, 't> {
    sexprs: &'a Sexprs<'t>,
    script: Script,
    named: FxHashMap<String, Term>,
}

impl ScriptReader<'_, '_> {
    fn command(&mut self, node: NodeId) -> Result<(), ParseError> {
        let Some((&head, arguments)) = self.sexprs.children(node).split_first() else {
            return Err(self.sexprs.error(node, "a command expected"));
        };
        let Some(name) = self.sexprs.symbol(head) else {
            return Err(self.sexprs.error(head, "the name of a command expected"));
        };
        let command = match (name, arguments) {
            ("assert", &[term]) => self.assert(term)?,
            ("check-sat", []) => Command::CheckSat,
            ("check-sat-assuming", &[list]) => {
                let terms = self.sexprs.children(list).to_vec();
                Command::CheckSatAssuming(
                    terms.into_iter().map(|t| self.formula(t)).collect::<Result<_, _>>()?,
                )
            }
            ("push", levels) => Command::Push(self.count(node, levels)?),
            ("pop", levels) => Command::Pop(self.count(node, levels)?),
            ("set-logic", &[logic]) => Command::SetLogic(self.sexprs.text(logic).to_string()),
            ("set-info", &[key, value]) if self.sexprs.text(key) == ":status" => {
                Command::Status(self.sexprs.text(value).to_string())
            }
            _ if name.starts_with("declare-") || name.starts_with("define-") => {
                return self.script.context.declare(self.sexprs, node);
            }
            _ if is_command(name) => Command::Other(name.to_string()),
            _ => return Err(self.sexprs.error(head, format!("unknown command `{name}`"))),
        };
        self.script.commands.push(command);
        Ok(())
    }

    fn count(&self, node: NodeId, levels: &[NodeId]) -> Result<u32, ParseError> {
        let number = match *levels {
            [] => Some(1),
            [levels] => self.sexprs.text(levels).parse().ok(),
            _ => None,
        };
        number.ok_or_else(|| self.sexprs.error(node, "a number of levels expected"))
    }

    fn formula(&mut self, node: NodeId) -> Result<Term, ParseError> {
        let mut reader = TermReader::new(self.sexprs, &self.script.context);
        for (name, &term) in &self.named {
            reader.bind(name, term);
        }
        let term = reader.read(node)?;
        if term.sort() != Sort::Bool {
            return Err(self
                .sexprs
                .error(node, format!("a formula expected, not a term of sort {}", term.sort())));
        }
        self.named.extend(std::mem::take(&mut reader.named));
        Ok(term)
    }

    fn assert(&mut self, node: NodeId) -> Result<Command, ParseError> {
        let formula = self.formula(node)?;
        let annotation = match *self.sexprs.children(node) {
            [bang, _, key, name] if self.sexprs.is_word(bang, "!") && self.sexprs.text(key) == ":named" => {
                self.sexprs.symbol(name).map(str::to_string)
            }
            _ => None,
        };
        Ok(Command::Assert(formula, annotation))
    }
}

impl Context {
    /// Reads a declaration or a definition.
    pub(super) fn declare(&mut self, sexprs: &Sexprs<'_>, node: NodeId) -> Result<(), ParseError> {
        let wrong = |message: &str| sexprs.error(node, message);
        let (command, name, rest) = match *sexprs.children(node) {
            [command, name, ref rest @ ..] => (sexprs.text(command), sexprs.symbol(name), rest),
            _ => return Err(wrong("a declaration needs a name")),
        };
        let name = name.ok_or_else(|| wrong("the name is a symbol"))?;
        match (command, rest) {
            ("declare-const", &[sort]) => self.add_function(name, &[], sorts::read(sexprs, sort, self)?),
            ("declare-fun", &[parameters, result]) => {
                let mut sorts = Vec::new();
                for &parameter in sexprs.children(parameters) {
                    sorts.push(sorts::read(sexprs, parameter, self)?);
                }
                let result = sorts::read(sexprs, result, self)?;
                self.add_function(name, &sorts, result);
            }
            ("declare-sort", &[] | &[_]) => {
                if rest.first().is_some_and(|&arity| sexprs.text(arity) != "0") {
                    return Err(wrong("only sorts without parameters are supported"));
                }
                let meaning = SortMeaning { parameters: vec![], definition: None };
                self.sorts.insert(name.to_string(), meaning);
            }
            ("define-sort", &[parameters, sort]) => {
                let parameters =
                    sexprs.children(parameters).iter().map(|&p| sexprs.text(p).to_string()).collect();
                let meaning = SortMeaning { parameters, definition: Some(sexprs.source(sort).to_string()) };
                self.sorts.insert(name.to_string(), meaning);
            }
            ("define-fun", &[parameters, result, body]) => {
                let (variables, body) = self.definition(sexprs, sexprs.children(parameters), result, body)?;
                self.symbols.insert(name.to_string(), Meaning::Macro(variables, body));
            }
            ("define-const", &[result, body]) => {
                let (variables, body) = self.definition(sexprs, &[], result, body)?;
                self.symbols.insert(name.to_string(), Meaning::Macro(variables, body));
            }
            _ => return Err(wrong(&format!("`{command}` is malformed or not supported"))),
        }
        Ok(())
    }

    fn add_function(&mut self, name: &str, parameters: &[Sort], result: Sort) {
        let (base, version) = symbol::decode(name);
        let meaning = if parameters.is_empty() {
            Meaning::Variable(mk::versioned_var(Symbol::new(&base), version, result))
        } else {
            let base = if version == Version::Plain { base } else { name.to_string() };
            Meaning::Function(Func::new(Symbol::new(&base), parameters, result))
        };
        self.symbols.insert(name.to_string(), meaning);
    }

    /// The parameters, as variables, and the body of a definition.
    pub(super) fn definition(
        &self,
        sexprs: &Sexprs<'_>,
        parameters: &[NodeId],
        result: NodeId,
        body: NodeId,
    ) -> Result<(Vec<Term>, Term), ParseError> {
        let result_sort = sorts::read(sexprs, result, self)?;
        let mut reader = TermReader::new(sexprs, self);
        let mut variables = Vec::new();
        for &parameter in parameters {
            let &[name, sort] = sexprs.children(parameter) else {
                return Err(sexprs.error(parameter, "a parameter has a name and a sort"));
            };
            let sort = sorts::read(sexprs, sort, self)?;
            let position = variables.len() as u32;
            let variable = mk::versioned_var(Symbol::new("?parameter"), Version::At(position), sort);
            reader.bind(sexprs.text(name), variable);
            variables.push(variable);
        }
        let mut term = reader.read(body)?;
        if result_sort == Sort::Real && term.sort() == Sort::Int {
            term = mk::to_real(term);
        }
        if term.sort() != result_sort {
            return Err(
                sexprs.error(body, format!("a term of sort {result_sort} expected, not {}", term.sort()))
            );
        }
        Ok((variables, term))
    }
}
