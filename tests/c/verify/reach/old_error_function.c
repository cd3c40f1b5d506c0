// property: unreach-call
// verdict: FALSE(unreach-call)
// inputs: 5
// The error function has its old name.
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_error(void) __attribute__((__noreturn__));

int main(void) {
    if (__VERIFIER_nondet_int() == 5) __VERIFIER_error();
    return 0;
}
