// property: unreach-call
// verdict: TRUE
// error with a status ends the program.
extern void error(int, int, const char *, ...);
extern int __VERIFIER_nondet_int(void);
void reach_error(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x < 0) error(1, 0, "negative");
    if (x < 0) reach_error();
    return 0;
}
