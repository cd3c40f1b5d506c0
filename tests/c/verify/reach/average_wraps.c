// property: unreach-call
// verdict: FALSE(unreach-call)
// inputs: 4294967294,4294967295
// The sum of two unsigned numbers wraps around.
extern unsigned int __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int main(void) {
    unsigned a = __VERIFIER_nondet_uint(), b = __VERIFIER_nondet_uint();
    if (a > b) return 0;
    unsigned m = (a + b) / 2;
    if (m < a) reach_error();
    return 0;
}
