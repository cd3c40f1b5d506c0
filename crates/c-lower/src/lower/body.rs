//! The body of a procedure as it grows: the current location, fresh variables, edges with their provenance.

use std::collections::BTreeSet;
use std::rc::Rc;

use base::Span;
use c_sema::hir::{ExprId, FunctionId, LabelId, ObjectId, StmtId};
use program::{
    Landmark, LandmarkKind, Limit, LocationId, Procedure, Provenance, Statement, Target, Violation,
};
use rustc_hash::FxHashMap;
use term::{Sort, Term, build as mk};

use super::Lowerer;
use super::value::Value;
use super::watched::Watched;
use crate::arith::Encoded;
use crate::memory::classes::ClassId;

/// Where `break` and `continue` lead, and how many scopes are open there.
#[derive(Clone, Copy)]
pub(super) struct Jump {
    pub target: LocationId,
    pub scopes: usize,
}

/// A function being lowered.
pub(super) struct Body<'l, 'p> {
    pub lowerer: &'l mut Lowerer<'p>,
    pub function: Option<FunctionId>,
    pub procedure: Procedure,
    /// Where the next statement starts.
    pub at: LocationId,
    /// Where the current statement stands in the source.
    pub span: Option<Span>,
    pub breaks: Vec<Jump>,
    pub continues: Vec<Jump>,
    pub labels: FxHashMap<LabelId, LocationId>,
    /// The scopes in which each label is.
    pub label_scopes: FxHashMap<LabelId, Vec<StmtId>>,
    /// The open scopes with their objects.
    pub scopes: Vec<(StmtId, Vec<ObjectId>)>,
    /// The variables that receive the result.
    pub results: Vec<Term>,
    /// Above 0, expressions are evaluated that the program might not evaluate: they must not end executions.
    pub speculation: u32,
    /// Which expressions have neither effects nor checks.
    pub purity: FxHashMap<ExprId, bool>,
    /// Memory from `alloca`: the bases, to end their lifetime with the function.
    pub stack_allocations: Vec<(ClassId, Term)>,
    /// Whether memory from `alloca` is accessed after the function, as far as anyone knows.
    pub ends_stack_allocations: bool,
    /// If there may be any number of them: the first number that one of them may have, and their classes.
    pub repeated_stack_allocations: Option<(Term, BTreeSet<ClassId>)>,
    /// Where the variadic arguments of this call begin.
    pub variadic: Option<Term>,
    /// What was just assumed, and where that leads.
    pub assumed: Option<(LocationId, Term)>,
    /// The bases that accesses were noted for since the last location that was joined, and where that holds.
    pub accessed: Vec<Term>,
    pub accessed_at: LocationId,
    /// Where the condition of the `if` or loop leads that is being evaluated.
    pub deciding: Option<(LocationId, LocationId)>,
    /// The call of which only the sign matters, or whether it returns zero.
    pub asked: Option<ExprId>,
    /// The operations whose overflow matters to what they are operands of.
    pub watched: Watched,
}

impl<'l, 'p> Body<'l, 'p> {
    pub fn new(
        lowerer: &'l mut Lowerer<'p>,
        function: Option<FunctionId>,
        procedure: Procedure,
    ) -> Body<'l, 'p> {
        let at = procedure.entry;
        Body {
            lowerer,
            function,
            procedure,
            at,
            span: None,
            breaks: Vec::new(),
            continues: Vec::new(),
            labels: FxHashMap::default(),
            label_scopes: FxHashMap::default(),
            scopes: Vec::new(),
            results: Vec::new(),
            speculation: 0,
            purity: FxHashMap::default(),
            stack_allocations: Vec::new(),
            ends_stack_allocations: false,
            repeated_stack_allocations: None,
            variadic: None,
            assumed: None,
            accessed: Vec::new(),
            accessed_at: at,
            deciding: None,
            asked: None,
            watched: Watched::default(),
        }
    }

