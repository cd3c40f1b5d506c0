// property: unreach-call
// verdict: FALSE(unreach-call)
// inputs: 1,1,1
// A static local counts the calls that mattered.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
void tick(int on) {
    static int n;
    if (on) n++;
    if (n == 3) reach_error();
}

int main(void) {
    for (int i = 0; i < 3; i++) tick(__VERIFIER_nondet_int() != 0);
    return 0;
}
