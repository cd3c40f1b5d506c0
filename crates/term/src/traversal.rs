//! What a traversal has found out about the terms it has visited.
//!
//! Results stand in a vector, by the number of the term: denser and faster than
//! a hash table, because terms that belong together were created together. The
//! vectors are used again and again; each is cleaned up by the traversal that
//! used it. Traversals may run inside of each other.

use std::cell::RefCell;
use std::mem;

use crate::arena::{Term, term_count};

/// A map from terms to terms.
pub(crate) struct Traversal(Results);

#[derive(Default)]
struct Results {
    /// By the number of the term.
    results: Vec<Option<Term>>,
    /// The numbers of the terms that have a result.
    visited: Vec<u32>,
}

thread_local! {
    /// The vectors that no traversal uses at the moment, without results.
    static IDLE: RefCell<Vec<Results>> = const { RefCell::new(Vec::new()) };
}

impl Traversal {
    pub(crate) fn new() -> Traversal {
        Traversal(IDLE.with(|idle| idle.borrow_mut().pop()).unwrap_or_default())
    }

    #[inline]
    pub(crate) fn get(&self, term: Term) -> Option<Term> {
        self.0.results.get(term.id() as usize).copied().flatten()
    }

    #[inline]
    pub(crate) fn set(&mut self, term: Term, result: Term) {
        let number = term.id() as usize;
        if number >= self.0.results.len() {
            self.make_room();
        }
        self.0.results[number] = Some(result);
        self.0.visited.push(term.id());
    }

    #[cold]
    fn make_room(&mut self) {
        // For all terms that exist, so that it does not happen again soon.
        self.0.results.resize(term_count() as usize, None);
    }
}

impl Drop for Traversal {
    fn drop(&mut self) {
        let mut used = mem::take(&mut self.0);
        for number in used.visited.drain(..) {
            used.results[number as usize] = None;
        }
        // A thread that ends has no use for them.
        let _ = IDLE.try_with(|idle| idle.borrow_mut().push(used));
    }
}
