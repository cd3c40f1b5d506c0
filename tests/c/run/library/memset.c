// memset writes one byte everywhere.
typedef __typeof__(sizeof 0) size_t;
void *memset(void *block, int byte, size_t count);

int main(void) {
    unsigned a[3] = {1, 2, 3};
    if (memset(a, 0xab, 2 * sizeof *a) != a) return 1;
    if (a[0] != 0xababababu || a[1] != 0xababababu || a[2] != 3) return 2;
    memset(a, 0x1ff, 1);
    if (a[0] != 0xababab + 0u && a[0] != 0xabababffu) return 3;
    struct { int *p; char c; } s = {(int *)a, 'c'};
    memset(&s, 0, sizeof s);
    if (s.p || s.c) return 4;
    memset((char *)a + 1, 0, 2);
    if (a[0] != 0xab0000ffu) return 5;
    return 0;
}
