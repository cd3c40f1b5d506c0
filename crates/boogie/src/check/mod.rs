//! Names and types.
//!
//! [`check`] resolves every name and types every expression, so that lowering a checked program cannot fail on
//! either. Names live in four spaces, as in Boogie: types, functions, procedures, and variables with constants;
//! parameters and locals hide globals. A wrong expression gets the type [`Type::Wrong`](crate::types::Type),
//! which fits everywhere, so that one mistake gives one message. Assignments to globals that the `modifies`
//! clause leaves out are only warned about: what is verified is what the body does.

mod declarations;
mod expressions;
mod scopes;
mod statements;
mod types;

use crate::ast::{ExprId, Ident, Program};
use crate::names::Name;
use crate::types::{TypeId, Types};
use base::{Diagnostic, Diagnostics, IndexVec, Span, typed_index};
use rustc_hash::FxHashMap;

typed_index! {
    /// A variable, constant or function parameter.
    pub struct VariableId;
}

typed_index! {
    /// A function.
    pub struct FunctionId;
}

typed_index! {
    /// A procedure.
    pub struct ProcedureId;
}

/// A program whose names and types are right.
#[derive(Clone, Debug)]
pub struct Checked {
    /// The syntax tree.
    pub program: Program,
    /// The types.
    pub types: Types,
    /// The type of each expression.
    pub expr_types: IndexVec<ExprId, TypeId>,
    /// What each name and application refers to.
    pub references: IndexVec<ExprId, Reference>,
    /// The type of each bound variable.
    pub bound_types: IndexVec<crate::ast::BoundId, TypeId>,
    /// Variables, constants and function parameters.
    pub variables: IndexVec<VariableId, Variable>,
    /// The functions.
    pub functions: IndexVec<FunctionId, Function>,
    /// The procedures, in source order.
    pub procedures: IndexVec<ProcedureId, Procedure>,
    /// The global variables and constants by name.
    pub globals: FxHashMap<Name, VariableId>,
    /// The procedures by name.
    pub procedure_names: FxHashMap<Name, ProcedureId>,
}

/// What an expression refers to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reference {
    /// It is neither a name nor an application.
    None,
    /// A variable, constant or parameter.
    Variable(VariableId),
    /// A function.
    Function(FunctionId),
}

/// What kind of variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VariableKind {
    /// A global variable.
    Global,
    /// A constant, perhaps declared `unique`.
    Constant(bool),
    /// A parameter of a procedure.
    Parameter,
    /// A result of a procedure.
    Result,
    /// A local variable.
    Local,
    /// A parameter of a function.
    FunctionParameter,
}

/// A variable, constant or parameter.
#[derive(Clone, Debug)]
pub struct Variable {
    /// Its name and place.
    pub ident: Ident,
    /// Its type.
    pub ty: TypeId,
    /// Which kind.
    pub kind: VariableKind,
    /// Its `where` clause.
    pub where_clause: Option<ExprId>,
    /// The position in [`Program::declarations`] of the declaration that contains it.
    pub declaration: usize,
}

/// A function.
#[derive(Clone, Debug)]
pub struct Function {
    /// Its name and place.
    pub ident: Ident,
    /// Its parameters.
    pub parameters: Vec<VariableId>,
    /// The type of its result.
    pub result: TypeId,
    /// Its body.
    pub body: Option<ExprId>,
    /// The position in [`Program::declarations`].
    pub declaration: usize,
}

/// A procedure.
#[derive(Clone, Debug)]
pub struct Procedure {
    /// Its name and place.
    pub ident: Ident,
    /// Its parameters.
    pub parameters: Vec<VariableId>,
    /// Its results.
    pub results: Vec<VariableId>,
    /// The globals it may modify, each once, in source order.
    pub modifies: Vec<VariableId>,
    /// The position of the procedure in [`Program::declarations`]; its contract is there.
    pub declaration: usize,
    /// Its implementation.
    pub implementation: Option<Implementation>,
}

/// The implementation of a procedure.
#[derive(Clone, Debug)]
pub struct Implementation {
    /// The position in [`Program::declarations`] of the declaration with the body.
    pub declaration: usize,
    /// The local variables.
    pub locals: Vec<VariableId>,
    /// The parameters, results and locals by name. An implementation may call the parameters and results of its
    /// procedure by other names; they are the same variables.
    pub scope: FxHashMap<Name, VariableId>,
}

