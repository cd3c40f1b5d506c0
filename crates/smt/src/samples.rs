//! Random formulas for tests, the same in every run.

use term::build as mk;
use term::{Func, Sort, Term};

/// A small generator of pseudo-random numbers.
pub(crate) struct Samples(u64);

impl Samples {
    pub(crate) fn new(seed: u64) -> Samples {
        Samples(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    pub(crate) fn below(&mut self, bound: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % bound
    }

    fn pick<T: Copy>(&mut self, options: &[T]) -> T {
        options[self.below(options.len() as u64) as usize]
    }

    /// A formula over Booleans, integers, bytes, arrays and an uninterpreted function.
    pub(crate) fn formula(&mut self, depth: u32) -> Term {
        if depth == 0 {
            return mk::var(self.pick(&["p", "q"]), Sort::Bool);
        }
        let d = depth - 1;
        match self.below(9) {
            0 => mk::not(self.formula(d)),
            1 => mk::and2(self.formula(d), self.formula(d)),
            2 => mk::or2(self.formula(d), self.formula(d)),
            3 => mk::eq(self.formula(d), self.formula(d)),
            4 => mk::le(self.integer(d), self.integer(d)),
            5 => mk::eq(self.integer(d), self.integer(d)),
            6 => mk::bvult(self.byte(d), self.byte(d)),
            7 => mk::bvsle(self.byte(d), self.byte(d)),
            _ => mk::eq(self.byte(d), self.byte(d)),
        }
    }

    fn integer(&mut self, depth: u32) -> Term {
        if depth == 0 {
            return match self.below(3) {
                0 => mk::int(self.below(7) as i64 - 3),
                _ => mk::var(self.pick(&["x", "y"]), Sort::Int),
            };
        }
        let d = depth - 1;
        match self.below(7) {
            0 => mk::add2(self.integer(d), self.integer(d)),
            1 => mk::sub(self.integer(d), self.integer(d)),
            2 => mk::mul(mk::int(self.below(5) as i64 - 2), self.integer(d)),
            3 => mk::div(self.integer(d), mk::int(2 + self.below(3) as i64)),
            4 => mk::modulo(self.integer(d), mk::int(2 + self.below(3) as i64)),
            5 => mk::select(self.array(d), self.integer(d)),
            _ => {
                let f = Func::new("f".into(), &[Sort::Int], Sort::Int);
                mk::apply(f, &[self.integer(d)])
            }
        }
    }

    fn array(&mut self, depth: u32) -> Term {
        if depth == 0 {
            return mk::var(self.pick(&["a", "b"]), Sort::array(Sort::Int, Sort::Int));
        }
        let d = depth - 1;
        match self.below(2) {
            0 => mk::store(self.array(d), self.integer(d), self.integer(d)),
            _ => mk::ite(self.formula(d), self.array(d), self.array(d)),
        }
    }

    fn byte(&mut self, depth: u32) -> Term {
        if depth == 0 {
            return match self.below(3) {
                0 => mk::bv(self.below(256) as u32, 8),
                _ => mk::var(self.pick(&["u", "v"]), Sort::BitVec(8)),
            };
        }
        let d = depth - 1;
        let (a, b) = (self.byte(d), self.byte(d));
        match self.below(9) {
            0 => mk::bvadd(a, b),
            1 => mk::bvmul(a, b),
            2 => mk::bvand(a, b),
            3 => mk::bvxor(a, b),
            4 => mk::bvshl(a, b),
            5 => mk::bvashr(a, b),
            6 => mk::bvurem(a, b),
            7 => mk::bvsdiv(a, b),
            _ => mk::concat(mk::extract(3, 0, a), mk::extract(7, 4, b)),
        }
    }
}
