// property: unreach-call
// verdict: FALSE(unreach-call)
// inputs: -1
// A negative number compared with an unsigned one is large.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    unsigned limit = 10;
    if (x < 0 && x > limit) reach_error();
    return 0;
}
