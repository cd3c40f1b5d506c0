// Narrowing rounds to nearest, ties to even; what is too large becomes infinite.
int main(void) {
    double d = 1.0 + 0x1p-24;
    if ((float)d != 1.0f) return 1;
    d = 1.0 + 0x1.8p-24;
    if ((float)d != 1.0f + 0x1p-23f) return 2;
    d = 1.0 + 0x3p-24;
    if ((float)d != 1.0f + 0x1p-22f) return 3;
    d = 1e300;
    float f = d;
    if (f != 1.0f / 0.0f) return 4;
    d = 1e-300;
    f = d;
    if (f != 0) return 5;
    d = 0x1p-149;
    if ((float)d == 0 || (float)(d / 2) != 0 || (float)(d * 0.75) != 0x1p-149f) return 6;
    return 0;
}
