//! Floats against the hardware (single and double precision, rounding to
//! nearest) and against LLVM's APFloat (all rounding modes, five formats).

use num_bigint::{BigInt, BigUint};
use num_traits::ToPrimitive;
use proptest::prelude::*;
use rustc_apfloat::ieee::{Double, Half, Quad, Single, X87DoubleExtended};
use rustc_apfloat::{Float, FloatConvert, Round};
use term::softfloat::SoftFloat;
use term::{FloatSort, RoundingMode};

const MODES: [(RoundingMode, Round); 5] = [
    (RoundingMode::NearestEven, Round::NearestTiesToEven),
    (RoundingMode::NearestAway, Round::NearestTiesToAway),
    (RoundingMode::TowardPositive, Round::TowardPositive),
    (RoundingMode::TowardNegative, Round::TowardNegative),
    (RoundingMode::TowardZero, Round::TowardZero),
];

const RNE: RoundingMode = RoundingMode::NearestEven;

/// A format that APFloat knows, and the layout of its bits.
trait Format:
    Float + FloatConvert<Half> + FloatConvert<Single> + FloatConvert<Double> + FloatConvert<Quad>
{
    const SORT: FloatSort;

    fn read(self) -> u128 {
        self.to_bits()
    }

    fn write(bits: u128) -> Self {
        Self::from_bits(bits)
    }
}

impl Format for Half {
    const SORT: FloatSort = FloatSort { exponent: 5, significand: 11 };
}

impl Format for Single {
    const SORT: FloatSort = FloatSort::SINGLE;
}

impl Format for Double {
    const SORT: FloatSort = FloatSort::DOUBLE;
}

impl Format for Quad {
    const SORT: FloatSort = FloatSort { exponent: 15, significand: 113 };
}

/// x87 stores the hidden bit; the interchange format does not.
impl Format for X87DoubleExtended {
    const SORT: FloatSort = FloatSort { exponent: 15, significand: 64 };

    fn read(self) -> u128 {
        let bits = self.to_bits();
        (bits >> 64) << 63 | (bits & ((1 << 63) - 1))
    }

    fn write(bits: u128) -> Self {
        let high = bits >> 63;
        let hidden = u128::from(high & 0x7fff != 0);
        Self::from_bits(high << 64 | hidden << 63 | (bits & ((1 << 63) - 1)))
    }
}

fn soft(bits: u128, format: FloatSort) -> SoftFloat {
    SoftFloat::from_bits(&BigUint::from(bits), format)
}

/// Bits of a float, often special or close to a border.
fn bits(format: FloatSort) -> BoxedStrategy<u128> {
    let width = format.width();
    let all = if width == 128 { u128::MAX } else { (1 << width) - 1 };
    let fraction = format.significand - 1;
    let infinity = ((1u128 << format.exponent) - 1) << fraction;
    let one = ((1u128 << (format.exponent - 1)) - 1) << fraction;
    let sign = 1u128 << (width - 1);
    let anchors = vec![0, infinity, one, 1 << fraction, infinity - 1, infinity + 1, one + (3 << fraction)];
    let near =
        (prop::sample::select(anchors), -3i128..=3, any::<bool>()).prop_map(move |(anchor, step, flip)| {
            (anchor.wrapping_add_signed(step) ^ if flip { sign } else { 0 }) & all
        });
    let moderate = (any::<u128>(), 0u128..12, any::<bool>()).prop_map(move |(random, step, flip)| {
        let base = one + (step << fraction) - (6 << fraction).min(one);
        ((base & !((1 << fraction) - 1)) | (random & ((1 << fraction) - 1))) ^ if flip { sign } else { 0 }
    });
    prop_oneof![any::<u128>().prop_map(move |b| b & all), near, moderate].boxed()
}

fn same<F: Format>(ours: &SoftFloat, theirs: F, what: &str) {
    let expected = soft(theirs.read(), F::SORT).to_bits(); // all NaNs are one
    assert_eq!(ours.to_bits(), expected, "{what}: expected {theirs}");
}

