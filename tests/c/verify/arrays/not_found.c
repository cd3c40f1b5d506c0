// property: unreach-call
// verdict: TRUE
// If the flag says that a number was not found, no element has it.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 1 || n > 1000) return 0;
    int wanted = __VERIFIER_nondet_int();
    int a[1000];
    for (int i = 0; i < n; i++) a[i] = __VERIFIER_nondet_int();
    int found = 0;
    for (int i = 0; i < n; i++)
        if (a[i] == wanted) found = 1;
    for (int i = 0; i < n; i++)
        if (found == 0 && a[i] == wanted) reach_error();
    return 0;
}
