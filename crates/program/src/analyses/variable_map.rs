//! Persistent maps from variables to values.
//!
//! A program has thousands of variables at thousands of locations, and most of them are the same at neighbours. The
//! maps are Patricia trees over the numbers of the variables (Okasaki and Gill, *Fast mergeable integer maps*):
//! changing a variable copies a path, and joining two maps skips what they share. Joining keeps the left map itself
//! if nothing changes, so that pointers tell whether a fixpoint is reached.

use std::rc::Rc;

use term::Term;

/// A map from variables to values.
pub(crate) struct VariableMap<V> {
    tree: Option<Tree<V>>,
}

impl<V> Clone for VariableMap<V> {
    fn clone(&self) -> Self {
        VariableMap { tree: self.tree.clone() }
    }
}

impl<V> Default for VariableMap<V> {
    fn default() -> Self {
        VariableMap { tree: None }
    }
}

impl<V: Copy + PartialEq> VariableMap<V> {
    /// The value of a variable.
    pub fn get(&self, variable: Term) -> Option<V> {
        self.tree.as_ref().and_then(|tree| get(tree, variable))
    }

    /// Sets the value of a variable.
    pub fn insert(&mut self, variable: Term, value: V) {
        self.tree = Some(match &self.tree {
            Some(tree) => insert(tree, variable, value),
            None => leaf(variable, value),
        });
    }

    /// Forgets a variable.
    pub fn remove(&mut self, variable: Term) {
        self.tree = self.tree.as_ref().and_then(|tree| remove(tree, variable));
    }

    /// The variables of both maps, with what `merge` makes of their values; `None` removes a variable. Equal values
    /// must give the same value.
    pub fn intersect(&self, other: &Self, merge: &mut dyn FnMut(Term, V, V) -> Option<V>) -> Self {
        let both = self.tree.as_ref().zip(other.tree.as_ref());
        VariableMap { tree: both.and_then(|(own, other)| intersect(own, other, merge)) }
    }

    /// Whether two maps are the same object. Equal ones may be told apart.
    pub fn is_same(&self, other: &Self) -> bool {
        match (&self.tree, &other.tree) {
            (Some(a), Some(b)) => Rc::ptr_eq(a, b),
            (a, b) => a.is_none() && b.is_none(),
        }
    }

    /// All variables with their values, in the order of their numbers.
    pub fn entries(&self) -> Vec<(Term, V)> {
        let mut all = Vec::new();
        let mut stack: Vec<&Tree<V>> = self.tree.iter().collect();
        while let Some(node) = stack.pop() {
            match &**node {
                Node::Leaf { key, values } => all.push((*key, *values)),
                Node::Branch { zero, one, .. } => stack.extend([one, zero]),
            }
        }
        all
    }
}

/// A node of the tree: all keys below a branch agree above its bit.
enum Node<V> {
    Leaf { key: Term, values: V },
    Branch { prefix: u32, bit: u32, zero: Tree<V>, one: Tree<V> },
}

type Tree<V> = Rc<Node<V>>;

fn leaf<V>(key: Term, values: V) -> Tree<V> {
    Rc::new(Node::Leaf { key, values })
}

/// The bits above `bit`.
fn prefix_of(key: u32, bit: u32) -> u32 {
    key & !(bit | (bit - 1))
}

fn branch<V>(prefix: u32, bit: u32, zero: Option<Tree<V>>, one: Option<Tree<V>>) -> Option<Tree<V>> {
    match (zero, one) {
        (Some(zero), Some(one)) => Some(Rc::new(Node::Branch { prefix, bit, zero, one })),
        (zero, one) => zero.or(one),
    }
}

/// A tree of two trees whose keys differ.
fn union_of<V>(a_key: u32, a: Tree<V>, b_key: u32, b: Tree<V>) -> Tree<V> {
    let bit = 1 << (31 - (a_key ^ b_key).leading_zeros());
    let (zero, one) = if a_key & bit == 0 { (a, b) } else { (b, a) };
    Rc::new(Node::Branch { prefix: prefix_of(a_key, bit), bit, zero, one })
}

