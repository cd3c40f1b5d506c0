// property: unreach-call
// verdict: FALSE(unreach-call)
// A range begins inside a number: its first half stays.
typedef __typeof__(sizeof 0) size_t;
extern void *memset(void *, int, size_t);
extern void reach_error(void);

int main(void) {
    int a[2] = {0x01010101, 0x01010101};
    memset((char *)a + 2, 0, 4);
    if (a[0] == 0x0101 && a[1] == 0x01010000) reach_error();
    return 0;
}
