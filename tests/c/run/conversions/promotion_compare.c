// Comparisons of small unsigned types happen in int, so that negative numbers stay negative.
int main(void) {
    unsigned char c = 1;
    unsigned short s = 1;
    int minus = -1;
    if (!(c > minus)) return 1;
    if (!(s > minus)) return 2;
    if (c == (signed char)-255) { } else return 3;
    c = 255;
    if (c == minus) return 4;
    if (c != (unsigned char)minus) return 5;
    return 0;
}
