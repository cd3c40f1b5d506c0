// property: valid-memsafety
// verdict: FALSE(valid-deref)
// inputs: -1
// One element before the start is read.
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int a[4] = {1, 2, 3, 4};
    int i = __VERIFIER_nondet_int();
    if (i < -1 || i > 3) return 0;
    return a[i];
}
