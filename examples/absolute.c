// The absolute value of a number, but not of every number.
extern int __VERIFIER_nondet_int(void);

int absolute(int n) {
    return n < 0 ? -n : n;
}

int main(void) {
    int n = __VERIFIER_nondet_int();
    return absolute(n) == n;
}
