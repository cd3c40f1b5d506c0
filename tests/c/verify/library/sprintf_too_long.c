// property: valid-memsafety
// verdict: FALSE(valid-deref)
// A negative number has a sign, too.
int sprintf(char *, const char *, ...);
int __VERIFIER_nondet_int(void);

int main(void) {
    char text[4];
    int n = __VERIFIER_nondet_int();
    if (n > 999 || n < -999) return 0;
    sprintf(text, "%d", n);
    return text[0];
}
