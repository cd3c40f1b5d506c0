// property: no-overflow
// verdict: TRUE
// The negative of a number that is not negative.
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x >= 0) x = -x;
    return x == 5;
}
