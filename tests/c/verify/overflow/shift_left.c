// property: no-overflow
// verdict: FALSE(no-overflow)
// inputs: 536870912
// A shift that moves a bit out of the type.
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x < 0) return 0;
    return (x << 3) > 0;
}
