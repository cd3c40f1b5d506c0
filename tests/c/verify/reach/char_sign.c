// property: unreach-call
// verdict: FALSE(unreach-call)
// inputs: -128
// A signed character has no positive counterpart for its least value.
extern char __VERIFIER_nondet_char(void);
extern void reach_error(void);

int main(void) {
    char c = __VERIFIER_nondet_char();
    char d = -c;
    if (c < 0 && d < 0) reach_error();
    return 0;
}