fn check_arithmetic<F: Format>(a: u128, b: u128, c: u128) {
    let [x, y, z] = [a, b, c].map(|bits| soft(bits, F::SORT));
    let [u, v, w] = [a, b, c].map(F::write);
    for (ours, theirs) in MODES {
        same(&x.add(&y, ours), u.add_r(v, theirs).value, "add");
        same(&x.sub(&y, ours), u.sub_r(v, theirs).value, "sub");
        same(&x.mul(&y, ours), u.mul_r(v, theirs).value, "mul");
        same(&x.div(&y, ours), u.div_r(v, theirs).value, "div");
        same(&x.fma(&y, &z, ours), u.mul_add_r(v, w, theirs).value, "fma");
        same(&x.round_to_integral(ours), u.round_to_integral(theirs).value, "round to integral");
        check_sqrt(&x, ours);
    }
    assert_eq!(x.compare(&y), u.partial_cmp(&v));
    same(&x.neg(), -u, "neg");
    same(&x.abs(), u.abs(), "abs");
    assert_eq!(x.is_zero(), u.is_zero());
    assert_eq!(x.is_nan(), u.is_nan());
    assert_eq!(x.is_infinite(), u.is_infinite());
    assert_eq!(x.is_subnormal(), u.is_denormal());
    assert_eq!(x.is_normal(), u.is_normal());
    assert_eq!(x.sign(), (!u.is_nan()).then(|| u.is_negative()));
}

/// The root rounded down and up are neighbours that enclose the exact root.
fn check_sqrt(x: &SoftFloat, mode: RoundingMode) {
    let root = x.sqrt(mode);
    let Some(value) = x.to_rational().filter(|_| x.sign() == Some(false) && !x.is_zero()) else { return };
    let Some(r) = root.to_rational() else { panic!("the root of a number is a number") };
    let square = &r * &r;
    let step = |delta: i8| {
        let bits = root.to_bits();
        let bits = if delta > 0 { bits + 1u32 } else { bits - 1u32 };
        SoftFloat::from_bits(&bits, root.format).to_rational().expect("a number")
    };
    match mode {
        RoundingMode::TowardNegative | RoundingMode::TowardZero => {
            let above = step(1);
            assert!(square <= value && &above * &above > value);
        }
        RoundingMode::TowardPositive => {
            let below = step(-1);
            assert!(square >= value && &below * &below < value);
        }
        _ => {
            let two = BigInt::from(2);
            let (low, high) = ((&r + step(-1)) / &two, (&r + step(1)) / &two);
            assert!(&low * &low <= value && value <= &high * &high);
        }
    }
}

macro_rules! against_apfloat {
    ($name:ident, $format:ty, $cases:expr) => {
        proptest! {
            #![proptest_config(ProptestConfig { cases: $cases, failure_persistence: None, ..ProptestConfig::default() })]
            #[test]
            fn $name(
                a in bits(<$format>::SORT),
                b in bits(<$format>::SORT),
                c in bits(<$format>::SORT),
                number in any::<i128>(),
            ) {
                check_arithmetic::<$format>(a, b, c);
                check_conversions::<$format>(a, number);
            }
        }
    };
}

against_apfloat!(half, Half, 600);
against_apfloat!(single, Single, 600);
against_apfloat!(double, Double, 600);
against_apfloat!(x87, X87DoubleExtended, 200);
against_apfloat!(quad, Quad, 200);

fn check_conversions<F: Format>(a: u128, number: i128) {
    let (x, u) = (soft(a, F::SORT), F::write(a));
    for (ours, theirs) in MODES {
        for shift in [0, 30, 64, 100, 120] {
            let number = number >> shift;
            same(
                &SoftFloat::from_integer(&BigInt::from(number), F::SORT, ours),
                F::from_i128_r(number, theirs).value,
                "from integer",
            );
        }
        let mut is_exact = true;
        let integer = u.to_i128_r(64, theirs, &mut is_exact);
        let expected = (!integer.status.contains(rustc_apfloat::Status::INVALID_OP)).then_some(integer.value);
        let ours_in_range = x.to_integer(ours).filter(|n| n.to_i64().is_some());
        assert_eq!(ours_in_range, expected.map(BigInt::from), "to integer");
        check_convert::<F, Half>(&x, u, ours, theirs);
        check_convert::<F, Single>(&x, u, ours, theirs);
        check_convert::<F, Double>(&x, u, ours, theirs);
        check_convert::<F, Quad>(&x, u, ours, theirs);
        if let Some(value) = x.to_rational().filter(|_| !x.is_zero()) {
            same(&SoftFloat::from_rational(&value, F::SORT, ours), u, "from rational");
        }
    }
}

