// property: unreach-call
// verdict: TRUE
// An unsigned distance wraps around as the machine has it.
extern void reach_error(void);

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

int main(void) {
    int a[4] = {5, 6, 7, 8};
    int n = __VERIFIER_nondet_int();
    __VERIFIER_assume(n == 2);
    unsigned long back = 0 - (unsigned long)n;
    int *p = a + 3;
    if (p[back] != 6) reach_error();
    return 0;
}
