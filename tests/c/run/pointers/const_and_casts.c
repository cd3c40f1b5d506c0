// Qualifiers change nothing about values; casts between pointers keep the address.
int main(void) {
    int x = 0x01020304;
    const int *cp = &x;
    int *const pc = &x;
    *pc = 0x05060708;
    if (*cp != 0x05060708) return 1;
    unsigned char *b = (unsigned char *)cp;
    if (b[0] != 8 || b[1] != 7 || b[2] != 6 || b[3] != 5) return 2;
    b[0] = 0;
    if (x != 0x05060700) return 3;
    volatile int *vp = &x;
    *vp = 3;
    if (x != 3 || (const volatile int *)vp != cp) return 4;
    return 0;
}
