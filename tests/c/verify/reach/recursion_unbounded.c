// property: unreach-call
// verdict: TRUE
// Recursion as deep as an input says: copies do not suffice.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int at_most_three(int n) {
    if (n <= 0) return 0;
    int below = at_most_three(n - 1);
    return below < 3 ? below + 1 : 3;
}

int main(void) {
    if (at_most_three(__VERIFIER_nondet_int()) > 3) reach_error();
    return 0;
}
