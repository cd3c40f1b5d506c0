//! Parallel assignments, also to elements of maps.

use super::expressions::store;
use super::procedures::Builder;
use crate::ast::{ExprId, Target};
use base::Span;
use program::Statement as CoreStatement;
use term::Term;

impl Builder<'_, '_> {
    /// `m[i], x := v, w`: all right sides and indices are read before any variable is written.
    pub(super) fn assignment(&mut self, targets: &[Target], values: &[ExprId], span: Span, text: &str) {
        let mut pairs = Vec::new();
        for (target, &value) in targets.iter().zip(values) {
            let variable = self.lowering.variables[self.variable(target.variable.name)];
            let indices: Vec<Term> =
                target.indices.iter().flatten().map(|&index| self.expression(index)).collect();
            pairs.push((variable, store(variable, &indices, self.expression(value))));
        }
        self.step(CoreStatement::Assign(pairs), span, text);
    }
}
