// property: unreach-call
// verdict: TRUE
// Sixteen rounds, unrolled if need be.
extern unsigned int __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int main(void) {
    unsigned x = __VERIFIER_nondet_uint() & 0xffff;
    unsigned bits = 0;
    for (int i = 0; i < 16; i++) bits += x >> i & 1;
    if (bits > 16) reach_error();
    return 0;
}
