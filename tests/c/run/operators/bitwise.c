// And, or, exclusive or, complement.
int main(void) {
    int a = 0x0ff0, b = 0x3c3c;
    if ((a & b) != 0x0c30) return 1;
    if ((a | b) != 0x3ffc) return 2;
    if ((a ^ b) != 0x33cc) return 3;
    if (~a != -4081) return 4;
    if ((-1 & 0xff) != 255) return 5;
    if ((-16 | 7) != -9) return 6;
    if ((-1 ^ 5) != -6) return 7;
    unsigned u = ~0u;
    if (u != 4294967295u) return 8;
    if ((a & ~a) != 0 || (a | ~a) != -1) return 9;
    if ((0xf0f0f0f0f0f0f0f0ull & 0xffll) != 0xf0) return 10;
    return 0;
}
