// property: no-overflow
// verdict: TRUE
// An operation with an unsigned operand is unsigned.
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    unsigned y = x + 1u;
    y = y * x;
    return y == 4;
}
