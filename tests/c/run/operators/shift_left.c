// Left shifts in the promoted type of the left operand.
int main(void) {
    if (1 << 10 != 1024) return 1;
    unsigned char c = 255;
    if (c << 8 != 65280) return 2;
    if (1u << 31 != 2147483648u) return 3;
    if (3u << 31 != 2147483648u) return 4;
    if (1ull << 63 != 9223372036854775808ull) return 5;
    long long amount = 40;
    if (1ll << amount != 1099511627776ll) return 6;
    if (sizeof(1 << amount) != 4) return 7;
    unsigned x = 0x80000001u;
    if (x << 1 != 2) return 8;
    return 0;
}
