// Reversed bytes.
int main(void) {
    if (__builtin_bswap16(0x1234) != 0x3412) return 1;
    if (__builtin_bswap32(0x12345678u) != 0x78563412u) return 2;
    if (__builtin_bswap64(0x0123456789abcdefull) != 0xefcdab8967452301ull) return 3;
    return 0;
}
