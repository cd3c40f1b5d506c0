// property: unreach-call
// verdict: TRUE
// A float that does not fit is converted, but nothing depends on what becomes of it; one that fits is exact.
extern float __VERIFIER_nondet_float(void);
extern void reach_error(void);

int main(void) {
    float any = __VERIFIER_nondet_float();
    unsigned char small = any;
    if (any == 200.5f && small != 200) reach_error();
    if (any == 0.5f && (_Bool)any != 1) reach_error();
    return 0;
}
