// data-model: LP64
// Integers of 128 bits.
typedef unsigned __int128 u128;

int main(void) {
    __int128 a = 1;
    a <<= 100;
    if ((long long)(a >> 98) != 4) return 1;
    if ((int)a != 0) return 2;
    u128 b = (u128)0xffffffffffffffffull * 0xffffffffffffffffull;
    if ((unsigned long long)(b >> 64) != 0xfffffffffffffffeull || (unsigned long long)b != 1) return 3;
    if (b / 0xffffffffffffffffull != 0xffffffffffffffffull) return 4;
    a = -1;
    if (a >= 0 || a / 2 != 0 || (u128)a >> 127 != 1) return 5;
    if (sizeof(a) != 16 || _Alignof(__int128) != 16) return 6;
    if ((a - 5) % 4 != -2) return 7;
    if ((double)((__int128)1 << 70) != 1180591620717411303424.0) return 8;
    return 0;
}
