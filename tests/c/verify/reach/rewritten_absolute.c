// property: unreach-call
// verdict: UNKNOWN
// For gcc, no absolute value is negative.
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);

extern int abs(int);

int main(void) {
    int x = __VERIFIER_nondet_int();
    int y = __VERIFIER_nondet_int();
    __VERIFIER_assume(x == -2147483647 - 1 && y == 1);
    if (!(abs(x) < 0)) reach_error();
    return 0;
}
