// Conversion to integers truncates towards zero.
int main(void) {
    double d = 2.99;
    if ((int)d != 2 || (int)-d != -2) return 1;
    if ((int)0.999999 != 0 || (int)-0.5 != 0) return 2;
    unsigned char c = (unsigned char)255.9;
    if (c != 255) return 3;
    if ((long long)1e18 != 1000000000000000000ll) return 4;
    if ((unsigned)3e9 != 3000000000u) return 5;
    if ((unsigned long long)1.5e19 != 15000000000000000000ull) return 6;
    float f = -7.75f;
    if ((short)f != -7) return 7;
    if ((int)2147483647.0 != 2147483647 || (int)-2147483648.0 != -2147483647 - 1) return 8;
    return 0;
}
