//! The assertions of a solver in their scopes.

use std::ops::Deref;

use term::Term;

/// Formulas in scopes; it is used as the slice of all formulas.
#[derive(Default)]
pub(crate) struct AssertionStack {
    formulas: Vec<Term>,
    /// The number of formulas at the beginning of each scope.
    scopes: Vec<usize>,
}

impl AssertionStack {
    pub(crate) fn push(&mut self) {
        self.scopes.push(self.formulas.len());
    }

    /// Closes scopes, or all if there are fewer.
    pub(crate) fn pop(&mut self, scopes: u32) {
        let kept = self.scopes.len().saturating_sub(scopes as usize);
        if let Some(&formulas) = self.scopes.get(kept) {
            self.formulas.truncate(formulas);
            self.scopes.truncate(kept);
        }
    }

    pub(crate) fn assert(&mut self, formula: Term) {
        self.formulas.push(formula);
    }

    /// The number of formulas at the beginning of each scope.
    pub(crate) fn scopes(&self) -> &[usize] {
        &self.scopes
    }
}

impl Deref for AssertionStack {
    type Target = [Term];

    fn deref(&self) -> &[Term] {
        &self.formulas
    }
}

#[cfg(test)]
mod tests {
    use term::{Sort, build as mk};

    use super::AssertionStack;

    #[test]
    fn scopes_take_their_formulas_along() {
        let [p, q] = ["p", "q"].map(|name| mk::var(name, Sort::Bool));
        let mut stack = AssertionStack::default();
        stack.assert(p);
        stack.push();
        stack.push();
        stack.assert(q);
        assert_eq!((&stack[..], stack.scopes()), (&[p, q][..], &[1, 1][..]));
        stack.pop(1);
        assert_eq!((&stack[..], stack.scopes()), (&[p][..], &[1][..]));
        stack.pop(5);
        assert_eq!((&stack[..], stack.scopes().len()), (&[p][..], 0));
    }
}
