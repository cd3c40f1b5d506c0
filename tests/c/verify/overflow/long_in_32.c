// property: no-overflow
// verdict: FALSE(no-overflow)
// data-model: ILP32
// inputs: 2147483647,1
// The sum of an int and a long in 32 bits.
extern int __VERIFIER_nondet_int(void);

int main(void) {
    long x = __VERIFIER_nondet_int();
    x = x + __VERIFIER_nondet_int();
    return x == 0;
}
