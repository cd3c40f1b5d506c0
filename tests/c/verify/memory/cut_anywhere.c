// property: unreach-call
// verdict: FALSE(unreach-call)
// Nobody knows where the range begins in a number.
typedef __typeof__(sizeof 0) size_t;
extern void *memset(void *, int, size_t);
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int a[4] = {0x01010101, 0x01010101, 1, 2};
    int i = __VERIFIER_nondet_int();
    if (i < 0 || i > 4) return 0;
    memset((char *)a + i, 0, 4);
    if (a[0] == 0x00000001) reach_error();
    return 0;
}
