//! The statements of the core language (Craig vs. Newton, Sect. 3) and where
//! they come from.
//!
//! Expressions are terms over program variables; a program variable is a plain
//! variable term. Parallel assignments are allowed, because front ends need
//! them and the paper's definitions carry over conjunct by conjunct.

use std::rc::Rc;

use base::Span;
use term::{Op, Substitution, Term};

use super::ids::ProcedureId;

/// A statement of the core language.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Statement {
    /// `assume ψ`
    Assume(Term),
    /// `x₁, ..., xₙ := e₁, ..., eₙ`, all right sides read before any write. No variable twice.
    Assign(Vec<(Term, Term)>),
    /// `havoc x₁, ..., xₙ`
    Havoc(Vec<Term>),
    /// `call y₁, ..., yₘ := p(e₁, ..., eₙ)`; inlining removes these.
    Call(Call),
}

/// A call of a procedure.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Call {
    /// Who is called.
    pub procedure: ProcedureId,
    /// The arguments, one for each parameter.
    pub arguments: Vec<Term>,
    /// The variables that receive the results, one for each result.
    pub results: Vec<Term>,
}

impl Statement {
    /// `assume true`
    pub fn skip() -> Statement {
        Statement::Assume(term::build::tt())
    }

    /// A single assignment.
    pub fn assign(variable: Term, expression: Term) -> Statement {
        Statement::Assign(vec![(variable, expression)])
    }

    /// The variables that the statement may change.
    pub fn modified(&self) -> Vec<Term> {
        match self {
            Statement::Assume(_) => Vec::new(),
            Statement::Assign(pairs) => pairs.iter().map(|(variable, _)| *variable).collect(),
            Statement::Havoc(variables) => variables.clone(),
            Statement::Call(call) => call.results.clone(),
        }
    }

    /// The terms that the statement reads.
    pub fn expressions(&self) -> Vec<Term> {
        match self {
            Statement::Assume(condition) => vec![*condition],
            Statement::Assign(pairs) => pairs.iter().map(|(_, expression)| *expression).collect(),
            Statement::Havoc(_) => Vec::new(),
            Statement::Call(call) => call.arguments.clone(),
        }
    }

    /// The statement with its variables renamed. The substitution must map variables to variables.
    pub fn rename(&self, renaming: &Substitution) -> Statement {
        let variable = |v: &Term| renaming.get(*v).unwrap_or(*v);
        match self {
            Statement::Assume(condition) => Statement::Assume(renaming.apply(*condition)),
            Statement::Assign(pairs) => {
                Statement::Assign(pairs.iter().map(|(v, e)| (variable(v), renaming.apply(*e))).collect())
            }
            Statement::Havoc(variables) => Statement::Havoc(variables.iter().map(variable).collect()),
            Statement::Call(call) => Statement::Call(Call {
                procedure: call.procedure,
                arguments: call.arguments.iter().map(|a| renaming.apply(*a)).collect(),
                results: call.results.iter().map(variable).collect(),
            }),
        }
    }

    /// True for `assume true` and empty assignments.
    pub fn is_skip(&self) -> bool {
        match self {
            Statement::Assume(condition) => condition.op() == Op::True,
            Statement::Assign(pairs) => pairs.is_empty(),
            Statement::Havoc(variables) => variables.is_empty(),
            Statement::Call(_) => false,
        }
    }
}

/// Where an edge comes from, and what it does not model exactly.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Provenance {
    /// The place in the source.
    pub span: Option<Span>,
    /// The statement as a person would write it, for traces. Empty: derive it from the statement.
    pub text: Rc<str>,
    /// Why the edge allows more than the program does, if it does.
    pub overapproximation: Option<Rc<str>>,
    /// For a `havoc` that stands for an input of the program: the function that returns it
    /// (`__VERIFIER_nondet_int`, ...). The havoced variables hold the value.
    pub input: Option<Rc<str>>,
    /// For an edge that decides the condition of an `if` or of a loop: whether the condition holds.
    pub decision: Option<bool>,
}

impl Provenance {
    /// Provenance with a text.
    pub fn new(span: Option<Span>, text: &str) -> Provenance {
        Provenance { span, text: text.into(), ..Provenance::default() }
    }
}
