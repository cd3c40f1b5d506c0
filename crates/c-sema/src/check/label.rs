//! Labels, jumps and the cases of `switch`.

use std::rc::Rc;

use base::Span;
use c_syntax::ast::{self, Ident};

use super::{Checked, Checker};
use crate::hir::{Label, LabelId, StmtId, StmtKind};
use crate::types::{IntKind, Type};

/// A label of a function.
#[derive(Clone, Copy, Debug)]
pub(super) struct LabelUse {
    pub id: LabelId,
    pub is_defined: bool,
    /// Where it was first mentioned.
    pub span: Span,
}

/// A `switch` whose body is being checked.
#[derive(Debug)]
pub(super) struct SwitchState {
    kind: IntKind,
    /// The width, if the value has the type of a bit-field.
    width: Option<u32>,
    cases: Vec<(i128, i128, LabelId)>,
    default: Option<LabelId>,
}

impl<'a> Checker<'a> {
    fn new_label(&mut self, name: Rc<str>, span: Span) -> Checked<LabelId> {
        let Some(function) = &self.function else {
            return self.error(span, "labels belong into functions");
        };
        let label = Label { name, function: function.id, is_address_taken: false };
        Ok(self.program.labels.push(label))
    }

    fn known_label(&mut self, name: Ident) -> Option<&mut LabelUse> {
        let scopes = &mut self.function.as_mut()?.labels;
        scopes.iter_mut().rev().find_map(|scope| scope.get_mut(&name.name))
    }

    /// The label that a name means; it may be defined later.
    pub(super) fn use_label(&mut self, name: Ident) -> Checked<LabelId> {
        if let Some(label) = self.known_label(name) {
            return Ok(label.id);
        }
        let span = self.span(name.range);
        let id = self.new_label(self.name(name.name).into(), span)?;
        if let Some(scope) = self.function.as_mut().and_then(|function| function.labels.first_mut()) {
            scope.insert(name.name, LabelUse { id, is_defined: false, span });
        }
        Ok(id)
    }

    pub(super) fn define_label(&mut self, name: Ident) -> Checked<LabelId> {
        let id = self.use_label(name)?;
        if let Some(label) = self.known_label(name)
            && !std::mem::replace(&mut label.is_defined, true)
        {
            return Ok(id);
        }
        let message = format!("there are two labels `{}`", self.name(name.name));
        self.error(self.span(name.range), message)
    }

    /// `__label__ a, b;`
    pub(super) fn declare_labels(&mut self, names: &[Ident]) -> Checked<()> {
        for &name in names {
            let span = self.span(name.range);
            let id = self.new_label(self.name(name.name).into(), span)?;
            if let Some(scope) = self.function.as_mut().and_then(|function| function.labels.last_mut()) {
                scope.insert(name.name, LabelUse { id, is_defined: false, span });
            }
        }
        Ok(())
    }

    /// Ends the innermost scope of labels: all must be defined.
    pub(super) fn check_labels(&mut self) {
        let Some(scope) = self.function.as_mut().and_then(|function| function.labels.pop()) else { return };
        let mut missing: Vec<LabelUse> = scope.into_values().filter(|label| !label.is_defined).collect();
        missing.sort_by_key(|label| label.span);
        for label in missing {
            let message = format!("there is no label `{}`", self.program.labels[label.id].name);
            let _: Checked<()> = self.error(label.span, message);
        }
    }

