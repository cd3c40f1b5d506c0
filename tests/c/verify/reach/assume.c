// property: unreach-call
// verdict: TRUE
// Assumptions cut off the other executions.
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int cond);
extern void reach_error(void);

int main(void) {
    int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
    __VERIFIER_assume(a >= 0 && a <= 100);
    __VERIFIER_assume(b >= 0 && b <= 100);
    if (a + b > 200) reach_error();
    __VERIFIER_assume(a > b);
    if (a == 0) reach_error();
    return 0;
}
