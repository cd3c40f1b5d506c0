// property: valid-memsafety
// verdict: FALSE(valid-deref)
// The row behind the last one.
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int m[2][3];
    int i = 2;
    m[i][0] = 1;
    return 0;
}
