// property: unreach-call
// verdict: FALSE(unreach-call)
// inputs: 16777217
// Large integers do not survive the way through a float.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int i = __VERIFIER_nondet_int();
    if (i < 0 || i > 100000000) return 0;
    float f = i;
    if ((int)f != i) reach_error();
    return 0;
}
