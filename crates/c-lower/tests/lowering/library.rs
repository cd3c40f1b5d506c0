//! Functions that the lowering knows by name.

use expect_test::expect;

use super::{bitvectors, check, integers};

#[test]
fn inputs_and_assumptions() {
    let text = "
int __VERIFIER_nondet_int(void);
unsigned char __VERIFIER_nondet_uchar(void);
void __VERIFIER_assume(int);
int main(void) {
    int n = __VERIFIER_nondet_int();
    __VERIFIER_assume(n > __VERIFIER_nondet_uchar());
    return n;
}
";
    check(
        &integers(),
        text,
        expect![[r#"
        procedure main() returns (main.result: int)
          local input: int
          local input@2: int
          local n: int
          entry -> L2: havoc n
          L2 -> L3: assume n >= -2147483648 && n <= 2147483647
          L3 -> L4: havoc input  [input: __VERIFIER_nondet_int]
          L4 -> L5: assume input >= -2147483648 && input <= 2147483647
          L5 -> L6: n := input
          L6 -> L7: havoc input@2  [input: __VERIFIER_nondet_uchar]
          L7 -> L8: assume input@2 >= 0 && input@2 <= 255
          L8 -> L9: assume input@2 < n
          L9 -> L10: main.result := n
          L10 -> exit: assume true
        entry procedure start() returns (status: int)
          entry -> L2: call status := main()
          L2 -> exit: assume true
    "#]],
    );
}

#[test]
fn programs_end() {
    let text = "
void exit(int);
void abort(void);
void __assert_fail(const char *, const char *, unsigned, const char *);
int main(int argc, char **argv) {
    if (argc > 3) exit(4);
    if (argc > 2) abort();
    argc < 2 ? (void) 0 : __assert_fail(0, 0, 7, 0);
    return 0;
}
";
    check(
        &integers(),
        text,
        expect![[r#"
            global exit.status: int
            global arguments.count: int
            procedure main(argc: int, argv: int) returns (main.result: int)
              entry -> L2: assume argc >= 4
              entry -> L3: assume argc <= 3
              L2 -> L6: exit.status := 4
              L6 -> L7: assume true
              L3 -> L4: assume true
              L4 -> L11: assume argc >= 3
              L4 -> L12: assume argc <= 2
              L11 -> L15: assume true
              L12 -> L13: assume true
              L13 -> L19: assume argc <= 1
              L13 -> L20: assume argc >= 2
              L19 -> L22: assume true
              L20 -> L24: assume true
              L22 -> L27: main.result := 0
              L27 -> exit: assume true
              L24: violation unreach-call: __assert_fail is called
            entry procedure start() returns (status: int)
              local argc@2: int
              entry -> L2: arguments.count := (if arguments.count >= 1 && arguments.count <= 1048575 then arguments.count else 1)
              L2 -> L3: argc@2 := arguments.count
              L3 -> L4: call status := main(argc@2, 218)
              L4 -> exit: assume true
            assumption: `main` gets 1 to 1048575 arguments, each a string of up to 131071 characters, and a null pointer behind them
        "#]],
    );
}

#[test]
fn memory_is_copied_and_set() {
    let text = "
void *memcpy(void *, const void *, unsigned long);
void *memset(void *, int, unsigned long);
struct pair { int a, b; } p, q;
int main(void) { memset(&p, 0, sizeof p); p.b = 2; memcpy(&q, &p, sizeof p); return q.b; }
";
    check(
        &integers(),
        text,
        expect![[r#"
            global *p+4: [int]int
            procedure main() returns (main.result: int)
              entry -> L2: *p+4 := *p+4[214 := 0]
              L2 -> L3: *p+4 := *p+4[214 := 2]
              L3 -> L4: *p+4 := *p+4[215 := *p+4[214]]
              L4 -> L5: assume *p+4[215] >= -2147483648 && *p+4[215] <= 2147483647
              L5 -> L6: main.result := *p+4[215]
              L6 -> exit: assume true
            entry procedure start() returns (status: int)
              entry -> L2: *p+4 := *p+4[214 := 0]
              L2 -> L3: *p+4 := *p+4[215 := 0]
              L3 -> L4: call status := main()
              L4 -> exit: assume true
        "#]],
    );
}

#[test]
fn models_are_linked() {
    let text = "int main(void) { char text[3] = \"ab\"; return __builtin_strlen(text); }";
    check(
        &bitvectors(),
        text,
        expect![[r#"
            global text: [bv64]bv8
            procedure main() returns (main.result: bv32)
              local returned: bv64
              entry -> L2: havoc text
              L2 -> L3: text := [_ := 0bv8]
              L3 -> L4: text := text[0bv64 := 97bv8]
              L4 -> L5: text := text[1bv64 := 98bv8]
              L5 -> L6: call returned := strlen(214bv64)
              L6 -> L7: main.result := returned[32:0]
              L7 -> exit: assume true
            procedure strlen(s: bv64) returns (strlen.result: bv64)
              local value: bv8
              local unknown: bool
              local any: bv8
              local n: bv64
              entry -> L2: havoc n
              L2 -> L3: n := 0bv64
              L3 -> L4: assume true
              L4 -> L8: assume s == 0bv64
              L4 -> L9: assume s != 0bv64
              L9 -> L12: value := text[n]
              L12 -> L10: assume true
              L8 -> L14: havoc unknown  [flag: NULL or a number is dereferenced]
              L14 -> L15: assume unknown
              L15 -> L16: havoc any
              L16 -> L17: value := any
              L17 -> L10: assume true
              L10 -> L6: assume value != 0bv8
              L10 -> L7: assume value == 0bv8
              L6 -> L20: n := bvadd(n, 1bv64)
              L20 -> L4: assume true
              L7 -> L22: strlen.result := n
              L22 -> exit: assume true
            entry procedure start() returns (status: bv32)
              entry -> L2: call status := main()
              L2 -> exit: assume true
        "#]],
    );
}

#[test]
fn functions_without_a_model_change_what_the_table_says() {
    let text = "
struct timeval { long seconds, micros; };
int gettimeofday(struct timeval *, void *);
int main(void) { struct timeval now = {1, 2}; int n = 3; gettimeofday(&now, 0); return now.seconds + n; }
";
    check(
        &integers(),
        text,
        expect![[r#"
        procedure main() returns (main.result: int)
          local any: int
          local result: int
          local now.seconds: int
          local now.micros: int
          local n: int
          entry -> L2: havoc now.seconds
          L2 -> L3: assume now.seconds >= -9223372036854775808 && now.seconds <= 9223372036854775807
          L3 -> L4: havoc now.micros
          L4 -> L5: assume now.micros >= -9223372036854775808 && now.micros <= 9223372036854775807
          L5 -> L6: now.seconds := 0
          L6 -> L7: now.micros := 0
          L7 -> L8: now.seconds := 1
          L8 -> L9: now.micros := 2
          L9 -> L10: havoc n
          L10 -> L11: assume n >= -2147483648 && n <= 2147483647
          L11 -> L12: n := 3
          L12 -> L13: havoc now.seconds  [flag: `gettimeofday` changes memory]
          L13 -> L14: assume now.seconds >= -9223372036854775808 && now.seconds <= 9223372036854775807
          L14 -> L15: havoc now.micros  [flag: `gettimeofday` changes memory]
          L15 -> L16: assume now.micros >= -9223372036854775808 && now.micros <= 9223372036854775807
          L16 -> L17: havoc any
          L17 -> L18: result := (if any >= -2147483648 && any <= 2147483647 then any else 0)  [flag: the result of `gettimeofday`]
          L18 -> L19: main.result := ((if now.seconds + n >= 9223372036854775808 then now.seconds + n - 18446744073709551616 else (if now.seconds + n <= -9223372036854775809 then now.seconds + n + 18446744073709551616 else now.seconds + n)) + 2147483648) mod 4294967296 - 2147483648
          L19 -> exit: assume true
        entry procedure start() returns (status: int)
          entry -> L2: call status := main()
          L2 -> exit: assume true
    "#]],
    );
}

#[test]
fn overflow_is_reported_by_builtins() {
    let text = "
int f(int a, int b) { int sum; return __builtin_add_overflow(a, b, &sum) ? 0 : sum; }
int main(void) { return f(1, 2); }
";
    check(
        &integers(),
        text,
        expect![[r#"
        procedure main() returns (main.result: int)
          local returned: int
          entry -> L2: call returned := f(1, 2)
          L2 -> L3: main.result := returned
          L3 -> exit: assume true
        procedure f(a: int, b: int) returns (f.result: int)
          local result: int
          local overflows: bool
          local sum: int
          entry -> L2: havoc sum
          L2 -> L3: assume sum >= -2147483648 && sum <= 2147483647
          L3 -> L4: result := (if a + b >= -2147483648 && a + b <= 2147483647 then a + b else (a + b + 2147483648) mod 4294967296 - 2147483648)
          L4 -> L5: overflows := !(a + b >= -2147483648 && a + b <= 2147483647)
          L5 -> L6: sum := result
          L6 -> L7: f.result := (if overflows then 0 else sum)
          L7 -> exit: assume true
        entry procedure start() returns (status: int)
          entry -> L2: call status := main()
          L2 -> exit: assume true
    "#]],
    );
}
