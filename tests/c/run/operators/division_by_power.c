// Signed division by powers of two is not a shift.
int main(void) {
    int x = -5;
    if (x / 2 != -2 || x >> 1 != -3) return 1;
    if (x / 4 != -1 || x >> 2 != -2) return 2;
    if (x % 4 != -1 || (x & 3) != 3) return 3;
    if (x / 8 != 0 || x % 8 != -5) return 4;
    return 0;
}
