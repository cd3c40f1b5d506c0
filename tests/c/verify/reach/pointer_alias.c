// property: unreach-call
// verdict: FALSE(unreach-call)
// inputs: 1
// Two pointers may be the same.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int a = 1, b = 2;
    int *p = &a, *q = __VERIFIER_nondet_int() ? &a : &b;
    *p = 5;
    *q = 6;
    if (*p == 6) reach_error();
    return 0;
}
