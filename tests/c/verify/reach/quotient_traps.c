// property: unreach-call
// verdict: UNKNOWN
// The processor traps when it divides the smallest number by -1, so nothing behind that is sure to happen.
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);

int main(void) {
    int smallest = __VERIFIER_nondet_int();
    int divisor = __VERIFIER_nondet_int();
    __VERIFIER_assume(smallest == -2147483647 - 1 && divisor == -1);
    int rest = smallest % divisor;
    if (rest == 0) reach_error();
    return 0;
}
