// A bit-field wider than `int` has a type of its own width, in which gcc computes.
struct fields {
    unsigned long long u40 : 40;
    long long i40 : 40;
    unsigned long long u33 : 33;
    unsigned long long u32 : 32;
    unsigned small : 3;
} s;

int minus_one(void) { return -1; }

int main(void) {
    s.u40 = -1;
    s.u33 = -1;
    s.i40 = -1;
    if (s.u40 != -1) return 1;
    if (s.u40 + 1 != 0) return 2;
    if ((0, s.u40) != -1) return 3;
    if (({ s.u40; }) != -1) return 4;
    if ((s.u40 = -1) != -1) return 5;
    if (s.i40 != s.u40) return 6;
    // 40 bits are more than 33: the common type is signed.
    if (s.i40 == s.u33 || s.i40 > s.u33) return 7;
    // The wider type decides, and it is signed.
    if (s.u40 * -1LL >= 0) return 8;
    if ((unsigned long long)s.u40 == -1) return 9;
    if ((unsigned long long)(s.u40 << 4) != 0xfffffffff0) return 10;
    if ((unsigned long long)-s.u40 != 1) return 11;
    if ((unsigned long long)~s.u40 != 0) return 12;
    if ((minus_one() ? -1 : s.u40) != 0xffffffffff) return 13;
    if ((s.i40 ?: s.u40) != 0xffffffffff) return 14;
    if ((1 ? s.u40 : 0ULL) == -1) return 15;
    switch (s.u40) {
    case -1: break;
    default: return 16;
    }
    // Not so with 32 bits, which are `unsigned int`.
    s.u32 = -1;
    if (s.u32 + 1 != 0 || s.u32 != -1) return 17;
    return 0;
}