    pub fn provenance(&self) -> Provenance {
        Provenance { span: self.span, ..Provenance::default() }
    }

    /// Adds a statement here.
    pub fn emit(&mut self, statement: Statement) {
        self.emit_with(statement, self.provenance());
    }

    pub fn emit_with(&mut self, statement: Statement, provenance: Provenance) {
        if statement.is_skip() && provenance.overapproximation.is_none() {
            return;
        }
        let modified = statement.modified();
        let holds = self.accessed_at == self.at;
        self.at = self.procedure.append(self.at, statement, provenance);
        if holds {
            self.accessed_at = self.at;
            let is_same = |base: &Term| !base.free_variables().iter().any(|v| modified.contains(v));
            self.accessed.retain(is_same);
        }
    }

    /// An access through a base was noted here: another one through the same base adds nothing.
    pub fn remember_access(&mut self, base: Term) {
        if self.accessed_at != self.at {
            self.accessed.clear();
            self.accessed_at = self.at;
        }
        self.accessed.push(base);
    }

    /// Whether an access through a base was noted already.
    pub fn was_accessed(&self, base: Term) -> bool {
        self.accessed_at == self.at && self.accessed.contains(&base)
    }

    pub fn assume(&mut self, condition: Term) {
        if self.assumed == Some((self.at, condition)) {
            return;
        }
        self.emit(Statement::Assume(condition));
        self.assumed = Some((self.at, condition));
    }

    pub fn assign(&mut self, variable: Term, value: Term) {
        if variable != value {
            self.emit(Statement::assign(variable, value));
        }
    }

    pub fn assign_all(&mut self, pairs: Vec<(Term, Term)>) {
        let pairs: Vec<_> = pairs.into_iter().filter(|(variable, value)| variable != value).collect();
        self.emit(Statement::Assign(pairs));
    }

    pub fn havoc(&mut self, variables: Vec<Term>) {
        self.emit(Statement::Havoc(variables));
    }

    pub fn havoc_flagged(&mut self, variables: Vec<Term>, reason: &str) {
        let overapproximation = Some(Rc::from(reason));
        self.emit_with(Statement::Havoc(variables), Provenance { overapproximation, ..self.provenance() });
    }

    /// An assignment of a value that may be one that the program does not have.
    pub fn assign_flagged(&mut self, variable: Term, value: Term, reason: &str) {
        let overapproximation = Some(Rc::from(reason));
        self.emit_with(
            Statement::assign(variable, value),
            Provenance { overapproximation, ..self.provenance() },
        );
    }

    /// A new local variable.
    pub fn fresh(&mut self, stem: &str, sort: Sort) -> Term {
        let name = self.lowerer.unique_name(stem);
        let variable = mk::var(name.as_str(), sort);
        self.procedure.locals.push(variable);
        variable
    }

    /// A value kept in a new variable, so that later changes of what it reads do not matter.
    pub fn keep(&mut self, stem: &str, value: Term) -> Term {
        if value.as_var().is_none() && value.free_variables().is_empty() {
            return value;
        }
        let variable = self.fresh(stem, value.sort());
        self.assign(variable, value);
        variable
    }

    /// A value kept in new variables.
    pub fn keep_value(&mut self, stem: &str, value: Value) -> Value {
        match value {
            Value::Number(term) => Value::Number(self.keep(stem, term)),
            Value::Pointer(mut pointer) => {
                pointer.base = self.keep(stem, pointer.base);
                pointer.offset = self.keep(stem, pointer.offset);
                Value::Pointer(pointer)
            }
            Value::Record(leaves) => Value::Record(
                leaves.iter().map(|(leaf, value)| (*leaf, self.keep_value(stem, value.clone()))).collect(),
            ),
            other => other,
        }
    }

