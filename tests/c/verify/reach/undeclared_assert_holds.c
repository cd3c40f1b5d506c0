// property: assert
// verdict: TRUE
// Nobody declares assert: what it asserts holds behind it.
extern int __VERIFIER_nondet_int(void);
extern void abort(void);

int main(void)
{
    int x = __VERIFIER_nondet_int();
    if (x < 3 || x > 9)
        abort();
    assert(x & 15);
    assert(x != 10);
    return 0;
}
