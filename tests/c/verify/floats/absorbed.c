// property: unreach-call
// verdict: FALSE(unreach-call)
// A positive number that changes nothing when it is added.
extern float __VERIFIER_nondet_float(void);
extern void reach_error(void);

int main(void) {
    float a = __VERIFIER_nondet_float();
    if (a > 0 && 1.0f + a == 1.0f) reach_error();
    return 0;
}
