// property: unreach-call
// verdict: FALSE(unreach-call)
// The variable is not the caller's own: deeper calls change it.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int last;

int down(int n) {
    last = n;
    if (n > 0) down(n - 1) + down(n - 2);
    if (n > 1 && last != n) reach_error();
    return 0;
}

int main(void) {
    int n = __VERIFIER_nondet_int();
    down(n);
    return 0;
}
