// A value that does not fit a signed type is reduced modulo 2^width.
int main(void) {
    int wide = 0x12345;
    short s = (short)wide;
    if (s != 0x2345) return 1;
    s = (short)0x18000;
    if (s != -32768) return 2;
    signed char c = (signed char)0x1ff;
    if (c != -1) return 3;
    c = (signed char)-129;
    if (c != 127) return 4;
    int i = (int)0x1fffffffeLL;
    if (i != -2) return 5;
    i = (int)3000000000u;
    if (i != -1294967296) return 6;
    return 0;
}
