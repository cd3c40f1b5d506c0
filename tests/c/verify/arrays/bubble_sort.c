// property: unreach-call
// verdict: TRUE
// A pass without a swap leaves a sorted array: a fact about two elements, if a flag is zero.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int a[5000];
    for (int i = 0; i < 5000; i++) a[i] = __VERIFIER_nondet_int();
    int swapped = 1;
    while (swapped) {
        swapped = 0;
        for (int i = 1; i < 5000; i++) {
            if (a[i - 1] > a[i]) {
                int t = a[i];
                a[i] = a[i - 1];
                a[i - 1] = t;
                swapped = 1;
            }
        }
    }
    for (int i = 0; i < 5000; i++)
        for (int j = i + 1; j < 5000; j++)
            if (a[i] > a[j]) reach_error();
    return 0;
}
