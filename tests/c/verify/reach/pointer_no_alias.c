// property: unreach-call
// verdict: TRUE
// Different variables are different cells.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
void set(int *p, int x) { *p = x; }

int main(void) {
    int a, b;
    int x = __VERIFIER_nondet_int();
    set(&a, x);
    set(&b, x / 2);
    if (a != x) reach_error();
    if (&a == &b) reach_error();
    return 0;
}
