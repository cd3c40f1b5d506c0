// property: unreach-call
// verdict: TRUE
// The program ends before the error.
extern int __VERIFIER_nondet_int(void);
extern void exit(int);
extern void reach_error(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x < 5) exit(1);
    if (x < 0) reach_error();
    return 0;
}
