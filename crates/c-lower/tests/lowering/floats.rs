//! Floating-point numbers: IEEE's, or real numbers.

use c_lower::options::{Floats, Options};
use expect_test::expect;

use super::{bitvectors, check, integers};

const FLOATS: &str = "
double f(float x, int n) { return x * 0.5 + n; }
int main(void) { double d = f(1.5f, 2); return d > 2.0 ? (int) d : -1; }
";

#[test]
fn floats_are_exact() {
    check(
        &bitvectors(),
        FLOATS,
        expect![[r#"
        procedure main() returns (main.result: bv32)
          local returned: float53e11
          local open: bv32
          local d: float53e11
          entry -> L2: havoc d
          L2 -> L3: call returned := f(1.5f24e8, 2bv32)
          L3 -> L4: d := returned
          L4 -> L5: assume !(fp.lt(-2147483649.0f53e11, d) && fp.lt(d, 2147483648.0f53e11))
          L4 -> L6: assume fp.lt(-2147483649.0f53e11, d) && fp.lt(d, 2147483648.0f53e11)
          L6 -> L9: open := (if fp.lt(-2147483649.0f53e11, d) && fp.lt(d, 2147483648.0f53e11) then fp.to_sbv32(RTZ, d) else 2147483648bv32)
          L9 -> L7: assume true
          L5 -> L11: havoc open  [flag: a floating-point number does not fit into an integer type]
          L11 -> L7: assume true
          L7 -> L13: main.result := (if fp.lt(2.0f53e11, d) then open else 4294967295bv32)
          L13 -> exit: assume true
        procedure f(x: float24e8, n: bv32) returns (f.result: float53e11)
          entry -> L2: f.result := fp.add(RNE, fp.mul(RNE, to_float53e11(RNE, x), 0.5f53e11), to_float53e11(RNE, n))
          L2 -> exit: assume true
        entry procedure start() returns (status: bv32)
          entry -> L2: call status := main()
          L2 -> exit: assume true
    "#]],
    );
}

#[test]
fn reals_flag_what_may_be_rounded() {
    let text = "float part(float x) { return x * 0.3f; } int main(void) { return part(1.0f) > 0.5f; }";
    check(
        &Options { floats: Floats::Real, ..integers() },
        text,
        expect![[r#"
        procedure main() returns (main.result: int)
          local returned: real
          entry -> L2: call returned := part(1.0)
          L2 -> L3: main.result := (if 1.0 / 2.0 < returned then 1 else 0)
          L3 -> exit: assume true
        procedure part(x: real) returns (part.result: real)
          local bits: real
          entry -> L2: havoc bits  [flag: floating-point operation on reals]
          L2 -> L3: assume (bits >= 0.0 && (if x <= 1141798086108294520658936082884674622752555008.0 / 1006633.0 then 42221243151155.0 * x <= 140737488355328.0 * bits + 1.0 / 5070602400912917605986812821504.0 && 140737488355328.0 * bits <= 42221253217485.0 * x + 1.0 / 5070602400912917605986812821504.0 else bits >= 340282346638528859811704183484516925440.0)) || x < 0.0
          L3 -> L4: assume (bits <= 0.0 && (if x >= -1141798086108294520658936082884674622752555008.0 / 1006633.0 then 140737488355328.0 * bits <= 42221243151155.0 * x + 1.0 / 5070602400912917605986812821504.0 && 42221253217485.0 * x <= 140737488355328.0 * bits + 1.0 / 5070602400912917605986812821504.0 else bits <= -340282346638528859811704183484516925440.0)) || 0.0 < x
          L4 -> L5: part.result := bits
          L5 -> exit: assume true
        entry procedure start() returns (status: int)
          entry -> L2: call status := main()
          L2 -> exit: assume true
    "#]],
    );
}

#[test]
fn functions_of_numbers_are_terms() {
    let text = "
double fabs(double);
int main(void) { double d = -2.5; return __builtin_isnan(d) || fabs(d) < 1.0; }
";
    check(
        &bitvectors(),
        text,
        expect![[r#"
        procedure main() returns (main.result: bv32)
          local logical: bv32
          local d: float53e11
          entry -> L2: havoc d
          L2 -> L3: d := -2.5f53e11
          L3 -> L4: assume fp.isNaN(d)
          L3 -> L7: assume !fp.isNaN(d)
          L7 -> L4: assume fp.lt(fp.abs(d), 1.0f53e11)
          L7 -> L5: assume !fp.lt(fp.abs(d), 1.0f53e11)
          L4 -> L10: logical := 1bv32
          L10 -> L6: assume true
          L5 -> L12: logical := 0bv32
          L12 -> L6: assume true
          L6 -> L14: main.result := logical
          L14 -> exit: assume true
        entry procedure start() returns (status: bv32)
          entry -> L2: call status := main()
          L2 -> exit: assume true
    "#]],
    );
}
