//! What is known of the elements of an array after an execution.

use term::{Sort, Term};

use super::Executor;
use super::shadow::{Decided, Shadow};
use super::value::Value;

/// An element: the indices that lead to it from the outside in, and its value.
pub type Element = (Vec<Term>, Term);

impl Executor<'_> {
    /// The elements of a global array that were written or read in the last execution, in no order. All others do not
    /// matter to it.
    pub fn elements(&self, array: Term) -> Vec<Element> {
        let mut elements = Vec::new();
        let Some(position) = self.positions.get(&array).map(|position| *position as usize) else {
            return elements;
        };
        let Some(value) = self.state.globals.get(position) else { return elements };
        let mut path = Vec::new();
        written(value, array.sort(), &mut path, &mut elements);
        if let Some(shadows) = &self.state.shadows {
            decided(&shadows.globals[position], &shadows.decided, array.sort(), &mut path, &mut elements);
        }
        elements
    }
}

/// The elements that a value has.
fn written(value: &Value, sort: Sort, path: &mut Vec<Term>, elements: &mut Vec<Element>) {
    let (Sort::Array(parts), Value::Array(array)) = (sort, value) else {
        elements.push((path.clone(), value.to_term(sort)));
        return;
    };
    for (index, element) in array.entries() {
        path.push(index.to_term(parts.index()));
        written(element, parts.element(), path, elements);
        path.pop();
    }
}

/// The elements of open arrays that were decided.
fn decided(shadow: &Shadow, known: &Decided, sort: Sort, path: &mut Vec<Term>, elements: &mut Vec<Element>) {
    let (Sort::Array(parts), Shadow::Array(array)) = (sort, shadow) else { return };
    let is_nested = matches!(parts.element(), Sort::Array(_));
    if let Some(open) = &array.open {
        for (index, (value, inner)) in known.elements_of(open) {
            if array.entries.contains_key(index) {
                continue;
            }
            path.push(index.to_term(parts.index()));
            match is_nested {
                true => decided(inner, known, parts.element(), path, elements),
                false => elements.push((path.clone(), value.to_term(parts.element()))),
            }
            path.pop();
        }
    }
    for (index, inner) in array.entries.iter().filter(|_| is_nested) {
        path.push(index.to_term(parts.index()));
        decided(inner, known, parts.element(), path, elements);
        path.pop();
    }
}
