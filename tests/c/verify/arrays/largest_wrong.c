// property: unreach-call
// verdict: FALSE(unreach-call)
// inputs: -1,-2,-3
// Starting from zero is wrong if all numbers are negative.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int a[3];
    for (int i = 0; i < 3; i++) a[i] = __VERIFIER_nondet_int();
    int most = 0;
    for (int i = 0; i < 3; i++)
        if (a[i] > most) most = a[i];
    if (a[0] != most && a[1] != most && a[2] != most) reach_error();
    return 0;
}
