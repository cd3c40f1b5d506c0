// property: valid-memsafety
// verdict: TRUE
// A digit, a sign and the end.
int sprintf(char *, const char *, ...);
int __VERIFIER_nondet_int(void);

int main(void) {
    char text[3];
    int n = __VERIFIER_nondet_int();
    if (n > 9 || n < -9) return 0;
    sprintf(text, "%d", n);
    return text[0];
}
