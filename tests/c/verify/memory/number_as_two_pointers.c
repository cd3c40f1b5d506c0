// property: unreach-call
// verdict: UNKNOWN
// data-model: LP64
// A number that is the address of no object, used as pointers to two types: both read the same memory, if there is any.
extern void reach_error(void);
extern long __VERIFIER_nondet_long(void);
extern void __VERIFIER_assume(int);

int main(void)
{
    long address = __VERIFIER_nondet_long();
    __VERIFIER_assume(address == 0x10000000);
    *(int *)address = 5;
    if (*(char *)address != 5)
        reach_error();
}
