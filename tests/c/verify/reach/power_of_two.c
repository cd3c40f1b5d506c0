// property: unreach-call
// verdict: FALSE(unreach-call)
// inputs: 0
// The well-known test takes zero for a power of two.
extern unsigned int __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int main(void) {
    unsigned x = __VERIFIER_nondet_uint();
    if ((x & (x - 1)) == 0 && x < 1) reach_error();
    return 0;
}
