// property: unreach-call
// verdict: TRUE
// An unsigned counter that goes down ends at zero.
extern unsigned int __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int main(void) {
    unsigned i = __VERIFIER_nondet_uint();
    while (i != 0) i--;
    if (i != 0) reach_error();
    return 0;
}
