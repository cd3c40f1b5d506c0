// A value that does not fit an unsigned type is reduced modulo 2^width.
int main(void) {
    unsigned char c = (unsigned char)-1;
    if (c != 255) return 1;
    c = (unsigned char)0x1234;
    if (c != 0x34) return 2;
    unsigned short s = (unsigned short)-2;
    if (s != 65534) return 3;
    unsigned int i = (unsigned int)-1;
    if (i != 4294967295u) return 4;
    i = (unsigned int)0x123456789abcdefLL;
    if (i != 0x89abcdefu) return 5;
    unsigned long long l = (unsigned long long)-1;
    if (l != 18446744073709551615ull) return 6;
    return 0;
}
