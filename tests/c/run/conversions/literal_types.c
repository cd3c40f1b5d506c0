// The type of a literal is the first in its list that holds its value.
int main(void) {
    if (sizeof(2147483647) != 4) return 1;
    if (sizeof(2147483648) != 8) return 2;
    if (sizeof(0x7fffffff) != 4 || sizeof(0xffffffff) != 4) return 3;
    if (-1 < 0xffffffff) return 4;
    if (!(-1 < 4294967295)) return 5;
    if (sizeof(0x100000000) != 8) return 6;
    if (sizeof(1u) != 4 || sizeof(1ll) != 8 || sizeof(1ull) != 8) return 7;
    if (sizeof(1l) != sizeof(long) || sizeof(1ul) != sizeof(long)) return 8;
    if (-2147483648 >= 0) return 9;
    if (0xffffffffffffffff + 1 != 0) return 10;
    return 0;
}
