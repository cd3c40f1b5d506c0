// property: unreach-call
// verdict: TRUE
// A sorting network for three numbers.
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
    int a[3] = {__VERIFIER_nondet_int(), __VERIFIER_nondet_int(), __VERIFIER_nondet_int()};
    order(&a[0], &a[1]);
    order(&a[1], &a[2]);
    order(&a[0], &a[1]);
    if (a[0] > a[1] || a[1] > a[2]) reach_error();
    return 0;
}
