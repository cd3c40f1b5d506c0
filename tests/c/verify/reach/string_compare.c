// property: unreach-call
// verdict: TRUE
// Characters of a literal.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    const char *s = "abcdef";
    int i = __VERIFIER_nondet_int();
    if (i < 0 || i > 5) return 0;
    if (s[i] != 'a' + i) reach_error();
    return 0;
}
