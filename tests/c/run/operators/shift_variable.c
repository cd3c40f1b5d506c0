// Shifts by amounts that are computed, also of other types than the operand's.
unsigned rotate(unsigned x, unsigned char n) { return n ? x << n | x >> (32 - n) : x; }

int main(void) {
    if (rotate(0x12345678u, 8) != 0x34567812u) return 1;
    if (rotate(0x80000000u, 1) != 1) return 2;
    if (rotate(5, 0) != 5) return 3;
    unsigned sum = 0;
    for (int i = 0; i < 32; i++) sum += 1u << i;
    if (sum != 4294967295u) return 4;
    sum = 0;
    for (short i = 0; i < 32; i++) sum += 0x80000000u >> i;
    if (sum != 4294967295u) return 5;
    return 0;
}
