// property: unreach-call
// verdict: FALSE(unreach-call)
// inputs: 1,0,1
// One branch forgets to unlock.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int locked = 0;
    while (__VERIFIER_nondet_int()) {
        if (locked) reach_error();
        locked = 1;
        if (__VERIFIER_nondet_int()) locked = 0;
    }
    return 0;
}
