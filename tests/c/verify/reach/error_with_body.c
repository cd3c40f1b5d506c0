// property: unreach-call
// verdict: FALSE(unreach-call)
// inputs: -1
// The error function has a body; the call counts, not what it does.
extern int __VERIFIER_nondet_int(void);
extern void abort(void);
void reach_error(void) { abort(); }

int main(void) {
    if (__VERIFIER_nondet_int() < 0) reach_error();
    return 0;
}
