// property: unreach-call
// verdict: UNKNOWN
// Memory at constant addresses may overlap, whatever the types are.
extern void reach_error(void);

int main(void) {
    *(volatile int *)0x20000004 = 1;
    ((volatile char *)0x20000000)[5] = 1;
    if (*(volatile int *)0x20000004 == 1) reach_error();
    return 0;
}
