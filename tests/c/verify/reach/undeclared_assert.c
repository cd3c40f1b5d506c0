// property: assert
// verdict: FALSE(assert)
// inputs: 12
// Nobody declares assert: a call of it fails as the macro does.
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int x = __VERIFIER_nondet_int();
    int *p = &x;
    assert(p);
    if (x > 10 && x < 20)
        assert(x != 12);
    return 0;
}
