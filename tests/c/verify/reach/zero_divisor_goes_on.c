// property: unreach-call
// verdict: UNKNOWN
// A proof does not rest on the machine trapping when it divides by zero.
extern void reach_error(void);

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

int main(void) {
    int divisor = __VERIFIER_nondet_int();
    __VERIFIER_assume(divisor == 0);
    int quotient = 7 / divisor;
    if (quotient == quotient) reach_error();
    return 0;
}
