// property: unreach-call
// verdict: FALSE(unreach-call)
// The first pair is left out.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int a[4];
    for (int i = 0; i < 4; i++) a[i] = __VERIFIER_nondet_int();
    int swapped = 1;
    while (swapped) {
        swapped = 0;
        for (int i = 2; i < 4; i++) {
            if (a[i - 1] > a[i]) {
                int t = a[i];
                a[i] = a[i - 1];
                a[i - 1] = t;
                swapped = 1;
            }
        }
    }
    for (int i = 0; i < 4; i++)
        for (int j = i + 1; j < 4; j++)
            if (a[i] > a[j]) reach_error();
    return 0;
}
