//! What is checked under memory safety.

use c_lower::options::{Options, Properties};
use expect_test::expect;

use super::{check, integers};

fn safety(properties: Properties) -> Options {
    Options { properties, ..integers() }
}

const HEAP: &str = "
void *malloc(unsigned long);
void free(void *);
int main(void) { int *p = malloc(4); *p = 1; int n = *p; free(p); return n; }
";

#[test]
fn allocated_memory_is_plain_without_memory_safety() {
    check(
        &integers(),
        HEAP,
        expect![[r#"
            global heap.next: int
            global *heap: [int]int
            procedure main() returns (main.result: int)
              local allocated: int
              local unknown: bool
              local unknown@2: bool
              local p: int
              local n: int
              entry -> L2: havoc p
              L2 -> L3: allocated, heap.next := heap.next, heap.next + 1
              L3 -> L4: p := allocated
              L4 -> L5: assume p == 0
              L4 -> L6: assume p != 0
              L5 -> L9: havoc unknown  [flag: NULL or a number is dereferenced]
              L9 -> L10: assume unknown
              L10 -> L7: assume true
              L6 -> L12: *heap := *heap[p := 1]
              L12 -> L7: assume true
              L7 -> L14: havoc n
              L14 -> L15: assume n >= -2147483648 && n <= 2147483647
              L15 -> L16: assume *heap[p] >= -2147483648 && *heap[p] <= 2147483647
              L16 -> L17: assume p == 0
              L16 -> L18: assume p != 0
              L17 -> L20: havoc unknown@2  [flag: NULL or a number is dereferenced]
              L20 -> L21: assume unknown@2
              L21 -> L18: assume true
              L18 -> L23: n := *heap[p]
              L23 -> L24: main.result := n
              L24 -> exit: assume true
            entry procedure start() returns (status: int)
              L0 -> L2: call status := main()
              L2 -> exit: assume true
              entry -> L0: heap.next := 217
            assumption: memory never runs out: `malloc` and the like do not fail
        "#]],
    );
}

#[test]
fn accesses_are_inside_of_objects_that_live() {
    check(
        &safety(Properties { valid_deref: true, ..Properties::default() }),
        HEAP,
        expect![[r#"
            global heap.next: int
            global valid: [int]bool
            global length: [int]int
            global *heap: [int]int
            procedure main() returns (main.result: int)
              local allocated: int
              local p: int
              local n: int
              entry -> L2: havoc p
              L2 -> L3: allocated, heap.next := heap.next, heap.next + 1
              L3 -> L4: valid, length := valid[allocated := true], length[allocated := 4]
              L4 -> L5: p := allocated
              L5 -> L6: assume !(length[p] >= 4 && valid[p])
              L5 -> L7: assume length[p] >= 4 && valid[p]
              L7 -> L8: *heap := *heap[p := 1]
              L8 -> L9: havoc n
              L9 -> L10: assume n >= -2147483648 && n <= 2147483647
              L10 -> L11: assume !(length[p] >= 4 && valid[p])
              L10 -> L12: assume length[p] >= 4 && valid[p]
              L12 -> L13: assume *heap[p] >= -2147483648 && *heap[p] <= 2147483647
              L13 -> L14: n := *heap[p]
              L14 -> L15: valid := valid[p := false]
              L15 -> L16: main.result := n
              L16 -> exit: assume true
              L6: violation valid-deref: invalid write of memory
              L11: violation valid-deref: invalid read of memory
            entry procedure start() returns (status: int)
              L0 -> L2: call status := main()
              L2 -> exit: assume true
              entry -> L0: valid, heap.next := [_ := false], 217
            assumption: memory never runs out: `malloc` and the like do not fail
        "#]],
    );
}

#[test]
fn only_the_start_of_an_object_that_lives_is_freed() {
    check(
        &safety(Properties { valid_free: true, ..Properties::default() }),
        HEAP,
        expect![[r#"
            global heap.next: int
            global valid: [int]bool
            global length: [int]int
            global *heap: [int]int
            procedure main() returns (main.result: int)
              local allocated: int
              local unknown: bool
              local unknown@2: bool
              local p: int
              local n: int
              entry -> L2: havoc p
              L2 -> L3: allocated, heap.next := heap.next, heap.next + 1
              L3 -> L4: valid, length := valid[allocated := true], length[allocated := 4]
              L4 -> L5: p := allocated
              L5 -> L6: assume p == 0
              L5 -> L7: assume p != 0
              L6 -> L10: havoc unknown  [flag: NULL or a number is dereferenced]
              L10 -> L11: assume unknown
              L11 -> L8: assume true
              L7 -> L13: *heap := *heap[p := 1]
              L13 -> L8: assume true
              L8 -> L15: havoc n
              L15 -> L16: assume n >= -2147483648 && n <= 2147483647
              L16 -> L17: assume *heap[p] >= -2147483648 && *heap[p] <= 2147483647
              L17 -> L18: assume p == 0
              L17 -> L19: assume p != 0
              L18 -> L21: havoc unknown@2  [flag: NULL or a number is dereferenced]
              L21 -> L22: assume unknown@2
              L22 -> L19: assume true
              L19 -> L24: n := *heap[p]
              L24 -> L25: assume !(p == 0 || valid[p])
              L24 -> L26: assume p == 0 || valid[p]
              L26 -> L27: valid := valid[p := false]
              L27 -> L28: main.result := n
              L28 -> exit: assume true
              L25: violation valid-free: invalid free
            entry procedure start() returns (status: int)
              L0 -> L2: call status := main()
              L2 -> exit: assume true
              entry -> L0: valid, heap.next := [_ := false], 217
            assumption: memory never runs out: `malloc` and the like do not fail
        "#]],
    );
}

#[test]
fn what_is_allocated_is_freed_in_the_end() {
    check(
        &safety(Properties { valid_memcleanup: true, ..Properties::default() }),
        HEAP,
        expect![[r#"
            global heap.next: int
            global valid: [int]bool
            global length: [int]int
            global leak: int
            global *heap: [int]int
            global leak.reachable: int
            procedure main() returns (main.result: int)
              local allocated: int
              local chosen: bool
              local unknown: bool
              local unknown@2: bool
              local p: int
              local n: int
              entry -> L2: havoc p
              L2 -> L3: allocated, heap.next := heap.next, heap.next + 1
              L3 -> L4: valid, length := valid[allocated := true], length[allocated := 4]
              L4 -> L5: havoc chosen
              L5 -> L6: leak := (if chosen && leak == 0 then allocated else leak)
              L6 -> L7: p := allocated
              L7 -> L8: assume p == 0
              L7 -> L9: assume p != 0
              L8 -> L12: havoc unknown  [flag: NULL or a number is dereferenced]
              L12 -> L13: assume unknown
              L13 -> L10: assume true
              L9 -> L15: *heap := *heap[p := 1]
              L15 -> L10: assume true
              L10 -> L17: havoc n
              L17 -> L18: assume n >= -2147483648 && n <= 2147483647
              L18 -> L19: assume *heap[p] >= -2147483648 && *heap[p] <= 2147483647
              L19 -> L20: assume p == 0
              L19 -> L21: assume p != 0
              L20 -> L23: havoc unknown@2  [flag: NULL or a number is dereferenced]
              L23 -> L24: assume unknown@2
              L24 -> L21: assume true
              L21 -> L26: n := *heap[p]
              L26 -> L27: valid := valid[p := false]
              L27 -> L28: leak := (if p == leak then 0 else leak)
              L28 -> L29: leak.reachable := (if p == leak.reachable then 0 else leak.reachable)
              L29 -> L30: main.result := n
              L30 -> exit: assume true
            entry procedure start() returns (status: int)
              local unknown@3: bool
              L0 -> L2: call status := main()
              L2 -> L3: assume leak != 0
              L2 -> L4: assume leak == 0
              L4 -> L5: havoc unknown@3  [flag: memory may still be reachable from a global]
              L5 -> L6: assume leak.reachable != 0 && unknown@3
              L5 -> L7: assume !(leak.reachable != 0 && unknown@3)
              L7 -> exit: assume true
              entry -> L0: valid, leak, leak.reachable, heap.next := [_ := false], 0, 0, 217
              L3: violation valid-memcleanup: allocated memory is never freed
              L6: violation valid-memcleanup: memory may still be reachable from a global
            assumption: memory never runs out: `malloc` and the like do not fail
        "#]],
    );
}

#[test]
fn indices_stay_in_their_array() {
    let text = "int a[3]; int main(void) { int i = 3; a[i] = 1; return 0; }";
    check(
        &safety(Properties { valid_deref: true, ..Properties::default() }),
        text,
        expect![[r#"
        global valid.a: bool
        global a: [int]int
        procedure main() returns (main.result: int)
          local i: int
          entry -> L2: havoc i
          L2 -> L3: assume i >= -2147483648 && i <= 2147483647
          L3 -> L4: i := 3
          L4 -> L5: assume !(i >= 0 && i <= 2)
          L4 -> L6: assume i >= 0 && i <= 2
          L6 -> L7: a := a[4 * i := 1]
          L7 -> L8: main.result := 0
          L8 -> exit: assume true
          L5: violation valid-deref: invalid write of memory
        entry procedure start() returns (status: int)
          L0 -> L2: valid.a := true
          L2 -> L3: a := [_ := 0]
          L3 -> L4: call status := main()
          L4 -> exit: assume true
          entry -> L0: valid.a := false
    "#]],
    );
}

#[test]
fn locals_are_gone_when_their_block_ends() {
    let text = "
int main(void) { int *p; { int n = 1; p = &n; } return *p; }
";
    check(
        &safety(Properties { valid_deref: true, ..Properties::default() }),
        text,
        expect![[r#"
            global valid.n: bool
            procedure main() returns (main.result: int)
              local p: int
              local n: int
              entry -> L2: havoc p
              L2 -> L3: valid.n := true
              L3 -> L4: havoc n
              L4 -> L5: assume n >= -2147483648 && n <= 2147483647
              L5 -> L6: n := 1
              L6 -> L7: p := 215
              L7 -> L8: valid.n := false
              L8 -> L9: assume !(valid.n && p == 215)
              L8 -> L10: assume valid.n && p == 215
              L10 -> L11: main.result := n
              L11 -> exit: assume true
              L9: violation valid-deref: invalid read of memory
            entry procedure start() returns (status: int)
              L0 -> L2: call status := main()
              L2 -> exit: assume true
              entry -> L0: valid.n := false
        "#]],
    );
}

#[test]
fn arguments_are_assumed_where_they_are_read() {
    check(
        &safety(Properties { valid_deref: true, ..Properties::default() }),
        "int main(int argc, char **argv) { return argv[argc - 1][2]; }",
        expect![[r#"
            global valid: [int]bool
            global length: [int]int
            global *arguments: [int][int]int
            global *arguments.offset: [int][int]int
            global arguments.list: [int]int
            global arguments.count: int
            global valid@2: [int]bool
            global length@2: [int]int
            global strings.length: [int]int
            global *strings: [int][int]int
            global strings.contents: [int][int]int
            procedure main(argc: int, argv: int) returns (main.result: int)
              entry -> L2: assume !((if argc <= -2147483648 then argc + 4294967295 else argc - 1) >= 0 && 8 * (if argc <= -2147483648 then argc + 4294967295 else argc - 1) <= length[argv] - 8 && valid[argv])
              entry -> L3: assume (if argc <= -2147483648 then argc + 4294967295 else argc - 1) >= 0 && 8 * (if argc <= -2147483648 then argc + 4294967295 else argc - 1) <= length[argv] - 8 && valid[argv]
              L3 -> L4: assume (if arguments.count <= (if argc <= -2147483648 then argc + 4294967295 else argc - 1) then 0 else -8 * (if argc <= -2147483648 then argc + 4294967295 else argc - 1) - 8) == arguments.list[8 * (if argc <= -2147483648 then argc + 4294967295 else argc - 1)] || !((if argc <= -2147483648 then argc + 4294967295 else argc - 1) >= 0 && argv == 216 && (if argc <= -2147483648 then argc + 4294967295 else argc - 1) <= arguments.count)
              L4 -> L5: assume strings.length[*arguments[argv][8 * (if argc <= -2147483648 then argc + 4294967295 else argc - 1)]] >= 0 && strings.length[*arguments[argv][8 * (if argc <= -2147483648 then argc + 4294967295 else argc - 1)]] <= 131071
              L5 -> L6: assume !(*arguments.offset[argv][8 * (if argc <= -2147483648 then argc + 4294967295 else argc - 1)] >= -2 && *arguments.offset[argv][8 * (if argc <= -2147483648 then argc + 4294967295 else argc - 1)] <= (if 8 * arguments.count + *arguments[argv][8 * (if argc <= -2147483648 then argc + 4294967295 else argc - 1)] >= 0 && *arguments[argv][8 * (if argc <= -2147483648 then argc + 4294967295 else argc - 1)] <= -1 then strings.length[*arguments[argv][8 * (if argc <= -2147483648 then argc + 4294967295 else argc - 1)]] + 1 else length@2[*arguments[argv][8 * (if argc <= -2147483648 then argc + 4294967295 else argc - 1)]]) - 3 && ((8 * arguments.count + *arguments[argv][8 * (if argc <= -2147483648 then argc + 4294967295 else argc - 1)] >= 0 && *arguments[argv][8 * (if argc <= -2147483648 then argc + 4294967295 else argc - 1)] <= -1) || valid@2[*arguments[argv][8 * (if argc <= -2147483648 then argc + 4294967295 else argc - 1)]]))
              L5 -> L7: assume *arguments.offset[argv][8 * (if argc <= -2147483648 then argc + 4294967295 else argc - 1)] >= -2 && *arguments.offset[argv][8 * (if argc <= -2147483648 then argc + 4294967295 else argc - 1)] <= (if 8 * arguments.count + *arguments[argv][8 * (if argc <= -2147483648 then argc + 4294967295 else argc - 1)] >= 0 && *arguments[argv][8 * (if argc <= -2147483648 then argc + 4294967295 else argc - 1)] <= -1 then strings.length[*arguments[argv][8 * (if argc <= -2147483648 then argc + 4294967295 else argc - 1)]] + 1 else length@2[*arguments[argv][8 * (if argc <= -2147483648 then argc + 4294967295 else argc - 1)]]) - 3 && ((8 * arguments.count + *arguments[argv][8 * (if argc <= -2147483648 then argc + 4294967295 else argc - 1)] >= 0 && *arguments[argv][8 * (if argc <= -2147483648 then argc + 4294967295 else argc - 1)] <= -1) || valid@2[*arguments[argv][8 * (if argc <= -2147483648 then argc + 4294967295 else argc - 1)]])
              L7 -> L8: assume strings.length[*arguments[argv][8 * (if argc <= -2147483648 then argc + 4294967295 else argc - 1)]] >= 0 && strings.length[*arguments[argv][8 * (if argc <= -2147483648 then argc + 4294967295 else argc - 1)]] <= 131071
              L8 -> L9: assume (strings.contents[*arguments[argv][8 * (if argc <= -2147483648 then argc + 4294967295 else argc - 1)]][*arguments.offset[argv][8 * (if argc <= -2147483648 then argc + 4294967295 else argc - 1)] + 2] == 0) <==> (*arguments.offset[argv][8 * (if argc <= -2147483648 then argc + 4294967295 else argc - 1)] == strings.length[*arguments[argv][8 * (if argc <= -2147483648 then argc + 4294967295 else argc - 1)]] - 2) || !(8 * arguments.count + *arguments[argv][8 * (if argc <= -2147483648 then argc + 4294967295 else argc - 1)] >= 0 && *arguments[argv][8 * (if argc <= -2147483648 then argc + 4294967295 else argc - 1)] <= -1 && *arguments.offset[argv][8 * (if argc <= -2147483648 then argc + 4294967295 else argc - 1)] >= -2 && *arguments.offset[argv][8 * (if argc <= -2147483648 then argc + 4294967295 else argc - 1)] <= strings.length[*arguments[argv][8 * (if argc <= -2147483648 then argc + 4294967295 else argc - 1)]] - 2)
              L9 -> L10: assume *strings[*arguments[argv][8 * (if argc <= -2147483648 then argc + 4294967295 else argc - 1)]][*arguments.offset[argv][8 * (if argc <= -2147483648 then argc + 4294967295 else argc - 1)] + 2] >= -128 && *strings[*arguments[argv][8 * (if argc <= -2147483648 then argc + 4294967295 else argc - 1)]][*arguments.offset[argv][8 * (if argc <= -2147483648 then argc + 4294967295 else argc - 1)] + 2] <= 127
              L10 -> L11: main.result := *strings[*arguments[argv][8 * (if argc <= -2147483648 then argc + 4294967295 else argc - 1)]][*arguments.offset[argv][8 * (if argc <= -2147483648 then argc + 4294967295 else argc - 1)] + 2]
              L11 -> exit: assume true
              L2: violation valid-deref: invalid read of memory
              L6: violation valid-deref: invalid read of memory
            entry procedure start() returns (status: int)
              local argc@2: int
              L0 -> L2: arguments.count := (if arguments.count >= 1 && arguments.count <= 1048575 then arguments.count else 1)
              L2 -> L3: argc@2 := arguments.count
              L3 -> L4: valid, length := valid[216 := true], length[216 := 8 * arguments.count + 8]
              L4 -> L5: arguments.list := arguments.list[0 := (if arguments.count <= 0 then 0 else -8)][8 := (if arguments.count <= 1 then 0 else -16)][16 := (if arguments.count <= 2 then 0 else -24)][24 := (if arguments.count <= 3 then 0 else -32)]
              L5 -> L6: *arguments, *arguments.offset := *arguments[216 := arguments.list], *arguments.offset[216 := [_ := 0]]
              L6 -> L7: call status := main(argc@2, 216)
              L7 -> exit: assume true
              entry -> L0: valid, valid@2, *strings := [_ := false], [_ := false], strings.contents
            assumption: `main` gets 1 to 1048575 arguments, each a string of up to 131071 characters, and a null pointer behind them
        "#]],
    );
}
