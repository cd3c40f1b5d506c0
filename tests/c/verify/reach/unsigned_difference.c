// property: unreach-call
// verdict: TRUE
// Differences of unsigned numbers wrap around consistently.
extern unsigned int __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int main(void) {
    unsigned a = __VERIFIER_nondet_uint(), b = __VERIFIER_nondet_uint();
    unsigned d = a - b;
    if (d + b != a) reach_error();
    if (a < b && d == 0) reach_error();
    return 0;
}
