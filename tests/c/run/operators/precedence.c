// Operators bind as the grammar says.
int main(void) {
    if (2 + 3 * 4 != 14) return 1;
    if ((1 << 2 + 1) != 8) return 2;
    if ((1 | 2 ^ 3 & 4) != 3) return 3;
    if ((5 & 4 == 4) != 1) return 4;
    if (10 - 4 - 3 != 3) return 5;
    if (100 / 10 / 5 != 2) return 6;
    if ((1 || 0 && 0) != 1) return 7;
    if (-2 * -3 != 6) return 8;
    int a[2] = {4, 5}, *p = a;
    if (-*p + 1 != -3) return 9;
    if (!0 + 1 != 2) return 10;
    if (~1 + 1 != -1) return 11;
    if (2 * sizeof(char) + 1 != 3) return 12;
    return 0;
}
