// property: unreach-call
// verdict: FALSE(unreach-call)
// data-model: ILP32
// inputs: 2147483648
// A long does not hold every unsigned int.
extern unsigned int __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int main(void) {
    unsigned u = __VERIFIER_nondet_uint();
    long l = u;
    if (l < 0) reach_error();
    return 0;
}
