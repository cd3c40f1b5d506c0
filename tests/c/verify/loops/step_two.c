// property: unreach-call
// verdict: FALSE(unreach-call)
// inputs: 3
// Steps of two jump over an odd limit.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n > 6) return 0;
    int i = 0;
    while (i < n) i += 2;
    if (i != n) reach_error();
    return 0;
}
