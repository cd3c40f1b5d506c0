//! Integer constants of terms: machine integers most of the time.
//!
//! Nearly all integers of a program fit into 63 bits; these stand in the term
//! itself, so that making one allocates nothing. The others live in a table of
//! the thread. The representation is canonical (a small integer is never
//! stored), so that the derived equality is equality of numbers.

use std::cell::RefCell;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::ptr;

use num_bigint::{BigInt, BigUint};
use num_traits::{Signed, ToPrimitive};
use rustc_hash::FxHashSet;

use crate::region::stored;

/// An integer constant in one word, so that operators are small: a small integer times two plus one,
/// or the address of a big one, which is even.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Integer(u64);

thread_local! {
    static INTEGERS: RefCell<FxHashSet<&'static BigInt>> = RefCell::default();
}

impl Integer {
    /// Zero.
    pub const ZERO: Integer = Integer::small(0);
    /// One.
    pub const ONE: Integer = Integer::small(1);
    /// Minus one.
    pub const MINUS_ONE: Integer = Integer::small(-1);

    /// The argument must fit into 63 bits.
    const fn small(value: i64) -> Integer {
        Integer((value << 1) as u64 | 1)
    }

    /// The number, if it fits into 63 bits.
    #[inline]
    pub(crate) fn as_small(self) -> Option<i64> {
        (self.0 & 1 == 1).then_some(self.0 as i64 >> 1)
    }

    /// Some bits that differ between most integers.
    #[inline]
    pub(crate) fn low_bits(self) -> usize {
        (self.0 >> 1) as usize
    }

    /// The stored number, unless it is small.
    fn as_big(self) -> Option<&'static BigInt> {
        // SAFETY: an even word is the address of a number that is never freed; it was stored by this
        // thread, or by one that has ended.
        (self.0 & 1 == 0).then(|| unsafe { &*ptr::with_exposed_provenance(self.0 as usize) })
    }

    #[cold]
    fn stored(value: BigInt) -> Integer {
        let stored = INTEGERS.with(|table| stored(table, value));
        Integer(ptr::from_ref(stored).expose_provenance() as u64)
    }

    /// The big representation.
    pub fn to_bigint(self) -> BigInt {
        match self.as_big() {
            Some(big) => big.clone(),
            None => BigInt::from(self.0 as i64 >> 1),
        }
    }

    /// The number, if it fits into 64 bits.
    #[inline]
    pub fn to_i64(self) -> Option<i64> {
        self.as_small().or_else(|| self.as_big()?.to_i64())
    }

    /// True for zero.
    pub fn is_zero(self) -> bool {
        self == Integer::ZERO
    }

    /// True for one.
    pub fn is_one(self) -> bool {
        self == Integer::ONE
    }

    /// True for numbers below zero.
    pub fn is_negative(self) -> bool {
        self.as_big().map_or((self.0 as i64) < 0, Signed::is_negative)
    }
}

impl Hash for Integer {
    #[inline(always)]
    fn hash<H: Hasher>(&self, state: &mut H) {
        match self.as_small() {
            Some(_) => state.write_u64(self.0),
            None => self.to_bigint().hash(state), // not the address, which differs from run to run
        }
    }
}

impl fmt::Display for Integer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.as_big() {
            Some(big) => fmt::Display::fmt(big, f),
            None => fmt::Display::fmt(&(self.0 as i64 >> 1), f),
        }
    }
}

impl fmt::Debug for Integer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl From<i64> for Integer {
    #[inline]
    fn from(value: i64) -> Integer {
        let integer = Integer::small(value);
        match integer.0 as i64 >> 1 == value {
            true => integer,
            false => Integer::stored(BigInt::from(value)),
        }
    }
}

impl From<BigInt> for Integer {
    fn from(value: BigInt) -> Integer {
        match value.to_i64() {
            Some(machine) => machine.into(),
            None => Integer::stored(value),
        }
    }
}

impl From<BigUint> for Integer {
    fn from(value: BigUint) -> Integer {
        BigInt::from(value).into()
    }
}

macro_rules! from_machine_integers {
    ($($machine:ty)*) => {
        $(impl From<$machine> for Integer {
            fn from(value: $machine) -> Integer {
                match i64::try_from(value) {
                    Ok(machine) => machine.into(),
                    Err(_) => BigInt::from(value).into(),
                }
            }
        })*
    };
}

from_machine_integers! { i8 i16 i32 i128 isize u8 u16 u32 u64 u128 usize }

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_does_not_fit_is_big() {
        let (least, largest) = (-1 << 62, (1 << 62) - 1);
        for value in [0, 1, -1, least, largest, least - 1, largest + 1, i64::MIN, i64::MAX] {
            let integer = Integer::from(value);
            assert_eq!(Integer::from(BigInt::from(value)), integer);
            assert_eq!(integer.to_bigint(), BigInt::from(value));
            assert_eq!(integer.to_i64(), Some(value));
            assert_eq!(integer.as_small().is_some(), (least..=largest).contains(&value));
            assert_eq!(integer.is_negative(), value < 0);
        }
        let above: BigInt = BigInt::from(i64::MAX) + 1;
        assert_eq!(Integer::from(above.clone()).to_i64(), None);
        assert_eq!(Integer::from(above.clone()), Integer::from(i64::MAX as u64 + 1));
        assert_eq!(Integer::from(above.clone()).to_bigint(), above);
        assert!(Integer::from(-above.clone() - 1).is_negative() && !Integer::from(above).is_negative());
    }
}
