// property: unreach-call
// verdict: TRUE
// A null pointer that is moved is not null any more.
extern void reach_error(void);

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

int main(void) {
    char *c = 0;
    int n = __VERIFIER_nondet_int();
    __VERIFIER_assume(n == 2);
    c += n;
    if (c == 0) reach_error();
    return 0;
}
