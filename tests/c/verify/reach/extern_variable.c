// property: unreach-call
// verdict: FALSE(unreach-call)
// A variable that another file defines holds any value. The compiled program has zeros there.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

extern struct { int limit; int rest[10]; } settings;

int main(void)
{
    int input = __VERIFIER_nondet_int();
    if (input == 7 && settings.limit == 0)
        reach_error();
    return 0;
}
