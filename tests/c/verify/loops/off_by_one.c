// property: unreach-call
// verdict: FALSE(unreach-call)
// inputs: 3
// The loop runs once too often.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 1 || n > 5) return 0;
    int rounds = 0;
    for (int i = 0; i <= n; i++) rounds++;
    if (rounds > n) reach_error();
    return 0;
}
