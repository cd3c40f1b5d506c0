// property: valid-memsafety
// verdict: TRUE
// Three digits, a sign and the end.
int sprintf(char *, const char *, ...);
int __VERIFIER_nondet_int(void);

int main(void) {
    char text[5];
    int n = __VERIFIER_nondet_int();
    if (n > 999 || n < -999) return 0;
    sprintf(text, "%d", n);
    return text[0];
}
