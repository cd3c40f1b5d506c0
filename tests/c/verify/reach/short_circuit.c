// property: unreach-call
// verdict: TRUE
// The right operand is not evaluated if the left one decides.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int calls;
int count(int x) { calls++; return x; }

int main(void) {
    int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
    int r = (a != 0) && count(b);
    if (calls != (a != 0)) reach_error();
    if (r && !b) reach_error();
    return 0;
}
