// property: unreach-call
// verdict: TRUE
// Two numbers swapped without a third.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
    int x = a, y = b;
    x ^= y;
    y ^= x;
    x ^= y;
    if (x != b || y != a) reach_error();
    return 0;
}