fn check_convert<F: FloatConvert<G>, G: Format>(x: &SoftFloat, u: F, ours: RoundingMode, theirs: Round) {
    let mut loses = false;
    same::<G>(&x.convert(G::SORT, ours), u.convert_r(theirs, &mut loses).value, "convert");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 3000, failure_persistence: None, ..ProptestConfig::default() })]
    #[test]
    fn hardware_double(a in bits(FloatSort::DOUBLE), b in bits(FloatSort::DOUBLE), c in bits(FloatSort::DOUBLE)) {
        let [x, y, z] = [a, b, c].map(|bits| soft(bits, FloatSort::DOUBLE));
        let [u, v, w] = [a, b, c].map(|bits| f64::from_bits(bits as u64));
        let same = |ours: SoftFloat, theirs: f64| {
            assert_eq!(ours.to_bits(), soft(u128::from(theirs.to_bits()), FloatSort::DOUBLE).to_bits());
        };
        same(x.add(&y, RNE), u + v);
        same(x.sub(&y, RNE), u - v);
        same(x.mul(&y, RNE), u * v);
        same(x.div(&y, RNE), u / v);
        same(x.fma(&y, &z, RNE), u.mul_add(v, w));
        same(x.sqrt(RNE), u.sqrt());
        same_remainder(&x, &y, libc_remainder(u, v).to_bits().into(), FloatSort::DOUBLE);
        same(x.round_to_integral(RNE), u.round_ties_even());
        same(x.round_to_integral(RoundingMode::TowardZero), u.trunc());
        same(x.round_to_integral(RoundingMode::TowardPositive), u.ceil());
        same(x.round_to_integral(RoundingMode::TowardNegative), u.floor());
        same(x.round_to_integral(RoundingMode::NearestAway), u.round());
        assert_eq!(x.compare(&y), u.partial_cmp(&v));
        let single = x.convert(FloatSort::SINGLE, RNE).to_bits();
        assert_eq!(single, soft(u128::from((u as f32).to_bits()), FloatSort::SINGLE).to_bits());
        if !(x.is_zero() && y.is_zero()) {
            same(x.min(&y).expect("no zeros"), u.min(v));
            same(x.max(&y).expect("no zeros"), u.max(v));
        }
    }

    #[test]
    fn hardware_single(a in bits(FloatSort::SINGLE), b in bits(FloatSort::SINGLE)) {
        let [x, y] = [a, b].map(|bits| soft(bits, FloatSort::SINGLE));
        let [u, v] = [a, b].map(|bits| f32::from_bits(bits as u32));
        let same = |ours: SoftFloat, theirs: f32| {
            assert_eq!(ours.to_bits(), soft(u128::from(theirs.to_bits()), FloatSort::SINGLE).to_bits());
        };
        same(x.add(&y, RNE), u + v);
        same(x.mul(&y, RNE), u * v);
        same(x.div(&y, RNE), u / v);
        same(x.sqrt(RNE), u.sqrt());
        let remainder = libc_remainder(f64::from(u), f64::from(v)) as f32;
        same_remainder(&x, &y, remainder.to_bits().into(), FloatSort::SINGLE);
        if let Some(value) = x.to_integer(RoundingMode::TowardZero).and_then(|n| n.to_i64()) {
            assert_eq!(value, u as i64);
        }
    }
}

/// The remainder is the C library's, but for the sign of a zero: IEEE gives it the dividend's, and
/// glibc's is positive for some subnormal divisors.
fn same_remainder(x: &SoftFloat, y: &SoftFloat, theirs: u128, format: FloatSort) {
    let (ours, theirs) = (x.rem(y), soft(theirs, format));
    let sign = format.exponent + format.significand - 1;
    if ours.is_zero() {
        assert!(theirs.is_zero() && (ours.to_bits() >> sign) == (x.to_bits() >> sign));
    } else {
        assert_eq!(ours.to_bits(), theirs.to_bits());
    }
}

unsafe extern "C" {
    /// C's `remainder`, which is IEEE's.
    #[link_name = "remainder"]
    safe fn libc_remainder(x: f64, y: f64) -> f64;
}

#[test]
fn zeros_of_different_sign_have_no_minimum() {
    let (plus, minus) = (SoftFloat::zero(FloatSort::SINGLE, false), SoftFloat::zero(FloatSort::SINGLE, true));
    assert!(plus.min(&minus).is_none() && minus.max(&plus).is_none());
    assert!(plus.min(&plus).is_some());
}
