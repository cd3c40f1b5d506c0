//! What a line reads behind a pointer: `s->top` is 4.
//!
//! The core program reads elements of arrays, which have no names. A line tells such a value if it cannot be that of
//! anything else: what the preprocessor made of the line mentions memory once, as `p->f`, changes nothing and takes no
//! address, and all its statements read one element, of which it is known what was written there last.

use executions::recording::{Event, Frame};
use program::Statement;
use rustc_hash::{FxHashMap, FxHashSet};
use term::{Op, Sort, Substitution, Term, build as mk};

use crate::mentioned::{Mention, mentions};

/// An element: the array and whose it is, and the indices from the outside in.
type Element = ((Option<Frame>, Term), Vec<Term>);

/// What a statement reads: elements and their values. `None` stands for an element of which nothing is known.
pub type Found = Vec<Option<(Element, Term)>>;

/// How the variables of an event are known.
pub struct View<'v> {
    /// Their values before it.
    pub value: &'v dyn Fn(Term) -> Option<Term>,
    /// Whose they are.
    pub cell: &'v dyn Fn(Term) -> (Option<Frame>, Term),
    /// Whether an array holds what a program can read.
    pub is_memory: &'v dyn Fn(Term) -> bool,
}

/// What is known about memory, and what the current line reads of it.
#[derive(Default)]
pub struct MemoryReads {
    written: FxHashMap<Element, Term>,
    read: FxHashSet<Option<(Element, Term)>>,
}

impl MemoryReads {
    /// Another line begins.
    pub fn begin(&mut self) {
        self.read.clear();
    }

    /// The current line reads this.
    pub fn add(&mut self, found: Found) {
        self.read.extend(found);
    }

    /// What the next statement reads, and what it does with memory.
    pub fn step(&mut self, event: &Event, view: &View<'_>) -> Found {
        let (mut seen, mut found) = (FxHashSet::default(), Vec::new());
        for expression in event.statement.expressions() {
            self.look(expression, view, &mut seen, &mut found);
        }
        for array in event.statement.modified().into_iter().filter(|v| matches!(v.sort(), Sort::Array(_))) {
            let is_told = event.writes.iter().any(|write| write.array == array);
            if !is_told || !keeps_others(&event.statement, array) {
                let cell = (view.cell)(array);
                self.written.retain(|(known, _), _| *known != cell);
            }
        }
        for write in &event.writes {
            self.written.insert(((view.cell)(write.array), write.path.clone()), write.value);
        }
        found
    }

    fn look(&self, term: Term, view: &View<'_>, seen: &mut FxHashSet<Term>, found: &mut Found) {
        if !seen.insert(term) {
            return;
        }
        let is_select = term.op() == Op::Select && !matches!(term.sort(), Sort::Array(_));
        if is_select && let Some((array, indices)) = element(term) {
            if (view.is_memory)(array) {
                let path: Option<Vec<Term>> = indices.iter().map(|index| known(*index, view)).collect();
                let element = path.map(|path| ((view.cell)(array), path));
                found.push(element.and_then(|element| {
                    let value = self.written.get(&element).copied()?;
                    Some((element, value))
                }));
            }
            indices.into_iter().for_each(|index| self.look(index, view, seen, found));
            return;
        }
        for argument in term.arguments() {
            self.look(*argument, view, seen, found);
        }
    }

    /// What the line reads, if it is certain: the text of the program, and the value.
    pub fn told(&self, line: &str) -> Option<(Mention, Term)> {
        let [Some((_, value))] = self.read.iter().collect::<Vec<_>>()[..] else { return None };
        Some((only_read(line)?, *value))
    }
}

/// Whether an assignment leaves the elements of an array alone that it does not write.
fn keeps_others(statement: &Statement, array: Term) -> bool {
    let Statement::Assign(pairs) = statement else { return false };
    pairs.iter().filter(|(variable, _)| *variable == array).all(|(_, value)| keeps(*value, array))
}

fn keeps(value: Term, from: Term) -> bool {
    match (value.op(), value.arguments()) {
        _ if value == from => true,
        (Op::Store, &[of, index, stored]) => {
            let is_inner = matches!(stored.sort(), Sort::Array(_));
            keeps(of, from) && (!is_inner || keeps(stored, mk::select(from, index)))
        }
        (Op::Ite, &[_, one, other]) => keeps(one, from) && keeps(other, from),
        _ => false,
    }
}

/// The array variable and the indices of an element.
fn element(term: Term) -> Option<(Term, Vec<Term>)> {
    let (mut array, mut indices) = (term, Vec::new());
    while array.op() == Op::Select {
        let &[of, index] = array.arguments() else { return None };
        indices.push(index);
        array = of;
    }
    indices.reverse();
    array.as_var().map(|_| (array, indices))
}

/// A term whose variables have values.
fn known(term: Term, view: &View<'_>) -> Option<Term> {
    let mut substitution = Substitution::new();
    for variable in term.free_variables().iter() {
        substitution.insert(*variable, (view.value)(*variable)?);
    }
    let known = substitution.apply(term);
    known.free_variables().is_empty().then_some(known)
}

/// The condition of an assertion that stands in a line of its own, if no macro of the program can have a part in it.
pub fn asserted(line: &str) -> Option<&str> {
    let condition = line.trim().strip_prefix("assert(")?.strip_suffix(");")?;
    let is_macro = |word: &str| {
        word.len() > 1 && word.chars().all(|c| !c.is_lowercase()) && word.contains(char::is_alphabetic)
    };
    let words = condition.split(|c: char| !c.is_alphanumeric() && c != '_');
    (!condition.contains('(') && !words.into_iter().any(is_macro)).then_some(condition)
}

/// The only part of memory that a line of C mentions, if it changes nothing.
fn only_read(line: &str) -> Option<Mention> {
    let compared = ["==", "<=", ">=", "!=", "&&"];
    let plain = compared.iter().fold(line.to_string(), |text, operator| text.replace(operator, "  "));
    let is_simple =
        !plain.contains(['=', '[', '*', '&', '"']) && !plain.contains("++") && !plain.contains("--");
    if !is_simple || line.matches("->").count() != 1 {
        return None;
    }
    mentions(line).into_iter().find(|mention| matches!(mention, Mention::Behind(..)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_lines_that_read_one_thing_tell_it() {
        let text = |line| only_read(line).map(|mention| mention.text());
        assert_eq!(text("if (s->top >= 4 && n != 3)").as_deref(), Some("s->top"));
        assert_eq!(text("while (s->a.b < n)").as_deref(), Some("s->a.b"));
        assert_eq!(asserted("  assert(s->top < 4);"), Some("s->top < 4"));
        assert_eq!(asserted("assert(FULL || s->top < 4);"), None);
        assert_eq!(asserted("assert(full(s) || s->top < 4);"), None);
        for line in
            ["s->top = 4;", "s->top++;", "if (s->a[1])", "if (s->p->q)", "if (*s->p)", "f(&s->p)", "if (x)"]
        {
            assert_eq!(text(line), None, "{line}");
        }
    }
}
