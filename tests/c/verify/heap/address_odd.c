// property: unreach-call
// verdict: TRUE
// data-model: LP64
// No system puts an `int` at an odd address.
extern void reach_error(void);

static int object;

int main(void)
{
    unsigned long address = (unsigned long)&object;
    if (address % 2 == 1)
        reach_error();
    return 0;
}
