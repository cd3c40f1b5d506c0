// property: no-overflow
// verdict: FALSE(no-overflow)
// inputs: 2147483647
// An increment beyond the largest int.
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    x++;
    return x == 0;
}
