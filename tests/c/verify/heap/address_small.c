// property: unreach-call
// verdict: FALSE(unreach-call)
// data-model: LP64
// Where objects lie is up to the system, and it may well be at small addresses.
extern void reach_error(void);

static int object;

int main(void)
{
    unsigned long address = (unsigned long)&object;
    if (address <= 4294967295UL)
        reach_error();
    return 0;
}
