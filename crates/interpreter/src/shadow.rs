//! Terms beside the values of an execution: how each value depends on what was decided.
//!
//! A *shadow* is a term over the symbols of the decisions ([`super::trail`]) whose value is the value beside it; most
//! values do not depend on decisions and have none. Values do not know their width, and neither do shadows: the shadow
//! of a bit-vector stands for the same number in any width that has room for it, and is adapted where it is used. What
//! has no term here (floats, indices of arrays, functions) is *pinned*: the path depends on the operand being what it
//! is.
//!
//! An array whose elements are arbitrary is *open*: an element is decided when it is read for the first time. Copies of
//! an open array share these decisions.

use std::hash::{Hash, Hasher};
use std::rc::Rc;

use rustc_hash::FxHashMap;
use term::{Sort, Term};

use super::compile::Operand;
use super::procedure::default_of;
use super::trail::Trail;
use super::value::Value;

/// How a value depends on decisions.
#[derive(Clone, Debug, Default)]
pub enum Shadow {
    /// Not at all.
    #[default]
    None,
    /// As this term says.
    Scalar(Term),
    /// An array with elements that do.
    Array(Rc<ShadowArray>),
}

/// The shadows of the elements of an array.
#[derive(Clone, Debug, Default)]
pub struct ShadowArray {
    /// Of an open array, there is one for each element that was written.
    pub entries: FxHashMap<Value, Shadow>,
    /// What its other elements are, if they are arbitrary.
    pub open: Option<Rc<Open>>,
}

/// An array of arbitrary elements.
#[derive(Debug)]
pub struct Open {
    /// The sort of its elements.
    pub element: Sort,
    /// Why its elements may be more than the program allows.
    pub why: Option<Rc<str>>,
}

/// What is known of the elements of open arrays: those that were read, and inner arrays.
#[derive(Clone, Debug, Default)]
pub struct Decided(FxHashMap<Identity, Elements>);

type Elements = FxHashMap<Value, (Value, Shadow)>;

/// An open array as such, whatever else is open.
#[derive(Clone, Debug)]
struct Identity(Rc<Open>);

impl PartialEq for Identity {
    fn eq(&self, other: &Identity) -> bool {
        Rc::ptr_eq(&self.0, &other.0)
    }
}

impl Eq for Identity {}

impl Hash for Identity {
    fn hash<H: Hasher>(&self, state: &mut H) {
        Rc::as_ptr(&self.0).hash(state);
    }
}

impl Decided {
    /// An element that was read, and its shadow.
    pub fn get(&self, open: &Rc<Open>, index: &Value) -> Option<(Value, Shadow)> {
        self.0.get(&Identity(open.clone()))?.get(index).cloned()
    }

    /// The shadows of the elements of an array that were read.
    pub fn of(&self, open: &Rc<Open>) -> impl Iterator<Item = (&Value, &Shadow)> {
        let elements = self.0.get(&Identity(open.clone()));
        elements.into_iter().flatten().map(|(index, (_, shadow))| (index, shadow))
    }

    /// The elements of an array that were read, with their shadows.
    pub fn elements_of(&self, open: &Rc<Open>) -> impl Iterator<Item = (&Value, &(Value, Shadow))> {
        self.0.get(&Identity(open.clone())).into_iter().flatten()
    }

    /// An element is read for the first time.
    pub fn insert(&mut self, open: &Rc<Open>, index: Value, element: (Value, Shadow)) {
        self.elements(open).insert(index, element);
    }

    /// The inner array at an index, which is open as well.
    pub fn array(&mut self, open: &Rc<Open>, index: &Value) -> Shadow {
        let entry = self.elements(open).entry(index.clone());
        let array = || (default_of(open.element), Shadow::open(open.element, open.why.as_ref()));
        entry.or_insert_with(array).1.clone()
    }

    fn elements(&mut self, open: &Rc<Open>) -> &mut Elements {
        self.0.entry(Identity(open.clone())).or_default()
    }
}

impl Shadow {
    /// An array of arbitrary elements.
    pub fn open(sort: Sort, why: Option<&Rc<str>>) -> Shadow {
        let Sort::Array(parts) = sort else { return Shadow::None };
        let open = Open { element: parts.element(), why: why.cloned() };
        Shadow::Array(Rc::new(ShadowArray { entries: FxHashMap::default(), open: Some(Rc::new(open)) }))
    }

    /// The term, if there is one.
    pub fn term(&self) -> Option<Term> {
        match self {
            Shadow::Scalar(term) => Some(*term),
            Shadow::None | Shadow::Array(_) => None,
        }
    }

    pub fn is_none(&self) -> bool {
        matches!(self, Shadow::None)
    }

    /// Changes the element at a path of indices.
    pub fn write(&mut self, path: &[Value], shadow: Shadow, decided: &mut Decided) {
        let Some((first, rest)) = path.split_first() else {
            *self = shadow;
            return;
        };
        if self.is_none() {
            if shadow.is_none() {
                return;
            }
            *self = Shadow::Array(Rc::default());
        }
        let Shadow::Array(array) = self else { return };
        let array = Rc::make_mut(array);
        if rest.is_empty() {
            // Of an array that is not open, what has no shadow needs no entry.
            match shadow.is_none() && array.open.is_none() {
                true => drop(array.entries.remove(first)),
                false => drop(array.entries.insert(first.clone(), shadow)),
            }
            return;
        }
        let open = array.open.clone();
        let inner = array.entries.entry(first.clone()).or_insert_with(|| match open {
            // The inner array as it would have been read.
            Some(open) => decided.array(&open, first),
            None => Shadow::None,
        });
        inner.write(rest, shadow, decided);
    }
}

/// The shadows of all variables, and what is known of the execution.
#[derive(Debug, Default)]
pub struct Shadows {
    /// Those of the globals.
    pub globals: Vec<Shadow>,
    /// Those of the frames, one after the other.
    pub locals: Vec<Shadow>,
    /// Those of the current statement.
    pub temporaries: Vec<Shadow>,
    /// The elements of open arrays.
    pub decided: Decided,
    /// What the execution depends on.
    pub trail: Trail,
}

impl Shadows {
    /// The shadow of an operand.
    pub fn read(&self, operand: Operand, base: usize) -> Shadow {
        match operand {
            Operand::Global(position) => self.globals[position as usize].clone(),
            Operand::Local(position) => self.locals[base + position as usize].clone(),
            Operand::Temp(position) => self.temporaries[position as usize].clone(),
            Operand::Constant(_) => Shadow::None,
        }
    }

    /// Changes the shadow of an element of an array.
    pub fn write(&mut self, place: Operand, base: usize, path: &[Value], shadow: Shadow) {
        let mut decided = std::mem::take(&mut self.decided);
        self.place(place, base).write(path, shadow, &mut decided);
        self.decided = decided;
    }

    pub fn is_none(&self, operand: Operand, base: usize) -> bool {
        match operand {
            Operand::Global(position) => self.globals[position as usize].is_none(),
            Operand::Local(position) => self.locals[base + position as usize].is_none(),
            Operand::Temp(position) => self.temporaries[position as usize].is_none(),
            Operand::Constant(_) => true,
        }
    }

    /// The place of the shadow of a variable or temporary.
    pub fn place(&mut self, operand: Operand, base: usize) -> &mut Shadow {
        match operand {
            Operand::Global(position) => &mut self.globals[position as usize],
            Operand::Local(position) => &mut self.locals[base + position as usize],
            Operand::Temp(position) => &mut self.temporaries[position as usize],
            Operand::Constant(_) => unreachable!("constants are not written"),
        }
    }
}
