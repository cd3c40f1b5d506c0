// property: valid-memsafety
// verdict: TRUE
// The last element of an array of variable length.
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 1 || n > 100) return 0;
    int a[n];
    a[n - 1] = 0;
    return a[n - 1];
}
