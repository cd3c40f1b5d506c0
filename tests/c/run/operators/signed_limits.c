// The limits of the signed types, reached without overflow.
int main(void) {
    int most = 2147483647, least = -2147483647 - 1;
    if (most + least != -1) return 1;
    if (least + most + 1 != 0) return 2;
    if (least / 2 != -1073741824 || least % 10 != -8) return 3;
    if (-(least + 1) != most) return 4;
    long long big = 9223372036854775807ll;
    if (-big - 1 != (long long)0x8000000000000000ull) return 5;
    if (46340 * 46340 != 2147395600) return 6;
    if (least * 1 != least) return 7;
    return 0;
}
