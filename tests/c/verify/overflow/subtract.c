// property: no-overflow
// verdict: FALSE(no-overflow)
// inputs: -2,2147483647
// The difference of two ints.
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
    return x - y > 0;
}
