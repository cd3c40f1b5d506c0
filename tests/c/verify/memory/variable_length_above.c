// property: valid-memsafety
// verdict: FALSE(valid-deref)
// inputs: 2
// The last index of an array of variable length is its length minus one.
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 1 || n > 4) return 0;
    int a[n];
    a[n] = 0;
    return 0;
}
