// property: no-overflow
// verdict: TRUE
// The difference of two bytes and its absolute value.
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    int d = __VERIFIER_nondet_uchar() - __VERIFIER_nondet_uchar();
    if (d < 0) d = -d;
    return d * d > 65025;
}
