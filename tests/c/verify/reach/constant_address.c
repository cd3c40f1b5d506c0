// property: unreach-call
// verdict: FALSE(unreach-call)
// execution: not-executed
// Two pointers with the same constant address point to the same memory, if there is any: the second write is seen.
extern void reach_error(void);

int main(void) {
    volatile int *a = (volatile int *)0x20000000, *b = (volatile int *)0x20000000;
    *a = 1;
    *b = 2;
    if (*a != 1) reach_error();
    return 0;
}