    pub(super) fn switch(
        &mut self,
        value: ast::ExprId,
        body: ast::StmtId,
        span: Span,
        out: &mut Vec<StmtId>,
    ) -> Checked<()> {
        let checked = self.value(value)?;
        let value = self.promote(checked);
        let Type::Int(kind) = *self.type_of(value) else {
            return self.error(span, "`switch` needs an integer");
        };
        let width = self.bit_width(value);
        let Some(function) = &mut self.function else {
            return self.error(span, "`switch` outside of functions");
        };
        function.switches.push(SwitchState { kind, width, cases: Vec::new(), default: None });
        function.breakable += 1;
        let body = self.single_statement(body);
        let Some(function) = &mut self.function else { return Err(super::Reported) };
        function.breakable -= 1;
        let Some(SwitchState { cases, default, .. }) = function.switches.pop() else {
            return Err(super::Reported);
        };
        self.check_cases(&cases, span)?;
        let (body, declarations, objects) = self.hoist_declarations(body);
        let switch = self.statement(StmtKind::Switch { value, cases, default, body }, span);
        if declarations.is_empty() {
            out.push(switch);
            return Ok(());
        }
        let mut statements = declarations;
        statements.push(switch);
        out.push(self.statement(StmtKind::Block(statements, objects), span));
        Ok(())
    }

    /// Objects that are declared before the first case are never reached, but exist: they are declared before the
    /// `switch`.
    fn hoist_declarations(&mut self, body: StmtId) -> (StmtId, Vec<StmtId>, Vec<crate::hir::ObjectId>) {
        let StmtKind::Block(statements, objects) = &self.program.stmts[body].kind else {
            return (body, Vec::new(), Vec::new());
        };
        let first = statements
            .iter()
            .position(|&statement| !matches!(self.program.stmts[statement].kind, StmtKind::Declare(_)));
        let (declarations, rest) = statements.split_at(first.unwrap_or(statements.len()));
        if declarations.is_empty() {
            return (body, Vec::new(), Vec::new());
        }
        let hoisted: Vec<_> = declarations
            .iter()
            .filter_map(|&statement| match self.program.stmts[statement].kind {
                StmtKind::Declare(object) => Some(object),
                _ => None,
            })
            .collect();
        let kept: Vec<_> = objects.iter().copied().filter(|object| !hoisted.contains(object)).collect();
        let (declarations, rest) = (declarations.to_vec(), rest.to_vec());
        let span = self.program.stmts[body].span;
        (self.statement(StmtKind::Block(rest, kept), span), declarations, hoisted)
    }

    fn check_cases(&mut self, cases: &[(i128, i128, LabelId)], span: Span) -> Checked<()> {
        let mut sorted: Vec<(i128, i128)> = cases.iter().map(|&(first, last, _)| (first, last)).collect();
        sorted.sort_unstable();
        let duplicate = sorted.windows(2).find(|pair| pair[0].1 >= pair[1].0).map(|pair| pair[1].0);
        match duplicate {
            Some(value) => self.error(span, format!("there are two cases for {value}")),
            None => Ok(()),
        }
    }

    /// `case first:`, or `case first ... last:`; an empty range has no label.
    pub(super) fn case(
        &mut self,
        first: ast::ExprId,
        last: Option<ast::ExprId>,
        span: Span,
    ) -> Checked<Option<LabelId>> {
        let low = self.constant_expression(first)?;
        let high = last.map_or(Ok(low), |last| self.constant_expression(last))?;
        let switch = self.function.as_ref().and_then(|function| function.switches.last());
        let Some((kind, width)) = switch.map(|switch| (switch.kind, switch.width)) else {
            return self.error(span, "`case` outside of `switch`");
        };
        let (low, high) = (self.wrap_width(low, kind, width), self.wrap_width(high, kind, width));
        if high < low {
            self.warning(span, "the range of this `case` is empty");
            return Ok(None);
        }
        let name = if low == high { format!("case {low}") } else { format!("case {low} ... {high}") };
        let label = self.new_label(name.into(), span)?;
        if let Some(switch) = self.function.as_mut().and_then(|function| function.switches.last_mut()) {
            switch.cases.push((low, high, label));
        }
        Ok(Some(label))
    }

    pub(super) fn default_case(&mut self, span: Span) -> Checked<LabelId> {
        let label = self.new_label("default".into(), span)?;
        match self.function.as_mut().and_then(|function| function.switches.last_mut()) {
            None => self.error(span, "`default` outside of `switch`"),
            Some(switch) => match switch.default.replace(label) {
                None => Ok(label),
                Some(_) => self.error(span, "there are two `default` labels"),
            },
        }
    }
}
