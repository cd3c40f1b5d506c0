//! Memory that is never freed: nodes, which are found again by their number,
//! and short slices.
//!
//! Everything lies in the order of creation in large chunks, of which the system
//! provides the pages when they are first used. Hence what is built together lies
//! together, and an allocation is an addition.

use std::alloc::{Layout, alloc, handle_alloc_error};
use std::mem::{self, MaybeUninit};
use std::ptr::NonNull;
use std::slice;

/// Nodes and parts of slices come in chunks of so many.
const CHUNK: usize = 1 << 13;

/// Numbered nodes.
pub(crate) struct Nodes<N: 'static> {
    chunks: Vec<NonNull<N>>,
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
    pub(crate) fn push(&mut self, node: N) -> &'static N {
        let (chunk, position) = place(self.count);
        if chunk == self.chunks.len() {
            self.chunks.push(new_chunk());
        }
        self.count = self.count.checked_add(1).expect("fewer than 2^32 nodes");
        // SAFETY: the position is inside of the chunk, and this is its first use.
        unsafe {
            let node_place = self.chunks[chunk].add(position);
            node_place.write(node);
            node_place.as_ref()
        }
    }

    /// The node with this number.
    pub(crate) fn get(&self, number: u32) -> &'static N {
        assert!(number < self.count);
        let (chunk, position) = place(number);
        // SAFETY: the node was stored, and is neither changed nor freed.
        unsafe { self.chunks[chunk].add(position).as_ref() }
    }
}

fn place(number: u32) -> (usize, usize) {
    (number as usize / CHUNK, number as usize % CHUNK)
}

#[cold]
fn new_chunk<N>() -> NonNull<N> {
    const { assert!(size_of::<N>() > 0) };
    let layout = Layout::array::<N>(CHUNK).expect("a chunk fits into memory");
    // SAFETY: the size is not zero.
    let start = unsafe { alloc(layout) };
    NonNull::new(start.cast()).unwrap_or_else(|| handle_alloc_error(layout))
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
    pub(crate) fn store(&mut self, slice: &[A]) -> &'static [A] {
        if slice.len() > self.free.len() {
            if slice.len() > CHUNK / 16 {
                return Box::leak(slice.into()); // do not waste the rest of the chunk
            }
            self.free = Box::leak(Box::new_uninit_slice(CHUNK));
        }
        let (taken, rest) = mem::take(&mut self.free).split_at_mut(slice.len());
        self.free = rest;
        for (place, &part) in taken.iter_mut().zip(slice) {
            place.write(part);
        }
        // SAFETY: all parts have just been written.
        unsafe { slice::from_raw_parts(taken.as_ptr().cast(), taken.len()) }
    }
}
