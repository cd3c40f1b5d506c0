//! Typed ids and vectors indexed by them.
//!
//! An id is a 32-bit number that only fits the arena it came from: mixing up two kinds of ids is a type error.
//! Declare one with [`typed_index!`](crate::typed_index), store the things themselves in an [`IndexVec`].

use std::fmt;
use std::marker::PhantomData;
use std::ops::{Index, IndexMut};

/// A typed id: a 32-bit number.
pub trait Idx: Copy + Eq + Ord + std::hash::Hash + fmt::Debug + 'static {
    /// The id with this number.
    ///
    /// # Panics
    /// If the number does not fit into 32 bits: an arena of four billion entries is an internal error.
    fn from_usize(number: usize) -> Self;

    /// The number of this id.
    fn index(self) -> usize;
}

/// Declares a typed id: a newtype of `u32` that implements [`Idx`], ordering, hashing and `Debug`.
///
/// ```
/// base::typed_index! {
///     /// A location.
///     pub struct Location;
/// }
/// ```
#[macro_export]
macro_rules! typed_index {
    ($(#[$attribute:meta])* $visibility:vis struct $name:ident;) => {
        $(#[$attribute])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        $visibility struct $name(u32);

        impl $crate::index::Idx for $name {
            #[inline]
            fn from_usize(number: usize) -> Self {
                $name(u32::try_from(number).expect("an arena holds fewer than 2^32 entries"))
            }

            #[inline]
            fn index(self) -> usize {
                self.0 as usize
            }
        }

        impl ::std::fmt::Debug for $name {
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                write!(f, concat!(stringify!($name), "({})"), self.0)
            }
        }
    };
}
pub use crate::typed_index;

/// A vector whose positions are ids of type `I`.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct IndexVec<I: Idx, T> {
    entries: Vec<T>,
    marker: PhantomData<fn(I)>,
}

impl<I: Idx, T> IndexVec<I, T> {
    /// The empty vector.
    pub const fn new() -> Self {
        IndexVec { entries: Vec::new(), marker: PhantomData }
    }

    /// A vector of `length` copies of `value`.
    pub fn from_elem(value: T, length: usize) -> Self
    where
        T: Clone,
    {
        vec![value; length].into()
    }

    /// Appends an entry and returns its id.
    pub fn push(&mut self, value: T) -> I {
        let id = I::from_usize(self.entries.len());
        self.entries.push(value);
        id
    }

    /// The id that the next [`push`](Self::push) will return.
    pub fn next_id(&self) -> I {
        I::from_usize(self.entries.len())
    }

    /// The number of entries.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether there are no entries.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// The entry, if the id is in range.
    pub fn get(&self, id: I) -> Option<&T> {
        self.entries.get(id.index())
    }

    /// All ids, in order.
    pub fn ids(&self) -> impl DoubleEndedIterator<Item = I> + ExactSizeIterator + Clone + use<I, T> {
        (0..self.entries.len()).map(I::from_usize)
    }

    /// All entries, in order.
    pub fn iter(&self) -> std::slice::Iter<'_, T> {
        self.entries.iter()
    }

    /// All entries, in order, mutably.
    pub fn iter_mut(&mut self) -> std::slice::IterMut<'_, T> {
        self.entries.iter_mut()
    }

    /// All ids with their entries, in order.
    pub fn iter_enumerated(&self) -> impl DoubleEndedIterator<Item = (I, &T)> + ExactSizeIterator {
        self.entries.iter().enumerate().map(|(number, entry)| (I::from_usize(number), entry))
    }

    /// Drops all entries from `length` on; their ids become invalid.
    pub fn truncate(&mut self, length: usize) {
        self.entries.truncate(length);
    }

    /// The entries as a slice.
    pub fn as_slice(&self) -> &[T] {
        &self.entries
    }
}

impl<I: Idx, T> Default for IndexVec<I, T> {
    fn default() -> Self {
        Self::new()
    }
}

impl<I: Idx, T> From<Vec<T>> for IndexVec<I, T> {
    fn from(entries: Vec<T>) -> Self {
        IndexVec { entries, marker: PhantomData }
    }
}

impl<I: Idx, T> FromIterator<T> for IndexVec<I, T> {
    fn from_iter<It: IntoIterator<Item = T>>(entries: It) -> Self {
        entries.into_iter().collect::<Vec<T>>().into()
    }
}

impl<I: Idx, T> IntoIterator for IndexVec<I, T> {
    type Item = T;
    type IntoIter = std::vec::IntoIter<T>;

    fn into_iter(self) -> Self::IntoIter {
        self.entries.into_iter()
    }
}

impl<'a, I: Idx, T> IntoIterator for &'a IndexVec<I, T> {
    type Item = &'a T;
    type IntoIter = std::slice::Iter<'a, T>;

    fn into_iter(self) -> Self::IntoIter {
        self.entries.iter()
    }
}

impl<I: Idx, T> Index<I> for IndexVec<I, T> {
    type Output = T;

    #[inline]
    fn index(&self, id: I) -> &T {
        &self.entries[id.index()]
    }
}

impl<I: Idx, T> IndexMut<I> for IndexVec<I, T> {
    #[inline]
    fn index_mut(&mut self, id: I) -> &mut T {
        &mut self.entries[id.index()]
    }
}

impl<I: Idx, T: fmt::Debug> fmt::Debug for IndexVec<I, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(&self.entries).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    typed_index! {
        struct Letter;
    }

    #[test]
    fn ids_name_the_entries_in_order() {
        let mut letters: IndexVec<Letter, char> = IndexVec::new();
        assert_eq!(letters.next_id(), Letter::from_usize(0));
        let a = letters.push('a');
        let b = letters.push('b');
        letters[b] = 'c';
        assert_eq!((letters[a], letters[b]), ('a', 'c'));
        assert_eq!(letters.ids().collect::<Vec<_>>(), [a, b]);
        assert_eq!(letters.get(letters.next_id()), None);
        assert_eq!(format!("{a:?} {letters:?}"), "Letter(0) ['a', 'c']");
    }
}
