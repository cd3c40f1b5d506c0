// property: unreach-call
// verdict: TRUE
// A loop that may go on for any time keeps its lock.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int locked = 0;
    while (__VERIFIER_nondet_int()) {
        if (locked) reach_error();
        locked = 1;
        if (__VERIFIER_nondet_int()) { }
        if (!locked) reach_error();
        locked = 0;
    }
    return 0;
}
