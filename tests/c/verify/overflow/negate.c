// property: no-overflow
// verdict: FALSE(no-overflow)
// inputs: -2147483648
// The least int has no negative.
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x < 0) x = -x;
    return x == 5;
}
