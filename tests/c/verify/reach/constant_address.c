// property: unreach-call
// verdict: UNKNOWN
// Two pointers with the same constant address point to the same memory, which nobody knows.
extern void reach_error(void);

int main(void) {
    volatile int *a = (volatile int *)0x20000000, *b = (volatile int *)0x20000000;
    *a = 1;
    *b = 2;
    if (*a != 1) reach_error();
    return 0;
}
