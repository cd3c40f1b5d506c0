//! Objects: records, arrays, bit-fields, unions, pointers to them, volatile ones.

use c_lower::options::{Addresses, Layout, Options, Undefined};
use expect_test::expect;

use super::{bitvectors, check, integers};

#[test]
fn records_are_assigned_by_value() {
    let text = "
struct point { int x, y; char *name; };
struct point moved(struct point p) { p.x++; return p; }
int main(void) { struct point p = {1, 2}, q; q = moved(p); p = q; return p.x + q.y; }
";
    check(
        &integers(),
        text,
        expect![[r#"
        global p.x: int
        global p.y: int
        global p.name: int
        procedure main() returns (main.result: int)
          local returned: int
          local returned@2: int
          local returned@3: int
          local copied: int
          local copied@2: int
          local copied@3: int
          local copied@4: int
          local copied@5: int
          local copied@6: int
          local q.x: int
          local q.y: int
          local q.name: int
          entry -> L2: havoc p.x
          L2 -> L3: assume p.x >= -2147483648 && p.x <= 2147483647
          L3 -> L4: havoc p.y
          L4 -> L5: assume p.y >= -2147483648 && p.y <= 2147483647
          L5 -> L6: havoc p.name
          L6 -> L7: p.x := 0
          L7 -> L8: p.y := 0
          L8 -> L9: p.name := 0
          L9 -> L10: p.x := 1
          L10 -> L11: p.y := 2
          L11 -> L12: havoc q.x
          L12 -> L13: assume q.x >= -2147483648 && q.x <= 2147483647
          L13 -> L14: havoc q.y
          L14 -> L15: assume q.y >= -2147483648 && q.y <= 2147483647
          L15 -> L16: havoc q.name
          L16 -> L17: call returned, returned@2, returned@3 := moved(p.x, p.y, p.name)
          L17 -> L18: copied := returned
          L18 -> L19: copied@2 := returned@2
          L19 -> L20: copied@3 := returned@3
          L20 -> L21: q.x := copied
          L21 -> L22: q.y := copied@2
          L22 -> L23: q.name := copied@3
          L23 -> L24: copied@4 := q.x
          L24 -> L25: copied@5 := q.y
          L25 -> L26: copied@6 := q.name
          L26 -> L27: p.x := copied@4
          L27 -> L28: p.y := copied@5
          L28 -> L29: p.name := copied@6
          L29 -> L30: main.result := (if p.x + q.y >= 2147483648 then p.x + q.y - 4294967296 else (if p.x + q.y <= -2147483649 then p.x + q.y + 4294967296 else p.x + q.y))
          L30 -> exit: assume true
        procedure moved(p.in+0: int, p.in+4: int, p.in+8: int) returns (moved.result+0: int, moved.result+4: int, moved.result+8: int)
          local copied@7: int
          local copied@8: int
          local copied@9: int
          local p.x@2: int
          local p.y@2: int
          local p.name@2: int
          entry -> L2: copied@7 := p.in+0
          L2 -> L3: copied@8 := p.in+4
          L3 -> L4: copied@9 := p.in+8
          L4 -> L5: p.x@2 := copied@7
          L5 -> L6: p.y@2 := copied@8
          L6 -> L7: p.name@2 := copied@9
          L7 -> L8: p.x@2 := (if p.x@2 >= 2147483647 then p.x@2 - 4294967295 else p.x@2 + 1)
          L8 -> L9: moved.result+0, moved.result+4, moved.result+8 := p.x@2, p.y@2, p.name@2
          L9 -> exit: assume true
        entry procedure start() returns (status: int)
          entry -> L2: call status := main()
          L2 -> exit: assume true
    "#]],
    );
}

#[test]
fn bit_fields_are_variables_of_their_width() {
    let text = "
struct flags { unsigned low : 3; int high : 5; };
int main(void) { struct flags f = {0}; f.low = 9; f.high--; return f.low + f.high; }
";
    check(
        &integers(),
        text,
        expect![[r#"
        procedure main() returns (main.result: int)
          local f.low: int
          local f.high: int
          entry -> L2: havoc f.low
          L2 -> L3: assume f.low >= 0 && f.low <= 4294967295
          L3 -> L4: assume f.low == f.low mod 8
          L4 -> L5: havoc f.high
          L5 -> L6: assume f.high >= -2147483648 && f.high <= 2147483647
          L6 -> L7: assume f.high == (f.high + 16) mod 32 - 16
          L7 -> L8: f.low := 0
          L8 -> L9: f.high := 0
          L9 -> L10: f.low := 1
          L10 -> L11: f.high := ((if f.high <= -2147483648 then f.high + 4294967295 else f.high - 1) + 16) mod 32 - 16
          L11 -> L12: main.result := (if f.high + (if f.low >= 2147483648 then f.low - 4294967296 else f.low) >= 2147483648 then f.high + (if f.low >= 2147483648 then f.low - 4294967296 else f.low) - 4294967296 else (if f.high + (if f.low >= 2147483648 then f.low - 4294967296 else f.low) <= -2147483649 then f.high + (if f.low >= 2147483648 then f.low - 4294967296 else f.low) + 4294967296 else f.high + (if f.low >= 2147483648 then f.low - 4294967296 else f.low)))
          L12 -> exit: assume true
        entry procedure start() returns (status: int)
          entry -> L2: call status := main()
          L2 -> exit: assume true
    "#]],
    );
}

#[test]
fn unions_are_bytes() {
    let text = "
union both { unsigned short word; unsigned char bytes[2]; };
int main(void) { union both b; b.word = 258; return b.bytes[0]; }
";
    check(
        &bitvectors(),
        text,
        expect![[r#"
        procedure main() returns (main.result: bv32)
          local b.bytes: [bv64]bv8
          entry -> L2: havoc b.bytes
          L2 -> L3: b.bytes := b.bytes[0bv64 := 2bv8][1bv64 := 1bv8]
          L3 -> L4: main.result := zero_extend24(b.bytes[0bv64])
          L4 -> exit: assume true
        entry procedure start() returns (status: bv32)
          entry -> L2: call status := main()
          L2 -> exit: assume true
    "#]],
    );
}

#[test]
fn a_variable_whose_address_is_passed_down_stays_a_variable() {
    let text = "void set(int *p) { *p = 3; } int main(void) { int n; set(&n); return n; }";
    check(
        &integers(),
        text,
        expect![[r#"
            global n: int
            procedure main() returns (main.result: int)
              entry -> L2: havoc n
              L2 -> L3: assume n >= -2147483648 && n <= 2147483647
              L3 -> L4: call set(216)
              L4 -> L5: main.result := n
              L5 -> exit: assume true
            procedure set(p: int)
              local unknown: bool
              entry -> L2: assume p == 0
              entry -> L3: assume p != 0
              L2 -> L6: havoc unknown  [flag: NULL or a number is dereferenced]
              L6 -> L7: assume unknown
              L7 -> L4: assume true
              L3 -> L9: n := 3
              L9 -> L4: assume true
              L4 -> exit: assume true
            entry procedure start() returns (status: int)
              entry -> L2: call status := main()
              L2 -> exit: assume true
        "#]],
    );
}

#[test]
fn arrays_are_indexed_by_offset() {
    let text = "
int a[4] = {1, 2};
int main(void) { int *p = a; for (int i = 0; i < 4; i++) *p++ += i; return a[2]; }
";
    check(
        &integers(),
        text,
        expect![[r#"
            global a: [int]int
            procedure main() returns (main.result: int)
              local old: int
              local old@2: int
              local value: int
              local unknown: bool
              local any: int
              local unknown@2: bool
              local p: int
              local p.offset: int
              local i: int
              entry -> L2: havoc p
              L2 -> L3: havoc p.offset
              L3 -> L4: p, p.offset := 214, 0
              L4 -> L5: havoc i
              L5 -> L6: assume i >= -2147483648 && i <= 2147483647
              L6 -> L7: i := 0
              L7 -> L8: assume true
              L8 -> L10: assume i <= 3
              L8 -> L12: assume i >= 4
              L10 -> L14: old := p
              L14 -> L15: old@2 := p.offset
              L15 -> L16: p, p.offset := old, (if old == 0 then 0 else old@2 + 4)
              L16 -> L17: assume a[old@2] >= -2147483648 && a[old@2] <= 2147483647
              L17 -> L18: assume old == 0
              L17 -> L19: assume old != 0
              L19 -> L22: value := a[old@2]
              L22 -> L20: assume true
              L18 -> L24: havoc unknown  [flag: NULL or a number is dereferenced]
              L24 -> L25: assume unknown
              L25 -> L26: havoc any
              L26 -> L27: assume any >= -2147483648 && any <= 2147483647
              L27 -> L28: value := any
              L28 -> L20: assume true
              L20 -> L30: assume old == 0
              L20 -> L31: assume old != 0
              L30 -> L34: havoc unknown@2  [flag: NULL or a number is dereferenced]
              L34 -> L35: assume unknown@2
              L35 -> L32: assume true
              L31 -> L37: a := a[old@2 := (if i + value >= 2147483648 then i + value - 4294967296 else (if i + value <= -2147483649 then i + value + 4294967296 else i + value))]
              L37 -> L32: assume true
              L32 -> L11: assume true
              L11 -> L40: i := (if i >= 2147483647 then i - 4294967295 else i + 1)
              L40 -> L8: assume true
              L12 -> L42: assume a[8] >= -2147483648 && a[8] <= 2147483647
              L42 -> L43: main.result := a[8]
              L43 -> exit: assume true
            entry procedure start() returns (status: int)
              entry -> L2: a := [_ := 0]
              L2 -> L3: a := a[0 := 1]
              L3 -> L4: a := a[4 := 2]
              L4 -> L5: call status := main()
              L5 -> exit: assume true
        "#]],
    );
}

const NULL: &str = "
struct list { int value; struct list *next; };
int last(struct list *l) { while (l->next) l = l->next; return l->value; }
int main(void) { struct list a = {1, 0}, b = {2, &a}; return last(&b); }
";

#[test]
fn executions_go_on_behind_null() {
    check(
        &integers(),
        NULL,
        expect![[r#"
            global *a+0: [int]int
            global *a+8: [int]int
            procedure main() returns (main.result: int)
              local any: int
              local any@2: int
              local any@3: int
              local any@4: int
              local returned: int
              entry -> L2: havoc any
              L2 -> L3: *a+0 := *a+0[216 := any]
              L3 -> L4: havoc any@2
              L4 -> L5: *a+8 := *a+8[216 := any@2]
              L5 -> L6: *a+0 := *a+0[216 := 0]
              L6 -> L7: *a+8 := *a+8[216 := 0]
              L7 -> L8: *a+0 := *a+0[216 := 1]
              L8 -> L9: havoc any@3
              L9 -> L10: *a+0 := *a+0[217 := any@3]
              L10 -> L11: havoc any@4
              L11 -> L12: *a+8 := *a+8[217 := any@4]
              L12 -> L13: *a+0 := *a+0[217 := 0]
              L13 -> L14: *a+8 := *a+8[217 := 0]
              L14 -> L15: *a+0 := *a+0[217 := 2]
              L15 -> L16: *a+8 := *a+8[217 := 216]
              L16 -> L17: call returned := last(217)
              L17 -> L18: main.result := returned
              L18 -> exit: assume true
            procedure last(l: int) returns (last.result: int)
              local unknown: bool
              local unknown@2: bool
              local unknown@3: bool
              entry -> L2: assume true
              L2 -> L6: assume l == 0
              L2 -> L7: assume l != 0
              L6 -> L9: havoc unknown  [flag: NULL or a number is dereferenced]
              L9 -> L10: assume unknown
              L10 -> L7: assume true
              L7 -> L4: assume *a+8[l] != 0
              L7 -> L5: assume *a+8[l] == 0
              L4 -> L13: assume l == 0
              L4 -> L14: assume l != 0
              L13 -> L16: havoc unknown@2  [flag: NULL or a number is dereferenced]
              L16 -> L17: assume unknown@2
              L17 -> L14: assume true
              L14 -> L19: l := *a+8[l]
              L19 -> L2: assume true
              L5 -> L21: assume *a+0[l] >= -2147483648 && *a+0[l] <= 2147483647
              L21 -> L22: assume l == 0
              L21 -> L23: assume l != 0
              L22 -> L25: havoc unknown@3  [flag: NULL or a number is dereferenced]
              L25 -> L26: assume unknown@3
              L26 -> L23: assume true
              L23 -> L28: last.result := *a+0[l]
              L28 -> exit: assume true
            entry procedure start() returns (status: int)
              entry -> L2: call status := main()
              L2 -> exit: assume true
        "#]],
    );
}

#[test]
fn executions_end_at_null() {
    check(
        &Options { undefined: Undefined::Ends, ..integers() },
        NULL,
        expect![[r#"
            global *a+0: [int]int
            global *a+8: [int]int
            procedure main() returns (main.result: int)
              local any: int
              local any@2: int
              local any@3: int
              local any@4: int
              local returned: int
              entry -> L2: havoc any
              L2 -> L3: *a+0 := *a+0[216 := any]
              L3 -> L4: havoc any@2
              L4 -> L5: *a+8 := *a+8[216 := any@2]
              L5 -> L6: *a+0 := *a+0[216 := 0]
              L6 -> L7: *a+8 := *a+8[216 := 0]
              L7 -> L8: *a+0 := *a+0[216 := 1]
              L8 -> L9: havoc any@3
              L9 -> L10: *a+0 := *a+0[217 := any@3]
              L10 -> L11: havoc any@4
              L11 -> L12: *a+8 := *a+8[217 := any@4]
              L12 -> L13: *a+0 := *a+0[217 := 0]
              L13 -> L14: *a+8 := *a+8[217 := 0]
              L14 -> L15: *a+0 := *a+0[217 := 2]
              L15 -> L16: *a+8 := *a+8[217 := 216]
              L16 -> L17: call returned := last(217)
              L17 -> L18: main.result := returned
              L18 -> exit: assume true
            procedure last(l: int) returns (last.result: int)
              entry -> L2: assume true
              L2 -> L6: assume l != 0
              L6 -> L4: assume *a+8[l] != 0
              L6 -> L5: assume *a+8[l] == 0
              L4 -> L8: assume l != 0
              L8 -> L9: l := *a+8[l]
              L9 -> L2: assume true
              L5 -> L11: assume *a+0[l] >= -2147483648 && *a+0[l] <= 2147483647
              L11 -> L12: assume l != 0
              L12 -> L13: last.result := *a+0[l]
              L13 -> exit: assume true
            entry procedure start() returns (status: int)
              entry -> L2: call status := main()
              L2 -> exit: assume true
            ends: NULL or a number is dereferenced
            ends: NULL or a number is dereferenced
            ends: NULL or a number is dereferenced
        "#]],
    );
}

const ADDRESSES: &str = "
int n;
int main(void) { unsigned long a = (unsigned long) &n; return (char *) &n + 1 > (char *) a; }
";

#[test]
fn addresses_are_arbitrary_numbers() {
    check(
        &bitvectors(),
        ADDRESSES,
        expect![[r#"
            global address: [bv64]bv64
            procedure main() returns (main.result: bv32)
              local address.of: bv64
              local from.number: bv64
              local from.number.offset: bv64
              local address.of@2: bv64
              local address.of@3: bv64
              local a: bv64
              entry -> L2: havoc a
              L2 -> L3: assume bvsle(4096bv64, address[214bv64]) && bvsle(address[214bv64], 9223372036837998592bv64) && bvurem(address[214bv64], 4bv64) == 0bv64
              L3 -> L4: address.of := address[214bv64]  [flag: the address of an object is arbitrary]
              L4 -> L5: a := address.of
              L5 -> L6: havoc from.number, from.number.offset  [flag: a number is converted to a pointer]
              L6 -> L7: assume a == (if from.number == 0bv64 then from.number.offset else bvadd(from.number.offset, address[from.number]))
              L7 -> L8: assume from.number == 214bv64 || !(bvsle(address[214bv64], a) && bvslt(a, bvadd(address[214bv64], 4bv64)))
              L8 -> L9: assume (a == 0bv64) <==> (from.number == 0bv64 && from.number.offset == 0bv64)
              L9 -> L10: assume bvsle(4096bv64, address[214bv64]) && bvsle(address[214bv64], 9223372036837998592bv64) && bvurem(address[214bv64], 4bv64) == 0bv64
              L10 -> L11: address.of@2 := bvadd(address[214bv64], 1bv64)  [flag: the address of an object is arbitrary]
              L11 -> L12: assume from.number == 0bv64 || (bvsle(4096bv64, address[from.number]) && bvsle(address[from.number], 9223372036837998592bv64))
              L12 -> L13: address.of@3 := (if from.number == 0bv64 then from.number.offset else bvadd(from.number.offset, address[from.number]))  [flag: the address of an object is arbitrary]
              L13 -> L14: main.result := (if (if from.number == 214bv64 then bvsle(from.number.offset, 0bv64) else bvult(address.of@3, address.of@2)) then 1bv32 else 0bv32)
              L14 -> exit: assume true
            entry procedure start() returns (status: bv32)
              entry -> L2: call status := main()
              L2 -> exit: assume true
        "#]],
    );
}

#[test]
fn addresses_are_fixed_for_executions() {
    let options = Options { addresses: Addresses::Fixed(Layout::Far), ..bitvectors() };
    check(
        &options,
        ADDRESSES,
        expect![[r#"
            global heap.next: bv64
            procedure main() returns (main.result: bv32)
              local a: bv64
              entry -> L2: havoc a
              L2 -> L3: a := 919123001344bv64
              L3 -> L4: main.result := (if (if (if bvudiv(a, 4294967296bv64) == 0bv64 || bvsle(heap.next, bvudiv(a, 4294967296bv64)) then 0bv64 else bvudiv(a, 4294967296bv64)) == 214bv64 then bvsle((if bvudiv(a, 4294967296bv64) == 0bv64 || bvsle(heap.next, bvudiv(a, 4294967296bv64)) then a else bvurem(a, 4294967296bv64)), 0bv64) else bvule(bvadd(bvmul(4294967296bv64, (if bvudiv(a, 4294967296bv64) == 0bv64 || bvsle(heap.next, bvudiv(a, 4294967296bv64)) then 0bv64 else bvudiv(a, 4294967296bv64))), (if bvudiv(a, 4294967296bv64) == 0bv64 || bvsle(heap.next, bvudiv(a, 4294967296bv64)) then a else bvurem(a, 4294967296bv64))), 919123001344bv64)) then 1bv32 else 0bv32)
              L4 -> exit: assume true
            entry procedure start() returns (status: bv32)
              L0 -> L2: call status := main()
              L2 -> exit: assume true
              entry -> L0: heap.next := 216bv64
        "#]],
    );
}

#[test]
fn volatile_objects_are_read_each_time() {
    let text = "volatile int v; int main(void) { int a = v; v = 2; return a - v; }";
    check(
        &integers(),
        text,
        expect![[r#"
        global v: int
        procedure main() returns (main.result: int)
          local a: int
          entry -> L2: havoc a
          L2 -> L3: assume a >= -2147483648 && a <= 2147483647
          L3 -> L4: a := v
          L4 -> L5: v := 2
          L5 -> L6: main.result := (if v <= a - 2147483648 then a - v - 4294967296 else (if a <= v - 2147483649 then a - v + 4294967296 else a - v))
          L6 -> exit: assume true
        entry procedure start() returns (status: int)
          entry -> L2: v := 0
          L2 -> L3: call status := main()
          L3 -> exit: assume true
    "#]],
    );
}
