// property: unreach-call
// verdict: TRUE
// A product of numbers between zero and one stays there.
extern float __VERIFIER_nondet_float(void);
extern void reach_error(void);

int main(void) {
    float a = __VERIFIER_nondet_float(), b = __VERIFIER_nondet_float();
    if (!(a >= 0 && a <= 1 && b >= 0 && b <= 1)) return 0;
    float p = a * b;
    if (!(p >= 0 && p <= 1)) reach_error();
    return 0;
}
