// property: unreach-call
// verdict: FALSE(unreach-call)
// inputs: 7
// The assumption comes after the error.
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int cond);
extern void reach_error(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x == 7) reach_error();
    __VERIFIER_assume(x != 7);
    return 0;
}
