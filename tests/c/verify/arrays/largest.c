// property: unreach-call
// verdict: TRUE
// The largest of three is at least as large as each.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int a[3];
    for (int i = 0; i < 3; i++) a[i] = __VERIFIER_nondet_int();
    int most = a[0];
    for (int i = 1; i < 3; i++)
        if (a[i] > most) most = a[i];
    for (int i = 0; i < 3; i++)
        if (a[i] > most) reach_error();
    return 0;
}
