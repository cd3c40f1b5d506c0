// property: unreach-call
// verdict: TRUE
// Recursion of bounded depth is copied.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int sum(int n) { return n <= 0 ? 0 : n + sum(n - 1); }

int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n > 10) return 0;
    if (sum(n) > 55) reach_error();
    return 0;
}