    /// The term of an encoded operation, with what it needs emitted first.
    pub fn encoded(&mut self, encoded: Encoded) -> Term {
        let Encoded { term, havoc, assume, flag, only_if } = encoded;
        if havoc.is_empty() {
            let Some(flag) = flag else { return term };
            let variable = self.fresh("approximate", term.sort());
            self.assign_flagged(variable, term, flag);
            return variable;
        }
        let Some(condition) = only_if.filter(|condition| !condition.is_true()) else {
            self.choose_any(havoc, &assume, flag);
            return term;
        };
        // Where it does not hold, what the variables hold does not matter.
        let (open, end) = (self.location(), self.location());
        self.split(condition, open, end);
        self.at = open;
        self.choose_any(havoc, &assume, flag);
        self.goto(end);
        self.at = end;
        term
    }

    /// Variables hold anything that fits some facts; says why, if it is more than can happen.
    fn choose_any(&mut self, variables: Vec<Term>, facts: &[Term], flag: Option<&str>) {
        let provenance = Provenance { overapproximation: flag.map(Rc::from), ..self.provenance() };
        self.emit_with(Statement::Havoc(variables), provenance);
        facts.iter().for_each(|&fact| self.assume(fact));
    }

    /// What follows is an over-approximation, for this reason.
    pub fn note_flagged(&mut self, why: &str) {
        let provenance = Provenance { overapproximation: Some(why.into()), ..self.provenance() };
        self.emit_with(Statement::Assume(mk::tt()), provenance);
    }

    /// The current location is a place that people ask about.
    pub fn landmark(&mut self, kind: LandmarkKind) {
        if let Some(span) = self.span {
            self.procedure.locations[self.at].landmarks.push(Landmark { span, kind, frame: None });
        }
    }

    /// A new location.
    pub fn location(&mut self) -> LocationId {
        self.procedure.add_location()
    }

    /// An edge that does nothing, to another location. What follows is unreachable until `at` is set.
    pub fn goto(&mut self, target: LocationId) {
        let provenance = self.provenance();
        self.procedure.add_edge(self.at, target, Statement::skip(), provenance);
        self.at = self.location();
    }

    /// Two edges by a condition.
    pub fn split(&mut self, condition: Term, then: LocationId, otherwise: LocationId) {
        for (condition, target) in [(condition, then), (mk::not(condition), otherwise)] {
            if condition != mk::ff() {
                let decision = self.deciding.filter(|_| condition != mk::tt()).and_then(|(yes, no)| {
                    let is_last = target == yes || target == no;
                    is_last.then_some(target == yes)
                });
                let provenance = Provenance { decision, ..self.provenance() };
                self.procedure.add_edge(self.at, target, Statement::Assume(condition), provenance);
            }
        }
        self.at = self.location();
    }

    /// Ends the execution: nothing follows.
    pub fn stop(&mut self) {
        self.at = self.location();
    }

    /// A violation if the condition holds; execution goes on if it does not.
    pub fn check(&mut self, violated: Term, property: &str, message: &str) {
        if violated == mk::ff() {
            return;
        }
        let target = Target::Violation(Violation {
            property: property.into(),
            message: message.into(),
            span: self.span,
        });
        let error = self.procedure.add_target(target);
        let provenance = self.provenance();
        self.procedure.add_edge(self.at, error, Statement::Assume(violated), provenance);
        self.assume(mk::not(violated));
    }

    /// Reaching this point is a violation.
    pub fn violation(&mut self, property: &str, message: &str) {
        let target = Target::Violation(Violation {
            property: property.into(),
            message: message.into(),
            span: self.span,
        });
        let error = self.procedure.add_target(target);
        self.goto(error);
    }

    /// Reaching this point is not covered.
    pub fn unsupported(&mut self, what: &str) {
        let limit = self.procedure.add_target(Target::Limit(Limit::Unsupported(what.to_string().into())));
        self.goto(limit);
    }

    /// The program ends here; the name says how.
    pub fn halt(&mut self, name: &str) {
        let location = self.location();
        self.procedure.locations[location].name = name.into();
        self.goto(location);
    }
}
