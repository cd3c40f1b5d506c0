// Each compound assignment.
int main(void) {
    int x = 10;
    x += 5;
    if (x != 15) return 1;
    x -= 3;
    if (x != 12) return 2;
    x *= 4;
    if (x != 48) return 3;
    x /= 5;
    if (x != 9) return 4;
    x %= 5;
    if (x != 4) return 5;
    x <<= 4;
    if (x != 64) return 6;
    x >>= 2;
    if (x != 16) return 7;
    x |= 3;
    if (x != 19) return 8;
    x &= 6;
    if (x != 2) return 9;
    x ^= 7;
    if (x != 5) return 10;
    if ((x += 2) != 7) return 11;
    return 0;
}
