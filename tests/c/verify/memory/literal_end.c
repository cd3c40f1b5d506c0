// property: valid-memsafety
// verdict: FALSE(valid-deref)
// inputs: 4
// Behind the zero of a string literal.
extern int __VERIFIER_nondet_int(void);

int main(void) {
    const char *s = "abc";
    int i = __VERIFIER_nondet_int();
    if (i < 0 || i > 4) return 0;
    return s[i];
}
