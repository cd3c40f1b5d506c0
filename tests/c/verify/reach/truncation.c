// property: unreach-call
// verdict: FALSE(unreach-call)
// inputs: 256
// A non-zero number whose low byte is zero.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    unsigned char low = x;
    if (x != 0 && low == 0 && x < 1000 && x > 0) reach_error();
    return 0;
}
