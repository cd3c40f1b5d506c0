// property: no-overflow
// verdict: TRUE
// data-model: LP64
// The sum of an int and a long in 64 bits.
extern int __VERIFIER_nondet_int(void);

int main(void) {
    long x = __VERIFIER_nondet_int();
    x = x + __VERIFIER_nondet_int();
    return x == 0;
}
