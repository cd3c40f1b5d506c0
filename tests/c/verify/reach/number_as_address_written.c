// property: unreach-call
// verdict: UNKNOWN
// No object has this address: what is behind the access is not known, and compiled programs do not get there.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
    if (__VERIFIER_nondet_int() == 5) {
        *(volatile int *)0x1234 = 1;
        reach_error();
    }
    return 0;
}
