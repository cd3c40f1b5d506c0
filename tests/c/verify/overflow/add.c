// property: no-overflow
// verdict: FALSE(no-overflow)
// inputs: 2147483647
// The sum of two ints.
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    int y = x + 1;
    return y == 0;
}
