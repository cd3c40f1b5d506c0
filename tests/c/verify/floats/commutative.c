// property: unreach-call
// verdict: TRUE
// Sums of floats do not depend on the side.
extern float __VERIFIER_nondet_float(void);
extern void reach_error(void);

int main(void) {
    float a = __VERIFIER_nondet_float(), b = __VERIFIER_nondet_float();
    float x = a + b, y = b + a;
    if (x == x && x != y) reach_error();
    return 0;
}
