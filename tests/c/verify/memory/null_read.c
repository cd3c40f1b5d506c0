// property: valid-memsafety
// verdict: FALSE(valid-deref)
// inputs: 0
// A null pointer is followed.
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int x = 1;
    int *p = __VERIFIER_nondet_int() ? &x : 0;
    return *p - 1;
}
