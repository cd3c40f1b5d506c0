//! Sets of offsets: all numbers that leave a rest when divided by a modulus.

use num_integer::gcd;

/// The numbers `rest + k · modulus`; with modulus 0 only `rest`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Congruence {
    /// The rest, in `0..modulus` unless the modulus is 0.
    pub rest: i64,
    /// The modulus.
    pub modulus: u64,
}

impl Congruence {
    /// One number.
    pub fn exact(rest: i64) -> Congruence {
        Congruence { rest, modulus: 0 }
    }

    /// All numbers.
    pub fn any() -> Congruence {
        Congruence { rest: 0, modulus: 1 }
    }

    fn new(rest: i64, modulus: u64) -> Congruence {
        match i64::try_from(modulus) {
            Ok(0) => Congruence::exact(rest),
            Ok(m) => Congruence { rest: rest.rem_euclid(m), modulus },
            Err(_) => Congruence::any(),
        }
    }

    /// The number, if there is only one.
    pub fn as_exact(self) -> Option<i64> {
        (self.modulus == 0).then_some(self.rest)
    }

    /// The least congruence that holds both.
    pub fn join(self, other: Congruence) -> Congruence {
        let difference = self.rest.abs_diff(other.rest);
        Congruence::new(self.rest, gcd(gcd(self.modulus, other.modulus), difference))
    }

    /// All numbers moved.
    pub fn plus(self, distance: i64) -> Congruence {
        match self.rest.checked_add(distance) {
            Some(rest) => Congruence::new(rest, self.modulus),
            None => Congruence::any(),
        }
    }

    /// Any multiple added.
    pub fn plus_multiples(self, factor: u64) -> Congruence {
        Congruence::new(self.rest, gcd(self.modulus, factor))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn joins_keep_what_is_common() {
        let four = Congruence::exact(0).plus_multiples(12).plus(4);
        assert_eq!(four, Congruence { rest: 4, modulus: 12 });
        assert_eq!(Congruence::exact(4).join(Congruence::exact(4)), Congruence::exact(4));
        assert_eq!(Congruence::exact(4).join(Congruence::exact(12)), Congruence { rest: 4, modulus: 8 });
        assert_eq!(four.join(Congruence::exact(0)), Congruence { rest: 0, modulus: 4 });
        assert_eq!(Congruence::exact(-4).plus_multiples(8), Congruence { rest: 4, modulus: 8 });
    }
}
