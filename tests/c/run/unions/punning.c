// The bytes of one member read through another.
union view { unsigned int word; unsigned char bytes[4]; unsigned short halves[2]; };

int main(void) {
    union view v;
    v.word = 0x11223344;
    if (v.bytes[0] != 0x44 || v.bytes[3] != 0x11) return 1;
    if (v.halves[0] != 0x3344 || v.halves[1] != 0x1122) return 2;
    v.bytes[1] = 0xff;
    if (v.word != 0x1122ff44) return 3;
    v.halves[1] = 0;
    if (v.word != 0xff44) return 4;
    return 0;
}