impl Checked {
    /// The variable that a name means inside an implementation.
    pub fn variable(&self, implementation: &Implementation, name: Name) -> Option<VariableId> {
        implementation.scope.get(&name).or_else(|| self.globals.get(&name)).copied()
    }

    /// The text of a name.
    pub fn text(&self, name: Name) -> &str {
        self.program.names.text(name)
    }
}

/// Resolves names and types. `None` if there was an error, which `diagnostics` then tells.
pub fn check(program: Program, diagnostics: &mut Diagnostics) -> Option<Checked> {
    let errors_before = diagnostics.error_count();
    let mut checker = Checker::new(&program, diagnostics);
    checker.check_program();
    let mut checked = checker.checked;
    checked.program = program;
    (diagnostics.error_count() == errors_before).then_some(checked)
}

/// The state of the check: what is known so far, and what the current declaration adds.
struct Checker<'a> {
    program: &'a Program,
    /// What is found out; the program itself gets in at the end.
    checked: Checked,
    type_names: FxHashMap<Name, types::TypeInfo>,
    synonyms_in_progress: Vec<Name>,
    expanded: FxHashMap<(Name, Vec<TypeId>), TypeId>,
    function_names: FxHashMap<Name, FunctionId>,
    /// The parameters and locals in scope.
    scope: FxHashMap<Name, VariableId>,
    context: scopes::Context,
    diagnostics: &'a mut Diagnostics,
}

impl<'a> Checker<'a> {
    fn new(program: &'a Program, diagnostics: &'a mut Diagnostics) -> Checker<'a> {
        let types = Types::default();
        let wrong = types.wrong();
        let (exprs, bound) = (program.exprs.len(), program.bound.len());
        let checked = Checked {
            program: Program::default(),
            types,
            expr_types: IndexVec::from_elem(wrong, exprs),
            references: IndexVec::from_elem(Reference::None, exprs),
            bound_types: IndexVec::from_elem(wrong, bound),
            variables: IndexVec::new(),
            functions: IndexVec::new(),
            procedures: IndexVec::new(),
            globals: FxHashMap::default(),
            procedure_names: FxHashMap::default(),
        };
        Checker {
            program,
            checked,
            type_names: FxHashMap::default(),
            synonyms_in_progress: Vec::new(),
            expanded: FxHashMap::default(),
            function_names: FxHashMap::default(),
            scope: FxHashMap::default(),
            context: scopes::Context::Global,
            diagnostics,
        }
    }

    fn text(&self, name: Name) -> String {
        self.program.names.text(name).to_owned()
    }

    fn describe(&self, ty: TypeId) -> String {
        self.checked.types.describe(&self.program.names, ty)
    }

    fn error(&mut self, span: Span, message: impl Into<String>, hint: impl Into<String>) {
        self.diagnostics.push(Diagnostic::error(span, message).with_hint(hint));
    }

    fn duplicate(&mut self, what: &str, ident: Ident, first: Span) {
        let message = format!("the {what} `{}` is declared twice", self.text(ident.name));
        let diagnostic = Diagnostic::error(ident.span, message)
            .with_note(Some(first), "the first declaration is here")
            .with_hint("rename or remove one of them");
        self.diagnostics.push(diagnostic);
    }

    /// Reports an unknown name, with the most similar known one as a hint.
    fn unknown<'n>(&mut self, what: &str, ident: Ident, known: impl Iterator<Item = &'n Name>) {
        let names = &self.program.names;
        let text = names.text(ident.name);
        if self.diagnostics.is_full() {
            return self.error(ident.span, format!("the {what} `{text}` is not declared"), "");
        }
        // Sorted, so that the hint does not depend on the order of a hash table.
        let mut candidates: Vec<&str> = known.map(|&name| names.text(name)).collect();
        candidates.sort_unstable();
        let hint = match names.closest(text, candidates.into_iter()) {
            Some(close) => format!("did you mean `{close}`?"),
            None => format!("declare the {what}"),
        };
        let message = format!("the {what} `{text}` is not declared");
        self.error(ident.span, message, hint);
    }
}

/// `1 argument`, `2 arguments`.
fn count(number: usize, what: &str) -> String {
    if number == 1 { format!("1 {what}") } else { format!("{number} {what}s") }
}
