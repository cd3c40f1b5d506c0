//! Sorts in SMT-LIB syntax.
//!
//! Sorts are small, but a hostile text may nest them deeply, hence a limit.

use super::Context;
use super::operators::MAX_WIDTH;
use crate::op::Version;
use crate::print::symbol;
use crate::sexpr::{NodeId, ParseError, Sexprs};
use crate::sort::{FloatSort, Sort};
use crate::symbol::Symbol;

const MAX_DEPTH: u32 = 200;

/// The sort at a node.
pub(super) fn read(sexprs: &Sexprs<'_>, node: NodeId, context: &Context) -> Result<Sort, ParseError> {
    Reader { sexprs, context, parameters: &[] }.read(node, 0)
}

/// The uninterpreted sort behind a printed name.
pub(super) fn uninterpreted(name: &str) -> Sort {
    let (base, version) = symbol::decode(name);
    let text = if version == Version::Plain { base } else { name.to_string() };
    Sort::Uninterpreted(Symbol::new(&text))
}

struct Reader<'a, 't> {
    sexprs: &'a Sexprs<'t>,
    context: &'a Context,
    /// The parameters of the definition that is being expanded.
    parameters: &'a [(String, Sort)],
}

impl Reader<'_, '_> {
    fn read(&self, node: NodeId, depth: u32) -> Result<Sort, ParseError> {
        let error = |message: &str| self.sexprs.error(node, message);
        if depth > MAX_DEPTH {
            return Err(error("the sort is nested too deeply"));
        }
        if let Some(name) = self.sexprs.symbol(node) {
            return self.named(node, name, &[], depth);
        }
        let children = self.sexprs.children(node);
        let Some((&head, arguments)) = children.split_first() else { return Err(error("a sort expected")) };
        let Some(name) = self.sexprs.symbol(head) else { return Err(error("a sort expected")) };
        if name == "_" {
            return self.indexed(node, arguments);
        }
        let mut sorts = Vec::with_capacity(arguments.len());
        for &argument in arguments {
            sorts.push(self.read(argument, depth + 1)?);
        }
        self.named(node, name, &sorts, depth)
    }

    fn indexed(&self, node: NodeId, parts: &[NodeId]) -> Result<Sort, ParseError> {
        let words: Vec<&str> = parts.iter().map(|&p| self.sexprs.text(p)).collect();
        let number = |text: &str| text.parse::<u32>().unwrap_or(0);
        match *words {
            ["BitVec", width] if (1..=MAX_WIDTH).contains(&number(width)) => Ok(Sort::BitVec(number(width))),
            ["FloatingPoint", exponent, significand] => {
                let format = FloatSort { exponent: number(exponent), significand: number(significand) };
                match format.is_supported() {
                    true => Ok(Sort::Float(format)),
                    false => Err(self.sexprs.error(node, "this float format is out of range")),
                }
            }
            _ => Err(self.sexprs.error(node, format!("unknown sort `(_ {})`", words.join(" ")))),
        }
    }

    fn named(&self, node: NodeId, name: &str, arguments: &[Sort], depth: u32) -> Result<Sort, ParseError> {
        if let (Some((_, sort)), []) = (self.parameters.iter().find(|(p, _)| p == name), arguments) {
            return Ok(*sort);
        }
        if let Some(meaning) = self.context.sorts.get(name) {
            if meaning.parameters.len() != arguments.len() {
                return Err(self
                    .sexprs
                    .error(node, format!("`{name}` takes {} sorts", meaning.parameters.len())));
            }
            let Some(definition) = &meaning.definition else { return Ok(uninterpreted(name)) };
            let sexprs = Sexprs::parse(definition)?;
            let parameters: Vec<_> =
                meaning.parameters.iter().cloned().zip(arguments.iter().copied()).collect();
            let inner = Reader { sexprs: &sexprs, context: self.context, parameters: &parameters };
            return match sexprs.roots() {
                &[root] => inner.read(root, depth + 1).map_err(|e| self.sexprs.error(node, e.message)),
                _ => Err(self.sexprs.error(node, "a sort expected")),
            };
        }
        match (name, arguments) {
            ("Bool", []) => Ok(Sort::Bool),
            ("Int", []) => Ok(Sort::Int),
            ("Real", []) => Ok(Sort::Real),
            ("RoundingMode", []) => Ok(Sort::RoundingMode),
            ("Float16", []) => Ok(Sort::float(5, 11)),
            ("Float32", []) => Ok(Sort::float(8, 24)),
            ("Float64", []) => Ok(Sort::float(11, 53)),
            ("Float128", []) => Ok(Sort::float(15, 113)),
            ("Array", &[index, element]) => Ok(Sort::array(index, element)),
            _ => Err(self.sexprs.error(node, format!("unknown sort `{name}`"))),
        }
    }
}
