// property: unreach-call
// verdict: UNKNOWN
// gcc compares n with 0, since both sides have *p in common.
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);

static int has_wrapped(int *p, int n) { return *p + n < *p; }

int main(void) {
    int x = __VERIFIER_nondet_int();
    int y = __VERIFIER_nondet_int();
    __VERIFIER_assume(x == 2147483647 && y == 1);
    if (!has_wrapped(&x, y)) reach_error();
    return 0;
}
