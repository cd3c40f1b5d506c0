// property: unreach-call
// verdict: TRUE
// The root of a number above one is not larger than the number.
extern float __VERIFIER_nondet_float(void);
extern float sqrtf(float);
extern void reach_error(void);

int main(void) {
    float x = __VERIFIER_nondet_float();
    if (!(x >= 1 && x <= 4)) return 0;
    float r = sqrtf(x);
    if (!(r >= 1 && r <= 2)) reach_error();
    return 0;
}
