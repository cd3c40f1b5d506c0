//! Statements, and the order of evaluation.

use c_lower::options::{Options, Properties};
use expect_test::expect;

use super::{check, integers};

#[test]
fn loops() {
    let text = "
int main(void) {
    int sum = 0;
    for (int i = 0; i < 10; i++) { if (i == 3) continue; if (sum > 20) break; sum += i; }
    do sum--; while (sum > 0);
    while (sum) sum++;
    return sum;
}
";
    check(
        &integers(),
        text,
        expect![[r#"
        procedure main() returns (main.result: int)
          local sum: int
          local i: int
          entry -> L2: havoc sum
          L2 -> L3: assume sum >= -2147483648 && sum <= 2147483647
          L3 -> L4: sum := 0
          L4 -> L5: havoc i
          L5 -> L6: assume i >= -2147483648 && i <= 2147483647
          L6 -> L7: i := 0
          L7 -> L8: assume true
          L8 -> L10: assume i <= 9
          L8 -> L12: assume i >= 10
          L10 -> L14: assume i == 3
          L10 -> L15: assume i != 3
          L14 -> L11: assume true
          L15 -> L16: assume true
          L16 -> L21: assume sum >= 21
          L16 -> L22: assume sum <= 20
          L21 -> L12: assume true
          L22 -> L23: assume true
          L23 -> L28: sum := (if sum + i >= 2147483648 then sum + i - 4294967296 else (if sum + i <= -2147483649 then sum + i + 4294967296 else sum + i))
          L28 -> L11: assume true
          L11 -> L30: i := (if i >= 2147483647 then i - 4294967295 else i + 1)
          L30 -> L8: assume true
          L12 -> L32: assume true
          L32 -> L36: sum := (if sum <= -2147483648 then sum + 4294967295 else sum - 1)
          L36 -> L34: assume true
          L34 -> L32: assume sum >= 1
          L34 -> L35: assume sum <= 0
          L35 -> L39: assume true
          L39 -> L41: assume sum != 0
          L39 -> L42: assume sum == 0
          L41 -> L44: sum := (if sum >= 2147483647 then sum - 4294967295 else sum + 1)
          L44 -> L39: assume true
          L42 -> L46: main.result := sum
          L46 -> exit: assume true
        entry procedure start() returns (status: int)
          entry -> L2: call status := main()
          L2 -> exit: assume true
    "#]],
    );
}

#[test]
fn switches() {
    let text = "
int f(char c) {
    int n = 0;
    switch (c) {
    case 'a': n = 1; break;
    case '0' ... '9': n = 2;
    default: n++;
    }
    return n;
}
int main(void) { return f('5'); }
";
    check(
        &integers(),
        text,
        expect![[r#"
        procedure main() returns (main.result: int)
          local returned: int
          entry -> L2: call returned := f(53)
          L2 -> L3: main.result := returned
          L3 -> exit: assume true
        procedure f(c: int) returns (f.result: int)
          local switch: int
          local n: int
          entry -> L2: havoc n
          L2 -> L3: assume n >= -2147483648 && n <= 2147483647
          L3 -> L4: n := 0
          L4 -> L5: switch := c
          L5 -> L7: assume switch == 97
          L5 -> L9: assume switch >= 48 && switch <= 57
          L5 -> L11: assume switch != 97 && !(switch >= 48 && switch <= 57)
          L7 -> L15: n := 1
          L15 -> L6: assume true
          L9 -> L18: n := 2
          L18 -> L11: assume true
          L11 -> L20: n := (if n >= 2147483647 then n - 4294967295 else n + 1)
          L20 -> L6: assume true
          L6 -> L22: f.result := n
          L22 -> exit: assume true
        entry procedure start() returns (status: int)
          entry -> L2: call status := main()
          L2 -> exit: assume true
    "#]],
    );
}

#[test]
fn gotos() {
    let text = "
int main(void) {
    int n = 0;
    void *next = &&again;
again:
    n++;
    if (n < 3) goto *next;
    if (n > 5) goto done;
    n = 7;
done:
    return n;
}
";
    check(
        &integers(),
        text,
        expect![[r#"
            procedure main() returns (main.result: int)
              local label: int
              local n: int
              local next: int
              entry -> L2: havoc n
              L2 -> L3: assume n >= -2147483648 && n <= 2147483647
              L3 -> L4: n := 0
              L4 -> L5: havoc next
              L5 -> L6: next := 214
              L6 -> L7: assume true
              L7 -> L9: n := (if n >= 2147483647 then n - 4294967295 else n + 1)
              L9 -> L10: assume n <= 2
              L9 -> L11: assume n >= 3
              L10 -> L14: label := next
              L14 -> L15: assume label == 214
              L15 -> L7: assume true
              L11 -> L12: assume true
              L12 -> L20: assume n >= 6
              L12 -> L21: assume n <= 5
              L20 -> L24: assume true
              L21 -> L22: assume true
              L22 -> L28: n := 7
              L28 -> L24: assume true
              L24 -> L30: main.result := n
              L30 -> exit: assume true
            entry procedure start() returns (status: int)
              entry -> L2: call status := main()
              L2 -> exit: assume true
        "#]],
    );
}

#[test]
fn operands_that_may_not_be_evaluated() {
    let text = "
int g;
int f(void) { return g++; }
int main(void) { int n = (g && f()) || !g; return n ? f() : (f(), 2); }
";
    check(
        &integers(),
        text,
        expect![[r#"
        global g: int
        procedure main() returns (main.result: int)
          local logical: int
          local returned: int
          local returned@2: int
          local value: int
          local returned@3: int
          local n: int
          entry -> L2: havoc n
          L2 -> L3: assume n >= -2147483648 && n <= 2147483647
          L3 -> L7: assume g != 0
          L3 -> L5: assume g == 0
          L7 -> L9: call returned := f()
          L9 -> L4: assume returned != 0
          L9 -> L5: assume returned == 0
          L4 -> L11: logical := 1
          L11 -> L6: assume true
          L5 -> L13: logical := 0
          L13 -> L6: assume true
          L6 -> L15: n := (if g == 0 || logical != 0 then 1 else 0)
          L15 -> L16: assume n != 0
          L15 -> L17: assume n == 0
          L16 -> L20: call returned@2 := f()
          L20 -> L21: value := returned@2
          L21 -> L19: assume true
          L17 -> L23: call returned@3 := f()
          L23 -> L24: value := 2
          L24 -> L19: assume true
          L19 -> L26: main.result := value
          L26 -> exit: assume true
        procedure f() returns (f.result: int)
          local old: int
          entry -> L2: old := g
          L2 -> L3: g := (if old >= 2147483647 then old - 4294967295 else old + 1)
          L3 -> L4: f.result := old
          L4 -> exit: assume true
        entry procedure start() returns (status: int)
          entry -> L2: g := 0
          L2 -> L3: call status := main()
          L3 -> exit: assume true
    "#]],
    );
}

#[test]
fn both_orders_of_evaluation_where_they_matter() {
    let text = "
int g;
int f(void) { return ++g; }
int main(void) { return f() - g; }
";
    check(
        &integers(),
        text,
        expect![[r#"
        global g: int
        procedure main() returns (main.result: int)
          local order: bool
          local returned: int
          local operand: int
          local operand@2: int
          local value: int
          local value@2: int
          local unknown: bool
          local operand@3: int
          local returned@2: int
          local operand@4: int
          entry -> L2: havoc order
          L2 -> L3: assume order
          L2 -> L4: assume !order
          L3 -> L7: call returned := f()
          L7 -> L8: operand := returned
          L8 -> L9: operand@2 := g
          L9 -> L10: value := operand
          L10 -> L11: value@2 := operand@2
          L11 -> L5: assume true
          L4 -> L13: havoc unknown  [flag: the order of evaluation is open]
          L13 -> L14: assume unknown
          L14 -> L15: operand@3 := g
          L15 -> L16: call returned@2 := f()
          L16 -> L17: operand@4 := returned@2
          L17 -> L18: value := operand@4
          L18 -> L19: value@2 := operand@3
          L19 -> L5: assume true
          L5 -> L21: main.result := (if value@2 <= value - 2147483648 then value - value@2 - 4294967296 else (if value <= value@2 - 2147483649 then value - value@2 + 4294967296 else value - value@2))
          L21 -> exit: assume true
        procedure f() returns (f.result: int)
          entry -> L2: g := (if g >= 2147483647 then g - 4294967295 else g + 1)
          L2 -> L3: f.result := g
          L3 -> exit: assume true
        entry procedure start() returns (status: int)
          entry -> L2: g := 0
          L2 -> L3: call status := main()
          L3 -> exit: assume true
    "#]],
    );
}

#[test]
fn errors_are_calls_and_labels() {
    let text = "
void reach_error(void) {}
int main(void) {
    int n = 1;
    if (n > 1) reach_error();
    if (n > 0) { ERROR: n = 2; }
    return 0;
}
";
    let properties = Properties { error_labels: vec!["ERROR".into()], ..Properties::unreach_call() };
    check(
        &Options { properties, ..integers() },
        text,
        expect![[r#"
        procedure main() returns (main.result: int)
          local n: int
          entry -> L2: havoc n
          L2 -> L3: assume n >= -2147483648 && n <= 2147483647
          L3 -> L4: n := 1
          L4 -> L5: assume n >= 2
          L4 -> L6: assume n <= 1
          L5 -> L9: assume true
          L6 -> L7: assume true
          L7 -> L13: assume n >= 1
          L7 -> L14: assume n <= 0
          L13 -> L17: assume true
          L17 -> L19: assume true
          L14 -> L15: assume true
          L15 -> L24: main.result := 0
          L24 -> exit: assume true
          L9: violation unreach-call: reach_error is called
          L19: violation unreach-call: label ERROR is reached
        procedure reach_error()
          entry -> exit: assume true
        entry procedure start() returns (status: int)
          entry -> L2: call status := main()
          L2 -> exit: assume true
    "#]],
    );
}
