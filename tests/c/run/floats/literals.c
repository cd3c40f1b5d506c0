// Literals in decimal and hexadecimal, with exponents and suffixes.
int main(void) {
    if (1e3 != 1000.0 || 1.5e-1 != 0.15 || .5 != 0.5 || 5. != 5.0 || 1E+2 != 100.0) return 1;
    if (0x1p4 != 16.0 || 0x1.8p1 != 3.0 || 0x.8p0 != 0.5 || 0xAp-1 != 5.0) return 2;
    if (sizeof(1.0f) != 4 || sizeof(1.0) != 8 || sizeof(1.0L) != sizeof(long double)) return 3;
    if (0.1f == 0.1) return 4;
    if (1e-400 != 0) return 5;
    return 0;
}
