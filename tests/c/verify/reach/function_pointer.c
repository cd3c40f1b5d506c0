// property: unreach-call
// verdict: FALSE(unreach-call)
// inputs: 1,10
// The second of two functions behaves differently.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int twice(int x) { return x * 2; }
int square(int x) { return x * x; }

int main(void) {
    int (*f[2])(int) = {twice, square};
    int i = __VERIFIER_nondet_int();
    if (i < 0 || i > 1) return 0;
    int x = __VERIFIER_nondet_int();
    if (x < 0 || x > 100) return 0;
    if (f[i](x) == 100 && x != 50) reach_error();
    return 0;
}
