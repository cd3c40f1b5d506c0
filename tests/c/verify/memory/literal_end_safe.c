// property: valid-memsafety
// verdict: TRUE
// The zero of a string literal belongs to it.
extern int __VERIFIER_nondet_int(void);

int main(void) {
    const char *s = "abc";
    int i = __VERIFIER_nondet_int();
    if (i < 0 || i > 3) return 0;
    return s[i];
}
