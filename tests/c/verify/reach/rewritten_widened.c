// property: unreach-call
// verdict: UNKNOWN
// gcc compares x + 1 before it is widened, and then x.
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    int y = __VERIFIER_nondet_int();
    __VERIFIER_assume(x == 2147483647 && y == 1);
    if (!((long long)(x + 1) <= -1)) reach_error();
    return 0;
}
