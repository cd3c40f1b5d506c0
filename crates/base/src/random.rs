//! Numbers that follow from a seed, for tests: what fails once fails again.

/// Marsaglia's xorshift: small, good enough, and the same everywhere.
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    /// The numbers of a seed, which must not be zero.
    pub fn new(seed: u64) -> Random {
        debug_assert_ne!(seed, 0, "all numbers would be zero");
        Random(seed)
    }

    /// A number below the bound; zero if there is none.
    pub fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % bound.max(1) as u64) as usize
    }

    /// One of some choices, of which there is at least one.
    pub fn pick<T: Copy>(&mut self, choices: &[T]) -> T {
        choices[self.below(choices.len())]
    }
}
