// property: unreach-call
// verdict: UNKNOWN
// gcc decides this comparison as if signed numbers did not overflow.
extern void reach_error(void);

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x + 1 < x) reach_error();
    return 0;
}