fn insert<V: Copy + PartialEq>(tree: &Tree<V>, key: Term, values: V) -> Tree<V> {
    let id = key.id();
    match &**tree {
        Node::Leaf { key: other, values: old } if *other == key => {
            if *old == values {
                tree.clone()
            } else {
                leaf(key, values)
            }
        }
        Node::Leaf { key: other, .. } => union_of(id, leaf(key, values), other.id(), tree.clone()),
        Node::Branch { prefix, bit, .. } if prefix_of(id, *bit) != *prefix => {
            union_of(id, leaf(key, values), *prefix, tree.clone())
        }
        Node::Branch { prefix, bit, zero, one } => {
            let side = if id & bit == 0 { zero } else { one };
            let new = insert(side, key, values);
            if Rc::ptr_eq(&new, side) {
                return tree.clone();
            }
            let (zero, one) = if id & bit == 0 { (new, one.clone()) } else { (zero.clone(), new) };
            Rc::new(Node::Branch { prefix: *prefix, bit: *bit, zero, one })
        }
    }
}

fn remove<V>(tree: &Tree<V>, key: Term) -> Option<Tree<V>> {
    let id = key.id();
    match &**tree {
        Node::Leaf { key: other, .. } => (*other != key).then(|| tree.clone()),
        Node::Branch { prefix, bit, .. } if prefix_of(id, *bit) != *prefix => Some(tree.clone()),
        Node::Branch { prefix, bit, zero, one } => {
            let side = if id & bit == 0 { zero } else { one };
            match remove(side, key) {
                Some(same) if Rc::ptr_eq(&same, side) => Some(tree.clone()),
                new if id & bit == 0 => branch(*prefix, *bit, new, Some(one.clone())),
                new => branch(*prefix, *bit, Some(zero.clone()), new),
            }
        }
    }
}

fn get<V: Copy>(tree: &Tree<V>, key: Term) -> Option<V> {
    let mut node = tree;
    loop {
        match &**node {
            Node::Leaf { key: other, values } => return (*other == key).then_some(*values),
            Node::Branch { bit, zero, one, .. } => node = if key.id() & bit == 0 { zero } else { one },
        }
    }
}

/// The keys of both trees, with what `merge` makes of their values; `None` removes a key. Equal values must give the
/// same value.
fn intersect<V: Copy + PartialEq>(
    a: &Tree<V>,
    b: &Tree<V>,
    merge: &mut dyn FnMut(Term, V, V) -> Option<V>,
) -> Option<Tree<V>> {
    if Rc::ptr_eq(a, b) {
        return Some(a.clone());
    }
    match (&**a, &**b) {
        (Node::Leaf { key, values }, _) => {
            let merged = merge(*key, *values, get(b, *key)?)?;
            Some(if merged == *values { a.clone() } else { leaf(*key, merged) })
        }
        (_, Node::Leaf { key, values }) => Some(leaf(*key, merge(*key, get(a, *key)?, *values)?)),
        (
            Node::Branch { prefix, bit, zero, one },
            Node::Branch { prefix: other_prefix, bit: other_bit, zero: other_zero, one: other_one },
        ) => {
            if bit == other_bit && prefix == other_prefix {
                let (new_zero, new_one) =
                    (intersect(zero, other_zero, merge), intersect(one, other_one, merge));
                let is_same = |new: &Option<Tree<V>>, old: &Tree<V>| {
                    new.as_ref().is_some_and(|new| Rc::ptr_eq(new, old))
                };
                if is_same(&new_zero, zero) && is_same(&new_one, one) {
                    return Some(a.clone());
                }
                branch(*prefix, *bit, new_zero, new_one)
            } else if bit > other_bit && prefix_of(*other_prefix, *bit) == *prefix {
                intersect(if other_prefix & bit == 0 { zero } else { one }, b, merge)
            } else if bit < other_bit && prefix_of(*prefix, *other_bit) == *other_prefix {
                intersect(a, if prefix & other_bit == 0 { other_zero } else { other_one }, merge)
            } else {
                None
            }
        }
    }
}
