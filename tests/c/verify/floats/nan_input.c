// property: unreach-call
// verdict: FALSE(unreach-call)
// A float need not equal itself.
extern float __VERIFIER_nondet_float(void);
extern void reach_error(void);

int main(void) {
    float a = __VERIFIER_nondet_float();
    if (a != a) reach_error();
    return 0;
}
