//! Integers: signed and unsigned, of all sizes, over bit-vectors and over integers.

use c_lower::options::{Options, Properties};
use expect_test::expect;

use super::{bitvectors, check, integers};

const SIGNED: &str = "int f(int a, int b) { return a * b - a / b; } int main(void) { return f(6, 3); }";

#[test]
fn signed_numbers_are_bitvectors() {
    check(
        &bitvectors(),
        SIGNED,
        expect![[r#"
        procedure main() returns (main.result: bv32)
          local returned: bv32
          entry -> L2: call returned := f(6bv32, 3bv32)
          L2 -> L3: main.result := returned
          L3 -> exit: assume true
        procedure f(a: bv32, b: bv32) returns (f.result: bv32)
          local quotient: bv32
          local unknown: bool
          local quotient@2: bv32
          local unknown@2: bool
          entry -> L2: assume b != 0bv32
          entry -> L3: assume b == 0bv32
          L2 -> L6: assume !(a == 2147483648bv32 && b == 4294967295bv32)
          L2 -> L7: assume a == 2147483648bv32 && b == 4294967295bv32
          L6 -> L10: quotient := bvsdiv(a, b)
          L10 -> L8: assume true
          L7 -> L12: havoc unknown  [flag: the smallest integer is divided by -1]
          L12 -> L13: assume unknown
          L13 -> L14: havoc quotient
          L14 -> L8: assume true
          L8 -> L16: quotient@2 := quotient
          L16 -> L4: assume true
          L3 -> L18: havoc unknown@2  [flag: an integer is divided by zero]
          L18 -> L19: assume unknown@2
          L19 -> L20: havoc quotient@2
          L20 -> L4: assume true
          L4 -> L22: f.result := bvadd(bvmul(a, b), bvneg(quotient@2))
          L22 -> exit: assume true
        entry procedure start() returns (status: bv32)
          entry -> L2: call status := main()
          L2 -> exit: assume true
    "#]],
    );
}

#[test]
fn signed_numbers_are_integers_that_wrap_around() {
    check(
        &integers(),
        SIGNED,
        expect![[r#"
        procedure main() returns (main.result: int)
          local returned: int
          entry -> L2: call returned := f(6, 3)
          L2 -> L3: main.result := returned
          L3 -> exit: assume true
        procedure f(a: int, b: int) returns (f.result: int)
          local quotient: int
          local unknown: bool
          local quotient@2: int
          local unknown@2: bool
          entry -> L2: assume b != 0
          entry -> L3: assume b == 0
          L2 -> L6: assume !(a == -2147483648 && b == -1)
          L2 -> L7: assume a == -2147483648 && b == -1
          L6 -> L10: quotient := (if b == 0 then (if a >= 0 then -1 else 1) else (if (if a >= 0 then a div b else -(-a) div b) >= 2147483648 then (if a >= 0 then a div b else -(-a) div b) - 4294967296 else (if a >= 0 then a div b else -(-a) div b)))
          L10 -> L8: assume true
          L7 -> L12: havoc unknown  [flag: the smallest integer is divided by -1]
          L12 -> L13: assume unknown
          L13 -> L14: havoc quotient
          L14 -> L15: assume quotient >= -2147483648 && quotient <= 2147483647
          L15 -> L8: assume true
          L8 -> L17: quotient@2 := quotient
          L17 -> L4: assume true
          L3 -> L19: havoc unknown@2  [flag: an integer is divided by zero]
          L19 -> L20: assume unknown@2
          L20 -> L21: havoc quotient@2
          L21 -> L22: assume quotient@2 >= -2147483648 && quotient@2 <= 2147483647
          L22 -> L4: assume true
          L4 -> L24: f.result := (if quotient@2 <= (a * b + 2147483648) mod 4294967296 - 4294967296 then (a * b + 2147483648) mod 4294967296 - quotient@2 - 6442450944 else (if (a * b + 2147483648) mod 4294967296 < quotient@2 then (a * b + 2147483648) mod 4294967296 - quotient@2 + 2147483648 else (a * b + 2147483648) mod 4294967296 - quotient@2 - 2147483648))
          L24 -> exit: assume true
        entry procedure start() returns (status: int)
          entry -> L2: call status := main()
          L2 -> exit: assume true
    "#]],
    );
}

const UNSIGNED: &str = "
unsigned f(unsigned a, unsigned char c) { return (a + 1) % 10 + (a > c); }
int main(void) { return f(4294967295u, 'a'); }
";

#[test]
fn unsigned_numbers_are_bitvectors() {
    check(
        &bitvectors(),
        UNSIGNED,
        expect![[r#"
        procedure main() returns (main.result: bv32)
          local returned: bv32
          entry -> L2: call returned := f(4294967295bv32, 97bv8)
          L2 -> L3: main.result := returned
          L3 -> exit: assume true
        procedure f(a: bv32, c: bv8) returns (f.result: bv32)
          entry -> L2: f.result := bvadd(bvurem(bvadd(a, 1bv32), 10bv32), (if bvult(zero_extend24(c), a) then 1bv32 else 0bv32))
          L2 -> exit: assume true
        entry procedure start() returns (status: bv32)
          entry -> L2: call status := main()
          L2 -> exit: assume true
    "#]],
    );
}

#[test]
fn unsigned_numbers_are_integers_that_wrap_around() {
    check(
        &integers(),
        UNSIGNED,
        expect![[r#"
        procedure main() returns (main.result: int)
          local returned: int
          entry -> L2: call returned := f(4294967295, 97)
          L2 -> L3: main.result := (if returned >= 2147483648 then returned - 4294967296 else returned)
          L3 -> exit: assume true
        procedure f(a: int, c: int) returns (f.result: int)
          entry -> L2: f.result := (if a >= 4294967295 then a - 4294967295 else a + 1) mod 10 + (if c < a then 1 else 0)
          L2 -> exit: assume true
        entry procedure start() returns (status: int)
          entry -> L2: call status := main()
          L2 -> exit: assume true
    "#]],
    );
}

const BITS: &str = "
unsigned f(unsigned a, unsigned b) { return (a & 15u) | (b << 4) ^ (a >> 2); }
int main(void) { return f(1u, 2u); }
";

#[test]
fn bit_operations_are_exact_over_bitvectors() {
    check(
        &bitvectors(),
        BITS,
        expect![[r#"
        procedure main() returns (main.result: bv32)
          local returned: bv32
          entry -> L2: call returned := f(1bv32, 2bv32)
          L2 -> L3: main.result := returned
          L3 -> exit: assume true
        procedure f(a: bv32, b: bv32) returns (f.result: bv32)
          entry -> L2: f.result := bvor(bvand(a, 15bv32), bvxor(bvmul(16bv32, b), bvlshr(a, 2bv32)))
          L2 -> exit: assume true
        entry procedure start() returns (status: bv32)
          entry -> L2: call status := main()
          L2 -> exit: assume true
    "#]],
    );
}

#[test]
fn bit_operations_are_flagged_over_integers_unless_an_operand_is_a_mask() {
    check(
        &integers(),
        BITS,
        expect![[r#"
        procedure main() returns (main.result: int)
          local returned: int
          entry -> L2: call returned := f(1, 2)
          L2 -> L3: main.result := (if returned >= 2147483648 then returned - 4294967296 else returned)
          L3 -> exit: assume true
        procedure f(a: int, b: int) returns (f.result: int)
          local bits: int
          entry -> L2: havoc bits  [flag: bitwise operation on integers]
          L2 -> L3: assume bits <= (16 * b) mod 4294967296
          L3 -> L4: assume bits <= a div 4
          L4 -> L5: assume bits >= 0
          L5 -> L6: assume (16 * b) mod 4294967296 == bits || (16 * b) mod 4294967296 != a div 4
          L6 -> L7: assume 2 * bits <= (16 * b) mod 4294967296 + a div 4 && (16 * b) mod 4294967296 + a div 4 <= 2 * bits + 4294967295
          L7 -> L8: assume (16 * b) mod 4294967296 + a div 4 <= 2 * bits + 4294967295
          L8 -> L9: f.result := a mod 16 + (16 * b) mod 4294967296 + a div 4 - 2 * bits - (if a mod 2 == 1 && ((16 * b) mod 4294967296 + a div 4) mod 2 == 1 then 1 else 0) - (if ((a mod 16) div 2) mod 2 == 1 && (((16 * b) mod 4294967296 + a div 4 - 2 * bits) div 2) mod 2 == 1 then 2 else 0) - (if ((a mod 16) div 4) mod 2 == 1 && (((16 * b) mod 4294967296 + a div 4 - 2 * bits) div 4) mod 2 == 1 then 4 else 0) - (if ((a mod 16) div 8) mod 2 == 1 && (((16 * b) mod 4294967296 + a div 4 - 2 * bits) div 8) mod 2 == 1 then 8 else 0)
          L9 -> exit: assume true
        entry procedure start() returns (status: int)
          entry -> L2: call status := main()
          L2 -> exit: assume true
    "#]],
    );
}

const CONVERSIONS: &str = "
long f(int n) { signed char c = n; unsigned short s = c; _Bool b = n; return c + s + b; }
int main(void) { return f(300) == 44; }
";

#[test]
fn conversions_extend_and_cut() {
    check(
        &bitvectors(),
        CONVERSIONS,
        expect![[r#"
        procedure main() returns (main.result: bv32)
          local returned: bv64
          entry -> L2: call returned := f(300bv32)
          L2 -> L3: main.result := (if returned == 44bv64 then 1bv32 else 0bv32)
          L3 -> exit: assume true
        procedure f(n: bv32) returns (f.result: bv64)
          local c: bv8
          local s: bv16
          local b: bv8
          entry -> L2: havoc c
          L2 -> L3: c := n[8:0]
          L3 -> L4: havoc s
          L4 -> L5: s := sign_extend8(c)
          L5 -> L6: havoc b
          L6 -> L7: assume bvule(b, 1bv8)
          L7 -> L8: b := (if n == 0bv32 then 0bv8 else 1bv8)
          L8 -> L9: f.result := sign_extend32(bvadd(sign_extend24(c), zero_extend16(s), zero_extend24(b)))
          L9 -> exit: assume true
        entry procedure start() returns (status: bv32)
          entry -> L2: call status := main()
          L2 -> exit: assume true
    "#]],
    );
}

#[test]
fn conversions_wrap_around() {
    check(
        &integers(),
        CONVERSIONS,
        expect![[r#"
        procedure main() returns (main.result: int)
          local returned: int
          entry -> L2: call returned := f(300)
          L2 -> L3: main.result := (if returned == 44 then 1 else 0)
          L3 -> exit: assume true
        procedure f(n: int) returns (f.result: int)
          local c: int
          local s: int
          local b: int
          entry -> L2: havoc c
          L2 -> L3: assume c >= -128 && c <= 127
          L3 -> L4: c := (n + 128) mod 256 - 128
          L4 -> L5: havoc s
          L5 -> L6: assume s >= 0 && s <= 65535
          L6 -> L7: s := (if c <= -1 then c + 65536 else c)
          L7 -> L8: havoc b
          L8 -> L9: assume b >= 0 && b <= 1
          L9 -> L10: b := (if n == 0 then 0 else 1)
          L10 -> L11: f.result := c + s + b
          L11 -> exit: assume true
        entry procedure start() returns (status: int)
          entry -> L2: call status := main()
          L2 -> exit: assume true
    "#]],
    );
}

#[test]
fn overflow_is_a_violation() {
    let properties = Properties { no_overflow: true, ..Properties::default() };
    let options = Options { properties, ..integers() };
    check(
        &options,
        "int f(int a, int b) { return (a + b) << 3; } int main(void) { return f(1, 2); }",
        expect![[r#"
        procedure main() returns (main.result: int)
          local returned: int
          entry -> L2: call returned := f(1, 2)
          L2 -> L3: main.result := returned
          L3 -> exit: assume true
        procedure f(a: int, b: int) returns (f.result: int)
          local unknown: bool
          entry -> L2: assume a + b <= -2147483649 || a + b >= 2147483648
          entry -> L3: assume !(a + b <= -2147483649 || a + b >= 2147483648)
          L3 -> L4: assume (if a + b >= 2147483648 then a + b - 4294967296 else (if a + b <= -2147483649 then a + b + 4294967296 else a + b)) >= 268435456 || (if a + b >= 2147483648 then a + b - 4294967296 else (if a + b <= -2147483649 then a + b + 4294967296 else a + b)) <= -268435457
          L3 -> L5: assume !((if a + b >= 2147483648 then a + b - 4294967296 else (if a + b <= -2147483649 then a + b + 4294967296 else a + b)) >= 268435456 || (if a + b >= 2147483648 then a + b - 4294967296 else (if a + b <= -2147483649 then a + b + 4294967296 else a + b)) <= -268435457)
          L5 -> L6: havoc unknown  [flag: left shift of a negative number]
          L6 -> L7: assume (if a + b >= 2147483648 then a + b - 4294967296 else (if a + b <= -2147483649 then a + b + 4294967296 else a + b)) <= -1 && unknown
          L6 -> L8: assume !((if a + b >= 2147483648 then a + b - 4294967296 else (if a + b <= -2147483649 then a + b + 4294967296 else a + b)) <= -1 && unknown)
          L8 -> L9: f.result := (8 * (if a + b >= 2147483648 then a + b - 4294967296 else (if a + b <= -2147483649 then a + b + 4294967296 else a + b)) + 2147483648) mod 4294967296 - 2147483648
          L9 -> exit: assume true
          L2: violation no-overflow: signed addition overflows
          L4: violation no-overflow: left shift overflows
          L7: violation no-overflow: left shift of a negative number
        entry procedure start() returns (status: int)
          entry -> L2: call status := main()
          L2 -> exit: assume true
    "#]],
    );
}

/// A byte that becomes an `int` is no negative number, so its shift is not flagged.
#[test]
fn bytes_are_not_negative() {
    let properties = Properties { no_overflow: true, ..Properties::default() };
    check(
        &Options { properties, ..bitvectors() },
        "int f(unsigned char a) { return a << 24; } int main(void) { return f(1); }",
        expect![[r#"
            procedure main() returns (main.result: bv32)
              local returned: bv32
              entry -> L2: call returned := f(1bv8)
              L2 -> L3: main.result := returned
              L3 -> exit: assume true
            procedure f(a: bv8) returns (f.result: bv32)
              entry -> L2: assume bvsle(128bv32, zero_extend24(a))
              entry -> L3: assume bvsle(zero_extend24(a), 127bv32)
              L3 -> L4: f.result := bvmul(16777216bv32, zero_extend24(a))
              L4 -> exit: assume true
              L2: violation no-overflow: left shift overflows
            entry procedure start() returns (status: bv32)
              entry -> L2: call status := main()
              L2 -> exit: assume true
        "#]],
    );
}
