// property: no-overflow
// verdict: TRUE
// A quotient by a positive number.
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
    if (y < 1) return 0;
    return x / y + x % y > 1;
}
