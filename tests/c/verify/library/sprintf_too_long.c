// property: valid-memsafety
// verdict: FALSE(valid-deref)
// A negative number has a sign, too.
int sprintf(char *, const char *, ...);
int __VERIFIER_nondet_int(void);

int main(void) {
    char text[2];
    int n = __VERIFIER_nondet_int();
    if (n > 9 || n < -9) return 0;
    sprintf(text, "%d", n);
    return text[0];
}
