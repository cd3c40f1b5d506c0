// property: valid-memsafety
// verdict: TRUE
// An unsigned index needs one check.
extern unsigned int __VERIFIER_nondet_uint(void);

int main(void) {
    int a[4] = {1, 2, 3, 4};
    unsigned i = __VERIFIER_nondet_uint();
    if (i < 4) return a[i];
    return 0;
}
