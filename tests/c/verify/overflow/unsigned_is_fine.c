// property: no-overflow
// verdict: TRUE
// Unsigned arithmetic wraps around and never overflows.
extern unsigned int __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned a = __VERIFIER_nondet_uint(), b = __VERIFIER_nondet_uint();
    unsigned c = a + b;
    c = c * a - b;
    c = -c << 5;
    c++;
    return c == 0;
}
