// property: unreach-call
// verdict: TRUE
// Floats that do not fit are converted, but nothing depends on what becomes of them, and the others are exact.
extern double __VERIFIER_nondet_double(void);
extern void reach_error(void);

int main(void) {
    double any = __VERIFIER_nondet_double();
    int first = any;
    if (any >= 200.0 && any < 201.0) {
        unsigned char small = any;
        if (small != 200 || first != 200) reach_error();
    }
    if (any == 0.5 && ((_Bool)any != 1 || first != 0)) reach_error();
    return 0;
}
