// property: no-overflow
// verdict: TRUE
// Conversions that change the value are no overflow.
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    short s = x;
    signed char c = x;
    unsigned u = x;
    int back = (int)(u + 1u);
    return s + c + (back > 0) == 3;
}
