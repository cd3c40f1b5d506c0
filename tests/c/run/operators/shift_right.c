// Right shifts of negative numbers keep the sign, of unsigned ones fill with zeros.
int main(void) {
    int minus = -8;
    if (minus >> 1 != -4) return 1;
    if (minus >> 31 != -1) return 2;
    if (-1 >> 5 != -1) return 3;
    unsigned u = 0x80000000u;
    if (u >> 31 != 1) return 4;
    if ((unsigned)minus >> 28 != 15) return 5;
    signed char c = -128;
    if (c >> 7 != -1) return 6;
    unsigned char uc = 128;
    if (uc >> 7 != 1) return 7;
    long long l = -1;
    if (l >> 63 != -1 || (unsigned long long)l >> 63 != 1) return 8;
    return 0;
}
