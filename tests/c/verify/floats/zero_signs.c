// property: unreach-call
// verdict: FALSE(unreach-call)
// Equal numbers with unequal reciprocals.
extern double __VERIFIER_nondet_double(void);
extern void reach_error(void);

int main(void) {
    double x = __VERIFIER_nondet_double();
    if (x == 0.0 && 1 / x < 0) reach_error();
    return 0;
}
