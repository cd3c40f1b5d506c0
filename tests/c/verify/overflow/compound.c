// property: no-overflow
// verdict: FALSE(no-overflow)
// inputs: 1073741824
// A compound assignment.
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x < 0) return 0;
    x *= 2;
    return x == 8;
}
