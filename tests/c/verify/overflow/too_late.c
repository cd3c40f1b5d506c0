// property: no-overflow
// verdict: FALSE(no-overflow)
// inputs: 2147483647,1
// The sum is widened after it was computed.
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
    long long s = x + y;
    return s == 3;
}
