// property: unreach-call
// verdict: FALSE(unreach-call)
// data-model: LP64
// An address that is put together bit by bit is the address.
extern void reach_error(void);

int main(void) {
    int number = 123;
    unsigned long from = (unsigned long)&number, to = 0;
    for (int i = 0; i < 64; i++)
        if (from >> i & 1) to |= 1ul << i;
    *(int *)to = 5;
    if (number != 123) reach_error();
    return 0;
}
