// property: unreach-call
// verdict: UNKNOWN
// gcc computes 1 << 32 itself, and has 0; the processor has 1.
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);

int main(void) {
    int count = __VERIFIER_nondet_int();
    __VERIFIER_assume(count == 32);
    int shifted = 1 << count;
    if (shifted != 1) reach_error();
    return 0;
}
