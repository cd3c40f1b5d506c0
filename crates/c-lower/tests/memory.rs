//! Tests of the memory classes: C in, classes with their components out. `UPDATE_EXPECT=1` updates the expectations.

mod common;

use c_lower::memory::Memory;
use expect_test::{Expect, expect};

/// The classes of a program whose pointers need not be followed beyond the life of an object.
#[track_caller]
fn check(text: &str, expected: Expect) {
    check_with(text, false, expected);
}

/// The same where it matters that objects die.
#[track_caller]
fn check_lifetimes(text: &str, expected: Expect) {
    check_with(text, true, expected);
}

#[track_caller]
fn check_with(text: &str, checks_lifetimes: bool, expected: Expect) {
    let program = common::typed(text);
    let memory = Memory::new(&program, common::entry(&program), checks_lifetimes);
    expected.assert_eq(&memory.text(&program));
}

#[test]
fn variables_are_variables() {
    check(
        "int g; int main(void) { double d = 1; g = d; return g; }",
        expect![[r#"
            class 1: main.d
              one object, used by main
              at 0: double, variable
            class 2: g
              one object, used by main
              at 0: int, variable
        "#]],
    );
}

#[test]
fn an_address_that_is_passed_down_keeps_its_object_single() {
    check(
        "void set(int *p) { *p = 3; } int main(void) { int n; set(&n); return n; }",
        expect![[r#"
            class 1: main.n
              one object, used by set and main
              at 0: int, variable
            class 2: set.p
              one object, used by set
              at 0: pointer to class 1 + 0, variable
        "#]],
    );
}

#[test]
fn a_pointer_to_two_objects_joins_them() {
    check(
        "int main(int argc, char **argv) { int a = 1, b = 2, c = 3; int *p = argc > 1 ? &a : &b; return *p + c; }",
        expect![[r#"
            class 1: main.argc
              one object, used by main
              at 0: int, variable
            class 2: main.argv
              one object, used by main
              at 0: pointer to class 6 + 0, variable
            class 3: main.a, main.b
              several objects, used by main
              at 0: int, by object
            class 4: main.c
              one object, used by main
              at 0: int, variable
            class 5: main.p
              one object, used by main
              at 0: pointer to class 3 + 0, variable
            class 6: the list of arguments
              several objects, stride 8
            class 7: the strings of the arguments
              several objects, stride 1, pointers may be NULL
        "#]],
    );
}

#[test]
fn indices_make_a_stride() {
    check(
        "
struct pair { int key; char mark; } pairs[8];
int main(void) { int sum = 0; for (int i = 0; i < 8; i++) sum += pairs[i].key + pairs[i].mark; return sum; }
",
        expect![[r#"
            class 1: main.sum
              one object, used by main
              at 0: int, variable
            class 2: main.i
              one object, used by main
              at 0: int, variable
            class 3: pairs
              one object, stride 8, pointers move upwards, used by main
              at 0: int, by offset
              at 4: char, by offset
        "#]],
    );
}

#[test]
fn constant_indices_are_exact() {
    check(
        "int main(void) { int a[3]; a[0] = 1; a[2] = 2; return a[0] + a[2]; }",
        expect![[r#"
            class 1: main.a
              one object, pointers move upwards, used by main
              at 0: int, variable
              at 8: int, variable
        "#]],
    );
}

#[test]
fn moving_pointers_make_a_stride() {
    check(
        "int main(void) { short a[8]; short *p = a; while (p < a + 8) *p++ = 0; return a[0]; }",
        expect![[r#"
            class 1: main.p
              one object, used by main
              at 0: pointer to class 2 + 0 (mod 2), variable
            class 2: main.a
              one object, stride 2, pointers move upwards, used by main
              at 0: short, by offset
        "#]],
    );
}

#[test]
fn list_nodes_are_split_by_field() {
    check(
        "
void *malloc(unsigned long);
struct node { int value; struct node *next; };
int main(void) {
    struct node *list = 0;
    for (int i = 0; i < 3; i++) {
        struct node *n = malloc(sizeof *n);
        n->value = i;
        n->next = list;
        list = n;
    }
    return list->value;
}
",
        expect![[r#"
            class 1: main.list
              one object, used by main
              at 0: pointer to class 4 + 0, variable
            class 2: main.i
              one object, used by main
              at 0: int, variable
            class 3: main.n
              one object, used by main
              at 0: pointer to class 4 + 0, variable
            class 4: malloc(16ul)
              several objects, pointers may be NULL, used by main
              at 0: int, by object
              at 8: pointer to class 4 + 0, by object
        "#]],
    );
}

#[test]
fn pointers_into_the_middle_keep_their_offset() {
    check(
        "
struct list { struct list *next; };
struct item { long value; struct list links; } a;
int main(void) {
    struct list *l = &a.links;
    l->next = l;
    struct item *i = (struct item *) ((char *) l->next - 8);
    return i->value;
}
",
        expect![[r#"
            class 1: main.l
              one object, used by main
              at 0: pointer to class 2 + 8, variable
            class 2: a
              one object, used by main
              at 0: long, variable
              at 8: pointer to class 2 + 8, variable
            class 3: main.i
              one object, used by main
              at 0: pointer to class 2 + 0, variable
        "#]],
    );
}

#[test]
fn pointers_in_static_objects_are_known_before_code_reads_them() {
    check(
        "struct n { int *q; int v; } n = { &n.v, 3 }; int main(void) { return *n.q; }",
        expect![[r#"
            class 1: n
              one object, used by main
              at 0: pointer to class 1 + 8, variable
              at 8: int, variable
        "#]],
    );
}

#[test]
fn objects_of_unrelated_pointers_stay_apart() {
    check(
        "
void *malloc(unsigned long);
int main(void) { int *p = malloc(4); long *q = malloc(8); *p = 1; *q = 2; return *p; }
",
        expect![[r#"
            class 1: main.p
              one object, used by main
              at 0: pointer to class 2 + 0, variable
            class 2: malloc(4ul)
              several objects, pointers may be NULL, used by main
              at 0: int, by object
            class 3: main.q
              one object, used by main
              at 0: pointer to class 4 + 0, variable
            class 4: malloc(8ul)
              several objects, pointers may be NULL, used by main
              at 0: long, by object
        "#]],
    );
}

#[test]
fn members_of_unions_share_bytes() {
    check(
        "
union number { float f; unsigned char bytes[4]; };
struct tagged { int tag; union number n; };
int main(void) { struct tagged t; t.tag = 1; t.n.f = 1.5f; return t.n.bytes[3]; }
",
        expect![[r#"
            class 1: main.t
              one object, pointers move upwards, used by main
              at 0: int, variable
              at 4..8: bytes, by offset
        "#]],
    );
}

#[test]
fn integers_of_one_size_share_a_variable() {
    check(
        "int main(void) { int n = -1; unsigned *p = (unsigned *) &n; return *p > 5u; }",
        expect![[r#"
            class 1: main.n
              one object, used by main
              at 0: int, variable
            class 2: main.p
              one object, used by main
              at 0: pointer to class 1 + 0, variable
        "#]],
    );
}

#[test]
fn results_that_are_pointers_have_classes() {
    check(
        "int g; int *where(void) { return &g; } int main(void) { return *where(); }",
        expect![[r#"
        class 1: result of where
          used by where and main
          at 0: pointer to class 2 + 0, by object
        class 2: g
          one object, pointers may be NULL, used by main
          at 0: int, variable
    "#]],
    );
}

#[test]
fn casts_make_bytes_of_what_they_overlap() {
    check(
        "int main(void) { long pair[2] = {1, 2}; char *c = (char *) &pair[1]; c[0] = 5; return pair[0]; }",
        expect![[r#"
            class 1: main.pair
              one object, pointers move upwards, used by main
              at 0: long, variable
              at 8..16: bytes, by offset
            class 2: main.c
              one object, used by main
              at 0: pointer to class 1 + 8, variable
        "#]],
    );
}

#[test]
fn bit_fields_are_components() {
    check(
        "
struct flags { unsigned low : 3, high : 5; char rest; };
int main(void) { struct flags f = {1, 2, 3}; return f.low + f.high + f.rest; }
",
        expect![[r#"
            class 1: main.f
              one object, used by main
              at 0: unsigned int of 3 bits, variable
              at 0:3: unsigned int of 5 bits, variable
              at 1: char, variable
        "#]],
    );
}

#[test]
fn copies_cut_values_in_two() {
    check(
        "
void *memcpy(void *, const void *, unsigned long);
int main(void) { long a = 1; long b; memcpy(&b, &a, 3); return b; }
",
        expect![[r#"
            class 1: main.a, main.b
              several objects, pointers may be NULL, used by main
              at 0..8: bytes, by object and offset
        "#]],
    );
}

#[test]
fn function_pointers_have_classes() {
    check(
        "
static int one(void) { return 1; }
static int two(void) { return 2; }
struct operations { int (*run)(void); } table[2] = {{one}, {two}};
int main(int argc, char **argv) { return table[argc & 1].run(); }
",
        expect![[r#"
            class 1: main.argc
              one object, used by main
              at 0: int, variable
            class 2: main.argv
              one object, used by main
              at 0: pointer to class 5 + 0, variable
            class 3: table
              one object, stride 8, pointers move upwards, used by main
              at 0: pointer to class 4 + 0, by offset
            class 4: one(), two()
            class 5: the list of arguments
              several objects, stride 8
            class 6: the strings of the arguments
              several objects, stride 1, pointers may be NULL
        "#]],
    );
}

#[test]
fn addresses_may_become_numbers_and_come_back() {
    check(
        "int main(void) { int n = 1; unsigned long a = (unsigned long) &n; int *p = (int *) a; return *p; }",
        expect![[r#"
            class 1: main.n
              one object, stride 1, pointers may be numbers, addresses become numbers, used by main
              at 0..1: bytes, by offset
            class 2: main.a
              one object, used by main
              at 0: unsigned long to class 1 + 0, variable
            class 3: main.p
              one object, used by main
              at 0: pointer to class 1 + 0 (mod 1), variable
        "#]],
    );
}

#[test]
fn pointers_from_elsewhere_may_point_to_what_was_passed_out() {
    check(
        "
struct device { int state; };
void register_device(struct device *);
struct device *current_device(void);
int main(void) { struct device d = {1}; register_device(&d); return current_device()->state; }
",
        expect![[r#"
            class 1: main.d
              several objects, pointers from other code, pointers may be NULL, addresses are passed out, used by main
              at 0: int, by object
        "#]],
    );
}

#[test]
fn locals_of_recursive_functions_have_many_lives() {
    check(
        "
int depth(int *outer, int n) { int inner = *outer + 1; return n ? depth(&inner, n - 1) : inner; }
int main(void) { int zero = 0; return depth(&zero, 3); }
",
        expect![[r#"
            class 1: depth.inner (one for each life), main.zero
              several objects, used by depth and main
              at 0: int, by object
            class 2: depth.outer
              one object, used by depth
              at 0: pointer to class 1 + 0, variable
            class 3: depth.n
              one object, used by depth
              at 0: int, variable
        "#]],
    );
}

const DANGLING: &str = "
int *kept;
void keep(int n) { int local = n; kept = &local; }
int main(void) { keep(1); keep(2); return *kept; }
";

#[test]
fn a_local_is_one_object_if_its_death_does_not_matter() {
    check(
        DANGLING,
        expect![[r#"
            class 1: keep.n
              one object, used by keep
              at 0: int, variable
            class 2: kept
              one object, used by keep and main
              at 0: pointer to class 3 + 0, variable
            class 3: keep.local
              one object, pointers may be NULL, used by keep and main
              at 0: int, variable
        "#]],
    );
}

#[test]
fn a_local_that_a_pointer_outlives_has_many_lives_if_that_matters() {
    check_lifetimes(
        DANGLING,
        expect![[r#"
            class 1: keep.n
              one object, used by keep
              at 0: int, variable
            class 2: kept
              one object, used by keep and main
              at 0: pointer to class 3 + 0, variable
            class 3: keep.local (one for each life)
              several objects, pointers may be NULL, used by keep and main
              at 0: int, by object
        "#]],
    );
}
