//! The hash table of hash-consing: from keys to the numbers of nodes.
//!
//! A look-up in a large table is as slow as memory, which would be most of the
//! time that it takes to build a term. But terms are built of others that were
//! built shortly before. Hence a key has, beside its hash, a *home* that is close
//! to the home of what is looked up before and after it, and the search begins
//! there: most look-ups find the table in the cache. If the home is crowded, the
//! search goes on at a fixed distance, where neighbours are neighbours again, and
//! at last in places that the hash determines; so the order in which terms are
//! built may cost time, but not more than in other tables.
//!
//! A slot is one word, the hash above and the number plus one below: nodes with
//! another hash are not read. Nothing is ever removed.

use crate::region;

const FIRST_SIZE: usize = 1 << 11;
/// Tables grow fourfold below this size, twofold above.
const LARGE_SIZE: usize = 1 << 22;
/// So many slots are searched before the next place.
const WINDOW: usize = 8;
/// So many places depend on the home alone.
const NEIGHBOURLY: u32 = 4;

/// What a node is found by: a hash, and a home below it.
#[derive(Clone, Copy)]
pub(crate) struct Key(u64);

impl Key {
    #[inline(always)]
    pub(crate) fn new(hash: u32, home: u32) -> Key {
        Key(u64::from(hash) << 32 | u64::from(home))
    }

    #[inline(always)]
    fn hash(self) -> u32 {
        (self.0 >> 32) as u32
    }

    #[inline(always)]
    fn home(self) -> u32 {
        self.0 as u32
    }

    /// The slot of a number with this key.
    #[inline(always)]
    fn slot(self, number: u32) -> u64 {
        self.0 >> 32 << 32 | (u64::from(number) + 1)
    }
}

/// A set of numbers of nodes, which are counted from zero in the order of insertion.
pub(crate) struct Table {
    /// A power of two of slots, zero if empty; at least a third of them are. After them as many as a
    /// search may look at beyond the last place where it can begin.
    slots: Vec<u64>,
    /// The last slot where a search may begin.
    last: usize,
    /// The keys of the numbers.
    keys: Vec<Key>,
    /// How many numbers there may be.
    limit: usize,
}

impl Table {
    pub(crate) const fn new() -> Table {
        Table { slots: Vec::new(), last: 0, keys: Vec::new(), limit: 0 }
    }

    /// The number with this key for which `is_same` holds, or the slot where it belongs.
    #[inline]
    pub(crate) fn find(&self, key: Key, is_same: impl Fn(u32) -> bool) -> Result<u32, usize> {
        let start = first_place(key) & self.last;
        let Some(window) = self.slots.get(start..start + WINDOW) else { return Err(0) };
        match search(window, key, &is_same) {
            Some(Ok(number)) => Ok(number),
            Some(Err(offset)) => Err(start + offset),
            None => self.find_elsewhere(key, start, is_same),
        }
    }

    /// Goes on at other places.
    #[cold]
    fn find_elsewhere(&self, key: Key, first: usize, is_same: impl Fn(u32) -> bool) -> Result<u32, usize> {
        let mut start = first;
        for place in 1.. {
            let step = if place < NEIGHBOURLY { (self.last + 1) / 8 * 3 } else { key.hash() as usize | 1 };
            start = (start + step) & self.last; // an odd step in the end: every place has its turn
            match search(&self.slots[start..start + WINDOW], key, &is_same) {
                Some(Ok(number)) => return Ok(number),
                Some(Err(offset)) => return Err(start + offset),
                None => {}
            }
        }
        unreachable!("there is an empty slot")
    }

    /// Inserts the next number in the slot that [`Table::find`] has returned.
    #[inline]
    pub(crate) fn insert(&mut self, key: Key, slot: usize) {
        let number = self.keys.len();
        self.keys.push(key);
        if number == self.limit {
            return self.grow();
        }
        self.slots[slot] = key.slot(number as u32);
    }

    /// Inserts all numbers again, in their order, which is the order of memory nearly everywhere.
    #[cold]
    fn grow(&mut self) {
        let old_size = self.slots.len().saturating_sub(WINDOW);
        let size = (old_size * if old_size < LARGE_SIZE { 4 } else { 2 }).max(FIRST_SIZE);
        self.slots = Vec::new();
        self.slots = vec![0; size + WINDOW]; // a page that is not used takes no memory
        (self.last, self.limit) = (size - 1, size / 3 * 2);
        let homes_end = first_place(Key::new(0, self.keys.len() as u32));
        region::provide(&mut self.slots[..homes_end.min(size)]);
        for (number, &key) in (0..).zip(&self.keys) {
            if let Err(slot) = self.find(key, |_| false) {
                self.slots[slot] = key.slot(number);
            }
        }
    }
}

/// Homes have space between them: what is built together has many homes in a row.
#[inline(always)]
fn first_place(key: Key) -> usize {
    2 * key.home() as usize
}

/// The number, or the empty slot where it belongs; `None` if neither is in this window.
#[inline(always)]
fn search(window: &[u64], key: Key, is_same: &impl Fn(u32) -> bool) -> Option<Result<u32, usize>> {
    for (offset, &slot) in window.iter().enumerate() {
        if slot == 0 {
            return Some(Err(offset));
        }
        if slot >> 32 == key.0 >> 32 {
            let number = (slot as u32).wrapping_sub(1);
            if is_same(number) {
                return Some(Ok(number));
            }
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Inserts each of 5000 numbers once, and finds it again.
    fn check(key: impl Fn(u32) -> Key) {
        let mut table = Table::new();
        for number in 0..5000 {
            let slot = table.find(key(number), |n| n == number).expect_err("not there yet");
            table.insert(key(number), slot);
        }
        for number in 0..5000 {
            assert_eq!(table.find(key(number), |n| n == number), Ok(number));
        }
    }

    fn spread(number: u32) -> u32 {
        number.wrapping_mul(0x9e37_79b9)
    }

    #[test]
    fn finds_what_was_inserted() {
        check(|number| Key::new(spread(number), number));
        check(|number| Key::new(spread(number), u32::MAX - number / 3));
    }

    #[test]
    fn finds_what_was_inserted_even_if_homes_or_hashes_collide() {
        check(|number| Key::new(spread(number), 7));
        check(|number| Key::new(spread(number % 100), number));
        check(|_| Key::new(0, 0));
    }
}
