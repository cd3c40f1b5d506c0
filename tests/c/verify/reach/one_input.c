// property: unreach-call
// verdict: FALSE(unreach-call)
// inputs: 42
// One input of 2^32 is wrong.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x * 3 == 126 && x > 0) reach_error();
    return 0;
}
