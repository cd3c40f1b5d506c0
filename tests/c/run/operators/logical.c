// Logical operators give 0 or 1, for every scalar type.
int main(void) {
    int x = 5;
    double d = 0.5;
    int *p = &x;
    if ((x && d) != 1) return 1;
    if ((0 || 7) != 1) return 2;
    if (!x != 0 || !!x != 1) return 3;
    if (!d || !p) return 4;
    if ((p && 0.0) != 0) return 5;
    if (!0.0 != 1 || !(void *)0 != 1) return 6;
    if (sizeof(!d) != sizeof(int)) return 7;
    long long high = 0x100000000ll;
    if (!high || !(high && 1)) return 8;
    return 0;
}
