// property: assert
// verdict: FALSE(assert)
// inputs: 3
// A failed assertion of assert.h.
extern int __VERIFIER_nondet_int(void);
extern void __assert_fail(const char *what, const char *file, unsigned line, const char *function)
    __attribute__((__noreturn__));

int main(void) {
    int x = __VERIFIER_nondet_int();
    ((x != 3) ? (void)(0) : __assert_fail("x != 3", "a.c", 9, "main"));
    return 0;
}
