// property: unreach-call
// verdict: UNKNOWN
// gcc compares x < y, which does not overflow.
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    int y = __VERIFIER_nondet_int();
    __VERIFIER_assume(x == 2147483647 && y == 0);
    if (!(x + 1 <= y)) reach_error();
    return 0;
}
