// property: unreach-call
// verdict: TRUE
// The usual assertion function.
extern unsigned int __VERIFIER_nondet_uint(void);
extern void __VERIFIER_error(void);
void __VERIFIER_assert(int cond) {
    if (!cond) {
    ERROR:
        __VERIFIER_error();
    }
    return;
}

int main(void) {
    unsigned x = __VERIFIER_nondet_uint();
    unsigned y = x & 0xf;
    __VERIFIER_assert(y < 16);
    __VERIFIER_assert(y <= x);
    return 0;
}
