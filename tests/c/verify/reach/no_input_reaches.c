// property: unreach-call
// verdict: TRUE
// The conditions on the input contradict each other.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x > 10 && x < 20 && x % 5 == 0 && x != 15) reach_error();
    return 0;
}
