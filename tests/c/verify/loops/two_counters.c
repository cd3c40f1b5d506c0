// property: unreach-call
// verdict: TRUE
// Two counters keep their sum.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 0) return 0;
    int up = 0, down = n;
    while (down > 0) {
        down--;
        up++;
    }
    if (up != n) reach_error();
    return 0;
}
