// property: no-overflow
// verdict: TRUE
// A shift whose result fits.
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x < 0 || x > 255) return 0;
    return (x << 22) > 0;
}
