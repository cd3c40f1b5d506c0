// Bit-fields start at the least significant bit of the first byte.
union view {
    struct { unsigned a : 4; unsigned b : 8; unsigned c : 4; } fields;
    unsigned char bytes[4];
    unsigned whole;
};

int main(void) {
    union view v;
    v.whole = 0;
    v.fields.a = 0x1;
    v.fields.b = 0x23;
    v.fields.c = 0x4;
    if (v.bytes[0] != 0x31) return 1;
    if (v.bytes[1] != 0x42) return 2;
    if (v.whole != 0x4231) return 3;
    v.whole = 0xabcd;
    if (v.fields.a != 0xd || v.fields.b != 0xbc || v.fields.c != 0xa) return 4;
    return 0;
}
