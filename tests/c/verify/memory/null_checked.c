// property: valid-memsafety
// verdict: TRUE
// The pointer is checked first.
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int x = 0;
    int *p = __VERIFIER_nondet_int() ? &x : 0;
    if (p) *p = 5;
    return 0;
}
