// property: unreach-call
// verdict: TRUE
// data-model: LP64
// A long holds every unsigned int.
extern unsigned int __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int main(void) {
    unsigned u = __VERIFIER_nondet_uint();
    long l = u;
    if (l < 0) reach_error();
    return 0;
}
