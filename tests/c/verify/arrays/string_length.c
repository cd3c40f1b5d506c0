// property: unreach-call
// verdict: FALSE(unreach-call)
// inputs: 97,0
// A string ends at its first zero.
extern char __VERIFIER_nondet_char(void);
extern void reach_error(void);

int main(void) {
    char s[4] = {0};
    for (int i = 0; i < 2; i++) s[i] = __VERIFIER_nondet_char();
    int n = 0;
    while (s[n]) n++;
    if (n == 1) reach_error();
    return 0;
}
