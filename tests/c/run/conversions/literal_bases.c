// Decimal, octal, hexadecimal and binary literals, with suffixes in any case.
int main(void) {
    if (010 != 8 || 0777 != 511 || 00 != 0) return 1;
    if (0x10 != 16 || 0XfF != 255) return 2;
    if (0b101 != 5 || 0B11111111 != 255) return 3;
    if (10U != 10 || 10uL != 10 || 10Lu != 10 || 10LL != 10 || 10llU != 10 || 10ULL != 10) return 4;
    return 0;
}
