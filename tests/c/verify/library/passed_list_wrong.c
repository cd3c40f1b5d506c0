// property: unreach-call
// verdict: FALSE(unreach-call)
// inputs: 7
// One argument too early.
typedef __builtin_va_list va_list;
extern int __VERIFIER_nondet_int(void);
void reach_error(void);
static int first(va_list *ap) { return __builtin_va_arg(*ap, int); }
static int pick(int n, ...) {
    va_list ap;
    __builtin_va_start(ap, n);
    int r = first(&ap);
    __builtin_va_end(ap);
    return r;
}

int main(void) {
    int x = __VERIFIER_nondet_int();
    if (pick(2, x, 1) == 7) reach_error();
    return 0;
}
