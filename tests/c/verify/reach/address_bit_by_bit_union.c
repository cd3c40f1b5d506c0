// property: unreach-call
// verdict: FALSE(unreach-call)
// data-model: LP64
// An address that is read as a number through a union, and put together bit by bit in another one.
extern void reach_error(void);

union word { int *pointer; unsigned long number; };

int main(void) {
    int number = 123;
    union word from, to;
    unsigned long bits = 0;
    from.pointer = &number;
    for (int i = 0; i < 64; i++)
        if (from.number >> i & 1) bits |= 1ul << i;
    to.number = bits;
    *to.pointer = 5;
    if (number != 123) reach_error();
    return 0;
}
