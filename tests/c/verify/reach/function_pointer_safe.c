// property: unreach-call
// verdict: TRUE
// Both functions keep the order of their arguments.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int next(int x) { return x + 1; }
int same(int x) { return x; }

int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x > 1000) return 0;
    int (*f)(int) = __VERIFIER_nondet_int() ? next : same;
    if (f(x) < x) reach_error();
    return 0;
}
