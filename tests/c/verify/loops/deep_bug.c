// property: unreach-call
// verdict: FALSE(unreach-call)
// The bug needs twenty rounds.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int i = 0;
    while (i < 20) i++;
    if (i == 20) reach_error();
    return 0;
}
