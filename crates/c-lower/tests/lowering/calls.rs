//! Calls: of functions with and without a body, through pointers, with variadic arguments, of themselves.

use expect_test::expect;

use super::{check, integers, rejected};

#[test]
fn calls_pass_arguments_and_results() {
    let text = "
int twice(int n) { return n + n; }
void nothing(int n) { n = 0; }
int main(void) { nothing(1); return twice(twice(3)); }
";
    check(
        &integers(),
        text,
        expect![[r#"
        procedure main() returns (main.result: int)
          local returned: int
          local returned@2: int
          entry -> L2: call nothing(1)
          L2 -> L3: call returned := twice(3)
          L3 -> L4: call returned@2 := twice(returned)
          L4 -> L5: main.result := returned@2
          L5 -> exit: assume true
        procedure nothing(n: int)
          entry -> L2: n := 0
          L2 -> exit: assume true
        procedure twice(n@2: int) returns (twice.result: int)
          entry -> L2: twice.result := (if n@2 >= 1073741824 then 2 * n@2 - 4294967296 else (if n@2 <= -1073741825 then 2 * n@2 + 4294967296 else 2 * n@2))
          L2 -> exit: assume true
        entry procedure start() returns (status: int)
          entry -> L2: call status := main()
          L2 -> exit: assume true
    "#]],
    );
}

#[test]
fn recursive_functions_have_locals_of_their_own() {
    let text = "
void count(int *p, int n) { int here = n; if (n > 0) { count(&here, n - 1); *p += here; } }
int main(void) { int total = 0; count(&total, 3); return total; }
";
    check(
        &integers(),
        text,
        expect![[r#"
            global *here: [int]int
            global heap.next: int
            procedure main() returns (main.result: int)
              local any: int
              entry -> L2: havoc any
              L2 -> L3: *here := *here[217 := any]
              L3 -> L4: *here := *here[217 := 0]
              L4 -> L5: call count(217, 3)
              L5 -> L6: assume *here[217] >= -2147483648 && *here[217] <= 2147483647
              L6 -> L7: main.result := *here[217]
              L7 -> exit: assume true
            procedure count(p: int, n: int)
              local any@2: int
              local unknown: bool
              local stored: int
              local here.base: int
              entry -> L2: here.base, heap.next := heap.next, heap.next + 1
              L2 -> L3: havoc any@2
              L3 -> L4: *here := *here[here.base := any@2]
              L4 -> L5: *here := *here[here.base := n]
              L5 -> L6: assume n >= 1
              L5 -> L7: assume n <= 0
              L6 -> L10: call count(here.base, (if n <= -2147483648 then n + 4294967295 else n - 1))
              L10 -> L11: assume *here[here.base] >= -2147483648 && *here[here.base] <= 2147483647
              L11 -> L12: assume *here[p] >= -2147483648 && *here[p] <= 2147483647
              L12 -> L13: assume p == 0
              L12 -> L14: assume p != 0
              L13 -> L16: havoc unknown  [flag: NULL or a number is dereferenced]
              L16 -> L17: assume unknown
              L17 -> L14: assume true
              L14 -> L19: stored := (if *here[here.base] + *here[p] >= 2147483648 then *here[here.base] + *here[p] - 4294967296 else (if *here[here.base] + *here[p] <= -2147483649 then *here[here.base] + *here[p] + 4294967296 else *here[here.base] + *here[p]))
              L19 -> L20: *here := *here[p := stored]
              L20 -> L8: assume true
              L7 -> L8: assume true
              L8 -> exit: assume true
            entry procedure start() returns (status: int)
              L0 -> L2: call status := main()
              L2 -> exit: assume true
              entry -> L0: heap.next := 218
        "#]],
    );
}

#[test]
fn function_pointers_branch_over_their_targets() {
    let text = "
static int one(void) { return 1; }
static int two(void) { return 2; }
int (*table[2])(void) = {one, two};
int main(int argc, char **argv) { int (*f)(void) = table[argc & 1]; return f ? f() : 0; }
";
    check(
        &integers(),
        text,
        expect![[r#"
            global table: [int]int
            global arguments.count: int
            procedure main(argc: int, argv: int) returns (main.result: int)
              local callee: int
              local returned: int
              local value: int
              local returned@2: int
              local unknown: bool
              local any: int
              local value@2: int
              local f: int
              entry -> L2: havoc f
              L2 -> L3: f := table[8 * (argc mod 2)]
              L3 -> L4: assume f != 0
              L3 -> L5: assume f == 0
              L4 -> L8: callee := f
              L8 -> L10: assume callee == 2
              L10 -> L11: call returned := one()
              L11 -> L12: value := returned
              L12 -> L9: assume true
              L8 -> L14: assume callee == 3
              L14 -> L15: call returned@2 := two()
              L15 -> L16: value := returned@2
              L16 -> L9: assume true
              L8 -> L18: assume callee != 2 && callee != 3
              L18 -> L19: havoc unknown  [flag: a pointer to no function is called]
              L19 -> L20: assume unknown
              L20 -> L21: havoc any
              L21 -> L22: assume any >= -2147483648 && any <= 2147483647
              L22 -> L23: value := any
              L23 -> L9: assume true
              L9 -> L25: value@2 := value
              L25 -> L7: assume true
              L5 -> L27: value@2 := 0
              L27 -> L7: assume true
              L7 -> L29: main.result := value@2
              L29 -> exit: assume true
            procedure one() returns (one.result: int)
              entry -> L2: one.result := 1
              L2 -> exit: assume true
            procedure two() returns (two.result: int)
              entry -> L2: two.result := 2
              L2 -> exit: assume true
            entry procedure start() returns (status: int)
              local argc@2: int
              entry -> L2: arguments.count := (if arguments.count >= 1 && arguments.count <= 1048575 then arguments.count else 1)
              L2 -> L3: table := [_ := 0]
              L3 -> L4: table := table[0 := 2]
              L4 -> L5: table := table[8 := 3]
              L5 -> L6: argc@2 := arguments.count
              L6 -> L7: call status := main(argc@2, 220)
              L7 -> exit: assume true
            assumption: `main` gets 1 to 1048575 arguments, each a string of up to 131071 characters, and a null pointer behind them
        "#]],
    );
}

#[test]
fn variadic_arguments_are_slots() {
    let text = "
int sum(int n, ...) {
    __builtin_va_list list;
    __builtin_va_start(list, n);
    int result = 0;
    while (n-- > 0) result += __builtin_va_arg(list, int);
    __builtin_va_end(list);
    return result;
}
int main(void) { return sum(2, 10, 20); }
";
    check(
        &integers(),
        text,
        expect![[r#"
        global va.top: int
        global va.first: int
        global va.ints: [int]int
        global va.floats: [int]float64e15
        global va.bases: [int]int
        global va.offsets: [int]int
        procedure main() returns (main.result: int)
          local va.start: int
          local returned: int
          entry -> L2: va.start := va.top
          L2 -> L3: va.ints, va.bases, va.offsets, va.first, va.top := va.ints[va.start := 10][va.start + 1 := 20], va.bases[va.start := 0][va.start + 1 := 0], va.offsets[va.start := 10][va.start + 1 := 20], va.start, va.start + 2
          L3 -> L4: call returned := sum(2)
          L4 -> L5: va.top := va.start
          L5 -> L6: main.result := returned
          L6 -> exit: assume true
        procedure sum(n: int) returns (sum.result: int)
          local va.first@2: int
          local old: int
          local position: int
          local argument: int
          local list: int
          local result: int
          entry -> L2: va.first@2 := va.first
          L2 -> L3: havoc list
          L3 -> L4: assume list >= 0 && list <= 4294967295
          L4 -> L5: list := va.first@2 mod 4294967296
          L5 -> L6: havoc result
          L6 -> L7: assume result >= -2147483648 && result <= 2147483647
          L7 -> L8: result := 0
          L8 -> L9: assume true
          L9 -> L13: old := n
          L13 -> L14: n := (if old <= -2147483648 then old + 4294967295 else old - 1)
          L14 -> L11: assume old >= 1
          L14 -> L12: assume old <= 0
          L11 -> L16: position := list
          L16 -> L17: assume va.ints[position] >= -9223372036854775808 && va.ints[position] <= 9223372036854775807
          L17 -> L18: argument := (va.ints[position] + 2147483648) mod 4294967296 - 2147483648
          L18 -> L19: list := (position + 1) mod 4294967296
          L19 -> L20: result := (if result + argument >= 2147483648 then result + argument - 4294967296 else (if result + argument <= -2147483649 then result + argument + 4294967296 else result + argument))
          L20 -> L9: assume true
          L12 -> L22: sum.result := result
          L22 -> exit: assume true
        entry procedure start() returns (status: int)
          L0 -> L2: call status := main()
          L2 -> exit: assume true
          entry -> L0: va.top := 0
    "#]],
    );
}

#[test]
fn functions_without_a_body_return_anything() {
    let text = "
int outside(int *p);
int main(void) { int n = 1; int m = outside(&n); return n + m; }
";
    check(
        &integers(),
        text,
        expect![[r#"
        procedure main() returns (main.result: int)
          local input: int
          local n: int
          local m: int
          entry -> L2: havoc n
          L2 -> L3: assume n >= -2147483648 && n <= 2147483647
          L3 -> L4: n := 1
          L4 -> L5: havoc m
          L5 -> L6: assume m >= -2147483648 && m <= 2147483647
          L6 -> L7: havoc input  [input: outside]
          L7 -> L8: assume input >= -2147483648 && input <= 2147483647
          L8 -> L9: m := input
          L9 -> L10: main.result := (if n + m >= 2147483648 then n + m - 4294967296 else (if n + m <= -2147483649 then n + m + 4294967296 else n + m))
          L10 -> exit: assume true
        entry procedure start() returns (status: int)
          entry -> L2: call status := main()
          L2 -> exit: assume true
        assumption: `outside` has no body: it returns any value, changes no object of the program (none behind its arguments, no global one), and calls no function of the program
    "#]],
    );
}

#[test]
fn programs_without_an_entry_are_rejected() {
    rejected("int f(void) { return 0; }", expect!["there is no function `main`"]);
}
