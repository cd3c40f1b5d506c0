//! Memory that is never freed: nodes, which are found again by their number,
//! short slices, and constants that operators refer to.
//!
//! Nodes and short slices lie in the order of creation in chunks: what is built
//! together lies together, and an allocation is an addition. The system is asked
//! to provide the pages of a chunk all at once, which takes less time than a fault
//! at the first use of each.

use std::cell::RefCell;
use std::hash::Hash;
use std::mem::{self, MaybeUninit};
use std::slice;

use rustc_hash::FxHashSet;

/// Nodes come in chunks of so many, a power of two.
const NODES: usize = 1 << 11;
/// Parts of slices come in chunks of so many.
const PARTS: usize = 1 << 14;

/// Memory for so many values, which is never freed.
#[cold]
fn allocate<T>(count: usize) -> &'static mut [MaybeUninit<T>] {
    let memory = Box::leak(Box::new_uninit_slice(count));
    provide(memory);
    memory
}

/// Has the system provide the pages of fresh memory that will be written soon.
pub(crate) fn provide<T>(memory: &mut [T]) {
    const PAGE: usize = 1 << 12;
    let range = memory.as_mut_ptr_range();
    let (start, end) = (range.start.addr().next_multiple_of(PAGE), range.end.addr() & !(PAGE - 1));
    if start < end {
        // SAFETY: the pages are inside of the slice, and what they hold does not change. A system that
        // does not know the advice provides them later, so that the result does not matter.
        #[cfg(target_os = "linux")]
        unsafe {
            libc::madvise(range.start.with_addr(start).cast(), end - start, libc::MADV_POPULATE_WRITE)
        };
    }
}

/// Numbered nodes.
pub(crate) struct Nodes<N: 'static> {
    chunks: Vec<*mut MaybeUninit<N>>,
    /// The nodes with smaller numbers exist.
    count: u32,
}

impl<N> Nodes<N> {
    pub(crate) const fn new() -> Nodes<N> {
        Nodes { chunks: Vec::new(), count: 0 }
    }

    /// The number of the next node.
    pub(crate) fn next(&self) -> u32 {
        self.count
    }

    /// Stores the next node.
    #[inline]
    pub(crate) fn push(&mut self, node: N) -> &'static N {
        let (chunk, position) = place(self.count);
        if chunk == self.chunks.len() {
            self.chunks.push(allocate(NODES).as_mut_ptr());
        }
        self.count = self.count.checked_add(1).expect("fewer than 2^32 nodes");
        // SAFETY: the position is inside of the chunk, and this is its first use.
        unsafe { (*self.chunks[chunk].add(position)).write(node) }
    }

    /// The node with this number.
    #[inline]
    pub(crate) fn get(&self, number: u32) -> &'static N {
        assert!(number < self.count);
        let (chunk, position) = place(number);
        // SAFETY: the node was stored, and is neither changed nor freed.
        unsafe { (*self.chunks[chunk].add(position)).assume_init_ref() }
    }
}

fn place(number: u32) -> (usize, usize) {
    (number as usize / NODES, number as usize % NODES)
}

/// Slices, most of them short.
pub(crate) struct Slices<A: 'static> {
    /// The rest of the current chunk.
    free: &'static mut [MaybeUninit<A>],
}

impl<A: Copy> Slices<A> {
    pub(crate) const fn new() -> Slices<A> {
        Slices { free: &mut [] }
    }

    /// A copy of the slice that is never freed.
    #[inline]
    pub(crate) fn store(&mut self, slice: &[A]) -> &'static [A] {
        if slice.len() > self.free.len() {
            if slice.len() > PARTS / 32 {
                return Box::leak(slice.into()); // do not waste the rest of the chunk
            }
            self.free = allocate(PARTS);
        }
        let (taken, rest) = mem::take(&mut self.free).split_at_mut(slice.len());
        self.free = rest;
        // Most slices are so short that the call of a function which copies them would take longer.
        match (&mut *taken, slice) {
            ([p], [a]) => _ = p.write(*a),
            ([p, q], [a, b]) => _ = (p.write(*a), q.write(*b)),
            ([p, q, r], [a, b, c]) => _ = (p.write(*a), q.write(*b), r.write(*c)),
            _ => taken.iter_mut().zip(slice).for_each(|(place, &part)| _ = place.write(part)),
        }
        // SAFETY: all parts have just been written.
        unsafe { slice::from_raw_parts(taken.as_ptr().cast(), taken.len()) }
    }
}

/// The one stored copy of a constant, so that operators can refer to it and stay `Copy`.
pub(crate) fn stored<T: Hash + Eq>(table: &RefCell<FxHashSet<&'static T>>, value: T) -> &'static T {
    let mut table = table.borrow_mut();
    if let Some(&known) = table.get(&value) {
        return known;
    }
    let leaked: &'static T = Box::leak(Box::new(value));
    table.insert(leaked);
    leaked
}
