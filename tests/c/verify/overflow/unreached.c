// property: no-overflow
// verdict: TRUE
// Code that is not reached cannot overflow.
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x > 5 && x < 3) x = 2147483647 + x;
    if (sizeof(x + 2147483647) != 4) x = x * x;
    return 0;
}
