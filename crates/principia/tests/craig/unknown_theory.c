// verdict: TRUE
// The first reason: the solver does not interpolate a combination of theories, here floats.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    float x = 1.0f;
    while (__VERIFIER_nondet_int()) {
        x = -x;
    }
    if (x == 2.0f) reach_error();
    return 0;
}
