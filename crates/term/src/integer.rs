//! Integer constants of terms: machine integers most of the time.
//!
//! Nearly all integers of a program fit into 64 bits; these stand in the term
//! itself, so that making one allocates nothing. The others live in a table of
//! the thread. The representation is canonical (`Big` never holds a small
//! integer), so that the derived equality is equality of numbers.

use std::cell::RefCell;
use std::fmt;

use num_bigint::{BigInt, BigUint};
use num_traits::{Signed, ToPrimitive};
use rustc_hash::FxHashSet;

use crate::polynomial::stored;

/// An integer constant.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub enum Integer {
    /// An integer of 64 bits.
    Small(i64),
    /// Anything else, stored once per thread.
    Big(&'static BigInt),
}

thread_local! {
    static INTEGERS: RefCell<FxHashSet<&'static BigInt>> = RefCell::default();
}

impl Integer {
    /// The big representation.
    pub fn to_bigint(self) -> BigInt {
        match self {
            Integer::Small(small) => BigInt::from(small),
            Integer::Big(big) => big.clone(),
        }
    }

    /// The number, if it fits into 64 bits.
    pub fn to_i64(self) -> Option<i64> {
        match self {
            Integer::Small(small) => Some(small),
            Integer::Big(_) => None,
        }
    }

    /// True for zero.
    pub fn is_zero(self) -> bool {
        self == Integer::Small(0)
    }

    /// True for one.
    pub fn is_one(self) -> bool {
        self == Integer::Small(1)
    }

    /// True for numbers below zero.
    pub fn is_negative(self) -> bool {
        match self {
            Integer::Small(small) => small < 0,
            Integer::Big(big) => big.is_negative(),
        }
    }
}

impl fmt::Display for Integer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Integer::Small(small) => fmt::Display::fmt(small, f),
            Integer::Big(big) => fmt::Display::fmt(big, f),
        }
    }
}

impl fmt::Debug for Integer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl From<BigInt> for Integer {
    fn from(value: BigInt) -> Integer {
        match value.to_i64() {
            Some(small) => Integer::Small(small),
            None => Integer::Big(INTEGERS.with(|table| stored(table, value))),
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
                    Ok(small) => Integer::Small(small),
                    Err(_) => BigInt::from(value).into(),
                }
            }
        })*
    };
}

from_machine_integers! { i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize }

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_does_not_fit_is_big() {
        for value in [0, 1, -1, i64::MIN, i64::MAX] {
            assert_eq!(Integer::from(BigInt::from(value)), Integer::Small(value));
            assert_eq!(Integer::from(value).to_bigint(), BigInt::from(value));
        }
        let above: BigInt = BigInt::from(i64::MAX) + 1;
        assert!(matches!(Integer::from(above.clone()), Integer::Big(_)));
        assert_eq!(Integer::from(above.clone()), Integer::from(i64::MAX as u64 + 1));
        assert_eq!(Integer::from(above.clone()).to_bigint(), above);
        assert!(Integer::from(-above.clone() - 1).is_negative() && !Integer::from(above).is_negative());
    }
}
