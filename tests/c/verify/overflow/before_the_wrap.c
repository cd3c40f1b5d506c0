// property: no-overflow
// verdict: FALSE(no-overflow)
// inputs: 2147483647,1
// A sum overflows although a later operation undoes it.
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
    int c = a + b;
    c = c - b;
    return c == a;
}
