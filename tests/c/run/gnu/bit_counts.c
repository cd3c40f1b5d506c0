// Counts of bits and zeros.
int main(void) {
    if (__builtin_popcount(0xff0f) != 12 || __builtin_popcount(0) != 0) return 1;
    if (__builtin_clz(1) != 31 || __builtin_clz(0x80000000u) != 0) return 2;
    if (__builtin_ctz(8) != 3 || __builtin_ctz(1) != 0) return 3;
    if (__builtin_ffs(0) != 0 || __builtin_ffs(8) != 4) return 4;
    if (__builtin_popcountll(0xffffffffffull) != 40) return 5;
    if (__builtin_clzll(1) != 63 || __builtin_ctzll(1ull << 40) != 40) return 6;
    if (__builtin_parity(7) != 1 || __builtin_parity(3) != 0) return 7;
    if (__builtin_popcountl(-1l) != 8 * (int)sizeof(long)) return 8;
    return 0;
}
