// property: no-overflow
// verdict: FALSE(no-overflow)
// inputs: -2147483648
// A decrement below the least int.
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    --x;
    return x == 0;
}
