// property: unreach-call
// verdict: FALSE(unreach-call)
// inputs: -1
// error without a status is a message.
extern void error(int, int, const char *, ...);
extern int __VERIFIER_nondet_int(void);
void reach_error(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x < 0) error(0, 0, "negative");
    if (x < 0) reach_error();
    return 0;
}
