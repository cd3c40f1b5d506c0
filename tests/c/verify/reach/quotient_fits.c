// property: unreach-call
// verdict: TRUE
// All other numbers are divided by -1 exactly.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int number = __VERIFIER_nondet_int();
    int divisor = __VERIFIER_nondet_int();
    if (number < -1000 || number > 1000 || divisor != -1) return 0;
    if (number / divisor != -number || number % divisor != 0) reach_error();
    return 0;
}
