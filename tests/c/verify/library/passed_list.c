// property: unreach-call
// verdict: TRUE
// The arguments behind a va_list that was passed on.
typedef __builtin_va_list va_list;
extern int __VERIFIER_nondet_int(void);
void reach_error(void);
static int second(va_list ap) {
    __builtin_va_arg(ap, int);
    return __builtin_va_arg(ap, int);
}
static int pick(int n, ...) {
    va_list ap;
    __builtin_va_start(ap, n);
    int r = second(ap);
    __builtin_va_end(ap);
    return r;
}

int main(void) {
    int x = __VERIFIER_nondet_int();
    if (pick(2, 1, x) != x) reach_error();
    return 0;
}
