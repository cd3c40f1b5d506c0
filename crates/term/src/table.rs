//! The hash table of hash-consing: from keys to the numbers of nodes.
//!
//! A look-up in a large table is as slow as memory, which would be most of the
//! time that it takes to build a term. But terms are built of others that were
//! built shortly before. Hence a key has, beside its hash, a *home* that is close
//! to the home of what is looked up before and after it, and the search begins
//! there: most look-ups find the table in the cache. Keys whose home is crowded
//! are searched for in further places, which the hash determines; so the order
//! in which terms are built may cost time, but not more than in other tables.
//!
//! A slot is one word, the hash above and the number plus one below: nodes with
//! another hash are not read. Nothing is ever removed.

const FIRST_SIZE: usize = 1 << 10;
/// So many slots are searched before the next place.
const WINDOW: usize = 8;

/// What a node is found by.
#[derive(Clone, Copy)]
pub(crate) struct Key {
    pub(crate) hash: u32,
    pub(crate) home: u32,
}

/// A set of numbers of nodes, which are counted from zero in the order of insertion.
pub(crate) struct Table {
    /// A power of two of slots, zero if empty; at least a third of them are.
    slots: Vec<u64>,
    /// The homes of the numbers.
    homes: Vec<u32>,
}

impl Table {
    pub(crate) const fn new() -> Table {
        Table { slots: Vec::new(), homes: Vec::new() }
    }

    /// The number with this key for which `is_same` holds. If there is none, inserts the next
    /// number, and the result is `None`.
    pub(crate) fn find_or_insert(&mut self, key: Key, is_same: impl Fn(u32) -> bool) -> Option<u32> {
        if 3 * self.homes.len() >= 2 * self.slots.len() {
            self.grow();
        }
        let place = match self.search(key, is_same) {
            Ok(number) => return Some(number),
            Err(place) => place,
        };
        let number = self.homes.len() as u32;
        self.homes.push(key.home);
        self.slots[place] = u64::from(key.hash) << 32 | (u64::from(number) + 1);
        None
    }

    /// The number, or the empty slot where it belongs.
    fn search(&self, key: Key, is_same: impl Fn(u32) -> bool) -> Result<u32, usize> {
        let mask = self.slots.len() - 1;
        let mut start = 2 * key.home as usize;
        loop {
            for offset in 0..WINDOW {
                let place = (start + offset) & mask;
                let slot = self.slots[place];
                if slot == 0 {
                    return Err(place);
                }
                let number = (slot as u32).wrapping_sub(1);
                if (slot >> 32) as u32 == key.hash && is_same(number) {
                    return Ok(number);
                }
            }
            start = start.wrapping_add(key.hash as usize | 1); // odd: every place has its turn
        }
    }

    #[cold]
    #[expect(clippy::slow_vector_initialization, reason = "see below")]
    fn grow(&mut self) {
        let size = (2 * self.slots.len()).max(FIRST_SIZE);
        let mut slots = Vec::with_capacity(size);
        slots.resize(size, 0); // pages that are read before they are written would be provided twice
        let old = std::mem::replace(&mut self.slots, slots);
        for slot in old.into_iter().filter(|&slot| slot != 0) {
            let home = self.homes[(slot as u32).wrapping_sub(1) as usize];
            let key = Key { hash: (slot >> 32) as u32, home };
            if let Err(place) = self.search(key, |_| false) {
                self.slots[place] = slot;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Inserts each of 5000 numbers once, and finds it again.
    fn check(key: impl Fn(u32) -> Key) {
        let mut table = Table::new();
        for number in 0..5000 {
            assert_eq!(table.find_or_insert(key(number), |n| n == number), None);
        }
        for number in 0..5000 {
            assert_eq!(table.find_or_insert(key(number), |n| n == number), Some(number));
        }
    }

    fn spread(number: u32) -> u32 {
        number.wrapping_mul(0x9e37_79b9)
    }

    #[test]
    fn finds_what_was_inserted() {
        check(|number| Key { hash: spread(number), home: number });
        check(|number| Key { hash: spread(number), home: u32::MAX - number / 3 });
    }

    #[test]
    fn finds_what_was_inserted_even_if_homes_or_hashes_collide() {
        check(|number| Key { hash: spread(number), home: 7 });
        check(|number| Key { hash: spread(number % 100), home: number });
        check(|_| Key { hash: 0, home: 0 });
    }
}
