// property: unreach-call
// verdict: TRUE
// Small integers survive the way through a float.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int i = __VERIFIER_nondet_int();
    if (i < -16777216 || i > 16777216) return 0;
    float f = i;
    if ((int)f != i) reach_error();
    return 0;
}
