// property: no-overflow
// verdict: TRUE
// Small types are promoted; the conversion back is no overflow.
extern short __VERIFIER_nondet_short(void);
extern char __VERIFIER_nondet_char(void);

int main(void) {
    short s = __VERIFIER_nondet_short();
    s++;
    char c = __VERIFIER_nondet_char();
    c -= 100;
    c *= c;
    return s == c;
}
