// property: unreach-call
// verdict: FALSE(unreach-call)
// inputs: 3,2,1
// The last comparison is missing.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
void order(int *a, int *b) {
    if (*a > *b) {
        int t = *a;
        *a = *b;
        *b = t;
    }
}

int main(void) {
    int a[3];
    for (int i = 0; i < 3; i++) a[i] = __VERIFIER_nondet_int();
    order(&a[0], &a[1]);
    order(&a[1], &a[2]);
    if (a[0] > a[1]) reach_error();
    return 0;
}
