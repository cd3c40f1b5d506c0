// property: unreach-call
// verdict: TRUE
// An assumption by abort.
extern int __VERIFIER_nondet_int(void);
extern void abort(void);
extern void reach_error(void);
void assume_abort_if_not(int cond) {
    if (!cond) { abort(); }
}

int main(void) {
    int n = __VERIFIER_nondet_int();
    assume_abort_if_not(n > 0 && n < 10);
    if (n * n > 81) reach_error();
    return 0;
}
