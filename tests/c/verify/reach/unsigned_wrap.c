// property: unreach-call
// verdict: FALSE(unreach-call)
// inputs: 4294967295
// The sum of an unsigned number and one can be zero.
extern unsigned int __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int main(void) {
    unsigned x = __VERIFIER_nondet_uint();
    if (x + 1 == 0) reach_error();
    return 0;
}
