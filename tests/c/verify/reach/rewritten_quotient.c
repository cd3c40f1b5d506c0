// property: unreach-call
// verdict: UNKNOWN
// gcc divides nothing: the quotient is x.
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    int y = __VERIFIER_nondet_int();
    __VERIFIER_assume(x == 1073741824 && y == 4);
    if (!(x * y / y != x)) reach_error();
    return 0;
}
