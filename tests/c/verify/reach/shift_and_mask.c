// property: unreach-call
// verdict: TRUE
// A byte that is taken out and put back.
extern unsigned int __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int main(void) {
    unsigned x = __VERIFIER_nondet_uint();
    unsigned b = (x >> 8) & 0xff;
    unsigned y = (x & ~0xff00u) | (b << 8);
    if (x != y) reach_error();
    return 0;
}
