// property: unreach-call
// verdict: TRUE
// The average without overflow lies between its arguments.
extern unsigned int __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int main(void) {
    unsigned a = __VERIFIER_nondet_uint(), b = __VERIFIER_nondet_uint();
    if (a > b) return 0;
    unsigned m = a + (b - a) / 2;
    if (m < a || m > b) reach_error();
    return 0;
}
